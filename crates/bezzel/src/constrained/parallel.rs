//! Counting with threads and symmetry.
//!
//! Let H be the stabiliser of the board and r an open row. For h in H, the key of a completion s
//! under h is the column of the queen of h(s) in row r. Only completions whose key under the
//! identity is the greatest of their keys are counted. If k of the |H| keys attain it, the
//! completion has weight |H| / k: the members of an orbit then have weights that sum to its size.
//!
//! The keys are known when the queens on row r and on its images are placed. The search therefore
//! begins with these lines, and its start positions are the parts that the threads count.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use rayon::prelude::*;

use super::lines::{RowOrColumn, Taken, bits};
use super::search::{Masks, TightestFirst};
use super::{ConstrainedBoard, Square};
use crate::parallel::{FinishedPart, PARTS, thread_pool};
use crate::{Error, Symmetry};

/// Weights are multiples of 1 / 840, since 840 is divisible by 1, 2, …, 8.
const WEIGHT_SCALE: u128 = 840;

/// Partial placement from which one part of the search starts.
#[derive(Clone)]
struct Start {
    taken: Taken,
    /// The columns of the rows that are not open.
    columns: Vec<u32>,
    /// Images that each completion counts for, times [`WEIGHT_SCALE`].
    weight: u128,
}

impl Start {
    fn place(&self, masks: &Masks, row: u32, column: u32) -> Self {
        let mut start = self.clone();
        start.taken = self.taken.with(masks.n, Square::new(row, column));
        start.columns[row as usize] = column;
        start
    }

    /// Returns the queen on a line, if it has one.
    fn queen(&self, line: RowOrColumn) -> Option<Square> {
        let is_filled = |row: &u32| self.taken.rows >> row & 1 == 1;
        match line {
            RowOrColumn::Row(row) => {
                is_filled(&row).then(|| Square::new(row, self.columns[row as usize]))
            }
            RowOrColumn::Column(column) => {
                let mut rows = (0..self.columns.len() as u32).filter(is_filled);
                rows.find(|&row| self.columns[row as usize] == column)
                    .map(|row| Square::new(row, column))
            }
        }
    }

    /// Returns the start positions with a queen on the line.
    fn fill(self, masks: &Masks, line: RowOrColumn) -> Vec<Self> {
        if self.queen(line).is_some() {
            return vec![self];
        }
        match line {
            RowOrColumn::Row(row) => bits(masks.free(self.taken, row))
                .map(|column| self.place(masks, row, column))
                .collect(),
            RowOrColumn::Column(column) => bits(masks.open(self.taken))
                .filter(|&row| masks.free(self.taken, row) >> column & 1 == 1)
                .map(|row| self.place(masks, row, column))
                .collect(),
        }
    }

    /// Counts the completions, times [`WEIGHT_SCALE`]. `None` if it was stopped.
    fn count(&self, masks: &Masks, should_stop: &dyn Fn() -> bool) -> Option<u128> {
        if masks.open(self.taken) == 0 {
            return Some(self.weight);
        }
        let mut completions = 0;
        let mut search = TightestFirst::new(masks, should_stop);
        let flow = search.search(self.taken, &mut |_, _, free| {
            completions += u128::from(free.count_ones());
            ControlFlow::Continue(())
        });
        flow.is_continue().then_some(completions * self.weight)
    }
}

/// The stabiliser of a board and the row that its keys belong to.
struct Keys {
    n: u32,
    /// The symmetries, the identity first, and the line that each maps onto the row.
    sources: Vec<(Symmetry, RowOrColumn)>,
}

impl Keys {
    fn new(board: &ConstrainedBoard, row: u32) -> Self {
        let n = board.size();
        let source = |symmetry: Symmetry| {
            let moved_to = |square| symmetry.apply(square, n).row == row;
            let mut lines = 0..n;
            if symmetry.exchanges_axes() {
                let column = lines.find(|&column| moved_to(Square::new(0, column)));
                RowOrColumn::Column(column.expect("a line for every row"))
            } else {
                let row = lines.find(|&row| moved_to(Square::new(row, 0)));
                RowOrColumn::Row(row.expect("a line for every row"))
            }
        };
        let stabiliser = board.stabiliser().into_iter();
        Self {
            n,
            sources: stabiliser.map(|one| (one, source(one))).collect(),
        }
    }

    /// Returns the weight of a start position, or `None` if another image is counted instead. Keys
    /// that are not known yet are left out.
    fn weight(&self, start: &Start) -> Option<u128> {
        let keys = self.sources.iter().filter_map(|&(symmetry, line)| {
            let queen = start.queen(line)?;
            Some(symmetry.apply(queen, self.n).column)
        });
        let keys: Vec<u32> = keys.collect();
        let greatest = keys[0];
        if keys.iter().any(|&key| key > greatest) {
            return None;
        }
        let attaining = keys.iter().filter(|&&key| key == greatest).count();
        Some(WEIGHT_SCALE * self.sources.len() as u128 / attaining as u128)
    }
}

/// Returns start positions whose weighted completions sum to all completions.
fn starts(board: &ConstrainedBoard, masks: &Masks) -> Vec<Start> {
    let middle = masks.n / 2;
    let row = bits(masks.open(masks.start)).min_by_key(|&row| {
        let free = masks.allowed[row as usize].count_ones();
        (free, row.abs_diff(middle))
    });
    let Some(row) = row else {
        return Vec::new();
    };
    let keys = Keys::new(board, row);
    let mut starts = vec![Start {
        taken: masks.start,
        columns: masks
            .allowed
            .iter()
            .map(|row| row.trailing_zeros())
            .collect(),
        weight: WEIGHT_SCALE,
    }];
    for &(_, line) in &keys.sources {
        let filled = starts.into_iter().flat_map(|start| start.fill(masks, line));
        let weighted = filled.filter_map(|mut start| {
            start.weight = keys.weight(&start)?;
            Some(start)
        });
        starts = weighted.collect();
    }
    while starts.len() < PARTS && starts.iter().any(|start| masks.open(start.taken) != 0) {
        let refined = starts
            .into_iter()
            .flat_map(|start| match masks.tightest(start.taken) {
                Some((row, _)) => start.fill(masks, RowOrColumn::Row(row)),
                None => vec![start],
            });
        starts = refined.collect();
    }
    starts
}

/// The completions of the parts that are done.
#[derive(Default)]
struct Done {
    parts: usize,
    /// Times [`WEIGHT_SCALE`].
    weighted: u128,
}

impl ConstrainedBoard {
    /// Returns the exact number of completions, or `None` if `should_stop` returned true. Counts
    /// with the stabiliser and with threads, and calls `progress` after each part of the search.
    ///
    /// A part may stand for several images of its solutions. Contradictory boards have no
    /// completion. Needs the feature `parallel`. Fails for n > [`MAX_COMPLETED`](crate::MAX_COMPLETED).
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, NEVER, Square};
    /// let mut board = ConstrainedBoard::new(8)?;
    /// board.block(Square::new(0, 0))?;
    /// let count = board.count_completions_parallel(2, NEVER, &|part| {
    ///     assert!(part.done <= part.parts);
    /// })?;
    /// assert_eq!(count, Some(88));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_completions_parallel(
        &self,
        threads: usize,
        should_stop: &(dyn Fn() -> bool + Sync),
        progress: &(dyn Fn(FinishedPart) + Sync),
    ) -> Result<Option<u128>, Error> {
        let masks = Masks::new(self)?;
        if masks.open(masks.start) == 0 {
            return Ok(Some(1));
        }
        let starts = starts(self, &masks);
        let done = Mutex::new(Done::default());
        let count = |start: &Start| {
            let weighted = start.count(&masks, should_stop)?;
            let mut done = done.lock().unwrap_or_else(PoisonError::into_inner);
            let before = done.weighted / WEIGHT_SCALE;
            done.parts += 1;
            done.weighted += weighted;
            progress(FinishedPart {
                solutions: done.weighted / WEIGHT_SCALE - before,
                done: done.parts,
                parts: starts.len(),
            });
            Some(())
        };
        let counted = if threads <= 1 {
            starts.iter().try_for_each(count)
        } else {
            // One part at a time, because parts differ widely in size.
            let parts = starts.par_iter().with_max_len(1);
            thread_pool(threads)?.install(|| parts.try_for_each(count))
        };
        let done = done.into_inner().unwrap_or_else(PoisonError::into_inner);
        assert!(
            counted.is_none() || done.weighted.is_multiple_of(WEIGHT_SCALE),
            "the weights of an orbit sum to its size"
        );
        Ok(counted.map(|()| done.weighted / WEIGHT_SCALE))
    }
}
