//! Colour split: counts black and white squares separately and joins them by rows and columns.
//!
//! A diagonal move keeps the parity of row + column. So a queen on a black square never shares
//! a diagonal with a queen on a white square: the colours interact only through rows and
//! columns. Let b(R, C) be the number of sets of non-attacking queens on black squares that
//! occupy exactly the rows R and the columns C, and w the same for white squares. With ¬ for
//! the complement,
//!
//! ```text
//!   Q(n) = Σ b(R, C) · w(¬R, ¬C)     over all row sets R and column sets C
//! ```
//!
//! Each colour consists of two quarters, one on even and one on odd rows. For rows and columns
//! to add up, both contain the same number of queens. The exception is odd n: the black quarter
//! on even rows, which has one more row and column, contains one more queen.
//!
//! Time: the method visits the placements of one colour, not the solutions. Their number grows
//! four- to fivefold with each n up to 15, and about sixfold around n = 26. Memory about 4ⁿ for
//! the table of w. Gain over all other methods: solutions are counted without being visited.
//! The idea was derived for this project; we found no earlier use.

pub(super) mod about;

use std::collections::HashMap;
use std::ops::ControlFlow;

use super::observer::{Data, Event, Masks, Probe, Watch, emit, emit_exhausted, emit_solution};
use super::opening::Opening;
use super::{Search, SplitRule};
use crate::{Square, Symmetry};

pub(super) struct ColourSplit;

impl Search for ColourSplit {
    const SPLIT_RULE: SplitRule = SplitRule::Whole;

    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let mut search = Colours {
            rows: (0..n).step_by(2).chain((1..n).step_by(2)).collect(),
            state: State::new(n),
            images: opening.images,
            solutions: 0,
            observer,
        };
        search.quarters(0, 0)?;
        search.state.colour = Colour::Black;
        search.quarters(0, -i64::from(n % 2))?;
        ControlFlow::Continue(search.solutions)
    }
}

#[derive(Clone, Copy, PartialEq)]
enum Colour {
    /// row + column even.
    Black,
    /// row + column odd.
    White,
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
    state: State,
    images: &'static [Symmetry],
    solutions: u64,
    observer: &'o mut O,
}

/// Data structures of the method.
struct State {
    n: u32,
    colour: Colour,
    used: Used,
    queens: Vec<Square>,
    /// Nonzero values of w(R, C).
    white: HashMap<RowsAndColumns, u64>,
    white_placements: u64,
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
        let first = (row + u32::from(self.state.colour == Colour::White)) % 2;
        for column in (first..self.state.n).step_by(2) {
            //@ try
            let square = Square::new(row, column);
            emit(
                self.observer,
                || Event::Try { square },
                || self.state.data(),
            )?;
            if self.is_safe(square)? {
                let before = self.state.used;
                self.state.place(square); //@ place
                emit(
                    self.observer,
                    || Event::Place { square },
                    || self.state.data(),
                )?;
                self.quarters(step + 1, if odd_row { owed - 1 } else { owed + 1 })?;
                self.state.used = before;
                self.state.queens.pop(); //@ remove
                emit(
                    self.observer,
                    || Event::Remove { square },
                    || self.state.data(),
                )?;
            }
        } //@ exhausted
        emit_exhausted(self.observer, row, || self.state.data())
    }

    /// Handles a decided placement: a white one is added to the table, a black one is joined
    /// with all white ones that occupy exactly the other rows and columns.
    fn complete(&mut self) -> ControlFlow<()> {
        let Used { rows, columns, .. } = self.state.used;
        if self.state.colour == Colour::White {
            self.state.white_placements += 1;
            *self.state.white.entry((rows, columns)).or_default() += 1;
            return ControlFlow::Continue(());
        }
        let full = (1 << self.state.n) - 1;
        let others = (full & !rows, full & !columns);
        let matches = self.state.white.get(&others).copied().unwrap_or(0);
        self.solutions += matches; //@ join
        emit(
            self.observer,
            || Event::Join { matches },
            || self.state.data(),
        )?;
        if O::ENABLED && matches > 0 {
            self.emit_joined(others)?;
        }
        ControlFlow::Continue(())
    }

    /// Emits the black queens with each of the matching white placements as solutions. The
    /// table only counts these, so they are searched again in their few rows and columns.
    fn emit_joined(&mut self, others: RowsAndColumns) -> ControlFlow<()> {
        let is_other = |row: &u32| others.0 >> row & 1 == 1;
        let rows: Vec<u32> = self.rows.iter().copied().filter(is_other).collect();
        let mut whites = Vec::new();
        list_whites(&mut State::new(self.state.n), &rows, others.1, &mut whites);
        let mut columns = vec![0; self.state.n as usize];
        for white in &whites {
            //@ solution
            for queen in self.state.queens.iter().chain(white) {
                columns[queen.row as usize] = queen.column;
            }
            emit_solution(self.observer, &columns, self.images, || self.state.data())?;
        }
        ControlFlow::Continue(())
    }

    fn is_safe(&mut self, square: Square) -> ControlFlow<(), bool> {
        let masks = self.state.masks(square.row);
        let probe = Probe::Masks { masks };
        emit(
            self.observer,
            || Event::Test { square, probe },
            || self.state.data(),
        )?;
        let safe = masks.free(1 << square.column) != 0; //@ test-masks
        if !safe {
            //@ rejected
            let rejected = || {
                let attacker = |queen: &Square| Some((*queen, queen.line_to(square)?));
                let (by, line) = self
                    .state
                    .queens
                    .iter()
                    .find_map(attacker)
                    .expect("an attacker");
                Event::Rejected { square, by, line }
            };
            emit(self.observer, rejected, || self.state.data())?;
        }
        ControlFlow::Continue(safe)
    }
}

/// Lists all placements of one queen on a white square of each of these rows, in these columns.
fn list_whites(state: &mut State, rows: &[u32], columns: u64, found: &mut Vec<Vec<Square>>) {
    let Some((&row, below)) = rows.split_first() else {
        found.push(state.queens.clone());
        return;
    };
    for column in ((row + 1) % 2..state.n).step_by(2) {
        if state.masks(row).free(columns & 1 << column) != 0 {
            let before = state.used;
            state.place(Square::new(row, column));
            list_whites(state, below, columns, found);
            state.used = before;
            state.queens.pop();
        }
    }
}

impl State {
    fn new(n: u32) -> Self {
        Self {
            n,
            colour: Colour::White,
            used: Used::default(),
            queens: Vec::new(),
            white: HashMap::new(),
            white_placements: 0,
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
            colour: if self.colour == Colour::White {
                "white"
            } else {
                "black"
            },
            rows: self.used.rows,
            columns: self.used.columns,
            pairs: self.white.len(),
            placements: self.white_placements,
        }
    }
}
