//! Plans: Q(n) as a list of work units.
//!
//! Units can be counted anywhere, in any order, on any backend. Each has an exact value, and
//! the values add up to the total.
//!
//! A plan is a function of n and of the constraints alone. Unit boundaries follow from the weights of
//! [`cost`](crate::cost), which every machine computes to the same bit; the test vectors below
//! pin them.

use std::fmt;
use std::ops::Range;
use std::sync::Arc;

use bezzel::{ConstrainedBoard, Square, Symmetry, counted};

use crate::Error;
use crate::colour::constraint::Constraint;
use crate::colour::orbit::{Orbits, Subproblem, VALUE_SCALE};
use crate::colour::sets::{self, LineSets};
use crate::cost::CostModel;

/// The largest n that the colour-split counter accepts: the diagonals of one direction and colour
/// then fit 32 bits.
pub const MAX_COUNT_SIZE: u32 = 32;

/// Version of the plans. It changes whenever units of the same name may mean different work.
pub const PLAN_VERSION: u32 = 3;

/// All units of one n, in canonical order.
///
/// ```
/// use bezzel_count::Plan;
/// let plan = Plan::new(20)?;
/// let seconds = plan.cost() / 1e9;
/// println!("{} units, about {seconds:.0} core-seconds", plan.len());
/// assert_eq!(plan.units().count() as u64, plan.len());
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone)]
pub struct Plan {
    constraint: Arc<Constraint>,
    /// Copies of a plan share its lists.
    subproblems: Arc<Vec<SubproblemSummary>>,
    /// The indices of the subproblems in the order of a and Ce.
    by_name: Arc<Vec<u32>>,
    units: u64,
}

/// The units of one a and one Ce.
#[derive(Debug, Clone)]
struct SubproblemSummary {
    a: u32,
    ce: u32,
    /// Number of sets Re.
    re: u32,
    /// Number of sets Ro.
    ro: u32,
    re_parts: u32,
    ro_parts: u32,
    /// Index of the first unit.
    first: u64,
    /// Expected nanoseconds of one pair (Re, Ro).
    pair: f64,
}

/// A work unit: the smallest part of a plan that is counted, stored and sent.
///
/// Its [`Display`](fmt::Display) form is a name that is unique among all plans of one
/// [`PLAN_VERSION`].
///
/// ```
/// let plan = bezzel_count::Plan::new(12)?;
/// let unit = plan.unit(0).unwrap();
/// assert_eq!(unit.to_string(), "n12-a0-c0000-e0..1-o0..1");
/// assert_eq!((unit.n(), unit.index(), unit.black_queens()), (12, 0, [0, 12]));
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct Unit {
    pub(super) n: u32,
    index: u64,
    pub(super) a: u32,
    pub(super) ce: u32,
    pub(super) re: Range<u32>,
    pub(super) ro: Range<u32>,
    /// Numbers of row sets Re and Ro of the unit of the plan that this is, or is a part of.
    pub(super) whole: [u32; 2],
    pair: f64,
    pub(super) constraint: Arc<Constraint>,
}

impl Plan {
    /// Unit values are this many times the number of solutions that they stand for, so that
    /// solutions with several equivalent images are split into whole numbers.
    pub const VALUE_SCALE: u64 = VALUE_SCALE;

    /// Plans Q(n). Fails for n > [`MAX_COUNT_SIZE`]. Takes about 10 ms for n = 20, 2 s for n = 28
    /// and half a minute for n = 32.
    pub fn new(n: u32) -> Result<Plan, Error> {
        check_size(n)?;
        Plan::constrained(&ConstrainedBoard::new(n)?)
    }

    /// Plans the count of the solutions that contain the placed queens of a board and none of its
    /// blocked squares. Uses the symmetries that leave the board unchanged. A board that
    /// contradicts itself has a plan without units. Fails for n > [`MAX_COUNT_SIZE`].
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// use bezzel_count::{Backend, Counter, Plan, Route, Tally};
    /// let mut board = ConstrainedBoard::new(8)?;
    /// board.place(Square::new(0, 3))?.block(Square::new(1, 0))?.block_diagonal(-2)?;
    /// let plan = Plan::constrained(&board)?;
    /// let mut counter = Counter::new(Backend::detect())?;
    /// let mut tally = Tally::default();
    /// for unit in plan.units() {
    ///     tally.add(&unit, &counter.count(&unit, Route::Direct))?;
    /// }
    /// assert_eq!(tally.verified_total(&plan)?.solutions, 4);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn constrained(board: &ConstrainedBoard) -> Result<Plan, Error> {
        let n = board.size();
        check_size(n)?;
        let has_solutions = board.contradiction().is_none();
        let mut plan = Plan {
            constraint: Arc::new(match has_solutions {
                true => Constraint::new(board),
                false => Constraint::none(n),
            }),
            subproblems: Arc::default(),
            by_name: Arc::default(),
            units: 0,
        };
        if has_solutions {
            plan.add_subproblems();
        }
        Ok(plan)
    }

    /// Plans Q(n), or the count on a board in one word, as [`constraint`](Self::constraint) returns
    /// it. Fails if the text is another one, or for n > [`MAX_COUNT_SIZE`].
    ///
    /// ```
    /// use bezzel_count::Plan;
    /// let plan = Plan::of_text(4, Some("1Q2/4/4/4"))?;
    /// assert_eq!(plan.constraint(), Some("1Q2/4/4/4"));
    /// assert_eq!(Plan::of_text(4, None)?.constraint(), None);
    /// assert!(Plan::of_text(5, Some("1Q2/4/4/4")).is_err());
    /// # Ok::<(), bezzel_count::Error>(())
    /// ```
    pub fn of_text(n: u32, constraint: Option<&str>) -> Result<Plan, Error> {
        let Some(text) = constraint else {
            return Plan::new(n);
        };
        let invalid = |what: String| Error::Constraint { n, what };
        let board = ConstrainedBoard::from_compact(text);
        let board = board.map_err(|error| invalid(error.to_string()))?;
        if board.size() != n {
            return Err(invalid(format!(
                "found one of {}",
                counted(board.size(), "row")
            )));
        }
        let plan = Plan::constrained(&board)?;
        if plan.constraint() != Some(text) {
            return Err(invalid("found another way to write one".to_owned()));
        }
        Ok(plan)
    }

    fn add_subproblems(&mut self) {
        let constraint = self.constraint.clone();
        for a in Orbits::sizes(&constraint) {
            let orbits = Orbits::new(a, &constraint);
            let model = CostModel::new(a, &constraint);
            for subproblem in orbits.subproblems() {
                let finals = subproblem.co.len();
                let weight = model.weight(subproblem.ce, finals);
                let pair = model.time(subproblem.ce, finals);
                self.add_subproblem(a, &subproblem, weight, pair);
            }
        }
        let mut by_name: Vec<u32> = (0..self.subproblems.len() as u32).collect();
        by_name.sort_unstable_by_key(|&index| self.name_key(index));
        self.by_name = Arc::new(by_name);
    }

    /// Returns a and Ce of the subproblem with this index.
    fn name_key(&self, index: u32) -> [u32; 2] {
        let SubproblemSummary { a, ce, .. } = self.subproblems[index as usize];
        [a, ce]
    }

    fn add_subproblem(&mut self, a: u32, subproblem: &Subproblem, weight: f64, pair: f64) {
        let (re, ro) = (subproblem.re.len() as u32, subproblem.ro.len() as u32);
        if re == 0 || ro == 0 || subproblem.co.is_empty() {
            return;
        }
        let (re_parts, ro_parts) = parts(re, ro, (MAX_UNIT_WEIGHT_NS / weight) as u64);
        Arc::make_mut(&mut self.subproblems).push(SubproblemSummary {
            a,
            ce: subproblem.ce,
            re,
            ro,
            re_parts,
            ro_parts,
            first: self.units,
            pair,
        });
        self.units += u64::from(re_parts) * u64::from(ro_parts);
    }

    /// Returns the size of the board.
    pub fn n(&self) -> u32 {
        self.constraint.n()
    }

    /// Returns the constraints as the board in one word, see
    /// [`ConstrainedBoard::to_compact`]. It is the same for boards whose constraints have the same
    /// effect. `None` for Q(n), and for a board that contradicts itself.
    pub fn constraint(&self) -> Option<&str> {
        Some(self.constraint.text()).filter(|_| !self.constraint.is_none())
    }

    /// Returns the board with these constraints.
    ///
    /// ```
    /// use bezzel_count::Plan;
    /// let plan = Plan::of_text(4, Some("1Q2/4/4/4"))?;
    /// assert_eq!(plan.board().map(|board| board.queens().len()), Some(1));
    /// assert_eq!(Plan::new(4)?.board(), None);
    /// # Ok::<(), bezzel_count::Error>(())
    /// ```
    pub fn board(&self) -> Option<ConstrainedBoard> {
        ConstrainedBoard::from_compact(self.constraint()?).ok()
    }

    /// Returns the symmetries that leave the board that is counted unchanged: those that the plan
    /// uses.
    pub(super) fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        self.constraint.symmetries().members()
    }

    /// Returns whether queens are placed or squares blocked.
    pub(super) fn is_constrained(&self) -> bool {
        !self.constraint.is_none() || self.is_empty()
    }

    /// Returns the number of units.
    pub fn len(&self) -> u64 {
        self.units
    }

    /// Returns whether nothing remains to be counted. The plan of every n has a unit, but placed
    /// queens and blocked squares may leave none.
    pub fn is_empty(&self) -> bool {
        self.units == 0
    }

    /// Returns the expected cost of all units together, in the unit of [`Unit::cost`].
    pub fn cost(&self) -> f64 {
        self.subproblems().map(|(_, cost)| cost).sum()
    }

    /// Returns the unit with this index in canonical order.
    pub fn unit(&self, index: u64) -> Option<Unit> {
        if index >= self.units {
            return None;
        }
        let after = self
            .subproblems
            .partition_point(|subproblem| subproblem.first <= index);
        let subproblem = &self.subproblems[after - 1];
        Some(self.unit_of(subproblem, (index - subproblem.first) as u32))
    }

    fn unit_of(&self, subproblem: &SubproblemSummary, part: u32) -> Unit {
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
        Unit {
            n: self.n(),
            constraint: self.constraint.clone(),
            index: subproblem.first + u64::from(part),
            a: subproblem.a,
            ce: subproblem.ce,
            whole: [re.len() as u32, ro.len() as u32],
            re,
            ro,
            pair: subproblem.pair,
        }
    }

    /// Iterates over all units in canonical order.
    pub fn units(&self) -> impl Iterator<Item = Unit> + '_ {
        (0..self.units).map_while(|index| self.unit(index))
    }

    /// Returns this number of units, spread evenly over the expected cost: of each a, the number of queens
    /// on even rows and columns, as many as its part of the cost demands. Expensive units may come more than
    /// once. For measurements; estimates with errors need a [`Sample`](crate::Sample).
    ///
    /// ```
    /// let plan = bezzel_count::Plan::new(20)?;
    /// let queens: Vec<u32> = plan.spread(6).iter().map(|unit| unit.extent().0).collect();
    /// assert_eq!(queens, [3, 4, 4, 4, 5, 5]);
    /// # Ok::<(), bezzel_count::Error>(())
    /// ```
    pub fn spread(&self, units: u32) -> Vec<Unit> {
        let each = self.cost() / f64::from(units);
        let (mut before, mut next) = (0.0, each / 2.0);
        let mut spread = Vec::new();
        for (range, cost) in self.subproblems() {
            while next < before + cost && spread.len() < units as usize {
                let at = (next - before) / cost * (range.end - range.start) as f64;
                spread.extend(self.unit((range.start + at as u64).min(range.end - 1)));
                next += each;
            }
            before += cost;
        }
        spread
    }

    /// Returns the unit with this name, as its [`Display`](fmt::Display) form writes it. `None`
    /// if the plan has no such unit.
    ///
    /// ```
    /// let plan = bezzel_count::Plan::new(12)?;
    /// let unit = plan.unit(7).unwrap();
    /// assert_eq!(plan.unit_by_name(&unit.to_string()), Some(unit));
    /// assert_eq!(plan.unit_by_name("n12-a9-c0000-e0..1-o0..1"), None);
    /// # Ok::<(), bezzel_count::Error>(())
    /// ```
    pub fn unit_by_name(&self, name: &str) -> Option<Unit> {
        let mut words = name.split('-').skip(1);
        let mut number = |prefix: char, radix: u32| {
            let word = words.next()?.strip_prefix(prefix)?;
            // Of a range, the begin.
            u32::from_str_radix(word.split('.').next()?, radix).ok()
        };
        let key = [number('a', 10)?, number('c', 16)?];
        let found = (self.by_name).binary_search_by_key(&key, |&index| self.name_key(index));
        let subproblem = &self.subproblems[self.by_name[found.ok()?] as usize];
        let re = part_from(subproblem.re, number('e', 10)?, subproblem.re_parts)?;
        let ro = part_from(subproblem.ro, number('o', 10)?, subproblem.ro_parts)?;
        let unit = self.unit_of(subproblem, re * subproblem.ro_parts + ro);
        // A number has one form in a name, and many others that can be read.
        (unit.to_string() == name).then_some(unit)
    }

    /// Iterates over the subproblems: the indices of their units and the cost of those together.
    pub(super) fn subproblems(&self) -> impl Iterator<Item = (Range<u64>, f64)> + '_ {
        self.subproblems.iter().map(|subproblem| {
            let units = u64::from(subproblem.re_parts) * u64::from(subproblem.ro_parts);
            let cost = subproblem.pair * f64::from(subproblem.re) * f64::from(subproblem.ro);
            (subproblem.first..subproblem.first + units, cost)
        })
    }
}

impl Unit {
    /// Returns the size of the board.
    pub fn n(&self) -> u32 {
        self.n
    }

    /// Returns the index in canonical order.
    pub fn index(&self) -> u64 {
        self.index
    }

    /// Returns the expected cost: nanoseconds on one core with AVX-512.
    pub fn cost(&self) -> f64 {
        self.pair * f64::from(self.re.len() as u32) * f64::from(self.ro.len() as u32)
    }

    /// Returns the number a of black queens on even rows, the even columns Ce of the black
    /// queens, and the ranges of the row sets Re and Ro in their canonical lists.
    pub fn extent(&self) -> (u32, u32, Range<u32>, Range<u32>) {
        (self.a, self.ce, self.re.clone(), self.ro.clone())
    }

    /// Returns the rows and columns of the black queens on the whole board, from the row sets and
    /// the black column set of the joined queens.
    pub(super) fn black_sets(&self, [black, white]: [u32; 2], columns: u32) -> LineSets {
        let taken = |white| self.constraint.taken(white);
        let (ro, co) = (taken(false).rows, taken(false).columns);
        let re = sets::full(self.n.div_ceil(2)) & !(white | taken(true).rows);
        let interleaved = |even: u32, odd: u32| {
            let rows = sets::elements(even).map(|row| 2 * row);
            let rows = rows.chain(sets::elements(odd).map(|row| 2 * row + 1));
            rows.fold(0, |set, row| set | 1 << row)
        };
        LineSets {
            rows: interleaved(re, black | ro),
            columns: interleaved(self.ce, columns | co),
        }
    }

    /// Returns the symmetry that maps the given board onto the one that is counted, and vice versa.
    pub(super) fn image(&self) -> Symmetry {
        self.constraint.image()
    }

    /// Returns whether the constraints allow a queen on this square of the
    /// board that is counted.
    pub(super) fn allows(&self, row: u32, column: u32) -> bool {
        self.constraint.allows(Square::new(row, column))
    }

    /// Returns the number of queens on black squares in the solutions of this unit. For even n
    /// a unit may stand for images with exchanged colours too: the two numbers then differ, and
    /// half of the unit value belongs to each.
    pub fn black_queens(&self) -> [u32; 2] {
        let black = 2 * self.a - self.n % 2;
        let exchanges = self.constraint.symmetries().exchanges_colours();
        if self.n % 2 == 1 || !exchanges {
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
        )?;
        f.write_str(&self.constraint.suffix())
    }
}

/// Fails if the colour-split counter does not accept n.
pub(super) fn check_size(n: u32) -> Result<(), Error> {
    if n <= MAX_COUNT_SIZE {
        return Ok(());
    }
    let (n, what, max) = (n.into(), "counting", MAX_COUNT_SIZE);
    Err(bezzel::Error::TooLarge { n, what, max }.into())
}

/// Returns part `part` of `0..total` split evenly into `parts`.
fn part_of(total: u32, part: u32, parts: u32) -> Range<u32> {
    let cut = |part: u32| (u64::from(total) * u64::from(part) / u64::from(parts)) as u32;
    cut(part)..cut(part + 1)
}

/// Returns the number of the part that begins at `begin`.
fn part_from(total: u32, begin: u32, parts: u32) -> Option<u32> {
    let part = (u64::from(begin) * u64::from(parts)).div_ceil(u64::from(total));
    let part = u32::try_from(part).ok().filter(|&part| part < parts)?;
    (part_of(total, part, parts).start == begin).then_some(part)
}

/// Largest weight of a unit: 14 s on one core, in nanoseconds.
const MAX_UNIT_WEIGHT_NS: f64 = 14e9;

/// Returns the number of parts of each so that a unit has at most about `most` pairs and is as
/// close to a square as that allows.
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
                assert!(unit.cost() > 0.0, "{unit}");
                assert_eq!(plan.unit_by_name(&name).as_ref(), Some(&unit));
                let Unit { re, ro, .. } = &unit;
                let (re_end, ro_start) = (re.end, ro.start);
                let longer = name.replace(&format!("..{re_end}-o"), &format!("..{}-o", re_end + 1));
                let later =
                    name.replace(&format!("-o{ro_start}.."), &format!("-o{}..", ro_start + 1));
                let others = [
                    longer,
                    later,
                    format!("{name}0"),
                    format!("{name}-b0000000000000000"),
                    format!("n{n}-"),
                    name.replacen("-a", "-a0", 1),
                    name.replacen("-a", "-a+", 1),
                    name.replacen("-c", "-c0", 1),
                    name.replacen("-o", "-o0", 1),
                    name.to_uppercase().replacen('N', "n", 1),
                    name.replacen(&format!("n{n}"), &format!("n{}", n + 2), 1),
                ];
                for other in others {
                    let found = plan.unit_by_name(&other);
                    assert!(
                        found.is_none_or(|found| found.to_string() == other),
                        "{other}"
                    );
                }
            }
        }
        let board = Plan::of_text(8, Some("Q7/8/8/8/8/8/8/8")).unwrap();
        for unit in board.units() {
            let name = unit.to_string();
            assert_eq!(board.unit_by_name(&name), Some(unit));
            let (bare, _) = name.rsplit_once("-b").unwrap();
            assert_eq!(board.unit_by_name(bare), None);
            assert_eq!(board.unit_by_name(&format!("{name}0")), None);
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
