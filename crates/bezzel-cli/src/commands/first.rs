//! `bezzel first`: prints one solution for any n except 2 and 3.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, anyhow};
use bezzel::notation::Writer;

use super::writing;
use crate::args::First;
use crate::interrupt::{self, Interruptible, UntilInterrupted};
use crate::output;

pub(crate) fn run(args: &First) -> anyhow::Result<ExitCode> {
    let n = args.board.n;
    let notation = writing::notation(&args.writing, n)?;
    let Some(rows) = bezzel::first(n)? else {
        return none_exists(args);
    };
    let out = writing::output(&args.writing)?;
    let failed = out.describe();
    let options = writing::options(&args.writing, 1);
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

/// Prints the answer for n = 2 and n = 3.
fn none_exists(args: &First) -> anyhow::Result<ExitCode> {
    let n = args.board.n;
    if args.writing.format.is_json() {
        let mut out = writing::output(&args.writing)?;
        let failed = out.describe();
        writeln!(out, "{{\"n\":{n},\"queens\":null}}").context(failed)?;
        out.finish()?;
    } else {
        output::print(format!("no solution exists for n = {n}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
