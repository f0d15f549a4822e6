//! Mirrored markers: finds only one of several solutions that are rotations or reflections of each other, and counts them all.
//!
//! **Even n.** The reflection of a solution has its first queen in the other half of the first
//! row, so only the left half of the first row is searched and every solution counts twice.
//!
//! **Odd n, centre empty.** Let m = (n − 1)/2 be the middle row and column. One queen is in the
//! middle column, another in the middle row. Reflections move the first one above the centre,
//! to row r < m, and the second one left of it, to column c < m. Exchanging rows and columns
//! exchanges r and c, and r = c is impossible, because (r, m) and (m, r) share an
//! anti-diagonal. So c < r (the tutorial's rule: the second queen is farther from the centre
//! than the first; the opposite rule selects another image) selects exactly one of the eight
//! images, and every pattern counts 8 times: no solution with an empty centre is symmetric,
//! since a half turn would move the queen of the middle column within that column, which is
//! only possible at the centre.
//!
//! **Odd n, queen in the centre.** Here symmetric solutions exist, so 8 would be wrong. Take
//! the two reflections that exchange left with right and top with bottom. Let t and b be the
//! distances from the middle column to the queens of the top and of the bottom row. Exchanging
//! left and right moves the top queen into the left half; exchanging top and bottom exchanges t
//! and b. Patterns with the top queen in the left half and
//!
//! - t > b count 4 times: the solution, both reflections and the half turn are all different;
//! - t = b count twice, as the solution and its reflection: the half turn has the same pattern
//!   and is found separately, or is the solution itself (t = b for every symmetric one).
//!
//! ```text
//!   . Q . . .     t = 1, b = 1: exchanging left and right gives another solution,
//!   . . . . Q     the half turn gives the same one, so it counts twice
//!   . . Q . .
//!   Q . . . .
//!   . . . Q .
//! ```
//!
//! Time about an eighth (odd n) or half (even n) of that of the marker method, memory O(n).
//! Gain: solutions that are counted without being visited.

pub(super) mod about;

use std::ops::ControlFlow;

use super::SearchMethod;
use super::diagonal_markers::Markers;
use super::observer::{Event, Report, Watch};
use super::opening::{Opening, WITH_REFLECTION};
use crate::{Square, Symmetry};

const BOTH_MIRRORS: &[Symmetry] = &[
    Symmetry::Identity,
    Symmetry::MirrorColumns,
    Symmetry::MirrorRows,
    Symmetry::Rotate180,
];

pub(super) struct MirroredMarkers;

impl SearchMethod for MirroredMarkers {
    fn openings(n: u32) -> Vec<Opening> {
        match n {
            0 | 1 => vec![Opening::start()],
            _ if n.is_multiple_of(2) => left_half(n),
            _ => [centre_empty(n), centre_taken(n)].concat(),
        }
    }

    fn search<O: Watch>(n: u32, opening: &Opening, observer: &mut O) -> ControlFlow<(), u64> {
        let mut search = MirroredMarkerRows {
            n,
            columns: vec![None; n as usize],
            markers: Markers::new(n),
            solutions: 0,
            report: Report::new(opening.images, observer),
        };
        for queen in &opening.queens {
            search.place(*queen)?; //@ place-start
        }
        search.row(0)?;
        for queen in opening.queens.iter().rev() {
            search.remove(*queen)?; //@ remove-start
        }
        ControlFlow::Continue(search.solutions)
    }
}

fn left_half(n: u32) -> Vec<Opening> {
    (0..n / 2)
        .map(|column| Opening::new([Square::new(0, column)], WITH_REFLECTION))
        .collect()
}

fn centre_empty(n: u32) -> Vec<Opening> {
    let middle = n / 2;
    let mut openings = Vec::new();
    for row in 0..middle {
        for column in 0..row {
            let queens = [Square::new(row, middle), Square::new(middle, column)];
            openings.push(Opening::new(queens, &Symmetry::ALL));
        }
    }
    openings
}

fn centre_taken(n: u32) -> Vec<Opening> {
    let middle = n / 2;
    let centre = Square::new(middle, middle);
    let mut openings = Vec::new();
    for top in 0..middle {
        let distance = middle - top;
        for bottom in middle - distance..=middle + distance {
            let images = if bottom.abs_diff(middle) == distance {
                WITH_REFLECTION
            } else {
                BOTH_MIRRORS
            };
            let queens = [centre, Square::new(0, top), Square::new(n - 1, bottom)];
            let attack = |a: Square, b: Square| a.line_to(b).is_some();
            if !attack(queens[0], queens[1])
                && !attack(queens[0], queens[2])
                && !attack(queens[1], queens[2])
            {
                openings.push(Opening::new(queens, images));
            }
        }
    }
    openings
}

struct MirroredMarkerRows<'o, O> {
    n: u32,
    columns: Vec<Option<u32>>,
    markers: Markers,
    solutions: u64,
    report: Report<'o, O>,
}

impl<O: Watch> MirroredMarkerRows<'_, O> {
    fn row(&mut self, row: u32) -> ControlFlow<()> {
        if row == self.n {
            return self.solution();
        }
        if self.columns[row as usize].is_some() {
            return self.row(row + 1);
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
                self.row(row + 1)?;
                self.remove(square)?;
            }
        } //@ exhausted
        self.report
            .event(Event::Exhausted { row }, || self.markers.data())
    }

    fn place(&mut self, square: Square) -> ControlFlow<()> {
        self.columns[square.row as usize] = Some(square.column);
        self.markers.mark(square, true); //@ place
        self.report
            .event(Event::Place { square }, || self.markers.data())
    }

    fn remove(&mut self, square: Square) -> ControlFlow<()> {
        self.columns[square.row as usize] = None;
        self.markers.mark(square, false); //@ remove
        self.report
            .event(Event::Remove { square }, || self.markers.data())
    }

    fn solution(&mut self) -> ControlFlow<()> {
        self.solutions += 1; //@ solution image
        if !O::ENABLED {
            return ControlFlow::Continue(());
        }
        let columns: Vec<u32> = self.columns.iter().flatten().copied().collect();
        self.report.solution(&columns, || self.markers.data())
    }
}

fn queens_of(columns: &[Option<u32>]) -> impl Iterator<Item = Square> + '_ {
    (0..)
        .zip(columns)
        .filter_map(|(row, column)| Some(Square::new(row, (*column)?)))
}
