//! `bezzel campaign certificate`: the result as a text that others can check.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use bezzel_campaign::Certificate;

use super::{UNAFFECTED, opened, patiently};
use crate::args;

pub(super) fn run(args: &args::Certificate) -> anyhow::Result<ExitCode> {
    let ledger = opened(&args.file)?;
    let (_, certificate) = patiently(UNAFFECTED, ledger, |ledger| Certificate::of(ledger))?;
    let mut out = super::output(args.output.as_deref())?;
    let describe = out.describe();
    out.write_all(certificate.text().as_bytes())
        .context(describe)?;
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}
