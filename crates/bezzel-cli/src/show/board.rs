//! The glyph of each square of the board during a step.

use std::collections::BTreeMap;

use bezzel::methods::{Data, Event, Probe, Step};
use bezzel::{ConstrainedBoard, Line, Square};

/// A board during a step, or before the first one.
pub(crate) struct Scene<'a> {
    board: &'a ConstrainedBoard,
    queens: Vec<Square>,
    marks: BTreeMap<Square, char>,
    /// Parity of row + column of the searched squares, if only one colour is searched.
    parity: Option<u32>,
    /// Square to keep visible on a board that is too large for the screen.
    pub(crate) focus: Square,
}

impl<'a> Scene<'a> {
    pub(crate) fn new(board: &'a ConstrainedBoard, step: Option<&Step>) -> Self {
        let mut scene = Self {
            board,
            queens: Vec::new(),
            marks: BTreeMap::new(),
            parity: None,
            focus: Square::new(0, 0),
        };
        let Some(step) = step else { return scene };
        scene.queens = step.queens.clone();
        if let Event::Solution { columns, .. } = &step.event {
            let squares = (0..).zip(columns.iter());
            scene.queens = squares
                .map(|(row, &column)| Square::new(row, column))
                .collect();
        } else if let Data::Colours { colour, .. } = &step.data {
            scene.parity = Some(u32::from(*colour == "odd"));
        }
        scene.focus = match &step.event {
            Event::Masks { row, .. } | Event::Exhausted { row } => Square::new(*row, 0),
            event => event.square().unwrap_or(scene.focus),
        };
        scene.marks = marks(step);
        scene
    }

    pub(crate) fn glyph(&self, square: Square) -> char {
        let is_other = |parity: u32| (square.row + square.column) % 2 != parity;
        let attacks = |queen: Square| queen.line_to(square).is_some();
        let mut given = self.board.queens();
        if let Some(mark @ ('-' | 'Q')) = self.marks.get(&square) {
            *mark
        } else if self.queens.contains(&square) {
            'Q'
        } else if let Some(&mark) = self.marks.get(&square) {
            mark
        } else if self.parity.is_some_and(is_other) {
            ' '
        } else if self.board.is_blocked(square) {
            '#'
        } else if given.clone().any(|queen| queen == square) {
            'q'
        } else if self.queens.iter().copied().any(attacks) || given.any(attacks) {
            'x'
        } else {
            '·'
        }
    }
}

fn marks(step: &Step) -> BTreeMap<Square, char> {
    match step.event {
        Event::Test { square, probe } => {
            if let Data::Masks { candidates, .. } = step.data {
                // One test of the masks decides the whole row.
                let columns = (0..64).filter(|column| candidates >> column & 1 == 1);
                return columns
                    .map(|column| (Square::new(square.row, column), '?'))
                    .collect();
            }
            let mut marks = BTreeMap::from([(square, '?')]);
            // The cells of the border are around the board.
            if let Probe::Cell { row, column } = probe
                && row.min(column) > 0
            {
                marks.insert(Square::new(row - 1, column - 1), 'o');
            }
            marks
        }
        Event::Rejected { square, by, line } => {
            let stroke = match line {
                Line::Row => '-',
                Line::Column => '|',
                Line::Diagonal => '\\',
                Line::AntiDiagonal => '/',
            };
            let squares = between(by, square).map(|square| (square, stroke));
            squares.chain([(square, 'X')]).collect()
        }
        Event::Place { square } => BTreeMap::from([(square, 'Q')]),
        Event::Remove { square } => BTreeMap::from([(square, '-')]),
        Event::Try { square }
        | Event::Own {
            at: Some(square), ..
        } => BTreeMap::from([(square, '?')]),
        _ => BTreeMap::new(),
    }
}

/// Returns the squares strictly between two that share a line.
fn between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let towards = |from: u32, to: u32| (i64::from(to) - i64::from(from)).signum() as i32;
    let (down, right) = (towards(from.row, to.row), towards(from.column, to.column));
    let rows = from.row.abs_diff(to.row);
    let distance = rows.max(from.column.abs_diff(to.column)) as i32;
    (1..distance).map(move |k| {
        let row = from.row.wrapping_add_signed(k * down);
        Square::new(row, from.column.wrapping_add_signed(k * right))
    })
}
