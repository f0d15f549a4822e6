//! Cover of the row sets: which rows are added, and which pairs of rows are finished together.
//!
//! Tables are needed for many sets T of q rows. The counter lists the partial placements on
//! q − 2 rows P and finishes every T = P ∪ {r1, r2} that is assigned to P from the same lists.
//! Each T is assigned to one P ⊂ T. The lists are cheap if there are few P, each with many T:
//!
//! ```text
//!   ∅ ── {6} ──┬── {5,6} ──┬── {5,6,8}   T = {5,6,8} + {3,4}, {3,9}, {4,9}, …   (16 lanes)
//!              │           └── {3,5,6}   …
//!              └── {6,7} ──── …
//! ```
//!
//! The first q − 2 rows of each T would give C(w−2, q−2) sets P. The minimum is a Turán number
//! and often several times smaller; a greedy cover comes close to it. The same greedy choice
//! gives every P a parent with one row less, up to the empty set.

use super::groups::{self, Finishing, PAIRS_PER_GROUP};
use super::sets::{self, for_each_removal};

/// Cost of listing the placements on P, in thirds of the cost of finishing one group.
const LISTING: u64 = 2;
/// Cost of finishing up to [`PAIRS_PER_GROUP`] row pairs from those lists, in the same unit.
const FINISHING: u64 = 3;

/// A set P of rows, reached from its parent by one more row.
#[derive(Debug, Clone)]
pub(crate) struct CoverNode {
    /// The rows of P, one bit for each.
    pub rows: u32,
    /// The row that the parent lacks; 0 at the root.
    pub row: u32,
    /// The sets T that are finished from the lists of this node: indices in the covered list, at
    /// most [`PAIRS_PER_GROUP`] in each group.
    pub groups: Vec<Vec<u32>>,
}

/// All nodes in depth-first order, the root first.
#[derive(Debug, Clone, Default)]
pub(crate) struct Cover {
    pub nodes: Vec<CoverNode>,
}

impl Cover {
    /// Covers the given sets, which all have the same size ≥ 2 and elements below `width`, by greedy
    /// choices.
    pub fn new(row_sets: &[u32], width: u32) -> Self {
        let Some(size) = row_sets.first().map(|set| set.count_ones()) else {
            return Self::default();
        };
        Self::finishing(&greedy(row_sets, width), size, width)
    }

    /// Covers them with fewer groups, after a search of so many steps.
    pub fn searched(row_sets: &[u32], width: u32, steps: u64) -> Self {
        let Some(size) = row_sets.first().map(|set| set.count_ones()) else {
            return Self::default();
        };
        let groups = groups::improve(greedy(row_sets, width), row_sets, width, steps);
        Self::finishing(&groups, size, width)
    }

    /// Returns the nodes that lead from the empty set to the prefixes of these groups, for row sets
    /// of `size` rows.
    pub fn finishing(finishing: &[Finishing], size: u32, width: u32) -> Self {
        let mut levels = vec![Vec::new(); size as usize - 1];
        for (rows, _) in finishing {
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
        cover.grow(0, 0, finishing, &children);
        cover
    }

    /// Returns the groups in the order of their nodes.
    pub fn groups(&self) -> Vec<Finishing> {
        let of_node = |node: &CoverNode| {
            let groups = node
                .groups
                .iter()
                .map(|members| (node.rows, members.clone()));
            groups.collect::<Vec<_>>()
        };
        self.nodes.iter().flat_map(of_node).collect()
    }

    /// Returns the indices of the sets in an order in which neighbours are finished together, so
    /// that every range of them has a good cover.
    pub fn order(&self) -> Vec<usize> {
        let groups = self.nodes.iter().flat_map(|node| &node.groups);
        groups.flatten().map(|&member| member as usize).collect()
    }

    fn grow(
        &mut self,
        rows: u32,
        row: u32,
        finishing: &[(u32, Vec<u32>)],
        children: &[(u32, u32)],
    ) {
        let groups = finishing
            .iter()
            .filter(|(prefix, _)| *prefix == rows)
            .map(|(_, members)| members.clone())
            .collect();
        self.nodes.push(CoverNode { rows, row, groups });
        for &(_, child) in children.iter().filter(|(parent, _)| *parent == rows) {
            let row = (child & !rows).trailing_zeros();
            self.grow(child, row, finishing, children);
        }
    }
}

/// Assigns the sets greedily.
fn greedy(row_sets: &[u32], width: u32) -> Vec<Finishing> {
    debug_assert!(row_sets[0].count_ones() >= 2);
    let chosen = assign(row_sets, width, 2, |taken| {
        LISTING + FINISHING * taken.div_ceil(PAIRS_PER_GROUP as u64)
    });
    Groups::new(chosen).dissolve(row_sets)
}

/// Groups of up to [`PAIRS_PER_GROUP`] sets, each with the subset that they have in common.
struct Groups(Vec<(u32, Vec<u32>)>);

impl Groups {
    fn new(chosen: Vec<(u32, Vec<u32>)>) -> Self {
        let whole = chosen.into_iter().flat_map(|(rows, members)| {
            let cut = members
                .chunks(PAIRS_PER_GROUP)
                .map(|members| (rows, members.to_vec()));
            cut.collect::<Vec<_>>()
        });
        Self(whole.collect())
    }

    /// Dissolves small groups, which greedy choices leave at the end: from the smallest on, moves
    /// the members of a group to others if all of them fit there.
    fn dissolve(mut self, row_sets: &[u32]) -> Vec<(u32, Vec<u32>)> {
        sets::sort(&mut self.0, &|(_, members)| members.len() as u64);
        let mut at = 0;
        while at < self.0.len() {
            let kept = self.0.clone();
            let (_, members) = self.0.remove(at);
            if !members.iter().all(|&member| self.add(member, row_sets)) {
                self.0 = kept;
                at += 1;
            }
        }
        self.0
    }

    /// Adds a set to a group with room, if necessary after moving another member out of a full
    /// one. Returns whether that succeeded.
    fn add(&mut self, member: u32, row_sets: &[u32]) -> bool {
        let set = row_sets[member as usize];
        if let Some(to) = self.with_room(set, usize::MAX) {
            self.0[to].1.push(member);
            return true;
        }
        for group in 0..self.0.len() {
            if self.0[group].0 & !set != 0 {
                continue;
            }
            for index in 0..self.0[group].1.len() {
                let other = self.0[group].1[index];
                if let Some(to) = self.with_room(row_sets[other as usize], group) {
                    self.0[to].1.push(other);
                    self.0[group].1[index] = member;
                    return true;
                }
            }
        }
        false
    }

    /// Returns the fullest group that still has room for the set.
    fn with_room(&self, set: u32, except: usize) -> Option<usize> {
        let fits = |group: &usize| {
            let (rows, members) = &self.0[*group];
            *group != except && rows & !set == 0 && members.len() < PAIRS_PER_GROUP
        };
        (0..self.0.len())
            .filter(fits)
            .max_by_key(|&group| self.0[group].1.len())
    }
}

/// Assigns each set to a subset with `less` elements removed, greedily by the least cost per
/// set. Returns the subsets with the indices of their sets.
fn assign(sets: &[u32], width: u32, less: u32, cost: impl Fn(u64) -> u64) -> Vec<(u32, Vec<u32>)> {
    let mut takers: Vec<Vec<u32>> = vec![Vec::new(); 1 << width];
    for (index, &set) in sets.iter().enumerate() {
        for_each_removal(set, less, |rest| takers[rest as usize].push(index as u32));
    }
    let mut candidates: Vec<u32> = (0..1 << width)
        .filter(|&rest| !takers[rest as usize].is_empty())
        .collect();
    sets::sort_descending(&mut candidates, &sets::keys(width));

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
                let even = most - most % PAIRS_PER_GROUP as u64;
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

#[cfg(test)]
mod tests {
    use super::*;

    /// Every set is finished exactly once, from a node whose rows it contains.
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
                        let depth = node.rows.count_ones() as usize;
                        path.truncate(depth.max(1));
                        if depth > 0 {
                            path.push(path[depth - 1] | 1 << node.row);
                        }
                        assert_eq!(path[depth], node.rows);
                        for group in &node.groups {
                            assert!(group.len() <= PAIRS_PER_GROUP);
                            for &member in group {
                                let pair = row_sets[member as usize] & !node.rows;
                                assert_eq!(pair.count_ones(), 2);
                                assert_eq!(pair | node.rows, row_sets[member as usize]);
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
