//! The check of boards in a notation, as the command `check` does it.

use std::ops::ControlFlow;

use bezzel::Verdict;
use bezzel::notation::{self, Entry, Notation, Options};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::reply::Answer;

/// A document to check; answered by [`Checked`].
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// Boards in any notation.
    text: String,
    /// Name of the notation [default: detected].
    notation: Option<String>,
    /// True if rows and columns count from 1 in the text.
    #[serde(default)]
    one_based: bool,
    /// True if rows without a queen are accepted.
    #[serde(default)]
    partial: bool,
}

/// The result of a check.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Checked {
    /// The notation, unless the document does not show it.
    notation: Option<&'static str>,
    /// One for each board.
    boards: Vec<CheckedBoard>,
}

/// The result of one board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct CheckedBoard {
    /// First line of the board, from 1.
    line: u64,
    #[serde(flatten)]
    verdict: Verdict,
}

impl CheckRequest {
    pub(crate) fn answer(self) -> Result<Answer, Problem> {
        let notation = self.notation.as_deref().map(str::parse::<Notation>);
        let options = Options {
            one_based: self.one_based,
            ..Options::default()
        };
        let mut boards = Vec::new();
        let each = &mut |entry: Entry| {
            boards.push(CheckedBoard {
                line: entry.line,
                verdict: entry.verdict(self.partial),
            });
            ControlFlow::Continue(())
        };
        let read = notation::read(self.text.as_bytes(), notation.transpose()?, &options, each);
        let notation = read.map_err(|error| Problem::unreadable(&error))?.notation;
        let notation = notation.map(Notation::name);
        Ok(Answer::new(&Checked { notation, boards }))
    }
}
