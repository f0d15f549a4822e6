//! The column side of a join, worked out once and followed for every start list.
//!
//! The lists of one level are indexed by the set U of columns in use. Its entries go on to
//! the sets U ∪ {c}; the finish pairs U with two more columns and adds to the table entry of
//! U ∪ {c1, c2}. Only sets that lead to a wanted final set are kept.

use super::sets;

/// One more column for the entries of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    /// Index of the set with that column, on the next level.
    pub to: u32,
    /// The column.
    pub column: u32,
}

/// From all sets of one level to all sets of the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Level {
    /// The steps, set after set.
    pub steps: Vec<Step>,
    /// Where the steps of each set begin, and where the last ones end.
    pub begin: Vec<u32>,
    /// The number of sets that are reached.
    pub sets: usize,
}

/// Two more columns of a set, as positions among its open columns. Eight bytes, read once.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(8))]
pub(crate) struct Pair {
    /// Where the table entry of the union is.
    pub entry: u32,
    packed: u32,
}

impl Pair {
    fn new(entry: u32, low: usize, high: usize, distance: u8) -> Self {
        debug_assert!(low < high && high < 16 && distance < 16);
        let packed = low as u32 | (high as u32) << 8 | u32::from(distance) << 16;
        Self { entry, packed }
    }

    /// Position of the lower column.
    #[inline(always)]
    pub fn low(self) -> usize {
        (self.packed & 0xff) as usize
    }

    /// Position of the higher column.
    #[inline(always)]
    pub fn high(self) -> usize {
        (self.packed >> 8 & 0xff) as usize
    }

    /// How far apart they are.
    #[inline(always)]
    pub fn distance(self) -> usize {
        (self.packed >> 16) as usize
    }
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
    /// `levels[t]` leads from t to t + 1 columns.
    pub levels: Vec<Level>,
    /// One for each set of the last level.
    pub endings: Vec<Ending>,
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
        let levels = (0..last)
            .map(|depth| Level::new(&needed[depth], &needed[depth + 1], width))
            .collect();
        let endings = needed[last]
            .iter()
            .map(|&set| Ending::new(set, &entry, width))
            .collect();
        Self { levels, endings }
    }
}

impl Level {
    fn new(from: &[u32], to: &[u32], width: u32) -> Self {
        let mut index = vec![u32::MAX; 1 << width];
        for (position, &set) in to.iter().enumerate() {
            index[set as usize] = position as u32;
        }
        let mut level = Self {
            steps: Vec::new(),
            begin: vec![0],
            sets: to.len(),
        };
        for &set in from {
            let open = sets::full(width) & !set;
            let steps = sets::elements(open).map(|column| Step {
                to: index[(set | 1 << column) as usize],
                column,
            });
            level.steps.extend(steps.filter(|step| step.to != u32::MAX));
            level.begin.push(level.steps.len() as u32);
        }
        level
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
                    pairs.push(Pair::new(entry, low, high, right - left));
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
                    for (depth, level) in steps.levels.iter().enumerate() {
                        assert_eq!(level.steps.len(), level.sets * (depth + 1));
                    }
                }
            }
        }
    }
}
