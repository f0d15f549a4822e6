//! Queens with regions: one queen in every row, column and region, no two on touching squares.
//!
//! The board is cut into n regions, which may have several parts. Unlike in the n-queens problem, queens may share a
//! long diagonal; they must not touch, corners included. A proper puzzle has exactly one solution.
//!
//! ```text
//!   A A B B B      . . Q . .
//!   A A A A C      Q . . . .
//!   A D D D C      . . . . Q
//!   D D D D C      . Q . . .
//!   D D D E C      . . . Q .
//! ```
//!
//! - [`Puzzle`] holds the regions, [`Marks`] the queens and crosses of a player.
//! - [`Puzzle::solutions`] finds solutions by exact cover and a SAT solver, [`Puzzle::solve`] reports
//!   if there is exactly one.
//! - [`Puzzle::hint`] explains the next step, [`Puzzle::grade`] finds the rules that a puzzle needs.
//! - [`Generator`] makes puzzles with exactly one solution; a [`Day`] has a puzzle.
//! - [`Reader`] reads puzzles as text or JSON; [`Puzzle::svg`] and [`sheet()`] draw them.
//!
//! ```
//! use bezzel_puzzle::{Puzzle, SolutionCount};
//! let puzzle: Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
//! let SolutionCount::One(solution) = puzzle.solve() else { panic!("not a proper puzzle") };
//! assert_eq!(solution.columns().collect::<Vec<_>>(), [2, 0, 4, 1, 3]);
//! # Ok::<(), bezzel::ReadError>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

/// Makes the examples of the README run as doctests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod day;
#[cfg(feature = "sat")]
mod dead_ends;
mod generate;
mod grade;
mod hints;
mod marks;
mod other;
mod palette;
mod reader;
mod reasoner;
mod rules;
#[cfg(feature = "sat")]
mod sat;
mod sheet;
mod solve;
mod square_set;
mod svg;

use std::fmt;

use serde::Serialize;

pub use day::{Day, DayError};
pub use generate::{GeneratedPuzzle, Generator, MIN_GENERATED_SIZE};
pub use grade::Grade;
pub use hints::{Hint, Step};
pub use marks::{Mark, Marks, Mistake};
pub use other::MAX_GENERATED_SIZE;
pub use palette::{REGION_COLOURS, region_colour};
pub use reader::{Contents, Reader};
pub use rules::Rule;
pub use sheet::sheet;
pub use solve::{SolutionCount, Solutions};

use bezzel::methods::Text;
use bezzel::{Square, counted, texts};

/// The smallest board of a puzzle. Smaller ones, except that of one square, have no solution.
pub const MIN_SIZE: u32 = 4;

/// The largest board of a puzzle.
pub const MAX_SIZE: u32 = 24;

/// A board that is cut into regions, as many as rows. A region may have several parts.
///
/// Regions are numbered in reading order of their first squares and written as letters from `A`.
///
/// ```
/// use bezzel::Square;
/// use bezzel_puzzle::Puzzle;
/// let puzzle = Puzzle::new(4, &[7, 7, 7, 1, 7, 2, 1, 1, 2, 2, 2, 1, 5, 5, 2, 2])?;
/// assert_eq!(puzzle.to_string(), "AAAB\nACBB\nCCCB\nDDCC\n");
/// assert_eq!(puzzle.region(Square::new(3, 0)), 3);
///
/// let puzzle = Puzzle::new(4, &[0, 0, 1, 1, 0, 0, 1, 1, 2, 2, 3, 3, 2, 2, 3, 0])?;
/// assert_eq!(puzzle.parts_text().unwrap().english, "region A has 2 parts");
/// # Ok::<(), bezzel_puzzle::PuzzleError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Puzzle {
    n: u32,
    /// The region of each square, in reading order.
    regions: Vec<u8>,
}

/// A row, column or region, each of which has exactly one queen.
///
/// ```
/// use bezzel_puzzle::Unit;
/// # let puzzle: bezzel_puzzle::Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
/// assert_eq!(puzzle.units().count(), 15);
/// assert_eq!(puzzle.squares_of(Unit::Row(0)).count(), 5);
/// # Ok::<(), bezzel::ReadError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema), schema(as = PuzzleUnit))]
#[serde(rename_all = "kebab-case")]
pub enum Unit {
    /// A row, from 0 at the top.
    Row(u32),
    /// A column, from 0 at the left.
    Column(u32),
    /// A region by its number.
    Region(u32),
}

impl Unit {
    fn text(self) -> Text {
        match self {
            Unit::Row(row) => texts!("row {row}", "第 {row} 行"),
            Unit::Column(column) => texts!("column {column}", "第 {column} 列"),
            Unit::Region(region) => texts!("region {name}", "区域 {name} ", name = letter(region)),
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english)
    }
}

/// Returns the name of a square. Rows and columns count from 0.
fn at(Square { row, column }: Square) -> Text {
    texts!("row {row} column {column}", "第 {row} 行第 {column} 列")
}

/// Regions that do not make a puzzle.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A board that is too small or too large.
    Size {
        /// The size that was given.
        n: u32,
        /// The smallest accepted size.
        min: u32,
        /// The largest accepted size.
        max: u32,
    },
    /// A list of regions of the wrong length.
    SquareCount {
        /// Number of squares of the board: n².
        expected: usize,
        /// The length that was given.
        found: usize,
    },
    /// More or fewer regions than rows.
    RegionCount {
        /// Number of rows, and therefore of regions that are expected.
        n: u32,
        /// Number of regions that was found.
        found: u32,
    },
}

impl PuzzleError {
    /// Returns what was expected and what was found, in both languages.
    pub fn text(&self) -> Text {
        match self {
            Self::Size { n, min, max } => texts!(
                "expected a board of {min} to {rows}, found {n}",
                "棋盘应为 {min} 到 {max} 行，实际为 {n} 行",
                rows = counted(*max, "row")
            ),
            Self::SquareCount { expected, found } => texts!(
                "expected the regions of {squares}, found {found}",
                "应给出 {expected} 格的区域，实际为 {found} 格",
                squares = counted(*expected as u64, "square")
            ),
            Self::RegionCount { n, found } => texts!(
                "expected {regions} on a board of {rows}, found {found}",
                "{n} 行的棋盘应有 {n} 个区域，实际有 {found} 个",
                regions = counted(*n, "region"),
                rows = counted(*n, "row")
            ),
        }
    }
}

impl fmt::Display for PuzzleError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english)
    }
}

impl std::error::Error for PuzzleError {}

pub(crate) fn letter(region: u32) -> char {
    char::from(b'A' + region as u8)
}

impl Puzzle {
    /// Creates a puzzle from the region of each square in reading order. Any n different numbers
    /// may name the regions.
    ///
    /// Fails for n outside [`MIN_SIZE`] to [`MAX_SIZE`], and for a wrong number of squares or regions.
    pub fn new(n: u32, regions: &[u32]) -> Result<Self, PuzzleError> {
        check_size(n, MIN_SIZE, MAX_SIZE)?;
        let (expected, found) = ((n * n) as usize, regions.len());
        if found != expected {
            return Err(PuzzleError::SquareCount { expected, found });
        }
        let mut names: Vec<u32> = Vec::new();
        for name in regions {
            if !names.contains(name) {
                names.push(*name);
            }
        }
        if names.len() != n as usize {
            let found = names.len() as u32;
            return Err(PuzzleError::RegionCount { n, found });
        }
        let number = |name| names.iter().position(|other| other == name);
        let numbers = regions
            .iter()
            .map(|name| number(name).expect("a name") as u8);
        Ok(Self {
            n,
            regions: numbers.collect(),
        })
    }

    /// Says which regions have several parts, such as `region C has 2 parts`; `None` if there are none.
    pub fn parts_text(&self) -> Option<Text> {
        let mut connected = vec![false; self.regions.len()];
        let mut parts = vec![0; self.n as usize];
        for square in self.squares() {
            if !connected[self.index(square)] {
                parts[self.region(square) as usize] += 1;
                self.mark_connected(square, &mut connected);
            }
        }
        let (english, chinese): (Vec<String>, Vec<String>) = (0..)
            .zip(parts)
            .filter(|&(_, parts)| parts > 1)
            .map(|(region, parts)| (letter(region), parts))
            .map(|(letter, parts)| {
                let english = format!("region {letter} has {parts} parts");
                (english, format!("区域 {letter} 有 {parts} 块"))
            })
            .unzip();
        (!english.is_empty()).then(|| (english.join(", "), chinese.join("，")).into())
    }

    /// Marks the squares of the same region that are connected with `from` by edges.
    fn mark_connected(&self, from: Square, connected: &mut [bool]) {
        let mut found = vec![from];
        connected[self.index(from)] = true;
        while let Some(square) = found.pop() {
            for next in edge_neighbours(self.n, square) {
                if self.region(next) == self.region(from) && !connected[self.index(next)] {
                    connected[self.index(next)] = true;
                    found.push(next);
                }
            }
        }
    }

    /// Returns the number n of rows, columns and regions.
    pub fn size(&self) -> u32 {
        self.n
    }

    /// Returns the number of the region of a square. Panics if the square is not on the board.
    pub fn region(&self, square: Square) -> u32 {
        assert!(
            square.row < self.n && square.column < self.n,
            "{square} is outside"
        );
        self.regions[self.index(square)].into()
    }

    /// Returns the regions of all squares in reading order.
    pub fn regions(&self) -> impl ExactSizeIterator<Item = u32> + Clone + '_ {
        self.regions.iter().map(|&region| region.into())
    }

    /// Returns the squares of a unit in reading order.
    ///
    /// ```
    /// use bezzel_puzzle::{Puzzle, Unit};
    /// let puzzle: Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
    /// assert_eq!(puzzle.squares_of(Unit::Region(3)).count(), 10);
    /// # Ok::<(), bezzel::ReadError>(())
    /// ```
    pub fn squares_of(&self, unit: Unit) -> impl Iterator<Item = Square> + '_ {
        self.squares()
            .filter(move |&square| self.is_in(square, unit))
    }

    fn is_in(&self, square: Square, unit: Unit) -> bool {
        match unit {
            Unit::Row(row) => square.row == row,
            Unit::Column(column) => square.column == column,
            Unit::Region(region) => self.region(square) == region,
        }
    }

    /// Returns all units: rows, then columns, then regions.
    pub fn units(&self) -> impl Iterator<Item = Unit> + use<> {
        let n = self.n;
        (0..n)
            .map(Unit::Row)
            .chain((0..n).map(Unit::Column))
            .chain((0..n).map(Unit::Region))
    }

    fn squares(&self) -> impl Iterator<Item = Square> + use<> {
        Square::all(self.n)
    }

    fn index(&self, square: Square) -> usize {
        (square.row * self.n + square.column) as usize
    }

    /// Returns true if queens on the two squares break a rule: they share a row, column or region,
    /// or touch. A square does not attack itself.
    pub fn attack(&self, a: Square, b: Square) -> bool {
        let shares = a.row == b.row || a.column == b.column || self.region(a) == self.region(b);
        a != b && (shares || touch(a, b))
    }
}

fn check_size(n: u32, min: u32, max: u32) -> Result<(), PuzzleError> {
    match (min..=max).contains(&n) {
        true => Ok(()),
        false => Err(PuzzleError::Size { n, min, max }),
    }
}

/// Returns true if two different squares share an edge or a corner.
fn touch(a: Square, b: Square) -> bool {
    a != b && a.row.abs_diff(b.row) <= 1 && a.column.abs_diff(b.column) <= 1
}

/// Returns the squares that share an edge with `square`.
fn edge_neighbours(n: u32, square: Square) -> impl Iterator<Item = Square> {
    let Square { row, column } = square;
    [
        (row.checked_sub(1), Some(column)),
        (Some(row), column.checked_sub(1)),
        (Some(row), Some(column + 1)),
        (Some(row + 1), Some(column)),
    ]
    .into_iter()
    .filter_map(|(row, column)| Some(Square::new(row?, column?)))
    .filter(move |square| square.row < n && square.column < n)
}
