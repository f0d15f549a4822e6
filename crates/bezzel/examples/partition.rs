//! Boards that are divided into n solutions: OEIS A171760.
//!
//! `cargo run --release -p bezzel-core --example partition -- 12`
//!
//! A171760 is the greatest number of solutions without a common square. It is n if and only if the
//! queens graph has a colouring with n colours (A088202). For even n, fold the board twice, so that its
//! quarters lie on one another. If a solution has its queens on n different folded squares, it and its
//! reflections have all 4n squares that are folded there. If a solution has half-turn symmetry, it
//! and its reflection have all 2n squares of n/2 folded ones. The search covers the folded board with
//! sets of these two kinds: random ones, then all that fit for the last two.

use std::ops::ControlFlow;

/// Nodes of a search after which it starts again.
const NODES: u64 = 20_000_000;

/// Columns, diagonals and anti-diagonals as bits.
type Lines = [u64; 3];

/// Breaks with true if the board is covered, and with false to start again.
type Flow = ControlFlow<bool>;

/// Folded board with its free squares.
struct Search {
    n: u32,
    random: fastrand::Rng,
    nodes: u64,
    /// For each folded row its free columns, as those of the board.
    free: Vec<u64>,
    /// Columns of the queens that are being placed.
    columns: Vec<u32>,
    found: Vec<Vec<u32>>,
}

impl Search {
    fn new(n: u32, seed: u64) -> Self {
        Self {
            n,
            random: bezzel::seeded(seed),
            nodes: 0,
            free: vec![(1 << n) - 1; n as usize / 2],
            columns: vec![0; n as usize],
            found: Vec::new(),
        }
    }

    fn folded(&self, row: u32) -> usize {
        row.min(self.n - 1 - row) as usize
    }

    fn free_columns(&self, row: u32, taken: Lines) -> u64 {
        let free = self.free[self.folded(row)];
        free & !(taken[0] | taken[1] >> (self.n - 1 - row) | taken[2] >> row)
    }

    /// Covers what is left with solutions.
    fn cover(&mut self) -> Flow {
        let left = self.n - self.found.len() as u32;
        if left == 0 {
            return ControlFlow::Break(true);
        }
        self.place((1 << self.n) - 1, [0; 3], left % 4 == 2)
    }

    /// Places queens in the open rows, those with the fewest free squares first. With `is_half_turn`,
    /// an image follows each queen.
    fn place(&mut self, open: u64, taken: Lines, is_half_turn: bool) -> Flow {
        self.nodes += 1;
        if self.nodes > NODES {
            return ControlFlow::Break(false);
        }
        let rows = (0..self.n).filter(|row| open >> row & 1 == 1);
        let Some(row) = rows.min_by_key(|&row| self.free_columns(row, taken).count_ones()) else {
            return self.add_images(is_half_turn);
        };
        let mut free = self.free_columns(row, taken);
        while free != 0 {
            let mut rest = free;
            for _ in 0..self.random.u32(..free.count_ones()) {
                rest &= rest - 1;
            }
            let column = rest.trailing_zeros();
            free ^= 1 << column;
            let image = (self.n - 1 - row, self.n - 1 - column);
            let queens = if is_half_turn {
                vec![(row, column), image]
            } else {
                vec![(row, column)]
            };
            let (mut open, mut taken, mut is_free) = (open, taken, true);
            for (row, column) in queens {
                let lines = [0, self.n - 1 - row, row].map(|shift| 1 << (column + shift));
                is_free &= taken
                    .iter()
                    .zip(lines)
                    .all(|(taken, line)| taken & line == 0);
                taken
                    .iter_mut()
                    .zip(lines)
                    .for_each(|(taken, line)| *taken |= line);
                open &= !(1 << row);
                self.columns[row as usize] = column;
            }
            if is_free {
                let (folded, square) = (self.folded(row), 1 << column | 1 << image.1);
                self.free[folded] ^= square;
                self.place(open, taken, is_half_turn)?;
                self.free[folded] ^= square;
            }
        }
        ControlFlow::Continue(())
    }

    /// Adds the solution that was placed and its other images, and covers the rest.
    fn add_images(&mut self, is_half_turn: bool) -> Flow {
        let columns = self.columns.clone();
        let mirrored: Vec<u32> = columns.iter().map(|column| self.n - 1 - column).collect();
        let reversed = |columns: &[u32]| columns.iter().rev().copied().collect();
        let before = self.found.len();
        if !is_half_turn {
            self.found.extend([reversed(&columns), reversed(&mirrored)]);
        }
        self.found.extend([columns.clone(), mirrored]);
        let flow = self.cover();
        let is_random = self.n as usize - before > 8;
        match flow {
            ControlFlow::Continue(()) if is_random => ControlFlow::Break(false),
            ControlFlow::Continue(()) => {
                self.found.truncate(before);
                self.columns = columns;
                ControlFlow::Continue(())
            }
            ended => ended,
        }
    }
}

/// Returns n solutions that have all squares of the board, if one of so many starts finds some.
///
/// Panics for n odd and for n > 32.
pub fn partition(n: u32, starts: u64) -> Option<Vec<Vec<u32>>> {
    assert!(n.is_multiple_of(2) && n <= 32, "an even number of rows");
    (0..starts).find_map(|seed| {
        let mut search = Search::new(n, seed);
        (search.cover() == ControlFlow::Break(true)).then_some(search.found)
    })
}

#[allow(dead_code, reason = "the test calls no main function")]
fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n: u32 = std::env::args().nth(1).map_or(Ok(12), |n| n.parse())?;
    if n % 2 == 1 || !(4..=32).contains(&n) {
        return Err(format!("expected an even number from 4 to 32, found {n}").into());
    }
    let solutions = partition(n, 10_000).ok_or("found none in 10,000 starts")?;
    for columns in solutions {
        let columns: Vec<String> = columns.iter().map(u32::to_string).collect();
        println!("{}", columns.join(" "));
    }
    Ok(())
}
