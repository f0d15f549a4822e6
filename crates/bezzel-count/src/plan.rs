//! Work units and what became of them.
//!
//! A plan cuts Q(n) into units that can be counted anywhere, in any order, on any backend:
//! each gives an exact share, and the shares add up to the total.

use std::fmt;
use std::ops::Range;

use crate::Error;
use crate::colour::orbit::{Orbits, SCALE, Subproblem};
use crate::cost::CostModel;

/// The largest n: then all diagonals of one direction and colour fit 32 bits.
pub const MAX_COUNT_SIZE: u32 = 32;

/// Changes whenever units of the same name may mean other work.
pub const PLAN_VERSION: u32 = 2;

/// All units of one n, in canonical order.
#[derive(Debug, Clone)]
pub struct Plan {
    n: u32,
    subproblems: Vec<SubproblemSummary>,
    /// The places of the chapters, in the order of a and Ce.
    by_name: Vec<u32>,
    units: u64,
}

/// The units with one a and one Ce.
#[derive(Debug, Clone)]
struct SubproblemSummary {
    a: u32,
    ce: u32,
    re: u32,
    ro: u32,
    re_parts: u32,
    ro_parts: u32,
    first: u64,
    cost: f64,
}

/// One unit of work. Its [`Display`](fmt::Display) form names it among all plans of one
/// [`PLAN_VERSION`].
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    pub(super) n: u32,
    index: u64,
    pub(super) a: u32,
    pub(super) ce: u32,
    pub(super) re: Range<u32>,
    pub(super) ro: Range<u32>,
    cost: f64,
}

impl Plan {
    /// Shares are this many times the number of solutions for which they stand, so that ties
    /// between images can be shared exactly.
    pub const VALUE_SCALE: u64 = SCALE;

    /// Plans Q(n). Fails for n > [`MAX_COUNT_SIZE`].
    pub fn new(n: u32) -> Result<Plan, Error> {
        if n > MAX_COUNT_SIZE {
            let error = bezzel::Error::TooLarge {
                n: n.into(),
                what: "counting by colour",
                max: MAX_COUNT_SIZE,
            };
            return Err(error.into());
        }
        let mut plan = Plan {
            n,
            subproblems: Vec::new(),
            by_name: Vec::new(),
            units: 0,
        };
        for a in Orbits::sizes(n) {
            let orbits = Orbits::new(n, a);
            let model = CostModel::new(n, a);
            for ce in orbits.columns() {
                let subproblem = orbits.subproblem(ce);
                let cost = model.pair(ce, subproblem.co.len());
                plan.add_subproblem(a, &subproblem, cost);
            }
        }
        plan.by_name = (0..plan.subproblems.len() as u32).collect();
        let subproblems = &plan.subproblems;
        plan.by_name
            .sort_by_key(|&place| subproblems[place as usize].name());
        Ok(plan)
    }

    fn add_subproblem(&mut self, a: u32, subproblem: &Subproblem, cost: f64) {
        let (re, ro) = (subproblem.re.len() as u32, subproblem.ro.len() as u32);
        if re == 0 || ro == 0 || subproblem.co.is_empty() {
            return;
        }
        let (re_parts, ro_parts) = parts(re, ro, (MAX_UNIT_COST_NS / cost) as u64);
        self.subproblems.push(SubproblemSummary {
            a,
            ce: subproblem.ce,
            re,
            ro,
            re_parts,
            ro_parts,
            first: self.units,
            cost,
        });
        self.units += u64::from(re_parts) * u64::from(ro_parts);
    }

    /// The size of the board.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The number of units.
    pub fn len(&self) -> u64 {
        self.units
    }

    /// Whether there is nothing to count. No n has such a plan.
    pub fn is_empty(&self) -> bool {
        self.units == 0
    }

    /// The expected work of all units together, in the measure of [`Unit::cost`].
    pub fn cost(&self) -> f64 {
        self.subproblems().map(|(_, cost)| cost).sum()
    }

    /// The unit at this place in the canonical order.
    pub fn unit(&self, index: u64) -> Option<Unit> {
        if index >= self.units {
            return None;
        }
        let after = self
            .subproblems
            .partition_point(|subproblem| subproblem.first <= index);
        let subproblem = &self.subproblems[after - 1];
        let part = (index - subproblem.first) as u32;
        let re = part_of(
            subproblem.re,
            part / subproblem.ro_parts,
            subproblem.re_parts,
        );
        let ro = part_of(
            subproblem.ro,
            part % subproblem.ro_parts,
            subproblem.ro_parts,
        );
        let cost = subproblem.cost * f64::from(re.len() as u32) * f64::from(ro.len() as u32);
        Some(Unit {
            n: self.n,
            index,
            a: subproblem.a,
            ce: subproblem.ce,
            re,
            ro,
            cost,
        })
    }

    /// All units in canonical order.
    pub fn units(&self) -> impl Iterator<Item = Unit> + '_ {
        (0..self.units).map_while(|index| self.unit(index))
    }

    /// The unit of this name, as its [`Display`](fmt::Display) form writes it. `None` if the
    /// plan has no such unit.
    ///
    /// ```
    /// let plan = bezzel_count::Plan::new(12)?;
    /// let unit = plan.unit(7).unwrap();
    /// assert_eq!(plan.unit_by_name(&unit.to_string()), Some(unit));
    /// assert_eq!(plan.unit_by_name("n12-a9-c0000-e0..1-o0..1"), None);
    /// # Ok::<(), bezzel_count::Error>(())
    /// ```
    pub fn unit_by_name(&self, name: &str) -> Option<Unit> {
        let mut fields = name.split('-').skip(1);
        let a: u32 = fields.next()?.strip_prefix('a')?.parse().ok()?;
        let ce = u32::from_str_radix(fields.next()?.strip_prefix('c')?, 16).ok()?;
        let outline = |place: &u32| &self.subproblems[*place as usize];
        let found = self
            .by_name
            .binary_search_by_key(&(a, ce), |place| outline(place).name());
        let subproblem = outline(&self.by_name[found.ok()?]);
        let begin = |field: &str| field.split_once("..")?.0.parse::<u32>().ok();
        let re = begin(fields.next()?.strip_prefix('e')?)?;
        let ro = begin(fields.next()?.strip_prefix('o')?)?;
        let re = part_from(subproblem.re, re, subproblem.re_parts)?;
        let ro = part_from(subproblem.ro, ro, subproblem.ro_parts)?;
        let index =
            subproblem.first + u64::from(re) * u64::from(subproblem.ro_parts) + u64::from(ro);
        self.unit(index).filter(|unit| unit.to_string() == name)
    }

    /// The chapters of the plan: the indices of their units, and what those cost together.
    pub(super) fn subproblems(&self) -> impl Iterator<Item = (Range<u64>, f64)> + '_ {
        self.subproblems.iter().map(|subproblem| {
            let units = u64::from(subproblem.re_parts) * u64::from(subproblem.ro_parts);
            let cost = subproblem.cost * f64::from(subproblem.re) * f64::from(subproblem.ro);
            (subproblem.first..subproblem.first + units, cost)
        })
    }
}

impl SubproblemSummary {
    /// What tells it from the others of its plan.
    fn name(&self) -> (u32, u32) {
        (self.a, self.ce)
    }
}

impl Unit {
    /// The size of the board.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// The place in the canonical order.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// The expected work: nanoseconds of one core with AVX-512, right up to a factor that is
    /// mostly below 2.
    pub fn cost(&self) -> f64 {
        self.cost
    }

    /// The number a of black queens on even rows, the even columns Ce of the black queens, and
    /// the numbers of the row sets Re and Ro in their canonical lists.
    pub fn extent(&self) -> (u32, u32, Range<u32>, Range<u32>) {
        (self.a, self.ce, self.re.clone(), self.ro.clone())
    }

    /// How many queens stand on black squares in the solutions that this unit counts. For even
    /// n a unit may count their images of the other colour too: then there are two numbers,
    /// and half of the share belongs to each.
    pub fn black_queens(&self) -> [u32; 2] {
        let black = 2 * self.a - self.n % 2;
        if self.n % 2 == 1 {
            [black, black]
        } else {
            [black, self.n - black]
        }
    }
}

impl fmt::Display for Unit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(
            f,
            "n{}-a{}-c{:04x}-e{}..{}-o{}..{}",
            self.n, self.a, self.ce, self.re.start, self.re.end, self.ro.start, self.ro.end
        )
    }
}

/// Part `part` of `0..total` cut evenly into `parts`.
fn part_of(total: u32, part: u32, parts: u32) -> Range<u32> {
    let cut = |part: u32| (u64::from(total) * u64::from(part) / u64::from(parts)) as u32;
    cut(part)..cut(part + 1)
}

/// The part that begins at `begin`.
fn part_from(total: u32, begin: u32, parts: u32) -> Option<u32> {
    let part = (u64::from(begin) * u64::from(parts)).div_ceil(u64::from(total));
    let part = u32::try_from(part).ok().filter(|&part| part < parts)?;
    (part_of(total, part, parts).start == begin).then_some(part)
}

/// What a unit may cost in nanoseconds of one core, by the model of its cost.
const MAX_UNIT_COST_NS: f64 = 14e9;

/// In how many parts to cut both so that a unit has at most about `most` pairs, and is as
/// near to a square as that allows.
fn parts(re: u32, ro: u32, most: u64) -> (u32, u32) {
    let (re, ro) = (u64::from(re), u64::from(ro));
    let side = most.isqrt().max(1);
    let (re_side, ro_side) = match (re.min(side), ro.min(side)) {
        (short, _) if short == re => (re, most / re),
        (_, short) if short == ro => (most / ro, ro),
        square => square,
    };
    let cut = |total: u64, side: u64| total.div_ceil(side.clamp(1, total)) as u32;
    (cut(re, re_side), cut(ro, ro_side))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn units_have_names_of_their_own_and_costs_that_add_up() {
        for n in [0, 1, 4, 5, 12, 17, 18, 19, 20, 22] {
            let plan = Plan::new(n).unwrap();
            for unit in plan.units() {
                let name = unit.to_string();
                assert_eq!(plan.unit_by_name(&name).as_ref(), Some(&unit));
                let Unit { re, ro, .. } = &unit;
                let (re_end, ro_start) = (re.end, ro.start);
                let longer = name.replace(&format!("..{re_end}-o"), &format!("..{}-o", re_end + 1));
                let later =
                    name.replace(&format!("-o{ro_start}.."), &format!("-o{}..", ro_start + 1));
                for other in [longer, later, format!("{name}0"), format!("n{n}-")] {
                    let found = plan.unit_by_name(&other);
                    assert!(
                        found.is_none_or(|found| found.to_string() == other),
                        "{other}"
                    );
                }
            }
        }
        let plan = Plan::new(12).unwrap();
        let cost: f64 = plan.units().map(|unit| unit.cost()).sum();
        assert!((plan.cost() / cost - 1.0).abs() < 1e-9);
        for name in [
            "",
            "n12",
            "n12-a9-c0000-e0..1-o0..1",
            "n12-a0-c0000-e4294967295..1-o0..1",
            "n12-a0-c0000-e0..1-o4294967295..1",
        ] {
            assert_eq!(plan.unit_by_name(name), None, "{name}");
        }
    }
}
