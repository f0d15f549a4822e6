//! Completions by search, with one word of columns for each row.
//!
//! Counting and visiting continue in the row with the fewest free squares, so that a row without any is
//! detected at once. Listing goes from the top row down, for lexicographic order, and skips a
//! queen that would leave a later row without a free square.

use std::iter::FusedIterator;
use std::ops::ControlFlow;

#[cfg(feature = "sat")]
use super::large;
use super::{ConstrainedBoard, Square};
use crate::solutions::next_placement;
use crate::{Advance, Error, MAX_COMPLETED, Placement};

/// Nodes between two calls of a stop check, which take less than 1 ms.
const NODES_PER_STOP_CHECK: u32 = 4096;

/// The lines that queens take, one bit each.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct TakenLines {
    pub(super) columns: u64,
    /// By column − row + n − 1.
    diagonals: u64,
    /// By column + row.
    anti_diagonals: u64,
}

/// A board as bit masks.
#[derive(Debug, Clone)]
pub(super) struct Masks {
    pub(super) n: u32,
    /// The squares of each row that are not blocked; in the row of a placed queen, its square.
    pub(super) allowed: Vec<u64>,
    /// The rows without a placed queen, one bit each.
    pub(super) open: u64,
    /// The lines of the placed queens.
    pub(super) taken: TakenLines,
}

impl Masks {
    /// Fails for boards larger than [`MAX_COMPLETED`]; `None` if placed queens attack each other or
    /// are on blocked squares.
    pub(super) fn new(board: &ConstrainedBoard) -> Result<Option<Self>, Error> {
        let n = board.size();
        if n > MAX_COMPLETED {
            return Err(Error::TooLarge {
                n: n.into(),
                what: "completing a board",
                max: MAX_COMPLETED,
            });
        }
        if board.contradiction().is_some() {
            return Ok(None);
        }
        let is_allowed = |square: &Square| !board.is_blocked(*square);
        let mut masks = Self {
            n,
            allowed: (0..n)
                .map(|row| {
                    let squares = (0..n).map(|column| Square::new(row, column));
                    let allowed = squares.filter(is_allowed);
                    allowed.fold(0, |mask, square| mask | 1 << square.column)
                })
                .collect(),
            open: (1 << n) - 1,
            taken: TakenLines::default(),
        };
        for queen in board.queens() {
            masks.allowed[queen.row as usize] = 1 << queen.column;
            masks.open &= !(1 << queen.row);
            masks.taken = masks.with(masks.taken, queen.row, queen.column);
        }
        Ok(Some(masks))
    }

    pub(super) fn with(&self, taken: TakenLines, row: u32, column: u32) -> TakenLines {
        TakenLines {
            columns: taken.columns | 1 << column,
            diagonals: taken.diagonals | 1 << (column + self.n - 1 - row),
            anti_diagonals: taken.anti_diagonals | 1 << (column + row),
        }
    }

    /// Returns the free squares of an open row, one bit for each column.
    pub(super) fn free(&self, taken: TakenLines, row: u32) -> u64 {
        let attacked =
            taken.columns | taken.diagonals >> (self.n - 1 - row) | taken.anti_diagonals >> row;
        self.allowed[row as usize] & !attacked
    }

    /// Returns the open row with the fewest free squares, and these.
    pub(super) fn tightest(&self, taken: TakenLines, open: u64) -> Option<(u32, u64)> {
        let (mut best, mut fewest) = (None, u32::MAX);
        for row in bits(open) {
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

/// Returns the positions of the bits that are set, in ascending order.
pub(super) fn bits(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lowest = (mask != 0).then(|| mask.trailing_zeros());
        mask &= mask.wrapping_sub(1);
        lowest
    })
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
    pub(super) fn search(
        &mut self,
        taken: TakenLines,
        open: u64,
        finish: &mut FinishRow,
    ) -> ControlFlow<()> {
        if self.nodes.is_multiple_of(NODES_PER_STOP_CHECK) && (self.should_stop)() {
            return ControlFlow::Break(());
        }
        self.nodes = self.nodes.wrapping_add(1);
        let Some((row, free)) = self.masks.tightest(taken, open) else {
            return ControlFlow::Continue(());
        };
        let rest = open & !(1 << row);
        if rest == 0 {
            return finish(&mut self.columns, row, free);
        }
        for column in bits(free) {
            self.columns[row as usize] = column;
            self.search(self.masks.with(taken, row, column), rest, finish)?;
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
        let Some(masks) = Masks::new(self)? else {
            return Ok(Some(0));
        };
        if masks.open == 0 {
            return Ok(Some(1));
        }
        let mut completions = 0;
        let mut search = TightestFirst::new(&masks, should_stop);
        let flow = search.search(masks.taken, masks.open, &mut |_, _, free| {
            completions += u128::from(free.count_ones());
            ControlFlow::Continue(())
        });
        Ok(flow.is_continue().then_some(completions))
    }

    /// Calls `each` with the columns of every completion until it breaks, in an order that finds
    /// completions sooner than the lexicographic one. The search also breaks when `should_stop`,
    /// called every 4096 nodes, returns true.
    ///
    /// For n > [`MAX_COMPLETED`], a local search and then a SAT solver find the completions, up to
    /// n = [`MAX_SAT_SIZE`](crate::MAX_SAT_SIZE). Fails for larger boards, and for all with
    /// n > [`MAX_COMPLETED`] without the feature `sat`.
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
        #[cfg(feature = "sat")]
        if self.size() > MAX_COMPLETED {
            return large::visit(self, should_stop, each);
        }
        #[cfg(not(feature = "sat"))]
        if self.size() > MAX_COMPLETED {
            return Err(Error::TooLarge {
                n: self.size().into(),
                what: "completing a board without the feature sat of bezzel-core",
                max: MAX_COMPLETED,
            });
        }
        let Some(masks) = Masks::new(self)? else {
            return Ok(ControlFlow::Continue(()));
        };
        let mut search = TightestFirst::new(&masks, should_stop);
        if masks.open == 0 {
            return Ok(each(&search.columns));
        }
        let flow = search.search(masks.taken, masks.open, &mut |columns, row, free| {
            bits(free).try_for_each(|column| {
                columns[row as usize] = column;
                each(columns)
            })
        });
        Ok(flow)
    }

    /// Returns the completions in lexicographic order of their columns. Fails for
    /// n > [`MAX_COMPLETED`].
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Placement};
    /// let board: ConstrainedBoard = "....\nx...\n....\n....\n".parse()?;
    /// let all: Vec<_> = board.completions()?.collect();
    /// assert_eq!(all, [Placement::from_columns([1, 3, 0, 2])?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn completions(&self) -> Result<Completions, Error> {
        let masks = Masks::new(self)?;
        let first = masks.as_ref().map(|masks| Level {
            taken: masks.taken,
            candidates: masks.candidates(masks.taken, 0),
        });
        Ok(Completions {
            masks,
            levels: first.into_iter().collect(),
            columns: Vec::with_capacity(self.size() as usize),
        })
    }
}

impl Masks {
    /// Returns the squares of a row that are to be tried when all rows above are done.
    fn candidates(&self, taken: TakenLines, row: u32) -> u64 {
        match () {
            _ if row == self.n => 0,
            _ if self.open >> row & 1 == 0 => self.allowed[row as usize],
            _ => self.free(taken, row),
        }
    }

    /// Returns true if every open row below `row` has a free square.
    fn leaves_free_squares(&self, taken: TakenLines, row: u32) -> bool {
        bits(self.open & !((2 << row) - 1)).all(|later| self.free(taken, later) != 0)
    }
}

/// The completions of a board in lexicographic order of their columns.
///
/// The search keeps its own stack, so that it can pause at each completion, and after a number
/// of steps. Memory O(n).
///
/// ```
/// use bezzel::{Advance, ConstrainedBoard, Square};
/// let mut board = ConstrainedBoard::new(6)?;
/// board.block(Square::new(0, 1))?;
/// let mut completions = board.completions()?;
/// assert_eq!(completions.advance(1), Advance::Paused);
/// assert_eq!(completions.advance(1000), Advance::Solution(&[2, 5, 1, 4, 0, 3]));
/// assert_eq!(completions.count(), 2);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Completions {
    /// `None` for a contradictory board.
    masks: Option<Masks>,
    /// One level for each row that has been entered.
    levels: Vec<Level>,
    columns: Vec<u32>,
}

/// A row of the search: the lines taken above it, and the free squares still to be tried.
#[derive(Debug, Clone, Copy)]
struct Level {
    taken: TakenLines,
    candidates: u64,
}

/// [`Advance`] without the columns, which stay in the search.
enum Progress {
    Solution,
    Paused,
    End,
}

impl Completions {
    /// Continues the search for at most `steps` steps, each of which tries one square or leaves
    /// one row.
    pub fn advance(&mut self, steps: u64) -> Advance<'_> {
        match self.search(steps) {
            Progress::Solution => Advance::Solution(&self.columns),
            Progress::Paused => Advance::Paused,
            Progress::End => Advance::End,
        }
    }

    fn search(&mut self, steps: u64) -> Progress {
        let Some(masks) = &self.masks else {
            return Progress::End;
        };
        for _ in 0..steps {
            let Some(row) = self.levels.len().checked_sub(1) else {
                return Progress::End;
            };
            self.columns.truncate(row);
            if row == masks.n as usize {
                // n = 0: the empty board is the one solution.
                self.levels.pop();
                return Progress::Solution;
            }
            let level = &mut self.levels[row];
            if level.candidates == 0 {
                self.levels.pop();
                continue;
            }
            let column = level.candidates.trailing_zeros();
            level.candidates &= level.candidates - 1;
            let (taken, row) = (masks.with(level.taken, row as u32, column), row as u32);
            if !masks.leaves_free_squares(taken, row) {
                continue;
            }
            self.columns.push(column);
            if row + 1 == masks.n {
                return Progress::Solution;
            }
            let candidates = masks.candidates(taken, row + 1);
            self.levels.push(Level { taken, candidates });
        }
        Progress::Paused
    }
}

impl Iterator for Completions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        next_placement(self, Self::advance)
    }
}

impl FusedIterator for Completions {}
