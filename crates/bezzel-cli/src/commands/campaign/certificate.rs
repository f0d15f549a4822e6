//! `bezzel campaign certificate`: the result as text that others can verify.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use bezzel_campaign::Certificate;

use super::{UNAFFECTED, opened_to_read, run_interruptible};
use crate::args;
use crate::output::Kind;

pub(super) fn run(args: &args::Certificate) -> anyhow::Result<ExitCode> {
    let ledger = opened_to_read(&args.file)?;
    let (ledger, certificate) =
        run_interruptible(UNAFFECTED, ledger, |ledger| Certificate::of(ledger))?;
    let mut out = super::output(
        &ledger,
        args.output.as_deref(),
        Kind::Certificate,
        args.force.force,
    )?;
    let describe = out.describe();
    out.write_all(certificate.text().as_bytes())
        .context(describe)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}
