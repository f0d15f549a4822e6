//! The JSON form of a count, with the map of its units and its rate over time.

use std::collections::HashSet;
use std::time::Duration;

use bezzel::OrbitCounts;
use bezzel_count::{Plan, Total};
use bezzel_run::{EngineSelection, Ledger, LedgerError, UnitState};
use serde::{Serialize, Serializer};

/// A count, with its progress and, at the end, its total.
#[derive(Debug, Clone, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct CountView {
    pub(super) id: u64,
    pub(super) n: u32,
    /// Placed queens and blocked squares in one word, such as `Q3/2x1/4/1x2`: rows
    /// separated by `/`, with numbers of free squares; null for Q(n).
    pub(super) board: Option<String>,
    pub(super) state: CountState,
    /// File name of the ledger; null if the count is stored in memory.
    pub(super) ledger: Option<String>,
    /// Backends, such as `avx2` or `cuda:0,avx512`.
    pub(super) backend: String,
    /// Number of CPU threads; 0 if only devices count.
    pub(super) threads: u32,
    /// True if every unit is counted by both routes.
    pub(super) double_check: bool,
    pub(super) units: u64,
    pub(super) units_done: u64,
    /// Completed fraction of the expected cost, from 0 to 1.
    pub(super) fraction: f64,
    /// Run time in seconds.
    pub(super) seconds: f64,
    /// Core time of all results in seconds, including those that the ledger had before.
    pub(super) core_seconds: f64,
    /// Estimated remaining time in seconds; null before the first result of a run.
    pub(super) remaining_seconds: Option<f64>,
    /// Number of joined pairs.
    pub(super) joined: String,
    /// State of the units; each cell stands for one unit or for several consecutive ones.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Cell>))]
    pub(super) map: UnitMap,
    /// Joined pairs per second over time.
    #[cfg_attr(feature = "schema", schema(value_type = Vec<Point>))]
    pub(super) rates: RateHistory,
    /// Problem that does not stop the count, such as an engine that failed.
    pub(super) warning: Option<String>,
    /// Error that ended the count.
    pub(super) failure: Option<String>,
    pub(super) total: Option<TotalView>,
}

/// Whether a count runs, or how it ended.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(super) enum CountState {
    Running,
    /// A stop was requested; threads are finishing their current units.
    Stopping,
    #[default]
    Stopped,
    Done,
    Failed,
}

/// A total that passed its checks.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct TotalView {
    solutions: String,
    /// Number of fundamental solutions; null with placed queens or blocked squares.
    fundamental: Option<String>,
    /// Solutions with 0, 1, 2, … n queens on even squares (row + column even).
    by_black_queens: Vec<String>,
}

impl CountView {
    /// Returns the view of a stopped count of this plan in memory.
    pub(super) fn new(plan: &Plan, engines: &EngineSelection, double_check: bool) -> Self {
        Self {
            n: plan.n(),
            board: plan.constraint().map(str::to_owned),
            backend: engines.backends().to_string(),
            threads: engines.threads(),
            double_check,
            units: plan.len(),
            map: UnitMap::new(plan.len()),
            ..Self::default()
        }
    }

    /// Returns the view of a stopped count of this ledger.
    pub(super) fn of_ledger(
        ledger: &Ledger,
        file: &str,
        engines: &EngineSelection,
    ) -> Result<Self, LedgerError> {
        let mut view = Self::new(ledger.plan(), engines, false);
        view.ledger = Some(file.to_owned());
        for unit in 0..view.units {
            let is_done = matches!(ledger.state(unit), UnitState::Once | UnitState::Confirmed);
            view.units_done += u64::from(view.map.end(unit, is_done));
        }
        view.fraction = ledger.fraction();
        let status = ledger.status()?;
        view.core_seconds = status.cpu_seconds + status.wall_seconds;
        Ok(view)
    }
}

impl TotalView {
    pub(super) fn new(total: &Total, orbits: Option<&OrbitCounts>) -> Self {
        Self {
            solutions: total.solutions.to_string(),
            fundamental: orbits.map(|orbits| orbits.fundamental.to_string()),
            by_black_queens: total.by_black_queens.iter().map(u128::to_string).collect(),
        }
    }
}

/// Maximum number of cells.
const MAX_CELLS: u64 = 1024;

/// State of the units, as cells of consecutive units.
#[derive(Debug, Clone, Default)]
pub(super) struct UnitMap {
    /// Number of units per cell; the last cell may have fewer.
    units_per_cell: u64,
    cells: Vec<MapCell>,
    /// Units that are being counted.
    started: HashSet<u64>,
}

#[derive(Debug, Clone, Copy, Default)]
struct MapCell {
    units: u64,
    done: u64,
    counting: u64,
}

/// JSON form of a cell of the unit map.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Cell {
    /// Fraction of its units that are done, from 0 to 1.
    done: f32,
    /// True if one of its units is being counted.
    running: bool,
}

impl UnitMap {
    /// Creates a map of units that are all open.
    fn new(units: u64) -> Self {
        let units_per_cell = units.div_ceil(MAX_CELLS).max(1);
        let cells = (0..units.div_ceil(units_per_cell)).map(|cell| MapCell {
            units: units_per_cell.min(units - cell * units_per_cell),
            ..MapCell::default()
        });
        Self {
            units_per_cell,
            cells: cells.collect(),
            started: HashSet::new(),
        }
    }

    fn cell_of(&mut self, unit: u64) -> &mut MapCell {
        &mut self.cells[(unit / self.units_per_cell) as usize]
    }

    /// Marks a unit as being counted. A unit is started again after its engine failed.
    pub(super) fn start(&mut self, unit: u64) {
        if self.started.insert(unit) {
            self.cell_of(unit).counting += 1;
        }
    }

    /// Marks a unit as no longer being counted, and as done if it is. Returns true if one more is done.
    pub(super) fn end(&mut self, unit: u64, is_done: bool) -> bool {
        let was_started = self.started.remove(&unit);
        let cell = self.cell_of(unit);
        cell.counting -= u64::from(was_started);
        let is_more = is_done && cell.done < cell.units;
        cell.done += u64::from(is_more);
        is_more
    }

    /// Marks all units as no longer being counted.
    pub(super) fn end_all(&mut self) {
        self.started.clear();
        for cell in &mut self.cells {
            cell.counting = 0;
        }
    }
}

impl Serialize for UnitMap {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.cells.iter().map(|cell| Cell {
            done: cell.done as f32 / cell.units as f32,
            running: cell.counting > 0,
        }))
    }
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
#[derive(Debug, Clone, Default, Serialize)]
#[serde(transparent)]
pub(super) struct RateHistory {
    points: Vec<Point>,
    #[serde(skip)]
    last: (Duration, u128),
    #[serde(skip)]
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
}

/// Merges neighbouring points, which cover about the same time.
fn merged(points: &[Point]) -> Point {
    let rates: f64 = points.iter().map(|point| point.rate).sum();
    Point {
        seconds: points[points.len() - 1].seconds,
        rate: rates / points.len() as f64,
    }
}
