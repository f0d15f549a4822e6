//! Placed queens and blocked squares, shared by `count`, `list`, `show` and `complete`.

use std::path::PathBuf;

use bezzel::Square;
use clap::Args;

const HEADING: &str = "Constraints (rows and columns from 0)";

/// Placed queens and blocked squares.
#[derive(Debug, Args)]
pub(crate) struct ConstraintArgs {
    /// Place a queen in row R, column C (repeatable).
    #[arg(help_heading = HEADING, long = "queen", value_name = "R,C", value_parser = square)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) queens: Vec<Square>,
    /// Block the square in row R, column C (repeatable).
    #[arg(help_heading = HEADING, long = "block", value_name = "R,C", value_parser = square)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) blocked: Vec<Square>,
    /// Block all squares with row − column = D (repeatable).
    #[arg(help_heading = HEADING, long = "block-diagonal", value_name = "D", value_parser = difference)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) blocked_diagonals: Vec<i32>,
    /// Block all squares with row + column = S (repeatable).
    #[arg(help_heading = HEADING, long = "block-anti-diagonal", value_name = "S", value_parser = sum)]
    #[arg(allow_hyphen_values = true)]
    pub(crate) blocked_anti_diagonals: Vec<u32>,
    /// Read the board from FILE, or stdin for -: rows of '.', 'Q' and 'x' (blocked), one word such
    /// as Q3/2x1/4/1x2, JSON as `generate` writes it, or any notation that `check` reads. N is then
    /// not needed, except by `campaign new`.
    #[arg(help_heading = HEADING, id = "board_file", long = "board", value_name = "FILE")]
    pub(crate) file: Option<PathBuf>,
}

fn square(text: &str) -> Result<Square, String> {
    let parsed = text.split_once(',').and_then(|(row, column)| {
        let square = Square::new(row.trim().parse().ok()?, column.trim().parse().ok()?);
        Some(square)
    });
    parsed.ok_or_else(|| "expected a row and a column from 0, such as 3,5".to_owned())
}

fn difference(text: &str) -> Result<i32, String> {
    let parsed = text.parse();
    parsed.map_err(|_| "expected row - column of a diagonal, such as -2".to_owned())
}

fn sum(text: &str) -> Result<u32, String> {
    let parsed = text.parse();
    parsed.map_err(|_| "expected row + column of an anti-diagonal, such as 5".to_owned())
}
