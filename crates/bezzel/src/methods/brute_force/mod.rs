//! Brute force: n nested loops over all column choices, tested at the end.
//!
//! Every row gets every column, which makes nⁿ boards (8⁸ = 16,777,216 for eight queens). Only
//! full boards are tested: two queens attack each other if their columns are equal or if |Δrow|
//! = |Δcolumn|.
//!
//! Time O(nⁿ) boards with up to n²/2 comparisons each, memory O(n). It is the baseline for all
//! other methods.

pub(super) mod about;

use std::ops::ControlFlow;

use super::observer::{Data, Event, Probe, Report, Watch};
use super::opening::Opening;
use super::{SearchMethod, SplitRule};
use crate::Square;

pub(super) struct BruteForce;

impl SearchMethod for BruteForce {
    const SPLIT_RULE: SplitRule = SplitRule::AllSquares;

    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let mut loops = Loops {
            n,
            columns: Vec::with_capacity(n as usize),
            solutions: 0,
            report: Report::new(opening.images, observer),
        };
        for queen in &opening.queens {
            loops.place(*queen)?;
        }
        loops.next_loop()?;
        ControlFlow::Continue(loops.solutions)
    }
}

struct Loops<'o, O> {
    n: u32,
    columns: Vec<u32>,
    solutions: u64,
    report: Report<'o, O>,
}

impl<O: Watch> Loops<'_, O> {
    /// Loops over the columns of one row; the loops of the rows below are nested in it.
    fn next_loop(&mut self) -> ControlFlow<()> {
        let row = self.columns.len() as u32;
        if row == self.n {
            return self.test_board();
        }
        for column in 0..self.n {
            //@ try
            let square = Square::new(row, column);
            self.report
                .event(Event::Try { square }, || data(&self.columns))?;
            self.place(square)?;
            self.next_loop()?;
            self.columns.pop(); //@ remove
            self.report
                .event(Event::Remove { square }, || data(&self.columns))?;
        } //@ exhausted
        self.report
            .event(Event::Exhausted { row }, || data(&self.columns))
    }

    fn place(&mut self, square: Square) -> ControlFlow<()> {
        self.columns.push(square.column); //@ place
        self.report
            .event(Event::Place { square }, || data(&self.columns))
    }

    /// Compares each queen with all queens above it.
    fn test_board(&mut self) -> ControlFlow<()> {
        for row in 1..self.columns.len() {
            let square = Square::new(row as u32, self.columns[row]);
            for above in 0..row {
                let other = Square::new(above as u32, self.columns[above]);
                let probe = Probe::Queen { square: other };
                self.report
                    .event(Event::Test { square, probe }, || data(&self.columns))?;
                if square.line_to(other).is_some() {
                    //@ test-queen
                    self.report
                        .rejected(square, || other, || data(&self.columns))?;
                    return ControlFlow::Continue(()); //@ rejected
                }
            }
        }
        self.solutions += 1; //@ solution
        self.report.solution(&self.columns, || data(&self.columns))
    }
}

fn data(columns: &[u32]) -> Data {
    Data::Positions {
        columns: columns.to_vec(),
    }
}
