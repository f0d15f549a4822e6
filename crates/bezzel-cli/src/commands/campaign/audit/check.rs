//! `bezzel campaign audit --check`: checks proofs of wrong parts without a ledger.

use std::collections::HashSet;
use std::fs::File;
use std::io::BufReader;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use bezzel_campaign::{DrawnPart, ProofReader, UnitList};
use serde::Serialize;

use super::recount::Recount;
use super::{Compared, name};
use crate::args;
use crate::interrupt;
use crate::output;
use crate::stderr::write_note;

/// Exit code if a part is not wrong.
const NOT_PROVED: u8 = 1;
/// Maximum number of proofs in a file.
const MAX_PROOFS: usize = 1 << 20;
/// Number of parts that are counted at a time.
const PARTS_PER_BATCH: usize = 1024;
/// The outcome of an interrupted check.
const NO_REPORT: &str = "there is no report";

/// The output of `--format json`.
#[derive(Serialize)]
struct Report {
    header: String,
    proofs: Vec<Checked>,
    /// Number of proofs whose part is wrong.
    proved: usize,
}

#[derive(Serialize)]
struct Checked {
    #[serde(flatten)]
    compared: Compared,
    /// True if the part is wrong.
    is_proved: bool,
}

pub(super) fn run(args: &args::Audit, path: &Path) -> anyhow::Result<ExitCode> {
    let from = path.to_owned();
    let read = interrupt::run_interruptible(NO_REPORT, move || read(&from))?;
    let (units, parts) = read.with_context(|| path.display().to_string())?;
    write_note(format_args!(
        "{}: {}, {} proofs with valid signatures and paths; counting their parts",
        path.display(),
        units.title(),
        parts.len()
    ));
    let mut recount = Recount::start(args.engines.open()?, parts.len());
    let mut proofs = Vec::new();
    for some in parts.chunks(PARTS_PER_BATCH) {
        let counted = recount.count(some, some.len(), NO_REPORT)?;
        for one in some {
            let sum = counted[&one.unit.to_string()];
            proofs.push(Checked {
                compared: Compared::of(&units, one, sum)?,
                is_proved: !one.agrees(&sum),
            });
        }
    }
    drop(recount);
    let report = Report {
        header: units.header(),
        proved: proofs.iter().filter(|one| one.is_proved).count(),
        proofs,
    };
    if args.format.is_json() {
        output::print(serde_json::to_string(&report)? + "\n")?;
    } else {
        output::print(report.text())?;
    }
    Ok(if report.proved == report.proofs.len() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(NOT_PROVED)
    })
}

/// Reads all proofs. Fails if any of them is invalid.
fn read(path: &Path) -> anyhow::Result<(UnitList, Vec<DrawnPart>)> {
    let file = File::open(path).context("cannot read the proofs")?;
    let mut reader = ProofReader::new(BufReader::new(file))?;
    let mut parts = Vec::new();
    let mut seen = HashSet::new();
    while let Some(part) = reader.next() {
        let part = part?;
        if !seen.insert(part.proof_text(reader.units())?) {
            bail!(
                "expected each proof once, found that of part {} again",
                part.unit
            );
        }
        parts.push(part);
        if parts.len() > MAX_PROOFS {
            bail!("expected at most {MAX_PROOFS} proofs, found more");
        }
    }
    if parts.is_empty() {
        bail!("expected at least one proof, found none");
    }
    Ok((reader.units().clone(), parts))
}

impl Report {
    fn text(&self) -> String {
        let mut text = String::new();
        for Checked {
            compared,
            is_proved,
        } in &self.proofs
        {
            text += &if *is_proved {
                format!("PROVED: {}\n", compared.text())
            } else {
                format!(
                    "NOT PROVED: unit {} by the {} route, part {} ({}): the recount gives what {} \
                     has signed\n",
                    compared.unit,
                    compared.route,
                    compared.part,
                    compared.name,
                    name(compared.author)
                )
            };
        }
        text + &format!(
            "{} of {} proofs show a wrong value that their author has signed\n",
            self.proved,
            self.proofs.len()
        )
    }
}
