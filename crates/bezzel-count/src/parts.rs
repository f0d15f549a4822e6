//! Parts of a unit, to whose values a result can be committed.
//!
//! A unit is a rectangle of row sets Re × Ro, and a part is a rectangle of it. Each pair (Re, Ro)
//! has a value, so the values of the parts add up to that of the unit. Counting a part alone takes
//! more than its fraction of the time, because the pairs of a unit share lists; the sums of all
//! parts of a unit take no more time than the unit.

use std::ops::Range;

use crate::engine::UnitResult;
use crate::plan::Unit;

/// Parts of a unit along each of Re and Ro.
const PARTS_PER_SIDE: u32 = 4;

/// Maximum number of parts of a unit.
pub const MAX_PARTS: u32 = PARTS_PER_SIDE * PARTS_PER_SIDE;

/// Contribution of a part to the result of its unit, the same on every route.
///
/// ```
/// use bezzel_count::{Backend, Counter, PartSum, Plan, Route};
/// let unit = Plan::new(12)?.unit(7).unwrap();
/// let mut counter = Counter::new(Backend::detect())?;
/// let (_, sums) = counter.count_by_parts(&unit, Route::Direct);
/// let part = counter.count(&unit.parts()[0], Route::Direct);
/// assert_eq!(sums[0], PartSum { value: part.value, joined: part.joined });
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PartSum {
    /// Contribution to the unit value.
    pub value: u128,
    /// Joined pairs.
    pub joined: u128,
}

impl PartSum {
    /// Returns the sum of a part that was counted as a unit.
    pub fn of(result: &UnitResult) -> Self {
        Self {
            value: result.value,
            joined: result.joined,
        }
    }
}

impl Unit {
    /// Returns the parts of this unit: Re and Ro divided evenly into four, or into single sets if
    /// there are fewer. Row by row, by Re first.
    ///
    /// Each part is a unit with fewer row sets, and has a name of its own. It is counted like a unit
    /// of the plan, but no plan contains it.
    ///
    /// ```
    /// let plan = bezzel_count::Plan::new(20)?;
    /// let unit = plan.unit(plan.len() / 2).unwrap();
    /// let parts = unit.parts();
    /// assert_eq!(parts.len(), 16);
    /// assert!(parts.iter().all(|part| part.index() == unit.index()));
    /// # Ok::<(), bezzel_count::Error>(())
    /// ```
    pub fn parts(&self) -> Vec<Unit> {
        let (_, _, re, ro) = self.extent();
        let columns = cuts(&ro);
        let parts = cuts(&re).into_iter().flat_map(|re| {
            let columns = columns.iter();
            columns.map(move |ro| self.part(re.clone(), ro.clone()))
        });
        parts.collect()
    }
}

/// Divides a range evenly.
fn cuts(range: &Range<u32>) -> Vec<Range<u32>> {
    let length = range.len() as u64;
    let parts = length.min(PARTS_PER_SIDE.into());
    let cut = |part: u64| range.start + (length * part / parts) as u32;
    (0..parts).map(|part| cut(part)..cut(part + 1)).collect()
}

/// The sums of the parts of a unit while it is counted.
#[derive(Debug, Clone)]
pub(crate) struct PartSums {
    /// The parts that each Re and each Ro of the unit belong to, those of Re in steps of a row.
    of_set: [Vec<u32>; 2],
    sums: Vec<PartSum>,
}

impl PartSums {
    pub fn new(unit: &Unit) -> Self {
        let (_, _, re, ro) = unit.extent();
        let [rows, columns] = [cuts(&re), cuts(&ro)];
        let numbers = |cuts: &[Range<u32>], step: usize| {
            let sets = cuts.iter().enumerate();
            sets.flat_map(|(number, cut)| cut.clone().map(move |_| (number * step) as u32))
                .collect()
        };
        Self {
            of_set: [numbers(&rows, columns.len()), numbers(&columns, 1)],
            sums: vec![PartSum::default(); rows.len() * columns.len()],
        }
    }

    /// Adds to the part of a pair of row sets, which are numbered from the first of the unit.
    pub fn add(&mut self, [re, ro]: [usize; 2], value: u128, joined: u128) {
        let part = self.of_set[0][re] + self.of_set[1][ro];
        let sum = &mut self.sums[part as usize];
        sum.value += value;
        sum.joined += joined;
    }

    pub fn into_sums(self) -> Vec<PartSum> {
        self.sums
    }
}

#[cfg(test)]
mod tests {
    use bezzel::{ConstrainedBoard, Square};

    use super::*;
    use crate::{Backend, Counter, Engine, Plan, Route};

    /// Collected sums are those of the parts as units, on both routes and for each backend, whatever
    /// was counted before.
    #[test]
    fn the_sums_of_parts_are_those_of_the_parts_counted_as_units() {
        let mut board = ConstrainedBoard::new(12).unwrap();
        board.place(Square::new(2, 3)).unwrap();
        let constrained = Plan::constrained(&board).unwrap();
        let plans = [5, 9, 12, 13, 16].map(|n| Plan::new(n).unwrap());
        for backend in Backend::ALL
            .into_iter()
            .filter(|backend| backend.is_available())
        {
            let mut counter = Counter::new(backend).unwrap();
            for plan in plans.iter().chain([&constrained]) {
                for index in [0, plan.len() / 3, plan.len() - 1] {
                    let unit = plan.unit(index).unwrap();
                    for route in [Route::Direct, Route::Exchanged] {
                        let whole = counter.count(&unit, route);
                        let (result, sums) = counter.count_by_parts(&unit, route);
                        assert_eq!(result, whole, "{unit} on {backend}");
                        let mut fresh = Counter::new(backend).unwrap();
                        let parts = fresh.run(&unit.parts(), route).unwrap();
                        let parts: Vec<PartSum> = parts.iter().map(PartSum::of).collect();
                        assert_eq!(sums, parts, "{unit} on {backend}");
                    }
                }
            }
        }
    }

    #[test]
    fn parts_divide_a_unit() {
        let plan = Plan::new(18).unwrap();
        for unit in plan.units().step_by(17) {
            let (_, _, re, ro) = unit.extent();
            let parts = unit.parts();
            assert!(parts.len() as u32 <= MAX_PARTS && !parts.is_empty());
            let pairs = |unit: &Unit| {
                let (_, _, re, ro) = unit.extent();
                re.len() * ro.len()
            };
            assert_eq!(parts.iter().map(pairs).sum::<usize>(), re.len() * ro.len());
            let cost: f64 = parts.iter().map(Unit::cost).sum();
            assert!((cost / unit.cost() - 1.0).abs() < 1e-9);
            for part in &parts {
                let (_, _, part_re, part_ro) = part.extent();
                assert!(part_re.start >= re.start && part_re.end <= re.end);
                assert!(part_ro.start >= ro.start && part_ro.end <= ro.end);
                assert!(!part_re.is_empty() && !part_ro.is_empty());
            }
        }
    }
}
