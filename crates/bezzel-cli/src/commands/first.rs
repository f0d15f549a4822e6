//! `bezzel first`: prints one solution for any n except 2 and 3.

use bezzel::{ConstrainedBoard, MAX_SIZE};
use clap::Args;

use super::board_output;
use super::constraints::no_solution;
use crate::args::{Writing, whole};
use crate::exit::ExitCode;

/// Print one solution for any n except 2 and 3.
///
/// bezzel uses a formula instead of a search, so it needs constant memory for any n up to
/// 2147483647. The exit code is 1 for n = 2 and 3, which have no solution.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel first 8 --notation unicode\n  \
    bezzel first 100000000 | bezzel check")]
pub(crate) struct First {
    /// Number of queens, rows and columns.
    #[arg(value_name = "N", value_parser = whole(0..=MAX_SIZE), allow_negative_numbers = true)]
    n: u32,
    #[command(flatten)]
    writing: Writing,
}

pub(crate) fn run(args: &First) -> anyhow::Result<ExitCode> {
    let n = args.n;
    let notation = board_output::notation(&args.writing, n)?;
    let Some(solution) = bezzel::first(n)? else {
        return Ok(no_solution(&ConstrainedBoard::new(n)?));
    };
    let out = args.writing.output.open()?;
    let mut writer = board_output::writer(&args.writing, out, notation, 1);
    writer.write_columns(solution)?;
    writer.finish(None)?.finish()?;
    Ok(ExitCode::SUCCESS)
}
