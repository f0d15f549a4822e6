//! Errors in documents and texts.

use std::io;

use thiserror::Error;

use crate::methods::{Text, counted_from};
use crate::reader::{BoardFault, NotRead};

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
