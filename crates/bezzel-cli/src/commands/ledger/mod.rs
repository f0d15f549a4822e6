//! `bezzel ledger`: the results of long counts.

mod status;
mod verify;

use std::path::Path;

use anyhow::bail;
use bezzel::counted;
use bezzel_count::lines::Faults;
use bezzel_run::{Certificate, Ledger, LedgerError, Merge};
use serde::Serialize;

use crate::args::{self, LedgerCommand};
use crate::exit::ExitCode;
use crate::input::shown;
use crate::interrupt::{self, stop_requested};
use crate::output::{self, Output};
use crate::stderr::write_note;

/// The outcome of an interrupted command that only reads.
const UNAFFECTED: &str = "the ledger is not affected";
const GOES_ON: &str = "imported results are stored; run the same command again to import the rest";

pub(crate) fn run(args: &args::Ledger) -> anyhow::Result<ExitCode> {
    match &args.command {
        LedgerCommand::Status(args) => status::run(args),
        LedgerCommand::Verify(args) => verify::run(args),
        LedgerCommand::Merge(args) => merge(args),
        LedgerCommand::Certificate(args) => certificate(args),
    }
}

/// Opens a ledger, reads all of it, and names its faults.
pub(crate) fn opened(
    open: impl FnOnce() -> Result<Ledger, LedgerError> + Send + 'static,
) -> anyhow::Result<Ledger> {
    let mut ledger = interrupt::run_interruptible(UNAFFECTED, open)??;
    ledger.end_waits_if(stop_requested);
    note_faults(
        ledger.path(),
        ledger.faults(),
        ledger.incomplete_bytes() > 0,
    );
    Ok(ledger)
}

/// Opens a ledger for reading only.
pub(crate) fn opened_to_read(path: &Path) -> anyhow::Result<Ledger> {
    let path = path.to_owned();
    opened(move || Ledger::open_to_read(&path))
}

/// Says what was skipped in a file.
pub(crate) fn note_faults(path: &Path, faults: &Faults, is_torn: bool) {
    let file = shown(path);
    let Faults { number, named } = faults;
    if *number > 0 {
        let skipped = counted(*number, "damaged or unknown line");
        write_note(format_args!("{file}: {skipped} skipped"));
    }
    for fault in named {
        write_note(format_args!("  {fault}"));
    }
    if *number > named.len() as u64 {
        write_note(format_args!("  and {} more", number - named.len() as u64));
    }
    if is_torn {
        write_note(format_args!(
            "{file}: its last line is incomplete, as a killed process leaves it: it was skipped"
        ));
    }
}

/// Runs work that reads or writes all of a ledger, and returns the ledger.
pub(crate) fn run_interruptible<T: Send + 'static>(
    outcome: &str,
    mut ledger: Ledger,
    work: impl FnOnce(&mut Ledger) -> Result<T, LedgerError> + Send + 'static,
) -> anyhow::Result<(Ledger, T)> {
    let both = interrupt::run_interruptible(outcome, move || {
        let done = work(&mut ledger);
        done.map(|done| (ledger, done))
    });
    Ok(both??)
}

/// Returns the name of this program in results.
pub(crate) fn program() -> String {
    format!("bezzel-{}", crate::version::short())
}

fn certificate(args: &args::Certificate) -> anyhow::Result<ExitCode> {
    let ledger = opened_to_read(&args.file)?;
    if let Some(path) = args.output.as_deref().filter(|path| ledger.is_at(path)) {
        bail!(
            "cannot write {}: expected another file than the ledger",
            shown(path)
        );
    }
    let (_, certificate) = run_interruptible(UNAFFECTED, ledger, |ledger| Certificate::of(ledger))?;
    let out = Output::to(args.output.as_deref(), args.force.force)?;
    out.finish_with(certificate.text())?;
    Ok(ExitCode::SUCCESS)
}

/// The output of `--format json` for each file.
#[derive(Serialize)]
struct MergeReport<'a> {
    file: String,
    #[serde(flatten)]
    merge: &'a Merge,
}

fn merge(args: &args::Merge) -> anyhow::Result<ExitCode> {
    let file = args.file.clone();
    let first = args.others[0].clone();
    let mut ledger = opened(move || match file.exists() {
        true => Ledger::open(&file),
        false => {
            let plan = Ledger::open_to_read(&first)?.plan().clone();
            Ledger::create(&file, plan)
        }
    })?;
    let mut conflicts = 0;
    for other in &args.others {
        let path = other.clone();
        let merge;
        (ledger, merge) = run_interruptible(GOES_ON, ledger, move |ledger| ledger.merge(&path))?;
        conflicts += merge.conflicts;
        let file = shown(other);
        if args.format.is_json() {
            let report = MergeReport {
                file,
                merge: &merge,
            };
            output::print_json(&report)?;
        } else {
            output::print(text(&file, &merge))?;
        }
        let faults = Faults {
            number: merge.damaged,
            named: merge.faults,
        };
        note_faults(other, &faults, merge.torn);
    }
    let (done, units) = (ledger.counted(), ledger.plan().len());
    write_note(format_args!(
        "{}: {done} of {} counted",
        shown(&args.file),
        counted(units, "unit")
    ));
    // A later result may have ended them.
    let is_ended = ledger.units_in(bezzel_run::UnitState::Conflict).is_empty();
    if conflicts > 0 && is_ended {
        write_note("results that were read later ended these conflicts: no unit is in conflict");
    }
    Ok(match conflicts > 0 && !is_ended {
        true => ExitCode::NO,
        false => ExitCode::SUCCESS,
    })
}

fn text(file: &str, merge: &Merge) -> String {
    let mut text = format!(
        "{file}: {} first, {} identical, {} confirmed, {} CONFLICT",
        merge.first, merge.identical, merge.confirmed, merge.conflicts
    );
    for (number, what) in [
        (merge.repeated, "agree without confirming"),
        (merge.rejected, "rejected"),
    ] {
        if number > 0 {
            text += &format!(", {number} {what}");
        }
    }
    text.push('\n');
    for unit in &merge.conflicting {
        text += &format!("CONFLICT: {unit}\n");
    }
    text
}
