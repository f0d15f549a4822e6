//! Errors in documents: their place and the text found there.

use std::borrow::Cow;

use super::ReadError;
use super::scanner::Position;

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
#[cfg(any(feature = "json", feature = "svg"))]
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
