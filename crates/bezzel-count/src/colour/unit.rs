//! One unit of work: a number a of queens on EE, their columns Ce, some Re and some Ro.
//!
//! ```text
//!   black   for each Re: starts EE on (Re, Ce),    joined with OO on Ro × Co    → b
//!   white   for each Ro: starts OE on (¬Ro, ¬Ce),  joined with EO on ¬Re × ¬Co  → w
//!   value   Σ weight(Re, Ro, Co) · b(Re,Ro,Ce,Co) · w(¬Re,¬Ro,¬Ce,¬Co)
//! ```
//!
//! The double check exchanges rows and columns on both colours: OO is extended column by
//! column and the tables run over row sets, so that no intermediate list is the same.

use std::ops::Range;

use super::join::{CountOverflow, CountTable, Join, JoinInput, Phase, Work, Workspace, cell};
use super::orbit::{Orbits, Subproblem};
use super::quarter::{Quarter, QuarterPlacements};
use super::sets;
use crate::engine::Route;
use crate::lanes::LANES;
use crate::lanes::finish::Row;
use crate::plan::Unit;

/// Most rows of a table that are held at once: 64 MiB of counts. A quarter of this costs 5%
/// of the time, four times as much gains nothing. Turin, 2026-11-21, `bezzel bench 25`.
const MAX_TABLE_ROWS: usize = 64 << 20 >> 6;

/// A rectangle of a chapter.
pub(crate) struct UnitEvaluator<'a> {
    pub n: u32,
    pub subproblem: &'a Subproblem,
    pub re: Range<usize>,
    pub ro: Range<usize>,
    /// Rows and columns exchanged, for the double check.
    pub exchanged: bool,
}

/// What a task found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct PartialResult {
    /// [`SCALE`](super::orbit::SCALE) times the number of solutions.
    pub value: u128,
    /// Σ b + Σ w.
    pub joined: u128,
    pub work: Work,
}

/// A row set with its weight and its start list.
#[derive(Clone, Copy)]
pub(crate) struct StartList<'a> {
    pub set: (u32, u32),
    pub starts: &'a [u64],
}

impl<'a> UnitEvaluator<'a> {
    /// The task of a unit of this chapter.
    pub fn new(unit: &Unit, subproblem: &'a Subproblem, route: Route) -> Self {
        let range = |part: &Range<u32>| part.start as usize..part.end as usize;
        Self {
            n: unit.n,
            subproblem,
            re: range(&unit.re),
            ro: range(&unit.ro),
            exchanged: route == Route::Exchanged,
        }
    }

    /// Counts. Cost: about a quarter of a cycle per joined pair for large n.
    pub fn run(&self, worker: &mut Workspace) -> PartialResult {
        worker.work = Work::default();
        let mut outcome = PartialResult::default();
        // Wide tables where narrow ones were too small before.
        let mut wide = worker.always_wide;
        self.each_tile(|re, ro| {
            let before = worker.work;
            let share = match self.tile(worker, re, ro, wide) {
                Ok(share) => share,
                Err(CountOverflow) => {
                    wide = true;
                    worker.work = before;
                    self.tile(worker, re, ro, wide)
                        .expect("wide tables hold every count")
                }
            };
            outcome.value += share.value;
            outcome.joined += share.joined;
        });
        outcome.work = worker.work;
        outcome
    }

    /// Lists the starts, and gives out the parts of Re × Ro that are handled together.
    pub fn each_tile(&self, mut each: impl FnMut(&[StartList], &[StartList])) {
        let (even, odd) = (sets::full(self.n.div_ceil(2)), sets::full(self.n / 2));
        let re = &self.subproblem.re[self.re.clone()];
        let ro = &self.subproblem.ro[self.ro.clone()];
        let re_rows: Vec<u32> = re.iter().map(|&(set, _)| set).collect();
        let ro_rows: Vec<u32> = ro.iter().map(|&(set, _)| odd & !set).collect();
        let (ee, oe) = (
            Quarter::new(self.n, false, false),
            Quarter::new(self.n, true, false),
        );
        let mut black = QuarterPlacements::list(&ee, self.subproblem.ce, &re_rows);
        let mut white = QuarterPlacements::list(&oe, even & !self.subproblem.ce, &ro_rows);
        if self.exchanged {
            black.transpose(self.n, false);
            white.transpose(self.n, true);
        }
        let re = started(re, &black);
        let ro = started(ro, &white);
        for (re, ro) in tiles(&re, &ro, self.subproblem.co.len()) {
            each(&longest_first(re), &longest_first(ro));
        }
    }

    /// What is joined with the starts of each colour, black first.
    pub fn sides(&self, re: &[StartList], ro: &[StartList]) -> [JoinInput; 2] {
        let (even, odd) = (sets::full(self.n.div_ceil(2)), sets::full(self.n / 2));
        let co = &self.subproblem.co;
        let mut black = JoinInput {
            quarter: Quarter::new(self.n, true, true),
            row_sets: ro.iter().map(|ro| ro.set.0).collect(),
            finals: co.clone(),
        };
        let mut white = JoinInput {
            quarter: Quarter::new(self.n, self.exchanged, !self.exchanged),
            row_sets: re.iter().map(|re| even & !re.set.0).collect(),
            finals: co.iter().map(|co| odd & !co).collect(),
        };
        if self.exchanged {
            for side in [&mut black, &mut white] {
                std::mem::swap(&mut side.row_sets, &mut side.finals);
            }
        }
        [black, white]
    }

    fn tile(
        &self,
        worker: &mut Workspace,
        re: &[StartList],
        ro: &[StartList],
        wide: bool,
    ) -> Result<PartialResult, CountOverflow> {
        let mut buffers = std::mem::take(&mut worker.cells);
        let share = if self.exchanged {
            self.by_columns(worker, re, ro, wide, &mut buffers)
        } else {
            self.by_rows(worker, re, ro, wide, &mut buffers)
        };
        worker.cells = buffers;
        share
    }

    fn by_rows(
        &self,
        worker: &mut Workspace,
        re: &[StartList],
        ro: &[StartList],
        wide: bool,
        [b, w]: &mut [Vec<Row>; 2],
    ) -> Result<PartialResult, CountOverflow> {
        let [black, white] = self.sides(re, ro).map(Join::new);
        let rows = black.rows(wide);
        let mut outcome = PartialResult::default();
        let mut b = cells(b, re.len() * ro.len() * rows, wide);
        let mut w = cells(w, 2 * re.len() * rows, wide);
        run_all(&black, worker, re, &mut b, rows, re.len() * rows)?;

        for (pair, two) in ro.chunks(2).enumerate() {
            run_all(&white, worker, two, &mut w, re.len() * rows, rows)?;
            worker.timed(Phase::Dot, |worker| {
                for (half, ro_entry) in two.iter().enumerate() {
                    for (index, re_entry) in re.iter().enumerate() {
                        let b = &b.rows[((2 * pair + half) * re.len() + index) * rows..][..rows];
                        let w = &w.rows[(half * re.len() + index) * rows..][..rows];
                        let sets = [re_entry.set, ro_entry.set];
                        self.add_product(worker, sets, [b, w], wide, &mut outcome);
                    }
                }
            });
        }
        Ok(outcome)
    }

    /// Adds Σ b·w over all Co for one (Re, Ro).
    fn add_product(
        &self,
        worker: &Workspace,
        sets: [(u32, u32); 2],
        [b, w]: [&[Row]; 2],
        wide: bool,
        outcome: &mut PartialResult,
    ) {
        let (plain, tied) = self.subproblem.weights(sets[0], sets[1]);
        let (sum, left, right) = worker.dot(b, w, wide);
        outcome.joined += u128::from(left) + u128::from(right);
        outcome.value += sum * u128::from(plain);
        for index in self.subproblem.co_tied..self.subproblem.co.len() {
            let product = u128::from(cell(b, index, wide)) * u128::from(cell(w, index, wide));
            outcome.value -= product * u128::from(plain - tied);
        }
    }

    fn by_columns(
        &self,
        worker: &mut Workspace,
        re: &[StartList],
        ro: &[StartList],
        wide: bool,
        [b, w]: &mut [Vec<Row>; 2],
    ) -> Result<PartialResult, CountOverflow> {
        let co = &self.subproblem.co;
        let [black, white] = self.sides(re, ro).map(Join::new);
        let (b_rows, w_rows) = (black.rows(wide), white.rows(wide));
        let mut outcome = PartialResult::default();
        let mut b = cells(b, re.len() * co.len() * b_rows, wide);
        let mut w = cells(w, 2 * co.len() * w_rows, wide);
        run_all(&black, worker, re, &mut b, co.len() * b_rows, b_rows)?;

        for (pair, two) in ro.chunks(2).enumerate() {
            run_all(&white, worker, two, &mut w, co.len() * w_rows, w_rows)?;
            for (half, ro_entry) in two.iter().enumerate() {
                for (index, re_entry) in re.iter().enumerate() {
                    let (plain, tied) = self.subproblem.weights(re_entry.set, ro_entry.set);
                    for c in 0..co.len() {
                        let b = &b.rows[(index * co.len() + c) * b_rows..];
                        let w = &w.rows[(half * co.len() + c) * w_rows..];
                        let b = u128::from(cell(b, 2 * pair + half, wide));
                        let w = u128::from(cell(w, index, wide));
                        let weight = if c < self.subproblem.co_tied {
                            plain
                        } else {
                            tied
                        };
                        outcome.joined += b + w;
                        outcome.value += b * w * u128::from(weight);
                    }
                }
            }
        }
        Ok(outcome)
    }
}

/// A buffer with at least this many rows. Every cell that is read is written before.
fn cells(buffer: &mut Vec<Row>, rows: usize, wide: bool) -> CountTable<'_> {
    if buffer.len() < rows {
        buffer.resize(rows, Row::ZERO);
    }
    CountTable {
        rows: buffer,
        wide,
        add: false,
    }
}

/// Runs all start lists, two at a time.
fn run_all(
    join: &Join,
    worker: &mut Workspace,
    started: &[StartList],
    cells: &mut CountTable,
    stride: usize,
    row_stride: usize,
) -> Result<(), CountOverflow> {
    for (pair, two) in started.chunks(2).enumerate() {
        let base = 2 * pair * stride;
        let (lists, bases) = match two {
            [a, b] => ([a.starts, b.starts], [Some(base), Some(base + stride)]),
            [a] => ([a.starts, &[][..]], [Some(base), None]),
            _ => unreachable!("chunks of at most two"),
        };
        join.run(worker, lists, cells, bases, row_stride)?;
    }
    Ok(())
}

/// The sets that have a start at all.
fn started<'a>(sets: &[(u32, u32)], starts: &'a QuarterPlacements) -> Vec<StartList<'a>> {
    sets.iter()
        .enumerate()
        .map(|(index, &set)| StartList {
            set,
            starts: starts.group(index),
        })
        .filter(|started| !started.starts.is_empty())
        .collect()
}

/// Start lists are joined two at a time: those of similar length fill their words evenly.
fn longest_first<'a>(started: &[StartList<'a>]) -> Vec<StartList<'a>> {
    let mut sorted = started.to_vec();
    sorted.sort_by_key(|started| std::cmp::Reverse(started.starts.len()));
    sorted
}

/// How many pairs (Re, Ro) are handled together.
fn most_pairs(columns: usize) -> usize {
    (MAX_TABLE_ROWS / columns.div_ceil(2 * LANES).max(1)).max(4)
}

impl Subproblem {
    /// The chapter of a unit, in the order that its row sets are numbered in.
    pub fn of_unit(unit: &Unit) -> Self {
        let mut subproblem = Orbits::new(unit.n, unit.a).subproblem(unit.ce);
        let cut = unit.re.len() < subproblem.re.len() || unit.ro.len() < subproblem.ro.len();
        if cut || !fits_one_tile(&subproblem) {
            subproblem.arrange(unit.n);
        }
        subproblem
    }
}

/// Whether all pairs of a chapter are handled together: then their order does not matter.
fn fits_one_tile(subproblem: &Subproblem) -> bool {
    subproblem.re.len() * subproblem.ro.len() <= most_pairs(subproblem.co.len())
}

/// Cuts re × ro so that the table of each piece has at most [`MAX_TABLE_ROWS`] rows.
fn tiles<'a, 'b>(
    re: &'b [StartList<'a>],
    ro: &'b [StartList<'a>],
    columns: usize,
) -> Vec<(&'b [StartList<'a>], &'b [StartList<'a>])> {
    let most = most_pairs(columns);
    let side = most.isqrt();
    let ro_side = if re.len() <= side {
        most / re.len().max(1)
    } else {
        side
    };
    let ro_piece = pieces(ro.len(), ro_side);
    let re_piece = pieces(re.len(), most / ro_piece.max(1));
    re.chunks(re_piece)
        .flat_map(|re| ro.chunks(ro_piece).map(move |ro| (re, ro)))
        .collect()
}

/// The size of the pieces if `total` is cut evenly into as few as possible of at most `most`.
fn pieces(total: usize, most: usize) -> usize {
    total.div_ceil(total.div_ceil(most.max(1)).max(1)).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Backend;

    /// b or w by placing one queen after the other: the simple way.
    fn placements(quarters: [(&Quarter, u32, u32); 2], occupied: u64) -> u128 {
        let [(quarter, rows, columns), other] = quarters;
        if rows == 0 {
            return match other.1 {
                0 => 1,
                _ => placements([other, (quarter, 0, 0)], occupied),
            };
        }
        let row = rows.trailing_zeros();
        sets::elements(columns)
            .filter(|&column| occupied & quarter.diagonals(row, column) == 0)
            .map(|column| {
                let rest = (quarter, rows & !(1 << row), columns & !(1 << column));
                placements([rest, other], occupied | quarter.diagonals(row, column))
            })
            .sum()
    }

    fn simple(n: u32, subproblem: &Subproblem, re: Range<usize>, ro: Range<usize>) -> (u128, u128) {
        let (even, odd) = (sets::full(n.div_ceil(2)), sets::full(n / 2));
        let quarter = |rows, columns| Quarter::new(n, rows, columns);
        let (ee, oo) = (quarter(false, false), quarter(true, true));
        let (eo, oe) = (quarter(false, true), quarter(true, false));
        let ce = subproblem.ce;
        let (mut value, mut joined) = (0, 0);
        for &re in &subproblem.re[re] {
            for &ro in &subproblem.ro[ro.clone()] {
                let (plain, tied) = subproblem.weights(re, ro);
                for (index, &co) in subproblem.co.iter().enumerate() {
                    let b = placements([(&ee, re.0, ce), (&oo, ro.0, co)], 0);
                    let w = placements(
                        [
                            (&eo, even & !re.0, odd & !co),
                            (&oe, odd & !ro.0, even & !ce),
                        ],
                        0,
                    );
                    let weight = if index < subproblem.co_tied {
                        plain
                    } else {
                        tied
                    };
                    value += b * w * u128::from(weight);
                    joined += b + w;
                }
            }
        }
        (value, joined)
    }

    /// Every variant of every backend, also with the 32-bit counts of crowded lists forced
    /// where 16 bits suffice.
    fn workers() -> Vec<Workspace> {
        let backends = Backend::ALL.into_iter();
        let variants: Vec<_> = backends.flat_map(Backend::variants).collect();
        let wide = [false, true].into_iter();
        wide.flat_map(|wide| variants.iter().map(move |&kernels| (kernels, wide)))
            .map(|(kernels, wide)| {
                let mut worker = Workspace::new(kernels);
                worker.always_wide = wide;
                worker
            })
            .collect()
    }

    /// Every backend, both roles and both widths of counts, all units against the simple way.
    #[test]
    fn units_agree_with_the_simple_way() {
        for n in 1..=11 {
            for a in Orbits::sizes(n) {
                let orbits = Orbits::new(n, a);
                for ce in orbits.columns() {
                    let subproblem = orbits.subproblem(ce);
                    let (re, ro) = (0..subproblem.re.len(), 0..subproblem.ro.len());
                    let (value, _) = simple(n, &subproblem, re.clone(), ro.clone());
                    for worker in &mut workers() {
                        for exchanged in [false, true] {
                            let (re, ro) = (re.clone(), ro.clone());
                            let task = UnitEvaluator {
                                n,
                                subproblem: &subproblem,
                                re,
                                ro,
                                exchanged,
                            };
                            let found = task.run(worker).value;
                            assert_eq!(found, value, "n = {n}, a = {a}, Ce = {ce:b}");
                        }
                    }
                }
            }
        }
    }

    /// Random corners of random chapters: lists of many lengths around the 8, 16 and 32
    /// placements of lines and words.
    #[test]
    fn backends_and_roles_agree_on_large_boards() {
        let sizes: &[u32] = if cfg!(debug_assertions) {
            &[17, 18, 19]
        } else {
            &[20, 20, 21, 21, 22, 22, 23, 23, 24, 25, 26]
        };
        let mut random = fastrand::Rng::with_seed(20);
        for &n in sizes {
            let a = n / 4 + random.u32(0..2);
            let orbits = Orbits::new(n, a);
            let columns = orbits.columns();
            let mut subproblem = orbits.subproblem(columns[random.usize(..columns.len())]);
            subproblem.arrange(n);
            let mut corner = |length: usize| {
                let begin = random.usize(..length);
                begin..(begin + 3).min(length)
            };
            let (re, ro) = (corner(subproblem.re.len()), corner(subproblem.ro.len()));
            let mut first = None;
            let mut works = [None; 2];
            for worker in &mut workers() {
                for exchanged in [false, true] {
                    // Exchanged, a corner costs as much as a row of units.
                    if exchanged && n > 22 {
                        continue;
                    }
                    let (re, ro) = (re.clone(), ro.clone());
                    let task = UnitEvaluator {
                        n,
                        subproblem: &subproblem,
                        re,
                        ro,
                        exchanged,
                    };
                    let outcome = task.run(worker);
                    let found = (outcome.value, outcome.joined);
                    assert_eq!(
                        found,
                        *first.get_or_insert(found),
                        "n = {n}, exchanged {exchanged}"
                    );
                    let work = *works[usize::from(exchanged)].get_or_insert(outcome.work);
                    assert_eq!(outcome.work, work, "n = {n}, exchanged {exchanged}");
                }
            }
            assert!(first.is_some_and(|(_, joined)| joined > 0));
        }
    }

    /// Σ b over all balanced sets, a value known from another program.
    #[test]
    fn sum_of_all_black_placements() {
        let expected = [(12u32, 99507), (14, 1852933), (15, 8578264)];
        let known = if cfg!(debug_assertions) {
            &expected[..1]
        } else {
            &expected[..]
        };
        for &(n, known) in known {
            let (even, odd) = (n.div_ceil(2), n / 2);
            let mut worker = Workspace::new(Backend::Portable.kernels().expect("always there"));
            let mut sum = 0;
            for a in n % 2..=even {
                let smaller = sets::subsets(odd, a - n % 2);
                if smaller.is_empty() {
                    continue;
                }
                let join = Join::new(JoinInput {
                    quarter: Quarter::new(n, true, true),
                    row_sets: smaller.clone(),
                    finals: smaller.clone(),
                });
                let stride = join.rows(true);
                let mut rows = vec![Row::ZERO; smaller.len() * stride];
                for ce in sets::subsets(even, a) {
                    let row_sets = sets::subsets(even, a);
                    let starts =
                        QuarterPlacements::list(&Quarter::new(n, false, false), ce, &row_sets);
                    for index in 0..row_sets.len() {
                        let lists = [starts.group(index), &[]];
                        let mut cells = CountTable {
                            rows: &mut rows,
                            wide: true,
                            add: false,
                        };
                        join.run(&mut worker, lists, &mut cells, [Some(0), None], stride)
                            .expect("wide tables hold every count");
                        let cells = rows.iter().flat_map(|row| row.0);
                        sum += cells.map(u64::from).sum::<u64>();
                    }
                }
            }
            assert_eq!(sum, known, "n = {n}");
        }
    }
}
