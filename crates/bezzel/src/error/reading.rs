//! Errors in documents and texts.

use std::io;

use thiserror::Error;

use crate::methods::{Text, counted_from};
use crate::reader::{BoardFault, NotRead};
use crate::{MAX_DRAWN_SIZE, counted};

/// A text that is not the board that is needed.
///
/// ```
/// use bezzel::{ConstrainedBoard, ReadError, reader::NotRead};
/// let error = "hello".parse::<ConstrainedBoard>().unwrap_err();
/// assert!(matches!(error, ReadError::NotRead(NotRead::NotUnderstood { line: 1, .. })));
/// let error = "Q1/2\n\nQ1/2\n".parse::<ConstrainedBoard>().unwrap_err();
/// assert_eq!(error.to_string(), "expected one board, found another in line 3");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", self.text().english)]
#[non_exhaustive]
pub enum ReadError {
    /// Reading the input failed.
    Io {
        /// Kind of the [`io::Error`].
        kind: io::ErrorKind,
        /// Text of the operating system.
        message: String,
    },
    /// The text has no board, or several meanings.
    NotRead(NotRead),
    /// The board has a fault.
    Fault {
        /// Line on which it begins, from 1.
        line: u64,
        /// Number of rows that it has or should have.
        n: u32,
        /// What is wrong with the board.
        fault: BoardFault,
    },
    /// There is a second board.
    NotOne {
        /// The line of the second one, from 1.
        line: u64,
    },
    /// JSON or regions that are no board or puzzle.
    Content {
        /// Line, from 1, if it is known.
        line: Option<u64>,
        /// What was expected, and what was found.
        message: Text,
    },
}

impl ReadError {
    /// Returns what was wrong, in both languages. A message of the operating system or of another
    /// format is the same in both.
    pub fn text(&self) -> Text {
        let (english, chinese) = match self {
            Self::Io { message, .. } => (message.clone(), message.clone()),
            Self::Content {
                line: None,
                message,
            } => return message.clone(),
            Self::NotRead(why) => return why.text(),
            Self::Fault { line, n, fault } => {
                let fault = fault.text(*n);
                let [english, chinese] =
                    [&fault.english, &fault.chinese].map(|text| counted_from(0, text));
                (
                    format!("line {line}: {english} (rows and columns count from 0)"),
                    format!("第 {line} 行：{chinese}（棋盘的行和列从 0 编号）"),
                )
            }
            Self::NotOne { line } => (
                format!("expected one board, found another in line {line}"),
                format!("应只有一个棋盘，第 {line} 行又有一个"),
            ),
            Self::Content {
                line: Some(line),
                message,
            } => (
                format!("line {line}: {}", message.english),
                format!("第 {line} 行：{}", message.chinese),
            ),
        };
        (english, chinese).into()
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

/// A text that is not a board in one word.
///
/// ```
/// use bezzel::ConstrainedBoard;
/// let error = ConstrainedBoard::from_compact("Q3/2x1/5/1x2").unwrap_err();
/// assert_eq!(error.to_string(), "row 2: expected 4 squares, found more");
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum CompactError {
    /// A character that is no part of a row.
    #[error(
        "row {row}: expected 'Q', 'x' or a number of free squares, found '{}'",
        found.escape_default()
    )]
    Character {
        /// The row, from 0.
        row: u32,
        /// The character that was found.
        found: char,
    },
    /// A row of another length than the number of rows.
    #[error(
        "row {row}: expected {}, found {}",
        counted(*expected, "square"),
        if *is_longer { "more" } else { "fewer" }
    )]
    Length {
        /// The row, from 0.
        row: u32,
        /// Number of squares that a row must have.
        expected: u32,
        /// True if the row is longer.
        is_longer: bool,
    },
    /// More rows than a board that is drawn may have.
    #[error("expected at most {MAX_DRAWN_SIZE} rows, found {rows}")]
    TooManyRows {
        /// Rows that the document has.
        rows: usize,
    },
}

impl CompactError {
    /// Returns what was wrong, in Chinese.
    pub(crate) fn chinese(&self) -> String {
        match self {
            Self::Character { row, found } => format!(
                "第 {row} 行：应为 Q、x 或连续空格子的个数，实际为“{}”（行从 0 编号）",
                found.escape_default()
            ),
            Self::Length {
                row,
                expected,
                is_longer,
            } => {
                let found = if *is_longer { "太多" } else { "太少" };
                format!("第 {row} 行的格子{found}，应有 {expected} 个（行从 0 编号）")
            }
            Self::TooManyRows { rows } => {
                format!("最多 {MAX_DRAWN_SIZE} 行，实际有 {rows} 行")
            }
        }
    }
}
