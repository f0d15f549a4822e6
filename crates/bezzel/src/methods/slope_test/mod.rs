//! Slope test: one array of positions, compared pair by pair.
//!
//! `columns[row]` is the column of each row's queen, so no two queens can share a row. Two
//! queens attack each other if their columns are equal or if the line through them has slope
//! 45° or 135°, that is |Δrow| = |Δcolumn|.
//!
//! Time O(n!) with up to n comparisons per square, memory O(n). Gain over the bordered board: n
//! numbers replace the board.

pub(super) mod about;

use std::ops::ControlFlow;

use super::SearchMethod;
use super::observer::{Data, Event, Probe, Report, Watch};
use super::opening::Opening;
use crate::Square;

pub(super) struct SlopeTest;

impl SearchMethod for SlopeTest {
    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let mut search = SlopeRows {
            n,
            columns: Vec::with_capacity(n as usize),
            solutions: 0,
            report: Report::new(opening.images, observer),
        };
        for queen in &opening.queens {
            search.place(*queen)?;
        }
        search.next_row()?;
        ControlFlow::Continue(search.solutions)
    }
}

struct SlopeRows<'o, O> {
    n: u32,
    columns: Vec<u32>,
    solutions: u64,
    report: Report<'o, O>,
}

impl<O: Watch> SlopeRows<'_, O> {
    fn next_row(&mut self) -> ControlFlow<()> {
        let row = self.columns.len() as u32;
        if row == self.n {
            self.solutions += 1; //@ solution
            return self.report.solution(&self.columns, || data(&self.columns));
        }
        for column in 0..self.n {
            //@ try
            let square = Square::new(row, column);
            self.report
                .event(Event::Try { square }, || data(&self.columns))?;
            if self.is_safe(square)? {
                self.place(square)?;
                self.next_row()?;
                self.columns.pop(); //@ remove
                self.report
                    .event(Event::Remove { square }, || data(&self.columns))?;
            }
        } //@ exhausted
        self.report
            .event(Event::Exhausted { row }, || data(&self.columns))
    }

    /// Compares the square with every queen above.
    fn is_safe(&mut self, square: Square) -> ControlFlow<(), bool> {
        for above in 0..self.columns.len() {
            let other = Square::new(above as u32, self.columns[above]);
            let probe = Probe::Queen { square: other };
            self.report
                .event(Event::Test { square, probe }, || data(&self.columns))?;
            let across = square.column.abs_diff(other.column);
            if across == 0 || across == square.row - other.row {
                //@ test-queen
                self.report
                    .rejected(square, || other, || data(&self.columns))?;
                return ControlFlow::Continue(false); //@ rejected
            }
        }
        ControlFlow::Continue(true)
    }

    fn place(&mut self, square: Square) -> ControlFlow<()> {
        self.columns.push(square.column); //@ place
        self.report
            .event(Event::Place { square }, || data(&self.columns))
    }
}

fn data(columns: &[u32]) -> Data {
    Data::Positions {
        columns: columns.to_vec(),
    }
}
