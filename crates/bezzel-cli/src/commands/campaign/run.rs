//! `bezzel campaign run`: counts the remaining units.

use std::collections::HashSet;
use std::process::ExitCode;

use anyhow::bail;
use bezzel::counted;
use bezzel_campaign::{
    LedgerQueue, ProcessInfo, Record, RecordOutcome, RunOutcome, RunProgress, TimeLimit, UnitList,
};

use super::{CONFLICT, UNAFFECTED, opened, program, run_interruptible, total};
use crate::args::Run;
use crate::interrupt::{self, Interrupted};
use crate::progress::Progress;
use crate::stderr::write_note;

pub(super) fn run(args: &Run) -> anyhow::Result<ExitCode> {
    let key = args.signing.read()?;
    let engines = args.engines.open()?;
    let mut ledger = opened(&args.file)?;
    let stop = args
        .time_limit
        .map_or_else(TimeLimit::none, TimeLimit::after);
    let units = ledger.units().clone();
    let mut counting = LedgerQueue::new(&mut ledger, ProcessInfo::current(&program())).signed(key);
    let mut shown = RunDisplay::new("counting").naming(units);
    let ended = bezzel_campaign::run(&mut counting, engines, stop, &mut |news| shown.show(news))?;
    drop(shown);
    drop(counting);
    // The file may become unusable after the run.
    let rescued = |error| ledger.rescue(error, &[]);
    ledger.check_place().map_err(rescued)?;
    let file = args.file.display();
    match ended {
        RunOutcome::Stopped => bail!(Interrupted(format!(
            "results so far are in {file}; run the same command again to resume"
        ))),
        RunOutcome::TimeUp => {
            let done = ledger.counted();
            let units = ledger.units().plan().len();
            write_note(format_args!(
                "time limit reached: {done} of {} counted; run the same command again to resume",
                counted(units, "unit")
            ));
        }
        RunOutcome::Complete => {
            let conflicts = ledger.conflicts().len();
            if conflicts > 0 {
                write_note(format_args!(
                    "all units are counted, but {conflicts} are in conflict: resolve them with `bezzel \
                     campaign verify {file} --resolve`"
                ));
                return Ok(ExitCode::from(CONFLICT));
            }
            let (ledger, lacking) = run_interruptible(UNAFFECTED, ledger, |ledger| {
                let status = ledger.status();
                Ok(status.map_err(|error| ledger.rescue(error, &[]))?.lacking)
            })?;
            if lacking.units() > 0 {
                write_note(format_args!(
                    "all units are counted, {} of {} without the results that the policy of the \
                     campaign demands ({}): `bezzel campaign export {file}` writes them for other authors, \
                     `bezzel campaign verify {file} --lacking` counts them here by both routes",
                    lacking.units(),
                    counted(ledger.units().plan().len(), "unit"),
                    ledger.policy()
                ));
                return Ok(ExitCode::from(CONFLICT));
            }
            total(ledger, args.format.is_json())?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// The display of a run in progress.
pub(crate) struct RunDisplay {
    what: &'static str,
    progress: Option<Progress>,
    /// The units, whose names notes mention.
    units: Option<UnitList>,
    /// True if the run itself ends conflicts: what is left of them is reported at its end.
    resolves: bool,
    /// Units whose conflict was noted.
    noted: HashSet<u64>,
}

impl RunDisplay {
    pub(crate) fn new(what: &'static str) -> Self {
        Self {
            what,
            progress: None,
            units: None,
            resolves: false,
            noted: HashSet::new(),
        }
    }

    /// Names the units in notes.
    pub(crate) fn naming(mut self, units: UnitList) -> Self {
        self.units = Some(units);
        self
    }

    /// Does not report conflicts if `resolves` is set: the run counts its units by both routes.
    pub(crate) fn resolving(mut self, resolves: bool) -> Self {
        self.resolves = resolves;
        self
    }

    /// Writes a permanent line.
    pub(crate) fn note(&self, line: impl std::fmt::Display) {
        match &self.progress {
            Some(progress) => progress.write_note(line),
            None => write_note(line),
        }
    }

    /// Shows the progress. Returns false if the user asked to stop.
    pub(crate) fn show(&mut self, news: &RunProgress) -> bool {
        let before = news.fraction.unwrap_or(0.0);
        let what = self.what;
        let progress = self
            .progress
            .get_or_insert_with(|| Progress::resumed(what, before));
        progress.show(news.fraction, news.joined, "joined pair");
        if let Some(warning) = news.warning {
            progress.write_note(warning);
        }
        for (record, outcome) in news.records.iter().zip(news.outcomes) {
            match outcome {
                RecordOutcome::Conflict if !self.resolves && self.noted.insert(record.unit) => {
                    let name = self.name(record);
                    self.note(format_args!("CONFLICT: the results of unit {name} differ"));
                }
                RecordOutcome::Rejected => {
                    let name = self.name(record);
                    self.note(format_args!(
                        "rejected: a result of unit {name} differs from the accepted one"
                    ));
                }
                _ => {}
            }
        }
        !interrupt::stop_requested()
    }

    fn name(&self, record: &Record) -> String {
        let unit = self
            .units
            .as_ref()
            .and_then(|units| units.unit(record.unit).ok());
        match unit {
            Some(unit) => unit.to_string(),
            None => format!("number {} of the plan", record.unit),
        }
    }
}
