//! Bitmask: three integers represent the board.
//!
//! Each column is one bit. `columns` holds the occupied columns; `diagonals` and
//! `anti` hold the squares of the current row that are attacked along diagonals. From
//! one row to the next, a diagonal moves one column to the right and an anti-diagonal one to
//! the left, which are two shifts. With `full` = (1 << n) − 1:
//!
//! ```text
//!   free squares          full & !(columns | anti | diagonals)
//!   lowest of them        x & -x     (two's complement: keeps only the lowest set bit)
//!   without the lowest    x & (x - 1)
//!   next row              columns | q    (diagonals | q) << 1    (anti | q) >> 1
//! ```
//!
//! Time O(n!) with one test per row, memory O(n) for the stack. Gain over marker arrays:
//! attacked squares are never visited one by one.

pub(super) mod about;

use std::ops::ControlFlow;

use super::SearchMethod;
use super::observer::{Data, Event, Masks, Probe, Report, Watch};
use super::opening::{ITSELF, Opening};
use crate::Square;

pub(super) struct Bitmask;

impl SearchMethod for Bitmask {
    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let mut search =
            BitmaskRows::<_, false>::new(n, &[], Report::new(opening.images, observer));
        search.open(&opening.queens, Masks::default())?;
        ControlFlow::Continue(search.solutions)
    }
}

/// Searches a board each of whose rows allows only a set of columns.
pub(super) fn search_allowed<O: Watch>(
    n: u32,
    allowed: &[u64],
    observer: &mut O,
) -> ControlFlow<(), u64> {
    let mut search = BitmaskRows::<_, true>::new(n, allowed, Report::new(ITSELF, observer));
    search.row(0, 0, 0)?;
    ControlFlow::Continue(search.solutions)
}

/// `ON_BOARD` is true for a board with placed queens or blocked squares.
struct BitmaskRows<'o, O, const ON_BOARD: bool> {
    full: u64,
    /// Columns that each row allows, only for such a board.
    allowed: &'o [u64],
    /// Columns so far; updated only for an observer.
    path: Vec<u32>,
    solutions: u64,
    report: Report<'o, O>,
}

impl<'o, O: Watch, const ON_BOARD: bool> BitmaskRows<'o, O, ON_BOARD> {
    fn new(n: u32, allowed: &'o [u64], report: Report<'o, O>) -> Self {
        Self {
            full: if n == 0 { 0 } else { u64::MAX >> (64 - n) },
            allowed,
            path: Vec::with_capacity(n as usize),
            solutions: 0,
            report,
        }
    }

    /// Places the queens of the start position, then searches the rows below.
    fn open(&mut self, queens: &[Square], masks: Masks) -> ControlFlow<()> {
        let Some((queen, rest)) = queens.split_first() else {
            return self.row(masks.columns, masks.diagonals, masks.anti_diagonals);
        };
        let below = masks.with(1 << queen.column); //@ place-start
        self.placed(1 << queen.column, masks, below)?;
        self.open(rest, below)?; //@ masks-start remove-start
        self.removed(masks)
    }

    /// Searches one row and all rows below.
    fn row(&mut self, columns: u64, diagonals: u64, anti: u64) -> ControlFlow<()> {
        let masks = Masks {
            columns,
            diagonals,
            anti_diagonals: anti,
        };
        if columns == self.full {
            self.solutions += 1; //@ solution image
            return self.report.solution(&self.path, || data(masks, 0));
        }
        let mut free = masks.free(self.full); //@ test-masks
        if ON_BOARD {
            free &= self.allowed[columns.count_ones() as usize];
        }
        self.report_test(masks, free)?;
        while free != 0 {
            //@ remove
            let queen = free & free.wrapping_neg(); //@ try
            free &= free - 1;
            let below = masks.with(queen); //@ place
            self.report_try(queen, masks, free)?;
            self.placed(queen, masks, below)?;
            self.row(below.columns, below.diagonals, below.anti_diagonals)?; //@ masks
            self.removed(masks)?;
        } //@ exhausted
        let row = self.path.len() as u32;
        self.report
            .event(Event::Exhausted { row }, || data(masks, 0))
    }

    fn placed(&mut self, queen: u64, masks: Masks, below: Masks) -> ControlFlow<()> {
        if O::ENABLED {
            let square = self.square(queen);
            self.path.push(square.column);
            let rest = self.free(masks) & right_of(square.column);
            let place = || Event::Place { square };
            self.report.event(place(), || data(masks, rest))?;
            let left = self.free(below);
            let shifted = || Event::Masks {
                row: square.row,
                before: masks,
                after: below,
            };
            self.report.event(shifted(), || data(below, left))?;
        }
        ControlFlow::Continue(())
    }

    fn removed(&mut self, masks: Masks) -> ControlFlow<()> {
        if O::ENABLED {
            let column = self.path.pop().expect("a queen to remove");
            let square = self.square(1 << column);
            let left = self.free(masks) & right_of(column);
            let remove = || Event::Remove { square };
            self.report.event(remove(), || data(masks, left))?;
        }
        ControlFlow::Continue(())
    }

    /// Returns the free squares of the row below the queens of these masks.
    fn free(&self, masks: Masks) -> u64 {
        let row = masks.columns.count_ones() as usize;
        let allowed = self.allowed.get(row).filter(|_| ON_BOARD);
        masks.free(*allowed.unwrap_or(&self.full))
    }

    fn report_try(&mut self, queen: u64, masks: Masks, left: u64) -> ControlFlow<()> {
        let square = self.square(queen);
        self.report
            .event(Event::Try { square }, || data(masks, left | queen))
    }

    /// Reports one test of the three masks at the lowest free square of the row, or at column 0
    /// if no square is free.
    fn report_test(&mut self, masks: Masks, candidates: u64) -> ControlFlow<()> {
        let lowest = if candidates == 0 { 1 } else { candidates };
        let square = self.square(lowest);
        let probe = Probe::Masks { masks };
        self.report
            .event(Event::Test { square, probe }, || data(masks, candidates))
    }

    /// Returns the lowest square of `set` in the current row.
    fn square(&self, set: u64) -> Square {
        Square::new(self.path.len() as u32, set.trailing_zeros())
    }
}

/// Returns the columns to the right; in two shifts, as there may be 64 columns.
fn right_of(column: u32) -> u64 {
    u64::MAX << column << 1
}

impl Masks {
    /// Returns the masks of the next row after placing a queen on the bit `queen`.
    pub(crate) fn with(self, queen: u64) -> Masks {
        Masks {
            columns: self.columns | queen,
            diagonals: (self.diagonals | queen) << 1,
            anti_diagonals: (self.anti_diagonals | queen) >> 1,
        }
    }
}

fn data(masks: Masks, candidates: u64) -> Data {
    Data::Masks { masks, candidates }
}
