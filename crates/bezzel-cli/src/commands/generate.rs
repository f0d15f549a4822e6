//! `bezzel generate completion`: a random board to complete.

use std::io::Write;

use anyhow::bail;
use bezzel::{ConstrainedBoard, JsonBoard, MAX_COVERED_SIZE, RandomModel};
use clap::{Args, Subcommand, ValueEnum};

use crate::args::{Format, OutputFile, whole, whole_number};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::language::either;
use crate::output::write_note;

/// Generate random boards to complete.
#[derive(Debug, Args)]
pub(crate) struct Generate {
    #[command(subcommand)]
    what: Generated,
}

#[derive(Debug, Subcommand)]
enum Generated {
    Completion(GenerateCompletion),
}

/// Generate a random board to complete.
///
/// bezzel writes the board with '.', 'Q' and 'x' (blocked), or as JSON. `count`, `list` and
/// `complete` read both with --board. By default, about half of the boards have a completion: with
/// placed queens from n = 20 to 300, with excluded diagonals from n = 8 on, and with blocked squares
/// from n = 10 to 40.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel generate completion 20 --seed 1\n  \
    bezzel generate completion 14 --model excluded-diagonals --seed 7 | bezzel complete --board -\n  \
    bezzel generate completion 200 --parameter 150 --output board.txt")]
struct GenerateCompletion {
    /// Number of queens, rows and columns: 0 to 1000.
    #[arg(value_name = "N", value_parser = whole(0..=MAX_COVERED_SIZE), allow_negative_numbers = true)]
    n: u32,
    /// What restricts the board.
    #[arg(long, value_enum, default_value_t = Model::PlacedQueens)]
    model: Model,
    /// Number of queens or diagonals, or fraction of blocked squares [default: the value at which
    /// about half of the boards have a completion].
    #[arg(long, value_name = "P", value_parser = number, allow_negative_numbers = true)]
    parameter: Option<f64>,
    /// Seed: the same seed gives the same board [default: random].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    format: Format,
}

/// A model of random boards.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Model {
    /// Queens that do not attack each other.
    PlacedQueens,
    /// Diagonals and anti-diagonals without a queen.
    ExcludedDiagonals,
    /// Squares without a queen.
    BlockedSquares,
}

fn number(text: &str) -> Result<f64, String> {
    let number = text.parse().ok().filter(|number| *number >= 0.0);
    number.ok_or_else(|| "expected a number of queens or diagonals, or a fraction".to_owned())
}

pub(crate) fn run(args: &Generate) -> anyhow::Result<ExitCode> {
    match &args.what {
        Generated::Completion(args) => completion(args),
    }
}

fn completion(args: &GenerateCompletion) -> anyhow::Result<ExitCode> {
    let n = args.n;
    let model = model(args)?;
    // Numbers up to 2⁵³ are exact in JSON.
    let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1 << 53));
    let board = interrupt::run_interruptible(move || ConstrainedBoard::random(n, model, seed))??;
    let mut out = args.output.open()?;
    if args.format.is_json() {
        let name = args.model.to_possible_value();
        let mut json = JsonBoard::from(&board);
        json.model = name.map(|name| name.get_name().to_owned());
        json.parameter = Some(parameter(model));
        json.seed = Some(seed);
        out.write_json(&json)?;
    } else {
        write!(out, "{board}")?;
    }
    out.finish()?;
    if args.seed.is_none() {
        write_note(either!("seed {seed}", "种子 {seed}"));
    }
    Ok(ExitCode::SUCCESS)
}

fn model(args: &GenerateCompletion) -> anyhow::Result<RandomModel> {
    let number = |parameter: f64| {
        if parameter.fract() != 0.0 || parameter > f64::from(u32::MAX) {
            bail!(either!(
                "expected a whole number with this model, found {parameter}",
                "这种模型的参数应为整数，实际为 {parameter}"
            ));
        }
        Ok(parameter as u32)
    };
    Ok(match (args.model, args.parameter) {
        (Model::PlacedQueens, None) => RandomModel::placed_queens(args.n),
        (Model::ExcludedDiagonals, None) => RandomModel::excluded_diagonals(args.n),
        (Model::BlockedSquares, None) => RandomModel::blocked_squares(args.n),
        (Model::PlacedQueens, Some(queens)) => RandomModel::PlacedQueens {
            queens: number(queens)?,
        },
        (Model::ExcludedDiagonals, Some(diagonals)) => RandomModel::ExcludedDiagonals {
            diagonals: number(diagonals)?,
        },
        (Model::BlockedSquares, Some(share)) => RandomModel::BlockedSquares { share },
    })
}

fn parameter(model: RandomModel) -> f64 {
    match model {
        RandomModel::PlacedQueens { queens } => f64::from(queens),
        RandomModel::ExcludedDiagonals { diagonals } => f64::from(diagonals),
        RandomModel::BlockedSquares { share } => share,
        _ => f64::NAN,
    }
}
