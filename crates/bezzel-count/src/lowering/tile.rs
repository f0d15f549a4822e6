//! Tiles: the parts of a unit whose counts are held at the same time.
//!
//! ```text
//!   black   for each Re: starts EE on (Re, Ce),    joined with OO on Ro × Co    → b
//!   white   for each Ro: starts OE on (¬Ro, ¬Ce),  joined with EO on ¬Re × ¬Co  → w
//!   value   Σ weight(Re, Ro, Co) · b(Re,Ro,Ce,Co) · w(¬Re,¬Ro,¬Ce,¬Co)
//! ```
//!
//! The exchanged route exchanges rows and columns of both colours: OO is extended column by
//! column, and tables run over row sets. The two routes share only the start lists, which the
//! exchanged route transposes.

use std::ops::Range;
use std::sync::Arc;

use super::parts::{Covered, StartList, UnitPart, divide, numbers, start_lists};
use super::rows::cover;
use super::{ColumnTables, RowTables, Tables};
use crate::colour::constraint::{Constraint, reserved};
use crate::colour::orbit::Subproblem;
use crate::colour::quarter::{Quarter, QuarterPlacements};
use crate::colour::sets::{self, LineSets};
use crate::plan::Unit;
use crate::route::Route;

/// A part of a unit as tables.
#[derive(Debug, Clone)]
pub struct LoweredTile {
    /// Black, whose starts are on EE: one list for each Re.
    pub black: LoweredColour,
    /// White, whose starts are on OE: one list for each Ro.
    pub white: LoweredColour,
    /// A number for each Re. The weight of a pair (Re, Ro) is that of the sum of their numbers.
    pub re: Vec<u32>,
    /// A number for each Ro, which is added to the number of Re.
    pub ro: Vec<u32>,
    /// For each sum of numbers the weights of a pair.
    pub weights: [TermWeights; 9],
    /// Number of sets Co.
    pub columns: u32,
    /// Index of the first tied Co.
    pub tied: u32,
    /// `true` on the exchanged route: T are sets Co and F sets Ro or Re, instead of the reverse.
    pub exchanged: bool,
}

/// The weights of the terms of a pair (Re, Ro), times
/// [`Plan::VALUE_SCALE`](crate::Plan::VALUE_SCALE).
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct TermWeights {
    /// With the sets Co before [`LoweredTile::tied`].
    pub plain: u32,
    /// With the sets Co from [`LoweredTile::tied`] on.
    pub tied: u32,
}

impl TermWeights {
    /// Returns the weight of the term with this Co, if `tied` is the first tied one.
    pub fn of(self, co: u32, tied: u32) -> u32 {
        if co < tied { self.plain } else { self.tied }
    }
}

/// The join of one colour as tables.
#[derive(Debug, Clone)]
pub struct LoweredColour {
    quarter: Quarter,
    queens: u32,
    placements: Arc<QuarterPlacements>,
    /// For each start list its range among the placements.
    lists: Vec<u32>,
    rows: Arc<RowTables>,
    columns: Arc<ColumnTables>,
}

impl LoweredColour {
    /// Adds start lists, by their ranges among the placements.
    fn with_starts(self, placements: &Arc<QuarterPlacements>, lists: &[StartList]) -> Self {
        Self {
            placements: Arc::clone(placements),
            lists: lists.iter().map(|list| list.range).collect(),
            ..self
        }
    }

    /// Lowers a join without start lists from row tables.
    pub(super) fn of_rows(
        quarter: Quarter,
        rows: Arc<RowTables>,
        finals: &[u32],
        tables: &Tables,
    ) -> Self {
        let columns = tables
            .columns
            .get(finals, quarter.columns(), 0, |finals, width, _| {
                ColumnTables::new(finals, width)
            });
        Self {
            quarter,
            queens: rows.queens(),
            placements: Arc::default(),
            lists: Vec::new(),
            rows,
            columns,
        }
    }

    /// Lowers a join without start lists.
    #[cfg(test)]
    pub(crate) fn without_starts(quarter: Quarter, row_sets: &[u32], finals: &[u32]) -> Self {
        let rows = Arc::new(RowTables::new(row_sets, quarter.rows(), 0));
        Self::of_rows(quarter, rows, finals, &Tables::default())
    }

    /// Returns the quarter that is joined.
    pub fn quarter(&self) -> &Quarter {
        &self.quarter
    }

    /// Returns the number of queens on that quarter.
    pub fn queens(&self) -> u32 {
        self.queens
    }

    /// Returns the number of start lists.
    pub fn lists(&self) -> u32 {
        self.lists.len() as u32
    }

    /// Returns the diagonals of the placements of one start list.
    pub fn starts(&self, list: u32) -> &[u64] {
        self.placements.of_set(self.lists[list as usize] as usize)
    }

    /// Returns the length of all start lists together.
    pub fn start_count(&self) -> u64 {
        let lengths = (0..self.lists()).map(|list| self.starts(list).len() as u64);
        lengths.sum()
    }

    /// Borrows the sets T with their nodes and groups, which tiles share.
    pub fn rows(&self) -> &RowTables {
        &self.rows
    }

    /// Borrows the sets F with the column sets that lead to them, which tiles share.
    pub fn columns(&self) -> &ColumnTables {
        &self.columns
    }

    /// Returns the number of cells of one start list. The cells of a colour are ordered by start
    /// list, then by T, then by F.
    pub fn cells(&self) -> u64 {
        self.rows.row_sets.len() as u64 * self.columns.finals().len() as u64
    }

    /// Returns the number of open columns before the last two queens; at least 2 if the quarter
    /// has 2 columns.
    pub fn open(&self) -> u32 {
        self.quarter.columns() + 2 - self.queens.max(2)
    }
}

/// The tiles of a unit, before they are lowered.
pub(super) struct UnitTiles<'a> {
    n: u32,
    subproblem: &'a Subproblem,
    constraint: Arc<Constraint>,
    exchanged: bool,
    /// Steps of search for covers.
    steps: u64,
    black: Arc<QuarterPlacements>,
    white: Arc<QuarterPlacements>,
    re: Vec<UnitPart>,
    ro: Vec<UnitPart>,
}

impl<'a> UnitTiles<'a> {
    /// Lists the starts of a unit of this subproblem and divides Re × Ro into tiles.
    pub fn new(unit: &Unit, subproblem: &'a Subproblem, route: Route, tables: &Tables) -> Self {
        let range = |part: &Range<u32>| part.start as usize..part.end as usize;
        let (re, ro) = (range(&unit.re), range(&unit.ro));
        let (constraint, steps) = (unit.constraint.clone(), steps(unit.cost()));
        let n = constraint.n();
        let exchanged = route == Route::Exchanged;
        let (even, odd) = (sets::full(n.div_ceil(2)), sets::full(n / 2));
        let (re, ro) = (&subproblem.re[re], &subproblem.ro[ro]);
        let re_rows: Vec<u32> = re.iter().map(|&(set, _)| set).collect();
        let ro_rows: Vec<u32> = ro.iter().map(|&(set, _)| odd & !set).collect();
        let (ee, oe) = (
            constraint.quarter(false, false),
            constraint.quarter(true, false),
        );
        let initial = |white| constraint.initial(white);
        let mut black = QuarterPlacements::list(&ee, subproblem.ce, &re_rows, initial(false));
        let others = even & !subproblem.ce;
        let mut white = QuarterPlacements::list(&oe, others, &ro_rows, initial(true));
        if exchanged {
            black.transpose(n, false, reserved(false));
            white.transpose(n, true, reserved(true));
        }
        let (re, ro) = (start_lists(re, &black), start_lists(ro, &white));
        let mut tiles = Self {
            n,
            subproblem,
            constraint,
            exchanged,
            steps,
            black: Arc::new(black),
            white: Arc::new(white),
            re: Vec::new(),
            ro: Vec::new(),
        };
        let [re_parts, ro_parts] = numbers([re.len(), ro.len()], subproblem.co.len());
        let [black, white] = tiles.row_sets(&re, &ro);
        let [oo, eo] = tiles.joined();
        let covered = |row_sets: Vec<u32>, quarter: Quarter| {
            let width = quarter.rows();
            let cover = tables.covers.get(&row_sets, width, steps, cover);
            Covered {
                row_sets,
                width,
                cover,
            }
        };
        let covered = (!exchanged).then(|| [covered(white, eo), covered(black, oo)]);
        let [white, black] = [0, 1].map(|colour| covered.as_ref().map(|both| &both[colour]));
        tiles.re = divide(&re, re_parts, white);
        tiles.ro = divide(&ro, ro_parts, black);
        tiles
    }

    /// Returns the sets T of black, which are rows of Ro, and the sets T of white, which are rows of ¬Re.
    fn row_sets(&self, re: &[StartList], ro: &[StartList]) -> [Vec<u32>; 2] {
        let [black, white] = self.taken().map(|taken| taken.rows);
        let even = sets::full(self.n.div_ceil(2)) & !white;
        [
            ro.iter().map(|ro| ro.set & !black).collect(),
            re.iter().map(|re| even & !re.set).collect(),
        ]
    }

    /// Lowers one tile after the other.
    pub fn lower(self, tables: &Tables) -> impl Iterator<Item = LoweredTile> {
        let parts = self.re.len() * self.ro.len();
        (0..parts).map(move |index| {
            let (re, ro) = (index / self.ro.len(), index % self.ro.len());
            self.tile(&self.re[re], &self.ro[ro], tables)
        })
    }

    /// Returns the quarters that are joined, OO for black and EO for white; on the exchanged route
    /// with rows and columns exchanged.
    fn joined(&self) -> [Quarter; 2] {
        let (oo, eo) = (
            self.constraint.quarter(true, true),
            self.constraint.quarter(false, true),
        );
        match self.exchanged {
            true => [
                oo.transposed_to(Quarter::new(self.n, true, true)),
                eo.transposed_to(Quarter::new(self.n, true, false)),
            ],
            false => [oo, eo],
        }
    }

    /// Returns the rows and columns of the queens that are placed on those quarters.
    fn taken(&self) -> [LineSets; 2] {
        [false, true].map(|white| self.constraint.taken(white))
    }

    fn tile(&self, re: &UnitPart, ro: &UnitPart, tables: &Tables) -> LoweredTile {
        let co = &self.subproblem.co;
        let [taken_black, taken_white] = self.taken().map(|taken| taken.columns);
        let odd = sets::full(self.n / 2) & !taken_white;
        let black: Vec<u32> = co.iter().map(|co| co & !taken_black).collect();
        let white: Vec<u32> = co.iter().map(|co| odd & !co).collect();
        // The part whose sets T a colour is joined with, and its sets T on the direct route.
        let row_sets = self.row_sets(&re.lists, &ro.lists);
        let colour = |quarter: Quarter, part: &UnitPart, rows: &[u32], columns: &[u32]| {
            let (found, finals) = match &part.rows {
                Some(rows) => (Arc::clone(rows), columns),
                None => {
                    let width = quarter.rows();
                    let found = tables.rows.get(columns, width, self.steps, RowTables::new);
                    (found, rows)
                }
            };
            LoweredColour::of_rows(quarter, found, finals, tables)
        };
        let [oo, eo] = self.joined();
        let numbers = |part: &UnitPart| part.lists.iter().map(|list| list.number).collect();
        let weight = |sum: usize| {
            let (plain, tied) = self.subproblem.weights((0, sum as u32), (0, 0));
            TermWeights {
                plain: plain as u32,
                tied: tied as u32,
            }
        };
        LoweredTile {
            black: colour(oo, ro, &row_sets[0], &black).with_starts(&self.black, &re.lists),
            white: colour(eo, re, &row_sets[1], &white).with_starts(&self.white, &ro.lists),
            re: numbers(re),
            ro: numbers(ro),
            weights: std::array::from_fn(weight),
            columns: co.len() as u32,
            tied: self.subproblem.co_tied as u32,
            exchanged: self.exchanged,
        }
    }
}

/// Expected time of a unit for each step of search for one of its two covers. A step takes about 40 ns,
/// so the search takes about a hundredth of the time. It saves up to a fifth.
const NS_PER_STEP: f64 = 5e3;

/// Returns the steps of search for a unit of this expected time: a power of two, so that units of similar
/// cost share covers.
fn steps(cost: f64) -> u64 {
    let steps = (cost / NS_PER_STEP) as u64;
    steps.checked_ilog2().map_or(0, |log| 1 << log)
}
