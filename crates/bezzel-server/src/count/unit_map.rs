//! The map of units on the page.

use std::collections::HashSet;

use bezzel_run::{Ledger, UnitState};
use serde::Serialize;

/// Maximum number of cells.
const MAX_CELLS: u64 = 1024;

/// State of the units, as cells of consecutive units.
#[derive(Debug, Default)]
pub(super) struct UnitMap {
    units: u64,
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
    pub(super) fn new(units: u64) -> Self {
        let units_per_cell = units.div_ceil(MAX_CELLS).max(1);
        let cells = (0..units.div_ceil(units_per_cell)).map(|cell| MapCell {
            units: units_per_cell.min(units - cell * units_per_cell),
            ..MapCell::default()
        });
        Self {
            units,
            units_per_cell,
            cells: cells.collect(),
            started: HashSet::new(),
        }
    }

    /// Reads the state of the units of a ledger.
    pub(super) fn of_ledger(ledger: &Ledger) -> Self {
        let mut map = Self::new(ledger.plan().len());
        for unit in 0..map.units {
            let is_done = matches!(ledger.state(unit), UnitState::Once | UnitState::Confirmed);
            map.cell_of(unit).done += u64::from(is_done);
        }
        map
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

    /// Marks a unit as no longer being counted, and as done if it is.
    pub(super) fn end(&mut self, unit: u64, is_done: bool) {
        let was_started = self.started.remove(&unit);
        let cell = self.cell_of(unit);
        cell.counting -= u64::from(was_started);
        if is_done {
            cell.done = (cell.done + 1).min(cell.units);
        }
    }

    /// Marks all units as no longer being counted.
    pub(super) fn end_all(&mut self) {
        self.started.clear();
        for cell in &mut self.cells {
            cell.counting = 0;
        }
    }

    pub(super) fn units(&self) -> u64 {
        self.units
    }

    pub(super) fn units_done(&self) -> u64 {
        self.cells.iter().map(|cell| cell.done).sum()
    }

    /// Returns the fraction of units that are done.
    pub(super) fn fraction(&self) -> f64 {
        self.units_done() as f64 / self.units.max(1) as f64
    }

    /// Returns the JSON form of all cells.
    pub(super) fn cells(&self) -> Vec<Cell> {
        let cells = self.cells.iter().map(|cell| Cell {
            done: cell.done as f32 / cell.units as f32,
            running: cell.counting > 0,
        });
        cells.collect()
    }
}
