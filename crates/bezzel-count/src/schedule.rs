//! Which units are open, which of them somebody counts, and when all are done: without files, threads or
//! clocks. Counts, saved counts, occupancies and draws take their units from it.
//!
//! Units go out in their order. Those that come back without a result go out again, before the others.

use crate::order::UnitOrder;
use crate::plan::{Plan, Unit};

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
        let next = || self.returned.pop().or_else(|| self.units.next());
        std::iter::from_fn(next).take(count).collect()
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
