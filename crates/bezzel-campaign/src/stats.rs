//! Sums over all results of a campaign that do not depend on verdicts: run times and machines.

use std::collections::BTreeMap;

use bezzel_count::Route;

use crate::Clock;
use crate::stored_result::{Fields, now};

/// Time over which the rate is measured.
const RATE_WINDOW_SECONDS: i64 = 900;

/// Run time by one clock.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Spent {
    pub(crate) seconds: f64,
    /// Run time of the direct route, and its expected cost.
    direct_seconds: f64,
    direct_cost: f64,
}

impl Spent {
    /// Returns the predicted seconds of units of this expected cost.
    pub(crate) fn left(&self, cost: f64) -> Option<f64> {
        let seconds = cost * self.direct_seconds / self.direct_cost;
        Some(seconds).filter(|seconds| seconds.is_finite())
    }
}

/// Results of one source.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct SourceStats {
    pub(crate) results: u64,
    pub(crate) cpu_seconds: f64,
    pub(crate) wall_seconds: f64,
    /// Completion of the last result.
    pub(crate) last: i64,
}

/// Sums over all results.
#[derive(Debug, Default)]
pub(crate) struct Stats {
    pub(crate) cpu: Spent,
    pub(crate) wall: Spent,
    pub(crate) sources: Vec<SourceStats>,
    /// Number of results by the power of two above their seconds.
    pub(crate) bars: BTreeMap<i32, u64>,
    /// Expected cost of units by the minute of their first results.
    minutes: BTreeMap<i64, f64>,
    began: Option<i64>,
}

impl Stats {
    /// Adds a result, which may be the first of its unit.
    pub(crate) fn add(&mut self, fields: &Fields, source: u32, is_first: bool) {
        let seconds = fields.microseconds as f64 / 1e6;
        let cost = fields.unit.cost();
        if self.sources.len() <= source as usize {
            self.sources
                .resize(source as usize + 1, SourceStats::default());
        }
        let of_source = &mut self.sources[source as usize];
        of_source.last = match of_source.results {
            0 => fields.time,
            _ => of_source.last.max(fields.time),
        };
        of_source.results += 1;
        let (spent, by_clock) = match fields.clock {
            Clock::Cpu => (&mut self.cpu, &mut of_source.cpu_seconds),
            Clock::Wall => (&mut self.wall, &mut of_source.wall_seconds),
        };
        *by_clock += seconds;
        spent.seconds += seconds;
        if fields.route == Route::Direct {
            spent.direct_cost += cost;
            spent.direct_seconds += seconds;
        }
        // Powers of two from one millisecond on.
        let bar = seconds.max(1e-3).log2().floor() as i32 + 1;
        *self.bars.entry(bar).or_default() += 1;
        let began = fields.time.saturating_sub(seconds as i64);
        self.began = Some(self.began.map_or(began, |earliest| earliest.min(began)));
        if is_first {
            let minute = fields.time.div_euclid(60);
            *self.minutes.entry(minute).or_default() += cost;
        }
    }

    /// Returns the expected cost counted per second in the last 15 minutes. It depends on wall
    /// clocks.
    pub(crate) fn rate(&self) -> Option<f64> {
        let last = *self.minutes.last_key_value()?.0;
        let end = last.saturating_add(1).saturating_mul(60);
        if now().saturating_sub(end) > RATE_WINDOW_SECONDS {
            return None;
        }
        let end = end.min(now().max(end.saturating_sub(60)));
        let start = self.began?.max(end.saturating_sub(RATE_WINDOW_SECONDS));
        let recent = self.minutes.range(start.div_euclid(60)..);
        let cost: f64 = recent.map(|(_, cost)| cost).sum();
        Some(cost / end.saturating_sub(start).max(1) as f64)
    }
}
