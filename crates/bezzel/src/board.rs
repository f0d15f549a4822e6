//! Squares, placements and the linear-time check.
//!
//! Rows are numbered from the top and columns from the left, both from 0. Two squares are on
//! one *diagonal* if row − column is equal, and on one *anti-diagonal* if row + column is
//! equal:
//!
//! ```text
//!   row − column           row + column
//!    0 -1 -2 -3             0  1  2  3
//!    1  0 -1 -2             1  2  3  4
//!    2  1  0 -1             2  3  4  5
//!    3  2  1  0             3  4  5  6
//! ```

use std::fmt;
use std::io::Read;
use std::num::NonZeroU32;
use std::ops::ControlFlow;
use std::str::FromStr;

use serde::Serialize;

use crate::Error;
use crate::notation::{self, Notation, ReadError};

/// Largest board size: n = 2³¹ − 1, so that row + column fits in 32 bits.
pub const MAX_SIZE: u32 = i32::MAX as u32;

/// Square of a board, 0-based from the top left.
///
/// ```
/// use bezzel::Square;
/// assert_eq!(Square::new(2, 5).to_string(), "row 2 column 5");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Square {
    /// Row, 0 at the top.
    pub row: u32,
    /// Column, 0 at the left.
    pub column: u32,
}

impl Square {
    /// Creates the square in this row and column.
    pub const fn new(row: u32, column: u32) -> Self {
        Self { row, column }
    }

    /// Returns the line on which queens on `self` and `other` attack each other, if any. A
    /// square does not attack itself.
    ///
    /// ```
    /// use bezzel::{Line, Square};
    /// assert_eq!(Square::new(0, 0).line_to(Square::new(5, 5)), Some(Line::Diagonal));
    /// assert_eq!(Square::new(0, 5).line_to(Square::new(5, 0)), Some(Line::AntiDiagonal));
    /// assert_eq!(Square::new(0, 0).line_to(Square::new(1, 2)), None);
    /// ```
    pub fn line_to(self, other: Self) -> Option<Line> {
        let down = i64::from(other.row) - i64::from(self.row);
        let right = i64::from(other.column) - i64::from(self.column);
        match (down, right) {
            (0, 0) => None,
            (0, _) => Some(Line::Row),
            (_, 0) => Some(Line::Column),
            _ if down == right => Some(Line::Diagonal),
            _ if down == -right => Some(Line::AntiDiagonal),
            _ => None,
        }
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "row {} column {}", self.row, self.column)
    }
}

/// Line along which a queen attacks.
///
/// ```
/// assert_eq!(bezzel::Line::AntiDiagonal.to_string(), "anti-diagonal");
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// Same row.
    Row,
    /// Same column.
    Column,
    /// Same row − column: from the upper left to the lower right.
    Diagonal,
    /// Same row + column: from the upper right to the lower left.
    AntiDiagonal,
}

impl fmt::Display for Line {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Line::Row => "row",
            Line::Column => "column",
            Line::Diagonal => "diagonal",
            Line::AntiDiagonal => "anti-diagonal",
        })
    }
}

/// Attacking pair: two queens and the line that joins them.
///
/// ```
/// use bezzel::{Conflict, Line, Square};
/// let pair = Conflict::between(Square::new(5, 5), Square::new(1, 1)).unwrap();
/// assert_eq!((pair.first, pair.line), (Square::new(1, 1), Line::Diagonal));
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Conflict {
    /// Queen in the upper row, or the left one of two in the same row.
    pub first: Square,
    /// The other queen.
    pub second: Square,
    /// Line that joins the queens.
    pub line: Line,
}

impl Conflict {
    /// Returns the attacking pair of two queens, if they attack each other.
    pub fn between(a: Square, b: Square) -> Option<Self> {
        a.line_to(b).map(|line| Self {
            first: a.min(b),
            second: a.max(b),
            line,
        })
    }
}

impl fmt::Display for Conflict {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "the queens at {} and {} attack each other along one {}",
            self.first, self.second, self.line
        )
    }
}

/// Full or partial set of queens on an n×n board, at most one in each row.
///
/// A placement takes four bytes per row. Its queens may attack each other; see
/// [`first_conflict`](Self::first_conflict).
///
/// ```
/// use bezzel::{Line, Placement};
/// let solution = Placement::from_columns([0, 4, 7, 5, 2, 6, 1, 3])?;
/// assert!(solution.is_solution());
///
/// let wrong = Placement::from_columns([0, 4, 7, 5, 2, 6, 3, 1])?;
/// let conflict = wrong.first_conflict().unwrap();
/// assert_eq!(conflict.to_string(), "the queens at row 2 column 7 and row 6 column 3 \
///     attack each other along one anti-diagonal");
/// assert_eq!(conflict.line, Line::AntiDiagonal);
/// # Ok::<(), bezzel::Error>(())
/// ```
///
/// As text, it has the notation [`Positions`](crate::notation::Notation::Positions): columns from 0,
/// and `-` for an empty row. [`notation`](mod@crate::notation) reads and writes the others.
///
/// ```
/// use bezzel::Placement;
/// let partial: Placement = "1 - 0 -".parse()?;
/// assert_eq!(partial.to_string(), "1 - 0 -");
/// assert!(partial.columns().eq([1, 0]));
/// let error = "1 3 0 x".parse::<Placement>().unwrap_err();
/// assert!(error.to_string().starts_with("line 1, column 7: expected column numbers"));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Placement {
    /// Column + 1 of each row's queen, so that an empty row needs no extra byte.
    rows: Vec<Option<NonZeroU32>>,
}

fn encode(column: u32) -> Option<NonZeroU32> {
    NonZeroU32::new(column + 1)
}

fn decode(cell: Option<NonZeroU32>) -> Option<u32> {
    cell.map(|above| above.get() - 1)
}

impl Placement {
    /// Creates an empty board of n rows.
    ///
    /// # Errors
    ///
    /// [`Error::TooLarge`] for n > [`MAX_SIZE`].
    pub fn empty(n: u32) -> Result<Self, Error> {
        checked_size(u64::from(n))?;
        Ok(Self {
            rows: vec![None; n as usize],
        })
    }

    /// Creates a full placement from the column of each row, top row first.
    ///
    /// # Errors
    ///
    /// [`Error::ColumnOutside`] if a column is not below the number of rows;
    /// [`Error::TooLarge`] for more than [`MAX_SIZE`] rows.
    pub fn from_columns(columns: impl IntoIterator<Item = u32>) -> Result<Self, Error> {
        Self::from_rows(columns.into_iter().map(Some))
    }

    /// Creates a full or partial placement from the column of each row, `None` for an empty
    /// row. Fails like [`from_columns`](Self::from_columns).
    pub fn from_rows(rows: impl IntoIterator<Item = Option<u32>>) -> Result<Self, Error> {
        let rows = rows.into_iter();
        let mut builder = Builder::with_capacity(rows.size_hint().0);
        for column in rows {
            builder.push(column)?;
        }
        builder.finish()
    }

    /// Returns the number n of rows and columns.
    pub fn size(&self) -> u32 {
        self.rows.len() as u32
    }

    /// Returns the column of the queen in `row`, or `None` if the row is empty or outside the board.
    pub fn queen(&self, row: u32) -> Option<u32> {
        self.rows.get(row as usize).copied().and_then(decode)
    }

    /// Iterates over the column of each row's queen, top row first.
    pub fn rows(&self) -> impl ExactSizeIterator<Item = Option<u32>> + Clone + '_ {
        self.rows.iter().map(|&cell| decode(cell))
    }

    /// Iterates over the columns of the queens, top row first, without empty rows: those of a full
    /// placement are what [`from_columns`](Self::from_columns) takes.
    ///
    /// ```
    /// let first = bezzel::solutions(6)?.next().unwrap();
    /// assert_eq!(first.columns().collect::<Vec<_>>(), [1, 3, 5, 0, 2, 4]);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn columns(&self) -> impl Iterator<Item = u32> + Clone + '_ {
        self.rows().flatten()
    }

    /// Iterates over the squares that hold a queen, top row first.
    pub fn queens(&self) -> impl Iterator<Item = Square> + Clone + '_ {
        self.rows()
            .enumerate()
            .filter_map(|(row, column)| Some(Square::new(row as u32, column?)))
    }

    /// Returns the number of queens.
    pub fn queen_count(&self) -> u32 {
        self.rows.iter().flatten().count() as u32
    }

    /// Returns `true` if every row holds a queen.
    pub fn is_full(&self) -> bool {
        self.rows.iter().all(Option::is_some)
    }

    /// Returns the first row without a queen.
    pub fn first_empty_row(&self) -> Option<u32> {
        self.rows
            .iter()
            .position(Option::is_none)
            .map(|row| row as u32)
    }

    /// Places the queen of a row on `square` and returns its previous column, if any.
    ///
    /// Fails with [`Error::ColumnOutside`] or [`Error::RowOutside`] if the square is not on the
    /// board.
    pub fn place(&mut self, square: Square) -> Result<Option<u32>, Error> {
        let n = self.size();
        if square.column >= n {
            return Err(Error::ColumnOutside {
                row: square.row,
                column: square.column.into(),
                n,
            });
        }
        let cell = self
            .rows
            .get_mut(square.row as usize)
            .ok_or(Error::RowOutside { row: square.row, n })?;
        Ok(decode(std::mem::replace(cell, encode(square.column))))
    }

    /// Removes the queen of `row` and returns its column.
    pub fn remove(&mut self, row: u32) -> Option<u32> {
        self.rows
            .get_mut(row as usize)
            .and_then(|cell| decode(cell.take()))
    }

    /// Returns the first attacking pair: the topmost queen that is attacked from above, with
    /// its topmost attacker.
    ///
    /// Time O(n), memory 5n bits: one marker per column, diagonal and anti-diagonal.
    pub fn first_conflict(&self) -> Option<Conflict> {
        let n = self.rows.len();
        let mut columns = Markers::new(n);
        let mut diagonals = Markers::new(2 * n);
        let mut anti_diagonals = Markers::new(2 * n);
        for queen in self.queens() {
            let (row, column) = (queen.row as usize, queen.column as usize);
            let taken = columns.set(column)
                | diagonals.set(row + n - 1 - column)
                | anti_diagonals.set(row + column);
            if taken {
                return self
                    .queens()
                    .find_map(|above| Conflict::between(above, queen));
            }
        }
        None
    }

    /// Iterates over all attacking pairs, ordered by the lower queen, then the upper one. O(n²).
    pub fn conflicts(&self) -> impl Iterator<Item = Conflict> + '_ {
        self.queens().flat_map(move |below| {
            self.queens()
                .take_while(move |above| above.row < below.row)
                .filter_map(move |above| Conflict::between(above, below))
        })
    }

    /// Returns `true` if all n queens are placed and no two attack each other. O(n).
    pub fn is_solution(&self) -> bool {
        self.is_full() && self.first_conflict().is_none()
    }
}

impl fmt::Display for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, column) in self.rows().enumerate() {
            let space = if row == 0 { "" } else { " " };
            match column {
                Some(column) => write!(f, "{space}{column}")?,
                None => write!(f, "{space}-")?,
            }
        }
        Ok(())
    }
}

impl fmt::Debug for Placement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Placement[{self}]")
    }
}

/// Reads one placement in the notation [`Positions`](crate::notation::Notation::Positions).
impl FromStr for Placement {
    type Err = ReadError;

    fn from_str(text: &str) -> Result<Self, ReadError> {
        let (mut first, mut second) = (None, None);
        // One empty line is the board of n = 0.
        let end = if text.ends_with('\n') { "" } else { "\n" };
        let input = text.as_bytes().chain(end.as_bytes());
        notation::read(
            input,
            Some(Notation::Positions),
            &Default::default(),
            &mut |entry| {
                if first.is_none() {
                    first = entry.board.ok();
                    ControlFlow::Continue(())
                } else {
                    second = Some(entry.line);
                    ControlFlow::Break(())
                }
            },
        )?;
        match (first, second) {
            (Some(placement), None) => Ok(placement),
            (_, line) => Err(ReadError::Malformed {
                line: line.unwrap_or(1),
                column: 1,
                expected: "one placement".into(),
                found: "another".into(),
            }),
        }
    }
}

pub(crate) fn checked_size(n: u64) -> Result<(), Error> {
    if n > u64::from(MAX_SIZE) {
        return Err(Error::TooLarge {
            n,
            what: "a board",
            max: MAX_SIZE,
        });
    }
    Ok(())
}

/// Builds a placement row by row from the top when the size is known only after the last row.
/// Parsers add rows to it directly and need no list of their own.
#[derive(Default)]
pub(crate) struct Builder {
    rows: Vec<Option<NonZeroU32>>,
    /// The first of the rightmost queens.
    widest: Option<Square>,
}

impl Builder {
    fn with_capacity(rows: usize) -> Self {
        Self {
            rows: Vec::with_capacity(rows.min(MAX_SIZE as usize)),
            widest: None,
        }
    }

    /// Appends the next row. Fails if no board is that large.
    pub(crate) fn push(&mut self, column: Option<u32>) -> Result<(), Error> {
        checked_size(self.rows.len() as u64 + 1)?;
        if let Some(column) = column {
            let row = self.rows.len() as u32;
            if column >= MAX_SIZE {
                return Err(Error::ColumnOutside {
                    row,
                    column: column.into(),
                    n: MAX_SIZE,
                });
            }
            if self.widest.is_none_or(|queen| column > queen.column) {
                self.widest = Some(Square::new(row, column));
            }
        }
        self.rows.push(column.and_then(encode));
        Ok(())
    }

    /// Returns the number of rows so far.
    pub(crate) fn size(&self) -> u32 {
        self.rows.len() as u32
    }

    /// Returns the placement. Fails if a column is not below the number of rows.
    pub(crate) fn finish(self) -> Result<Placement, Error> {
        let n = self.size();
        match self.widest {
            Some(queen) if queen.column >= n => Err(Error::ColumnOutside {
                row: queen.row,
                column: queen.column.into(),
                n,
            }),
            _ => Ok(Placement { rows: self.rows }),
        }
    }
}

/// Set of small numbers, one bit each.
struct Markers(Vec<u64>);

impl Markers {
    fn new(len: usize) -> Self {
        Self(vec![0; len.div_ceil(64)])
    }

    /// Adds `index` and returns `true` if it was already present.
    fn set(&mut self, index: usize) -> bool {
        let word = &mut self.0[index / 64];
        let bit = 1 << (index % 64);
        let taken = *word & bit != 0;
        *word |= bit;
        taken
    }
}
