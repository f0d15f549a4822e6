//! Counts that are run one after the other and added or subtracted.

use bezzel_count::Plan;

use super::UnitTotal;
use super::complement::{Term, sum};
use crate::progress::Observer;
use crate::{Control, Done, Job, JobError, Phase, Progress};

/// The counts of a sum, which can be stopped and continued.
pub(super) struct Terms {
    n: u32,
    counts: Vec<OneCount>,
    /// Number of units and expected cost of all.
    units: u64,
    cost: f64,
}

struct OneCount {
    job: Box<dyn Job<Answer = UnitTotal> + Send>,
    cost: f64,
    is_subtracted: bool,
    result: Option<UnitTotal>,
}

/// Work of the counts before the current one.
#[derive(Default, Clone, Copy)]
struct Before {
    cost: f64,
    results: u64,
    joined: u128,
}

impl Terms {
    /// `job` makes the count of a plan.
    pub(super) fn new<J: Job<Answer = UnitTotal> + Send + 'static>(
        terms: Vec<Term>,
        job: impl Fn(Plan) -> J,
    ) -> Self {
        let one = |term: Term| OneCount {
            cost: term.plan.cost(),
            is_subtracted: term.is_subtracted,
            job: Box::new(job(term.plan)),
            result: None,
        };
        Self {
            n: terms.first().map_or(0, |term| term.plan.n()),
            units: terms.iter().map(|term| term.plan.len()).sum(),
            cost: terms.iter().map(|term| term.plan.cost()).sum(),
            counts: terms.into_iter().map(one).collect(),
        }
    }
}

impl Job for Terms {
    type Answer = UnitTotal;

    /// Runs the counts that are not finished.
    fn run(&mut self, control: &Control, observe: &mut Observer) -> Result<UnitTotal, JobError> {
        let (all, last) = (self.cost, self.counts.len());
        let mut before = Before::default();
        let mut results = Vec::new();
        for (number, one) in (1..).zip(&mut self.counts) {
            let result = match one.result.take() {
                Some(result) => result,
                None => one.job.run(control, &mut |progress| {
                    // Every count begins and ends; the observer sees one count.
                    let is_hidden = match progress.phase {
                        Phase::Preparing => number > 1,
                        Phase::Summing => number < last,
                        _ => false,
                    };
                    if !is_hidden {
                        observe(&whole(progress, before, one.cost, all));
                    }
                })?,
            };
            before.cost += one.cost;
            before.results += result.units * if result.confirmed.is_some() { 2 } else { 1 };
            before.joined += result.total.joined;
            results.push((one.result.insert(result).clone(), one.is_subtracted));
        }
        let totals = results
            .iter()
            .map(|(result, is_subtracted)| (&result.total, *is_subtracted));
        Ok(UnitTotal {
            total: sum(self.n, &totals.collect::<Vec<_>>())?,
            backends: results
                .first()
                .map_or_else(Vec::new, |(first, _)| first.backends.clone()),
            units: self.units,
            confirmed: results.iter().map(|(result, _)| result.confirmed).sum(),
        })
    }
}

/// Returns the progress of all counts, from that of one.
fn whole<'a>(progress: &Progress<'a>, before: Before, part: f64, all: f64) -> Progress<'a> {
    let mut whole = *progress;
    whole.fraction = progress
        .fraction
        .map(|done| (before.cost + done * part) / all);
    if let Done::JoinedPairs(pairs) = progress.done {
        whole.done = Done::JoinedPairs(before.joined + pairs);
    }
    if let Some(units) = &mut whole.units {
        units.results += before.results;
        units.cost = all;
    }
    whole
}
