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

use super::join::{Join, Work, Worker};
use super::orbit::Chapter;
use super::quarter::{Quarter, Starts};
use super::sets;

/// Most table cells that are held at once: 64 MiB of counts.
const MOST_CELLS: usize = 32 << 20;

/// A rectangle of a chapter.
pub(crate) struct Task<'a> {
    pub n: u32,
    pub chapter: &'a Chapter,
    pub re: Range<usize>,
    pub ro: Range<usize>,
    /// Rows and columns exchanged, for the double check.
    pub exchanged: bool,
}

/// What a task found.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Outcome {
    /// [`SCALE`](super::orbit::SCALE) times the number of solutions.
    pub value: u128,
    /// Σ b + Σ w.
    pub joined: u128,
    pub work: Work,
}

/// A row set with its weight and its start list.
#[derive(Clone, Copy)]
struct Started<'a> {
    set: (u32, u32),
    starts: &'a [u64],
}

impl Task<'_> {
    /// Counts. Cost: about a quarter of a cycle per joined pair for large n.
    pub fn run(&self, worker: &mut Worker) -> Outcome {
        worker.work = Work::default();
        let (even, odd) = (sets::full(self.n.div_ceil(2)), sets::full(self.n / 2));
        let re = &self.chapter.re[self.re.clone()];
        let ro = &self.chapter.ro[self.ro.clone()];
        let re_rows: Vec<u32> = re.iter().map(|&(set, _)| set).collect();
        let ro_rows: Vec<u32> = ro.iter().map(|&(set, _)| odd & !set).collect();
        let (ee, oe) = (
            Quarter::new(self.n, false, false),
            Quarter::new(self.n, true, false),
        );
        let mut black = Starts::list(&ee, self.chapter.ce, &re_rows);
        let mut white = Starts::list(&oe, even & !self.chapter.ce, &ro_rows);
        if self.exchanged {
            black.transpose(self.n, false);
            white.transpose(self.n, true);
        }
        let re = started(re, &black);
        let ro = started(ro, &white);
        let mut outcome = Outcome::default();
        for (re, ro) in tiles(&re, &ro, self.chapter.co.len()) {
            let (re, ro) = (&longest_first(re), &longest_first(ro));
            if self.exchanged {
                self.exchanged_tile(worker, re, ro, &mut outcome);
            } else {
                self.tile(worker, re, ro, &mut outcome);
            }
        }
        outcome.work = worker.work;
        outcome
    }

    fn tile(&self, worker: &mut Worker, re: &[Started], ro: &[Started], outcome: &mut Outcome) {
        let (even, odd) = (sets::full(self.n.div_ceil(2)), sets::full(self.n / 2));
        let co = &self.chapter.co;
        let black = Join::new(
            Quarter::new(self.n, true, true),
            ro.iter().map(|ro| ro.set.0).collect(),
            co.clone(),
        );
        let white = Join::new(
            Quarter::new(self.n, false, true),
            re.iter().map(|re| even & !re.set.0).collect(),
            co.iter().map(|co| odd & !co).collect(),
        );
        let width = black.width();
        let [mut b, mut w] = std::mem::take(&mut worker.cells);
        grow(&mut b, re.len() * ro.len() * width);
        grow(&mut w, 2 * re.len() * width);
        run_all(&black, worker, re, &mut b, width, re.len() * width);

        for (pair, two) in ro.chunks(2).enumerate() {
            run_all(&white, worker, two, &mut w, re.len() * width, width);
            for (half, ro_entry) in two.iter().enumerate() {
                for (index, re_entry) in re.iter().enumerate() {
                    let b = &b[((2 * pair + half) * re.len() + index) * width..][..width];
                    let w = &w[(half * re.len() + index) * width..][..width];
                    self.add_product(worker, [re_entry.set, ro_entry.set], b, w, outcome);
                }
            }
        }
        worker.cells = [b, w];
    }

    /// Adds Σ b·w over all Co for one (Re, Ro).
    fn add_product(
        &self,
        worker: &Worker,
        sets: [(u32, u32); 2],
        b: &[u32],
        w: &[u32],
        outcome: &mut Outcome,
    ) {
        let (plain, tied) = self.chapter.weights(sets[0], sets[1]);
        let (sum, left, right) = worker.dot(b, w);
        outcome.joined += u128::from(left) + u128::from(right);
        outcome.value += sum * u128::from(plain);
        for index in self.chapter.co_tied..self.chapter.co.len() {
            let product = u128::from(b[index]) * u128::from(w[index]);
            outcome.value -= product * u128::from(plain - tied);
        }
    }

    fn exchanged_tile(
        &self,
        worker: &mut Worker,
        re: &[Started],
        ro: &[Started],
        outcome: &mut Outcome,
    ) {
        let (even, odd) = (sets::full(self.n.div_ceil(2)), sets::full(self.n / 2));
        let co = &self.chapter.co;
        let black = Join::new(
            Quarter::new(self.n, true, true),
            co.clone(),
            ro.iter().map(|ro| ro.set.0).collect(),
        );
        let white = Join::new(
            Quarter::new(self.n, true, false),
            co.iter().map(|co| odd & !co).collect(),
            re.iter().map(|re| even & !re.set.0).collect(),
        );
        let (b_width, w_width) = (black.width(), white.width());
        let [mut b, mut w] = std::mem::take(&mut worker.cells);
        grow(&mut b, re.len() * co.len() * b_width);
        grow(&mut w, 2 * co.len() * w_width);
        run_all(&black, worker, re, &mut b, co.len() * b_width, b_width);

        for (pair, two) in ro.chunks(2).enumerate() {
            run_all(&white, worker, two, &mut w, co.len() * w_width, w_width);
            for (half, ro_entry) in two.iter().enumerate() {
                for (index, re_entry) in re.iter().enumerate() {
                    let (plain, tied) = self.chapter.weights(re_entry.set, ro_entry.set);
                    for c in 0..co.len() {
                        let b = b[(index * co.len() + c) * b_width + 2 * pair + half];
                        let w = w[(half * co.len() + c) * w_width + index];
                        let weight = if c < self.chapter.co_tied {
                            plain
                        } else {
                            tied
                        };
                        outcome.joined += u128::from(b) + u128::from(w);
                        outcome.value += u128::from(b) * u128::from(w) * u128::from(weight);
                    }
                }
            }
        }
        worker.cells = [b, w];
    }
}

/// Makes room for at least `length` cells. Every cell that is read is written before.
fn grow(cells: &mut Vec<u32>, length: usize) {
    if cells.len() < length {
        cells.resize(length, 0);
    }
}

/// Runs all start lists, two at a time.
fn run_all(
    join: &Join,
    worker: &mut Worker,
    started: &[Started],
    cells: &mut [u32],
    stride: usize,
    row_stride: usize,
) {
    for (pair, two) in started.chunks(2).enumerate() {
        let base = 2 * pair * stride;
        let (lists, bases) = match two {
            [a, b] => ([a.starts, b.starts], [Some(base), Some(base + stride)]),
            [a] => ([a.starts, &[][..]], [Some(base), None]),
            _ => unreachable!("chunks of at most two"),
        };
        join.run(worker, lists, cells, bases, row_stride);
    }
}

/// The sets that have a start at all.
fn started<'a>(sets: &[(u32, u32)], starts: &'a Starts) -> Vec<Started<'a>> {
    sets.iter()
        .enumerate()
        .map(|(index, &set)| Started {
            set,
            starts: starts.group(index),
        })
        .filter(|started| !started.starts.is_empty())
        .collect()
}

/// Start lists are joined two at a time: those of similar length fill their words evenly.
fn longest_first<'a>(started: &[Started<'a>]) -> Vec<Started<'a>> {
    let mut sorted = started.to_vec();
    sorted.sort_by_key(|started| std::cmp::Reverse(started.starts.len()));
    sorted
}

/// Cuts re × ro so that the table of each piece has at most [`MOST_CELLS`] cells.
fn tiles<'a, 'b>(
    re: &'b [Started<'a>],
    ro: &'b [Started<'a>],
    columns: usize,
) -> Vec<(&'b [Started<'a>], &'b [Started<'a>])> {
    let most = (MOST_CELLS / columns.next_multiple_of(16).max(16)).max(4);
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
    use crate::count::Backend;
    use crate::count::colour::orbit::Orbits;

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

    fn simple(n: u32, chapter: &Chapter, re: Range<usize>, ro: Range<usize>) -> (u128, u128) {
        let (even, odd) = (sets::full(n.div_ceil(2)), sets::full(n / 2));
        let quarter = |rows, columns| Quarter::new(n, rows, columns);
        let (ee, oo) = (quarter(false, false), quarter(true, true));
        let (eo, oe) = (quarter(false, true), quarter(true, false));
        let ce = chapter.ce;
        let (mut value, mut joined) = (0, 0);
        for &re in &chapter.re[re] {
            for &ro in &chapter.ro[ro.clone()] {
                let (plain, tied) = chapter.weights(re, ro);
                for (index, &co) in chapter.co.iter().enumerate() {
                    let b = placements([(&ee, re.0, ce), (&oo, ro.0, co)], 0);
                    let w = placements(
                        [
                            (&eo, even & !re.0, odd & !co),
                            (&oe, odd & !ro.0, even & !ce),
                        ],
                        0,
                    );
                    let weight = if index < chapter.co_tied { plain } else { tied };
                    value += b * w * u128::from(weight);
                    joined += b + w;
                }
            }
        }
        (value, joined)
    }

    fn workers() -> Vec<Worker> {
        let mut workers: Vec<Worker> = Backend::ALL
            .iter()
            .filter_map(|backend| backend.kernels().ok())
            .map(Worker::new)
            .collect();
        // The 32-bit counts of crowded lists, forced where 16 bits suffice.
        for index in 0..workers.len() {
            let mut wide = Worker::new(Backend::ALL[index].kernels().expect("as above"));
            wide.always_wide = true;
            workers.push(wide);
        }
        workers
    }

    /// Every backend, both roles and both widths of counts, all units against the simple way.
    #[test]
    fn units_agree_with_the_simple_way() {
        for n in 1..=11 {
            for a in Orbits::sizes(n) {
                let orbits = Orbits::new(n, a);
                for ce in orbits.columns() {
                    let chapter = orbits.chapter(ce);
                    let (re, ro) = (0..chapter.re.len(), 0..chapter.ro.len());
                    let (value, _) = simple(n, &chapter, re.clone(), ro.clone());
                    for worker in &mut workers() {
                        for exchanged in [false, true] {
                            let (re, ro) = (re.clone(), ro.clone());
                            let task = Task {
                                n,
                                chapter: &chapter,
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

    /// Corners of large units: lists of many lengths around the 8, 16 and 32 placements of
    /// lines and words.
    #[test]
    fn backends_and_roles_agree_on_large_boards() {
        let sizes: &[u32] = if cfg!(debug_assertions) {
            &[18, 19]
        } else {
            &[20, 21, 22, 23, 25, 26]
        };
        for &n in sizes {
            let a = n / 4 + n % 2;
            let orbits = Orbits::new(n, a);
            let columns = orbits.columns();
            let chapter = orbits.chapter(columns[columns.len() / 3]);
            let middle = |length: usize| length / 2..(length / 2 + 3).min(length);
            let (re, ro) = (middle(chapter.re.len()), middle(chapter.ro.len()));
            let mut first = None;
            for worker in &mut workers() {
                for exchanged in [false, true] {
                    // Exchanged, a corner costs as much as a row of units.
                    if exchanged && n > 22 {
                        continue;
                    }
                    let (re, ro) = (re.clone(), ro.clone());
                    let task = Task {
                        n,
                        chapter: &chapter,
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
                }
            }
            assert!(first.is_some_and(|(value, _)| value > 0));
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
            let mut worker = Worker::new(Backend::Portable.kernels().expect("always there"));
            let mut sum = 0;
            for a in n % 2..=even {
                let smaller = sets::subsets(odd, a - n % 2);
                if smaller.is_empty() {
                    continue;
                }
                let join = Join::new(
                    Quarter::new(n, true, true),
                    smaller.clone(),
                    smaller.clone(),
                );
                let mut cells = vec![0; smaller.len() * join.width()];
                for ce in sets::subsets(even, a) {
                    let rows = sets::subsets(even, a);
                    let starts = Starts::list(&Quarter::new(n, false, false), ce, &rows);
                    for index in 0..rows.len() {
                        let lists = [starts.group(index), &[]];
                        join.run(
                            &mut worker,
                            lists,
                            &mut cells,
                            [Some(0), None],
                            join.width(),
                        );
                        sum += cells.iter().map(|&cell| u64::from(cell)).sum::<u64>();
                    }
                }
            }
            assert_eq!(sum, known, "n = {n}");
        }
    }
}
