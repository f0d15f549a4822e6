//! The order in which units are counted.
//!
//! Takes windows of the canonical order one after the other, and within a window the most expensive
//! unit first. The last units are therefore cheap, so that no thread is left alone with a long one,
//! and memory does not grow with the plan.

use crate::plan::{Plan, Unit};

const UNITS_PER_WINDOW: u64 = 1 << 16;

/// An iteration over all units of a plan.
#[derive(Debug)]
pub struct UnitOrder {
    /// Number of units in a window.
    size: u64,
    /// Index of the first unit of the next window.
    next: u64,
    /// The remaining units of the window, the most expensive last.
    window: Vec<u64>,
}

impl Default for UnitOrder {
    fn default() -> Self {
        Self::with_windows_of(UNITS_PER_WINDOW)
    }
}

impl UnitOrder {
    fn with_windows_of(size: u64) -> Self {
        Self {
            size,
            next: 0,
            window: Vec::new(),
        }
    }

    /// Returns the next unit. `taken` returns the units of a window to skip.
    pub fn next<E>(
        &mut self,
        plan: &Plan,
        taken: impl Fn(std::ops::Range<u64>) -> Result<Vec<u64>, E>,
    ) -> Result<Option<Unit>, E> {
        while self.window.is_empty() && self.next < plan.len() {
            let range = self.next..(self.next + self.size).min(plan.len());
            self.window = window(plan, range.clone(), &taken(range.clone())?);
            self.next = range.end;
        }
        Ok(self.window.pop().and_then(|index| plan.unit(index)))
    }
}

/// Returns the units of the range that are not taken, the most expensive last.
fn window(plan: &Plan, range: std::ops::Range<u64>, taken: &[u64]) -> Vec<u64> {
    let mut left = vec![true; (range.end - range.start) as usize];
    for index in taken {
        left[(index - range.start) as usize] = false;
    }
    let units = range
        .clone()
        .filter(|index| left[(index - range.start) as usize]);
    let mut units: Vec<Unit> = units.filter_map(|index| plan.unit(index)).collect();
    units.sort_by(|a, b| {
        a.cost()
            .total_cmp(&b.cost())
            .then(b.index().cmp(&a.index()))
    });
    units.iter().map(Unit::index).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_comes_once_the_most_expensive_of_each_window_first() {
        let plan = Plan::new(20).unwrap();
        const SIZE: u64 = 100;
        let mut order = UnitOrder::with_windows_of(SIZE);
        let mut units: Vec<Unit> = Vec::new();
        while let Some(unit) = order.next(&plan, |_| Ok::<_, ()>(Vec::new())).unwrap() {
            units.push(unit);
        }
        for two in units.windows(2) {
            let [window, next] = [0, 1].map(|i: usize| two[i].index() / SIZE);
            assert!(next == window + 1 || next == window && two[0].cost() >= two[1].cost());
        }
        units.sort_by_key(Unit::index);
        assert!(units.into_iter().eq(plan.units()));
    }

    #[test]
    fn taken_units_are_left_out() {
        let plan = Plan::new(20).unwrap();
        let mut order = UnitOrder::default();
        let even = |range: std::ops::Range<u64>| Ok::<_, ()>(range.step_by(2).collect());
        let mut visited = 0;
        while let Some(unit) = order.next(&plan, even).unwrap() {
            assert_eq!(unit.index() % 2, 1);
            visited += 1;
        }
        assert_eq!(visited, plan.len() / 2);
    }
}
