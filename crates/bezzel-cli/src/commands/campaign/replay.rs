//! `bezzel campaign verify --log`: rebuilds a campaign from its log.

use std::fs::File;
use std::io::BufReader;
use std::process::ExitCode;

use anyhow::{Context, bail};
use bezzel_campaign::{Certificate, Ledger};
use serde::Serialize;

use super::UNAFFECTED;
use crate::args::Verify;
use crate::interrupt;
use crate::output;

/// The output of `--format json`.
#[derive(Serialize)]
struct Report {
    log: String,
    solutions: String,
    fingerprint: String,
    /// True if a certificate was given, which is the same.
    same_certificate: bool,
}

pub(super) fn run(args: &Verify, given: Option<Certificate>) -> anyhow::Result<ExitCode> {
    let path = args.log.clone().unwrap_or_default();
    let name = path.display().to_string();
    let replay = move || -> anyhow::Result<(String, Certificate)> {
        let folder = tempfile::tempdir().context("cannot create a temporary ledger")?;
        let log = File::open(path).context("cannot read the log")?;
        let to = folder.path().join("replayed.bezzel");
        let ledger = Ledger::replay(&mut BufReader::new(log), &to)?;
        let solutions = ledger.final_result()?.total.solutions.to_string();
        Ok((solutions, Certificate::of(&ledger)?))
    };
    let replayed = interrupt::run_interruptible(UNAFFECTED, replay)?;
    let (solutions, own) = replayed.with_context(|| name.clone())?;
    let fingerprint = own.fingerprint().to_owned();
    if let Some(given) = &given
        && *given != own
    {
        let differing = given
            .text()
            .lines()
            .zip(own.text().lines())
            .find(|(a, b)| a != b);
        let (found, expected) = differing.unwrap_or(("another length", "that of the log"));
        bail!(
            "invalid certificate: expected '{}' as the log gives it, found '{}'",
            bezzel_campaign::printable(expected),
            bezzel_campaign::printable(found)
        );
    }
    let same_certificate = given.is_some();
    if args.format.is_json() {
        let report = Report {
            log: name,
            solutions,
            fingerprint,
            same_certificate,
        };
        output::print(serde_json::to_string(&report)? + "\n")?;
    } else {
        let mut text = format!("{solutions}\n");
        if same_certificate {
            text += "the certificate is the one that the log gives: ";
        }
        output::print(format!("{text}fingerprint {fingerprint}\n"))?;
    }
    Ok(ExitCode::SUCCESS)
}
