//! Arguments of `generate`.

use bezzel::MAX_COVERED_SIZE;
use clap::{Args, Subcommand, ValueEnum};

use super::{Format, OutputFile, sizes_to, whole_number};

/// Generate random boards that are hard to complete.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    #[command(subcommand)]
    pub(crate) what: Generated,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Generated {
    Completion(GenerateCompletion),
}

/// Generate a random board to complete.
///
/// Draws a board of '.', 'Q' and 'x' (blocked), or writes it as JSON; `count`, `list` and
/// `complete` read both with --board. By default, about half of the boards have a completion, which
/// makes them hard. This holds for placed queens from n = 20 to 300, excluded diagonals from n = 8
/// on, and blocked squares from n = 10 to 40.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel generate completion 20 --seed 1\n  \
    bezzel generate completion 14 --model excluded-diagonals --seed 7 | bezzel complete --board -\n  \
    bezzel generate completion 200 --parameter 150 --output board.txt")]
pub(crate) struct GenerateCompletion {
    /// Number of queens, rows and columns: 0 to 1000.
    #[arg(value_name = "N", value_parser = sizes_to(MAX_COVERED_SIZE), allow_negative_numbers = true)]
    pub(crate) n: u32,
    /// What restricts the board.
    #[arg(long, value_enum, default_value_t = Model::PlacedQueens)]
    pub(crate) model: Model,
    /// Number of queens or diagonals, or fraction of blocked squares [default: the value at which
    /// about half of the boards have a completion].
    #[arg(long, value_name = "P", value_parser = parameter, allow_negative_numbers = true)]
    pub(crate) parameter: Option<f64>,
    /// Seed: the same seed gives the same board [default: random].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    #[command(flatten)]
    pub(crate) output: OutputFile,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// A model of random boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Model {
    /// Queens that do not attack each other.
    PlacedQueens,
    /// Diagonals and anti-diagonals without a queen.
    ExcludedDiagonals,
    /// Squares without a queen.
    BlockedSquares,
}

fn parameter(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| *number >= 0.0);
    number.ok_or_else(|| "expected a number of queens or diagonals, or a fraction".to_owned())
}
