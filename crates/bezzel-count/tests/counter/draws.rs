//! Random solutions: every solution has the same probability.

use std::collections::HashMap;

use bezzel::{ConstrainedBoard, Square};
use bezzel_count::{Backend, Counter, Plan, Route, UniformDraws};

fn values(plan: &Plan) -> Vec<u128> {
    let mut counter = Counter::new(Backend::detect()).unwrap();
    plan.units()
        .map(|unit| counter.count(&unit, Route::Direct).value)
        .collect()
}

fn draw(draws: &UniformDraws, count: usize, seed: u64, backend: Backend) -> Vec<Vec<u32>> {
    let mut counter = Counter::new(backend).unwrap();
    let mut drawn = Vec::new();
    for unit in draws.draw(count, seed) {
        let solutions = counter.solutions(&unit).unwrap();
        assert_eq!(solutions.len(), unit.solutions());
        drawn.extend(solutions);
    }
    in_order(drawn)
}

fn in_order(mut drawn: Vec<(usize, Vec<u32>)>) -> Vec<Vec<u32>> {
    drawn.sort_unstable();
    let numbers = drawn.iter().map(|(number, _)| *number);
    assert!(numbers.eq(0..drawn.len()));
    drawn.into_iter().map(|(_, columns)| columns).collect()
}

/// The solutions that `bezzel random 8 --seed 1 --count 3` prints. Machines of 32 bits, such as
/// WebAssembly, draw the same.
#[test]
fn a_seed_gives_the_same_solutions_on_every_machine() {
    let plan = Plan::new(8).unwrap();
    let draws = UniformDraws::new(plan.clone(), values(&plan)).unwrap();
    let expected = [
        [5, 2, 4, 7, 0, 3, 1, 6],
        [3, 7, 0, 4, 6, 1, 5, 2],
        [1, 7, 5, 0, 2, 4, 6, 3],
    ];
    assert_eq!(draw(&draws, 3, 1, Backend::detect()), expected);
}

/// Returns the number of standard deviations by which χ² exceeds its expectation.
fn excess(all: &[Vec<u32>], drawn: &[Vec<u32>]) -> f64 {
    let mut seen: HashMap<&[u32], u32> = all.iter().map(|columns| (&columns[..], 0)).collect();
    for columns in drawn {
        *seen
            .get_mut(&columns[..])
            .expect("a solution of this board") += 1;
    }
    let expected = drawn.len() as f64 / all.len() as f64;
    let square = |&count: &u32| (f64::from(count) - expected).powi(2) / expected;
    let chi_square: f64 = seen.values().map(square).sum();
    let degrees = all.len() as f64 - 1.0;
    (chi_square - degrees) / (2.0 * degrees).sqrt()
}

fn solutions(board: &ConstrainedBoard) -> Vec<Vec<u32>> {
    let solutions = board.completions().unwrap();
    solutions
        .map(|solution| solution.columns().collect())
        .collect()
}

/// With fixed seeds: a uniform sampler exceeds the limit of 4 deviations in one of 30000 cases.
#[test]
fn all_solutions_are_drawn_equally_often() {
    for n in [1, 4, 5, 6, 7, 8, 9] {
        let board = ConstrainedBoard::new(n).unwrap();
        let all = solutions(&board);
        let plan = Plan::new(n).unwrap();
        let draws = UniformDraws::new(plan.clone(), values(&plan)).unwrap();
        assert_eq!(draws.solutions(), all.len() as u128);
        let drawn = draw(&draws, 400 * all.len(), u64::from(n), Backend::detect());
        if n > 1 {
            let excess = excess(&all, &drawn);
            assert!(excess.abs() < 4.0, "n = {n}: {excess}");
        }
    }
}

/// Seeds that follow each other are as good as random ones.
#[test]
fn first_draws_of_neighbouring_seeds_are_uniform() {
    for (n, seeds) in [(6, 1000), (8, 20_000)] {
        let all = solutions(&ConstrainedBoard::new(n).unwrap());
        let plan = Plan::new(n).unwrap();
        let draws = UniformDraws::new(plan.clone(), values(&plan)).unwrap();
        let first = |seed| draw(&draws, 1, seed, Backend::detect()).remove(0);
        let drawn: Vec<Vec<u32>> = (0..seeds).map(first).collect();
        let excess = excess(&all, &drawn);
        assert!(excess.abs() < 4.0, "n = {n}: {excess}");
        let repeats = drawn.windows(2).filter(|pair| pair[0] == pair[1]).count() as f64;
        let part = 1.0 / all.len() as f64;
        let expected = seeds as f64 * part;
        let off = (repeats - expected) / (expected * (1.0 - part)).sqrt();
        assert!(
            off.abs() < 4.0,
            "n = {n}: {repeats} repeats, not {expected}"
        );
    }
}

#[test]
fn all_completions_of_a_board_are_drawn_equally_often() {
    let squares: [&[(u32, u32)]; 4] = [
        &[(0, 1)],
        &[(2, 2), (6, 6)],
        &[(1, 1), (1, 6), (6, 1), (6, 6)],
        &[(3, 3)],
    ];
    for n in [7, 8, 9] {
        for blocked in squares {
            let mut board = ConstrainedBoard::new(n).unwrap();
            for &(row, column) in blocked {
                board.block(Square::new(row, column)).unwrap();
            }
            if blocked.len() == 1 {
                board.place(Square::new(n - 1, 3)).unwrap();
            }
            let all = solutions(&board);
            assert!(all.len() > 2, "{board}");
            let plan = Plan::constrained(&board).unwrap();
            let draws = UniformDraws::new(plan.clone(), values(&plan)).unwrap();
            let drawn = draw(&draws, 400 * all.len(), 1, Backend::detect());
            let excess = excess(&all, &drawn);
            assert!(excess.abs() < 4.0, "{excess}\n{board}");
        }
    }
}

#[test]
fn no_solution_means_no_draw_and_a_missing_unit_is_an_error() {
    let plan = Plan::new(3).unwrap();
    let draws = UniformDraws::new(plan.clone(), values(&plan)).unwrap();
    assert_eq!(
        draw(&draws, 5, 1, Backend::Portable),
        Vec::<Vec<u32>>::new()
    );
    let plan = Plan::new(8).unwrap();
    let mut values = values(&plan);
    values.pop();
    assert!(UniformDraws::new(plan, values).is_err());
}

/// The same seed gives the same solutions on every backend, and more draws begin with the same.
#[test]
fn a_seed_determines_the_solutions() {
    let plan = Plan::new(12).unwrap();
    let draws = UniformDraws::new(plan.clone(), values(&plan)).unwrap();
    let expected = draw(&draws, 20, 7, Backend::Portable);
    for backend in Backend::ALL
        .into_iter()
        .filter(|backend| backend.is_available())
    {
        assert_eq!(draw(&draws, 20, 7, backend), expected, "{backend}");
    }
    assert_eq!(draw(&draws, 5, 7, Backend::detect()), expected[..5]);
    assert_ne!(draw(&draws, 20, 8, Backend::detect()), expected);
}

/// The numbers of queens on each square equal the stored occupancies: every square within
/// five standard deviations, and all of them together within four.
#[test]
fn marginals_are_the_occupancies() {
    for n in 12..=13 {
        let plan = Plan::new(n).unwrap();
        let draws = UniformDraws::new(plan.clone(), values(&plan)).unwrap();
        let count = 20_000;
        let mut seen = vec![vec![0u32; n as usize]; n as usize];
        for columns in draw(&draws, count, 3, Backend::detect()) {
            for (row, column) in columns.into_iter().enumerate() {
                seen[row][column as usize] += 1;
            }
        }
        let occupancy = bezzel_oracle::occupancy(n).unwrap();
        let mut sum = 0.0;
        for (row, counts) in occupancy.iter().enumerate() {
            for (column, &number) in counts.iter().enumerate() {
                let share = number as f64 / draws.solutions() as f64;
                let expected = share * count as f64;
                let deviation = (expected * (1.0 - share)).sqrt();
                let found = (f64::from(seen[row][column]) - expected) / deviation;
                assert!(
                    found.abs() < 5.0,
                    "n = {n}, row {row}, column {column}: {found}"
                );
                sum += found * found;
            }
        }
        // Rows and columns are dependent: about (n − 1)² degrees of freedom.
        let cells = f64::from(n * n);
        assert!(
            (sum - cells).abs() < 6.0 * (2.0 * cells).sqrt(),
            "n = {n}: {sum}"
        );
    }
}
