//! Enumeration of all solutions and of the fundamental ones.

use std::iter::FusedIterator;

use crate::symmetry::is_canonical;
use crate::{Error, Placement, SymmetryClass};

/// Largest board whose solutions are enumerated: its columns fit in one word.
const MAX_ENUMERATED: u32 = 64;

/// Iterator over all solutions in lexicographic order of their columns.
///
/// The search is the bitmask method with an explicit stack instead of recursion, so that it can
/// pause at each solution. O(n) memory.
///
/// ```
/// let mut search = bezzel::solutions(5)?;
/// assert_eq!(search.next_columns(), Some(&[0, 2, 4, 1, 3][..]));
/// assert_eq!(search.count(), 9); // the others
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Solutions {
    all: u64,
    n: usize,
    /// One level per entered row.
    levels: Vec<Level>,
    columns: Vec<u32>,
}

/// Row of the search: its attacked squares and the candidates that are left.
#[derive(Debug, Clone, Copy)]
struct Level {
    columns: u64,
    diagonals: u64,
    anti_diagonals: u64,
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
    if n > MAX_ENUMERATED {
        return Err(Error::TooLarge {
            n: n.into(),
            what: "enumeration",
            max: MAX_ENUMERATED,
        });
    }
    let all = if n == 0 { 0 } else { u64::MAX >> (64 - n) };
    Ok(Solutions {
        all,
        n: n as usize,
        levels: vec![Level {
            columns: 0,
            diagonals: 0,
            anti_diagonals: 0,
            candidates: all,
        }],
        columns: Vec::with_capacity(n as usize),
    })
}

/// Result of a bounded number of search steps; see [`Solutions::advance`].
///
/// ```
/// use bezzel::Advance;
/// assert_eq!(bezzel::solutions(3)?.advance(1000), Advance::End); // n = 3 has no solution
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance<'a> {
    /// Columns of the next solution.
    Solution(&'a [u32]),
    /// All steps were used; call again to continue.
    Paused,
    /// No solution is left.
    End,
}

/// [`Advance`] without the borrowed columns.
enum SearchState {
    Solution,
    Paused,
    End,
}

impl Solutions {
    /// Finds the next solution and returns its columns without copying them.
    pub fn next_columns(&mut self) -> Option<&[u32]> {
        loop {
            match self.search(u64::MAX) {
                SearchState::Solution => return Some(&self.columns),
                SearchState::Paused => {}
                SearchState::End => return None,
            }
        }
    }

    /// Searches for the next solution, but enters and leaves at most `steps` rows. Solutions
    /// can be hours apart, so callers that check for cancellation use this method.
    ///
    /// ```
    /// use bezzel::Advance;
    /// let mut solutions = bezzel::solutions(4)?;
    /// assert_eq!(solutions.advance(2), Advance::Paused);
    /// assert_eq!(solutions.advance(100), Advance::Solution(&[1, 3, 0, 2]));
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn advance(&mut self, steps: u64) -> Advance<'_> {
        match self.search(steps) {
            SearchState::Solution => Advance::Solution(&self.columns),
            SearchState::Paused => Advance::Paused,
            SearchState::End => Advance::End,
        }
    }

    fn search(&mut self, steps: u64) -> SearchState {
        for _ in 0..steps {
            let Some(row) = self.levels.len().checked_sub(1) else {
                return SearchState::End;
            };
            self.columns.truncate(row);
            if row == self.n {
                // n = 0: the empty board is the one solution.
                self.levels.pop();
                return SearchState::Solution;
            }
            let level = &mut self.levels[row];
            if level.candidates == 0 {
                self.levels.pop();
                continue;
            }
            let queen = level.candidates & level.candidates.wrapping_neg();
            level.candidates ^= queen;
            self.columns.push(queen.trailing_zeros());
            if row + 1 == self.n {
                return SearchState::Solution;
            }
            let below = level.below(queen, self.all);
            self.levels.push(below);
        }
        SearchState::Paused
    }
}

impl Level {
    fn below(&self, queen: u64, all: u64) -> Level {
        let columns = self.columns | queen;
        let diagonals = (self.diagonals | queen) << 1;
        let anti_diagonals = (self.anti_diagonals | queen) >> 1;
        Level {
            columns,
            diagonals,
            anti_diagonals,
            candidates: all & !(columns | diagonals | anti_diagonals),
        }
    }
}

impl Iterator for Solutions {
    type Item = Placement;

    fn next(&mut self) -> Option<Placement> {
        next_placement(self, Self::advance)
    }
}

impl FusedIterator for Solutions {}

/// Returns the next solution of a search that is continued by `advance`, without a limit on its
/// steps.
pub fn next_placement<S>(
    search: &mut S,
    advance: for<'a> fn(&'a mut S, u64) -> Advance<'a>,
) -> Option<Placement> {
    loop {
        match advance(search, u64::MAX) {
            Advance::Solution(columns) => {
                let columns = columns.iter().copied();
                return Some(Placement::from_columns(columns).expect("columns below n"));
            }
            Advance::Paused => {}
            Advance::End => return None,
        }
    }
}

/// Fundamental solution: the canonical form of its orbit.
///
/// ```
/// use bezzel::SymmetryClass;
/// let only = bezzel::fundamental_solutions(4)?.next().unwrap();
/// assert_eq!((only.symmetry, only.orbit_size), (SymmetryClass::QuarterTurn, 2));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fundamental {
    /// Canonical form.
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
