//! Occupancies: against stored ones, against one constrained count for each orbit of squares, and
//! their own checks.

use bezzel::{ConstrainedBoard, Square};
use bezzel_count::{
    Backend, Counter, Error, Occupancy, OccupancyCounter, OccupancyPlan, Plan, Route, Tally, Total,
};

fn total(plan: &Plan, counter: &mut Counter) -> Total {
    let mut tally = Tally::default();
    for unit in plan.units() {
        tally
            .add(&unit, &counter.count(&unit, Route::Direct))
            .unwrap();
    }
    tally.verified_total(plan).unwrap()
}

fn counted(plan: &OccupancyPlan, backend: Backend) -> Occupancy {
    let mut counter = OccupancyCounter::new(backend).unwrap();
    let mut sums = plan.zeros();
    for unit in plan.units() {
        sums.add(&counter.count(unit).unwrap());
    }
    plan.occupancy(&sums).unwrap()
}

fn rows(occupancy: &Occupancy) -> Vec<Vec<u128>> {
    let rows = 0..occupancy.size();
    rows.map(|row| occupancy.row(row).to_vec()).collect()
}

#[test]
fn stored_occupancies_and_colours_by_both_routes_on_every_backend() {
    let mut counter = Counter::new(Backend::detect()).unwrap();
    for n in 1..=14 {
        let expected = bezzel_oracle::occupancy(n);
        for route in [Route::Direct, Route::Exchanged] {
            let plan = OccupancyPlan::new(n, route).unwrap();
            for backend in Backend::ALL.into_iter().filter(|some| some.is_available()) {
                let found = counted(&plan, backend);
                let total = total(&Plan::new(n).unwrap(), &mut counter);
                found.check(total.solutions).unwrap();
                found.check_colours(&total).unwrap();
                if let Some(expected) = &expected {
                    assert_eq!(rows(&found), *expected, "n = {n}, {route:?}, {backend}");
                }
            }
        }
        if n <= 13 {
            let total = total(&Plan::new(n).unwrap(), &mut counter);
            let colours = bezzel_oracle::by_colour(n);
            assert_eq!(Some(&total.by_black_queens), colours.as_ref());
        }
    }
}

/// The second method: one constrained count for each orbit of squares.
#[test]
fn boards_with_one_queen_have_the_same_counts() {
    let mut counter = Counter::new(Backend::detect()).unwrap();
    for n in [0, 4, 7, 10, 11] {
        let plan = OccupancyPlan::new(n, Route::Direct).unwrap();
        let found = counted(&plan, Backend::detect());
        let side = n.div_ceil(2);
        for square in (0..side).flat_map(|row| (row..side).map(move |c| Square::new(row, c))) {
            let mut board = ConstrainedBoard::new(n).unwrap();
            board.place(square).unwrap();
            let total = total(&Plan::constrained(&board).unwrap(), &mut counter);
            assert_eq!(found.at(square), total.solutions, "n = {n}, {square}");
        }
    }
}

#[test]
fn first_rows_are_those_of_all_squares() {
    for n in 1..=13 {
        let plan = OccupancyPlan::first_row(n).unwrap();
        let expected = bezzel_oracle::occupancy(n).unwrap();
        assert_eq!(
            counted(&plan, Backend::detect()).row(0),
            expected[0],
            "n = {n}"
        );
    }
}

/// Wrong sums are no multiple of the number of symmetries, or fail a check.
#[test]
fn a_wrong_number_fails_a_check() {
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let total = total(&Plan::new(8).unwrap(), &mut counter);
    let right = bezzel_oracle::occupancy(8).unwrap().concat();
    for index in 0..right.len() {
        let mut wrong = right.clone();
        wrong[index] += 1;
        let error = Occupancy::new(8, wrong).check(total.solutions).unwrap_err();
        assert!(matches!(error, Error::Inconsistent { n: 8, .. }), "{error}");
    }
    let mut other = total.clone();
    other.by_black_queens.swap(4, 5);
    let occupancy = Occupancy::new(8, right);
    occupancy.check_colours(&total).unwrap();
    assert!(occupancy.check_colours(&other).is_err());

    let plan = OccupancyPlan::new(8, Route::Direct).unwrap();
    let mut sums = plan.zeros().numbers().to_vec();
    sums[8 + 3] = 1;
    let error = plan
        .occupancy(&bezzel_count::OccupancySums::new(sums))
        .unwrap_err();
    assert!(
        error.to_string().contains("expected a multiple of 2"),
        "{error}"
    );
}
