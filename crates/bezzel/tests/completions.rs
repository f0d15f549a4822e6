//! Completing boards, against the list of all solutions.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use bezzel::{Error, Placement, completions, solutions};

fn completed(board: &Placement) -> BTreeSet<Vec<u32>> {
    let mut found = BTreeSet::new();
    let flow = completions(board, &|| false, &mut |columns| {
        assert!(found.insert(columns.to_vec()), "{columns:?} came twice");
        ControlFlow::Continue(())
    });
    assert!(flow.unwrap().is_continue());
    found
}

fn holding(board: &Placement) -> BTreeSet<Vec<u32>> {
    solutions(board.size())
        .unwrap()
        .filter(|solution| {
            let mut rows = board.rows().zip(solution.rows());
            rows.all(|(wanted, column)| wanted.is_none() || wanted == column)
        })
        .map(|solution| solution.rows().flatten().collect())
        .collect()
}

#[test]
fn empty_boards_give_all_solutions() {
    for n in 0..=9 {
        let board = Placement::empty(n).unwrap();
        assert_eq!(completed(&board), holding(&board), "n = {n}");
    }
}

#[test]
fn every_pair_of_queens_gives_the_solutions_that_hold_it() {
    let n = 6;
    for (first, second) in (0..n * n).flat_map(|a| (0..n * n).map(move |b| (a, b))) {
        let mut board = Placement::empty(n).unwrap();
        for square in [first, second] {
            let square = bezzel::Square::new(square / n, square % n);
            board.place(square).unwrap();
        }
        assert_eq!(completed(&board), holding(&board), "{board:?}");
    }
}

#[test]
fn the_search_stops_when_it_is_told() {
    let board = Placement::empty(32).unwrap();
    let mut first = None;
    let flow = completions(&board, &|| false, &mut |columns| {
        first = Some(columns.to_vec());
        ControlFlow::Break(())
    });
    assert!(flow.unwrap().is_break());
    assert!(
        Placement::from_columns(first.unwrap())
            .unwrap()
            .is_solution()
    );
    let never = &mut |_: &[u32]| -> ControlFlow<()> { panic!("told to stop at once") };
    assert!(completions(&board, &|| true, never).unwrap().is_break());
}

#[test]
fn larger_boards_are_refused() {
    let board = Placement::empty(33).unwrap();
    let error = completions(&board, &|| false, &mut |_| ControlFlow::Continue(()));
    assert!(matches!(error, Err(Error::TooLarge { n: 33, max: 32, .. })));
}
