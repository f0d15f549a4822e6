//! Joins the placements on two quarters of one colour.
//!
//! Given the placements on the first quarter (the *starts*, fixed rows and columns), counts
//! for every wanted row set T and column set F of the second quarter the pairs of placements
//! that do not attack each other. The starts are extended row by row along the [`Cover`] of
//! the sets T; each node of the cover finishes its share of them.
//!
//! Two start lists are joined at once, see [`crate::count::lanes::generic`].

use super::cover::{Cover, Node};
use super::quarter::Quarter;
use super::sets;
use super::steps::Steps;
use crate::count::lanes::generic::{Row, Scratch};
use crate::count::lanes::lists::Lists;
use crate::count::lanes::{Kernels, LANES};

/// What one side of a unit joins: fixed for many start lists.
pub(crate) struct Join {
    quarter: Quarter,
    row_sets: Vec<u32>,
    finals: Vec<u32>,
    cover: Cover,
    steps: Steps,
    queens: u32,
}

/// Where the counts of one start list go: those of row set number t begin at
/// `base + t · stride`. `None` if there is no such list.
pub(crate) type Target = Option<usize>;

/// Counts of work, the same on every backend.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Work {
    pub tests: u64,
    pub blocks: u64,
}

/// The buffers and routines of one thread.
pub(crate) struct Worker {
    kernels: Kernels,
    levels: Vec<[Lists; 2]>,
    tables: Vec<Vec<Row>>,
    scratch: Scratch,
    pub work: Work,
    /// The tables of a unit, kept for the next one.
    pub cells: [Vec<u32>; 2],
    /// Count in 32 bits even where 16 suffice; for tests.
    pub always_wide: bool,
}

impl Worker {
    pub fn new(kernels: Kernels) -> Self {
        Self {
            kernels,
            levels: Vec::new(),
            tables: Vec::new(),
            scratch: Scratch::default(),
            work: Work::default(),
            cells: Default::default(),
            always_wide: false,
        }
    }

    /// Σ a·b, Σ a and Σ b.
    pub fn dot(&self, a: &[u32], b: &[u32]) -> (u128, u64, u64) {
        // SAFETY: kernels are only given out for features that the processor has.
        let [products, left, right] = unsafe { (self.kernels.dot)(a, b) };
        // Σ a·b ≤ Σ a · Σ b: if this fits, nothing was lost.
        if left.checked_mul(right).is_some() {
            return (products.into(), left, right);
        }
        let exact = a
            .iter()
            .zip(b)
            .map(|(&a, &b)| u128::from(a) * u128::from(b))
            .sum();
        (exact, left, right)
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

    /// The number of cells for one row set: one for each final set, filled up to whole vectors.
    pub fn width(&self) -> usize {
        self.finals.len().next_multiple_of(LANES)
    }

    /// Writes the counts for both start lists into `cells`.
    pub fn run(
        &self,
        worker: &mut Worker,
        starts: [&[u64]; 2],
        cells: &mut [u32],
        bases: [Target; 2],
        stride: usize,
    ) {
        if self.queens < 2 {
            for (starts, base) in starts.into_iter().zip(bases) {
                if let Some(base) = base {
                    self.run_short(starts, &mut cells[base..], stride);
                }
            }
            return;
        }
        if worker.levels.len() < self.queens as usize {
            worker
                .levels
                .resize_with(self.queens as usize, Default::default);
        }
        for (lists, starts) in worker.levels[0].iter_mut().zip(starts) {
            lists.set_root(starts);
        }
        for node in &self.cover.nodes {
            if node.depth > 0 {
                self.expand(worker, node);
            }
            if !node.groups.is_empty() {
                self.finish(worker, node, cells, bases, stride);
            }
        }
    }

    fn expand(&self, worker: &mut Worker, node: &Node) {
        let (above, below) = worker.levels.split_at_mut(node.depth);
        let from = &above[node.depth - 1];
        let to = &mut below[0];
        for (from, to) in from.iter().zip(to) {
            // SAFETY: kernels are only given out for features that the processor has.
            worker.work.tests += unsafe {
                (worker.kernels.expand)(
                    from,
                    to,
                    &self.steps.levels[node.depth - 1],
                    &self.quarter,
                    node.row,
                )
            };
        }
    }

    fn finish(
        &self,
        worker: &mut Worker,
        node: &Node,
        cells: &mut [u32],
        bases: [Target; 2],
        stride: usize,
    ) {
        let lists = &worker.levels[node.depth];
        let wide = usize::from(worker.always_wide || self.may_exceed_16_bits(lists));
        let rows = self.width() * (1 + wide);
        if worker.tables.len() < node.groups.len() {
            worker.tables.resize_with(node.groups.len(), Vec::new);
        }
        for table in &mut worker.tables[..node.groups.len()] {
            table.clear();
            table.resize(rows, Row::ZERO);
        }
        // SAFETY: kernels are only given out for features that the processor has.
        worker.work.blocks += unsafe {
            (worker.kernels.finish[wide])(
                [&lists[0], &lists[1]],
                &self.steps,
                &self.quarter,
                &node.groups,
                &mut worker.tables,
                &mut worker.scratch,
            )
        };
        for (group, table) in node.groups.iter().zip(&worker.tables) {
            let mut to = [[usize::MAX; LANES]; 2];
            for (to, base) in to.iter_mut().zip(bases) {
                for (to, &member) in to.iter_mut().zip(&group.members) {
                    *to = base.map_or(usize::MAX, |base| base + member as usize * stride);
                }
            }
            // SAFETY: as above.
            unsafe {
                (worker.kernels.spread[wide])(table, cells, &to, group.members.len(), self.width());
            }
        }
    }

    /// Each table entry collects, from C(q,2) lists, at most two counts per placement.
    fn may_exceed_16_bits(&self, lists: &[Lists; 2]) -> bool {
        let longest = lists
            .iter()
            .flat_map(|lists| &lists.length)
            .max()
            .copied()
            .unwrap_or(0);
        2 * sets::binomial(self.queens, 2) * u64::from(longest) > u64::from(u16::MAX)
    }

    /// No queen or one queen on the second quarter.
    fn run_short(&self, starts: &[u64], cells: &mut [u32], stride: usize) {
        for (index, &rows) in self.row_sets.iter().enumerate() {
            let cells = &mut cells[index * stride..][..self.width()];
            cells.fill(0);
            for (cell, &columns) in cells.iter_mut().zip(&self.finals) {
                let square = if self.queens == 0 {
                    0
                } else {
                    self.quarter
                        .diagonals(rows.trailing_zeros(), columns.trailing_zeros())
                };
                *cell = starts.iter().filter(|&&start| start & square == 0).count() as u32;
            }
        }
    }
}
