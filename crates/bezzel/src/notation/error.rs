//! What can be wrong with a document, and where.

use std::borrow::Cow;
use std::io;

use thiserror::Error;

use super::scanner::Position;

/// Why a document could not be read to its end.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// The input itself failed.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// The text is not what the notation allows here.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
    Malformed {
        /// The line, from 1.
        line: u64,
        /// The column in characters, from 1.
        column: u64,
        /// What the notation accepts at this place.
        expected: Cow<'static, str>,
        /// What stands there; single characters are quoted.
        found: String,
    },
    /// The document ended without a board, and is not how a [`Writer`](super::Writer) writes none.
    #[error("no board found, expected {expected}")]
    NoBoard {
        /// What would have been read.
        expected: String,
    },
}

impl ReadError {
    pub(crate) fn malformed(
        at: Position,
        expected: impl Into<Cow<'static, str>>,
        found: impl Into<String>,
    ) -> Self {
        Self::Malformed {
            line: at.line,
            column: at.column,
            expected: expected.into(),
            found: found.into(),
        }
    }
}

/// Foreign text as part of one line.
pub(super) fn shortened(text: &str) -> String {
    const MAX_EXCERPT_CHARS: usize = 80;
    let mut line = String::new();
    for letter in text.chars().take(MAX_EXCERPT_CHARS) {
        if letter.is_control() {
            line.extend(letter.escape_default());
        } else {
            line.push(letter);
        }
    }
    if text.chars().nth(MAX_EXCERPT_CHARS).is_some() {
        line.push('…');
    }
    line
}
