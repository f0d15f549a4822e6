//! Whatever people have, read: boards and puzzles in any form, as the command `check` does it.

use bezzel::Verdict;
use bezzel::methods::Text;
use bezzel::reader::{self, Expect, Hints};
use bezzel::{ReadError, Square};
use bezzel_puzzle::Contents;
use serde::{Deserialize, Serialize};

use crate::answer::Answer;
use crate::problem::{Problem, ProblemKind};
use crate::puzzles::letters;

/// A text to read; answered by [`ReadContents`].
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct ReadRequest {
    /// Boards or puzzles in any form.
    text: String,
    /// Number of the first row and column, 0 or 1, where the text does not show it.
    base: Option<u32>,
    /// True if a line of numbers is the columns of a board, false if it is a row of a drawing.
    columns: Option<bool>,
    /// True if a text that may be both is a puzzle.
    #[serde(default)]
    puzzles: bool,
}

/// What was read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct ReadContents {
    /// What was read, in one sentence.
    read: Text,
    /// The boards; none if there are puzzles.
    boards: Vec<ReadBoard>,
    puzzles: Vec<ReadPuzzle>,
}

/// A board that was read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct ReadBoard {
    /// First line of the board, from 1.
    line: u64,
    /// Queens on the board, in reading order.
    queens: Vec<Square>,
    blocked: Vec<Square>,
    /// The first fault in words; null for a solution.
    wrong: Option<Text>,
    #[serde(flatten)]
    verdict: Verdict,
}

/// A puzzle that was read.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct ReadPuzzle {
    /// The regions: a string of letters for each row.
    regions: Vec<String>,
    /// Rows of marks: `.`, `Q` or `x`.
    marks: Vec<String>,
    /// The regions of several parts; null if there are none.
    parts: Option<Text>,
}

impl ReadRequest {
    pub(crate) fn answer(self) -> Result<Answer, Problem> {
        let hints = Hints {
            base: self.base,
            are_columns: self.columns,
            expect: match self.puzzles {
                true => Expect::Puzzles,
                false => Expect::Boards,
            },
            ..Hints::default()
        };
        let read = Contents::read(&self.text, hints).map_err(|error| match error {
            ReadError::NotRead(why @ reader::NotRead::Ambiguous { .. }) => {
                Problem::from(why.text()).of_kind(ProblemKind::Ambiguous)
            }
            ReadError::NotRead(why) => why.text().into(),
            error => error.text().into(),
        })?;
        let lines = |text: String| text.lines().map(str::to_owned).collect();
        let puzzles = read.puzzles.iter().map(|(puzzle, marks)| ReadPuzzle {
            regions: letters(puzzle),
            marks: lines(marks.to_string()),
            parts: puzzle.parts_text(),
        });
        Ok(Answer::new(&ReadContents {
            read: read.said,
            boards: read.boards.iter().map(ReadBoard::of).collect(),
            puzzles: puzzles.collect(),
        }))
    }
}

impl ReadBoard {
    fn of(board: &reader::Board) -> Self {
        let n = i64::from(board.n);
        let is_on_board = |&(row, column): &(i64, i64)| 0 <= row.min(column) && row.max(column) < n;
        let queens = board.squares().filter(is_on_board);
        Self {
            line: board.line,
            queens: queens
                .map(|(row, column)| Square::new(row as u32, column as u32))
                .collect(),
            blocked: board.blocked.clone(),
            wrong: board.fault(false).map(|fault| fault.text(board.n)),
            verdict: board.verdict(false),
        }
    }
}
