//! Completions by search, with one word of columns for each row.
//!
//! The search continues in the row with the fewest free squares, so that a row without any is
//! detected at once.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::ConstrainedBoard;
use super::lines::{Taken, bits, by_row};
use crate::min_conflicts::LocalSearch;
use crate::{Advance, Error, MAX_COMPLETED, Square};

/// Steps of the exact-cover search between two calls of a stop check, which take less than 10 ms.
const STEPS_PER_STOP_CHECK: u64 = 1 << 12;
/// Nodes between two calls of a stop check, which take less than 1 ms.
const NODES_PER_STOP_CHECK: u32 = 4096;

/// A board as bit masks. A search starts with taken rows, but no other lines: squares that placed
/// queens attack are not allowed.
#[derive(Debug, Clone)]
pub(super) struct Masks {
    pub(super) n: u32,
    /// The squares of each row that may have a queen. None on a board that contradicts itself.
    pub(super) allowed: Vec<u64>,
    /// The rows with a placed queen. None on a board that contradicts itself.
    pub(super) start: Taken,
}

impl Masks {
    /// Fails for boards larger than [`MAX_COMPLETED`].
    pub(super) fn new(board: &ConstrainedBoard) -> Result<Self, Error> {
        let n = board.size();
        if n > MAX_COMPLETED {
            return Err(Error::TooLarge {
                n: n.into(),
                what: "completing a board",
                max: MAX_COMPLETED,
            });
        }
        let squares = board.possible_squares();
        let placed = squares
            .iter()
            .filter(|square| board.queens.contains(square));
        Ok(Self {
            n,
            start: Taken::of_rows(placed.fold(0, |rows, queen| rows | 1 << queen.row)),
            allowed: by_row(n, squares),
        })
    }

    /// Returns the rows without a queen, one bit each.
    pub(super) fn open(&self, taken: Taken) -> u64 {
        ((1 << self.n) - 1) & !taken.rows
    }

    /// Returns the free squares of an open row, one bit for each column.
    pub(super) fn free(&self, taken: Taken, row: u32) -> u64 {
        self.allowed[row as usize] & !taken.attacked(self.n, row)
    }

    /// Returns the open row with the fewest free squares, and these.
    pub(super) fn tightest(&self, taken: Taken) -> Option<(u32, u64)> {
        let (mut best, mut fewest) = (None, u32::MAX);
        for row in bits(self.open(taken)) {
            let free = self.free(taken, row);
            if free.count_ones() < fewest {
                (best, fewest) = (Some((row, free)), free.count_ones());
            }
            if fewest == 0 {
                break;
            }
        }
        best
    }
}

/// Handles the columns, the last open row and its free squares.
pub(super) type FinishRow<'a> = dyn FnMut(&mut [u32], u32, u64) -> ControlFlow<()> + 'a;

/// The search that continues in the row with the fewest free squares.
pub(super) struct TightestFirst<'a> {
    masks: &'a Masks,
    should_stop: &'a dyn Fn() -> bool,
    nodes: u32,
    /// The columns of placed queens and of the rows that have been entered.
    columns: Vec<u32>,
}

impl<'a> TightestFirst<'a> {
    pub(super) fn new(masks: &'a Masks, should_stop: &'a dyn Fn() -> bool) -> Self {
        let columns = masks.allowed.iter().map(|row| row.trailing_zeros());
        Self {
            masks,
            should_stop,
            nodes: 0,
            columns: columns.collect(),
        }
    }

    /// Calls `finish` whenever all open rows but one are filled. There must be an open row.
    pub(super) fn search(&mut self, taken: Taken, finish: &mut FinishRow) -> ControlFlow<()> {
        if self.nodes.is_multiple_of(NODES_PER_STOP_CHECK) && (self.should_stop)() {
            return ControlFlow::Break(());
        }
        self.nodes = self.nodes.wrapping_add(1);
        let Some((row, free)) = self.masks.tightest(taken) else {
            return ControlFlow::Continue(());
        };
        if self.masks.open(taken) == 1 << row {
            return finish(&mut self.columns, row, free);
        }
        for column in bits(free) {
            self.columns[row as usize] = column;
            let below = taken.with(self.masks.n, Square::new(row, column));
            self.search(below, finish)?;
        }
        ControlFlow::Continue(())
    }
}

impl ConstrainedBoard {
    /// Returns the exact number of completions, or `None` if `should_stop` returned true. The
    /// search calls it every 4096 nodes.
    ///
    /// Contradictory boards have no completion. Fails for n > [`MAX_COMPLETED`].
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, NEVER};
    ///
    /// let board: ConstrainedBoard = "x.......\n".repeat(8).parse()?;
    /// // Every solution has a queen in the first column.
    /// assert_eq!(board.count_completions(NEVER)?, Some(0));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn count_completions(&self, should_stop: &dyn Fn() -> bool) -> Result<Option<u128>, Error> {
        let masks = Masks::new(self)?;
        if masks.open(masks.start) == 0 {
            return Ok(Some(1));
        }
        let mut completions = 0;
        let mut search = TightestFirst::new(&masks, should_stop);
        let flow = search.search(masks.start, &mut |_, _, free| {
            completions += u128::from(free.count_ones());
            ControlFlow::Continue(())
        });
        Ok(flow.is_continue().then_some(completions))
    }

    /// Calls `each` with the columns of every completion until it breaks, in an order that finds
    /// completions sooner than the lexicographic one. The search also breaks when `should_stop`,
    /// called every 4096 nodes, returns true.
    ///
    /// For n > [`MAX_COMPLETED`], a local search and then an exact-cover search find the completions.
    /// Fails for n > [`MAX_COVERED_SIZE`](crate::MAX_COVERED_SIZE).
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, NEVER, Square};
    /// use std::ops::ControlFlow;
    /// let mut board = ConstrainedBoard::new(32)?;
    /// board.place(Square::new(31, 0))?;
    /// let mut first = None;
    /// let _ = board.visit_completions(NEVER, &mut |columns| {
    ///     first = Some(columns.to_vec());
    ///     ControlFlow::Break(())
    /// })?;
    /// assert!(board.is_completion(&first.unwrap()));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit_completions(
        &self,
        should_stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        if self.size() > MAX_COMPLETED {
            return self.visit_large(should_stop, each);
        }
        let masks = Masks::new(self)?;
        let mut search = TightestFirst::new(&masks, should_stop);
        if masks.open(masks.start) == 0 {
            return Ok(each(&search.columns));
        }
        Ok(search.search(masks.start, &mut |columns, row, free| {
            bits(free).try_for_each(|column| {
                columns[row as usize] = column;
                each(columns)
            })
        }))
    }

    /// Visits the completions of a board that does not fit the bit masks.
    ///
    /// A local search finds completions of boards with much freedom at once, where the exact-cover search
    /// may lose itself among bad first queens. When it finds no further completion, the exact-cover search
    /// takes over, which can also prove that no completion exists.
    fn visit_large(
        &self,
        should_stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> Result<ControlFlow<()>, Error> {
        self.check_covered()?;
        if self.contradiction().is_some() {
            return Ok(ControlFlow::Continue(()));
        }
        let mut known = HashSet::new();
        let mut local = LocalSearch::<true>::new(self, 0);
        while local.attempt(should_stop) || local.climb(should_stop) {
            if !known.insert(local.columns.clone()) {
                break;
            }
            if each(&local.columns).is_break() {
                return Ok(ControlFlow::Break(()));
            }
        }
        let (problem, squares) = self.exact_cover()?;
        let mut search = problem.search();
        let mut columns = vec![0; self.size() as usize];
        while !should_stop() {
            match search.advance(STEPS_PER_STOP_CHECK) {
                Advance::Solution(options) => {
                    for &option in options {
                        let square = squares[option as usize];
                        columns[square.row as usize] = square.column;
                    }
                    if !known.contains(&columns) && each(&columns).is_break() {
                        break;
                    }
                }
                Advance::Paused => {}
                Advance::End => return Ok(ControlFlow::Continue(())),
            }
        }
        Ok(ControlFlow::Break(()))
    }
}
