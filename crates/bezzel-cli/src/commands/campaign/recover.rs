//! `bezzel campaign recover`: copies the valid results of a damaged ledger to a new one.

use std::process::ExitCode;

use bezzel_campaign::{Ledger, Recovered};
use serde::Serialize;

use super::UNAFFECTED;
use crate::args;
use crate::interrupt;
use crate::output;

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
    let recover = move || Ledger::recover(&from, &to);
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
    Ok(ExitCode::SUCCESS)
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
        format!(
            "{file}: {results}{stored} results recovered, {counted} of {units} units are counted\n"
        )
    }
}
