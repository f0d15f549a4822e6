//! The units of a count on a board, each by its number.
//!
//! Three kinds: units of the colour-split counter, for the number of completions; units of the
//! weighted join, for those of each square; and a search for all completions, the only unit where
//! that is faster. A count of occupancies has units of the first two kinds, because their sums
//! check each other.

use std::ops::ControlFlow;

use bezzel::{ConstrainedBoard, NEVER};
use bezzel_count::{
    Backend, Counter, DrawCounter, MAX_LISTING_HOURS, OCCUPANCY_PLAN_VERSION,
    OCCUPANCY_TOTAL_SHARE, OccupancyCounter, OccupancyPlan, PLAN_VERSION, Plan, Route, UnitResult,
    lists_completions, search_seconds,
};
use serde::Serialize;

use super::CountSubject;
use super::results::{CountedUnit, Numbers};
use crate::impossible::Impossibility;
use crate::problem::{Problem, Reason};

/// Largest n that is planned: Q(24) takes hours. Boards of more rows are searched.
const MAX_PLANNED_N: u32 = 24;

/// The units of a count. They can be counted in any order, by several engines.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CountPlan {
    /// Names of the units, which are the same in each program with the same `version`.
    names: Vec<String>,
    /// Expected cost of each unit: nanoseconds of a fast core, within a factor.
    costs: Vec<u64>,
    /// Numbers of the units, the most expensive first.
    order: Vec<usize>,
    /// Version of the units. Results with another one are of no use.
    version: String,
    /// The backend that counts: `simd128` or `portable`.
    backend: &'static str,
    /// Reason why there is no completion, if it is found without a search.
    contradiction: Option<Impossibility>,
}

/// The counters of an engine, made when they are first used. They keep tables.
#[derive(Default)]
pub(super) struct Counters {
    solutions: Option<Counter>,
    occupancy: Option<OccupancyCounter>,
    draws: Option<DrawCounter>,
}

impl Counters {
    pub(super) fn solutions(&mut self) -> Result<&mut Counter, Problem> {
        made(&mut self.solutions, Counter::new)
    }

    fn occupancy(&mut self) -> Result<&mut OccupancyCounter, Problem> {
        made(&mut self.occupancy, OccupancyCounter::new)
    }

    pub(super) fn draws(&mut self) -> Result<&mut DrawCounter, Problem> {
        made(&mut self.draws, DrawCounter::new)
    }
}

fn made<T>(
    kept: &mut Option<T>,
    new: fn(Backend) -> Result<T, bezzel_count::Error>,
) -> Result<&mut T, Problem> {
    let one = match kept.take() {
        Some(one) => one,
        None => new(Backend::detect())?,
    };
    Ok(kept.insert(one))
}

pub(super) struct Count {
    pub(super) of: CountSubject,
    pub(super) board: ConstrainedBoard,
    pub(super) units: Units,
}

pub(super) enum Units {
    /// One unit, which lists all completions.
    Search,
    /// Units of the colour-split counter.
    Plan(Plan),
    /// Units of the colour-split counter, then those of the occupancies.
    Squares(Plan, OccupancyPlan),
}

impl Count {
    /// Plans a count. Fails if it takes too long.
    pub(super) fn new(of: CountSubject, board: ConstrainedBoard) -> Result<Self, Problem> {
        let plan = planned(&board)?;
        let units = match (plan, of) {
            (None, _) => Units::Search,
            (Some(plan), CountSubject::Solutions) => Units::Plan(plan),
            (Some(plan), CountSubject::Occupancy) => {
                let squares = OccupancyPlan::constrained(&board, Route::Direct)?;
                Units::Squares(plan, squares)
            }
        };
        Ok(Self { of, board, units })
    }

    /// Returns whether this is the count of the same numbers on the same board.
    pub(super) fn is_of(&self, of: CountSubject, board: &ConstrainedBoard) -> bool {
        (self.of, &self.board) == (of, board)
    }

    pub(super) fn len(&self) -> usize {
        match &self.units {
            Units::Search => 1,
            Units::Plan(plan) => plan.len() as usize,
            Units::Squares(plan, squares) => plan.len() as usize + squares.units().len(),
        }
    }

    pub(super) fn name(&self, index: usize) -> String {
        match &self.units {
            Units::Search => "search".to_owned(),
            Units::Plan(plan) | Units::Squares(plan, _) => match plan.unit(index as u64) {
                Some(unit) => unit.to_string(),
                None => format!("squares-{}", index - plan.len() as usize),
            },
        }
    }

    pub(super) fn costs(&self) -> Vec<f64> {
        let of_plan = |plan: &Plan| plan.units().map(|unit| unit.cost()).collect::<Vec<_>>();
        match &self.units {
            Units::Search => vec![1e9 * search_seconds(&self.board)],
            Units::Plan(plan) => of_plan(plan),
            Units::Squares(plan, squares) => {
                let all: f64 = squares.units().iter().map(|unit| unit.cost()).sum();
                // The costs of the two kinds have different units.
                let scale = plan.cost() * (1.0 - OCCUPANCY_TOTAL_SHARE)
                    / OCCUPANCY_TOTAL_SHARE
                    / all.max(1.0);
                let of_squares = squares.units().iter().map(|unit| unit.cost() * scale);
                of_plan(plan).into_iter().chain(of_squares).collect()
            }
        }
    }

    /// Returns what the page needs to give units to workers.
    pub(super) fn view(&self) -> CountPlan {
        let costs = self.costs();
        let mut order: Vec<usize> = (0..costs.len()).collect();
        order.sort_by(|&a, &b| costs[b].total_cmp(&costs[a]));
        CountPlan {
            names: (0..self.len()).map(|index| self.name(index)).collect(),
            costs: costs.into_iter().map(|cost| cost.ceil() as u64).collect(),
            order,
            version: format!("{PLAN_VERSION}.{OCCUPANCY_PLAN_VERSION}"),
            backend: Backend::detect().name(),
            contradiction: Impossibility::of(&self.board),
        }
    }

    pub(super) fn unit(
        &self,
        counters: &mut Counters,
        index: usize,
    ) -> Result<CountedUnit, Problem> {
        let units = self.len();
        let numbers = match &self.units {
            _ if index >= units => return Err(Reason::NoUnit { index, units }.into()),
            Units::Search => self.search()?,
            Units::Plan(plan) | Units::Squares(plan, _) if (index as u64) < plan.len() => {
                let unit = plan.unit(index as u64);
                let unit = unit.expect("a unit below the number of units");
                Numbers::of_solutions(counters.solutions()?.count(&unit, Route::Direct))
            }
            Units::Plan(_) => unreachable!("the index is below the number of units"),
            Units::Squares(plan, squares) => {
                let unit = &squares.units()[index - plan.len() as usize];
                Numbers::of_squares(counters.occupancy()?.count(unit)?.numbers().to_vec())
            }
        };
        Ok(CountedUnit::new(index, self.name(index), numbers))
    }

    /// Lists all completions.
    fn search(&self) -> Result<Numbers, Problem> {
        let n = self.board.size() as usize;
        let mut squares = vec![0u128; n * n];
        let mut all = 0u128;
        let _ = self.board.visit_completions(NEVER, &mut |columns| {
            all += 1;
            for (row, &column) in columns.iter().enumerate() {
                squares[row * n + column as usize] += 1;
            }
            ControlFlow::Continue(())
        })?;
        let result = UnitResult {
            value: all * u128::from(Plan::VALUE_SCALE),
            ..UnitResult::default()
        };
        let squares = (self.of == CountSubject::Occupancy).then_some(squares);
        Ok(Numbers::new(Some(result), squares))
    }
}

/// Plans the units of a board, or returns `None` if a search is expected to take less time. Fails if
/// both take too long.
pub(super) fn planned(board: &ConstrainedBoard) -> Result<Option<Plan>, Problem> {
    let n = board.size();
    // Each total of Q(n) has the checks of units.
    if !board.is_unconstrained() && lists_completions(board) {
        return Ok(None);
    }
    if n <= MAX_PLANNED_N {
        return Ok(Some(Plan::constrained(board)?));
    }
    Err(Reason::LongCount {
        n,
        most: MAX_PLANNED_N,
        hours: MAX_LISTING_HOURS,
    }
    .into())
}
