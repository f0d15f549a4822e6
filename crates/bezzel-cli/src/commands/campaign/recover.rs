//! `bezzel campaign recover`: copies the valid results of a damaged ledger to a new one.

use std::process::ExitCode;

use bezzel_campaign::{Ledger, Recovered};
use serde::Serialize;

use super::{INCOMPLETE, UNAFFECTED};
use crate::args;
use crate::interrupt;
use crate::output;
use crate::stderr::write_note;

/// The output of `--format json`.
#[derive(Serialize)]
struct Report {
    file: String,
    #[serde(flatten)]
    recovered: Recovered,
    counted: u64,
    units: u64,
}

pub(super) fn run(args: &args::Recover) -> anyhow::Result<ExitCode> {
    let (from, to) = (args.file.clone(), args.new.clone());
    let recover = if args.without_policy {
        Ledger::recover_without_policy
    } else {
        Ledger::recover
    };
    let recover = move || recover(&from, &to);
    let (ledger, recovered) = interrupt::run_interruptible(UNAFFECTED, recover)??;
    let report = Report {
        file: args.new.display().to_string(),
        recovered,
        counted: ledger.counted()?,
        units: ledger.units().plan().len(),
    };
    if args.format.is_json() {
        output::print(serde_json::to_string(&report)? + "\n")?;
    } else {
        output::print(report.text())?;
    }
    let lost = &report.recovered.lost;
    lost.iter()
        .for_each(|what| write_note(format_args!("lost: {what}")));
    Ok(if lost.is_empty() {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(INCOMPLETE)
    })
}

impl Report {
    fn text(&self) -> String {
        let results = self.recovered.results;
        let stored = match self.recovered.stored {
            Some(stored) => format!(" of {stored}"),
            None => String::new(),
        };
        let Self {
            file,
            counted,
            units,
            ..
        } = self;
        let withdrawals = match self.recovered.withdrawals {
            0 => String::new(),
            number => format!("{number} withdrawals kept, "),
        };
        format!(
            "{file}: {results}{stored} results recovered, {withdrawals}{counted} of {units} units are \
             counted\n"
        )
    }
}
