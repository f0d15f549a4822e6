//! `bezzel first`: one solution for any n.

use std::process::ExitCode;

use anyhow::anyhow;
use bezzel::notation::Writer;

use super::writing;
use crate::args::First;
use crate::output::{self, Output};

pub(crate) fn run(args: &First) -> anyhow::Result<ExitCode> {
    let n = args.board.n;
    let notation = writing::notation(&args.writing, n)?;
    let Some(rows) = bezzel::first(n)? else {
        return none_exists(n, args.writing.format.is_json());
    };
    let out = Output::to(args.writing.output.as_deref())?;
    let failed = out.describe();
    let mut writer = Writer::new(out, notation, writing::options(&args.writing, 1));
    let written = writer
        .write_columns(rows)
        .and_then(|()| writer.finish(None));
    written
        .map_err(|error| anyhow!(error).context(failed))?
        .finish()?;
    Ok(ExitCode::SUCCESS)
}

/// The answer for n = 2 and n = 3.
fn none_exists(n: u32, json: bool) -> anyhow::Result<ExitCode> {
    if json {
        output::print(format!("{{\"n\":{n},\"queens\":null}}\n"))?;
    } else {
        output::print(format!("none exists: {n} queens have no solution\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
