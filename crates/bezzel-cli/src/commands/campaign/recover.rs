//! `bezzel campaign recover`: copies the intact lines of a damaged ledger to a new one.

use std::path::Path;
use std::process::ExitCode;

use anyhow::Context;
use bezzel::counted;
use bezzel_campaign::{Ledger, RecoverOptions, Recovered};
use bezzel_count::Plan;
use serde::Serialize;

use super::{INCOMPLETE, UNAFFECTED};
use crate::args;
use crate::commands::constraints;
use crate::interrupt;
use crate::output;
use crate::stderr::write_note;

/// The output of `--format json`.
#[derive(Serialize)]
struct RecoverReport {
    file: String,
    #[serde(flatten)]
    recovered: Recovered,
    counted: u64,
    units: u64,
}

pub(super) fn run(args: &args::Recover) -> anyhow::Result<ExitCode> {
    let (from, to) = (args.file.clone(), args.new.clone());
    let options = RecoverOptions {
        without_policy: args.without_policy,
        board: args.board.as_deref().map(board).transpose()?,
    };
    let recover = move || Ledger::recover(&from, &to, &options);
    let (ledger, recovered) = interrupt::run_interruptible(UNAFFECTED, recover)??;
    let report = RecoverReport {
        file: args.new.display().to_string(),
        recovered,
        counted: ledger.counted(),
        units: ledger.units().plan().len(),
    };
    if args.format.is_json() {
        output::print(serde_json::to_string(&report)? + "\n")?;
    } else {
        output::print(report.text())?;
    }
    let restored = &report.recovered.restored;
    restored
        .iter()
        .for_each(|what| write_note(format_args!("restored: {what}")));
    let lost = &report.recovered.lost;
    lost.iter()
        .for_each(|what| write_note(format_args!("lost: {what}")));
    Ok(if lost.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INCOMPLETE)
    })
}

/// Reads a board and returns it as campaigns write it.
fn board(file: &Path) -> anyhow::Result<String> {
    let board = constraints::read(file, None)?;
    let plan = Plan::constrained(&board)?;
    let text = plan.constraint().map(str::to_owned);
    text.context("expected a board with placed queens or blocked squares, found an empty one")
}

impl RecoverReport {
    fn text(&self) -> String {
        let results = self.recovered.results;
        let Self {
            file,
            counted: done,
            units,
            ..
        } = self;
        let withdrawals = match self.recovered.withdrawals {
            0 => String::new(),
            number => format!("{} kept, ", counted(number, "withdrawal")),
        };
        format!(
            "{file}: {} recovered, {withdrawals}{done} of {} counted\n",
            counted(results, "result"),
            counted(units, "unit")
        )
    }
}
