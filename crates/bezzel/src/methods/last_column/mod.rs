//! Last column: the last row is computed, not searched.
//!
//! The columns of a solution are 0 … n − 1 in some order, so their sum is n(n − 1)/2. The
//! column of the last row is therefore n(n − 1)/2 minus the sum of the others, and only its two
//! diagonals remain to be tested.
//!
//! The idea works with every row-by-row method; here it is combined with the marker arrays.
//! Time and memory as there. Gain: the n squares of the last row become one.

pub(super) mod about;

use std::ops::ControlFlow;

use super::SearchMethod;
use super::diagonal_markers::{Markers, attacker, queens_of};
use super::observer::{Event, Report, Watch};
use super::opening::Opening;
use crate::Square;

pub(super) struct LastColumn;

impl SearchMethod for LastColumn {
    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let mut search = LastColumnRows {
            n,
            columns: Vec::with_capacity(n as usize),
            missing: n * n.saturating_sub(1) / 2,
            markers: Markers::new(n),
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

struct LastColumnRows<'o, O> {
    n: u32,
    columns: Vec<u32>,
    /// Sum of the free columns.
    missing: u32,
    markers: Markers,
    solutions: u64,
    report: Report<'o, O>,
}

impl<O: Watch> LastColumnRows<'_, O> {
    fn next_row(&mut self) -> ControlFlow<()> {
        let row = self.columns.len() as u32;
        if row == self.n {
            return self.solution();
        }
        if row + 1 == self.n {
            return self.last_row(row);
        }
        for column in 0..self.n {
            //@ try
            let square = Square::new(row, column);
            self.report
                .event(Event::Try { square }, || self.markers.data())?;
            if self
                .markers
                .is_safe(square, queens_of(&self.columns), &mut self.report)?
            {
                self.place(square)?;
                self.next_row()?;
                self.remove(square)?;
            }
        } //@ exhausted
        self.report
            .event(Event::Exhausted { row }, || self.markers.data())
    }

    fn last_row(&mut self, row: u32) -> ControlFlow<()> {
        let square = Square::new(row, self.missing); //@ try
        self.report
            .event(Event::Try { square }, || self.markers.data())?;
        let markers = &self.markers;
        match markers.attacking_diagonal(square, &mut self.report, || markers.data())? {
            Some(line) => {
                //@ rejected
                let by = || attacker(square, line, queens_of(&self.columns));
                self.report.rejected(square, by, || markers.data())?;
            }
            None => {
                self.place(square)?;
                self.solution()?;
                self.remove(square)?;
            }
        } //@ exhausted
        self.report
            .event(Event::Exhausted { row }, || self.markers.data())
    }

    fn solution(&mut self) -> ControlFlow<()> {
        self.solutions += 1; //@ solution
        self.report.solution(&self.columns, || self.markers.data())
    }

    fn place(&mut self, square: Square) -> ControlFlow<()> {
        self.columns.push(square.column);
        self.missing -= square.column;
        self.markers.mark(square, true); //@ place
        self.report
            .event(Event::Place { square }, || self.markers.data())
    }

    fn remove(&mut self, square: Square) -> ControlFlow<()> {
        self.columns.pop();
        self.missing += square.column;
        self.markers.mark(square, false); //@ remove
        self.report
            .event(Event::Remove { square }, || self.markers.data())
    }
}
