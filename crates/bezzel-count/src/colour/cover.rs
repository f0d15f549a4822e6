//! Which rows are expanded, and which pairs of rows are finished together.
//!
//! Tables are wanted for many sets T of q rows. The engine lists the partial placements on
//! q − 2 rows P and finishes every T = P ∪ {r1, r2} that it is given from the same lists, so
//! each T is assigned to one P ⊂ T. Few P, each with many T, is what makes the lists cheap:
//!
//! ```text
//!   ∅ ── {6} ──┬── {5,6} ──┬── {5,6,8}   T = {5,6,8} + {3,4}, {3,9}, {4,9}, …   (16 lanes)
//!              │           └── {3,5,6}   …
//!              └── {6,7} ──── …
//! ```
//!
//! Taking the first q − 2 rows of each T would need C(w−2, q−2) sets P. The least possible
//! number is a Turán number and two to three times smaller; a greedy cover comes near it.
//! The same greedy choice gives every P a parent with one row less, up to the empty set.

use super::sets;
use crate::lanes::LANES;

/// The cost of listing the placements on P, in units of …
const LISTING: u64 = 2;
/// … a third of the cost of finishing up to [`LANES`] row pairs from those lists.
const FINISHING: u64 = 3;

/// Up to [`LANES`] sets T that are finished side by side, one per lane.
#[derive(Debug, Clone)]
pub(crate) struct Group {
    /// The index of each T in the list that was covered.
    pub members: Vec<u32>,
    /// The lower of the two finishing rows, per lane. Unused lanes repeat row 0.
    pub first: [u32; LANES],
    /// The higher finishing row, per lane.
    pub second: [u32; LANES],
    /// Per distance d of two columns: the lanes whose rows are not d apart, two bits each.
    pub clear: [u32; LANES],
}

/// A set P of rows, reached from its parent by one more row.
#[derive(Debug, Clone)]
pub(crate) struct Node {
    /// |P|.
    pub depth: usize,
    /// The row that the parent lacks; 0 at the root.
    pub row: u32,
    /// What is finished from the lists of this node.
    pub groups: Vec<Group>,
}

/// All nodes, every parent before its children and every subtree in one piece.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cover {
    /// In depth-first order.
    pub nodes: Vec<Node>,
}

impl Cover {
    /// A cover of the given sets, which all have the same size ≥ 2 and elements below `width`.
    pub fn new(row_sets: &[u32], width: u32) -> Self {
        let Some(size) = row_sets.first().map(|set| set.count_ones()) else {
            return Self::default();
        };
        debug_assert!(size >= 2);
        let chosen = assign(row_sets, width, 2, |taken| {
            LISTING + FINISHING * taken.div_ceil(LANES as u64)
        });
        let finishing = Shares::new(chosen).dissolve(row_sets);
        let mut levels = vec![Vec::new(); size as usize - 1];
        for (rows, _) in &finishing {
            if !levels[size as usize - 2].contains(rows) {
                levels[size as usize - 2].push(*rows);
            }
        }
        let mut children: Vec<(u32, u32)> = Vec::new();
        for depth in (1..levels.len()).rev() {
            let level = std::mem::take(&mut levels[depth]);
            for (parent, members) in assign(&level, width, 1, |_| 1) {
                levels[depth - 1].push(parent);
                children.extend(
                    members
                        .iter()
                        .map(|&member| (parent, level[member as usize])),
                );
            }
        }
        let mut cover = Self::default();
        cover.grow(0, 0, row_sets, &finishing, &children);
        cover
    }

    /// The places of the sets in an order in which neighbours are finished together, so that
    /// any stretch of them has a good cover of its own.
    pub fn order(&self) -> Vec<usize> {
        let groups = self.nodes.iter().flat_map(|node| &node.groups);
        let members = groups.flat_map(|group| &group.members);
        members.map(|&member| member as usize).collect()
    }

    fn grow(
        &mut self,
        rows: u32,
        row: u32,
        row_sets: &[u32],
        finishing: &[(u32, Vec<u32>)],
        children: &[(u32, u32)],
    ) {
        let groups = finishing
            .iter()
            .filter(|(prefix, _)| *prefix == rows)
            .map(|(_, members)| Group::new(rows, members, row_sets))
            .collect();
        self.nodes.push(Node {
            depth: rows.count_ones() as usize,
            row,
            groups,
        });
        for &(_, child) in children.iter().filter(|(parent, _)| *parent == rows) {
            let row = (child & !rows).trailing_zeros();
            self.grow(child, row, row_sets, finishing, children);
        }
    }
}

impl Group {
    fn new(rows: u32, members: &[u32], row_sets: &[u32]) -> Self {
        let mut group = Self {
            members: members.to_vec(),
            first: [0; LANES],
            second: [0; LANES],
            clear: [0; LANES],
        };
        for (lane, &member) in members.iter().enumerate() {
            let pair = row_sets[member as usize] & !rows;
            debug_assert_eq!(pair.count_ones(), 2);
            group.first[lane] = pair.trailing_zeros();
            group.second[lane] = 31 - pair.leading_zeros();
            let apart = group.second[lane] - group.first[lane];
            for (distance, clear) in group.clear.iter_mut().enumerate() {
                *clear |= (3 * u32::from(distance as u32 != apart)) << (2 * lane);
            }
        }
        group
    }
}

/// Up to [`LANES`] sets each, with the subset that they share.
struct Shares(Vec<(u32, Vec<u32>)>);

impl Shares {
    fn new(chosen: Vec<(u32, Vec<u32>)>) -> Self {
        let whole = chosen.into_iter().flat_map(|(rows, members)| {
            let cut = members.chunks(LANES).map(|some| (rows, some.to_vec()));
            cut.collect::<Vec<_>>()
        });
        Self(whole.collect())
    }

    /// Greedy choices leave small shares at the end. Gives the members of the smallest to
    /// others that have room, if all of them find a place, and so on up.
    fn dissolve(mut self, row_sets: &[u32]) -> Vec<(u32, Vec<u32>)> {
        self.0.sort_by_key(|(_, members)| members.len());
        let mut at = 0;
        while at < self.0.len() {
            let kept = self.0.clone();
            let (_, members) = self.0.remove(at);
            if !members.iter().all(|&member| self.place(member, row_sets)) {
                self.0 = kept;
                at += 1;
            }
        }
        self.0
    }

    /// Puts a set into a share with room, if need be after moving one of its members on.
    fn place(&mut self, member: u32, row_sets: &[u32]) -> bool {
        let set = row_sets[member as usize];
        if let Some(to) = self.with_room(set, usize::MAX) {
            self.0[to].1.push(member);
            return true;
        }
        for share in 0..self.0.len() {
            if self.0[share].0 & !set != 0 {
                continue;
            }
            for place in 0..self.0[share].1.len() {
                let other = self.0[share].1[place];
                if let Some(to) = self.with_room(row_sets[other as usize], share) {
                    self.0[to].1.push(other);
                    self.0[share].1[place] = member;
                    return true;
                }
            }
        }
        false
    }

    /// The fullest share that can still take the set.
    fn with_room(&self, set: u32, except: usize) -> Option<usize> {
        let fits = |share: &usize| {
            let (rows, members) = &self.0[*share];
            *share != except && rows & !set == 0 && members.len() < LANES
        };
        (0..self.0.len())
            .filter(fits)
            .max_by_key(|&share| self.0[share].1.len())
    }
}

/// Assigns each set to a subset with `less` elements removed, greedily taking the subset with
/// the least cost per set. Returns the subsets with the indices of what they took.
fn assign(sets: &[u32], width: u32, less: u32, cost: impl Fn(u64) -> u64) -> Vec<(u32, Vec<u32>)> {
    let mut takers: Vec<Vec<u32>> = vec![Vec::new(); 1 << width];
    for (index, &set) in sets.iter().enumerate() {
        for_each_removal(set, less, |rest| takers[rest as usize].push(index as u32));
    }
    let mut candidates: Vec<u32> = (0..1 << width)
        .filter(|&rest| !takers[rest as usize].is_empty())
        .collect();
    candidates.sort_by_key(|&rest| std::cmp::Reverse(sets::key(rest, width)));

    let mut left: Vec<u64> = takers.iter().map(|list| list.len() as u64).collect();
    let mut open = vec![true; sets.len()];
    let mut chosen = Vec::new();
    let mut remaining = sets.len();
    while remaining > 0 {
        let (best, take) = candidates
            .iter()
            .filter(|&&rest| left[rest as usize] > 0)
            .flat_map(|&rest| {
                let most = left[rest as usize];
                let even = most - most % LANES as u64;
                [(rest, most), (rest, if even > 0 { even } else { most })]
            })
            .min_by(|a, b| (cost(a.1) * b.1).cmp(&(cost(b.1) * a.1)))
            .expect("a candidate for every open set");
        let members: Vec<u32> = takers[best as usize]
            .iter()
            .copied()
            .filter(|&index| open[index as usize])
            .take(take as usize)
            .collect();
        for &index in &members {
            open[index as usize] = false;
            for_each_removal(sets[index as usize], less, |rest| left[rest as usize] -= 1);
        }
        remaining -= members.len();
        match chosen
            .iter_mut()
            .find(|(rest, _): &&mut (u32, Vec<u32>)| *rest == best)
        {
            Some((_, list)) => list.extend(members),
            None => chosen.push((best, members)),
        }
    }
    chosen
}

fn for_each_removal(set: u32, less: u32, mut visit: impl FnMut(u32)) {
    for first in sets::elements(set) {
        let rest = set & !(1 << first);
        if less == 1 {
            visit(rest);
        } else {
            for second in sets::elements(rest).take_while(|&second| second < first) {
                visit(rest & !(1 << second));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set is finished exactly once, from a node that holds its other rows.
    #[test]
    fn every_set_is_finished_once() {
        for width in 2..=10 {
            for size in 2..=width {
                let all = sets::subsets(width, size);
                for row_sets in [&all[..], &all[..all.len() / 3 + 1]] {
                    let cover = Cover::new(row_sets, width);
                    let mut path = vec![0u32];
                    let mut seen = vec![0; row_sets.len()];
                    for node in &cover.nodes {
                        path.truncate(node.depth.max(1));
                        if node.depth > 0 {
                            path.push(path[node.depth - 1] | 1 << node.row);
                        }
                        let rows = path[node.depth];
                        assert_eq!(rows.count_ones() as usize, node.depth);
                        for group in &node.groups {
                            for (lane, &member) in group.members.iter().enumerate() {
                                let pair = 1 << group.first[lane] | 1 << group.second[lane];
                                assert_eq!(rows | pair, row_sets[member as usize]);
                                assert_eq!(rows & pair, 0);
                                seen[member as usize] += 1;
                            }
                        }
                    }
                    assert!(seen.iter().all(|&times| times == 1));
                }
            }
        }
    }
}
