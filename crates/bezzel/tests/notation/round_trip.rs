//! Written boards are read back, whatever the board, the number of boards and the buffer.

use super::*;

proptest! {
    #[test]
    fn every_board_comes_back(board in boards(0, 40), notation in notations()) {
        let document = write_all(notation, &Options::default(), std::slice::from_ref(&board));
        let read = read_boards(&document, Some(notation)).unwrap();
        prop_assert_eq!(read, vec![Ok(board)]);
    }

    // n = 0 is left out: next to other boards, positions and grid cannot show it.
    #[test]
    fn every_document_comes_back(
        boards in prop::collection::vec(boards(1, 12), 1..30),
        notation in notations(),
        attack_lines in any::<bool>(),
    ) {
        let options = Options { attack_lines, ..Options::default() };
        let document = write_all(notation, &options, &boards);
        let read = read_boards(&document, Some(notation)).unwrap();
        prop_assert_eq!(read, boards.into_iter().map(Ok).collect::<Vec<_>>());
    }

    #[test]
    fn the_notation_is_guessed(boards in prop::collection::vec(boards(1, 6), 1..4), notation in notations()) {
        let document = write_all(notation, &Options::default(), &boards);
        prop_assert_eq!(Notation::guess(&document), Some(notation));
        let read = read_boards(&document, None).unwrap();
        prop_assert_eq!(read, boards.into_iter().map(Ok).collect::<Vec<_>>());
    }

    #[test]
    fn buffers_of_any_size_read_the_same(
        boards in prop::collection::vec(boards(1, 6), 1..4),
        notation in notations(),
        blank_lines in 0..3usize,
        marked in any::<bool>(),
    ) {
        let mark = if marked { "\u{feff}" } else { "" };
        let mut document = format!("{mark}{}", "\n".repeat(blank_lines)).into_bytes();
        document.extend(write_all(notation, &Options::default(), &boards));
        let whole = read_entries(&document[..], None, &Options::default()).unwrap();
        prop_assert!(whole[0].line > blank_lines as u64 - u64::from(blank_lines > 0));
        for capacity in [1, 2, 3, 7] {
            let pieces = read_in_pieces(&document, None, capacity).unwrap();
            prop_assert_eq!(&pieces, &whole);
        }
    }

    #[test]
    fn carriage_returns_change_nothing(boards in prop::collection::vec(boards(1, 6), 1..4), notation in notations()) {
        let document = write_all(notation, &Options::default(), &boards);
        let text = String::from_utf8(document.clone()).unwrap().replace('\n', "\r\n");
        let plain = read_entries(&document[..], None, &Options::default()).unwrap();
        for capacity in [1, 2, 4096] {
            let returned = read_in_pieces(text.as_bytes(), None, capacity).unwrap();
            prop_assert_eq!(&returned, &plain);
        }
    }

    #[test]
    fn one_based_positions(board in boards(0, 40)) {
        let options = Options { one_based: true, ..Options::default() };
        let document = write_all(Notation::Positions, &options, std::slice::from_ref(&board));
        let entries = read_entries(&document[..], None, &options).unwrap();
        prop_assert_eq!(&entries[0].board, &Ok(board.clone()));
        // Read from 0, the same numbers are other columns or none at all.
        if board.queen_count() > 0 {
            let misread = read_boards(&document, None);
            prop_assert!(misread.is_err() || misread.unwrap()[0] != Ok(board));
        }
    }

    #[test]
    fn columns_write_what_placements_write(board in prop::collection::vec(0..9u32, 9), notation in notations()) {
        let placement = columns(&board);
        let mut writer = Writer::new(Vec::new(), notation, Options::default());
        writer.write_columns(board.iter().copied()).unwrap();
        let document = writer.finish(None).unwrap();
        prop_assert_eq!(document, write_all(notation, &Options::default(), &[placement]));
    }
}

#[test]
fn the_smallest_boards() {
    let none = Placement::empty(0).unwrap();
    let free = Placement::empty(1).unwrap();
    let taken = columns(&[0]);
    for notation in Notation::ALL {
        for board in [&none, &free, &taken] {
            let document = write_all(notation, &Options::default(), std::slice::from_ref(board));
            for capacity in [1, 100] {
                let entries = read_in_pieces(&document, Some(notation), capacity).unwrap();
                assert_eq!(entries.len(), 1, "{notation}");
                assert_eq!(entries[0].board.as_ref(), Ok(board), "{notation}");
            }
        }
    }
}

#[test]
fn no_boards() {
    for notation in Notation::ALL {
        for total in [None, Some(0)] {
            for boards in [None, Some(0), Some(92)] {
                let options = Options {
                    boards,
                    ..Options::default()
                };
                let writer = Writer::new(Vec::new(), notation, options);
                let document = writer.finish(total).unwrap();
                assert_eq!(read_boards(&document, Some(notation)).unwrap(), []);
                assert_eq!(read_in_pieces(&document, Some(notation), 1).unwrap(), []);
                assert_eq!(read_boards(&document, None).unwrap(), []);
            }
        }
    }
    for document in ["[]", " [\n] ", "Total: 0", "\r\nTotal:0\r\n"] {
        assert_eq!(read_boards(document.as_bytes(), None).unwrap(), []);
    }
}

#[test]
fn boards_of_no_squares_keep_their_place_where_they_can_be_shown() {
    let boards = [
        Placement::empty(0).unwrap(),
        columns(&[0]),
        Placement::empty(0).unwrap(),
    ];
    for notation in [
        Notation::Coordinates,
        Notation::Leetcode,
        Notation::Json,
        Notation::Unicode,
        Notation::Svg,
    ] {
        let document = write_all(notation, &Options::default(), &boards);
        let read = read_boards(&document, Some(notation)).unwrap();
        assert_eq!(read, boards.clone().map(Ok), "{notation}");
    }
}

#[test]
fn wide_boards() {
    // Numbers of one to five digits, longer together than any buffer.
    let n = 30_011;
    let board = columns(&(0..n).map(|row| row * 7919 % n).collect::<Vec<_>>());
    for notation in [Notation::Positions, Notation::Json, Notation::Svg] {
        let document = write_all(notation, &Options::default(), std::slice::from_ref(&board));
        for capacity in [61, 8192] {
            let entries = read_in_pieces(&document, None, capacity).unwrap();
            assert!(entries[0].board.as_ref() == Ok(&board), "{notation}");
        }
    }
    let pairs: String = (1..=n).map(|at| format!("({at}, {at})")).collect();
    let read = read_boards(pairs.as_bytes(), None).unwrap();
    assert!(read[0] == Ok(columns(&(0..n).collect::<Vec<_>>())));
}

#[test]
fn a_thousand_rows_in_every_notation() {
    let board = columns(&(0..1000).map(|row| row * 7 % 1000).collect::<Vec<_>>());
    for notation in Notation::ALL {
        let document = write_all(notation, &Options::default(), std::slice::from_ref(&board));
        let read = read_boards(&document, None).unwrap();
        assert!(read == [Ok(board.clone())], "{notation}");
    }
}

#[test]
fn breaking_off_leaves_the_rest_unread() {
    let two = [columns(&[0]), columns(&[1, 0])];
    for notation in Notation::ALL {
        let mut document = write_all(notation, &Options::default(), &two);
        if notation != Notation::Svg {
            document.extend(b"\n\xff\xff nonsense");
        }
        for stop_after in [1, 2] {
            let mut seen = 0;
            let summary = read(&document[..], None, &Options::default(), &mut |_| {
                seen += 1;
                match seen == stop_after {
                    true => ControlFlow::Break(()),
                    false => ControlFlow::Continue(()),
                }
            });
            let summary = summary.unwrap();
            assert_eq!(
                (summary.notation, summary.boards),
                (Some(notation), stop_after)
            );
        }
    }
}

#[test]
fn lines_on_which_boards_begin() {
    let boards = [columns(&[1, 0]), columns(&[0]), columns(&[2, 0, 1])];
    let expected = [
        (Notation::Positions, [1, 2, 3]),
        (Notation::Coordinates, [1, 7, 12]),
        (Notation::Grid, [1, 4, 6]),
        (Notation::Leetcode, [1, 2, 3]),
        (Notation::Json, [1, 2, 3]),
        (Notation::Unicode, [1, 6, 10]),
    ];
    for (notation, lines) in expected {
        let document = write_all(notation, &Options::default(), &boards);
        let entries = read_entries(&document[..], None, &Options::default()).unwrap();
        let found: Vec<_> = entries.iter().map(|entry| entry.line).collect();
        assert_eq!(found, lines, "{notation}");
    }
    let document = write_all(Notation::Svg, &Options::default(), &boards);
    let entries = read_entries(&document[..], None, &Options::default()).unwrap();
    let text = String::from_utf8(document).unwrap();
    for entry in entries {
        let line = text.lines().nth(entry.line as usize - 1).unwrap();
        assert!(line.contains("data-n="), "{line}");
    }
}
