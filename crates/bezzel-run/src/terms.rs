//! Counts that are run one after the other and added or subtracted.

use bezzel_campaign::RunProgress;
use bezzel_count::{Plan, Total};

use crate::complement::{Term, sum};
use crate::{Count, CountEvent, CountRequest, CountResult, Error};

/// The counts of a sum, which can be cancelled and resumed.
pub(crate) struct Terms {
    n: u32,
    counts: Vec<OneCount>,
    /// Number of units and expected cost of all.
    units: u64,
    cost: f64,
}

struct OneCount {
    count: Count,
    cost: f64,
    is_subtracted: bool,
    result: Option<CountResult>,
}

/// Work of the counts before the current one.
#[derive(Default, Clone, Copy)]
struct Before {
    cost: f64,
    results: u64,
    joined: u128,
}

impl Terms {
    /// `request` makes the request of a plan.
    pub(crate) fn new(
        terms: Vec<Term>,
        request: impl Fn(Plan) -> CountRequest,
    ) -> Result<Self, Error> {
        let n = terms.first().map_or(0, |term| term.plan.n());
        let units = terms.iter().map(|term| term.plan.len()).sum();
        let cost = terms.iter().map(|term| term.plan.cost()).sum();
        let one = |term: Term| {
            Ok::<_, Error>(OneCount {
                cost: term.plan.cost(),
                is_subtracted: term.is_subtracted,
                count: Count::new(request(term.plan))?,
                result: None,
            })
        };
        Ok(Self {
            n,
            counts: terms.into_iter().map(one).collect::<Result<_, _>>()?,
            units,
            cost,
        })
    }

    /// Runs the counts that are not finished. Returns `None` if `observe` returned false.
    pub(crate) fn run(
        &mut self,
        observe: &mut dyn FnMut(&CountEvent) -> bool,
    ) -> Result<Option<CountResult>, Error> {
        let (units, all, last) = (self.units, self.cost, self.counts.len());
        let mut before = Before::default();
        let mut is_started = false;
        for (number, one) in (1..).zip(&mut self.counts) {
            if one.result.is_none() {
                let (is_last, part) = (number == last, one.cost);
                let mut started = is_started;
                one.result = one.count.run(&mut |event| match event {
                    // Every count begins and ends; the observer sees one count.
                    CountEvent::Started { .. } if started => true,
                    CountEvent::Preparing if started => true,
                    CountEvent::Summing if !is_last => true,
                    CountEvent::Started {
                        engines, backends, ..
                    } => {
                        started = true;
                        observe(&CountEvent::Started {
                            units,
                            cost: all,
                            engines: *engines,
                            backends,
                        })
                    }
                    CountEvent::Units { phase, progress } => {
                        let progress = &whole(progress, before, part, all);
                        let phase = *phase;
                        observe(&CountEvent::Units { phase, progress })
                    }
                    other => observe(other),
                })?;
                is_started = started;
            }
            let Some(result) = &one.result else {
                return Ok(None);
            };
            before.cost += one.cost;
            before.results += result.units * if result.confirmed.is_some() { 2 } else { 1 };
            before.joined += result.total.as_ref().map_or(0, |total| total.joined);
        }
        self.sum().map(Some)
    }

    /// Adds up the results of all counts.
    fn sum(&self) -> Result<CountResult, Error> {
        let results = || self.counts.iter().filter_map(|one| one.result.as_ref());
        let totals = self.counts.iter().filter_map(|one| {
            let total = one.result.as_ref()?.total.clone()?;
            Some((total, one.is_subtracted))
        });
        let total: Total = sum(self.n, &totals.collect::<Vec<_>>())?;
        let first = results().next().expect("a sum has a count").clone();
        Ok(CountResult {
            solutions: total.solutions,
            total: Some(total),
            units: self.units,
            confirmed: results().map(|result| result.confirmed).sum(),
            ..first
        })
    }
}

/// Returns the progress of all counts, from that of one.
fn whole<'a>(progress: &RunProgress<'a>, before: Before, part: f64, all: f64) -> RunProgress<'a> {
    let fraction = progress
        .fraction
        .map(|done| (before.cost + done * part) / all);
    RunProgress {
        fraction,
        results: before.results + progress.results,
        joined: before.joined + progress.joined,
        ..*progress
    }
}
