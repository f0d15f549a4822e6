//! Completion threshold of the n queens: OEIS A374013.
//!
//! `cargo run --release -p bezzel-core --example threshold -- 12`
//!
//! The threshold is the greatest t for which every placement of t queens that do not attack each
//! other, and so every placement of fewer, can be completed to a solution. For t = 1, 2, … the
//! program runs through these placements up to symmetry: those with a queen on the first square of
//! an orbit of squares, and no queen on an earlier orbit. It completes a placement unless a
//! completion of its first t − 1 queens contains it. It begins in the middle of the board, where
//! queens attack most squares.

use std::cmp::Reverse;
use std::ops::{ControlFlow, Range};

use bezzel::{ConstrainedBoard, NEVER, Square};

/// Placements of one number of queens.
#[derive(Debug, PartialEq, Eq)]
pub enum Pass {
    /// All can be completed: their number, images included.
    All(u64),
    /// This one cannot.
    NotThis(Vec<Square>),
}

/// Search for the threshold of one board.
pub struct Search {
    n: u32,
    /// All squares, orbit by orbit.
    squares: Vec<Square>,
    /// For each square the range of its orbit in `squares`.
    orbits: Vec<Range<usize>>,
    /// For each row and column the place in `squares`.
    places: Vec<usize>,
    /// Number of queens of the present pass.
    queens: usize,
    /// Entry m: pairs of a placement, images included, and one of its m queens on the first orbit.
    pairs: Vec<u64>,
}

fn attack(a: Square, b: Square) -> bool {
    let [down, right] = [a.row.abs_diff(b.row), a.column.abs_diff(b.column)];
    down == 0 || right == 0 || down == right
}

impl Search {
    /// Prepares the search on an n×n board, n ≤ 32.
    pub fn new(n: u32) -> Self {
        let orbit = |square: &Square| {
            let [a, b] = [square.row, square.column].map(|at| at.min(n - 1 - at));
            Reverse((a.min(b), a.max(b)))
        };
        let all = (0..n).flat_map(|row| (0..n).map(move |column| Square::new(row, column)));
        let mut squares: Vec<Square> = all.collect();
        squares.sort_by_key(|square| (orbit(square), *square));
        let range = |square| {
            let start = squares.partition_point(|other| orbit(other) < orbit(square));
            start..squares.partition_point(|other| orbit(other) <= orbit(square))
        };
        let orbits = squares.iter().map(range).collect();
        let mut places = vec![0; squares.len()];
        for (at, square) in squares.iter().enumerate() {
            places[(square.row * n + square.column) as usize] = at;
        }
        let (queens, pairs) = (0, Vec::new());
        Self {
            n,
            squares,
            orbits,
            places,
            queens,
            pairs,
        }
    }

    /// Tries all placements with one queen more than in the last pass.
    pub fn next_pass(&mut self) -> Pass {
        self.queens += 1;
        self.pairs = vec![0; self.queens + 1];
        match self.run(&mut Vec::new()) {
            Some(placement) => {
                Pass::NotThis(placement.iter().map(|&at| self.squares[at]).collect())
            }
            None => {
                let pairs = (0..).zip(&self.pairs).skip(1);
                Pass::All(pairs.map(|(queens, pairs)| pairs / queens).sum())
            }
        }
    }

    /// Returns a placement that begins with these queens and cannot be completed.
    fn run(&mut self, placement: &mut Vec<usize>) -> Option<Vec<usize>> {
        let first = placement.last().map_or(0, |last| last + 1);
        let may_follow = |&at: &usize| {
            let attacked = |&queen: &usize| attack(self.squares[queen], self.squares[at]);
            !placement.iter().any(attacked)
                && (!placement.is_empty() || self.orbits[at].start == at)
        };
        let next: Vec<usize> = (first..self.squares.len()).filter(may_follow).collect();
        let mut is_covered = vec![false; self.squares.len()];
        for at in next {
            placement.push(at);
            let impossible = if placement.len() < self.queens {
                self.run(placement)
            } else {
                self.note(placement);
                let is_possible = is_covered[at] || self.complete(placement, &mut is_covered);
                (!is_possible).then(|| placement.clone())
            };
            if impossible.is_some() {
                return impossible;
            }
            placement.pop();
        }
        None
    }

    fn note(&mut self, placement: &[usize]) {
        let orbit = self.orbits[placement[0]].clone();
        let queens = placement.iter().filter(|at| orbit.contains(at)).count();
        self.pairs[queens] += orbit.len() as u64;
    }

    /// Returns true if there is a completion, and marks the squares of one.
    fn complete(&self, placement: &[usize], is_covered: &mut [bool]) -> bool {
        let mut board = ConstrainedBoard::new(self.n).expect("a small board");
        for &queen in placement {
            board
                .place(self.squares[queen])
                .expect("a square of the board");
        }
        let mut mark = |columns: &[u32]| {
            for (row, column) in (0..).zip(columns) {
                is_covered[self.places[(row * self.n + column) as usize]] = true;
            }
            ControlFlow::Break(())
        };
        let found = board.visit_completions(NEVER, &mut mark);
        found.expect("at most 32 rows").is_break()
    }
}

#[allow(dead_code, reason = "the test calls no main function")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n: u32 = std::env::args().nth(1).map_or(Ok(8), |n| n.parse())?;
    if !(4..=32).contains(&n) {
        return Err(format!("expected a number from 4 to 32, found {n}").into());
    }
    let mut search = Search::new(n);
    for queens in 1.. {
        match search.next_pass() {
            Pass::All(placements) => {
                println!("{queens} queens: all {placements} placements can be completed");
            }
            Pass::NotThis(squares) => {
                println!("A374013({n}) = {}", queens - 1);
                let queens: Vec<String> = squares
                    .iter()
                    .map(|square| format!("--queen {},{}", square.row, square.column))
                    .collect();
                println!("no completion: bezzel complete {n} {}", queens.join(" "));
                break;
            }
        }
    }
    Ok(())
}
