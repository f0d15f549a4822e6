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
    policy: String,
    units: u64,
    /// Number of units that are confirmed under the policy, if the log is right about own results.
    confirmed: u64,
    /// Number of units that processes of the author of the log counted, as the log says.
    own: u64,
}

pub(super) fn run(args: &Verify, given: Option<Certificate>) -> anyhow::Result<ExitCode> {
    let path = args.log.clone().unwrap_or_default();
    let name = path.display().to_string();
    let replay = move || -> anyhow::Result<(Report, Certificate)> {
        let folder = tempfile::tempdir().context("cannot create a temporary ledger")?;
        let log = File::open(&path).context("cannot read the log")?;
        let to = folder.path().join("replayed.bezzel");
        let ledger = Ledger::replay(&mut BufReader::new(log), &to)?;
        let (found, own) = (ledger.final_result()?, Certificate::of(&ledger)?);
        let units = ledger.units().plan().len();
        let report = Report {
            log: path.display().to_string(),
            solutions: found.total.solutions.to_string(),
            fingerprint: own.fingerprint().to_owned(),
            same_certificate: false,
            policy: ledger.policy().to_string(),
            units,
            confirmed: units - found.unconfirmed,
            own: found.own,
        };
        Ok((report, own))
    };
    let replayed = interrupt::run_interruptible(UNAFFECTED, replay)?;
    let (mut report, own) = replayed.with_context(|| name.clone())?;
    if let Some(given) = &given
        && *given != own
    {
        let differing = given
            .text()
            .lines()
            .zip(own.text().lines())
            .find(|(a, b)| a != b);
        let (found, expected) = differing.unwrap_or(("another length", "that of the log"));
        let hint = if given.fingerprint() == own.fingerprint() {
            "; the total is the same: if the certificate is newer, use a log that is as new"
        } else {
            ""
        };
        bail!(
            "invalid certificate: expected '{}' as the log gives it, found '{}'{hint}",
            bezzel_campaign::printable(expected),
            bezzel_campaign::printable(found)
        );
    }
    report.same_certificate = given.is_some();
    if args.format.is_json() {
        output::print(serde_json::to_string(&report)? + "\n")?;
    } else {
        output::print(report.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

impl Report {
    fn text(&self) -> String {
        let mut text = format!("{}\n", self.solutions);
        if self.same_certificate {
            text += "the certificate is the one that the log gives: ";
        }
        text += &format!(
            "fingerprint {}\n{} of {} units are confirmed under the policy ({})\n",
            self.fingerprint, self.confirmed, self.units, self.policy
        );
        if self.own > 0 {
            text += &format!(
                "{} units were counted by the author of the log, which only recounts can confirm: \
                 `bezzel campaign replay` makes a ledger for them\n",
                self.own
            );
        }
        text
    }
}
