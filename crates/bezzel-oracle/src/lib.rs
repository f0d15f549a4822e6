//! Reference for the tests of bezzel: naive counters and published values.
//!
//! Nothing here is optimised and nothing is shared with the library, so that a mistake there
//! cannot hide here. Boards are plain vectors: index = row, value = column, both from 0.

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod constrained;
mod occupancy;

pub use constrained::{
    CONSTRAINED_CSV, Constrained, EXCLUDED_DIAGONALS_CSV, constrained, excluded_diagonals,
};
pub use occupancy::{BY_COLOUR_CSV, OCCUPANCY_CSV, by_colour, occupancy};

/// The published values, `vectors/totals.csv`, with its sources in the first line.
pub const TOTALS_CSV: &str = include_str!("../vectors/totals.csv");

/// One line of the published values.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Totals {
    /// Size of the board.
    pub n: u32,
    /// All solutions, OEIS A000170.
    pub all: u128,
    /// Fundamental solutions, OEIS A002562.
    pub fundamental: u128,
    /// Solutions with half-turn symmetry, OEIS A032522.
    pub half_turn: u128,
    /// Solutions with quarter-turn symmetry, OEIS A033148.
    pub quarter_turn: u128,
}

/// The published values for n = 1, 2, …, 27.
pub fn totals() -> Vec<Totals> {
    TOTALS_CSV
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .map(|line| {
            let values: Vec<u128> = line
                .split(',')
                .map(|value| value.parse().expect("a number"))
                .collect();
            Totals {
                n: values[0] as u32,
                all: values[1],
                fundamental: values[2],
                half_turn: values[3],
                quarter_turn: values[4],
            }
        })
        .collect()
}

/// Published terms of other sequences, `vectors/sequences.csv`, with its source in the first line.
const SEQUENCES_CSV: &str = include_str!("../vectors/sequences.csv");

/// Returns the published terms of an OEIS sequence such as `A062164` with their indices; of a
/// triangle, the indices of its rows one after the other. Panics for a sequence that is not there.
pub fn sequence(name: &str) -> Vec<(u64, u128)> {
    let mut lines = SEQUENCES_CSV.lines().map(|line| line.split(','));
    let mut line = lines
        .find(|line| line.clone().next() == Some(name))
        .unwrap_or_else(|| panic!("expected a sequence of sequences.csv, found {name}"));
    let (first, terms) = (line.nth(1), line.next());
    let first = first.expect("an index").parse().expect("a number");
    let terms = terms.expect("terms").split(' ');
    (first..)
        .zip(terms.map(|term| term.parse().expect("a number")))
        .collect()
}

/// Returns `true` if two queens attack each other by the rules of chess.
pub fn attack(a: (i64, i64), b: (i64, i64)) -> bool {
    let (down, right) = (a.0 - b.0, a.1 - b.1);
    down == 0 || right == 0 || down == right || down == -right
}

/// Returns all solutions in lexicographic order, by trying every column in every row and comparing
/// every pair of queens.
pub fn solutions(n: u32) -> Vec<Vec<u32>> {
    let mut found = Vec::new();
    extend(n, &mut Vec::new(), &mut found);
    found
}

fn extend(n: u32, board: &mut Vec<u32>, found: &mut Vec<Vec<u32>>) {
    if board.len() as u32 == n {
        found.push(board.clone());
        return;
    }
    for column in 0..n {
        let queen = (board.len() as i64, i64::from(column));
        let safe = board
            .iter()
            .enumerate()
            .all(|(row, &other)| !attack((row as i64, i64::from(other)), queen));
        if safe {
            board.push(column);
            extend(n, board, found);
            board.pop();
        }
    }
}

/// Returns the board rotated clockwise by 90°.
pub fn quarter_turned(board: &[u32]) -> Vec<u32> {
    let n = board.len();
    let mut turned = vec![0; n];
    for (row, &column) in board.iter().enumerate() {
        turned[column as usize] = (n - 1 - row) as u32;
    }
    turned
}

/// Returns the board reflected from left to right.
pub fn mirrored(board: &[u32]) -> Vec<u32> {
    board
        .iter()
        .map(|&column| board.len() as u32 - 1 - column)
        .collect()
}

/// Returns the distinct images of a board under rotations and reflections, in lexicographic
/// order.
pub fn orbit(board: &[u32]) -> Vec<Vec<u32>> {
    let mut images = Vec::new();
    let mut image = board.to_vec();
    for _ in 0..4 {
        images.push(mirrored(&image));
        images.push(image.clone());
        image = quarter_turned(&image);
    }
    images.sort();
    images.dedup();
    images
}

/// Counts all, fundamental and symmetric solutions one by one.
pub fn counted(n: u32) -> Totals {
    let mut totals = Totals {
        n,
        all: 0,
        fundamental: 0,
        half_turn: 0,
        quarter_turn: 0,
    };
    for board in solutions(n) {
        let quarter = quarter_turned(&board);
        totals.all += 1;
        totals.fundamental += u128::from(orbit(&board)[0] == board);
        totals.half_turn += u128::from(quarter_turned(&quarter) == board);
        totals.quarter_turn += u128::from(quarter == board);
    }
    totals
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn naive_counts_are_the_published_ones() {
        for published in totals().into_iter().take(10) {
            assert_eq!(counted(published.n), published);
        }
    }

    #[test]
    fn the_vectors_are_complete_and_consistent() {
        let totals = totals();
        assert_eq!(totals.len(), 27);
        for (line, n) in totals.iter().zip(1..) {
            assert_eq!(line.n, n);
            if n >= 2 {
                let orbits = line.all + line.half_turn + 2 * line.quarter_turn;
                assert_eq!(orbits, 8 * line.fundamental, "n = {n}");
            }
        }
    }
}
