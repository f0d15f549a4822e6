//! Scene: the marks of a step on the board.

use std::collections::{BTreeMap, BTreeSet};

use bezzel::methods::{Data, Event, Probe, Step};
use bezzel::{ConstrainedBoard, Line, Square};

/// Mark of a square during a step.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mark {
    Tried,
    /// One of several squares that a single test found free.
    Candidate,
    /// Read during the test of another square.
    Probed,
    Rejected,
    Attacker,
    /// Between the attacker and the rejected square.
    Between(Line),
    Placed,
    Removed,
}

/// Square to be drawn.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Cell {
    Marked(Mark, bool),
    Queen,
    /// A queen of a complete solution.
    Solved,
    Attacked,
    Free,
    /// No queen may be placed here.
    Blocked,
    /// A queen of the given board that the search has not reached.
    Given,
    /// Colour that this search does not use.
    OtherColour,
}

pub(crate) struct Scene {
    /// Current row of the method, if it is on the board.
    pub(crate) row: Option<u32>,
    queens: Vec<Square>,
    solved: bool,
    marks: BTreeMap<Square, Mark>,
    /// Parity of row + column of the searched squares, if only one colour is searched.
    parity: Option<u32>,
    given: Vec<Square>,
    blocked: BTreeSet<Square>,
}

impl Scene {
    pub(crate) fn of(n: u32, step: &Step) -> Self {
        let solution = match &step.event {
            Event::Solution { columns, .. } => Some(queens_in(columns)),
            _ => None,
        };
        let solved = solution.is_some();
        Self {
            row: active_row(&step.event).filter(|&row| row < n),
            queens: solution.unwrap_or_else(|| step.queens.clone()),
            solved,
            marks: marks(step),
            parity: parity(&step.data).filter(|_| !solved),
            given: Vec::new(),
            blocked: BTreeSet::new(),
        }
    }

    /// Adds the constraints of the given board.
    pub(crate) fn on(self, board: &ConstrainedBoard) -> Self {
        let n = board.size();
        let squares = || Square::all(n);
        let blocked = match board.is_unconstrained() {
            true => BTreeSet::new(),
            false => squares()
                .filter(|square| board.is_blocked(*square))
                .collect(),
        };
        Self {
            given: board.queens().collect(),
            blocked,
            ..self
        }
    }

    /// Returns the empty board.
    pub(crate) fn empty() -> Self {
        Self {
            row: None,
            queens: Vec::new(),
            solved: false,
            marks: BTreeMap::new(),
            parity: None,
            given: Vec::new(),
            blocked: BTreeSet::new(),
        }
    }

    pub(crate) fn cell(&self, square: Square) -> Cell {
        let queen = self.queens.contains(&square);
        if let Some(&mark) = self.marks.get(&square) {
            return Cell::Marked(mark, queen);
        }
        let attacks = |queen: &Square| queen.line_to(square).is_some();
        match (queen, self.solved) {
            (true, true) => Cell::Solved,
            (true, false) => Cell::Queen,
            _ if self
                .parity
                .is_some_and(|p| (square.row + square.column) % 2 != p) =>
            {
                Cell::OtherColour
            }
            _ if self.blocked.contains(&square) => Cell::Blocked,
            _ if self.given.contains(&square) => Cell::Given,
            _ if self.queens.iter().chain(&self.given).any(attacks) => Cell::Attacked,
            _ => Cell::Free,
        }
    }

    /// Returns the square to keep visible on a board that is too large for the screen.
    pub(crate) fn focus(&self) -> Square {
        let is_main = |(_, mark): &(&Square, &Mark)| {
            !matches!(
                mark,
                Mark::Attacker | Mark::Between(_) | Mark::Probed | Mark::Candidate
            )
        };
        let marked = self.marks.iter().find(is_main).map(|(square, _)| *square);
        marked.unwrap_or(Square::new(self.row.unwrap_or(0), 0))
    }
}

/// Returns the row of the step's square or masks.
pub(crate) fn active_row(event: &Event<'_>) -> Option<u32> {
    match event {
        Event::Try { square }
        | Event::Test { square, .. }
        | Event::Rejected { square, .. }
        | Event::Place { square }
        | Event::Remove { square } => Some(square.row),
        Event::Masks { row, .. } => Some(row + 1),
        Event::Exhausted { row } => Some(*row),
        Event::Own { at, .. } => at.map(|square| square.row),
        _ => None,
    }
}

fn queens_in(columns: &[u32]) -> Vec<Square> {
    (0..)
        .zip(columns)
        .map(|(row, &column)| Square::new(row, column))
        .collect()
}

fn parity(data: &Data) -> Option<u32> {
    match data {
        Data::Colours { colour, .. } => Some(u32::from(*colour == "odd")),
        _ => None,
    }
}

fn marks(step: &Step) -> BTreeMap<Square, Mark> {
    match step.event {
        Event::Try { square } => BTreeMap::from([(square, Mark::Tried)]),
        Event::Test { square, probe } => tested(square, probe, &step.data),
        Event::Rejected { square, by, line } => {
            let mut marks: BTreeMap<_, _> = between(by, square)
                .map(|square| (square, Mark::Between(line)))
                .collect();
            marks.extend([(by, Mark::Attacker), (square, Mark::Rejected)]);
            marks
        }
        Event::Place { square } => BTreeMap::from([(square, Mark::Placed)]),
        Event::Remove { square } => BTreeMap::from([(square, Mark::Removed)]),
        Event::Own { at: Some(at), .. } => BTreeMap::from([(at, Mark::Tried)]),
        _ => BTreeMap::new(),
    }
}

fn tested(square: Square, probe: Probe, data: &Data) -> BTreeMap<Square, Mark> {
    if let Data::Masks { candidates, .. } = data {
        // One test of the masks decides the whole row.
        return bits(*candidates)
            .map(|column| (Square::new(square.row, column), Mark::Candidate))
            .collect();
    }
    let mut marks = BTreeMap::from([(square, Mark::Tried)]);
    let probed = match probe {
        Probe::Queen { square } => Some(square),
        Probe::Cell { row, column } => row
            .checked_sub(1)
            .zip(column.checked_sub(1))
            .map(|(row, column)| Square::new(row, column)),
        _ => None,
    };
    marks.extend(probed.map(|square| (square, Mark::Probed)));
    marks
}

/// Returns the squares strictly between two that share a line.
fn between(from: Square, to: Square) -> impl Iterator<Item = Square> {
    let towards = |from: u32, to: u32| (i64::from(to) - i64::from(from)).signum() as i32;
    let (down, right) = (towards(from.row, to.row), towards(from.column, to.column));
    let distance = from
        .row
        .abs_diff(to.row)
        .max(from.column.abs_diff(to.column)) as i32;
    (1..distance).map(move |k| {
        Square::new(
            from.row.wrapping_add_signed(k * down),
            from.column.wrapping_add_signed(k * right),
        )
    })
}

/// Iterates over the positions of the ones in a word, lowest first.
pub(crate) fn bits(word: u64) -> impl Iterator<Item = u32> {
    (0..64).filter(move |bit| word >> bit & 1 == 1)
}
