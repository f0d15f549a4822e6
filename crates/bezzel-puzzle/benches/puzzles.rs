//! Times and grades of generated puzzles, by size. Each puzzle is checked: it has exactly one
//! solution, the intended one.
//!
//! `cargo bench -p bezzel-puzzle --bench puzzles -- 200` generates 200 puzzles of each size.

use std::time::Instant;

use bezzel_puzzle::{Generator, Grade, MAX_GENERATED_SIZE, MIN_GENERATED_SIZE, SolutionCount};

/// Puzzles of each size without an argument, such as in tests.
const DEFAULT_COUNT: usize = 20;
const SEED: u64 = 1848;

fn main() {
    let count = std::env::args()
        .skip(1)
        .find_map(|argument| argument.parse().ok());
    let count: usize = count.unwrap_or(DEFAULT_COUNT).max(1);
    println!("| n | median time | longest | easy | medium | hard | expert |");
    println!("|---|---|---|---|---|---|---|");
    for n in MIN_GENERATED_SIZE..=MAX_GENERATED_SIZE {
        let mut generator = Generator::new(n, SEED).expect("a size of the generator");
        let mut times = Vec::new();
        let mut grades = [0; Grade::ALL.len()];
        for _ in 0..count {
            let start = Instant::now();
            let generated = generator.next().expect("endless");
            times.push(start.elapsed());
            assert_eq!(
                generated.puzzle.solve(),
                SolutionCount::One(generated.solution),
                "\n{}",
                generated.puzzle
            );
            grades[generated.grade as usize] += 1;
        }
        times.sort();
        let milliseconds = |at: usize| times[at].as_secs_f64() * 1e3;
        let shares = grades.map(|number| format!("{:.0}%", 100.0 * number as f64 / count as f64));
        println!(
            "| {n} | {} ms | {} ms | {} |",
            two_digits(milliseconds(count / 2)),
            two_digits(milliseconds(count - 1)),
            shares.join(" | ")
        );
    }
}

/// Writes a time with two significant digits.
fn two_digits(time: f64) -> String {
    let decimals = match time {
        0.0..0.1 => 3,
        0.1..1.0 => 2,
        1.0..10.0 => 1,
        _ => 0,
    };
    format!("{time:.decimals$}")
}
