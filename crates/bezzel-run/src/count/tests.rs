//! Counts of boards with constraints, by search, by units and in ledgers.

use bezzel::{NEVER, Square, Symmetry};

use super::*;

fn request(n: u32) -> CountRequest {
    let mut board = ConstrainedBoard::new(n).unwrap();
    board.place(Square::new(0, 1)).unwrap();
    CountRequest {
        board: Some(board),
        ..CountRequest::new(n)
    }
}

#[test]
fn boards_with_constraints_are_counted_by_search() {
    let mut count = Count::new(request(8)).unwrap();
    let cancelled = count.run(&mut |_| false).unwrap();
    assert_eq!(cancelled, None);
    let result = count.run(&mut |_| true).unwrap().unwrap();
    assert_eq!((result.solutions, result.algorithm.name()), (8, "search"));
}

#[test]
fn the_record_counter_counts_boards_with_constraints() {
    let counted = |request: CountRequest| {
        let result = Count::new(request).unwrap().run(&mut |_| true);
        result.unwrap().unwrap()
    };
    let searched = counted(request(13));
    assert_eq!(searched.algorithm.name(), "search");
    let forced = counted(CountRequest {
        double_check: true,
        ..request(13)
    });
    assert_eq!(forced.algorithm.name(), "record-counter");
    assert_eq!(forced.solutions, searched.solutions);
    assert_eq!(forced.confirmed, Some(forced.units));
    assert_eq!(request(18).algorithm().name(), "record-counter");

    let mut contradiction = request(18);
    let board = contradiction.board.as_mut().unwrap();
    board.place(Square::new(1, 1)).unwrap();
    contradiction.record_counter = true;
    assert_eq!(counted(contradiction).solutions, 0);
}

#[test]
fn a_ledger_is_for_one_board() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("queen.bezzel");
    let saved = |request: CountRequest| {
        let storage = Storage::File(path.clone());
        let count = Count::new(CountRequest { storage, ..request });
        count.and_then(|mut count| count.run(&mut |_| true))
    };
    let mut contradiction = request(12);
    let board = contradiction.board.as_mut().unwrap();
    board.place(Square::new(1, 1)).unwrap();
    assert_eq!(saved(contradiction).unwrap().unwrap().solutions, 0);
    assert!(!path.exists(), "a contradiction has no units");

    let twice = CountRequest {
        double_check: true,
        ..request(12)
    };
    let first = saved(twice).unwrap().unwrap();
    let searched = Count::new(request(12)).unwrap().run(&mut |_| true);
    assert_eq!(first.solutions, searched.unwrap().unwrap().solutions);
    assert_eq!(first.confirmed, Some(first.units));
    assert_eq!(saved(request(12)).unwrap().unwrap().units, first.units);
    let error = saved(CountRequest::new(12)).unwrap_err().to_string();
    let expected = "expected a ledger for n = 12, found one for n = 12, board 1Q10/12/";
    assert!(error.contains(expected), "{error}");

    let open = |request| CountRequest {
        storage: Storage::Ledger(Box::new(Ledger::open(&path).unwrap())),
        ..request
    };
    assert!(Count::new(open(request(12))).is_ok());
    let mut other = request(12);
    let board = other.board.as_mut().unwrap();
    board.block(Square::new(5, 5)).unwrap();
    let error = Count::new(open(other)).err().unwrap().to_string();
    assert!(error.contains("expected a ledger of this board"), "{error}");
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
            let mut count = Count::new(CountRequest {
                board: Some(board),
                double_check: true,
                threads: Some(1),
                ..CountRequest::new(11)
            })
            .unwrap();
            // Cancelled again and again, it continues where it stopped.
            let (mut started, mut recorded, mut highest) = (0, 0, 0.0_f64);
            let result = loop {
                let result = count.run(&mut |event| match event {
                    CountEvent::Started { .. } => {
                        started += 1;
                        true
                    }
                    CountEvent::Units { progress, .. } => {
                        highest = highest.max(progress.fraction.unwrap_or(0.0));
                        recorded += usize::from(!progress.records.is_empty());
                        progress.records.is_empty() || recorded % 5 > 0
                    }
                    _ => true,
                });
                if let Some(result) = result.unwrap() {
                    break result;
                }
            };
            assert!(started >= 1 && (0.5..1.001).contains(&highest), "{highest}");
            assert_eq!(Some(result.solutions), searched);
            assert_eq!(result.confirmed, Some(result.units));
            let by_black = &result.total.unwrap().by_black_queens;
            assert_eq!(Some(by_black.iter().sum()), searched);
            let is_sum = matches!(count.state, State::Terms(_));
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
    let request = CountRequest {
        board: Some(board),
        ..CountRequest::new(12)
    };
    assert_eq!(request.algorithm().name(), "record-counter");
    let result = Count::new(request).unwrap().run(&mut |_| true).unwrap();
    assert_eq!(result.unwrap().solutions, 14_200);
}

#[test]
fn methods_accept_no_constraints_and_sizes_must_agree() {
    let refused = |request: CountRequest| match Count::new(request) {
        Err(error) => error.to_string(),
        Ok(_) => panic!("accepted"),
    };
    let method = CountRequest {
        method: Some(Method::Bitmask),
        ..request(8)
    };
    assert!(refused(method).starts_with("expected an empty board with bitmask, found "));
    let other = CountRequest { n: 9, ..request(8) };
    assert_eq!(refused(other), "expected a board of 9 rows, found one of 8");
    let large = refused(request(33));
    assert_eq!(
        large,
        "expected n from 0 to 32 for counting with constraints, found 33"
    );
}
