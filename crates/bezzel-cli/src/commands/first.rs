//! `bezzel first`: prints one solution for any n except 2 and 3.

use anyhow::anyhow;
use bezzel::ConstrainedBoard;
use bezzel::notation::Writer;

use super::board_output;
use super::constraints::no_solution;
use crate::args::First;
use crate::exit::ExitCode;
use crate::interrupt::{self, Interruptible, UntilInterrupted};

pub(crate) fn run(args: &First) -> anyhow::Result<ExitCode> {
    let n = args.board.n;
    let notation = board_output::notation(&args.writing, n)?;
    let Some(rows) = bezzel::first(n)? else {
        return Ok(no_solution(&ConstrainedBoard::new(n)?));
    };
    let out = board_output::output(&args.writing)?;
    let failed = out.describe();
    let options = board_output::options(&args.writing, 1);
    let mut writer = Writer::new(Interruptible(out), notation, options);
    let written = writer
        .write_columns(UntilInterrupted(rows))
        .and_then(|()| writer.finish(None));
    interrupt::check("no complete board was written")?;
    written
        .map_err(|error| anyhow!(error).context(failed))?
        .0
        .finish()?;
    Ok(ExitCode::SUCCESS)
}
