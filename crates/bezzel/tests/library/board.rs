//! Squares, placements and the linear-time check, against their definitions.

use bezzel::{Conflict, Error, Line, MAX_SIZE, Placement, Square};
use proptest::prelude::*;

fn columns(columns: &[u32]) -> Placement {
    Placement::from_columns(columns.iter().copied()).expect("a board")
}

/// Rows of a board: full or partial, with few conflicts (permutations) or many.
fn rows(largest: u32) -> BoxedStrategy<Vec<Option<u32>>> {
    let rows = (0..=largest).prop_flat_map(|n| {
        let anywhere = 0..n.max(1);
        let len = n as usize;
        prop_oneof![
            Just((0..n).map(Some).collect::<Vec<_>>()).prop_shuffle(),
            prop::collection::vec(anywhere.clone().prop_map(Some), len),
            prop::collection::vec(prop::option::of(anywhere.clone()), len),
            prop::collection::vec(prop::option::weighted(0.15, anywhere), len),
        ]
    });
    rows.boxed()
}

/// The definition: two queens attack each other if they share a row, a column or a diagonal.
fn naive_conflicts(rows: &[Option<u32>]) -> Vec<Conflict> {
    let mut conflicts = Vec::new();
    for (low, below) in rows.iter().enumerate() {
        for (high, above) in rows[..low].iter().enumerate() {
            let (Some(above), Some(below)) = (*above, *below) else {
                continue;
            };
            let (high, low) = (high as u32, low as u32);
            let line = if above == below {
                Line::Column
            } else if low + above == high + below {
                Line::Diagonal
            } else if low + below == high + above {
                Line::AntiDiagonal
            } else {
                continue;
            };
            conflicts.push(Conflict {
                first: Square::new(high, above),
                second: Square::new(low, below),
                line,
            });
        }
    }
    conflicts
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn conflicts_are_what_the_definition_says(rows in rows(24)) {
        let board = Placement::from_rows(rows.iter().copied()).unwrap();
        let naive = naive_conflicts(&rows);
        prop_assert_eq!(board.first_conflict(), naive.first().copied());
        prop_assert_eq!(board.is_solution(), naive.is_empty() && board.is_full());
        prop_assert_eq!(board.conflicts().collect::<Vec<_>>(), naive);
    }

    #[test]
    fn placements_hold_what_they_were_given(rows in rows(70)) {
        let board = Placement::from_rows(rows.iter().copied()).unwrap();
        let n = rows.len() as u32;
        prop_assert_eq!(board.size(), n);
        prop_assert_eq!(board.rows().collect::<Vec<_>>(), rows.clone());
        prop_assert_eq!(board.rows().len(), rows.len());
        for (row, column) in (0..).zip(&rows) {
            prop_assert_eq!(board.queen(row), *column);
        }
        prop_assert_eq!(board.queen(n), None);
        let queens: Vec<_> = (0..)
            .zip(&rows)
            .filter_map(|(row, column)| column.map(|column| Square::new(row, column)))
            .collect();
        prop_assert_eq!(board.is_full(), queens.len() == rows.len());
        let empty = rows.iter().position(Option::is_none);
        prop_assert_eq!(board.first_empty_row(), empty.map(|row| row as u32));
        prop_assert!(board.columns().eq(queens.iter().map(|queen| queen.column)));
        prop_assert_eq!(board.queens().collect::<Vec<_>>(), queens);
    }

    #[test]
    fn text_is_read_back(rows in rows(24)) {
        let board = Placement::from_rows(rows).unwrap();
        for text in [format!("{board}"), format!("{board}\n")] {
            prop_assert_eq!(text.parse::<Placement>(), Ok(board.clone()));
        }
    }

    #[test]
    fn placing_and_removing(
        rows in rows(12).prop_filter("n > 0", |rows| !rows.is_empty()),
        row in any::<prop::sample::Index>(),
        column in any::<prop::sample::Index>(),
    ) {
        let n = rows.len();
        let square = Square::new(row.index(n) as u32, column.index(n) as u32);
        let mut board = Placement::from_rows(rows.iter().copied()).unwrap();
        prop_assert_eq!(board.place(square), Ok(rows[row.index(n)]));
        let mut expected = rows.clone();
        expected[row.index(n)] = Some(square.column);
        prop_assert_eq!(board.rows().collect::<Vec<_>>(), expected.clone());
        prop_assert_eq!(board.remove(square.row), Some(square.column));
        prop_assert_eq!(board.remove(square.row), None);
        expected[row.index(n)] = None;
        prop_assert_eq!(board.rows().collect::<Vec<_>>(), expected);
    }

    #[test]
    fn lines_are_the_same_both_ways(a in (0..9u32, 0..9u32), b in (0..9u32, 0..9u32)) {
        let (a, b) = (Square::new(a.0, a.1), Square::new(b.0, b.1));
        prop_assert_eq!(a.line_to(b), b.line_to(a));
        prop_assert_eq!(Conflict::between(a, b), Conflict::between(b, a));
        prop_assert_eq!(Conflict::between(a, b).is_some(), a.line_to(b).is_some());
        if let Some(conflict) = Conflict::between(a, b) {
            prop_assert!(conflict.first < conflict.second);
        }
    }
}

#[test]
fn the_smallest_boards() {
    let none = columns(&[]);
    assert_eq!((none.size(), none.queens().count()), (0, 0));
    assert!(none.is_full() && none.is_solution());
    assert_eq!(none, Placement::empty(0).unwrap());
    let free = Placement::empty(1).unwrap();
    assert!(!free.is_full() && !free.is_solution());
    assert_eq!(free.first_conflict(), None);
    assert!(columns(&[0]).is_solution());
}

/// Markers are kept in words of 64 bits: boards whose lines end just before, at and just after
/// a word, with one conflict in the last row, in each direction.
#[test]
fn conflicts_at_the_edges_of_words() {
    for n in [31u32, 32, 33, 63, 64, 65, 127, 128, 129] {
        let last = n - 1;
        for (square, line) in [
            (Square::new(0, 0), Line::Diagonal),
            (Square::new(0, last), Line::Column),
        ] {
            let mut board = Placement::empty(n).unwrap();
            board.place(square).unwrap();
            assert_eq!(board.first_conflict(), None);
            let corner = Square::new(last, last);
            board.place(corner).unwrap();
            let found = board.first_conflict().map(|c| (c.first, c.second, c.line));
            assert_eq!(found, Some((square, corner, line)), "n = {n}");
        }
        let mut board = Placement::empty(n).unwrap();
        board.place(Square::new(0, last)).unwrap();
        board.place(Square::new(last, 0)).unwrap();
        assert_eq!(board.first_conflict().unwrap().line, Line::AntiDiagonal);
    }
}

/// If n shares no factor with 6, columns that grow by two are a solution. Its queens set
/// nearly every marker, and the check of the last row must find the one that attacks it.
#[test]
fn conflicts_after_many_queens() {
    for n in [65u32, 127, 133, 1001] {
        let solution: Vec<_> = (0..n).map(|row| 2 * row % n).collect();
        assert!(columns(&solution).is_solution(), "n = {n}");
        for row in [0, 1, n / 2, n - 2] {
            let mut wrong = columns(&solution);
            let last = Square::new(n - 1, solution[row as usize]);
            wrong.place(last).unwrap();
            let naive = wrong.conflicts().next();
            assert!(naive.is_some());
            assert_eq!(wrong.first_conflict(), naive, "n = {n}");
        }
    }
}

#[test]
fn squares_outside_are_rejected() {
    let outside = |row, column, n| Error::ColumnOutside { row, column, n };
    assert_eq!(Placement::from_columns([0, 2]), Err(outside(1, 2, 2)));
    assert_eq!(Placement::from_columns([5, 0, 5]), Err(outside(0, 5, 3)));
    assert_eq!(
        Placement::from_columns([0, u32::MAX]),
        Err(outside(1, u32::MAX.into(), MAX_SIZE))
    );
    assert_eq!(
        Placement::from_rows([None, Some(MAX_SIZE)]),
        Err(outside(1, MAX_SIZE.into(), MAX_SIZE))
    );
    let mut board = Placement::empty(3).unwrap();
    assert_eq!(board.place(Square::new(1, 3)), Err(outside(1, 3, 3)));
    let below = Square::new(3, 0);
    assert_eq!(board.place(below), Err(Error::RowOutside { row: 3, n: 3 }));
    assert_eq!(board.remove(3), None);
    assert_eq!(board, Placement::empty(3).unwrap());
    let error = Placement::empty(MAX_SIZE + 1).unwrap_err().to_string();
    assert_eq!(
        error,
        "expected n from 0 to 2147483647 for a board, found 2147483648"
    );
}

#[test]
fn boards_are_ordered_by_their_columns() {
    let less = Placement::from_rows([None, Some(0)]).unwrap();
    assert!(less < columns(&[0, 0]));
    assert!(columns(&[0, 1]) < columns(&[1, 0]));
    assert_eq!(format!("{less:?}"), "Placement[- 0]");
}

#[test]
fn text_of_anything_else_is_refused() {
    for (text, message) in [
        (
            "1 3 0 2\n\n2 0 3 1",
            "expected one board, found another in line 3",
        ),
        (
            "QQ\n..",
            "line 1: the queens at row 0 column 0 and row 0 column 1 attack each other",
        ),
        (
            "4 0 1 2",
            "line 1: 4 is outside the board, whose rows and columns are 0 to 3",
        ),
    ] {
        let error = text.parse::<Placement>().unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}
