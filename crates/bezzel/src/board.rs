//! Placements and the linear-time check.

use std::fmt;
use std::num::NonZeroU32;

use crate::{Conflict, Error, MAX_SIZE, Square};

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
/// assert!("1 3 0 x".parse::<Placement>().is_err());
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

    /// Iterates over the columns of the queens, top row first, without empty rows: the columns of a full
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
