//! The order in which units are counted.
//!
//! Windows of the canonical order one after the other, the most expensive unit of each first:
//! the last units before the end are cheap, so that no thread is left alone with a long one, and
//! memory does not grow with the plan.

use bezzel::count::{Plan, Unit};

/// Units of one window.
const WINDOW: u64 = 1 << 16;

/// A walk over all units of a plan, once.
#[derive(Debug, Default)]
pub(crate) struct Order {
    /// Where the next window begins.
    next: u64,
    /// What is left of the window, the most expensive last.
    window: Vec<u64>,
}

impl Order {
    /// The next unit. `taken` tells of the units of a window which need not be visited.
    pub(crate) fn next<E>(
        &mut self,
        plan: &Plan,
        taken: impl Fn(std::ops::Range<u64>) -> Result<Vec<u64>, E>,
    ) -> Result<Option<Unit>, E> {
        while self.window.is_empty() && self.next < plan.len() {
            let range = self.next..(self.next + WINDOW).min(plan.len());
            self.window = window(plan, range.clone(), &taken(range.clone())?);
            self.next = range.end;
        }
        Ok(self.window.pop().and_then(|index| plan.unit(index)))
    }
}

/// The units of the range that are not taken, the most expensive last.
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
    fn every_unit_comes_once_the_most_expensive_first() {
        let plan = Plan::new(27).unwrap();
        assert!(plan.len() < WINDOW || plan.len() > 0);
        let mut order = Order::default();
        let mut seen = vec![false; plan.len() as usize];
        let nothing = |_| Ok::<_, ()>(Vec::new());
        let mut last = f64::INFINITY;
        while let Some(unit) = order.next(&plan, nothing).unwrap() {
            assert!(!std::mem::replace(&mut seen[unit.index() as usize], true));
            if unit.index() / WINDOW == (plan.len() - 1) / WINDOW {
                assert!(unit.cost() <= last);
                last = unit.cost();
            }
        }
        assert!(seen.into_iter().all(|seen| seen));
    }

    #[test]
    fn taken_units_are_left_out() {
        let plan = Plan::new(20).unwrap();
        let mut order = Order::default();
        let even = |range: std::ops::Range<u64>| Ok::<_, ()>(range.step_by(2).collect());
        let mut visited = 0;
        while let Some(unit) = order.next(&plan, even).unwrap() {
            assert_eq!(unit.index() % 2, 1);
            visited += 1;
        }
        assert_eq!(visited, plan.len() / 2);
    }
}
