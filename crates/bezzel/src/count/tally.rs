//! Adding shares up, with the checks that a total must pass.

use super::plan::{Plan, Unit, UnitResult};

/// The sum of the shares of units of one n.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tally {
    /// Twice the scaled shares, by the number of black queens.
    doubled: Vec<u128>,
}

impl Tally {
    /// Adds the share of one unit.
    pub fn add(&mut self, unit: &Unit, result: &UnitResult) {
        let length = unit.n() as usize + 1;
        if self.doubled.len() < length {
            self.doubled.resize(length, 0);
        }
        for queens in unit.black_queens() {
            let sum = &mut self.doubled[queens as usize];
            *sum = sum
                .checked_add(result.value)
                .expect("Q(32) is far below 2^128");
        }
    }

    /// The number of solutions, once all units are in. `None` if the sum is not a multiple of
    /// [`Plan::SCALE`]: then a share is wrong or missing.
    pub fn total(&self) -> Option<u128> {
        let sum = self.doubled.iter().sum::<u128>();
        let scale = 2 * u128::from(Plan::SCALE);
        sum.is_multiple_of(scale).then(|| sum / scale)
    }

    /// The number of solutions with 0, 1, 2, … queens on squares whose row + column is even.
    /// `None` as for [`total`](Self::total).
    pub fn by_black_queens(&self) -> Option<Vec<u128>> {
        let scale = 2 * u128::from(Plan::SCALE);
        self.doubled
            .iter()
            .map(|&sum| sum.is_multiple_of(scale).then(|| sum / scale))
            .collect()
    }
}
