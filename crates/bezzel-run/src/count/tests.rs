//! Counts of boards with constraints, by search, by units and in ledgers.

use std::cell::Cell;

use bezzel::{NEVER, Square, Symmetry};

use super::*;
use crate::Ledger;
use by_units::Results;

fn board(n: u32) -> ConstrainedBoard {
    let mut board = ConstrainedBoard::new(n).unwrap();
    board.place(Square::new(0, 1)).unwrap();
    board
}

/// Returns a board whose constraints contradict each other.
fn contradiction(n: u32) -> ConstrainedBoard {
    let mut board = board(n);
    board.place(Square::new(1, 1)).unwrap();
    board
}

fn units(storage: Storage, double_check: bool) -> CountJob {
    let mut units = CountUnits::new(EngineSelection::new(None, None));
    units.double_check = double_check;
    CountJob::by_units(storage, units).unwrap()
}

fn finished(mut job: CountJob) -> CountResult {
    job.run(&Control::never(), &mut |_| {}).unwrap()
}

fn fastest(board: ConstrainedBoard) -> CountResult {
    finished(CountJob::fastest(board, None).unwrap())
}

#[test]
fn boards_with_constraints_are_counted_by_search() {
    let mut job = CountJob::fastest(board(8), None).unwrap();
    let cancelled = job.run(&Control::new(&|| true), &mut |_| {});
    assert!(matches!(cancelled, Err(JobError::Cancelled)));
    let result = finished(job);
    assert_eq!((result.solutions, result.algorithm), (8, "search"));
}

#[test]
fn the_colour_split_counter_counts_boards_with_constraints() {
    let searched = fastest(board(13));
    assert_eq!(searched.algorithm, "search");
    let forced = finished(units(Storage::Board(board(13)), true));
    assert_eq!(forced.algorithm, "colour-split-counter");
    assert_eq!(forced.solutions, searched.solutions);
    let counted = forced.units.unwrap();
    assert_eq!(counted.confirmed, Some(counted.units));
    let chosen = chosen(board(18), None, &Control::never(), &mut |_| {}).unwrap();
    assert!(matches!(chosen, Way::Units(_)));

    let nothing = units(Storage::Board(contradiction(18)), false);
    assert_eq!(finished(nothing).solutions, 0);
}

#[test]
fn a_ledger_is_for_one_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("queen.bezzel");
    let saved = |board: ConstrainedBoard, double_check| {
        let plan = Plan::constrained(&board)?;
        let storage = Storage::Ledger(Box::new(Ledger::open_or_create(&path, plan)?));
        units(storage, double_check).run(&Control::never(), &mut |_| {})
    };
    let first = saved(board(12), true).unwrap();
    assert_eq!(first.solutions, fastest(board(12)).solutions);
    let counted = first.units.unwrap();
    assert_eq!(counted.confirmed, Some(counted.units));
    let again = saved(board(12), false).unwrap().units.unwrap();
    assert_eq!(again.units, counted.units);
    let error = saved(ConstrainedBoard::new(12).unwrap(), false).unwrap_err();
    let expected = "expected a ledger for n = 12, found one for n = 12, board 1Q10/12/";
    assert!(error.to_string().contains(expected), "{error}");
}

#[test]
fn few_blocked_squares_are_counted_by_their_complement() {
    let squares = [(2, 5), (7, 3), (6, 6)];
    for blocked in 1..=3 {
        for queen in [None, Some(Square::new(0, 1))] {
            let mut board = ConstrainedBoard::new(11).unwrap();
            for (row, column) in &squares[..blocked] {
                board.block(Square::new(*row, *column)).unwrap();
            }
            queen.map(|queen| board.place(queen).unwrap().size());
            let searched = board.count_completions(NEVER).unwrap();
            let mut options = CountUnits::new(EngineSelection::new(None, Some(1)));
            options.double_check = true;
            let mut job = CountJob::by_units(Storage::Board(board), options).unwrap();
            // Cancelled three times while it counts units, it continues where it stopped.
            let (mut cancelled, mut highest, counts) = (0, 0.0_f64, Cell::new(false));
            let result = loop {
                counts.set(false);
                let is_stopped = || cancelled < 3 && counts.get();
                let ended = job.run(&Control::new(&is_stopped), &mut |progress| {
                    if progress.units.is_some() {
                        highest = highest.max(progress.fraction.unwrap_or(0.0));
                        counts.set(true);
                    }
                });
                match ended {
                    Err(JobError::Cancelled) => cancelled += 1,
                    ended => break ended.unwrap(),
                }
            };
            assert!(
                cancelled == 3 && (0.5..1.001).contains(&highest),
                "{highest}"
            );
            assert_eq!(Some(result.solutions), searched);
            let counted = result.units.unwrap();
            assert_eq!(counted.confirmed, Some(counted.units));
            let by_black = &counted.total.by_black_queens;
            assert_eq!(Some(by_black.iter().sum()), searched);
            let Way::Units(count) = &job.way else {
                panic!("it counts units");
            };
            let is_sum = matches!(count.results, Results::Terms(_));
            // A queen that is placed anyway has taken the symmetries away.
            let is_cheaper = blocked < 3 && queen.is_none();
            assert_eq!(is_sum, is_cheaper, "{blocked} squares, {queen:?}");
        }
    }
}

#[test]
fn a_board_without_constraints_is_the_empty_one() {
    let board = ConstrainedBoard::new(12)
        .unwrap()
        .image(Symmetry::Transpose);
    let result = fastest(board);
    assert_eq!(result.algorithm, "colour-split-counter");
    assert_eq!(result.solutions, 14_200);
}

#[test]
fn methods_accept_no_constraints_and_searches_no_large_boards() {
    let refused = |job: Result<CountJob, Error>| match job {
        Err(error) => error.to_string(),
        Ok(_) => panic!("accepted"),
    };
    let method = refused(CountJob::by_method(board(8), Method::Bitmask, None));
    assert!(method.starts_with("expected an empty board with bitmask, found "));
    assert_eq!(
        refused(CountJob::fastest(board(33), None)),
        "expected n from 0 to 32 for counting with constraints, found 33"
    );
}
