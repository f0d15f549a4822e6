//! `bezzel campaign`: one module per subcommand, and their common functions.

mod authors;
mod certificate;
mod exchange;
mod recover;
mod run;
mod status;
mod verify;
mod withdraw;

use std::io::Read;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use bezzel::counted;
use bezzel_campaign::{
    AuthorList, FinalResult, Ledger, MAX_AUTHOR_LIST_BYTES, Policy, UnitList, parse_authors,
};
use bezzel_count::Plan;

use super::constraints::no_solution;
use crate::args::{Campaign, CampaignCommand, New, PolicyArgs, Routes};
use crate::interrupt;
use crate::output::{self, Kind, Output};
use crate::stderr::write_note;

/// Exit code if results are in conflict.
const CONFLICT: u8 = 1;
/// Exit code if a recovered ledger lacks something that the damaged one had.
const INCOMPLETE: u8 = 1;
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
        CampaignCommand::Authors(args) => authors::run(args),
        CampaignCommand::Withdraw(args) => withdraw::run(args),
        CampaignCommand::Recover(args) => recover::run(args),
    }
}

fn new(args: &New) -> anyhow::Result<ExitCode> {
    let n = args.n;
    let board = args.constraints.board(Some(n))?;
    if board.contradiction().is_some() {
        return Ok(no_solution(&board));
    }
    let policy = policy(&args.policy)?;
    let units = interrupt::run_interruptible("no file was created", move || {
        UnitList::of_plan(Plan::constrained(&board)?)
    })??;
    let ledger = Ledger::create_with(&args.file, units, policy)?;
    write_note(format_args!(
        "{}: {}, {}",
        args.file.display(),
        ledger.units().title(),
        counted(ledger.units().plan().len(), "unit")
    ));
    if !ledger.policy().is_default() {
        write_note(format_args!("policy: {}", ledger.policy()));
    }
    Ok(ExitCode::SUCCESS)
}

fn policy(args: &PolicyArgs) -> anyhow::Result<Policy> {
    let policy = Policy {
        authors: args.authors.as_deref().map(authors).transpose()?,
        copies: args.copies,
        both_routes: args.routes == Routes::Both,
    };
    Ok(policy.check()?)
}

/// Reads a list of authors.
fn authors(path: &Path) -> anyhow::Result<AuthorList> {
    let name = path.display();
    let file = path.to_owned();
    let read = move || -> std::io::Result<String> {
        let mut text = String::new();
        std::fs::File::open(file)?
            .take(MAX_AUTHOR_LIST_BYTES + 1)
            .read_to_string(&mut text)?;
        Ok(text)
    };
    let text = interrupt::run_interruptible("no file was created", read)?;
    let text = text.with_context(|| format!("cannot read {name}: expected a file of authors"))?;
    if text.len() as u64 > MAX_AUTHOR_LIST_BYTES {
        bail!(
            "{name}: expected a list of at most {MAX_AUTHOR_LIST_BYTES} bytes, found a longer file"
        );
    }
    parse_authors(&text).with_context(|| name.to_string())
}

/// Opens a ledger and checks all of it.
fn opened(path: &Path) -> anyhow::Result<Ledger> {
    let path = path.to_owned();
    let open = move || Ledger::open(&path);
    let ledger = interrupt::run_interruptible(UNAFFECTED, open)??;
    let incomplete = ledger.incomplete_bytes();
    if incomplete > 0 {
        write_note(format_args!(
            "{}: its last line is incomplete, as a killed process leaves it: the next write cuts it off \
             ({})",
            ledger.path().display(),
            counted(incomplete, "byte")
        ));
    }
    Ok(ledger)
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

/// States whether a total is confirmed, and what its units rest on.
fn confirmation(found: &FinalResult, ledger: &Ledger) -> String {
    let units = ledger.units().plan().len();
    let mut text = counted(units, "unit");
    text += &match found.unconfirmed {
        0 => ", all confirmed".to_owned(),
        once if once == units => ", each counted once and none a second time yet".to_owned(),
        once => format!(", {once} counted once"),
    };
    for (units, what) in [
        (found.confirmed_by_exchange, "confirmed by both routes"),
        (
            found.confirmed_by_repeat,
            "confirmed by one route (listed authors, or another device)",
        ),
        (found.unconfirmed_imports, "counted elsewhere only"),
        (
            found.unsigned_agree,
            "with unsigned results that agree, which confirm nothing",
        ),
    ] {
        if units > 0 {
            text += &format!(", {units} {what}");
        }
    }
    if !found.rejected.is_empty() {
        text += &format!(", {}", counted(found.rejected.len(), "rejected result"));
    }
    text
}

/// Prints the total of a complete campaign.
fn print_total(ledger: &Ledger, final_result: &FinalResult, json: bool) -> anyhow::Result<()> {
    let plan = ledger.units().plan();
    let total = &final_result.total;
    if json {
        let mut report = serde_json::json!({
            "n": plan.n(),
            "solutions": total.solutions.to_string(),
            "units": plan.len(),
            "is_confirmed": final_result.is_confirmed(),
            "policy": ledger.policy().to_string(),
            "confirmed_by_exchange": final_result.confirmed_by_exchange,
            "confirmed_by_repeat": final_result.confirmed_by_repeat,
            "results_rejected": final_result.rejected.len(),
            "unsigned_agree": final_result.unsigned_agree,
            "own": final_result.own,
            "recounted": final_result.recounted,
            "unconfirmed": final_result.unconfirmed,
            "unconfirmed_imports": final_result.unconfirmed_imports,
            "results_withdrawn": final_result.withdrawn,
            "joined_pairs": total.joined.to_string(),
        });
        if let Some(board) = plan.constraint() {
            report["board"] = board.into();
        }
        return output::print(format!("{report}\n"));
    }
    output::print(format!("{}\n", total.solutions))?;
    let modulo_8 = match plan.constraint() {
        Some(_) => String::new(),
        None => format!(
            ", total {} modulo 8 like the number of half-turn symmetric solutions",
            total.solutions % 8
        ),
    };
    let file = ledger.path().display();
    write_note(format_args!(
        "{}: {}; checks passed: sum of unit values divisible by {}{modulo_8}",
        ledger.units().title(),
        confirmation(final_result, ledger),
        Plan::VALUE_SCALE,
    ));
    if !final_result.is_confirmed() {
        write_note(format_args!(
            "to count units again by the other route: `bezzel campaign verify {file} --fraction PERCENT`"
        ));
    }
    Ok(())
}
