//! Bordered board: scan in three directions up to the border or a queen.
//!
//! The board has a border of sentinels, (n + 2)² cells, so that a scan needs no test for the
//! edge. A square is safe if scans to the upper left, straight up and to the upper right meet
//! the border before a queen.
//!
//! ```text
//!   ******
//!   * #  *
//!   *   #*      from the queen in the last row, the scans ↖, ↑ and ↗
//!   *#   *      all end at the border *
//!   *  # *
//!   ******
//! ```
//!
//! The current solution is a linked list of squares. Time O(n!) with up to 3n cells scanned per
//! square, memory O(n²). Gain over brute force: each row is tested as soon as it has a queen,
//! and an attacked square prunes its whole subtree (backtracking).

pub(super) mod about;

use std::collections::LinkedList;
use std::ops::ControlFlow;

use super::SearchMethod;
use super::observer::{Data, Event, Probe, Report, Watch};
use super::opening::Opening;
use crate::Square;

pub(super) struct BorderedBoard;

impl SearchMethod for BorderedBoard {
    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let mut search = BorderedRows {
            board: Board::new(n),
            positions: LinkedList::new(),
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

#[derive(Clone, Copy, PartialEq)]
#[repr(u8)]
enum Cell {
    Empty = 0,
    Queen = 1,
    Border = 2,
}

/// Directions towards the placed rows: change of column per row upwards.
const DIRECTIONS: [i32; 3] = [-1, 0, 1];

struct Board {
    n: u32,
    cells: Vec<Cell>,
}

impl Board {
    fn new(n: u32) -> Self {
        let width = n as usize + 2;
        let mut cells = vec![Cell::Border; width * width];
        for row in 1..=n as usize {
            cells[row * width + 1..][..n as usize].fill(Cell::Empty);
        }
        Self { n, cells }
    }

    fn index(&self, row: u32, column: u32) -> usize {
        (row * (self.n + 2) + column) as usize
    }

    /// Returns the cell of a square; row 0 and column 0 of the cells are border.
    fn cell(&mut self, square: Square) -> &mut Cell {
        let index = self.index(square.row + 1, square.column + 1);
        &mut self.cells[index]
    }
}

struct BorderedRows<'o, O> {
    board: Board,
    positions: LinkedList<Square>,
    solutions: u64,
    report: Report<'o, O>,
}

impl<O: Watch> BorderedRows<'_, O> {
    fn next_row(&mut self) -> ControlFlow<()> {
        let row = self.positions.len() as u32;
        if row == self.board.n {
            return self.solution();
        }
        for column in 0..self.board.n {
            //@ try
            let square = Square::new(row, column);
            self.report
                .event(Event::Try { square }, || data(&self.board, &self.positions))?;
            if self.is_safe(square)? {
                self.place(square)?;
                self.next_row()?;
                self.remove(square)?;
            }
        } //@ exhausted
        self.report.event(Event::Exhausted { row }, || {
            data(&self.board, &self.positions)
        })
    }

    /// Scans in the three directions until a queen or the border.
    fn is_safe(&mut self, square: Square) -> ControlFlow<(), bool> {
        for direction in DIRECTIONS {
            let (mut row, mut column) = (square.row + 1, square.column + 1);
            loop {
                row -= 1;
                column = column.wrapping_add_signed(direction);
                let probe = Probe::Cell { row, column };
                self.report.event(Event::Test { square, probe }, || {
                    data(&self.board, &self.positions)
                })?;
                match self.board.cells[self.board.index(row, column)] {
                    //@ test-cell
                    Cell::Empty => {}
                    Cell::Border => break,
                    Cell::Queen => {
                        let by = Square::new(row - 1, column - 1);
                        let data = || data(&self.board, &self.positions);
                        self.report.rejected(square, || by, data)?;
                        return ControlFlow::Continue(false); //@ rejected
                    }
                }
            }
        }
        ControlFlow::Continue(true)
    }

    fn place(&mut self, square: Square) -> ControlFlow<()> {
        *self.board.cell(square) = Cell::Queen; //@ place
        self.positions.push_back(square);
        self.report.event(Event::Place { square }, || {
            data(&self.board, &self.positions)
        })
    }

    fn remove(&mut self, square: Square) -> ControlFlow<()> {
        *self.board.cell(square) = Cell::Empty; //@ remove
        self.positions.pop_back();
        self.report.event(Event::Remove { square }, || {
            data(&self.board, &self.positions)
        })
    }

    fn solution(&mut self) -> ControlFlow<()> {
        self.solutions += 1; //@ solution
        if !O::ENABLED {
            return ControlFlow::Continue(());
        }
        let columns: Vec<u32> = self.positions.iter().map(|queen| queen.column).collect();
        self.report
            .solution(&columns, || data(&self.board, &self.positions))
    }
}

fn data(board: &Board, positions: &LinkedList<Square>) -> Data {
    Data::BorderedBoard {
        cells: board.cells.iter().map(|&cell| cell as u8).collect(),
        positions: positions.iter().copied().collect(),
    }
}
