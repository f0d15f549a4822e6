//! Totals and their checks: of a ledger, or of a board whose units are all counted here.
//!
//! A board has units of the colour-split counter, for the number of completions, and units of the weighted
//! join, for those of each square; their sums check each other. Where a search for all completions is
//! faster, it gives both.

use std::ops::ControlFlow;

use bezzel::{ConstrainedBoard, NEVER, OrbitCounts};
use bezzel_count::{
    MAX_LISTING_HOURS, Occupancy, OccupancyPlan, Plan, Route, Tally, Total, UnitResult,
    lists_completions,
};
use serde::Serialize;

use super::units::results;
use super::{CountSubject, LazyCounter, MAX_PLANNED_N};
use crate::problem::Problem;

/// A total that has passed its checks. Numbers may be too large for JavaScript, so they are strings.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct CountTotal {
    /// Number of completions of the board; Q(n) if it is empty.
    solutions: String,
    /// Number of fundamental solutions; null with placed queens or blocked squares.
    fundamental: Option<String>,
    /// Solutions with 0, 1, 2, … n queens on even squares (row + column even); null after a search.
    by_black_queens: Option<Vec<String>>,
    /// Row by row, the number of completions with a queen on each square, if those were counted.
    occupancy: Option<Vec<Vec<String>>>,
    /// Joined pairs of all units.
    joined: String,
    /// The checks that the total has passed.
    checks: Vec<Check>,
}

/// What was checked before the total was returned.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Check {
    /// There is one result of each unit.
    Units,
    /// No result exceeds the bound of its unit.
    Bounds,
    /// The unit values add up to whole solutions, for each number of black queens.
    WholeSolutions,
    /// Q(n) equals the number of half-turn symmetric solutions modulo 8.
    HalfTurn,
    /// Each row and each column of squares adds up to the number of solutions.
    Lines,
    /// The even squares add up to the queens on them in all solutions.
    BlackSquares,
}

impl CountTotal {
    /// Adds the results of all units of Q(n).
    pub(super) fn of_ledger(plan: &Plan, ledger: &str) -> Result<Self, Problem> {
        let results = results(plan, ledger);
        let results = results.iter().map(|(unit, stored)| (*unit, stored.result));
        let total = tally(plan, results)?;
        Self::new(&ConstrainedBoard::new(plan.n())?, total, None)
    }

    /// Counts all units of a board.
    pub(super) fn whole(
        of: CountSubject,
        board: &ConstrainedBoard,
        counter: &mut LazyCounter,
    ) -> Result<Self, Problem> {
        let Some(plan) = planned(board)? else {
            let (solutions, occupancy) = listed(board)?;
            let occupancy = (of == CountSubject::Occupancy).then_some(occupancy);
            let total = Total {
                solutions,
                ..Total::default()
            };
            return Self::new(board, total, occupancy);
        };
        let squares = match of {
            CountSubject::Solutions => None,
            CountSubject::Occupancy => Some(OccupancyPlan::constrained(board, Route::Direct)?),
        };
        let total = tally(&plan, (0..).zip(counter.count_all(&plan)?))?;
        let Some(squares) = squares else {
            return Self::new(board, total, None);
        };
        let mut sums = squares.zeros();
        for unit in squares.units() {
            sums.add(&counter.get()?.occupancy(unit)?);
        }
        Self::new(board, total, Some(squares.occupancy(&sums)?))
    }

    /// Checks the numbers of the squares. The total has passed the checks of units, unless it has none.
    fn new(
        board: &ConstrainedBoard,
        total: Total,
        occupancy: Option<Occupancy>,
    ) -> Result<Self, Problem> {
        let (n, by_units) = (board.size(), !total.by_black_queens.is_empty());
        let mut checks = vec![Check::Units];
        if by_units {
            checks.extend([Check::Bounds, Check::WholeSolutions]);
            checks.extend(board.is_unconstrained().then_some(Check::HalfTurn));
        }
        if let Some(occupancy) = &occupancy {
            occupancy.check(total.solutions)?;
            checks.push(Check::Lines);
            if by_units {
                occupancy.check_colours(&total)?;
                checks.push(Check::BlackSquares);
            }
        }
        let fundamental = match board.is_unconstrained() {
            true => Some(OrbitCounts::of(n, total.solutions)?.fundamental.to_string()),
            false => None,
        };
        let numbers = |numbers: &[u128]| numbers.iter().map(u128::to_string).collect::<Vec<_>>();
        Ok(Self {
            solutions: total.solutions.to_string(),
            fundamental,
            by_black_queens: by_units.then(|| numbers(&total.by_black_queens)),
            occupancy: occupancy.map(|all| (0..n).map(|row| numbers(all.row(row))).collect()),
            joined: total.joined.to_string(),
            checks,
        })
    }
}

fn tally(plan: &Plan, results: impl Iterator<Item = (u64, UnitResult)>) -> Result<Total, Problem> {
    let mut tally = Tally::default();
    for (index, result) in results {
        let unit = plan.unit(index).expect("a unit of the plan");
        tally.add(&unit, &result)?;
    }
    Ok(tally.verified_total(plan)?)
}

/// Lists all completions, and returns their number and that of each square.
fn listed(board: &ConstrainedBoard) -> Result<(u128, Occupancy), Problem> {
    let n = board.size() as usize;
    let (mut all, mut squares) = (0, vec![0; n * n]);
    let _ = board.visit_completions(NEVER, &mut |columns| {
        all += 1;
        for (row, &column) in columns.iter().enumerate() {
            squares[row * n + column as usize] += 1;
        }
        ControlFlow::Continue(())
    })?;
    Ok((all, Occupancy::new(board.size(), squares)))
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
    Err(Problem::new(
        format_args!(
            "expected n of at most {MAX_PLANNED_N}, or a board whose completions are listed in \
             {MAX_LISTING_HOURS} h, found n = {n}: use `bezzel count`"
        ),
        format_args!(
            "网页算不了这个棋盘，请把 n 减到 {MAX_PLANNED_N} 以内，或换一个补全方案较少的棋盘。命令 \
             bezzel count 可以处理更大的棋盘"
        ),
    ))
}
