//! Enumeration of completions, of all solutions, and of the fundamental ones.

use std::iter::FusedIterator;

use crate::constrained::lines::by_row;
use crate::methods::Masks;
use crate::symmetry::is_canonical;
use crate::{ConstrainedBoard, Error, Placement, SymmetryClass};

/// Largest board whose solutions are enumerated: its columns fit in one word.
const MAX_ENUMERATED: u32 = 64;

/// The completions of a board in lexicographic order of their columns; the completions of a board without
/// constraints are all solutions.
///
/// The search is the bitmask method with an explicit stack instead of recursion, so that it can
/// pause at each solution, and after a number of steps. On a board with constraints it skips a queen
/// that would leave a later row without a free square. O(n) memory.
///
/// ```
/// let mut search = bezzel::solutions(5)?;
/// assert_eq!(search.next_columns(), Some(&[0, 2, 4, 1, 3][..]));
/// assert_eq!(search.count(), 9); // the others
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solutions {
    /// The squares of each row that may have a queen, one bit for each column.
    allowed: Vec<u64>,
    looks_ahead: bool,
    /// One level per entered row.
    levels: Vec<Level>,
    columns: Vec<u32>,
}

/// Row of the search: its attacked squares and the candidates that are left.
#[derive(Debug, Clone, Copy, Default)]
struct Level {
    masks: Masks,
    candidates: u64,
}

/// Returns an iterator over all solutions for n queens. Fails for n > 64.
///
/// ```
/// let first_three: Vec<_> = bezzel::solutions(8)?.take(3).collect();
/// assert_eq!(first_three[0], bezzel::Placement::from_columns([0, 4, 7, 5, 2, 6, 1, 3])?);
/// assert_eq!(bezzel::solutions(8)?.count(), 92);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn solutions(n: u32) -> Result<Solutions, Error> {
    ConstrainedBoard::new(n)?.completions()
}

impl ConstrainedBoard {
    /// Returns the completions in lexicographic order of their columns. Fails for n > 64.
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Placement};
    /// let board: ConstrainedBoard = "....\nx...\n....\n....\n".parse()?;
    /// let all: Vec<_> = board.completions()?.collect();
    /// assert_eq!(all, [Placement::from_columns([1, 3, 0, 2])?]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn completions(&self) -> Result<Solutions, Error> {
        let n = self.size();
        if n > MAX_ENUMERATED {
            return Err(Error::TooLarge {
                n: n.into(),
                what: "enumeration",
                max: MAX_ENUMERATED,
            });
        }
        let allowed = by_row(n, self.possible_squares());
        let start = Level {
            candidates: allowed.first().copied().unwrap_or(0),
            ..Level::default()
        };
        Ok(Solutions {
            allowed,
            looks_ahead: !self.is_unconstrained(),
            levels: vec![start],
            columns: Vec::with_capacity(n as usize),
        })
    }
}

/// Result of a bounded number of search steps; see [`Solutions::advance`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance<'a> {
    /// Columns of the next solution.
    Solution(&'a [u32]),
    /// All steps were used; call again to continue.
    Paused,
    /// No solution is left.
    End,
}

impl Advance<'_> {
    /// Returns the solution as a placement, if there is one.
    pub fn placement(self) -> Option<Placement> {
        let Self::Solution(columns) = self else {
            return None;
        };
        Some(Placement::from_columns(columns.iter().copied()).expect("columns below n"))
    }
}

impl Solutions {
    /// Finds the next solution and returns its columns without copying them.
    pub fn next_columns(&mut self) -> Option<&[u32]> {
        match self.advance(u64::MAX) {
            Advance::Solution(columns) => Some(columns),
            _ => None,
        }
    }

    /// Searches for the next solution, but tries squares and leaves rows at most `steps` times.
    /// Solutions can be hours apart, so callers that check for cancellation use this method.
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
    pub fn advance(&mut self, steps: u64) -> Advance<'_> {
        let n = self.allowed.len();
        for _ in 0..steps {
            let Some(row) = self.levels.len().checked_sub(1) else {
                return Advance::End;
            };
            self.columns.truncate(row);
            if row == n {
                // n = 0: the empty board is the one solution.
                self.levels.pop();
                return Advance::Solution(&self.columns);
            }
            let level = &mut self.levels[row];
            if level.candidates == 0 {
                self.levels.pop();
                continue;
            }
            let queen = level.candidates & level.candidates.wrapping_neg();
            level.candidates ^= queen;
            let masks = level.masks.with(queen);
            let rows_below = &self.allowed[row + 1..];
            if self.looks_ahead && !leave_free_squares(masks, rows_below) {
                continue;
            }
            self.columns.push(queen.trailing_zeros());
            let Some(allowed) = rows_below.first() else {
                return Advance::Solution(&self.columns);
            };
            let candidates = masks.free(*allowed);
            self.levels.push(Level { masks, candidates });
        }
        Advance::Paused
    }
}

/// Returns true if each row has a free square, from the row of the masks on.
fn leave_free_squares(mut masks: Masks, allowed: &[u64]) -> bool {
    allowed.iter().all(|allowed| {
        let free = masks.free(*allowed);
        masks = masks.with(0);
        free != 0
    })
}

impl Iterator for Solutions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        self.advance(u64::MAX).placement()
    }
}

impl FusedIterator for Solutions {}

/// Fundamental solution: the canonical form of its orbit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fundamental {
    /// The canonical form: the smallest image of the orbit, read as a list of columns.
    pub placement: Placement,
    /// Rotations that leave it unchanged.
    pub symmetry: SymmetryClass,
    /// Number of solutions in the orbit.
    pub orbit_size: u32,
}

/// Iterates over the fundamental solutions for n queens in lexicographic order. Fails for n >
/// 64.
///
/// The search visits every solution and keeps those that are the smallest of their images.
///
/// ```
/// let fundamental: Vec<_> = bezzel::fundamental_solutions(8)?.collect();
/// assert_eq!(fundamental.len(), 12);
/// assert_eq!(fundamental.iter().map(|one| one.orbit_size).sum::<u32>(), 92);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn fundamental_solutions(n: u32) -> Result<impl Iterator<Item = Fundamental>, Error> {
    let mut all = solutions(n)?;
    Ok(std::iter::from_fn(move || {
        loop {
            let columns = all.next_columns()?;
            if is_canonical(columns) {
                return Some(Fundamental::of(columns));
            }
        }
    })
    .fuse())
}

impl Fundamental {
    /// Describes the orbit of a canonical solution.
    fn of(columns: &[u32]) -> Self {
        let placement = Placement::from_columns(columns.iter().copied()).expect("a solution");
        Self {
            symmetry: placement.symmetry_class(),
            orbit_size: placement.orbit_size().expect("a solution has all images"),
            placement,
        }
    }
}
