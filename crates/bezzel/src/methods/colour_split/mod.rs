//! Colour split: counts even and odd squares separately and joins them by rows and columns.
//!
//! A diagonal move keeps the parity of row + column. So a queen on an even square never shares
//! a diagonal with a queen on an odd square: the colours interact only through rows and
//! columns. Let e(R, C) be the number of sets of non-attacking queens on even squares that
//! occupy exactly the rows R and the columns C, and o the same for odd squares. With ¬ for
//! the complement,
//!
//! ```text
//!   Q(n) = Σ e(R, C) · o(¬R, ¬C)     over all row sets R and column sets C
//! ```
//!
//! Each colour consists of two quarters, one on even and one on odd rows. For rows and columns
//! to add up, both contain the same number of queens. The exception is odd n: the even quarter
//! on even rows, which has one more row and column, contains one more queen.
//!
//! Time: the method visits the placements of one colour, not the solutions. Their number grows
//! four- to fivefold with each n up to 15, and about sixfold around n = 26. Memory about 4ⁿ for
//! the table of o. Gain over all other methods: solutions are counted without being visited.
//! The idea was derived for this project; we found no earlier use.

pub(super) mod about;

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::observer::{Data, Event, Masks, Probe, Report, Watch};
use super::opening::Opening;
use super::{SearchMethod, SplitRule};
use crate::Square;

pub(super) struct ColourSplit;

impl SearchMethod for ColourSplit {
    const SPLIT_RULE: SplitRule = SplitRule::Whole;

    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let mut search = Colours {
            rows: (0..n).step_by(2).chain((1..n).step_by(2)).collect(),
            state: HalfBoard::new(n),
            solutions: 0,
            report: Report::new(opening.images, observer),
        };
        search.quarters(0, 0)?;
        search.state.colour = Colour::Even;
        search.quarters(0, -i64::from(n % 2))?;
        ControlFlow::Continue(search.solutions)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Colour {
    /// row + column even.
    Even,
    /// row + column odd.
    Odd,
}

/// Row set and column set, one bit each.
type RowsAndColumns = (u64, u64);

/// Lines that the placed queens occupy, one bit each.
#[derive(Clone, Copy, Default)]
struct Used {
    rows: u64,
    columns: u64,
    /// By column - row + n - 1.
    diagonals: u64,
    /// By column + row.
    anti_diagonals: u64,
}

struct Colours<'o, O> {
    /// All rows, first the even ones (one quarter), then the odd ones.
    rows: Vec<u32>,
    state: HalfBoard,
    solutions: u64,
    report: Report<'o, O>,
}

/// Data structures of the method.
struct HalfBoard {
    n: u32,
    colour: Colour,
    used: Used,
    queens: Vec<Square>,
    /// Nonzero values of o(R, C).
    odd: HashMap<RowsAndColumns, u64>,
    odd_placements: u64,
}

impl<O: Watch> Colours<'_, O> {
    /// Decides row number `step` and all later ones: a queen on one of its squares of this
    /// colour, or none. `owed` is the number of queens that the quarter on odd rows still
    /// needs.
    fn quarters(&mut self, step: usize, owed: i64) -> ControlFlow<()> {
        let Some(&row) = self.rows.get(step) else {
            return self.complete();
        };
        let odd_row = row % 2 == 1;
        let rows_left = (self.rows.len() - step) as i64;
        if odd_row && !(0..=rows_left).contains(&owed) {
            return ControlFlow::Continue(());
        }
        // Without a queen in this row, then with one on each of its squares.
        if !(odd_row && owed == rows_left) {
            self.quarters(step + 1, owed)?;
        }
        if odd_row && owed == 0 {
            return ControlFlow::Continue(());
        }
        let first = (row + u32::from(self.state.colour == Colour::Odd)) % 2;
        for column in (first..self.state.n).step_by(2) {
            //@ try
            let square = Square::new(row, column);
            self.report
                .event(Event::Try { square }, || self.state.data())?;
            if self.is_safe(square)? {
                let before = self.state.used;
                self.state.place(square); //@ place
                self.report
                    .event(Event::Place { square }, || self.state.data())?;
                self.quarters(step + 1, if odd_row { owed - 1 } else { owed + 1 })?;
                self.state.used = before;
                self.state.queens.pop(); //@ remove
                self.report
                    .event(Event::Remove { square }, || self.state.data())?;
            }
        } //@ exhausted
        self.report
            .event(Event::Exhausted { row }, || self.state.data())
    }

    /// Handles a decided placement: one on odd squares is added to the table, one on even squares is joined
    /// with all of the table that occupy exactly the other rows and columns.
    fn complete(&mut self) -> ControlFlow<()> {
        let Used { rows, columns, .. } = self.state.used;
        if self.state.colour == Colour::Odd {
            self.state.odd_placements += 1;
            *self.state.odd.entry((rows, columns)).or_default() += 1;
            return ControlFlow::Continue(());
        }
        let full = (1 << self.state.n) - 1;
        let others = (full & !rows, full & !columns);
        let matches = self.state.odd.get(&others).copied().unwrap_or(0);
        self.solutions += matches; //@ join
        self.report
            .event(Event::Join { matches }, || self.state.data())?;
        if O::ENABLED && matches > 0 {
            self.report_joined(others)?;
        }
        ControlFlow::Continue(())
    }

    /// Reports the queens on even squares with each of the matching placements on odd ones as solutions. The
    /// table only counts these, so they are searched again in their few rows and columns.
    fn report_joined(&mut self, others: RowsAndColumns) -> ControlFlow<()> {
        let is_other = |row: &u32| others.0 >> row & 1 == 1;
        let rows: Vec<u32> = self.rows.iter().copied().filter(is_other).collect();
        let mut odds = Vec::new();
        list_odd(
            &mut HalfBoard::new(self.state.n),
            &rows,
            others.1,
            &mut odds,
        );
        let mut columns = vec![0; self.state.n as usize];
        for odd in &odds {
            //@ solution
            for queen in self.state.queens.iter().chain(odd) {
                columns[queen.row as usize] = queen.column;
            }
            self.report.solution(&columns, || self.state.data())?;
        }
        ControlFlow::Continue(())
    }

    fn is_safe(&mut self, square: Square) -> ControlFlow<(), bool> {
        let masks = self.state.masks(square.row);
        let probe = Probe::Masks { masks };
        self.report
            .event(Event::Test { square, probe }, || self.state.data())?;
        let safe = masks.free(1 << square.column) != 0; //@ test-masks
        if !safe {
            //@ rejected
            let attacks = |queen: &&Square| queen.line_to(square).is_some();
            let by = || *self.state.queens.iter().find(attacks).expect("an attacker");
            self.report.rejected(square, by, || self.state.data())?;
        }
        ControlFlow::Continue(safe)
    }
}

/// Lists all placements of one queen on an odd square of each of these rows, in these columns.
fn list_odd(state: &mut HalfBoard, rows: &[u32], columns: u64, found: &mut Vec<Vec<Square>>) {
    let Some((&row, below)) = rows.split_first() else {
        found.push(state.queens.clone());
        return;
    };
    for column in ((row + 1) % 2..state.n).step_by(2) {
        if state.masks(row).free(columns & 1 << column) != 0 {
            let before = state.used;
            state.place(Square::new(row, column));
            list_odd(state, below, columns, found);
            state.used = before;
            state.queens.pop();
        }
    }
}

impl HalfBoard {
    fn new(n: u32) -> Self {
        Self {
            n,
            colour: Colour::Odd,
            used: Used::default(),
            queens: Vec::new(),
            odd: HashMap::new(),
            odd_placements: 0,
        }
    }

    fn place(&mut self, square: Square) {
        let Square { row, column } = square;
        self.used.rows |= 1 << row;
        self.used.columns |= 1 << column;
        self.used.diagonals |= 1 << (column + self.n - 1 - row);
        self.used.anti_diagonals |= 1 << (column + row);
        self.queens.push(square);
    }

    /// Returns the columns of a row that are occupied or attacked.
    fn masks(&self, row: u32) -> Masks {
        Masks {
            columns: self.used.columns,
            diagonals: self.used.diagonals >> (self.n - 1 - row),
            anti_diagonals: self.used.anti_diagonals >> row,
        }
    }

    fn data(&self) -> Data {
        Data::Colours {
            colour: if self.colour == Colour::Odd {
                "odd"
            } else {
                "even"
            },
            rows: self.used.rows,
            columns: self.used.columns,
            pairs: self.odd.len(),
            placements: self.odd_placements,
        }
    }
}
