//! Overhead of observability: methods without an observer against handwritten loops.
//!
//! Both count the same board in one interleaved run, and the ratio of the medians is printed.
//! The run fails if a count is wrong or, unless only tested, if a ratio is above 1.05.
//!
//! `cargo bench -p bezzel-core --bench observer_cost`

use std::hint::black_box;
use std::process::ExitCode;
use std::time::Instant;

use bezzel::methods::Method;

const MAX_RATIO: f64 = 1.05;

fn main() -> ExitCode {
    // `cargo test` runs benchmarks without --bench: then one small round checks the counts.
    let only_test = !std::env::args().any(|argument| argument == "--bench");
    let (n, expected, rounds) = if only_test {
        (8, 92, 1)
    } else {
        (13, 73712, 21)
    };
    let bitmask = ratio(
        "bitmask",
        rounds,
        expected,
        || by_hand::bitmask(n),
        || Method::Bitmask.count(n).expect("a small board"),
    );
    let markers = ratio(
        "diagonal-markers",
        rounds,
        expected,
        || by_hand::markers(n),
        || Method::DiagonalMarkers.count(n).expect("a small board"),
    );
    if !only_test && bitmask.max(markers) > MAX_RATIO {
        eprintln!("expected a ratio of at most {MAX_RATIO} without an observer");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

/// Times two counting functions alternately and returns the ratio of their medians.
fn ratio(
    name: &str,
    rounds: usize,
    expected: u128,
    by_hand: impl Fn() -> u128,
    method: impl Fn() -> u128,
) -> f64 {
    let mut seconds = [Vec::new(), Vec::new()];
    for _ in 0..rounds {
        seconds[0].push(timed(&by_hand, expected));
        seconds[1].push(timed(&method, expected));
    }
    let [hand, method] = seconds.map(median);
    let ratio = method / hand;
    println!("{name}: by hand {hand:.4} s, method {method:.4} s, ratio {ratio:.3}");
    ratio
}

fn timed(count: impl Fn() -> u128, expected: u128) -> f64 {
    let start = Instant::now();
    assert_eq!(black_box(count()), expected);
    start.elapsed().as_secs_f64()
}

fn median(mut seconds: Vec<f64>) -> f64 {
    seconds.sort_by(f64::total_cmp);
    seconds[seconds.len() / 2]
}

/// The same algorithms without observers.
mod by_hand {
    use std::hint::black_box;

    pub fn bitmask(n: u32) -> u128 {
        u128::from(bitmask_row((1 << black_box(n)) - 1, 0, 0, 0))
    }

    fn bitmask_row(all: u64, columns: u64, diagonals: u64, anti_diagonals: u64) -> u64 {
        if columns == all {
            return 1;
        }
        let mut free = all & !(columns | diagonals | anti_diagonals);
        let mut solutions = 0;
        while free != 0 {
            let queen = free & free.wrapping_neg();
            free &= free - 1;
            solutions += bitmask_row(
                all,
                columns | queen,
                (diagonals | queen) << 1,
                (anti_diagonals | queen) >> 1,
            );
        }
        solutions
    }

    pub fn markers(n: u32) -> u128 {
        let n = black_box(n);
        let entries = n as usize;
        let mut board = Markers {
            n,
            placed: Vec::with_capacity(entries),
            columns: vec![false; entries],
            diagonals: vec![false; 2 * entries],
            anti_diagonals: vec![false; 2 * entries],
            solutions: 0,
        };
        board.next_row();
        u128::from(board.solutions)
    }

    struct Markers {
        n: u32,
        placed: Vec<u32>,
        columns: Vec<bool>,
        diagonals: Vec<bool>,
        anti_diagonals: Vec<bool>,
        solutions: u64,
    }

    impl Markers {
        fn next_row(&mut self) {
            let row = self.placed.len() as u32;
            if row == self.n {
                self.solutions += 1;
                return;
            }
            for column in 0..self.n {
                if self.is_safe(row, column) {
                    self.placed.push(column);
                    self.mark(row, column, true);
                    self.next_row();
                    self.placed.pop();
                    self.mark(row, column, false);
                }
            }
        }

        fn is_safe(&self, row: u32, column: u32) -> bool {
            !self.columns[column as usize]
                && !self.diagonals[(row + self.n - column) as usize]
                && !self.anti_diagonals[(row + column) as usize]
        }

        fn mark(&mut self, row: u32, column: u32, taken: bool) {
            self.columns[column as usize] = taken;
            self.diagonals[(row + self.n - column) as usize] = taken;
            self.anti_diagonals[(row + column) as usize] = taken;
        }
    }
}
