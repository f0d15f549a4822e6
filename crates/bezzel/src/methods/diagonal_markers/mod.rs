//! Diagonal markers: three arrays give the attack state of a square in constant time.
//!
//! All squares of a diagonal share row − column, and all squares of an anti-diagonal share row
//! + column. So three arrays of booleans represent all attacks:
//!
//! ```text
//!   columns[column]            n entries
//!   diagonals[row - column + n]  index 1 … 2n − 1 (shifted by n to avoid negative indices)
//!   anti_diagonals[row + column] index 0 … 2n − 2
//! ```
//!
//! Time O(n!) with at most three look-ups per square, memory O(n). Gain over the slope test:
//! the cost of a test does not grow with the number of queens.

pub(super) mod about;

use std::ops::ControlFlow;

use super::SearchMethod;
use super::observer::{Data, Event, Probe, Report, Watch};
use super::opening::Opening;
use crate::{Line, Square};

pub(super) struct DiagonalMarkers;

impl SearchMethod for DiagonalMarkers {
    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let mut search = MarkerRows {
            n,
            columns: Vec::with_capacity(n as usize),
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

/// The three marker arrays.
pub(super) struct Markers {
    n: u32,
    columns: Array<bool>,
    diagonals: Array<bool>,
    anti: Array<bool>,
}

/// Array for the largest board, n = 64, which has 127 diagonals.
pub(super) type Array<T> = [T; 128];

/// Returns an index that the compiler knows to be within an [`Array`].
pub(super) fn at(index: u32) -> usize {
    debug_assert!(index < 128);
    index as usize % 128
}

impl Markers {
    pub(super) fn new(n: u32) -> Self {
        Self {
            n,
            columns: [false; 128],
            diagonals: [false; 128],
            anti: [false; 128],
        }
    }

    fn column_taken(&self, square: Square) -> bool {
        self.columns[at(square.column)]
    }

    fn diagonal_taken(&self, square: Square) -> bool {
        self.diagonals[at(square.row + self.n - square.column)]
    }

    fn anti_diagonal_taken(&self, square: Square) -> bool {
        self.anti[at(square.row + square.column)]
    }

    /// Sets or clears the markers of the three lines through a square.
    pub(super) fn mark(&mut self, square: Square, taken: bool) {
        self.columns[at(square.column)] = taken;
        self.mark_diagonals(square, taken);
    }

    /// Sets or clears the markers of the two diagonals through a square, but not of its column.
    pub(super) fn mark_diagonals(&mut self, square: Square, taken: bool) {
        self.diagonals[at(square.row + self.n - square.column)] = taken;
        self.anti[at(square.row + square.column)] = taken;
    }

    /// Returns the arrays of diagonals and of anti-diagonals.
    pub(super) fn diagonals(&self) -> (&[bool], &[bool]) {
        let entries = 2 * self.n as usize;
        (&self.diagonals[..entries], &self.anti[..entries])
    }

    pub(super) fn data(&self) -> Data {
        let (diagonals, anti_diagonals) = self.diagonals();
        Data::Markers {
            columns: self.columns[..self.n as usize].to_vec(),
            diagonals: diagonals.to_vec(),
            anti_diagonals: anti_diagonals.to_vec(),
        }
    }

    /// Tests the three markers of a square one by one and reports each test. `queens` are those
    /// on the board, to name the attacker.
    pub(super) fn is_safe<O: Watch>(
        &self,
        square: Square,
        queens: impl Iterator<Item = Square>,
        report: &mut Report<'_, O>,
    ) -> ControlFlow<(), bool> {
        let line = self.attacking_line(square, report)?;
        if let Some(line) = line {
            //@ rejected
            report.rejected(square, || attacker(square, line, queens), || self.data())?;
        }
        ControlFlow::Continue(line.is_none())
    }

    fn attacking_line<O: Watch>(
        &self,
        square: Square,
        report: &mut Report<'_, O>,
    ) -> ControlFlow<(), Option<Line>> {
        let index = square.column;
        let probe = Probe::ColumnMarker { index };
        report.event(Event::Test { square, probe }, || self.data())?;
        if self.column_taken(square) {
            //@ test-column
            return ControlFlow::Continue(Some(Line::Column));
        }
        self.attacking_diagonal(square, report, || self.data())
    }

    /// Tests the diagonals of a square whose column is known to be free.
    pub(super) fn attacking_diagonal<O: Watch>(
        &self,
        square: Square,
        report: &mut Report<'_, O>,
        data: impl Fn() -> Data,
    ) -> ControlFlow<(), Option<Line>> {
        let index = square.row + self.n - square.column;
        let probe = Probe::DiagonalMarker { index };
        report.event(Event::Test { square, probe }, &data)?;
        if self.diagonal_taken(square) {
            //@ test-diagonal
            return ControlFlow::Continue(Some(Line::Diagonal));
        }
        let index = square.row + square.column;
        let probe = Probe::AntiDiagonalMarker { index };
        report.event(Event::Test { square, probe }, &data)?;
        ControlFlow::Continue(
            self.anti_diagonal_taken(square) //@ test-anti-diagonal
                .then_some(Line::AntiDiagonal),
        )
    }
}

/// Returns the queen that attacks a square along a marked line.
pub(super) fn attacker(
    square: Square,
    line: Line,
    mut queens: impl Iterator<Item = Square>,
) -> Square {
    queens
        .find(|queen| queen.line_to(square) == Some(line))
        .expect("a marked line holds a queen")
}

/// Iterates over the queens of rows 0, 1, … in these columns.
pub(super) fn queens_of(columns: &[u32]) -> impl Iterator<Item = Square> + '_ {
    (0..)
        .zip(columns)
        .map(|(row, &column)| Square::new(row, column))
}

struct MarkerRows<'o, O> {
    n: u32,
    columns: Vec<u32>,
    markers: Markers,
    solutions: u64,
    report: Report<'o, O>,
}

impl<O: Watch> MarkerRows<'_, O> {
    fn next_row(&mut self) -> ControlFlow<()> {
        let row = self.columns.len() as u32;
        if row == self.n {
            self.solutions += 1; //@ solution
            return self.report.solution(&self.columns, || self.markers.data());
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

    fn place(&mut self, square: Square) -> ControlFlow<()> {
        self.columns.push(square.column);
        self.markers.mark(square, true); //@ place
        self.report
            .event(Event::Place { square }, || self.markers.data())
    }

    fn remove(&mut self, square: Square) -> ControlFlow<()> {
        self.columns.pop();
        self.markers.mark(square, false); //@ remove
        self.report
            .event(Event::Remove { square }, || self.markers.data())
    }
}
