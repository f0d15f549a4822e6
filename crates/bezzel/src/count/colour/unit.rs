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
use super::orbit::{Chapter, SCALE};
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
    /// [`SCALE`] times the number of solutions.
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

/// Divides a scaled total by [`SCALE`]; `None` if it is not divisible, which is an error.
pub(crate) fn unscaled(value: u128) -> Option<u128> {
    value
        .is_multiple_of(SCALE.into())
        .then(|| value / u128::from(SCALE))
}
