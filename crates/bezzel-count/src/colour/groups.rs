//! Fewer groups: an assignment of row sets to prefixes, improved by search.
//!
//! Each set T is finished from a prefix P ⊂ T with two rows less, at most [`PAIRS_PER_GROUP`] sets
//! from one group. Listing and finishing take time for each placement on P, whether the group is full
//! or not. So few groups are wanted, with rows on which few squares are free: the *weight* of P
//! estimates the number of placements by the lengths of the diagonals through its rows.
//!
//! A group is *dissolved* if all of its sets find room in others. A set that only fits full groups
//! pushes out another one, which looks for a group in turn: a breadth-first search for an
//! augmenting path, so with the prefixes as they are, no dissolvable group is missed. The search
//! then adds an empty group with a random prefix, and keeps it if that makes other groups
//! dissolvable whose weight is not much smaller; less and less so until the end. So the number of
//! groups never grows, and sets move until two groups can go for one that came.
//!
//! For all sets of 6 of 12 rows, greedy choices make 66 groups, and the search 62 in 400,000 steps
//! (18 ms); 58 are the least possible, since 16 · 57 < 924.

use super::sets::{self, elements, for_each_removal};

/// Number of row sets that are finished together, one per lane of a vector.
pub const PAIRS_PER_GROUP: usize = 16;

/// A prefix with the indices of the sets that are finished from it.
pub(crate) type Finishing = (u32, Vec<u32>);

/// Number of groups that the search tries to dissolve in each round: the smallest, and others at
/// random.
const ATTEMPTS: usize = 4;

/// The largest part of its weight by which a new group may exceed those that it replaces, at the
/// beginning of the search.
const TOLERANCE: f64 = 0.3;

/// Cost of the lists from which the placements on a prefix are listed, as a part of the cost of
/// listing and finishing those.
const SHARED_PART: f64 = 0.4;

/// Marks the end of a chain of groups, and a set that was in no group.
const NONE: u32 = u32::MAX;

/// Searches for an assignment with fewer groups, in `steps` steps of about 40 ns. `groups` assign each
/// of the sets, whose elements are below `width`, once. The result depends on the arguments only.
pub(super) fn improve(
    groups: Vec<Finishing>,
    sets: &[u32],
    width: u32,
    steps: u64,
) -> Vec<Finishing> {
    let mut search = GroupSearch::new(groups, sets, width);
    search.settle();
    let least = sets.len().div_ceil(PAIRS_PER_GROUP);
    let begin = search.steps;
    while search.groups.len() > least && search.steps - begin < steps {
        let part = (search.steps - begin) as f64 / steps as f64;
        search.round(TOLERANCE * (1.0 - part));
    }
    let members = |group: &Group| (group.rows, group.members().to_vec());
    search.groups.iter().map(members).collect()
}

#[derive(Debug, Clone, Copy)]
struct Group {
    /// The rows of the prefix P, one bit for each.
    rows: u32,
    /// The next group with the same prefix.
    next: u32,
    count: u32,
    members: [u32; PAIRS_PER_GROUP],
}

impl Group {
    fn members(&self) -> &[u32] {
        &self.members[..self.count as usize]
    }

    fn has_room(&self) -> bool {
        (self.count as usize) < PAIRS_PER_GROUP
    }

    fn add(&mut self, member: u32) {
        self.members[self.count as usize] = member;
        self.count += 1;
    }

    fn remove(&mut self, member: u32) {
        let last = self.count as usize - 1;
        let at = self.members().iter().position(|&other| other == member);
        self.members[at.expect("a member")] = self.members[last];
        self.count -= 1;
    }
}

struct GroupSearch<'a> {
    sets: &'a [u32],
    groups: Vec<Group>,
    /// For each row a factor of the weight of prefixes with it.
    factors: Vec<f64>,
    /// For each prefix the first of its groups.
    first: Vec<u32>,
    /// For each set of one row less than a prefix, the number of groups that it is a part of.
    parents: Vec<u32>,
    random: fastrand::Rng,
    /// Sets that were looked at.
    steps: u64,
    path: Path,
    /// The groups before the last attempt.
    kept: Vec<Group>,
}

/// The groups that a search for a path has reached.
#[derive(Default)]
struct Path {
    /// For each group the number of the last search that reached it.
    seen: Vec<u32>,
    number: u32,
    /// For each group that was reached, the set that would move there, and its group.
    via: Vec<(u32, u32)>,
    queue: Vec<u32>,
}

impl<'a> GroupSearch<'a> {
    fn new(groups: Vec<Finishing>, sets: &'a [u32], width: u32) -> Self {
        let mut search = Self {
            sets,
            groups: Vec::new(),
            factors: (0..width).map(|row| free_part(row, width)).collect(),
            first: vec![NONE; 1 << width],
            parents: vec![0; 1 << width],
            random: fastrand::Rng::with_seed(0),
            steps: 0,
            path: Path::default(),
            kept: Vec::new(),
        };
        for (rows, members) in groups {
            search.push(rows);
            for member in members {
                search.groups.last_mut().expect("pushed").add(member);
            }
        }
        search
    }

    fn push(&mut self, rows: u32) {
        let index = self.groups.len() as u32;
        self.groups.push(Group {
            rows,
            next: NONE,
            count: 0,
            members: [0; PAIRS_PER_GROUP],
        });
        self.link(index);
        for_each_removal(rows, 1, |rest| self.parents[rest as usize] += 1);
        self.path.seen.resize(self.groups.len(), 0);
        self.path.via.resize(self.groups.len(), (0, NONE));
    }

    fn link(&mut self, index: u32) {
        let group = &mut self.groups[index as usize];
        let first = &mut self.first[group.rows as usize];
        group.next = std::mem::replace(first, index);
    }

    fn unlink(&mut self, index: u32) {
        let Group { rows, next, .. } = self.groups[index as usize];
        let mut before = self.first[rows as usize];
        if before == index {
            self.first[rows as usize] = next;
            return;
        }
        while self.groups[before as usize].next != index {
            before = self.groups[before as usize].next;
        }
        self.groups[before as usize].next = next;
    }

    /// Removes an empty group. The last group gets its index.
    fn remove(&mut self, index: u32) {
        let Group { rows, count, .. } = self.groups[index as usize];
        debug_assert_eq!(count, 0);
        for_each_removal(rows, 1, |rest| self.parents[rest as usize] -= 1);
        self.unlink(index);
        let last = self.groups.len() as u32 - 1;
        if index != last {
            self.unlink(last);
        }
        self.groups.swap_remove(index as usize);
        if index != last {
            self.link(index);
        }
    }

    /// Dissolves groups, from the smallest on, until none can be dissolved.
    fn settle(&mut self) {
        loop {
            let count = |index: usize| self.groups[index].count.into();
            let mut order = sets::order(self.groups.len(), &count).into_iter();
            if !order.any(|index| self.dissolve(index as u32)) {
                break;
            }
        }
    }

    /// Returns the weight of the prefix of a group: more if few others have all but one of its rows,
    /// and so are listed from the same lists.
    fn weight(&self, rows: u32) -> f64 {
        let placements: f64 = elements(rows)
            .map(|row| self.factors[row as usize])
            .product();
        let mut siblings = 1;
        for_each_removal(rows, 1, |rest| {
            siblings = siblings.max(self.parents[rest as usize])
        });
        placements * (1.0 + SHARED_PART / f64::from(siblings))
    }

    /// Adds a group with a random prefix if it replaces one or two others of nearly its weight.
    fn round(&mut self, tolerance: f64) {
        self.steps += ATTEMPTS as u64;
        let rows = self.random_prefix();
        if self.first[rows as usize] != NONE {
            return;
        }
        self.push(rows);
        let least = self.weight(rows) * (1.0 - tolerance);
        let (mut dissolved, mut saved) = (0, 0.0);
        for attempt in 0..ATTEMPTS {
            let index = if attempt == 0 {
                self.smallest_except(rows)
            } else {
                self.random.u32(..self.groups.len() as u32)
            };
            let other = self.groups[index as usize].rows;
            let weight = self.weight(other);
            if other != rows && saved + weight >= least && self.dissolve(index) {
                (dissolved, saved) = (dissolved + 1, saved + weight);
                if dissolved == 2 {
                    break;
                }
            }
        }
        let added = self.first[rows as usize];
        if self.groups[added as usize].count == 0 {
            self.remove(added);
        }
    }

    fn random_prefix(&mut self) -> u32 {
        let set = self.sets[self.index_below(self.sets.len())];
        let mut prefixes = 0;
        for_each_removal(set, 2, |_| prefixes += 1);
        let mut left = self.random.u32(..prefixes);
        let mut chosen = 0;
        for_each_removal(set, 2, |rest| {
            if left == 0 {
                chosen = rest;
            }
            left = left.wrapping_sub(1);
        });
        chosen
    }

    /// Returns a random number of a thing, the same on machines of 32 and 64 bits: covers decide the work
    /// counters of a unit.
    fn index_below(&mut self, count: usize) -> usize {
        self.random.u64(..count as u64) as usize
    }

    /// Returns one of the smallest groups with another prefix.
    fn smallest_except(&mut self, rows: u32) -> u32 {
        let count = self.groups.len();
        let begin = self.index_below(count);
        let others = (begin..count).chain(0..begin);
        let others = others.filter(|&index| self.groups[index].rows != rows);
        let smallest = others.min_by_key(|&index| self.groups[index].count);
        smallest.unwrap_or_default() as u32
    }

    /// Moves all sets of a group to others and removes it. Returns `false` and changes nothing if
    /// they do not fit there.
    fn dissolve(&mut self, index: u32) -> bool {
        self.kept.clone_from(&self.groups);
        let group = &mut self.groups[index as usize];
        let from = *group;
        group.count = 0;
        for &member in from.members() {
            if !self.place(member, index) {
                std::mem::swap(&mut self.groups, &mut self.kept);
                return false;
            }
        }
        self.remove(index);
        true
    }

    /// Adds a set to a group other than `except`, if necessary after moving others.
    fn place(&mut self, set: u32, except: u32) -> bool {
        self.path.start(except);
        let (mut at, mut next) = (0, 0);
        let (mut moved, mut from) = (set, NONE);
        loop {
            if let Some(to) = self.reach(moved, from) {
                self.follow(to);
                return true;
            }
            // The next member of the groups that were reached.
            loop {
                let Some(&index) = self.path.queue.get(at) else {
                    return false;
                };
                if let Some(&member) = self.groups[index as usize].members().get(next) {
                    (moved, from) = (member, index);
                    next += 1;
                    break;
                }
                (at, next) = (at + 1, 0);
            }
        }
    }

    /// Reaches the groups that this set of group `from` could move to. Returns one with room.
    fn reach(&mut self, set: u32, from: u32) -> Option<u32> {
        self.steps += 1;
        let mut found = None;
        let (groups, first, path) = (&self.groups, &self.first, &mut self.path);
        for_each_removal(self.sets[set as usize], 2, |rest| {
            let mut index = first[rest as usize];
            while index != NONE {
                let group = &groups[index as usize];
                if path.enter(index, set, from) && group.has_room() {
                    found = Some(index);
                }
                index = group.next;
            }
        });
        found
    }

    /// Moves the sets of the path that ends at this group.
    fn follow(&mut self, mut to: u32) {
        while to != NONE {
            let (set, from) = self.path.via[to as usize];
            self.groups[to as usize].add(set);
            if from != NONE {
                self.groups[from as usize].remove(set);
            }
            to = from;
        }
    }
}

/// Returns about which part of the squares of a row is free, if each square of the quarter has the
/// same chance of one of `width` queens.
fn free_part(row: u32, width: u32) -> f64 {
    let squares = f64::from(width * width);
    let free = |column: u32| {
        let sum = row + column;
        let anti_diagonal = sum.min(2 * (width - 1) - sum) + 1;
        let diagonal = width - row.abs_diff(column);
        let missed = 1.0 - f64::from(anti_diagonal + diagonal) / squares;
        (0..width).fold(1.0, |free, _| free * missed)
    };
    (0..width).map(free).sum::<f64>() / f64::from(width)
}

impl Path {
    fn start(&mut self, except: u32) {
        self.number += 1;
        self.seen[except as usize] = self.number;
        self.queue.clear();
    }

    /// Returns whether a group is reached for the first time.
    fn enter(&mut self, index: u32, set: u32, from: u32) -> bool {
        let seen = &mut self.seen[index as usize];
        if *seen == self.number {
            return false;
        }
        *seen = self.number;
        self.via[index as usize] = (set, from);
        self.queue.push(index);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::sets;

    /// Each set in a group of its own, finished from its lowest rows.
    fn alone(row_sets: &[u32]) -> Vec<Finishing> {
        let prefix = |set: u32| {
            let rest = set & !(1 << set.ilog2());
            rest & !(1 << rest.ilog2())
        };
        let group = |(index, &set): (usize, &u32)| (prefix(set), vec![index as u32]);
        row_sets.iter().enumerate().map(group).collect()
    }

    fn assert_assigned_once(groups: &[Finishing], row_sets: &[u32]) {
        let mut seen = vec![0; row_sets.len()];
        for (rows, members) in groups {
            assert!((1..=PAIRS_PER_GROUP).contains(&members.len()));
            for &member in members {
                let pair = row_sets[member as usize] ^ rows;
                assert_eq!((pair & rows, pair.count_ones()), (0, 2));
                seen[member as usize] += 1;
            }
        }
        assert!(seen.iter().all(|&times| times == 1));
    }

    /// With the first prefixes nothing can be dissolved for 6 of 12 rows: new prefixes are needed. Least
    /// possible are 7 groups for 4 of 8 rows (Turán), and 58 for 6 of 12.
    #[test]
    fn all_sets_stay_assigned_while_groups_go() {
        for (width, size, [settled, searched]) in [
            (2, 2, [1, 1]),
            (4, 2, [1, 1]),
            (8, 4, [15, 7]),
            (12, 6, [210, 70]),
        ] {
            let all = sets::subsets(width, size);
            let groups = improve(alone(&all), &all, width, 0);
            assert_assigned_once(&groups, &all);
            assert!(groups.len() <= settled, "{} groups", groups.len());
            let groups = improve(groups, &all, width, 400_000);
            assert_assigned_once(&groups, &all);
            assert!(groups.len() <= searched, "{} groups", groups.len());
        }
    }
}
