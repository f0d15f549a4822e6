//! All solutions one after the other, and one of each orbit.

use std::iter::FusedIterator;

use crate::symmetry::is_canonical;
use crate::{Error, Placement, SymmetryClass};

/// The largest board whose solutions are enumerated: one word of columns.
const MAX_ENUMERATED: u32 = 64;

/// All solutions in lexicographic order of their columns. It can be stopped at any time.
///
/// The search is the bitmask method with its own stack instead of recursion, so that it can
/// pause at each solution. Memory O(n).
#[derive(Debug, Clone)]
pub struct Solutions {
    all: u64,
    n: usize,
    /// One level for each row that has been entered.
    levels: Vec<Level>,
    columns: Vec<u32>,
}

/// A row of the search: what attacks it, and which free squares are still to be tried.
#[derive(Debug, Clone, Copy)]
struct Level {
    columns: u64,
    diagonals: u64,
    anti_diagonals: u64,
    candidates: u64,
}

/// All solutions for n queens. Fails for n > 64.
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

/// Where a search stands after a bounded number of steps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Advance<'a> {
    /// The columns of the next solution.
    Solution(&'a [u32]),
    /// The steps are used up, and the search can go on.
    Paused,
    /// There are no more solutions.
    End,
}

/// [`Advance`] without the columns, which stay in the search.
enum Outcome {
    Solution,
    Paused,
    End,
}

impl Solutions {
    /// Moves to the next solution and shows its columns without copying them.
    pub fn next_columns(&mut self) -> Option<&[u32]> {
        loop {
            match self.search(u64::MAX) {
                Outcome::Solution => return Some(&self.columns),
                Outcome::Paused => {}
                Outcome::End => return None,
            }
        }
    }

    /// Moves towards the next solution, but enters and leaves no more than `steps` rows: for
    /// callers that must look up now and then, as solutions can lie hours apart.
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
            Outcome::Solution => Advance::Solution(&self.columns),
            Outcome::Paused => Advance::Paused,
            Outcome::End => Advance::End,
        }
    }

    fn search(&mut self, steps: u64) -> Outcome {
        for _ in 0..steps {
            let Some(row) = self.levels.len().checked_sub(1) else {
                return Outcome::End;
            };
            self.columns.truncate(row);
            if row == self.n {
                // n = 0: the empty board is the one solution.
                self.levels.pop();
                return Outcome::Solution;
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
                return Outcome::Solution;
            }
            let below = level.below(queen, self.all);
            self.levels.push(below);
        }
        Outcome::Paused
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
        let columns = self.next_columns()?.iter().copied();
        Some(Placement::from_columns(columns).expect("a solution is on the board"))
    }
}

impl FusedIterator for Solutions {}

/// A fundamental solution: the least of its orbit.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fundamental {
    /// The canonical form.
    pub placement: Placement,
    /// Which turns leave it unchanged.
    pub symmetry: SymmetryClass,
    /// How many solutions the orbit has.
    pub orbit_size: u32,
}

/// The fundamental solutions for n queens in lexicographic order. Fails for n > 64.
///
/// Every solution is visited, and those that are least among their images are kept.
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
    /// The orbit of a solution, by its canonical form.
    fn of(columns: &[u32]) -> Self {
        let placement = Placement::from_columns(columns.iter().copied()).expect("a solution");
        Self {
            symmetry: placement.symmetry_class(),
            orbit_size: placement.orbit_size().expect("a solution has all images"),
            placement,
        }
    }
}
