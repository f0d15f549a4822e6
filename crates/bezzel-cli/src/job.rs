//! The progress of a job on stderr, and the suggestion to save a long count.

use std::collections::HashSet;
use std::time::Duration;

use bezzel_count::{Plan, StoredResult};
use bezzel_run::{Job, Ledger, Phase, Progress, StoreOutcome, UnitNews};

use crate::interrupt;
use crate::language::either;
use crate::output::write_note;
use crate::progress::{ProgressLine, duration};

/// Smallest n for which a count that is not saved suggests it.
const SUGGEST_SAVING_FROM_N: u32 = 24;
/// Maximum counting time before the suggestion is written.
const ESTIMATE_AFTER: Duration = Duration::from_secs(5);

/// Runs a job and shows its progress. Fails if the user asked to stop.
pub(crate) fn run<J: Job>(job: &mut J) -> anyhow::Result<J::Answer> {
    let mut display = JobDisplay::default();
    let ended = job.run(&interrupt::control(), &mut |progress| {
        display.show(progress);
    });
    drop(display);
    interrupt::answer(ended)
}

/// Shows the progress of any job.
#[derive(Default)]
pub(crate) struct JobDisplay {
    line: Option<(Phase, ProgressLine)>,
    /// The plan, whose units notes name.
    plan: Option<Plan>,
    /// True if the job itself ends conflicts: what is left of them is reported at its end.
    resolves: bool,
    /// Units whose conflict was noted.
    noted: HashSet<u64>,
    /// n of a long count that is not saved, until the suggestion is written.
    unsaved: Option<u32>,
}

impl JobDisplay {
    /// Names the units in notes. Does not report conflicts if `resolves` is set: the job counts its units by
    /// both routes.
    pub(crate) fn naming(plan: Plan, resolves: bool) -> Self {
        Self {
            plan: Some(plan),
            resolves,
            ..Self::default()
        }
    }

    /// Shows a count of n rows, whose results may be saved in a ledger.
    pub(crate) fn of_count(n: u32, ledger: Option<&Ledger>) -> Self {
        match ledger {
            Some(ledger) => Self::naming(ledger.plan().clone(), false),
            None => Self {
                unsaved: Some(n).filter(|n| *n >= SUGGEST_SAVING_FROM_N),
                ..Self::default()
            },
        }
    }

    pub(crate) fn show(&mut self, progress: &Progress) {
        let what = match progress.phase {
            Phase::Verifying => either!("verifying", "正在检查"),
            Phase::Drawing => either!("drawing", "正在抽样"),
            Phase::Counting => either!("counting", "正在计数"),
            _ => return self.line = None,
        };
        if self
            .line
            .as_ref()
            .is_none_or(|(phase, _)| *phase != progress.phase)
        {
            let before = progress.fraction.unwrap_or(0.0);
            self.line = Some((progress.phase, ProgressLine::resumed(what, before)));
        }
        if let Some((_, line)) = &mut self.line {
            if let (Some(n), Some(units)) = (self.unsaved, &progress.units) {
                let elapsed = line.elapsed();
                if units.results >= units.engines as u64 || elapsed >= ESTIMATE_AFTER {
                    line.write_note(saving(n, progress.fraction, units, elapsed));
                    self.unsaved = None;
                }
            }
            let (done, unit) = progress.done.amount();
            line.show(progress.fraction, done, unit);
        }
        if let Some(warning) = progress.warning {
            self.note(warning);
        }
        if let Some(units) = progress.units {
            for (stored, outcome) in units.stored.iter().zip(units.outcomes) {
                self.note_outcome(stored, *outcome);
            }
        }
    }

    fn note_outcome(&mut self, stored: &StoredResult, outcome: StoreOutcome) {
        match outcome {
            StoreOutcome::Conflict if !self.resolves && self.noted.insert(stored.unit) => {
                let name = self.name(stored);
                self.note(either!(
                    "CONFLICT: the results of unit {name} differ",
                    "冲突：工作单元 {name} 的结果不一致"
                ));
            }
            StoreOutcome::Rejected => {
                let name = self.name(stored);
                self.note(either!(
                    "rejected: a result of unit {name} differs from the accepted one",
                    "不采用：工作单元 {name} 的一个结果与已采用的不一致"
                ));
            }
            _ => {}
        }
    }

    /// Writes a permanent line.
    fn note(&self, line: impl std::fmt::Display) {
        match &self.line {
            Some((_, shown)) => shown.write_note(line),
            None => write_note(line),
        }
    }

    fn name(&self, stored: &StoredResult) -> String {
        let plan = self.plan.as_ref();
        match plan.and_then(|plan| plan.unit(stored.unit)) {
            Some(unit) => unit.to_string(),
            None => either!(
                "number {unit} of the plan",
                "（计划中的第 {unit} 个）",
                unit = stored.unit
            ),
        }
    }
}

/// Suggests to save a long count. The progress of the count itself yields its expected run time.
fn saving(n: u32, fraction: Option<f64>, units: &UnitNews, elapsed: Duration) -> String {
    let done = fraction.unwrap_or(0.0);
    let in_work = units.in_work / units.cost;
    let (about, part) = match done > 0.0 {
        true => (either!("about ", "约 "), done + in_work / 2.0),
        false => (either!("more than ", "超过 "), in_work),
    };
    let time = match part > 0.0 {
        true => format!("{about}{}", duration(elapsed.as_secs_f64() / part)),
        false => either!("very long", "很长时间"),
    };
    either!(
        "the count will take {time}, and all results are lost if it stops: store them with \
         `--save q{n}.bezzel`",
        "这次计数需要{time}，中途停止会失去所有结果；请用 `--save q{n}.bezzel` 保存结果"
    )
}
