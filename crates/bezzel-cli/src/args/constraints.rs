//! Placed queens and blocked squares, shared by `count`, `list`, `show` and `complete`.

use std::path::PathBuf;

use bezzel::Square;
use clap::Args;

use crate::language::either;

const HEADING: &str = "Constraints (rows and columns from 0)";

/// Placed queens and blocked squares.
#[derive(Debug, Args)]
pub(crate) struct ConstraintArgs {
    /// Place a queen in row R, column C, from 0 at the top left, or on a chess square, from a1 at
    /// the bottom left (repeatable).
    #[arg(help_heading = HEADING, long = "queen", value_name = "R,C", value_parser = named_square)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) queens: Vec<NamedSquare>,
    /// Block a square, written as for --queen (repeatable).
    #[arg(help_heading = HEADING, long = "block", value_name = "R,C", value_parser = named_square)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) blocked: Vec<NamedSquare>,
    /// Block all squares with row − column = D (repeatable).
    #[arg(help_heading = HEADING, long = "block-diagonal", value_name = "D", value_parser = difference)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) blocked_diagonals: Vec<i32>,
    /// Block all squares with row + column = S (repeatable).
    #[arg(help_heading = HEADING, long = "block-anti-diagonal", value_name = "S", value_parser = sum)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) blocked_anti_diagonals: Vec<u32>,
    /// Read the board from a file, or from stdin if BOARD is -. The file has rows of '.', 'Q' and
    /// 'x' (blocked), a board in one word such as Q3/2x1/4/1x2, JSON from `generate`, or any form
    /// that `check` reads. BOARD may also be a board in one word, unless a file has this name. You
    /// need not give N.
    #[arg(help_heading = HEADING, id = "board_file", long = "board", value_name = "BOARD")]
    pub(crate) file: Option<PathBuf>,
}

impl ConstraintArgs {
    /// Whether an option places a queen, blocks a square or names a board.
    pub(crate) fn any(&self) -> bool {
        let squares = !self.queens.is_empty() || !self.blocked.is_empty();
        let lines = !self.blocked_diagonals.is_empty() || !self.blocked_anti_diagonals.is_empty();
        squares || lines || self.file.is_some()
    }
}

/// A square as it was written. The row of a chess square depends on the size of the board.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum NamedSquare {
    /// Row and column from 0, at the top left.
    Coordinates(Square),
    /// Column from 0, named by a letter, and row from 1 at the bottom.
    Chess { column: u32, rank: u32 },
}

impl NamedSquare {
    /// Returns the square on a board of n rows. Fails if a chess square is not on the board; the
    /// board checks the others.
    pub(crate) fn on_board(&self, n: u32) -> Result<Square, String> {
        match *self {
            Self::Coordinates(square) => Ok(square),
            Self::Chess { column, rank } if column < n && rank <= n => {
                Ok(Square::new(n - rank, column))
            }
            Self::Chess { column, rank } => {
                let letter = |column: u32| char::from(b'a' + column as u8);
                let expected = match n {
                    0 => "no square on a board of 0 rows".to_owned(),
                    1..=LETTERS => format!("a square from a1 to {}{n}", letter(n - 1)),
                    _ => format!("a square from a1 to z{n}"),
                };
                Err(format!(
                    "expected {expected}, found {}{rank}",
                    letter(column)
                ))
            }
        }
    }
}

/// Number of columns that letters name.
const LETTERS: u32 = 26;

fn named_square(text: &str) -> Result<NamedSquare, String> {
    coordinates(text).or_else(|| chess(text)).ok_or_else(|| {
        either!(
            "expected a row and a column from 0, such as 3,5, or a chess square such as d1",
            "应为从 0 编号的行和列，如 3,5，或 d1 这样的国际象棋格名"
        )
    })
}

fn coordinates(text: &str) -> Option<NamedSquare> {
    let (row, column) = text.split_once(',')?;
    let square = Square::new(row.trim().parse().ok()?, column.trim().parse().ok()?);
    Some(NamedSquare::Coordinates(square))
}

fn chess(text: &str) -> Option<NamedSquare> {
    let (letter, rank) = text.split_at_checked(1)?;
    let letter = letter.bytes().next()?.to_ascii_lowercase();
    let column = letter
        .checked_sub(b'a')
        .filter(|column| u32::from(*column) < LETTERS)?;
    let is_number = rank.starts_with(|first| matches!(first, '1'..='9'));
    let rank = rank.parse().ok().filter(|_| is_number)?;
    Some(NamedSquare::Chess {
        column: column.into(),
        rank,
    })
}

fn difference(text: &str) -> Result<i32, String> {
    let parsed = text.parse();
    parsed.map_err(|_| {
        either!(
            "expected row - column of a diagonal, such as -2",
            "应为对角线的行 - 列，如 -2"
        )
    })
}

fn sum(text: &str) -> Result<u32, String> {
    let parsed = text.parse();
    parsed.map_err(|_| {
        either!(
            "expected row + column of an anti-diagonal, such as 5",
            "应为对角线的行 + 列，如 5"
        )
    })
}
