//! `bezzel first`: prints one solution for any n except 2 and 3.

use bezzel::ConstrainedBoard;

use super::board_output;
use super::constraints::no_solution;
use crate::args::First;
use crate::exit::ExitCode;

pub(crate) fn run(args: &First) -> anyhow::Result<ExitCode> {
    let n = args.board.n;
    let notation = board_output::notation(&args.writing, n)?;
    let Some(solution) = bezzel::first(n)? else {
        return Ok(no_solution(&ConstrainedBoard::new(n)?));
    };
    let out = args.writing.output.open()?;
    let mut writer = board_output::writer(&args.writing, out, notation, 1);
    writer.write_first(&solution)?;
    writer.finish(None)?.finish()?;
    Ok(ExitCode::SUCCESS)
}
