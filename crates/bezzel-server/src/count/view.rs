//! The JSON form of a count, and its rate over time.

use std::time::Duration;

use serde::Serialize;

use super::state::{CountProgress, ServerCount};
use super::unit_map::Cell;

/// State of a count.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct CountView {
    id: u64,
    n: u32,
    /// Placed queens and blocked squares in one word, such as `Q3/2x1/4/1x2`: rows
    /// separated by `/`, with numbers of free squares; null for Q(n).
    board: Option<String>,
    state: CountState,
    /// File name of the ledger; null if the count is stored in memory.
    ledger: Option<String>,
    /// Backends, such as `avx2` or `cuda:0,avx512`.
    backend: String,
    /// Number of CPU threads; 0 if only devices count.
    threads: u32,
    /// True if every unit is counted by both routes.
    double_check: bool,
    units: u64,
    units_done: u64,
    /// Completed fraction of the expected cost, from 0 to 1.
    fraction: f64,
    /// Run time in seconds.
    seconds: f64,
    /// Core time of all results in seconds, including those that the ledger had before.
    core_seconds: f64,
    /// Estimated remaining time in seconds; null before the first result of a run.
    remaining_seconds: Option<f64>,
    /// Number of joined pairs.
    joined: String,
    /// State of the units; each cell stands for one unit or for several consecutive ones.
    map: Vec<Cell>,
    /// Rate over time.
    rates: Vec<Point>,
    /// Problem that does not stop the count, such as a full disk.
    warning: Option<String>,
    /// Error that ended the count.
    failure: Option<String>,
    total: Option<TotalView>,
}

/// States of a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
enum CountState {
    Running,
    /// A stop was requested; threads are finishing their current units.
    Stopping,
    Stopped,
    Done,
    Failed,
}

/// A total that passed its checks.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct TotalView {
    solutions: String,
    /// Number of fundamental solutions; null with placed queens or blocked squares.
    fundamental: Option<String>,
    /// Solutions with 0, 1, 2, … n queens on even squares (row + column even).
    by_black_queens: Vec<String>,
}

impl ServerCount {
    /// Returns the current state.
    pub(crate) fn view(&self) -> CountView {
        self.with_progress(|progress| self.view_of(progress))
    }

    fn view_of(&self, progress: &CountProgress) -> CountView {
        let request = self.request();
        let end = progress.end.as_ref();
        CountView {
            id: self.id(),
            n: request.n,
            board: request.board.clone(),
            state: state(progress),
            ledger: self.ledger().map(str::to_owned),
            backend: request.backends.to_string(),
            threads: request.threads,
            double_check: request.double_check,
            units: self.units(),
            units_done: progress.map.units_done(),
            fraction: progress.fraction.clamp(0.0, 1.0),
            seconds: progress.elapsed().as_secs_f64(),
            core_seconds: progress.core_seconds,
            remaining_seconds: progress.remaining(),
            joined: progress.joined.to_string(),
            map: progress.map.cells(),
            rates: progress.rates.points().to_vec(),
            warning: progress.warning.clone(),
            failure: end.and_then(|end| end.as_ref().err().cloned()),
            total: total(progress),
        }
    }
}

fn state(progress: &CountProgress) -> CountState {
    match (&progress.end, progress.running, progress.stopping) {
        (Some(Ok(_)), _, _) => CountState::Done,
        (Some(Err(_)), _, _) => CountState::Failed,
        (None, false, _) => CountState::Stopped,
        (None, true, true) => CountState::Stopping,
        (None, true, false) => CountState::Running,
    }
}

fn total(progress: &CountProgress) -> Option<TotalView> {
    let (total, orbits) = progress.end.as_ref()?.as_ref().ok()?;
    Some(TotalView {
        solutions: total.solutions.to_string(),
        fundamental: orbits.as_ref().map(|orbits| orbits.fundamental.to_string()),
        by_black_queens: total.by_black_queens.iter().map(u128::to_string).collect(),
    })
}

/// Maximum number of points; neighbours are merged when it is reached.
const MAX_POINTS: usize = 256;

/// Minimum distance between two points at the start of a count.
const MIN_INTERVAL: Duration = Duration::from_millis(20);

/// A point of the rate plot.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Point {
    /// Run time of the count in seconds.
    seconds: f64,
    /// Joined pairs per second.
    rate: f64,
}

/// Rates at increasing distances in time.
#[derive(Debug, Default)]
pub(super) struct RateHistory {
    points: Vec<Point>,
    last: (Duration, u128),
    interval: Duration,
}

impl RateHistory {
    /// Adds a point, unless the last one is too recent.
    pub(super) fn add(&mut self, elapsed: Duration, joined: u128) {
        let (before, joined_before) = self.last;
        let passed = elapsed.saturating_sub(before);
        if passed < self.interval.max(MIN_INTERVAL) {
            return;
        }
        self.last = (elapsed, joined);
        self.points.push(Point {
            seconds: elapsed.as_secs_f64(),
            rate: (joined - joined_before) as f64 / passed.as_secs_f64(),
        });
        if self.points.len() >= MAX_POINTS {
            self.points = self.points.chunks(2).map(merged).collect();
            self.interval = 2 * self.interval.max(MIN_INTERVAL);
        }
    }

    pub(super) fn points(&self) -> &[Point] {
        &self.points
    }
}

/// Merges neighbouring points, which cover about the same time.
fn merged(points: &[Point]) -> Point {
    let rates: f64 = points.iter().map(|point| point.rate).sum();
    Point {
        seconds: points[points.len() - 1].seconds,
        rate: rates / points.len() as f64,
    }
}
