//! The total that the results of all units add up to, and its checks.

use bezzel::OrbitCounts;
use bezzel_count::{Occupancy, OccupancySums, Plan, Tally, Total, UnitResult};
use serde::Serialize;

use super::results::{CountedUnit, Number};
use super::units::{Count, Counters, Units};
use crate::problem::{Problem, Reason};

/// A total that has passed its checks.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CountTotal {
    /// Number of completions of the board; Q(n) if it is empty.
    solutions: Number,
    /// Number of fundamental solutions; null with placed queens or blocked squares.
    fundamental: Option<Number>,
    /// Solutions with 0, 1, 2, … n queens on even squares (row + column even); null after a search.
    by_black_queens: Option<Vec<Number>>,
    /// Row by row, the number of completions with a queen on each square, if those were counted.
    occupancy: Option<Vec<Vec<Number>>>,
    /// Joined pairs of all units.
    joined: Number,
    /// The checks that the total has passed.
    checks: Vec<Check>,
}

/// A check of a total.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum Check {
    /// There is one result of each unit, and its checksum is right.
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

impl Count {
    /// Counts all units, and returns the total. Calls `report` with the part that is done.
    pub(super) fn whole(
        &self,
        counters: &mut Counters,
        report: &mut dyn FnMut(f64),
    ) -> Result<CountTotal, Problem> {
        let costs = self.costs();
        let all = costs.iter().sum::<f64>().max(1.0);
        let (mut done, mut results) = (0.0, Vec::new());
        for (index, cost) in costs.into_iter().enumerate() {
            results.push(self.unit(counters, index)?);
            done += cost;
            report(done / all);
        }
        self.total(&results)
    }

    /// Adds results, and returns the total if it passes all checks.
    pub(super) fn total(&self, results: &[CountedUnit]) -> Result<CountTotal, Problem> {
        let results = self.sorted(results)?;
        let mut checks = vec![Check::Units];
        let (total, occupancy) = match &self.units {
            Units::Search => {
                let value = solutions_of(results[0])?.value;
                if !value.is_multiple_of(Plan::VALUE_SCALE.into()) {
                    return Err(self.inconsistent("the unit value is not a whole number".into()));
                }
                let solutions = value / u128::from(Plan::VALUE_SCALE);
                let total = Total {
                    solutions,
                    ..Total::default()
                };
                let counts = results[0].squares.as_ref();
                let counts = counts.map(|counts| counts.iter().map(|number| number.0).collect());
                let occupancy = counts.map(|counts| Occupancy::new(self.board.size(), counts));
                (total, occupancy)
            }
            Units::Plan(plan) => (self.tally(plan, &results, &mut checks)?, None),
            Units::Squares(plan, squares) => {
                let (counts, of_squares) = results.split_at(plan.len() as usize);
                let total = self.tally(plan, counts, &mut checks)?;
                let sums = self.sums(of_squares)?;
                (total, Some(squares.occupancy(&sums)?))
            }
        };
        if let Some(occupancy) = &occupancy {
            occupancy.check(total.solutions)?;
            checks.push(Check::Lines);
            if !total.by_black_queens.is_empty() {
                occupancy.check_colours(&total)?;
                checks.push(Check::BlackSquares);
            }
        }
        let n = self.board.size();
        let fundamental = match self.board.is_unconstrained() {
            true => Some(Number(OrbitCounts::of(n, total.solutions)?.fundamental)),
            false => None,
        };
        let numbers = |numbers: &[u128]| numbers.iter().copied().map(Number).collect::<Vec<_>>();
        let by_black_queens = numbers(&total.by_black_queens);
        Ok(CountTotal {
            solutions: Number(total.solutions),
            fundamental,
            by_black_queens: (!by_black_queens.is_empty()).then_some(by_black_queens),
            occupancy: occupancy.map(|all| (0..n).map(|row| numbers(all.row(row))).collect()),
            joined: Number(total.joined),
            checks,
        })
    }

    /// Returns one result of each unit, by number, after checking that they belong to this count.
    fn sorted<'a>(&self, results: &'a [CountedUnit]) -> Result<Vec<&'a CountedUnit>, Problem> {
        let units = self.len();
        let squares = (self.board.size() as usize).pow(2);
        let mut sorted = vec![None; units];
        for result in results {
            let (index, found) = (result.index, result.name.clone());
            let Some(place) = sorted.get_mut(index) else {
                return Err(Reason::NoUnit { index, units }.into());
            };
            let expected = self.name(index);
            if expected != found {
                return Err(Reason::OtherUnit {
                    index,
                    expected,
                    found,
                }
                .into());
            }
            let lengths = result.squares.iter().map(Vec::len);
            if result.checksum != result.checksum() || lengths.into_iter().any(|n| n != squares) {
                return Err(Reason::DamagedUnit { unit: found }.into());
            }
            if place.replace(result).is_some() {
                return Err(Reason::UnitTwice { unit: found }.into());
            }
        }
        let missing = sorted.iter().position(Option::is_none);
        let Some(missing) = missing else {
            return Ok(sorted.into_iter().flatten().collect());
        };
        Err(Reason::UnitMissing {
            unit: self.name(missing),
            found: results.len(),
            units,
        }
        .into())
    }

    fn tally(
        &self,
        plan: &Plan,
        results: &[&CountedUnit],
        checks: &mut Vec<Check>,
    ) -> Result<Total, Problem> {
        let mut tally = Tally::default();
        for (unit, result) in plan.units().zip(results) {
            tally.add(&unit, &solutions_of(result)?)?;
        }
        let total = tally.verified_total(plan)?;
        checks.extend([Check::Bounds, Check::WholeSolutions]);
        if self.board.is_unconstrained() {
            checks.push(Check::HalfTurn);
        }
        Ok(total)
    }

    fn sums(&self, results: &[&CountedUnit]) -> Result<OccupancySums, Problem> {
        let squares = (self.board.size() as usize).pow(2);
        let mut sums = vec![0u128; squares];
        for result in results {
            let Some(numbers) = &result.squares else {
                let unit = result.name.clone();
                return Err(Reason::DamagedUnit { unit }.into());
            };
            for (sum, number) in sums.iter_mut().zip(numbers) {
                *sum = sum.checked_add(number.0).ok_or_else(|| {
                    self.inconsistent("the sum of a square does not fit 128 bits".to_owned())
                })?;
            }
        }
        Ok(OccupancySums::new(sums))
    }

    fn inconsistent(&self, what: String) -> Problem {
        let n = self.board.size();
        bezzel_count::Error::Inconsistent { n, what }.into()
    }
}

/// Returns the numbers of a unit of the colour-split counter.
fn solutions_of(result: &CountedUnit) -> Result<UnitResult, Problem> {
    match &result.solutions {
        Some(solutions) => Ok(solutions.result()),
        None => Err(Reason::DamagedUnit {
            unit: result.name.clone(),
        }
        .into()),
    }
}
