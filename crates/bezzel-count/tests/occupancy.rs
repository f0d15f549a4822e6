//! Occupancies: against stored ones, against listed solutions, and their own checks.

use bezzel::Square;
use bezzel_count::{Backend, Counter, Error, Occupancy, Plan, Route, Tally, Total};

fn total(plan: &Plan, counter: &mut Counter) -> Total {
    let mut tally = Tally::default();
    for unit in plan.units() {
        tally
            .add(&unit, &counter.count(&unit, Route::Direct))
            .unwrap();
    }
    tally.verified_total(plan).unwrap()
}

fn occupancy(n: u32, counter: &mut Counter) -> Occupancy {
    let counted = |square| {
        let board = Occupancy::board(n, square).unwrap();
        total(&Plan::constrained(&board).unwrap(), counter).solutions
    };
    let counts = Occupancy::representatives(n)
        .into_iter()
        .map(counted)
        .collect();
    Occupancy::from_representatives(n, counts)
}

#[test]
fn stored_occupancies_and_colours() {
    let mut counter = Counter::new(Backend::detect()).unwrap();
    for n in 1..=13 {
        let found = occupancy(n, &mut counter);
        let expected = bezzel_oracle::occupancy(n).unwrap();
        for (row, numbers) in (0..n).zip(&expected) {
            assert_eq!(found.row(row), numbers, "n = {n}, row {row}");
        }
        let total = total(&Plan::new(n).unwrap(), &mut counter);
        assert_eq!(
            Some(&total.by_black_queens),
            bezzel_oracle::by_colour(n).as_ref()
        );
        found.check(total.solutions).unwrap();
        found.check_colours(&total).unwrap();
    }
}

/// The second method: a search that lists every solution.
#[test]
fn listed_solutions_have_the_same_occupancy() {
    let mut counter = Counter::new(Backend::detect()).unwrap();
    for n in [0, 4, 7, 10] {
        let mut listed = vec![0; (n * n) as usize];
        for solution in bezzel::solutions(n).unwrap() {
            for Square { row, column } in solution.queens() {
                listed[(row * n + column) as usize] += 1;
            }
        }
        let found = occupancy(n, &mut counter);
        let found: Vec<u128> = (0..n).flat_map(|row| found.row(row).to_vec()).collect();
        assert_eq!(found, listed, "n = {n}");
    }
}

#[test]
fn a_wrong_number_fails_a_check() {
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let total = total(&Plan::new(8).unwrap(), &mut counter);
    let right: Vec<u128> = Occupancy::representatives(8)
        .into_iter()
        .map(|Square { row, column }| {
            bezzel_oracle::occupancy(8).unwrap()[row as usize][column as usize]
        })
        .collect();
    for index in 0..right.len() {
        let mut wrong = right.clone();
        wrong[index] += 1;
        let occupancy = Occupancy::from_representatives(8, wrong);
        let error = occupancy.check(total.solutions).unwrap_err();
        assert!(matches!(error, Error::Inconsistent { n: 8, .. }), "{error}");
    }
    let mut other = total.clone();
    other.by_black_queens.swap(4, 5);
    let occupancy = Occupancy::from_representatives(8, right);
    occupancy.check_colours(&total).unwrap();
    assert!(occupancy.check_colours(&other).is_err());
}
