//! Symmetric solutions, counted by a separate search, and the numbers of orbits.
//!
//! A solution with half-turn symmetry consists of pairs of queens, plus the middle square if n
//! is odd; one with quarter-turn symmetry consists of sets of four. The search places a whole
//! orbit of squares at a time, so its tree has about the square root (fourth root) as many
//! nodes as that of the full search. Attacked lines are symmetric as well, so testing one
//! square of each orbit is enough.
//!
//! Let Q be the number of solutions, P of those with half-turn and R of those with quarter-turn
//! symmetry. For n ≥ 2 there are (Q + P + 2R)/8 orbits (Burnside's lemma; no solution is
//! unchanged by a reflection).

#[cfg(feature = "parallel")]
use rayon::prelude::*;

use crate::constrained::lines::{Taken, bits};
use crate::{Error, Square, Symmetry, SymmetryClass};

/// Largest board for which symmetric solutions are counted: its 2n − 1 diagonals fit in one
/// word.
const MAX_COUNTED: u32 = 32;

/// Counts the solutions with half-turn symmetry (OEIS A032522). Fails for n > 32. The time grows
/// about threefold with n; n = 24 takes some seconds on one core.
///
/// ```
/// assert_eq!(bezzel::half_turn_solutions(8)?, 4);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn half_turn_solutions(n: u32) -> Result<u64, Error> {
    count(n, &[Symmetry::Identity, Symmetry::Rotate180])
}

/// Counts the solutions with quarter-turn symmetry (OEIS A033148). There are none unless n mod
/// 4 is 0 or 1. Fails for n > 32.
///
/// ```
/// assert_eq!(bezzel::quarter_turn_solutions(12)?, 8);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn quarter_turn_solutions(n: u32) -> Result<u64, Error> {
    count(
        n,
        &[
            Symmetry::Identity,
            Symmetry::Rotate90,
            Symmetry::Rotate180,
            Symmetry::Rotate270,
        ],
    )
}

/// Numbers of orbits (fundamental solutions) by symmetry.
#[derive(Debug, Clone, Copy, PartialEq, Eq, serde::Serialize)]
pub struct OrbitCounts {
    /// All fundamental solutions (OEIS A002562).
    pub fundamental: u128,
    /// Orbits without symmetry: 8 solutions each.
    pub none: u128,
    /// Orbits with half-turn symmetry only: 4 solutions each.
    pub half_turn: u128,
    /// Orbits with quarter-turn symmetry: 2 solutions each (for n ≤ 1: 1).
    pub quarter_turn: u128,
}

impl OrbitCounts {
    /// Computes the numbers for n queens from the number of all solutions. Fails for n > 32,
    /// and with [`Error::IncompleteOrbits`] if that number cannot be a sum of orbit sizes.
    ///
    /// ```
    /// let counts = bezzel::OrbitCounts::of(8, 92)?;
    /// assert_eq!((counts.fundamental, counts.none, counts.half_turn), (12, 11, 1));
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn of(n: u32, solutions: u128) -> Result<Self, Error> {
        let half = u128::from(half_turn_solutions(n)?);
        let quarter = u128::from(quarter_turn_solutions(n)?);
        let (none, half_turn, quarter_turn) = match n {
            0 | 1 => (0, 0, solutions),
            _ => {
                let asymmetric = solutions.checked_sub(half);
                let whole = asymmetric.filter(|count| count.is_multiple_of(8));
                let asymmetric = whole.ok_or(Error::IncompleteOrbits { n, solutions })?;
                (asymmetric / 8, (half - quarter) / 4, quarter / 2)
            }
        };
        Ok(Self {
            fundamental: none + half_turn + quarter_turn,
            none,
            half_turn,
            quarter_turn,
        })
    }

    /// Fails if n is larger than [`of`](Self::of) accepts.
    pub fn check_size(n: u32) -> Result<(), Error> {
        if n > MAX_COUNTED {
            return Err(Error::TooLarge {
                n: n.into(),
                what: "counting symmetric solutions",
                max: MAX_COUNTED,
            });
        }
        Ok(())
    }

    /// Returns the number of orbits whose solutions have exactly this symmetry.
    pub fn orbits(&self, class: SymmetryClass) -> u128 {
        match class {
            SymmetryClass::None => self.none,
            SymmetryClass::HalfTurn => self.half_turn,
            SymmetryClass::QuarterTurn => self.quarter_turn,
        }
    }
}

fn count(n: u32, turns: &[Symmetry]) -> Result<u64, Error> {
    OrbitCounts::check_size(n)?;
    let empty = Taken::default();
    let start = match n % 2 {
        1 => empty.with(n, Square::new(n / 2, n / 2)),
        _ => empty,
    };
    Ok(complete(n, turns, start))
}

/// Empty rows on the board from which on each square is searched by a thread of its own.
#[cfg(feature = "parallel")]
const PARALLEL_ROWS: u32 = 20;

/// Fills the first empty row and, with the rotated squares, the rows in its orbit.
fn complete(n: u32, turns: &[Symmetry], taken: Taken) -> u64 {
    let row = taken.rows.trailing_ones();
    if row >= n {
        return 1;
    }
    let free = !(taken.attacked(n, row) | own_attacks(n, row));
    // Reflected at the middle column, symmetric solutions are symmetric, and others.
    let (width, times) = if row == 0 { (n / 2, 2) } else { (n, 1) };
    let candidates = free & ((1 << width) - 1);
    let below = |column: u32| {
        let square = Square::new(row, column);
        let with = |taken: Taken, turn: &Symmetry| taken.with(n, turn.apply(square, n));
        complete(n, turns, turns.iter().fold(taken, with))
    };
    #[cfg(feature = "parallel")]
    if n - taken.rows.count_ones() >= PARALLEL_ROWS {
        let columns = (0..n).into_par_iter();
        let columns = columns.filter(|column| candidates >> column & 1 == 1);
        return times * columns.map(below).sum::<u64>();
    }
    times * bits(candidates).map(below).sum::<u64>()
}

/// Returns the squares of a row that attack one of their own rotations: those on the two main
/// diagonals and those in the middle column.
fn own_attacks(n: u32, row: u32) -> u64 {
    let middle = if n % 2 == 1 { 1 << (n / 2) } else { 0 };
    1 << row | 1 << (n - 1 - row) | middle
}
