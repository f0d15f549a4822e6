//! Progress of a count on stderr, and the suggestion to save a long count.

use std::time::{Duration, Instant};

use bezzel::ConstrainedBoard;
use bezzel_run::{Ledger, Progress, UnitNews};

use crate::job::JobDisplay;
use crate::language::either;
use crate::progress::duration;
use crate::stderr::write_note;

/// Smallest n for which a count that is not saved suggests it.
const SUGGEST_SAVING_FROM_N: u32 = 24;
/// Maximum counting time before the suggestion is written.
const ESTIMATE_AFTER: Duration = Duration::from_secs(5);

pub(super) struct Display {
    suggestion: Option<Suggestion>,
    job: JobDisplay,
}

impl Display {
    /// Creates the display of a count on a board, whose results may be saved in a ledger.
    pub(super) fn new(board: &ConstrainedBoard, ledger: Option<&Ledger>) -> Self {
        let suggestion = ledger.is_none() && board.size() >= SUGGEST_SAVING_FROM_N;
        Self {
            suggestion: suggestion.then(|| Suggestion::new(board)),
            job: match ledger {
                Some(ledger) => JobDisplay::naming(ledger.plan().clone()),
                None => JobDisplay::default(),
            },
        }
    }

    pub(super) fn show(&mut self, progress: &Progress) {
        if let (Some(suggestion), Some(units)) = (&mut self.suggestion, &progress.units) {
            let started = *suggestion.started.get_or_insert_with(Instant::now);
            if units.results >= units.engines as u64 || started.elapsed() >= ESTIMATE_AFTER {
                suggestion.write(progress.fraction, units, started);
                self.suggestion = None;
            }
        }
        self.job.show(progress);
    }
}

/// The suggestion to save a long count, with the expected run time. The progress of
/// the count itself yields the estimate.
struct Suggestion {
    n: u32,
    /// The time of the first progress of units.
    started: Option<Instant>,
}

impl Suggestion {
    fn new(board: &ConstrainedBoard) -> Self {
        Self {
            n: board.size(),
            started: None,
        }
    }

    fn write(&self, fraction: Option<f64>, units: &UnitNews, started: Instant) {
        let done = fraction.unwrap_or(0.0);
        let in_work = units.in_work / units.cost;
        let (about, part) = if done > 0.0 {
            (either("about ", "约"), done + in_work / 2.0)
        } else {
            (either("more than ", "超过"), in_work)
        };
        let n = self.n;
        let time = if part > 0.0 {
            let elapsed = started.elapsed().as_secs_f64();
            format!("{about}{}", duration(elapsed / part))
        } else {
            either("very long", "很长时间")
        };
        write_note(either(
            format!(
                "this will take {time}, and all results are lost if it stops: store them with \
                 `--save q{n}.bezzel`"
            ),
            format!("这需要{time}，中途停止会失去所有结果：请用 `--save q{n}.bezzel` 保存"),
        ));
    }
}
