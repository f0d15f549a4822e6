//! Requests that cannot be answered.

use std::fmt::Display;

use bezzel::counted;
use bezzel::methods::Text;
use bezzel::shared::OutOfRange;
use serde::Serialize;
use thiserror::Error;

use crate::impossible::Impossibility;

/// A request that cannot be answered.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Problem {
    /// The sentence for people: expected and found values.
    detail: String,
    /// The detail with its values, for translations.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
}

impl Problem {
    /// A request that cannot be read.
    pub(crate) fn malformed(error: &serde_json::Error) -> Self {
        Self::without_reason(error)
    }

    fn without_reason(error: &dyn Display) -> Self {
        Self {
            detail: one_line(error),
            reason: None,
        }
    }
}

/// Returns a sentence in one line: line breaks of a value that it repeats are escaped.
fn one_line(sentence: &dyn Display) -> String {
    let mut line = String::new();
    for letter in sentence.to_string().chars() {
        match letter.is_control() {
            true => line.extend(letter.escape_default()),
            false => line.push(letter),
        }
    }
    line
}

impl From<Reason> for Problem {
    fn from(reason: Reason) -> Self {
        Self {
            detail: one_line(&reason),
            reason: Some(reason),
        }
    }
}

impl From<OutOfRange> for Problem {
    fn from(error: OutOfRange) -> Self {
        Reason::from(error).into()
    }
}

impl From<bezzel::Error> for Problem {
    fn from(error: bezzel::Error) -> Self {
        Self::without_reason(&error)
    }
}

#[cfg(feature = "count")]
impl From<bezzel_count::Error> for Problem {
    fn from(error: bezzel_count::Error) -> Self {
        Self::without_reason(&error)
    }
}

/// Reason for a rejected request.
#[derive(Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Reason {
    /// A number outside its range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// A step that was not reached within the time limit.
    #[error("the time limit ended before step {step}")]
    Unreached { step: u64 },
    /// A list of solutions that was not complete within the time limit.
    #[error("the time limit ended before all solutions were found")]
    Untimely,
    /// A board with so many completions that a random one takes too long.
    #[error(
        "expected n of at most {most}, or a board with few completions, found n = {n}: use `bezzel \
         random`"
    )]
    ManyCompletions { n: u32, most: u32 },
    /// A text that is not a board in one word.
    #[error("expected a board in one word, found '{board}': {detail}")]
    Unreadable { board: String, detail: String },
    /// A method that does not search boards with constraints.
    #[error("{detail}")]
    EmptyBoardsOnly {
        method: &'static str,
        detail: String,
    },
    /// A board whose queens attack each other or are on blocked squares.
    #[error("{}", because.detail)]
    Impossible { because: Impossibility },
    /// A board of another size than the run.
    #[error("expected a board of {}, found one of {rows}", counted(n, "row"))]
    BoardSize { n: u32, rows: u32 },
    /// A queen or blocked square outside the board.
    #[error(
        "expected rows and columns below {n}, found square {number} in row {row} column {column}"
    )]
    Outside {
        number: usize,
        row: u32,
        column: u32,
        n: u32,
    },
    /// Two queens on one square.
    #[error("expected at most one queen per square, found two in row {row} column {column}")]
    SquareTwice { row: u32, column: u32 },
    /// Two queens in one row.
    #[error("expected at most one queen per row, found two in row {row}")]
    RowTwice { row: u32 },
    /// A board without images, because two queens share a column.
    #[error("{detail}")]
    NoImages { detail: String },
    /// A race of fewer than two or more than four methods.
    #[error("expected two to four methods")]
    Racers,
    /// A race in which one method occurs twice.
    #[error("expected different methods, found {name} twice")]
    SameRacer { name: String },
    /// A text that is neither a board nor a puzzle, or has two meanings.
    #[error("{}", text.english)]
    NotRead { text: Text, ambiguous: bool },
    /// A puzzle that cannot be read or made.
    #[error("{}", text.english)]
    Puzzle { text: Text },
    /// A board that takes too long to count.
    #[error(
        "expected n of at most {most}, or a board whose completions are listed in {hours} h, found \
         n = {n}: use `bezzel count`"
    )]
    LongCount { n: u32, most: u32, hours: f64 },
    /// A file that is not the source of a method.
    #[error("expected a source file of a method, found '{file}'")]
    NoSource { file: String },
}
