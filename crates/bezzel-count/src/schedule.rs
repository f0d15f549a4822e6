//! Which units are open, which of them somebody counts, and when all are done: without files, threads or
//! clocks. Counts, saved counts, occupancies and draws take their units from it.
//!
//! Units go out in their order. Those that come back without a result go out again, before the others.
//!
//! A plan is taken in windows of its canonical order one after the other, and within a window the most
//! expensive unit first. The last units are therefore cheap, so that no thread is left alone with a long
//! one, and memory does not grow with the plan.

use crate::plan::{Plan, Unit};

const UNITS_PER_WINDOW: u64 = 1 << 16;

/// The units of a count, of occupancies, or of draws.
///
/// ```
/// use bezzel_count::{Plan, Schedule};
/// let mut schedule = Schedule::of_plan(Plan::new(8)?);
/// let units = schedule.take(3);
/// schedule.give_back(units);
/// let all = schedule.take(usize::MAX);
/// assert_eq!((all.len(), schedule.fraction()), (8, 0.0));
/// for unit in &all {
///     schedule.finish(unit);
/// }
/// assert!(schedule.is_finished());
/// # Ok::<(), bezzel_count::Error>(())
/// ```
pub struct Schedule<U = Unit> {
    units: Box<dyn Iterator<Item = U> + Send>,
    returned: Vec<U>,
    cost_of: fn(&U) -> f64,
    /// Number of units without a result.
    left: u64,
    /// Expected cost of all units, and of those with a result.
    cost: f64,
    done: f64,
}

impl Schedule {
    /// Creates a schedule of all units of a plan, expensive ones first.
    pub fn of_plan(plan: Plan) -> Self {
        Self {
            left: plan.len(),
            cost: plan.cost(),
            cost_of: Unit::cost,
            units: Box::new(UnitOrder::new(plan)),
            returned: Vec::new(),
            done: 0.0,
        }
    }
}

impl<U: Send + 'static> Schedule<U> {
    /// Creates a schedule of these units in this order.
    pub fn of_list(units: Vec<U>, cost_of: fn(&U) -> f64) -> Self {
        Self {
            left: units.len() as u64,
            cost: units.iter().map(cost_of).sum(),
            cost_of,
            units: Box::new(units.into_iter()),
            returned: Vec::new(),
            done: 0.0,
        }
    }

    /// Takes up to `count` open units, which the caller then counts.
    pub fn take(&mut self, count: usize) -> Vec<U> {
        self.take_shared(count, |_| true, |_| false)
    }

    /// Takes up to `count` units that are open, though others have results too. Takes those that are
    /// elsewhere, where somebody counts them, only if there are no others.
    pub fn take_shared(
        &mut self,
        count: usize,
        is_open: impl Fn(&U) -> bool,
        is_elsewhere: impl Fn(&U) -> bool,
    ) -> Vec<U> {
        let (mut taken, mut elsewhere) = (Vec::new(), Vec::new());
        while taken.len() < count
            && let Some(unit) = self.returned.pop().or_else(|| self.units.next())
        {
            match is_elsewhere(&unit) {
                _ if !is_open(&unit) => {}
                true => elsewhere.push(unit),
                false => taken.push(unit),
            }
        }
        if taken.is_empty() {
            taken.extend(elsewhere.drain(..count.min(elsewhere.len())));
        }
        self.returned.extend(elsewhere);
        taken
    }

    /// Takes units back that were not counted.
    pub fn give_back(&mut self, units: impl IntoIterator<Item = U>) {
        self.returned.extend(units);
    }

    /// Notes that a unit is counted.
    pub fn finish(&mut self, unit: &U) {
        self.left -= 1;
        self.done += (self.cost_of)(unit);
    }

    /// Returns true if all units are counted.
    pub fn is_finished(&self) -> bool {
        self.left == 0
    }

    /// Returns the counted fraction of the expected cost, 0 to 1.
    pub fn fraction(&self) -> f64 {
        // The sum of the rounded costs depends on the order of the units.
        match self.is_finished() {
            true => 1.0,
            false => (self.done / self.cost).min(1.0),
        }
    }

    /// Returns the expected cost of all units.
    pub fn cost(&self) -> f64 {
        self.cost
    }
}

/// An iteration over all units of a plan.
struct UnitOrder {
    plan: Plan,
    /// Number of units in a window.
    size: u64,
    /// Index of the first unit of the next window.
    next: u64,
    /// The remaining units of the window, the most expensive last.
    window: Vec<u64>,
}

impl UnitOrder {
    fn new(plan: Plan) -> Self {
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
