//! A cover in which every row of each row set is a finishing row.
//!
//! The [`Cover`] of a plain count finishes each row set T once, by any two of its rows. Here T is
//! finished several times, each time by two rows that have not been finishing rows of T before, so
//! that the squares of all queens become known. If one row is left, any other row finishes with it.

use super::cover::Cover;
use super::groups::PAIRS_PER_GROUP;
use super::sets;
use super::sets::for_each_removal;

/// Cost of listing the placements on the other rows, and of finishing one group from them.
const COSTS: [u64; 2] = [2, 5];

/// A cover, and for each of its groups the lanes whose first and second finishing row count.
#[derive(Debug, Clone)]
pub(crate) struct EveryRow {
    pub cover: Cover,
    /// In the order of the nodes and of their groups.
    pub counted: Vec<[u16; 2]>,
}

impl EveryRow {
    /// Covers row sets, all of one size of 2 or more and with elements below `width`. Each row of a
    /// set counts exactly once.
    pub fn new(row_sets: &[u32], width: u32) -> Self {
        let size = row_sets.first().map_or(2, |set| set.count_ones());
        let finishing = assign(row_sets, width);
        let cover = Cover::finishing(&finishing, size, width);
        let mut open: Vec<u32> = row_sets.to_vec();
        let mut counted = Vec::new();
        for node in &cover.nodes {
            for group in &node.groups {
                let mut lanes = [0; 2];
                for (lane, &member) in group.iter().enumerate() {
                    let pair = row_sets[member as usize] & !node.rows;
                    let open = &mut open[member as usize];
                    let ends = [pair & pair.wrapping_neg(), pair & (pair - 1)];
                    for (lanes, row) in lanes.iter_mut().zip(ends) {
                        *lanes |= u16::from(*open & row != 0) << lane;
                    }
                    *open &= !pair;
                }
                counted.push(lanes);
            }
        }
        debug_assert!(open.iter().all(|&open| open == 0));
        Self { cover, counted }
    }
}

/// Assigns each set to subsets with two elements removed, greedily by the least cost per set.
/// Returns the subsets with the indices of at most [`PAIRS_PER_GROUP`] sets each.
fn assign(row_sets: &[u32], width: u32) -> Vec<(u32, Vec<u32>)> {
    let mut open: Vec<u32> = row_sets.to_vec();
    let mut takers: Vec<Vec<u32>> = vec![Vec::new(); 1 << width];
    for (index, &set) in row_sets.iter().enumerate() {
        for_each_removal(set, 2, |rest| takers[rest as usize].push(index as u32));
    }
    let mut prefixes: Vec<u32> = (0..1 << width)
        .filter(|&rest| !takers[rest as usize].is_empty())
        .collect();
    sets::sort_descending(&mut prefixes, &sets::keys(width));
    let mut finishing: Vec<(u32, Vec<u32>)> = Vec::new();
    while open.iter().any(|&open| open != 0) {
        let fits = |prefix: u32, index: u32| {
            let (pair, open) = (row_sets[index as usize] & !prefix, open[index as usize]);
            match open.count_ones() {
                0 => false,
                1 => pair & open != 0,
                _ => pair & !open == 0,
            }
        };
        let number = |prefix: u32| {
            let takers = takers[prefix as usize].iter();
            takers.filter(|&&index| fits(prefix, index)).count() as u64
        };
        let cost = |taken: u64| COSTS[0] + COSTS[1] * taken.div_ceil(PAIRS_PER_GROUP as u64);
        let choices = prefixes.iter().flat_map(|&prefix| {
            let all = number(prefix);
            let whole = all - all % PAIRS_PER_GROUP as u64;
            [(prefix, all), (prefix, whole)]
        });
        let best = choices
            .filter(|&(_, taken)| taken > 0)
            .min_by(|a, b| (cost(a.1) * b.1).cmp(&(cost(b.1) * a.1)));
        let (prefix, taken) = best.expect("a prefix for every open set");
        let members = takers[prefix as usize].iter().copied();
        let members: Vec<u32> = members
            .filter(|&index| fits(prefix, index))
            .take(taken as usize)
            .collect();
        for &index in &members {
            open[index as usize] &= prefix;
        }
        let groups = members.chunks(PAIRS_PER_GROUP);
        finishing.extend(groups.map(|group| (prefix, group.to_vec())));
    }
    finishing
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_row_counts_once() {
        for width in 2..=9 {
            for size in 2..=width {
                let row_sets = sets::subsets(width, size);
                let every = EveryRow::new(&row_sets, width);
                let mut counted = every.counted.iter();
                let mut seen = vec![0; row_sets.len()];
                for node in &every.cover.nodes {
                    for group in &node.groups {
                        let lanes = counted.next().unwrap();
                        for (lane, &member) in group.iter().enumerate() {
                            let pair = row_sets[member as usize] & !node.rows;
                            let mut pair = sets::elements(pair);
                            for lanes in lanes {
                                let row = pair.next().unwrap();
                                if lanes >> lane & 1 == 1 {
                                    assert_eq!(seen[member as usize] >> row & 1, 0);
                                    seen[member as usize] |= 1 << row;
                                }
                            }
                            assert_eq!(pair.next(), None);
                        }
                    }
                }
                assert_eq!(seen, row_sets);
                assert!(counted.next().is_none());
            }
        }
    }
}
