//! Occupancies: against stored ones, against one constrained count for each orbit of squares, and
//! their own checks.

use bezzel::{ConstrainedBoard, Square, Symmetry};
use bezzel_count::{Backend, Counter, Error, Occupancy, OccupancyPlan, Plan, Route, Tally, Total};
use proptest::prelude::*;

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
    let mut counter = Counter::new(backend).unwrap();
    let mut sums = plan.zeros();
    for unit in plan.units() {
        sums.add(&counter.occupancy(unit).unwrap());
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
        let total = total(&Plan::new(n).unwrap(), &mut counter);
        for route in [Route::Direct, Route::Exchanged] {
            let plan = OccupancyPlan::new(n, route).unwrap();
            for backend in Backend::ALL
                .into_iter()
                .filter(|backend| backend.is_available())
            {
                let found = counted(&plan, backend);
                found.check(total.solutions).unwrap();
                found.check_colours(&total).unwrap();
                if let Some(expected) = &expected {
                    assert_eq!(rows(&found), *expected, "n = {n}, {route:?}, {backend}");
                }
            }
        }
        if n <= 13 {
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

/// Counts by listing all completions.
fn searched(board: &ConstrainedBoard) -> Vec<Vec<u128>> {
    let n = board.size() as usize;
    let mut counts = vec![vec![0; n]; n];
    for solution in board.completions().unwrap() {
        for queen in solution.queens() {
            counts[queen.row as usize][queen.column as usize] += 1;
        }
    }
    counts
}

/// Counts on every backend and by both routes, and compares with the search.
fn check_board(board: &ConstrainedBoard) {
    let expected = searched(board);
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let total = total(&Plan::constrained(board).unwrap(), &mut counter);
    for route in [Route::Direct, Route::Exchanged] {
        let plan = OccupancyPlan::constrained(board, route).unwrap();
        for backend in Backend::ALL
            .into_iter()
            .filter(|backend| backend.is_available())
        {
            let found = counted(&plan, backend);
            assert_eq!(rows(&found), expected, "{route:?}, {backend}\n{board}");
            found.check(total.solutions).unwrap();
            found.check_colours(&total).unwrap();
            for symmetry in board.stabiliser() {
                for queen in Square::all(board.size()) {
                    let image = symmetry.apply(queen, board.size());
                    assert_eq!(found.at(image), found.at(queen), "{symmetry:?}\n{board}");
                }
            }
        }
    }
}

/// Boards with the images of one square under each group of symmetries.
#[test]
fn boards_of_every_group_of_symmetries() {
    use Symmetry::*;
    let groups: [&[Symmetry]; 9] = [
        &[Identity],
        &[Identity, Rotate180],
        &[Identity, Rotate90, Rotate180, Rotate270],
        &[Identity, MirrorColumns],
        &[Identity, MirrorRows],
        &[Identity, Transpose],
        &[Identity, AntiTranspose],
        &[Identity, Rotate180, MirrorColumns, MirrorRows],
        &Symmetry::ALL,
    ];
    for n in [7, 8] {
        for symmetries in groups {
            let mut board = ConstrainedBoard::new(n).unwrap();
            for symmetry in symmetries {
                board.block(symmetry.apply(Square::new(1, 2), n)).unwrap();
            }
            check_board(&board);
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(40))]

    #[test]
    fn random_boards(
        n in 1..=10u32,
        squares in prop::collection::vec((0..10u32, 0..10u32, any::<bool>()), 0..12),
        lines in prop::collection::vec((-9..=9i32, 0..=18u32), 0..2),
    ) {
        let mut board = ConstrainedBoard::new(n).unwrap();
        for (row, column, queen) in squares {
            let square = Square::new(row % n, column % n);
            let free = board.queens().all(|other| other != square && other.line_to(square).is_none());
            if queen && free && !board.is_blocked(square) && board.queens().len() < 3 {
                board.place(square).unwrap();
            } else if board.queens().all(|other| other != square) {
                board.block(square).unwrap();
            }
        }
        for (difference, sum) in lines {
            // Those outside the board are left out.
            let _ = board.block_diagonal(difference);
            let _ = board.block_anti_diagonal(sum);
        }
        check_board(&board);
    }
}

/// A placed queen is on its square in every solution.
#[test]
fn squares_of_a_larger_board() {
    let mut board = ConstrainedBoard::new(14).unwrap();
    board.place(Square::new(3, 8)).unwrap();
    board.block(Square::new(9, 9)).unwrap();
    let direct = OccupancyPlan::constrained(&board, Route::Direct).unwrap();
    let exchanged = OccupancyPlan::constrained(&board, Route::Exchanged).unwrap();
    let found = counted(&direct, Backend::detect());
    assert_eq!(found, counted(&exchanged, Backend::detect()));
    assert_eq!(rows(&found), searched(&board));
    let attacking = "Q..\nQ..\n...\n".parse().unwrap();
    let plan = OccupancyPlan::constrained(&attacking, Route::Direct).unwrap();
    assert!(plan.units().is_empty());
    assert_eq!(counted(&plan, Backend::Portable).row(0), [0; 3]);
}
