//! Lowering: units as flat tables, from which both CPU and GPU kernels run.
//!
//! A unit becomes one [`LoweredTile`] for each part of Re × Ro whose counts are held at the same
//! time, and a tile has two [`LoweredColour`]s. To join a colour, a kernel does for each of its
//! start lists:
//!
//! * Visit the [nodes](RowTables::nodes) in order. A node adds one queen, in its row, to the
//!   lists of its parent: the list of the column set U receives, for all c in U, the placements
//!   of the list of U \ {c} that do not attack square (row, c).
//! * On the last level, for each [group](RowTables::groups) of a node: count, for up to
//!   [`PAIRS_PER_GROUP`] row pairs and all pairs of open columns, the possibilities to add two
//!   queens, and add them to the counts (T, F).
//!
//! The unit value is Σ weight · b · w over the counts of both colours, in the order that
//! [`LoweredColour::cells`] describes.
//!
//! A [`Lowering`] keeps what the next unit may need again: the sets of the last subproblem, and
//! row and column tables by their sets.

mod columns;
mod memo;
mod parts;
mod rows;
pub(crate) mod scatter;
mod tile;

use std::collections::HashMap;
use std::sync::Arc;

use rayon::prelude::*;

use crate::colour::constraint::Constraint;
use crate::colour::cover::Cover;
use crate::colour::orbit::{Orbits, Subproblem};
use crate::plan::Unit;
use crate::route::Route;

use self::memo::Memo;
use self::tile::UnitTiles;

pub use self::columns::{ColumnTables, Gather};
pub(crate) use self::parts::MAX_TABLE_ROWS;
pub use self::rows::{Node, RowGroup, RowTables};
pub use self::tile::{LoweredColour, LoweredTile, TermWeights};
pub use crate::colour::groups::PAIRS_PER_GROUP;
pub use crate::colour::quarter::Quarter;

/// Marks an unused lane of a group, and a pair that leads to no final set.
pub const NO_ENTRY: u32 = u32::MAX;

/// Number of covers and row tables that are kept, each.
const MAX_ROW_TABLES: usize = 256;
/// Number of column tables that are kept: the tables of both colours, on two routes.
const MAX_COLUMN_TABLES: usize = 4;

/// Turns units into tables, and keeps tables for the next units.
#[derive(Default)]
pub struct Lowering {
    subproblem: Option<(Key, Subproblem)>,
    tables: Tables,
}

/// Covers, row tables and column tables, found by their sets.
struct Tables {
    covers: Memo<Cover>,
    rows: Memo<RowTables>,
    columns: Memo<ColumnTables>,
}

impl Default for Tables {
    fn default() -> Self {
        Self {
            covers: Memo::new(MAX_ROW_TABLES),
            rows: Memo::new(MAX_ROW_TABLES),
            columns: Memo::new(MAX_COLUMN_TABLES),
        }
    }
}

/// a, Ce and the constraints with n: the identity of a subproblem.
type Key = (u32, u32, Arc<Constraint>);

fn key(unit: &Unit) -> Key {
    (unit.a, unit.ce, unit.constraint.clone())
}

impl Lowering {
    /// Lowers one unit, one tile at a time.
    pub(crate) fn tiles(&mut self, unit: &Unit, route: Route) -> impl Iterator<Item = LoweredTile> {
        let key = key(unit);
        if self
            .subproblem
            .as_ref()
            .is_none_or(|(kept, _)| *kept != key)
        {
            self.subproblem = Some((key, subproblem_of(unit)));
        }
        let (_, subproblem) = self.subproblem.as_ref().expect("set above");
        UnitTiles::new(unit, subproblem, route, &self.tables).lower(&self.tables)
    }

    /// Lowers a join of one colour without start lists.
    pub(crate) fn join(&self, quarter: Quarter, row_sets: &[u32], finals: &[u32]) -> LoweredColour {
        let rows = (self.tables.rows).get(row_sets, quarter.rows(), 0, RowTables::new);
        self.join_of_rows(quarter, rows, finals)
    }

    /// Lowers a join of one colour without start lists from row tables.
    pub(crate) fn join_of_rows(
        &self,
        quarter: Quarter,
        rows: Arc<RowTables>,
        finals: &[u32],
    ) -> LoweredColour {
        LoweredColour::of_rows(quarter, rows, finals, &self.tables)
    }

    /// Lowers a batch of units with all cores of the machine, for devices.
    pub fn units(&mut self, units: &[Unit], route: Route) -> Vec<Vec<LoweredTile>> {
        let mut subproblems: HashMap<Key, Subproblem> =
            self.subproblem.take().into_iter().collect();
        let missing: HashMap<Key, &Unit> = units
            .iter()
            .map(|unit| (key(unit), unit))
            .filter(|(key, _)| !subproblems.contains_key(key))
            .collect();
        let missing: Vec<(Key, Subproblem)> = missing
            .into_par_iter()
            .map(|(key, unit)| (key, subproblem_of(unit)))
            .collect();
        subproblems.extend(missing);
        let tables = &self.tables;
        let tiles = units.par_iter().map(|unit| {
            let tiles = UnitTiles::new(unit, &subproblems[&key(unit)], route, tables);
            tiles.lower(tables).collect()
        });
        let tiles = tiles.collect();
        let last = units.last().map(key);
        self.subproblem = last.and_then(|key| subproblems.remove_entry(&key));
        tiles
    }
}

/// Returns the subproblem of a unit, in the order in which its row sets are numbered.
pub(crate) fn subproblem_of(unit: &Unit) -> Subproblem {
    let orbits = Orbits::new(unit.a, &unit.constraint);
    let mut subproblem = orbits.subproblem(unit.ce);
    // A part of a unit has the order of the unit.
    let [re, ro] = unit.whole.map(|sets| sets as usize);
    let split = re < subproblem.re.len() || ro < subproblem.ro.len();
    let sizes = [subproblem.re.len(), subproblem.ro.len()];
    if split || !parts::fit_one_tile(sizes, subproblem.co.len()) {
        subproblem.arrange(unit.n);
    }
    subproblem
}
