//! Errors in documents, with their place.

use std::borrow::Cow;
use std::io;

use thiserror::Error;

use super::scanner::Position;

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
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[non_exhaustive]
pub enum ReadError {
    /// Reading the input failed.
    #[error("{message}")]
    Io {
        /// Kind of the [`io::Error`].
        kind: io::ErrorKind,
        /// Its message.
        message: String,
    },
    /// The text is not valid in the notation.
    #[error("line {line}, column {column}: expected {expected}, found {found}")]
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
    #[error("line {line}, column {column}: expected a column from 0 to {}, found {n}: columns are counted from 0", n - 1)]
    CountedFromOne {
        /// Line of the largest column, from 1.
        line: u64,
        /// Column in characters, from 1.
        column: u64,
        /// The largest column, which is the number of rows.
        n: u64,
    },
    /// The document contains no board and is not an empty document of a
    /// [`Writer`](super::Writer).
    #[error("expected {expected}, found no board")]
    NoBoard {
        /// Description of an accepted board.
        expected: String,
    },
    /// This build cannot read the notation.
    #[error(
        "expected bezzel-core with the feature {feature} to read the notation {notation}, found a build without it"
    )]
    WithoutFeature {
        /// Name of the notation.
        notation: &'static str,
        /// Missing feature of the package.
        feature: &'static str,
    },
}

impl From<io::Error> for ReadError {
    fn from(error: io::Error) -> Self {
        Self::Io {
            kind: error.kind(),
            message: error.to_string(),
        }
    }
}

impl ReadError {
    /// Creates the error of text that is not valid, with its place.
    #[doc(hidden)]
    pub fn malformed(
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

/// Shortens and escapes text of a document for a one-line message.
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
