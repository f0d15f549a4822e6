//! Whatever people have, read: boards and puzzles in any form, as the command `check` does it.

use bezzel::Verdict;
use bezzel::methods::Text;
use bezzel::notation::Notation;
use bezzel::reader::{Hints, read_all};
use serde::{Deserialize, Serialize};

use crate::problem::Problem;
use crate::reply::Answer;

/// A text to read; answered by [`Checked`].
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct CheckRequest {
    /// Boards in any form.
    text: String,
    /// `positions` if lines of numbers are columns, the name of another notation if they are rows of drawings.
    notation: Option<String>,
    /// True if rows and columns count from 1, where the text does not show it.
    #[serde(default)]
    one_based: bool,
    /// True if rows without a queen are accepted.
    #[serde(default)]
    partial: bool,
}

/// What was read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Checked {
    /// What was read, in one sentence.
    read: Text,
    /// One for each board.
    boards: Vec<CheckedBoard>,
}

/// The result of one board.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct CheckedBoard {
    /// First line of the board, from 1.
    line: u64,
    /// The board: a line of `.`, `Q` and `x` for each row.
    drawing: String,
    #[serde(flatten)]
    verdict: Verdict,
}

impl CheckRequest {
    pub(crate) fn answer(self) -> Result<Answer, Problem> {
        let notation = self
            .notation
            .as_deref()
            .map(str::parse::<Notation>)
            .transpose()?;
        let hints = Hints {
            base: self.one_based.then_some(1),
            are_columns: notation.map(|notation| notation == Notation::Positions),
            ..Hints::default()
        };
        let found = read_all(&self.text, hints);
        if let Some(why) = found.summary.not_read() {
            return Err(Problem::unreadable(&why));
        }
        let checked = |board: &bezzel::reader::Board| CheckedBoard {
            line: board.line,
            drawing: board.drawing(),
            verdict: board.verdict(self.partial),
        };
        let boards = found.boards.iter().map(checked).collect();
        let read = found.summary.text();
        Ok(Answer::new(&Checked { read, boards }))
    }
}
