//! Requests that cannot be answered.

use std::fmt::Display;

use bezzel::methods::{Text, counted_from};
use bezzel::shared::OutOfRange;
use serde::Serialize;

/// A request that cannot be answered.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Problem {
    /// The English sentence, in which rows and columns count from 0.
    detail: String,
    /// The sentence for people: expected and found values.
    text: Text,
    /// What the page offers a way out of.
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<ProblemKind>,
}

/// Problem that the page offers a way out of.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum ProblemKind {
    /// A text with two meanings.
    Ambiguous,
    /// A board with so many completions that a random one takes too long.
    ManyCompletions,
}

impl Problem {
    pub(crate) fn new(english: impl Display, chinese: impl Display) -> Self {
        let (english, chinese) = (one_line(&english), one_line(&chinese));
        Self {
            detail: counted_from(0, &english),
            text: (english, chinese).into(),
            kind: None,
        }
    }

    /// A problem of the library that has no sentence in Chinese.
    pub(crate) fn in_english(error: &dyn Display) -> Self {
        Self::new(error, error)
    }

    pub(crate) fn of_kind(self, kind: ProblemKind) -> Self {
        let kind = Some(kind);
        Self { kind, ..self }
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

impl From<Text> for Problem {
    fn from(text: Text) -> Self {
        Self::new(text.english, text.chinese)
    }
}

impl From<OutOfRange> for Problem {
    fn from(error: OutOfRange) -> Self {
        error.text().into()
    }
}

impl From<bezzel::Error> for Problem {
    fn from(error: bezzel::Error) -> Self {
        match error.text() {
            Some(text) => text.into(),
            None => Self::in_english(&error),
        }
    }
}

#[cfg(feature = "count")]
impl From<bezzel_count::Error> for Problem {
    fn from(error: bezzel_count::Error) -> Self {
        Self::in_english(&error)
    }
}
