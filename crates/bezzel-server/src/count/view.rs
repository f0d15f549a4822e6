//! What is shown of a count.

use std::time::Duration;

use bezzel_campaign::{Error, Ledger};
use serde::Serialize;

use super::{Count, Progress, lock};
use crate::app::seconds;

/// The most cells of the map, and the most points of the plot.
const CELLS: u64 = 1024;
const POINTS: usize = 256;

/// A count as it stands.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct CountView {
    id: u64,
    n: u32,
    state: CountState,
    /// The file of the campaign, if it is one; else the count is in memory.
    campaign: Option<String>,
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
    /// What the counting struggles with.
    warning: Option<String>,
    /// Why it failed.
    failure: Option<String>,
    total: Option<TotalView>,
}

/// How it stands with a count.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
enum CountState {
    Running,
    /// It was told to stop, and is about to.
    Stopping,
    Stopped,
    Done,
    Failed,
}

/// What a cell of the map stands for.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Cell {
    /// How many of its units are done, from 0 to 1.
    done: f32,
    /// Whether one of them is being counted.
    running: bool,
}

/// One point of the rate plot.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Point {
    seconds: f64,
    /// Joined pairs per second.
    rate: f64,
}

/// A total that has passed its checks.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
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
        let fraction = progress.fraction.clamp(0.0, 1.0);
        CountView {
            id: self.id,
            n: self.order.n,
            state: state(&progress),
            campaign: self.campaign.clone(),
            backend: self.backend.name(),
            threads: self.order.threads,
            double_check: self.order.double_check,
            units: self.units,
            units_done: progress.cells.units_done(),
            fraction,
            seconds: seconds(progress.elapsed()),
            remaining_seconds: progress.remaining(),
            joined: progress.joined.to_string(),
            map: progress.cells.map(),
            rates: progress.rates.points.clone(),
            warning: progress.warning.clone(),
            failure: progress
                .end
                .as_ref()
                .and_then(|end| end.as_ref().err().cloned()),
            total: total(&progress),
        }
    }
}

fn state(progress: &Progress) -> CountState {
    match (&progress.end, progress.running, progress.stopping) {
        (Some(Ok(_)), _, _) => CountState::Done,
        (Some(Err(_)), _, _) => CountState::Failed,
        (None, false, _) => CountState::Stopped,
        (None, true, true) => CountState::Stopping,
        (None, true, false) => CountState::Running,
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

/// How the units stand, a few neighbours together.
#[derive(Debug, Default)]
pub(super) struct Cells {
    units: u64,
    /// How many units a cell has; the last one may have fewer.
    each: u64,
    cells: Vec<Tally>,
}

#[derive(Debug, Clone, Copy, Default)]
struct Tally {
    units: u64,
    done: u64,
    running: u32,
}

impl Cells {
    /// So many units of which none is done.
    pub(super) fn of(units: u64) -> Self {
        let each = units.div_ceil(CELLS).max(1);
        let cells = (0..units.div_ceil(each)).map(|cell| Tally {
            units: each.min(units - cell * each),
            ..Tally::default()
        });
        Self {
            units,
            each,
            cells: cells.collect(),
        }
    }

    /// The units of a campaign.
    pub(super) fn of_ledger(ledger: &Ledger) -> Result<Self, Error> {
        let mut cells = Self::of(ledger.units().plan().len());
        for cell in &mut cells.cells {
            cell.done = cell.units;
        }
        ledger.each_open(&mut |unit| {
            cells.at(unit.index()).done -= 1;
            Ok::<_, Error>(())
        })?;
        Ok(cells)
    }

    fn at(&mut self, unit: u64) -> &mut Tally {
        &mut self.cells[(unit / self.each) as usize]
    }

    pub(super) fn done(&mut self, unit: u64) {
        let cell = self.at(unit);
        cell.done = (cell.done + 1).min(cell.units);
    }

    pub(super) fn at_work(&mut self, unit: u64, begins: bool) {
        let cell = self.at(unit);
        cell.running = if begins {
            cell.running + 1
        } else {
            cell.running.saturating_sub(1)
        };
    }

    pub(super) fn units(&self) -> u64 {
        self.units
    }

    pub(super) fn units_done(&self) -> u64 {
        self.cells.iter().map(|cell| cell.done).sum()
    }

    /// How much is done if all units cost the same.
    pub(super) fn fraction(&self) -> f64 {
        self.units_done() as f64 / self.units.max(1) as f64
    }

    fn map(&self) -> Vec<Cell> {
        let cells = self.cells.iter().map(|cell| Cell {
            done: cell.done as f32 / cell.units as f32,
            running: cell.running > 0,
        });
        cells.collect()
    }
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
