//! The column side of a join, worked out once and followed for every start list.
//!
//! The lists of one level are indexed by the set U of columns in use. Its entries come from
//! the sets U∖{c}; the finish pairs U with two more columns and adds to the table entry of
//! U ∪ {c1, c2}. Only sets that lead to a wanted final set are kept.

use super::sets;

/// One source of a list: the list without column `column`.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Source {
    /// Index of the source set in the level above.
    pub from: u32,
    /// The column that it lacks.
    pub column: u32,
}

/// Two more columns of a set, as positions among its open columns.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Pair {
    /// Where the table entry of the union is.
    pub entry: u32,
    /// Position of the lower column.
    pub low: u8,
    /// Position of the higher column.
    pub high: u8,
    /// How far apart they are.
    pub distance: u8,
}

/// A set U of the last level with everything it leads to.
#[derive(Debug, Clone)]
pub(crate) struct Ending {
    /// The open columns that occur in pairs.
    pub columns: Vec<u8>,
    /// The pairs that complete U to a wanted set.
    pub pairs: Vec<Pair>,
}

/// What to do on each level.
#[derive(Debug, Clone)]
pub(crate) struct Steps {
    /// `levels[t]` holds t sources for each set of level t, set after set.
    pub levels: Vec<Vec<Source>>,
    /// One for each set of the last level.
    pub endings: Vec<Ending>,
    /// The number of final sets.
    pub entries: usize,
}

impl Steps {
    /// The steps that lead to the given final sets, all of the same size ≥ 2.
    pub fn new(finals: &[u32], width: u32) -> Self {
        let size = finals.first().map_or(2, |set| set.count_ones());
        debug_assert!(size >= 2);
        let mut entry = vec![u32::MAX; 1 << width];
        for (index, &set) in finals.iter().enumerate() {
            entry[set as usize] = index as u32;
        }
        let mut needed = vec![finals.to_vec()];
        for _ in 0..size {
            needed.push(without_one(needed.last().expect("not empty"), width));
        }
        needed.reverse();
        let last = size as usize - 2;
        let mut levels = vec![Vec::new()];
        for depth in 1..=last {
            levels.push(sources(&needed[depth - 1], &needed[depth], width));
        }
        let endings = needed[last]
            .iter()
            .map(|&set| Ending::new(set, &entry, width))
            .collect();
        Self {
            levels,
            endings,
            entries: finals.len(),
        }
    }

    /// The number of sets on a level.
    pub fn sets(&self, depth: usize) -> usize {
        self.levels[depth].len().checked_div(depth).unwrap_or(1)
    }
}

impl Ending {
    fn new(set: u32, entry: &[u32], width: u32) -> Self {
        let open = sets::full(width) & !set;
        let leads = |low: u32, high: u32| entry[(set | 1 << low | 1 << high) as usize];
        let columns: Vec<u8> = sets::elements(open)
            .filter(|&a| sets::elements(open).any(|b| a != b && leads(a, b) != u32::MAX))
            .map(|column| column as u8)
            .collect();
        let mut pairs = Vec::new();
        for (high, &right) in columns.iter().enumerate() {
            for (low, &left) in columns[..high].iter().enumerate() {
                let entry = leads(left.into(), right.into());
                if entry != u32::MAX {
                    pairs.push(Pair {
                        entry,
                        low: low as u8,
                        high: high as u8,
                        distance: right - left,
                    });
                }
            }
        }
        Self { columns, pairs }
    }
}

/// All sets that lack one element of one of `sets`, in numerical order.
fn without_one(sets: &[u32], width: u32) -> Vec<u32> {
    let mut found = vec![false; 1 << width];
    for &set in sets {
        for element in sets::elements(set) {
            found[(set & !(1 << element)) as usize] = true;
        }
    }
    (0..1 << width).filter(|&set| found[set as usize]).collect()
}

fn sources(above: &[u32], level: &[u32], width: u32) -> Vec<Source> {
    let mut index = vec![u32::MAX; 1 << width];
    for (position, &set) in above.iter().enumerate() {
        index[set as usize] = position as u32;
    }
    level
        .iter()
        .flat_map(|&set| {
            let index = &index;
            sets::elements(set).map(move |column| Source {
                from: index[(set & !(1 << column)) as usize],
                column,
            })
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Each final set of q columns is reached from C(q,2) sets U.
    #[test]
    fn every_final_set_is_reached_from_all_its_subsets() {
        for width in 2..=9 {
            for size in 2..=width {
                let all = sets::subsets(width, size);
                for finals in [&all[..], &all[..all.len().div_ceil(3)]] {
                    let steps = Steps::new(finals, width);
                    let mut reached = vec![0; finals.len()];
                    for pair in steps.endings.iter().flat_map(|ending| &ending.pairs) {
                        reached[pair.entry as usize] += 1;
                    }
                    let expected = sets::binomial(size, 2);
                    assert!(reached.iter().all(|&times| times == expected));
                    assert_eq!(steps.sets(size as usize - 2), steps.endings.len());
                }
            }
        }
    }
}
