//! `bezzel generate completion`: a random board to complete.

use std::io::Write;

use anyhow::bail;
use bezzel::{ConstrainedBoard, JsonBoard, RandomModel};
use clap::ValueEnum;

use crate::args::{Generate, GenerateCompletion, Generated, Model};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::language::either;
use crate::stderr::write_note;

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
    let outcome = either("no board was written", "没有写出棋盘");
    let board =
        interrupt::run_interruptible(&outcome, move || ConstrainedBoard::random(n, model, seed))??;
    let mut out = args.output.open()?;
    if args.format.is_json() {
        let name = args.model.to_possible_value();
        let mut json = JsonBoard::from(&board);
        json.model = name.map(|name| name.get_name().to_owned());
        json.parameter = Some(parameter(model));
        json.seed = Some(seed);
        let json = serde_json::to_string(&json)?;
        writeln!(out, "{json}")?;
    } else {
        write!(out, "{board}")?;
    }
    out.finish()?;
    if args.seed.is_none() {
        write_note(either(format!("seed {seed}"), format!("种子 {seed}")));
    }
    Ok(ExitCode::SUCCESS)
}

fn model(args: &GenerateCompletion) -> anyhow::Result<RandomModel> {
    let number = |parameter: f64| {
        if parameter.fract() != 0.0 || parameter > f64::from(u32::MAX) {
            bail!(either(
                format!("expected a whole number with this model, found {parameter}"),
                format!("这种模型的参数应为整数，实际为 {parameter}"),
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
