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
    plan: Plan,
    /// Number of units in a window.
    size: u64,
    /// Index of the first unit of the next window.
    next: u64,
    /// The remaining units of the window, the most expensive last.
    window: Vec<u64>,
}

impl UnitOrder {
    /// Begins an iteration over all units of a plan.
    pub fn new(plan: Plan) -> Self {
        Self {
            plan,
            size: UNITS_PER_WINDOW,
            next: 0,
            window: Vec::new(),
        }
    }
}

impl Iterator for UnitOrder {
    type Item = Unit;

    fn next(&mut self) -> Option<Unit> {
        if self.window.is_empty() {
            let range = self.next..(self.next + self.size).min(self.plan.len());
            self.next = range.end;
            let mut units: Vec<Unit> = range.filter_map(|index| self.plan.unit(index)).collect();
            units.sort_by(|a, b| {
                a.cost()
                    .total_cmp(&b.cost())
                    .then(b.index().cmp(&a.index()))
            });
            self.window = units.iter().map(Unit::index).collect();
        }
        self.plan.unit(self.window.pop()?)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_unit_comes_once_the_most_expensive_of_each_window_first() {
        let plan = Plan::new(20).unwrap();
        const SIZE: u64 = 100;
        let order = UnitOrder {
            size: SIZE,
            ..UnitOrder::new(plan.clone())
        };
        let mut units: Vec<Unit> = order.collect();
        for two in units.windows(2) {
            let [window, next] = [0, 1].map(|i: usize| two[i].index() / SIZE);
            assert!(next == window + 1 || next == window && two[0].cost() >= two[1].cost());
        }
        units.sort_by_key(Unit::index);
        assert!(units.into_iter().eq(plan.units()));
    }
}
