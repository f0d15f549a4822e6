//! What is shown of a count.

use std::time::Duration;

use serde::Serialize;
use utoipa::ToSchema;

use super::{Count, Progress, UnitState, lock};
use crate::app::seconds;

/// The most cells of the map, and the most points of the plot.
const CELLS: usize = 1024;
const POINTS: usize = 256;

/// A count as it stands.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CountView {
    id: u64,
    n: u32,
    state: CountState,
    /// The vector unit that counts.
    backend: &'static str,
    threads: usize,
    /// Whether every unit is counted a second time with rows and columns exchanged.
    double_check: bool,
    units: u64,
    units_done: u64,
    /// How much of the expected work is done, from 0 to 1.
    fraction: f64,
    /// How long it has been running.
    seconds: f64,
    /// How long it will go on, if that can be said.
    remaining_seconds: Option<f64>,
    /// Placements of one colour that were counted.
    joined: String,
    /// One cell for each unit, or for a few neighbours.
    map: Vec<Cell>,
    /// Joined pairs per second over time.
    rates: Vec<Point>,
    /// Why it failed.
    failure: Option<String>,
    total: Option<TotalView>,
}

/// How it stands with a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
enum CountState {
    Running,
    /// It was stopped, but some units are still being counted.
    Stopping,
    Stopped,
    Done,
    Failed,
}

/// What a cell of the map stands for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct Cell {
    /// How many of its units are done, from 0 to 1.
    done: f32,
    /// Whether one of them is being counted.
    running: bool,
}

/// One point of the rate plot.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, ToSchema)]
pub(crate) struct Point {
    seconds: f64,
    /// Joined pairs per second.
    rate: f64,
}

/// A total that has passed its checks.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct TotalView {
    solutions: String,
    fundamental: String,
    /// The solutions with 0, 1, 2, … n queens on squares whose row + column is even.
    by_black_queens: Vec<String>,
}

impl Count {
    /// What is known at this moment.
    pub(crate) fn view(&self) -> CountView {
        let progress = lock(&self.progress);
        let elapsed = seconds(progress.elapsed());
        let fraction = (progress.cost_done / self.cost).clamp(0.0, 1.0);
        let state = state(&progress);
        let remaining = match state {
            CountState::Running | CountState::Stopping if fraction > 0.0 => {
                Some(elapsed * (1.0 - fraction) / fraction)
            }
            _ => None,
        };
        CountView {
            id: self.id,
            n: self.order.n,
            state,
            backend: self.backend.name(),
            threads: self.order.threads,
            double_check: self.order.double_check,
            units: self.plan.len(),
            units_done: progress.tally.units(),
            fraction,
            seconds: elapsed,
            remaining_seconds: remaining,
            joined: progress.tally.joined().to_string(),
            map: map(&progress.states),
            rates: progress.rates.points.clone(),
            failure: progress
                .end
                .as_ref()
                .and_then(|end| end.as_ref().err().cloned()),
            total: total(&progress),
        }
    }
}

fn state(progress: &Progress) -> CountState {
    match (&progress.end, progress.workers, progress.stopping) {
        (Some(Ok(_)), _, _) => CountState::Done,
        (Some(Err(_)), _, _) => CountState::Failed,
        (None, 0, true) => CountState::Stopped,
        (None, _, true) => CountState::Stopping,
        (None, _, false) => CountState::Running,
    }
}

fn total(progress: &Progress) -> Option<TotalView> {
    let (total, classes) = progress.end.as_ref()?.as_ref().ok()?;
    Some(TotalView {
        solutions: total.solutions.to_string(),
        fundamental: classes.fundamental.to_string(),
        by_black_queens: total.by_black_queens.iter().map(u128::to_string).collect(),
    })
}

fn map(states: &[UnitState]) -> Vec<Cell> {
    let each = states.len().div_ceil(CELLS).max(1);
    let cell = |units: &[UnitState]| {
        let of = |state| units.iter().filter(|unit| **unit == state).count();
        Cell {
            done: of(UnitState::Done) as f32 / units.len() as f32,
            running: of(UnitState::Running) > 0,
        }
    };
    states.chunks(each).map(cell).collect()
}

/// The rate over time, in points that lie further and further apart.
#[derive(Debug, Default)]
pub(super) struct Rates {
    points: Vec<Point>,
    /// The time and the joined pairs of the last point.
    last: (Duration, u128),
    apart: Duration,
}

impl Rates {
    pub(super) fn add(&mut self, elapsed: Duration, joined: u128) {
        const CLOSEST: Duration = Duration::from_millis(20);
        let (before, joined_before) = self.last;
        let passed = elapsed.saturating_sub(before);
        if passed < self.apart.max(CLOSEST) {
            return;
        }
        self.last = (elapsed, joined);
        self.points.push(Point {
            seconds: seconds(elapsed),
            rate: (joined - joined_before) as f64 / seconds(passed),
        });
        if self.points.len() >= POINTS {
            self.points = self.points.chunks(2).map(merged).collect();
            self.apart = 2 * self.apart.max(CLOSEST);
        }
    }
}

/// One point for neighbours that took about the same time.
fn merged(points: &[Point]) -> Point {
    let rates: f64 = points.iter().map(|point| point.rate).sum();
    Point {
        seconds: points[points.len() - 1].seconds,
        rate: rates / points.len() as f64,
    }
}
