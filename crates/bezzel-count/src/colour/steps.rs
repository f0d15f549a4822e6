//! The column side of a join, worked out once and followed for every start list.
//!
//! The lists of one level are indexed by the set U of columns in use. Its entries go on to
//! the sets U ∪ {c}; the finish pairs U with two more columns and adds to the table entry of
//! U ∪ {c1, c2}. Only sets that lead to a wanted final set are kept.

use std::cell::OnceCell;

use super::sets;

/// One more column for the entries of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    /// Index of the set with that column, on the next level.
    pub to: u32,
    /// The column.
    pub column: u32,
}

/// A list whose entries go on, and where its steps are.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    /// Index of the list on its level.
    pub from: u32,
    begin: u32,
    end: u32,
}

/// From the sets of one level to some sets of the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Level {
    /// The lists that lead there.
    pub runs: Vec<Run>,
    steps: Vec<Step>,
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
pub(crate) struct LastLevelSet {
    /// The open columns that occur in pairs.
    pub columns: Vec<u8>,
    /// The pairs that complete U to a wanted set.
    pub pairs: Vec<Pair>,
}

/// Some sets of the last level: their lists are made, finished and forgotten together.
#[derive(Debug, Clone)]
pub(crate) struct Batch {
    /// The way to them. Empty if they are the root.
    pub level: Level,
    /// One for each set.
    pub last_level_sets: Vec<LastLevelSet>,
}

/// What to do on each level.
#[derive(Debug)]
pub(crate) struct Steps {
    /// `levels[t]` leads from t to t + 1 columns, up to the last level but one.
    pub levels: Vec<Level>,
    /// The sets of the last level, all together.
    whole: [Batch; 1],
    batches: OnceCell<Vec<Batch>>,
    last: Last,
}

/// What the last level is made from.
#[derive(Debug)]
struct Last {
    /// The sets of the level above; none if the last level is the root.
    from: Vec<u32>,
    sets: Vec<u32>,
    /// For each set of columns its number among the final sets.
    entry: Vec<u32>,
    width: u32,
}

/// How many of the highest columns the sets of a batch share.
const SHARED_HIGH_COLUMNS: u32 = 3;

impl Steps {
    /// The steps that lead to the given final sets, all of the same size ≥ 2.
    pub fn new(finals: &[u32], width: u32) -> Self {
        let size = finals.first().map_or(2, |set| set.count_ones());
        debug_assert!(size >= 2);
        let mut entry = vec![u32::MAX; 1 << width];
        for (index, &set) in finals.iter().enumerate() {
            entry[set as usize] = index as u32;
        }
        let mut needed = needed(finals, width);
        let sets = needed.pop().expect("at least the root");
        let levels = needed
            .windows(2)
            .map(|two| Level::new(&two[0], &two[1], width))
            .collect();
        let last = Last {
            from: needed.pop().unwrap_or_default(),
            sets,
            entry,
            width,
        };
        Self {
            levels,
            whole: [last.batch(&last.sets)],
            batches: OnceCell::new(),
            last,
        }
    }

    /// The sets of the last level in one batch.
    pub fn whole(&self) -> &[Batch] {
        &self.whole
    }

    /// The same in batches that share their highest columns.
    pub fn batches(&self) -> &[Batch] {
        self.batches.get_or_init(|| {
            let rest = self.last.width - SHARED_HIGH_COLUMNS.min(self.last.width);
            let batches = self.last.sets.chunk_by(|a, b| a >> rest == b >> rest);
            batches.map(|sets| self.last.batch(sets)).collect()
        })
    }
}

impl Last {
    fn batch(&self, sets: &[u32]) -> Batch {
        let ending = |&set: &u32| LastLevelSet::new(set, &self.entry, self.width);
        Batch {
            level: Level::new(&self.from, sets, self.width),
            last_level_sets: sets.iter().map(ending).collect(),
        }
    }
}

impl Level {
    fn new(from: &[u32], to: &[u32], width: u32) -> Self {
        let mut index = vec![u32::MAX; 1 << width];
        for (position, &set) in to.iter().enumerate() {
            index[set as usize] = position as u32;
        }
        let mut level = Self {
            sets: to.len(),
            ..Self::default()
        };
        for (position, &set) in from.iter().enumerate() {
            let open = sets::full(width) & !set;
            let steps = sets::elements(open).map(|column| Step {
                to: index[(set | 1 << column) as usize],
                column,
            });
            let begin = level.steps.len() as u32;
            level.steps.extend(steps.filter(|step| step.to != u32::MAX));
            let end = level.steps.len() as u32;
            if end > begin {
                level.runs.push(Run {
                    from: position as u32,
                    begin,
                    end,
                });
            }
        }
        level
    }

    /// How many lists lead to a set, on average; at least 1.
    pub fn sources(&self) -> u64 {
        (self.steps.len() as u64).div_ceil(self.sets as u64)
    }

    /// The steps of one of the runs.
    #[inline(always)]
    pub fn steps(&self, run: &Run) -> &[Step] {
        &self.steps[run.begin as usize..run.end as usize]
    }
}

impl LastLevelSet {
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

/// The sets of columns that lead to the final sets, all of the same size ≥ 2, for each level
/// up to the one from which they are finished. Each is in numerical order.
pub(crate) fn needed(finals: &[u32], width: u32) -> Vec<Vec<u32>> {
    let size = finals.first().map_or(2, |set| set.count_ones());
    let mut needed = vec![finals.to_vec()];
    for _ in 0..size {
        needed.push(without_one(needed.last().expect("not empty"), width));
    }
    needed.reverse();
    needed.truncate(size as usize - 1);
    needed
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
                    for batches in [steps.whole(), steps.batches()] {
                        let mut reached = vec![0; finals.len()];
                        let last_level_sets =
                            batches.iter().flat_map(|batch| &batch.last_level_sets);
                        for pair in last_level_sets.flat_map(|ending| &ending.pairs) {
                            reached[pair.entry as usize] += 1;
                        }
                        let expected = sets::binomial(size, 2);
                        assert!(reached.iter().all(|&times| times == expected));
                    }
                    let ways = |level: &Level| level.steps.len();
                    for (depth, level) in steps.levels.iter().enumerate() {
                        assert_eq!(ways(level), level.sets * (depth + 1));
                    }
                    let last = steps.batches().iter().map(|batch| ways(&batch.level));
                    assert_eq!(last.sum::<usize>(), ways(&steps.whole()[0].level));
                }
            }
        }
    }
}
