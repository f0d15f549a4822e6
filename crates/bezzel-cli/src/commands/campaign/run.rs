//! `bezzel campaign run`: counts the remaining units.

use std::process::ExitCode;

use anyhow::bail;
use bezzel_campaign::{
    LedgerQueue, ProcessInfo, RecordOutcome, RunOutcome, RunProgress, TimeLimit,
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
    let mut counting = LedgerQueue::new(&mut ledger, ProcessInfo::current(&program())).signed(key);
    let mut shown = RunDisplay::new("counting");
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
            let done = ledger.counted().map_err(rescued)?;
            let units = ledger.units().plan().len();
            write_note(format_args!(
                "time limit reached: {done} of {units} units counted; run the same command again to resume"
            ));
        }
        RunOutcome::Complete => {
            let conflicts = ledger.conflicts().map_err(rescued)?.len();
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
                    "all units are counted, but {} of {} lack results that the policy of the campaign \
                     demands ({}): `bezzel campaign export {file}` writes them for other authors, \
                     `bezzel campaign verify {file} --lacking` counts them here by both routes",
                    lacking.units(),
                    ledger.units().plan().len(),
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
}

impl RunDisplay {
    pub(crate) fn new(what: &'static str) -> Self {
        Self {
            what,
            progress: None,
        }
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
        progress.show(news.fraction, news.joined, "joined pairs");
        if let Some(warning) = news.warning {
            progress.write_note(warning);
        }
        let conflicts = news.records.iter().zip(news.outcomes);
        for (record, _) in conflicts.filter(|(_, outcome)| **outcome == RecordOutcome::Conflict) {
            progress.write_note(format_args!(
                "CONFLICT: the results of unit {} of the plan differ",
                record.unit
            ));
        }
        let both = news.records.iter().zip(news.outcomes);
        for (record, _) in both.filter(|(_, outcome)| **outcome == RecordOutcome::Rejected) {
            progress.write_note(format_args!(
                "rejected: a result of unit {} of the plan differs from the accepted one",
                record.unit
            ));
        }
        !interrupt::stop_requested()
    }
}
