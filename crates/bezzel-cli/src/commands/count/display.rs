//! Progress of a count on stderr, and the suggestion to run a long count as a campaign.

use std::time::{Duration, Instant};

use bezzel::ConstrainedBoard;
use bezzel_run::{Progress, UnitNews};

use crate::job::JobDisplay;
use crate::progress::duration;
use crate::stderr::write_note;

/// Smallest n for which a count that is not saved suggests a campaign.
const SUGGEST_CAMPAIGN_FROM_N: u32 = 24;
/// Maximum counting time before the suggestion is written.
const ESTIMATE_AFTER: Duration = Duration::from_secs(5);

/// The display of a count.
pub(super) struct Display {
    suggestion: Option<Suggestion>,
    job: JobDisplay,
}

impl Display {
    /// Creates the display of a count on a board, whose results are saved or not.
    pub(super) fn new(board: &ConstrainedBoard, saved: bool) -> Self {
        let suggestion = !saved && board.size() >= SUGGEST_CAMPAIGN_FROM_N;
        Self {
            suggestion: suggestion.then(|| Suggestion::new(board)),
            job: JobDisplay::default(),
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

/// The suggestion to run a long count as a campaign, with the expected run time. The progress of
/// the count itself yields the estimate.
struct Suggestion {
    n: u32,
    is_constrained: bool,
    /// The time of the first progress of units.
    started: Option<Instant>,
}

impl Suggestion {
    fn new(board: &ConstrainedBoard) -> Self {
        Self {
            n: board.size(),
            is_constrained: !board.is_unconstrained(),
            started: None,
        }
    }

    fn write(&self, fraction: Option<f64>, units: &UnitNews, started: Instant) {
        let done = fraction.unwrap_or(0.0);
        let in_work = units.in_work / units.cost.unwrap_or(f64::INFINITY);
        let (about, part) = if done > 0.0 {
            ("about", done + in_work / 2.0)
        } else {
            ("more than", in_work)
        };
        let n = self.n;
        let time = if part > 0.0 {
            let elapsed = started.elapsed().as_secs_f64();
            format!("{about} {}", duration(elapsed / part))
        } else {
            "very long".to_owned()
        };
        let campaign = match self.is_constrained {
            // The command would have to repeat the constraints.
            true => String::new(),
            false => format!(
                ", or with `bezzel campaign new {n} q{n}.bezzel` and `bezzel campaign run q{n}.bezzel`"
            ),
        };
        write_note(format_args!(
            "this will take {time}, and all results are lost if it stops: store them with \
             `--save q{n}.bezzel`{campaign}"
        ));
    }
}
