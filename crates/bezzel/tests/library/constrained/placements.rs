//! Completions of placements, against the list of all solutions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use bezzel::{ConstrainedBoard, Error, NEVER, Placement, solutions};

fn completions(board: &Placement) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    let board = ConstrainedBoard::from(board);
    let flow = board.visit_completions(NEVER, &mut |columns| {
        assert!(found.insert(columns.to_vec()), "{columns:?} came twice");
        ControlFlow::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    found
}

fn solutions_with(board: &Placement) -> BTreeSet<Vec<u32>> {
    solutions(board.size())
        .unwrap()
        .filter(|solution| {
            let mut rows = board.rows().zip(solution.rows());
            rows.all(|(wanted, column)| wanted.is_none() || wanted == column)
        })
        .map(|solution| solution.columns().collect())
        .collect()
}

#[test]
fn empty_boards_give_all_solutions() {
    for n in 0..=9 {
        let board = Placement::empty(n).unwrap();
        assert_eq!(completions(&board), solutions_with(&board), "n = {n}");
    }
}

#[test]
fn every_pair_of_queens_gives_the_solutions_that_contain_it() {
    let n = 6;
    for (first, second) in (0..n * n).flat_map(|a| (0..n * n).map(move |b| (a, b))) {
        let mut board = Placement::empty(n).unwrap();
        for square in [first, second] {
            let square = bezzel::Square::new(square / n, square % n);
            board.place(square).unwrap();
        }
        assert_eq!(completions(&board), solutions_with(&board), "{board:?}");
    }
}

#[test]
fn the_search_stops_on_request() {
    let board = ConstrainedBoard::new(32).unwrap();
    let mut first = None;
    let flow = board.visit_completions(NEVER, &mut |columns| {
        first = Some(columns.to_vec());
        ControlFlow::Break(())
    });
    assert!(flow.unwrap().is_break());
    assert!(board.is_completion(&first.unwrap()));
    let unused = &mut |_: &[u32]| -> ControlFlow<()> { panic!("the search was stopped before") };
    assert!(
        board
            .visit_completions(&|| true, unused)
            .unwrap()
            .is_break()
    );
}

#[test]
fn larger_boards_are_rejected() {
    let board = ConstrainedBoard::new(33).unwrap();
    let error = board.count_completions(NEVER);
    assert!(matches!(error, Err(Error::TooLarge { n: 33, max: 32, .. })));
    let board = ConstrainedBoard::new(1001).unwrap();
    let error = board.visit_completions(NEVER, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(
        error,
        Err(Error::TooLarge {
            n: 1001,
            max: 1000,
            ..
        })
    ));
}
