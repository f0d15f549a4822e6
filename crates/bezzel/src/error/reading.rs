//! Errors in documents and texts.

use std::borrow::Cow;
use std::error;
use std::fmt::{self, Display};
use std::io;

use crate::{Conflict, MAX_DRAWN_SIZE, counted};

/// Error that stopped the reading of a document.
///
/// ```
/// use bezzel::notation::{Notation, Options, ReadError, read};
/// use std::ops::ControlFlow;
/// let grid = Some(Notation::Grid);
/// let each = &mut |_| ControlFlow::Continue(());
/// let error = read(&b".Q\n.x\n"[..], grid, &Options::default(), each).unwrap_err();
/// assert!(matches!(error, ReadError::Malformed { line: 2, column: 2, .. }));
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum ReadError {
    /// Reading the input failed.
    Io {
        /// Kind of the [`io::Error`].
        kind: io::ErrorKind,
        /// Text of the operating system.
        message: String,
    },
    /// The text is not valid in the notation.
    Malformed {
        /// Line, from 1.
        line: u64,
        /// Column in characters, from 1.
        column: u64,
        /// Text that the notation accepts at this place.
        expected: Cow<'static, str>,
        /// Text found there; single characters are quoted.
        found: String,
    },
    /// The columns are those of a board whose columns are counted from 1.
    CountedFromOne {
        /// Line of the largest column, from 1.
        line: u64,
        /// Column in characters, from 1.
        column: u64,
        /// The largest column, which is the number of rows.
        n: u64,
    },
    /// The document contains no board and is not an empty document of a
    /// [`Writer`](crate::notation::Writer).
    NoBoard {
        /// Description of an accepted board.
        expected: String,
    },
    /// This build cannot read the notation.
    WithoutFeature {
        /// The notation that was asked for.
        notation: &'static str,
        /// Missing feature of the package.
        feature: &'static str,
    },
}

impl error::Error for ReadError {}

impl Display for ReadError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io { message, .. } => f.write_str(message),
            Self::Malformed {
                line,
                column,
                expected,
                found,
            } => {
                write!(
                    f,
                    "line {line}, column {column}: expected {expected}, found {found}"
                )
            }
            Self::CountedFromOne { line, column, n } => write!(
                f,
                "line {line}, column {column}: expected a column from 0 to {}, found {n}: columns are counted from 0",
                n - 1
            ),
            Self::NoBoard { expected } => write!(f, "expected {expected}, found no board"),
            Self::WithoutFeature { notation, feature } => write!(
                f,
                "expected bezzel-core with the feature {feature} to read the notation {notation}, found a build without it"
            ),
        }
    }
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io {
            kind: error.kind(),
            message: error.to_string(),
        }
    }
}

/// A document that is not one board. [`Error`](enum@crate::Error) also has the errors in its text, squares and size.
///
/// ```
/// use bezzel::ConstrainedBoard;
/// let error = ConstrainedBoard::read_document(&b"Q1/2\nQ1/2\n"[..]).unwrap_err();
/// assert_eq!(error.to_string(), "line 2: expected the end of the board, found 'Q1/2'");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum BoardError {
    /// Bytes that are not UTF-8, in JSON or in a board in one word.
    NotUtf8,
    /// Text after a board in one word.
    AfterCompact {
        /// The line, from 1.
        line: usize,
        /// The first word there.
        found: String,
    },
    /// JSON of something else.
    Json(String),
    /// Two queens of a placement in one row.
    TwoInARow(Conflict),
    /// Several placements.
    Several {
        /// The line of the second one, from 1.
        line: u64,
    },
    /// A document without a placement.
    Missing,
}

impl error::Error for BoardError {}

impl Display for BoardError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotUtf8 => {
                f.write_str("expected a board as text, found bytes that are not UTF-8")
            }
            Self::AfterCompact { line, found } => write!(
                f,
                "line {line}: expected the end of the board, found '{}'",
                found.escape_default()
            ),
            Self::Json(why) => write!(
                f,
                "expected a board such as {{\"n\":4,\"queens\":[[0,1]],\"blocked\":[[3,0]]}}, found another \
                 one: {why}"
            ),
            Self::TwoInARow(Conflict { first, second, .. }) => write!(
                f,
                "expected at most one queen in each row, found {first} and {second}: draw the board with '.', 'Q' and \
                 'x'"
            ),
            Self::Several { line } => {
                write!(f, "expected one board, found another in line {line}")
            }
            Self::Missing => f.write_str("expected a board, found none"),
        }
    }
}

/// A text that is not a board in one word.
///
/// ```
/// use bezzel::ConstrainedBoard;
/// let error = ConstrainedBoard::from_compact("Q3/2x1/5/1x2").unwrap_err();
/// assert_eq!(error.to_string(), "row 2: expected 4 squares, found more");
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum CompactError {
    /// A character that is no part of a row.
    Character {
        /// The row, from 0.
        row: u32,
        /// The character.
        found: char,
    },
    /// A row of another length than the number of rows.
    Length {
        /// The row, from 0.
        row: u32,
        /// The number of rows.
        expected: u32,
        /// True if the row is longer.
        is_longer: bool,
    },
    /// More rows than a board that is drawn may have.
    TooManyRows {
        /// Rows that the document has.
        rows: usize,
    },
}

impl error::Error for CompactError {}

impl Display for CompactError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Character { row, found } => write!(
                f,
                "row {row}: expected 'Q', 'x' or a number of free squares, found '{}'",
                found.escape_default()
            ),
            Self::Length {
                row,
                expected,
                is_longer,
            } => {
                let found = if *is_longer { "more" } else { "fewer" };
                write!(
                    f,
                    "row {row}: expected {}, found {found}",
                    counted(*expected, "square")
                )
            }
            Self::TooManyRows { rows } => {
                write!(f, "expected at most {MAX_DRAWN_SIZE} rows, found {rows}")
            }
        }
    }
}
