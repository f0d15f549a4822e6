//! `bezzel campaign`: one module per subcommand, and their common functions.

mod certificate;
mod exchange;
mod recover;
mod run;
mod status;
mod verify;

use std::path::Path;
use std::process::ExitCode;

use anyhow::bail;
use bezzel_campaign::{FinalResult, Ledger, UnitList};
use bezzel_count::Plan;

use crate::args::{Campaign, CampaignCommand, New};
use crate::interrupt;
use crate::output::{self, Kind, Output};
use crate::stderr::write_note;

pub(crate) use run::RunDisplay;

/// Exit code if results are in conflict.
const CONFLICT: u8 = 1;
/// The outcome of an interrupted command that only reads.
const UNAFFECTED: &str = "the campaign is not affected";

pub(crate) fn run(args: &Campaign) -> anyhow::Result<ExitCode> {
    match &args.command {
        CampaignCommand::New(args) => new(args),
        CampaignCommand::Run(args) => run::run(args),
        CampaignCommand::Status(args) => status::run(args),
        CampaignCommand::Verify(args) => verify::run(args),
        CampaignCommand::Export(args) => exchange::export(args),
        CampaignCommand::Merge(args) => exchange::merge(args),
        CampaignCommand::Certificate(args) => certificate::run(args),
        CampaignCommand::Recover(args) => recover::run(args),
    }
}

fn new(args: &New) -> anyhow::Result<ExitCode> {
    let n = args.n;
    let units = interrupt::run_interruptible("no file was created", move || UnitList::new(n))??;
    let ledger = Ledger::create_for(&args.file, units)?;
    write_note(format_args!(
        "{}: n = {n}, {} units",
        args.file.display(),
        ledger.units().plan().len()
    ));
    Ok(ExitCode::SUCCESS)
}

/// Opens a ledger and checks all of it.
fn opened(path: &Path) -> anyhow::Result<Ledger> {
    let path = path.to_owned();
    Ok(interrupt::run_interruptible(UNAFFECTED, move || {
        Ledger::open(&path)
    })??)
}

/// Opens a ledger for reading only and checks all of it.
fn opened_to_read(path: &Path) -> anyhow::Result<Ledger> {
    let path = path.to_owned();
    Ok(interrupt::run_interruptible(UNAFFECTED, move || {
        Ledger::open_to_read(&path)
    })??)
}

/// Opens the output of a command that reads a ledger, which must not be the ledger itself.
fn output(ledger: &Ledger, path: Option<&Path>, kind: Kind, force: bool) -> anyhow::Result<Output> {
    if let Some(path) = path
        && ledger.is_at(path)
    {
        bail!(
            "cannot write {}: expected another file than the ledger",
            path.display()
        );
    }
    Output::to(path, kind, force)
}

/// Runs work that reads or writes all of a ledger, and returns the ledger.
pub(crate) fn run_interruptible<T: Send + 'static>(
    outcome: &str,
    mut ledger: Ledger,
    work: impl FnOnce(&mut Ledger) -> Result<T, bezzel_campaign::Error> + Send + 'static,
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

/// Formats the confirmations of a total.
pub(crate) fn confirmed(final_result: &FinalResult, units: u64) -> String {
    let exchanged = final_result.confirmed_by_exchange;
    let mut text = format!("{exchanged} of {units} units confirmed by the exchanged route");
    if final_result.confirmed_by_repeat > 0 {
        text += &format!(", {} by a repeat", final_result.confirmed_by_repeat);
    }
    if !final_result.rejected.is_empty() {
        text += &format!(", {} rejected results", final_result.rejected.len());
    }
    text
}

/// Adds a campaign up. If its file is gone, writes the results to another one.
pub(crate) fn final_result(ledger: &mut Ledger) -> Result<FinalResult, bezzel_campaign::Error> {
    let final_result = ledger.final_result();
    final_result.map_err(|error| ledger.rescue(error, &[]))
}

/// Prints the total of a complete campaign.
fn total(ledger: Ledger, json: bool) -> anyhow::Result<()> {
    let (ledger, final_result) = run_interruptible(UNAFFECTED, ledger, final_result)?;
    let plan = ledger.units().plan();
    let total = &final_result.total;
    if json {
        let report = serde_json::json!({
            "n": plan.n(),
            "solutions": total.solutions.to_string(),
            "units": plan.len(),
            "confirmed_by_exchange": final_result.confirmed_by_exchange,
            "confirmed_by_repeat": final_result.confirmed_by_repeat,
            "results_rejected": final_result.rejected.len(),
            "joined_pairs": total.joined.to_string(),
        });
        return output::print(format!("{report}\n"));
    }
    output::print(format!("{}\n", total.solutions))?;
    write_note(format_args!(
        "n = {}: total verified (sum of unit values divisible by {}, total {} modulo 8 like the \
         number of half-turn symmetric solutions); {}",
        plan.n(),
        Plan::VALUE_SCALE,
        total.solutions % 8,
        confirmed(&final_result, plan.len()),
    ));
    Ok(())
}
