//! The largest result that a unit can have, from n and the plan alone.
//!
//! A unit is a sum over P = |Re| · |Ro| pairs of row sets and at most K = C(⌊n/2⌋, a − n mod 2)
//! sets Co. A queen without diagonals is a rook, and k rooks have k! placements on k rows and k
//! columns. For one pair and one Co that bounds both colours:
//!
//! ```text
//!   black   b ≤ a! · (a − n mod 2)!          EE, then OO
//!   white   w ≤ (⌈n/2⌉ − a)!²                OE, then EO
//!   value   ≤ 8 · VALUE_SCALE · P · K · b · w      no weight exceeds 8 · VALUE_SCALE
//!   joined  ≤ P · K · (b + w)
//! ```
//!
//! Tests and finished placements are bounded by the partial placements of d queens on the second
//! quarter, which has at most c columns: c! / (c − d)! for each start and each set of d rows.
//! A cover has at most one set of d rows for each set that is finished: at most P for all
//! start lists on the direct route, P · K on the exchanged one. The length of a start list is at
//! most the first factorial.
//!
//! For n = [`MAX_COUNT_SIZE`](crate::MAX_COUNT_SIZE) all bounds of a plan together are below
//! 2¹²⁶, so that results within them cannot overflow a sum in which each unit is counted once.

use crate::Error;
use crate::colour::orbit::VALUE_SCALE;
use crate::colour::sets::binomial;
use crate::engine::UnitResult;
use crate::plan::Unit;

impl Unit {
    /// Returns upper bounds for each field of a result of this unit, on any route. Most results
    /// are far below them.
    pub fn largest_result(&self) -> UnitResult {
        let pairs = self.re.len() as u128 * self.ro.len() as u128;
        largest(self.n, self.a, pairs)
    }

    /// Checks that the unit can have this result. Fails with [`Error::ResultTooLarge`] for the
    /// first number that exceeds its [bound](Self::largest_result).
    pub fn check(&self, result: &UnitResult) -> Result<(), Error> {
        let most = self.largest_result();
        let numbers = [
            ("value", result.value, most.value),
            ("joined pairs", result.joined, most.joined),
            ("tests", result.tests.into(), most.tests.into()),
            ("finished", result.finished.into(), most.finished.into()),
        ];
        match numbers.into_iter().find(|(_, found, most)| found > most) {
            None => Ok(()),
            Some((what, found, most)) => Err(Error::ResultTooLarge {
                unit: self.to_string(),
                what,
                found,
                most,
            }),
        }
    }
}

/// Returns the bounds for this number of pairs of row sets.
fn largest(n: u32, a: u32, pairs: u128) -> UnitResult {
    let (even, odd) = (n.div_ceil(2), n / 2);
    let (smaller, white) = (a - n % 2, even - a);
    let sets = pairs * u128::from(binomial(odd, smaller));
    let b = factorial(a) * factorial(smaller);
    let w = factorial(white).pow(2);
    let extended = factorial(a) * partial(odd, smaller) + factorial(white) * partial(even, white);
    let work = u64::try_from(sets.saturating_mul(extended)).unwrap_or(u64::MAX);
    UnitResult {
        value: u128::from(8 * VALUE_SCALE) * sets * b * w,
        joined: sets * (b + w),
        tests: work,
        finished: work,
    }
}

fn factorial(k: u32) -> u128 {
    (1..=u128::from(k)).product()
}

/// Returns the number of placements of up to q − 2 rooks, row after row, on `columns` columns;
/// none for q < 2.
fn partial(columns: u32, queens: u32) -> u128 {
    let (mut sum, mut placements) = (0, 1);
    for placed in 0..queens.saturating_sub(1) {
        sum += placements;
        placements *= u128::from(columns - placed);
    }
    sum
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::colour::constraint::Constraint;
    use crate::colour::orbit::Orbits;
    use crate::{Backend, Counter, MAX_COUNT_SIZE, Plan, Route};

    #[test]
    fn true_results_are_within_the_bounds() {
        let mut counter = Counter::new(Backend::Portable).unwrap();
        let mut largest: f64 = 0.0;
        let sizes = if cfg!(debug_assertions) { 12 } else { 17 };
        for n in 0..=sizes {
            for unit in Plan::new(n).unwrap().units() {
                let most = unit.largest_result();
                for route in [Route::Direct, Route::Exchanged] {
                    let found = counter.count(&unit, route);
                    unit.check(&found).unwrap();
                    largest = largest.max(found.joined as f64 / most.joined as f64);
                }
            }
        }
        // The bound is reached where there is a single placement.
        assert_eq!(largest, 1.0);
    }

    #[test]
    fn one_more_than_the_bound_is_rejected_by_name() {
        let unit = Plan::new(12).unwrap().unit(7).unwrap();
        let most = unit.largest_result();
        unit.check(&most).unwrap();
        let raised: [(_, fn(&mut UnitResult)); 4] = [
            ("value", |result| result.value += 1),
            ("joined pairs", |result| result.joined += 1),
            ("tests", |result| result.tests += 1),
            ("finished", |result| result.finished += 1),
        ];
        for (name, raise) in raised {
            let mut result = most;
            raise(&mut result);
            let Err(Error::ResultTooLarge {
                what, found, most, ..
            }) = unit.check(&result)
            else {
                panic!("{name} is accepted");
            };
            assert_eq!((what, found), (name, most + 1));
        }
    }

    /// Twice the sum of results within the bounds stays below 2¹²⁸, here with all Ce and all pairs
    /// that any plan could have.
    #[test]
    fn all_bounds_of_a_plan_together_fit() {
        for n in 0..=MAX_COUNT_SIZE {
            let (even, odd) = (n.div_ceil(2), n / 2);
            let [mut value, mut joined] = [0_u128; 2];
            for a in Orbits::sizes(&Constraint::none(n)) {
                let choices = binomial(even, a).pow(2) * binomial(odd, a - n % 2);
                let most = largest(n, a, choices.into());
                value = value.checked_add(most.value).unwrap();
                joined = joined.checked_add(most.joined).unwrap();
            }
            assert!(
                value < 1 << 126 && joined < 1 << 126,
                "n = {n}: {value}, {joined}"
            );
        }
    }
}
