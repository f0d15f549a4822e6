//! The column tables of a join.
//!
//! The lists of one level are indexed by the set U of occupied columns. On the next level the
//! list of U ∪ {c} contains those placements on U that do not attack (row, c). On the last
//! level, U is paired with two more columns, and the counts are added to the table entry of
//! U ∪ {c1, c2}. Only sets that lead to a final set F are kept.
//!
//! The same relation is stored in two forms, each built when it is first used. GPU threads each
//! write one list, so they *gather*: for a list, the lists of the level above that contribute to
//! it ([`Gather`]). CPU kernels read each line of placements once and write to all lists that it
//! contributes to, so they *scatter* ([`Scatter`](super::scatter::Scatter)). A gather on the CPU
//! would read each line up to 16 times, in loops too short for branch prediction.

use std::sync::OnceLock;

use crate::colour::sets;

use super::scatter::{Scatter, entries};

/// Final column sets F with the sets that lead to them, and their [`Gather`] form.
#[derive(Debug, Default)]
pub struct ColumnTables {
    finals: Vec<u32>,
    width: u32,
    levels: Vec<Vec<u32>>,
    gather: OnceLock<Gather>,
    scatter: OnceLock<Scatter>,
}

/// Column tables for kernels whose threads each write one list.
#[derive(Debug)]
pub struct Gather {
    /// For each level with one column or more, each of its sets, and each column of that set
    /// from the lowest on: the index, on the level before, of the set without that column.
    pub sources: Vec<Vec<u32>>,
    /// For each set of the last level and each pair of its open columns (1,0), (2,0), (2,1),
    /// (3,0) …: the index of the final set that they complete it to, or [`NO_ENTRY`](super::NO_ENTRY).
    pub pairs: Vec<u32>,
}

impl ColumnTables {
    /// Prepares the tables for final sets of one size with elements below `width`.
    pub(super) fn new(finals: &[u32], width: u32) -> Self {
        let queens = finals.first().map_or(0, |set| set.count_ones());
        Self {
            finals: finals.to_vec(),
            width,
            levels: if queens < 2 {
                Vec::new()
            } else {
                needed(finals, width)
            },
            ..Self::default()
        }
    }

    /// Returns the final column sets F.
    pub fn finals(&self) -> &[u32] {
        &self.finals
    }

    /// Returns the column sets with 0, 1, … q − 2 columns, for each number in numerical order.
    /// Empty for fewer than q = 2 queens.
    pub fn levels(&self) -> &[Vec<u32>] {
        &self.levels
    }

    /// Returns the form for GPU kernels.
    pub fn gather(&self) -> &Gather {
        self.gather.get_or_init(|| Gather {
            sources: self.levels.windows(2).map(sources).collect(),
            pairs: match self.levels.last() {
                None => Vec::new(),
                Some(sets) => pairs(sets, &entries(&self.finals, self.width), self.width),
            },
        })
    }

    /// Returns the form for CPU kernels.
    pub(crate) fn scatter(&self) -> &Scatter {
        self.scatter
            .get_or_init(|| Scatter::new(&self.levels, &self.finals, self.width))
    }
}

/// Returns the sources of each set of a level, see [`Gather::sources`].
fn sources(two_levels: &[Vec<u32>]) -> Vec<u32> {
    let [above, sets] = two_levels else {
        unreachable!("windows of two");
    };
    let without = |set: u32| sets::elements(set).map(move |column| set & !(1 << column));
    let sources = sets.iter().flat_map(|&set| without(set));
    let index = |set: u32| above.binary_search(&set).expect("a set that leads there") as u32;
    sources.map(index).collect()
}

/// Returns the final sets for all pairs of open columns, see [`Gather::pairs`].
fn pairs(sets: &[u32], entries: &[u32], width: u32) -> Vec<u32> {
    let mut pairs = Vec::new();
    for &set in sets {
        let open = || sets::elements(sets::full(width) & !set);
        for high in open() {
            let lower = open().take_while(|&low| low < high);
            pairs.extend(lower.map(|low| entries[(set | 1 << low | 1 << high) as usize]));
        }
    }
    pairs
}

/// Returns the sets of columns that lead to the final sets, all of the same size q ≥ 2, for each
/// level from 0 to q − 2 columns.
fn needed(finals: &[u32], width: u32) -> Vec<Vec<u32>> {
    let size = finals.first().map_or(2, |set| set.count_ones());
    let mut needed = vec![finals.to_vec()];
    for _ in 0..size {
        needed.push(without_one(needed.last().expect("not empty"), width));
    }
    needed.reverse();
    needed.truncate(size as usize - 1);
    needed
}

/// Returns all sets that lack one element of one of `sets`, in numerical order.
fn without_one(sets: &[u32], width: u32) -> Vec<u32> {
    let mut found = vec![false; 1 << width];
    for &set in sets {
        for element in sets::elements(set) {
            found[(set & !(1 << element)) as usize] = true;
        }
    }
    (0..1 << width).filter(|&set| found[set as usize]).collect()
}

#[cfg(test)]
mod tests {
    use super::super::NO_ENTRY;
    use super::*;
    use crate::lowering::scatter::Level;

    /// Each final set of q columns is reached from C(q,2) sets U, in both forms.
    #[test]
    fn every_final_set_is_reached_from_all_its_subsets() {
        for width in 2..=9 {
            for size in 2..=width {
                let all = sets::subsets(width, size);
                for finals in [&all[..], &all[..all.len().div_ceil(3)]] {
                    let tables = ColumnTables::new(finals, width);
                    let scatter = tables.scatter();
                    let expected = sets::binomial(size, 2);
                    for batches in [scatter.whole(), scatter.batches()] {
                        let mut reached = vec![0; finals.len()];
                        let sets = batches.iter().flat_map(|batch| batch.sets());
                        for pair in sets.flat_map(|set| set.pairs()) {
                            reached[pair.entry()] += 1;
                        }
                        assert!(reached.iter().all(|&times| times == expected));
                    }
                    let mut reached = vec![0; finals.len()];
                    for &entry in tables.gather().pairs.iter().filter(|&&e| e != NO_ENTRY) {
                        reached[entry as usize] += 1;
                    }
                    assert!(reached.iter().all(|&times| times == expected));

                    let steps = |level: &Level| level.all_steps().len();
                    for (depth, level) in scatter.levels().iter().enumerate() {
                        assert_eq!(steps(level), level.sets() * (depth + 1));
                        assert_eq!(steps(level), tables.gather().sources[depth].len());
                    }
                    let last = scatter.batches().iter().map(|batch| steps(batch.level()));
                    let whole: usize = scatter
                        .whole()
                        .iter()
                        .map(|batch| steps(batch.level()))
                        .sum();
                    assert_eq!(last.sum::<usize>(), whole);
                }
            }
        }
    }
}
