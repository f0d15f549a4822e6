//! Adds unit values, with the checks that a total must pass.

use bezzel::{counted, half_turn_solutions};

use crate::Error;
use crate::engine::UnitResult;
use crate::plan::{Plan, Unit};

/// The sum of the unit values of one n.
///
/// ```
/// use bezzel_count::{Backend, Counter, Plan, Route, Tally};
/// let plan = Plan::new(8)?;
/// let mut counter = Counter::new(Backend::detect())?;
/// let mut tally = Tally::default();
/// for unit in plan.units() {
///     assert!(tally.verified_total(&plan).is_err(), "a unit is missing");
///     tally.add(&unit, &counter.count(&unit, Route::Direct))?;
/// }
/// assert_eq!(tally.total(), Some(92));
/// assert_eq!(tally.by_black_queens(), Some(vec![0, 0, 0, 0, 92, 0, 0, 0, 0]));
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Twice the unit values, by the number of black queens.
    doubled: Vec<u128>,
    all: u128,
    joined: u128,
    units: u64,
}

/// A total that has passed its checks, see [`Tally::verified_total`].
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Total {
    /// The number of solutions, Q(n).
    pub solutions: u128,
    /// Numbers of solutions with 0, 1, 2, … n queens on squares whose row + column is even.
    pub by_black_queens: Vec<u128>,
    /// Joined pairs: Σ b + Σ w over all units.
    pub joined: u128,
}

impl Tally {
    /// Adds the result of one unit. Fails, and adds nothing, if the unit [cannot have](Unit::check)
    /// this result, or if a sum overflows, which needs units that are added repeatedly.
    pub fn add(&mut self, unit: &Unit, result: &UnitResult) -> Result<(), Error> {
        unit.check(result)?;
        let overflow = || Error::Inconsistent {
            n: unit.n(),
            what: "the sum of all unit values does not fit 128 bits".to_owned(),
        };
        let doubled = result.value.checked_mul(2);
        let all = doubled.and_then(|doubled| self.all.checked_add(doubled));
        let joined = self.joined.checked_add(result.joined);
        let (Some(all), Some(joined)) = (all, joined) else {
            return Err(overflow());
        };
        let length = unit.n() as usize + 1;
        if self.doubled.len() < length {
            self.doubled.resize(length, 0);
        }
        for queens in unit.black_queens() {
            // At most the sum of all, which fits.
            self.doubled[queens as usize] += result.value;
        }
        (self.all, self.joined) = (all, joined);
        self.units += 1;
        Ok(())
    }

    /// Returns the number of solutions after all units are added. `None` if the sum is not a
    /// multiple of [`Plan::VALUE_SCALE`]: a unit value is wrong or missing.
    pub fn total(&self) -> Option<u128> {
        let scale = 2 * u128::from(Plan::VALUE_SCALE);
        self.all.is_multiple_of(scale).then(|| self.all / scale)
    }

    /// Returns the numbers of solutions with 0, 1, 2, … queens on squares whose row + column is
    /// even. `None` as for [`total`](Self::total).
    pub fn by_black_queens(&self) -> Option<Vec<u128>> {
        let scale = 2 * u128::from(Plan::VALUE_SCALE);
        self.doubled
            .iter()
            .map(|&sum| sum.is_multiple_of(scale).then(|| sum / scale))
            .collect()
    }

    /// Returns the number of units that were added.
    pub fn units(&self) -> u64 {
        self.units
    }

    /// Returns the total if it passes its checks: every unit of the plan was added, the values are
    /// whole solutions for each number of black queens, and Q(n) equals the number of half-turn
    /// symmetric solutions modulo 8. An independent search counts those (for n ≥ 2 all other
    /// orbits have eight members). The last check does not apply to boards with constraints.
    ///
    /// Fails with [`Error::Inconsistent`] if a check fails.
    pub fn verified_total(&self, plan: &Plan) -> Result<Total, Error> {
        let n = plan.n();
        let fault = |what: String| Error::Inconsistent { n, what };
        if self.units != plan.len() {
            let what = format!(
                "expected {}, found {}",
                counted(plan.len(), "unit"),
                self.units
            );
            return Err(fault(what));
        }
        let whole = || fault("the unit values do not add up to whole solutions".to_owned());
        let solutions = self.total().ok_or_else(whole)?;
        let mut by_black_queens = self.by_black_queens().ok_or_else(whole)?;
        by_black_queens.resize(n as usize + 1, 0);
        let total = Total {
            solutions,
            by_black_queens,
            joined: self.joined,
        };
        if plan.is_constrained() {
            return Ok(total);
        }
        let half_turn = u128::from(half_turn_solutions(n)?);
        if n >= 2 && solutions % 8 != half_turn % 8 {
            return Err(fault(format!(
                "expected {} modulo 8, as for the {}, found {} for {}",
                half_turn % 8,
                counted(half_turn, "half-turn symmetric solution"),
                solutions % 8,
                counted(solutions, "solution")
            )));
        }
        Ok(total)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_that_do_not_fit_are_errors_and_change_nothing() {
        let unit = Plan::new(20).unwrap().unit(0).unwrap();
        let largest = unit.largest_result();
        let mut full = Tally {
            doubled: vec![u128::MAX - 1],
            all: u128::MAX - 1,
            joined: 0,
            units: 1,
        };
        let mut crowded = Tally {
            doubled: vec![0],
            all: 0,
            joined: u128::MAX,
            units: 1,
        };
        for tally in [&mut full, &mut crowded] {
            let before = tally.clone();
            let error = tally.add(&unit, &largest).unwrap_err();
            assert!(
                error.to_string().contains("does not fit 128 bits"),
                "{error}"
            );
            assert_eq!(*tally, before);
        }
        let beyond = UnitResult {
            value: 1 << 127,
            ..largest
        };
        let mut tally = Tally::default();
        assert!(matches!(
            tally.add(&unit, &beyond),
            Err(Error::ResultTooLarge { .. })
        ));
        assert_eq!(tally, Tally::default());
    }
}
