//! A plain search for the value of a unit: a check that shares only the sets of the plan with the engines.
//!
//! An engine fixes row sets, extends lists of placements row by row, and counts in words of 8 to 32
//! bits. This search takes the columns Co one set after the other, places one queen after the other,
//! column by column on the whole board, and counts with 64 and 128 bits. So it sees errors that the
//! check of a total modulo 8 does not, such as a sum that has lost a multiple of 2³².
//!
//! ```text
//!   value = Σ over Co of  Σ over (Re, Ro)  weight · b(Re, Ro, Ce, Co) · w(¬Re, ¬Ro, ¬Ce, ¬Co)
//! ```
//!
//! Both b and w are tables over all (Re, Ro) of the unit for one Co. Each placement that is visited adds
//! one to an entry, so 64 bits suffice. Cost: some 30 ns for each joined pair, about a hundred times that
//! of an engine.

use std::ops::Range;

use crate::colour::sets;
use crate::lowering::subproblem_of;
use crate::plan::Unit;

/// Marks a set of rows that the unit does not have.
const NONE: u32 = u32::MAX;

/// Number of squares that are tried between two questions whether to stop.
const SQUARES_PER_QUESTION: u32 = 1 << 20;

/// Returns the value of a unit by a plain search. `None` if `should_stop` returned true.
///
/// ```
/// use bezzel::NEVER;
/// use bezzel_count::{Backend, Counter, Plan, Route, plain_value};
/// let unit = Plan::new(14)?.unit(5).unwrap();
/// let counted = Counter::new(Backend::detect())?.count(&unit, Route::Direct);
/// assert_eq!(plain_value(&unit, NEVER), Some(counted.value));
/// # Ok::<(), bezzel_count::Error>(())
/// ```
pub fn plain_value(unit: &Unit, should_stop: &dyn Fn() -> bool) -> Option<u128> {
    let subproblem = subproblem_of(unit);
    let (even, odd) = (sets::full(unit.n.div_ceil(2)), sets::full(unit.n / 2));
    let range = |range: &Range<u32>| range.start as usize..range.end as usize;
    let (re, ro) = (
        &subproblem.re[range(&unit.re)],
        &subproblem.ro[range(&unit.ro)],
    );
    let rows_of = |white: bool| {
        let complement = |all: u32, rows: u32| if white { all & !rows } else { rows };
        [
            RowSets::new(re.iter().map(|&(rows, _)| complement(even, rows))),
            RowSets::new(ro.iter().map(|&(rows, _)| complement(odd, rows))),
        ]
    };
    let mut black = ColourSearch::new(unit, rows_of(false), should_stop);
    let mut white = ColourSearch::new(unit, rows_of(true), should_stop);
    let mut value = 0;
    for (index, &co) in subproblem.co.iter().enumerate() {
        let b = black.count(&columns(unit.ce, co, false))?;
        let w = white.count(&columns(even & !unit.ce, odd & !co, true))?;
        let mut products = b
            .iter()
            .zip(w)
            .map(|(&b, &w)| u128::from(b) * u128::from(w));
        for &re in re {
            for &ro in ro {
                let (plain, tied) = subproblem.weights(re, ro);
                let weight = if index < subproblem.co_tied {
                    plain
                } else {
                    tied
                };
                value += u128::from(weight) * products.next().expect("one for each (Re, Ro)");
            }
        }
    }
    Some(value)
}

/// Returns the columns of the queens of one colour, each with the parity of the rows of its squares.
fn columns(even: u32, odd: u32, white: bool) -> Vec<(u32, usize)> {
    let even = sets::elements(even).map(|i| (2 * i, usize::from(white)));
    let odd = sets::elements(odd).map(|i| (2 * i + 1, usize::from(!white)));
    even.chain(odd).collect()
}

/// The sets of rows of one parity that the unit has, by set.
struct RowSets {
    /// Number of each set, or [`NONE`].
    numbers: Vec<u32>,
    /// Subsets of these sets: where a search need not give up.
    begins: Vec<bool>,
    count: usize,
}

impl RowSets {
    fn new(all: impl Iterator<Item = u32>) -> Self {
        let (mut numbers, mut begins) = (vec![NONE; 1 << 16], vec![false; 1 << 16]);
        let mut count = 0;
        for (number, set) in (0..).zip(all) {
            numbers[set as usize] = number;
            count += 1;
            let mut subset = set;
            loop {
                begins[subset as usize] = true;
                if subset == 0 {
                    break;
                }
                subset = (subset - 1) & set;
            }
        }
        Self {
            numbers,
            begins,
            count,
        }
    }
}

/// The search of one colour: one queen in each of the columns.
struct ColourSearch<'a> {
    unit: &'a Unit,
    rows: [RowSets; 2],
    should_stop: &'a dyn Fn() -> bool,
    squares: u32,
    counts: Vec<u64>,
}

impl<'a> ColourSearch<'a> {
    fn new(unit: &'a Unit, rows: [RowSets; 2], should_stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            unit,
            should_stop,
            squares: 0,
            counts: vec![0; rows[0].count * rows[1].count],
            rows,
        }
    }

    /// Counts the placements in these columns by their sets of even and of odd rows. `None` if the search
    /// was stopped.
    fn count(&mut self, columns: &[(u32, usize)]) -> Option<&[u64]> {
        self.counts.fill(0);
        self.place(columns, [0; 2], [0; 2])?;
        Some(&self.counts)
    }

    fn place(&mut self, columns: &[(u32, usize)], rows: [u32; 2], lines: [u64; 2]) -> Option<()> {
        let Some((&(column, parity), rest)) = columns.split_first() else {
            let [even, odd] = [0, 1].map(|parity| self.rows[parity].numbers[rows[parity] as usize]);
            if even != NONE && odd != NONE {
                self.counts[even as usize * self.rows[1].count + odd as usize] += 1;
            }
            return Some(());
        };
        for index in 0..(self.unit.n + 1 - parity as u32) / 2 {
            let row = 2 * index + parity as u32;
            let mut next = rows;
            next[parity] |= 1 << index;
            let square = [1 << (row + column), 1 << (row + self.unit.n - column)];
            let is_free = next != rows && square[0] & lines[0] == 0 && square[1] & lines[1] == 0;
            if is_free
                && self.rows[parity].begins[next[parity] as usize]
                && self.unit.allows(row, column)
            {
                let lines = [lines[0] | square[0], lines[1] | square[1]];
                self.place(rest, next, lines)?;
            }
        }
        self.squares += self.unit.n / 2;
        if self.squares >= SQUARES_PER_QUESTION {
            self.squares = 0;
            if (self.should_stop)() {
                return None;
            }
        }
        Some(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Backend, Counter, Plan, Route};
    use bezzel::NEVER;

    /// Corners of units, also of those whose row sets are in the order of their cover.
    #[test]
    fn it_counts_parts_of_large_units() {
        let mut counter = Counter::new(Backend::detect()).unwrap();
        for n in [20, 23] {
            let plan = Plan::new(n).unwrap();
            let mut unit = plan.unit(plan.len() / 2).unwrap();
            unit.re = unit.re.end - 1..unit.re.end;
            unit.ro = unit.ro.start + 1..unit.ro.start + 3;
            let found = counter.count(&unit, Route::Direct);
            assert!(found.value > 0, "{unit}");
            assert_eq!(plain_value(&unit, NEVER), Some(found.value), "{unit}");
        }
    }

    #[test]
    fn it_stops() {
        let plan = Plan::new(20).unwrap();
        let unit = plan.unit(plan.len() / 2).unwrap();
        assert_eq!(plain_value(&unit, &|| true), None);
    }
}
