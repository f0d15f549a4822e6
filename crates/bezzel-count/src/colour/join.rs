//! Joins the placements on two quarters of one colour.
//!
//! Given the placements on the first quarter (the *starts*, fixed rows and columns), counts
//! for every wanted row set T and column set F of the second quarter the pairs of placements
//! that do not attack each other. The starts are extended row by row along the [`Cover`] of
//! the sets T; each node of the cover finishes its share of them.
//!
//! Two start lists are joined at once, see [`crate::lanes::finish`].

use super::cover::{Cover, Node};
use super::quarter::Quarter;
use super::sets;
use super::steps::{Batch, Level, Steps};
use crate::lanes::finish::{NARROW_LIMIT, Row, Scratch};
use crate::lanes::lists::Lists;
use crate::lanes::{Kernels, LANES};

/// Lists of the last level but one with more placements than this are extended in batches:
/// what comes of all together would leave the cache. Emerald Rapids and Turin, 2026-11-21,
/// `bezzel bench 20 22 24 27`.
const BATCHING_THRESHOLD: u64 = 1 << 14;

/// What the starts of one colour are joined with.
pub(crate) struct JoinInput {
    /// The second quarter.
    pub quarter: Quarter,
    /// The wanted sets of rows, all of one size.
    pub row_sets: Vec<u32>,
    /// The wanted sets of columns, of the same size.
    pub finals: Vec<u32>,
}

/// One side of a unit, prepared for many start lists.
pub(crate) struct Join {
    quarter: Quarter,
    row_sets: Vec<u32>,
    finals: Vec<u32>,
    cover: Cover,
    steps: Steps,
    queens: u32,
}

/// Where the counts of one start list go: those of row set number t begin at row
/// `base + t · stride`. `None` if there is no such list.
pub(crate) type TableBase = Option<usize>;

/// Tables of counts for many start lists.
///
/// Counts have 16 bits, or 32 if they are `wide`.
pub(crate) struct CountTable<'a> {
    pub rows: &'a mut [Row],
    pub wide: bool,
    /// Counts are added to what is there; otherwise they replace it.
    pub add: bool,
}

/// Longer start lists are joined in pieces, to bound the memory. Pieces of 2048 or less cost
/// time, as their lists get too short for vectors. Turin, 2026-11-21, units of n = 27 and 28.
const MAX_STARTS_PER_PASS: usize = 8192;

/// Some count needs more than 16 bits: the tables must be made anew, and wide.
#[derive(Debug)]
pub(crate) struct CountOverflow;

/// Counts of work, the same on every backend.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Work {
    pub tests: u64,
    pub finished: u64,
}

/// What the time goes into.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Phase {
    Expand,
    Finish,
    Fold,
    Dot,
}

/// The buffers and routines of one thread.
pub(crate) struct Workspace {
    kernels: Kernels,
    levels: Vec<[Lists; 2]>,
    tables: Vec<Vec<Row>>,
    scratch: Scratch,
    most: Vec<u32>,
    pub work: Work,
    /// The tables of a unit, kept for the next one.
    pub cells: [Vec<Row>; 2],
    /// Count in 32 bits even where 16 suffice; for tests.
    pub always_wide: bool,
    /// Tells the time at the ends of phases, if that is wanted.
    pub clock: Option<fn() -> u64>,
    /// The ticks of this clock in each [`Phase`].
    pub ticks: [u64; 4],
}

impl Workspace {
    pub fn new(kernels: Kernels) -> Self {
        Self {
            kernels,
            levels: Vec::new(),
            tables: Vec::new(),
            scratch: Scratch::default(),
            most: Vec::new(),
            work: Work::default(),
            cells: Default::default(),
            always_wide: false,
            clock: None,
            ticks: [0; 4],
        }
    }

    /// Does something, and counts its time.
    pub fn timed<T>(&mut self, phase: Phase, work: impl FnOnce(&mut Self) -> T) -> T {
        let Some(clock) = self.clock else {
            return work(self);
        };
        let begin = clock();
        let done = work(self);
        self.ticks[phase as usize] += clock().wrapping_sub(begin);
        done
    }

    /// Σ a·b, Σ a and Σ b over tables of the same width.
    pub fn dot(&self, a: &[Row], b: &[Row], wide: bool) -> (u128, u64, u64) {
        // SAFETY: kernels are only given out for features that the processor has.
        let [products, left, right] = unsafe { (self.kernels.dot[usize::from(wide)])(a, b) };
        // Σ a·b ≤ Σ a · Σ b: if this fits, nothing was lost.
        if !wide || left.checked_mul(right).is_some() {
            return (products.into(), left, right);
        }
        let exact = (a.iter().zip(b))
            .flat_map(|(a, b)| a.0.into_iter().zip(b.0))
            .map(|(a, b)| u128::from(a) * u128::from(b))
            .sum();
        (exact, left, right)
    }
}

/// One count of a table.
pub(crate) fn cell(rows: &[Row], index: usize, wide: bool) -> u32 {
    if wide {
        rows[index / LANES].0[index % LANES]
    } else {
        let word = rows[index / (2 * LANES)].0[index / 2 % LANES];
        word >> (16 * (index % 2)) & 0xffff
    }
}

fn set_cell(rows: &mut [Row], index: usize, wide: bool, count: u32) {
    if wide {
        rows[index / LANES].0[index % LANES] = count;
    } else {
        let word = &mut rows[index / (2 * LANES)].0[index / 2 % LANES];
        let shift = 16 * (index % 2);
        *word = *word & !(0xffff << shift) | count << shift;
    }
}

impl Join {
    /// Prepares joins with `row_sets` × `finals` of the second quarter.
    pub fn new(side: JoinInput) -> Self {
        let JoinInput {
            quarter,
            row_sets,
            finals,
        } = side;
        let queens = row_sets.first().map_or(0, |set| set.count_ones());
        let (cover, steps) = if queens >= 2 {
            (
                Cover::new(&row_sets, quarter.rows()),
                Steps::new(&finals, quarter.columns()),
            )
        } else {
            (Cover::default(), Steps::new(&[], quarter.columns()))
        };
        Self {
            quarter,
            row_sets,
            finals,
            cover,
            steps,
            queens,
        }
    }

    /// The number of rows that the counts for one row set fill.
    pub fn rows(&self, wide: bool) -> usize {
        self.finals.len().div_ceil(LANES * if wide { 1 } else { 2 })
    }

    /// Writes the counts for both start lists into `cells`.
    pub fn run(
        &self,
        worker: &mut Workspace,
        starts: [&[u64]; 2],
        cells: &mut CountTable,
        bases: [TableBase; 2],
        stride: usize,
    ) -> Result<(), CountOverflow> {
        let longest = starts[0].len().max(starts[1].len());
        let pieces = longest.div_ceil(MAX_STARTS_PER_PASS).max(1);
        for piece in 0..pieces {
            cells.add = piece > 0;
            let cut = |starts: &[u64], piece| starts.len() * piece / pieces;
            let some = starts.map(|starts| &starts[cut(starts, piece)..cut(starts, piece + 1)]);
            self.run_some(worker, some, cells, bases, stride)?;
        }
        Ok(())
    }

    fn run_some(
        &self,
        worker: &mut Workspace,
        starts: [&[u64]; 2],
        cells: &mut CountTable,
        bases: [TableBase; 2],
        stride: usize,
    ) -> Result<(), CountOverflow> {
        if self.queens < 2 {
            for (starts, base) in starts.into_iter().zip(bases) {
                if let Some(base) = base {
                    self.run_short(starts, cells, base, stride)?;
                }
            }
            return Ok(());
        }
        let last = self.queens as usize - 2;
        if worker.levels.len() <= last {
            worker.levels.resize_with(last + 1, Default::default);
        }
        for (lists, starts) in worker.levels[0].iter_mut().zip(starts) {
            lists.set_root(starts);
        }
        for node in &self.cover.nodes {
            if node.depth < last {
                if node.depth > 0 {
                    self.expand(worker, node, &self.steps.levels[node.depth - 1]);
                }
                continue;
            }
            self.finish(worker, node, cells.wide);
            self.fold(worker, node, cells, bases, stride)?;
        }
        Ok(())
    }

    fn expand(&self, worker: &mut Workspace, node: &Node, level: &Level) {
        worker.timed(Phase::Expand, |worker| {
            let (above, below) = worker.levels.split_at_mut(node.depth);
            let from = &above[node.depth - 1];
            let to = &mut below[0];
            for (from, to) in from.iter().zip(to) {
                // SAFETY: kernels are only given out for features that the processor has.
                worker.work.tests += unsafe {
                    (worker.kernels.expand)(
                        from,
                        to,
                        level,
                        &self.quarter,
                        node.row,
                        &mut worker.most,
                    )
                };
            }
        });
    }

    /// Fills the tables of a node.
    fn finish(&self, worker: &mut Workspace, node: &Node, wide: bool) {
        if worker.tables.len() < node.groups.len() {
            worker.tables.resize_with(node.groups.len(), Vec::new);
        }
        let rows = self.rows(wide) * 2 * LANES;
        for table in &mut worker.tables[..node.groups.len()] {
            table.clear();
            table.resize(rows, Row::ZERO);
        }
        for batch in self.batches(worker, node) {
            if node.depth > 0 {
                self.expand(worker, node, &batch.level);
            }
            let lists = &worker.levels[node.depth];
            if wide {
                self.check_length(lists);
            }
            let placements = lists.iter().flat_map(|lists| &lists.length);
            worker.work.finished += placements.copied().map(u64::from).sum::<u64>();
            worker.timed(Phase::Finish, |worker| {
                let lists = &worker.levels[node.depth];
                // SAFETY: kernels are only given out for features that the processor has.
                unsafe {
                    (worker.kernels.finish[usize::from(wide)])(
                        [&lists[0], &lists[1]],
                        &batch.last_level_sets,
                        &self.quarter,
                        &node.groups,
                        &mut worker.tables,
                        &mut worker.scratch,
                    )
                }
            });
        }
    }

    fn batches(&self, worker: &Workspace, node: &Node) -> &[Batch] {
        let above = match node.depth {
            0 => return self.steps.whole(),
            depth => &worker.levels[depth - 1],
        };
        let lengths = above.iter().flat_map(|lists| &lists.length);
        if lengths.copied().map(u64::from).sum::<u64>() > BATCHING_THRESHOLD {
            self.steps.batches()
        } else {
            self.steps.whole()
        }
    }

    /// Brings the tables of a node to their places.
    fn fold(
        &self,
        worker: &mut Workspace,
        node: &Node,
        cells: &mut CountTable,
        bases: [TableBase; 2],
        stride: usize,
    ) -> Result<(), CountOverflow> {
        worker.timed(Phase::Fold, |worker| {
            for (group, table) in node.groups.iter().zip(&worker.tables) {
                let mut to = [[usize::MAX; LANES]; 2];
                for (to, base) in to.iter_mut().zip(bases) {
                    for (to, &member) in to.iter_mut().zip(&group.members) {
                        *to = base.map_or(usize::MAX, |base| base + member as usize * stride);
                    }
                }
                let spread = worker.kernels.spread[usize::from(cells.wide)];
                let shape = [group.members.len(), self.rows(cells.wide)];
                // SAFETY: kernels are only given out for features that the processor has.
                if !unsafe { spread(table, cells.rows, &to, shape, cells.add) } {
                    return Err(CountOverflow);
                }
            }
            Ok(())
        })
    }

    /// Each table entry collects, from C(q,2) lists, at most two counts per placement: below
    /// this length 32 bits hold the sum.
    fn check_length(&self, lists: &[Lists; 2]) {
        let longest = lists.iter().flat_map(|lists| &lists.length).max();
        let most = 2 * sets::binomial(self.queens, 2) * longest.copied().map_or(0, u64::from);
        assert!(most <= u64::from(u32::MAX), "a count may exceed 32 bits");
    }

    /// No queen or one queen on the second quarter.
    fn run_short(
        &self,
        starts: &[u64],
        cells: &mut CountTable,
        base: usize,
        stride: usize,
    ) -> Result<(), CountOverflow> {
        let CountTable { wide, add, .. } = *cells;
        for (index, &rows) in self.row_sets.iter().enumerate() {
            let cells = &mut cells.rows[base + index * stride..][..self.rows(wide)];
            if !add {
                cells.fill(Row::ZERO);
            }
            for (index, &columns) in self.finals.iter().enumerate() {
                let square = if self.queens == 0 {
                    0
                } else {
                    self.quarter
                        .diagonals(rows.trailing_zeros(), columns.trailing_zeros())
                };
                let free = starts.iter().filter(|&&start| start & square == 0);
                let count = cell(cells, index, wide) + free.count() as u32;
                if !wide && count >= NARROW_LIMIT {
                    return Err(CountOverflow);
                }
                set_cell(cells, index, wide, count);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Backend;

    /// The counts of one start list for two rows and columns of the middle.
    fn counts(worker: &mut Workspace, queens: u32, starts: &[u64], wide: bool) -> Option<Vec<u32>> {
        let quarter = Quarter::new(12, true, true);
        let sets: Vec<u32> = sets::subsets(quarter.rows(), queens);
        let join = Join::new(JoinInput {
            quarter,
            row_sets: sets.clone(),
            finals: sets.clone(),
        });
        let stride = join.rows(wide);
        let mut rows = vec![Row([u32::MAX; LANES]); sets.len() * stride];
        let mut cells = CountTable {
            rows: &mut rows,
            wide,
            add: false,
        };
        let bases = [None, Some(0)];
        join.run(worker, [&[], starts], &mut cells, bases, stride)
            .ok()?;
        let all = (0..sets.len()).flat_map(|t| (0..sets.len()).map(move |f| (t, f)));
        Some(
            all.map(|(t, f)| cell(&rows[t * stride..], f, wide))
                .collect(),
        )
    }

    const LENGTHS: &[usize] = if cfg!(debug_assertions) {
        &[MAX_STARTS_PER_PASS + 1, 32768]
    } else {
        &[
            MAX_STARTS_PER_PASS - 1,
            MAX_STARTS_PER_PASS + 1,
            32767,
            32768,
            70000,
        ]
    };

    /// Lists at the limits of 16 bits and around the pieces in which long ones are joined.
    /// The same placement many times gives as many times its counts.
    #[test]
    fn counts_are_never_cut_off() {
        for backend in Backend::ALL {
            for kernels in backend.variants() {
                let mut worker = Workspace::new(kernels);
                for queens in [0, 1, 3] {
                    let one = counts(&mut worker, queens, &[0], false).expect("small counts");
                    let most = *one.iter().max().expect("some set");
                    assert!(most > 0);
                    for &length in LENGTHS {
                        let starts = vec![0; length];
                        let times = |count: &u32| count * length as u32;
                        let expected: Vec<u32> = one.iter().map(times).collect();
                        let wide = counts(&mut worker, queens, &starts, true);
                        assert_eq!(wide.as_ref(), Some(&expected), "{length} on {backend}");
                        let fits = most as usize * length < NARROW_LIMIT as usize;
                        let narrow = counts(&mut worker, queens, &starts, false);
                        assert_eq!(narrow, fits.then_some(expected), "{length} on {backend}");
                    }
                }
            }
        }
    }
}
