//! `bezzel campaign withdraw`: results that no longer count.

use std::process::ExitCode;

use bezzel::counted;
use bezzel_campaign::{ResultFilter, Withdrawal};

use super::{UNAFFECTED, opened, opened_to_read, run_interruptible};
use crate::args::Withdraw;
use crate::output;
use crate::stderr::write_note;

pub(super) fn run(args: &Withdraw) -> anyhow::Result<ExitCode> {
    let filter = ResultFilter {
        author: args.author,
        host: args.host.clone(),
        program: args.program.clone(),
        backend: args.backend.clone(),
        since: args.since,
        until: args.until,
    };
    let done = match (args.undo, args.reason.clone()) {
        (Some(number), _) => {
            let undo = move |ledger: &mut bezzel_campaign::Ledger| ledger.undo_withdrawal(number);
            run_interruptible(UNAFFECTED, opened(&args.file)?, undo)?.1
        }
        (None, Some(reason)) => {
            let withdraw =
                move |ledger: &mut bezzel_campaign::Ledger| ledger.withdraw(filter, &reason);
            run_interruptible(UNAFFECTED, opened(&args.file)?, withdraw)?.1
        }
        (None, None) => return list(args),
    };
    if args.format.is_json() {
        output::print(serde_json::to_string(&done)? + "\n")?;
    } else {
        let results = counted(done.results, "result");
        let effect = match done.withdrawal.undone {
            Some(_) => format!("valid again: {results}"),
            None => format!(
                "withdrawn: {results}; units without another result: {}",
                done.open
            ),
        };
        output::print(format!("{}{effect}\n", line(&done.withdrawal)))?;
        if done.results == 0 {
            write_note("no stored result has these properties; results that arrive later may");
        }
    }
    Ok(ExitCode::SUCCESS)
}

fn list(args: &Withdraw) -> anyhow::Result<ExitCode> {
    let ledger = opened_to_read(&args.file)?;
    let withdrawals = ledger.withdrawals();
    if args.format.is_json() {
        output::print(serde_json::to_string(&withdrawals)? + "\n")?;
    } else {
        output::print(withdrawals.iter().map(line).collect::<String>())?;
    }
    Ok(ExitCode::SUCCESS)
}

/// Formats a withdrawal as a line.
pub(super) fn line(one: &Withdrawal) -> String {
    let undone = if one.undone.is_some() { ", undone" } else { "" };
    format!(
        "withdrawal {}{undone}: {}; reason: {}\n",
        one.number, one.rule, one.reason
    )
}
