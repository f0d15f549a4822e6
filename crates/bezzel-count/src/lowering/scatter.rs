//! The column tables in the form that CPU kernels read: from each list to its targets.
//!
//! It contains the same relation as [`Gather`](super::Gather), ordered by source. Pairs are
//! packed into eight bytes, so that the inner loop reads each with one load, and the last level
//! is divided into batches whose lists fit the cache. CPU kernels index without bounds checks
//! by the numbers in here: all fields are private, and the constructors assert their ranges.

use std::sync::OnceLock;

use super::NO_ENTRY;
use crate::colour::sets;

/// Most columns of a quarter.
const MAX_COLUMNS: usize = 16;

/// Number of highest columns that the sets of a batch have in common.
const SHARED_HIGH_COLUMNS: u32 = 3;

/// Returns the index of each set among `sets`, or [`NO_ENTRY`], for all subsets of `0..width`.
pub(super) fn entries(sets: &[u32], width: u32) -> Vec<u32> {
    let mut entries = vec![NO_ENTRY; 1 << width];
    for (index, &set) in sets.iter().enumerate() {
        entries[set as usize] = index as u32;
    }
    entries
}

/// One more column for the entries of a list.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Step {
    to: u32,
    column: u32,
}

impl Step {
    /// Returns the index of the set with that column, on the next level.
    #[inline(always)]
    pub fn to(self) -> usize {
        self.to as usize
    }

    /// Returns the column, below 16.
    #[inline(always)]
    pub fn column(self) -> usize {
        self.column as usize
    }
}

/// A list that contributes to lists of the next level, and the range of its steps.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Run {
    from: u32,
    begin: u32,
    end: u32,
}

impl Run {
    /// Returns the index of the list on its level.
    #[inline(always)]
    pub fn from(self) -> usize {
        self.from as usize
    }
}

/// Steps from the sets of one level to some sets of the next.
#[derive(Debug, Clone, Default)]
pub(crate) struct Level {
    runs: Vec<Run>,
    steps: Vec<Step>,
    sources: usize,
    sets: usize,
}

impl Level {
    fn new(from: &[u32], to: &[u32], width: u32) -> Self {
        assert!(
            width as usize <= MAX_COLUMNS,
            "expected at most 16 columns, found {width}"
        );
        let index = entries(to, width);
        let mut level = Self {
            sources: from.len(),
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
            level.steps.extend(steps.filter(|step| step.to != NO_ENTRY));
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

    /// Returns the lists that contribute to the next level.
    #[inline(always)]
    pub fn runs(&self) -> &[Run] {
        &self.runs
    }

    /// Returns the steps of a run, at most 16, with distinct targets.
    #[inline(always)]
    pub fn steps(&self, run: &Run) -> &[Step] {
        &self.steps[run.begin as usize..run.end as usize]
    }

    /// Returns the steps of all runs.
    #[cfg(test)]
    pub fn all_steps(&self) -> &[Step] {
        &self.steps
    }

    /// Returns the number of lists of the level above.
    pub fn sources(&self) -> usize {
        self.sources
    }

    /// Returns the number of sets that are reached.
    pub fn sets(&self) -> usize {
        self.sets
    }

    /// Returns the average number of lists that contribute to a set, at least 1.
    pub fn sources_per_set(&self) -> u64 {
        (self.steps.len() as u64).div_ceil(self.sets as u64)
    }
}

/// Two more columns of a set, as positions among its open columns. Eight bytes, read at once.
#[derive(Debug, Clone, Copy)]
#[repr(C, align(8))]
pub(crate) struct Pair {
    entry: u32,
    packed: u32,
}

impl Pair {
    fn new(entry: u32, low: usize, high: usize, distance: u8) -> Self {
        assert!(low < high && high < MAX_COLUMNS && usize::from(distance) < MAX_COLUMNS);
        let packed = low as u32 | (high as u32) << 8 | u32::from(distance) << 16;
        Self { entry, packed }
    }

    /// Returns the index of the final set.
    #[inline(always)]
    pub fn entry(self) -> usize {
        self.entry as usize
    }

    /// Returns the position of the lower column, below 16.
    #[inline(always)]
    pub fn low(self) -> usize {
        (self.packed & 0xff) as usize
    }

    /// Returns the position of the higher column, below 16.
    #[inline(always)]
    pub fn high(self) -> usize {
        (self.packed >> 8 & 0xff) as usize
    }

    /// Returns the distance of the columns, below 16.
    #[inline(always)]
    pub fn distance(self) -> usize {
        (self.packed >> 16) as usize
    }
}

/// A set of the last level with the pairs of columns that complete it.
#[derive(Debug, Clone)]
pub(crate) struct LastLevelSet {
    columns: Vec<u8>,
    pairs: Vec<Pair>,
}

impl LastLevelSet {
    fn new(set: u32, entries: &[u32], width: u32) -> Self {
        let open = sets::full(width) & !set;
        let entry = |low: u32, high: u32| entries[(set | 1 << low | 1 << high) as usize];
        let columns: Vec<u8> = sets::elements(open)
            .filter(|&a| sets::elements(open).any(|b| a != b && entry(a, b) != NO_ENTRY))
            .map(|column| column as u8)
            .collect();
        assert!(columns.len() <= MAX_COLUMNS);
        let mut pairs = Vec::new();
        for (high, &right) in columns.iter().enumerate() {
            for (low, &left) in columns[..high].iter().enumerate() {
                let entry = entry(left.into(), right.into());
                if entry != NO_ENTRY {
                    pairs.push(Pair::new(entry, low, high, right - left));
                }
            }
        }
        Self { columns, pairs }
    }

    /// Returns the open columns that occur in pairs: at most 16, each below 16.
    #[inline(always)]
    pub fn columns(&self) -> &[u8] {
        &self.columns
    }

    /// Returns the pairs. Their positions are positions in [`columns`](Self::columns).
    #[inline(always)]
    pub fn pairs(&self) -> &[Pair] {
        &self.pairs
    }
}

/// Sets of the last level whose lists are made and finished together.
#[derive(Debug, Clone)]
pub(crate) struct Batch {
    level: Level,
    sets: Vec<LastLevelSet>,
    finals: usize,
}

impl Batch {
    /// Returns the steps to the sets. Empty if the last level is the root.
    pub fn level(&self) -> &Level {
        &self.level
    }

    pub fn sets(&self) -> &[LastLevelSet] {
        &self.sets
    }

    /// Returns the number of final sets. All [entries](Pair::entry) are below it.
    pub fn finals(&self) -> usize {
        self.finals
    }
}

/// Column tables for kernels that read each list once.
#[derive(Debug)]
pub(crate) struct Scatter {
    levels: Vec<Level>,
    whole: [Batch; 1],
    batches: OnceLock<Vec<Batch>>,
    last: LastLevel,
}

/// The parts from which batches of the last level are made.
#[derive(Debug)]
struct LastLevel {
    /// The sets of the level above; none if the last level is the root.
    from: Vec<u32>,
    sets: Vec<u32>,
    /// For each set of columns its index among the final sets.
    entries: Vec<u32>,
    finals: usize,
    width: u32,
}

impl Scatter {
    /// Builds the tables from the sets of all levels. There is at least the root.
    pub(super) fn new(levels: &[Vec<u32>], finals: &[u32], width: u32) -> Self {
        let (sets, above) = levels.split_last().expect("expected two queens or more");
        let last = LastLevel {
            from: above.last().cloned().unwrap_or_default(),
            sets: sets.clone(),
            entries: entries(finals, width),
            finals: finals.len(),
            width,
        };
        let levels = above
            .windows(2)
            .map(|two| Level::new(&two[0], &two[1], width));
        Self {
            levels: levels.collect(),
            whole: [last.batch(sets)],
            batches: OnceLock::new(),
            last,
        }
    }

    /// Returns the levels: number t leads from t to t + 1 columns, up to the last level but one.
    pub fn levels(&self) -> &[Level] {
        &self.levels
    }

    /// Returns the last level in one batch.
    pub fn whole(&self) -> &[Batch] {
        &self.whole
    }

    /// Returns the last level in batches of sets with the same highest columns.
    pub fn batches(&self) -> &[Batch] {
        self.batches.get_or_init(|| {
            let rest = self.last.width - SHARED_HIGH_COLUMNS.min(self.last.width);
            let batches = self.last.sets.chunk_by(|a, b| a >> rest == b >> rest);
            batches.map(|sets| self.last.batch(sets)).collect()
        })
    }
}

impl LastLevel {
    fn batch(&self, sets: &[u32]) -> Batch {
        let set = |&set: &u32| LastLevelSet::new(set, &self.entries, self.width);
        let batch = Batch {
            level: Level::new(&self.from, sets, self.width),
            sets: sets.iter().map(set).collect(),
            finals: self.finals,
        };
        let mut pairs = batch.sets.iter().flat_map(|set| &set.pairs);
        assert!(pairs.all(|pair| pair.entry() < batch.finals));
        batch
    }
}
