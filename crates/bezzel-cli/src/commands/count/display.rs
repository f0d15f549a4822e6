//! Progress of a count on stderr, and the suggestion to run a long count as a campaign.

use std::time::{Duration, Instant};

use bezzel::ConstrainedBoard;
use bezzel_campaign::RunProgress;
use bezzel_run::{CountEvent, Phase};

use crate::commands::campaign::RunDisplay;
use crate::interrupt;
use crate::progress::{Progress, duration};
use crate::stderr::write_note;

/// Smallest n for which a count that is not saved suggests a campaign.
const SUGGEST_CAMPAIGN_FROM_N: u32 = 24;
/// Maximum counting time before the suggestion is written.
const ESTIMATE_AFTER: Duration = Duration::from_secs(5);

/// The observer of a count.
pub(super) struct Display {
    suggestion: Option<Suggestion>,
    method: Progress,
    run: Option<(Phase, RunDisplay)>,
}

impl Display {
    /// Creates the display of a count on a board, whose results are saved or not.
    pub(super) fn new(board: &ConstrainedBoard, saved: bool) -> Self {
        let n = board.size();
        let suggestion = !saved && n >= SUGGEST_CAMPAIGN_FROM_N;
        Self {
            suggestion: suggestion.then(|| Suggestion::new(board)),
            method: Progress::new("counting"),
            run: None,
        }
    }

    /// Shows an event. Returns false if the user asked to stop.
    pub(super) fn show(&mut self, event: &CountEvent) -> bool {
        match *event {
            CountEvent::Started { cost, engines, .. } => {
                if let Some(suggestion) = &mut self.suggestion {
                    (suggestion.started, suggestion.cost) = (Instant::now(), cost);
                    suggestion.engines = engines as u64;
                }
            }
            CountEvent::Method {
                fraction,
                solutions,
            } => self.method.show(fraction, solutions, "solution"),
            CountEvent::Units { phase, progress } => {
                if let Some(suggestion) = &self.suggestion
                    && suggestion.is_due(progress)
                {
                    suggestion.write(progress);
                    self.suggestion = None;
                }
                if self.run.as_ref().is_none_or(|(shown, _)| *shown != phase) {
                    let activity = match phase {
                        Phase::Counting => "counting",
                        Phase::Verifying => "verifying",
                    };
                    self.run = Some((phase, RunDisplay::new(activity)));
                }
                if let Some((_, run)) = &mut self.run {
                    run.show(progress);
                }
            }
            _ => self.run = None,
        }
        !interrupt::stop_requested()
    }
}

/// The suggestion to run a long count as a campaign, with the expected run time. The progress of
/// the count itself yields the estimate.
struct Suggestion {
    n: u32,
    is_constrained: bool,
    engines: u64,
    started: Instant,
    cost: f64,
}

impl Suggestion {
    fn new(board: &ConstrainedBoard) -> Self {
        Self {
            n: board.size(),
            is_constrained: !board.is_unconstrained(),
            engines: 1,
            started: Instant::now(),
            cost: f64::INFINITY,
        }
    }

    fn is_due(&self, progress: &RunProgress) -> bool {
        progress.results >= self.engines || self.started.elapsed() >= ESTIMATE_AFTER
    }

    fn write(&self, progress: &RunProgress) {
        let done = progress.fraction.unwrap_or(0.0);
        let in_work = progress.in_work / self.cost;
        let (about, part) = if done > 0.0 {
            ("about", done + in_work / 2.0)
        } else {
            ("more than", in_work)
        };
        let n = self.n;
        let time = if part > 0.0 {
            let elapsed = self.started.elapsed().as_secs_f64();
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
