//! Adding up units, and the checks that a total has to pass before anyone sees it.

use std::collections::BTreeMap;

use super::{Plan, Unit, UnitResult};
use crate::{Error, half_turn_solutions};

/// The sum of the units so far, in any order. It is up to the caller to add each one once.
#[derive(Debug, Clone, Default)]
pub struct Tally {
    shares: u128,
    /// By number of queens on black squares, twice the shares: a unit may serve two numbers.
    doubled_by_black: BTreeMap<u32, u128>,
    joined: u128,
    units: u64,
}

/// A total that has passed its checks.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Total {
    /// Q(n).
    pub solutions: u128,
    /// The number of solutions by number of queens on black squares (row + column even),
    /// without the numbers that do not occur. For odd n the corners are black.
    pub by_black_queens: Vec<(u32, u128)>,
    /// Placements of one colour that were counted: Σ b + Σ w over all units.
    pub joined: u128,
}

impl Tally {
    /// Adds a unit.
    pub fn add(&mut self, unit: &Unit, result: &UnitResult) {
        self.shares += result.value;
        for black in unit.black_queens() {
            *self.doubled_by_black.entry(black).or_default() += result.value;
        }
        self.joined += result.joined;
        self.units += 1;
    }

    /// How many units were added.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// The placements counted so far.
    pub fn joined(&self) -> u128 {
        self.joined
    }

    /// The total, when all units of the plan are added.
    ///
    /// It is checked first: no unit is missing, the shares add up to whole solutions, all in
    /// all and for each number of black queens, and Q(n) leaves the same remainder modulo 8 as
    /// the number of half-turn symmetric solutions (for n ≥ 2 all other orbits have eight
    /// members), which is counted by a search of its own.
    ///
    /// Fails with [`Error::Inconsistent`] if a check does not hold.
    pub fn total(&self, plan: &Plan) -> Result<Total, Error> {
        let n = plan.n();
        let fault = |what: String| Error::Inconsistent { n, what };
        if self.units != plan.len() {
            return Err(fault(format!(
                "{} of {} units are counted",
                self.units,
                plan.len()
            )));
        }
        let solutions = plan
            .total(self.shares)
            .ok_or_else(|| fault("the shares do not add up to whole solutions".to_owned()))?;
        let scale = 2 * u128::from(Plan::SCALE);
        let mut by_black_queens = Vec::new();
        for (&black, &doubled) in self.doubled_by_black.iter().filter(|(_, sum)| **sum > 0) {
            if !doubled.is_multiple_of(scale) {
                let what = format!("those with {black} black queens are not a whole number");
                return Err(fault(what));
            }
            by_black_queens.push((black, doubled / scale));
        }
        let half_turn = u128::from(half_turn_solutions(n)?);
        if n >= 2 && solutions % 8 != half_turn % 8 {
            let what = format!(
                "{solutions} leaves the remainder {} modulo 8, but the {half_turn} half-turn \
                 symmetric solutions leave {}",
                solutions % 8,
                half_turn % 8
            );
            return Err(fault(what));
        }
        Ok(Total {
            solutions,
            by_black_queens,
            joined: self.joined,
        })
    }
}
