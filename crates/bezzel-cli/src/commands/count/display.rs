//! Progress of a count on stderr, and the suggestion to save a long count.

use std::time::{Duration, Instant};

use bezzel::ConstrainedBoard;
use bezzel_run::{Ledger, Progress, UnitNews};

use crate::job::JobDisplay;
use crate::language::either;
use crate::output::write_note;
use crate::progress::duration;

/// Smallest n for which a count that is not saved suggests it.
const SUGGEST_SAVING_FROM_N: u32 = 24;
/// Maximum counting time before the suggestion is written.
const ESTIMATE_AFTER: Duration = Duration::from_secs(5);

pub(super) struct Display {
    /// n of a long count that is not saved, until the suggestion is written.
    unsaved: Option<u32>,
    /// The time of the first progress of units.
    started: Option<Instant>,
    job: JobDisplay,
}

impl Display {
    /// Creates the display of a count on a board, whose results may be saved in a ledger.
    pub(super) fn new(board: &ConstrainedBoard, ledger: Option<&Ledger>) -> Self {
        let is_long = ledger.is_none() && board.size() >= SUGGEST_SAVING_FROM_N;
        Self {
            unsaved: is_long.then_some(board.size()),
            started: None,
            job: match ledger {
                Some(ledger) => JobDisplay::naming(ledger.plan().clone(), false),
                None => JobDisplay::default(),
            },
        }
    }

    pub(super) fn show(&mut self, progress: &Progress) {
        if let (Some(n), Some(units)) = (self.unsaved, &progress.units) {
            let started = *self.started.get_or_insert_with(Instant::now);
            if units.results >= units.engines as u64 || started.elapsed() >= ESTIMATE_AFTER {
                suggest_saving(n, progress.fraction, units, started);
                self.unsaved = None;
            }
        }
        self.job.show(progress);
    }
}

/// Suggests to save a long count. The progress of the count itself yields its expected run time.
fn suggest_saving(n: u32, fraction: Option<f64>, units: &UnitNews, started: Instant) {
    let done = fraction.unwrap_or(0.0);
    let in_work = units.in_work / units.cost;
    let (about, part) = match done > 0.0 {
        true => (either("about ", "约"), done + in_work / 2.0),
        false => (either("more than ", "超过"), in_work),
    };
    let time = match part > 0.0 {
        true => format!(
            "{about}{}",
            duration(started.elapsed().as_secs_f64() / part)
        ),
        false => either("very long", "很长时间"),
    };
    write_note(either(
        format!(
            "this will take {time}, and all results are lost if it stops: store them with \
             `--save q{n}.bezzel`"
        ),
        format!("这需要{time}，中途停止会失去所有结果：请用 `--save q{n}.bezzel` 保存"),
    ));
}
