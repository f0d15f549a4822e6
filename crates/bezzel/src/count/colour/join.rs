//! Joins the placements on two quarters of one colour.
//!
//! Given the placements on the first quarter (the *starts*, fixed rows and columns), counts
//! for every wanted row set T and column set F of the second quarter the pairs of placements
//! that do not attack each other. The starts are extended row by row along the [`Cover`] of
//! the sets T; each node of the cover finishes its share of them.
//!
//! Two start lists are joined at once, see [`crate::count::lanes::finish`].

use super::cover::{Cover, Node};
use super::quarter::Quarter;
use super::sets;
use super::steps::{Batch, Level, Steps};
use crate::count::lanes::finish::{NARROW_LIMIT, Row, Scratch};
use crate::count::lanes::lists::Lists;
use crate::count::lanes::{Kernels, LANES};

/// Lists of the last level but one with more placements than this are extended in batches:
/// what comes of all together would leave the cache. Emerald Rapids and Turin, 2026-11-21,
/// `bezzel bench 20 22 24 27`.
const IN_ONE_BATCH: u64 = 1 << 14;

/// What one side of a unit joins: fixed for many start lists.
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
pub(crate) type Target = Option<usize>;

/// Tables of counts for many start lists.
///
/// Counts have 16 bits, or 32 if they are `wide`.
pub(crate) struct Cells<'a> {
    pub rows: &'a mut [Row],
    pub wide: bool,
}

/// Some count needs more than 16 bits: the tables must be made anew, and wide.
#[derive(Debug)]
pub(crate) struct TooNarrow;

/// Counts of work, the same on every backend.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Work {
    pub tests: u64,
    pub blocks: u64,
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
pub(crate) struct Worker {
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

impl Worker {
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
    pub fn new(quarter: Quarter, row_sets: Vec<u32>, finals: Vec<u32>) -> Self {
        let queens = row_sets.first().map_or(0, |set| set.count_ones());
        let (cover, steps) = if queens >= 2 {
            (
                Cover::new(&row_sets, quarter.rows),
                Steps::new(&finals, quarter.columns),
            )
        } else {
            (Cover::default(), Steps::new(&[], quarter.columns))
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
        worker: &mut Worker,
        starts: [&[u64]; 2],
        cells: &mut Cells,
        bases: [Target; 2],
        stride: usize,
    ) -> Result<(), TooNarrow> {
        if self.queens < 2 {
            for (starts, base) in starts.into_iter().zip(bases) {
                if let Some(base) = base {
                    self.run_short(starts, &mut cells.rows[base..], cells.wide, stride)?;
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

    fn expand(&self, worker: &mut Worker, node: &Node, level: &Level) {
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
    fn finish(&self, worker: &mut Worker, node: &Node, wide: bool) {
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
            worker.timed(Phase::Finish, |worker| {
                let lists = &worker.levels[node.depth];
                // SAFETY: kernels are only given out for features that the processor has.
                worker.work.blocks += unsafe {
                    (worker.kernels.finish[usize::from(wide)])(
                        [&lists[0], &lists[1]],
                        &batch.endings,
                        &self.quarter,
                        &node.groups,
                        &mut worker.tables,
                        &mut worker.scratch,
                    )
                };
            });
        }
    }

    fn batches(&self, worker: &Worker, node: &Node) -> &[Batch] {
        let above = match node.depth {
            0 => return self.steps.whole(),
            depth => &worker.levels[depth - 1],
        };
        let lengths = above.iter().flat_map(|lists| &lists.length);
        if lengths.copied().map(u64::from).sum::<u64>() > IN_ONE_BATCH {
            self.steps.batches()
        } else {
            self.steps.whole()
        }
    }

    /// Brings the tables of a node to their places.
    fn fold(
        &self,
        worker: &mut Worker,
        node: &Node,
        cells: &mut Cells,
        bases: [Target; 2],
        stride: usize,
    ) -> Result<(), TooNarrow> {
        worker.timed(Phase::Fold, |worker| {
            for (group, table) in node.groups.iter().zip(&worker.tables) {
                let mut to = [[usize::MAX; LANES]; 2];
                for (to, base) in to.iter_mut().zip(bases) {
                    for (to, &member) in to.iter_mut().zip(&group.members) {
                        *to = base.map_or(usize::MAX, |base| base + member as usize * stride);
                    }
                }
                let spread = worker.kernels.spread[usize::from(cells.wide)];
                let lanes = group.members.len();
                // SAFETY: kernels are only given out for features that the processor has.
                if !unsafe { spread(table, cells.rows, &to, lanes, self.rows(cells.wide)) } {
                    return Err(TooNarrow);
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
        cells: &mut [Row],
        wide: bool,
        stride: usize,
    ) -> Result<(), TooNarrow> {
        if !wide && starts.len() >= NARROW_LIMIT as usize {
            return Err(TooNarrow);
        }
        for (index, &rows) in self.row_sets.iter().enumerate() {
            let cells = &mut cells[index * stride..][..self.rows(wide)];
            cells.fill(Row::ZERO);
            for (index, &columns) in self.finals.iter().enumerate() {
                let square = if self.queens == 0 {
                    0
                } else {
                    self.quarter
                        .diagonals(rows.trailing_zeros(), columns.trailing_zeros())
                };
                let free = starts.iter().filter(|&&start| start & square == 0);
                set_cell(cells, index, wide, free.count() as u32);
            }
        }
        Ok(())
    }
}
