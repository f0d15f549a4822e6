//! Drawings: what is written is read back.

use std::io::BufReader;

use bezzel::{MAX_DRAWN_SIZE, NEVER, Placement};

use super::*;

proptest! {
    #[test]
    fn every_drawing_comes_back(constraints in constraints(1..=12, 4)) {
        let board = board_of(&constraints);
        let drawing = board.to_string();
        let read: ConstrainedBoard = drawing.parse().unwrap();
        prop_assert_eq!(&read.to_string(), &drawing);
        prop_assert!(read.queens().eq(board.queens()));
        for square in Square::all(board.size()) {
            let hidden = board.queens().any(|queen| queen == square);
            prop_assert_eq!(read.is_blocked(square), board.is_blocked(square) && !hidden);
        }
        let returned: ConstrainedBoard = drawing.replace('\n', "\r\n").parse().unwrap();
        prop_assert_eq!(returned, read);
    }

    #[test]
    fn any_text_is_read_or_refused_in_one_line(
        document in prop::collection::vec(
            prop::sample::select(b".QxQx..\n\n\n\r \t#\xef\xbb\xbf\xff".to_vec()), 0..40,
        ),
    ) {
        let whole = ConstrainedBoard::read(&document[..]);
        let pieces = ConstrainedBoard::read(BufReader::with_capacity(1, &document[..]));
        match (whole, pieces) {
            (Ok(whole), Ok(pieces)) => {
                prop_assert_eq!(&whole, &pieces);
                let again: ConstrainedBoard = whole.to_string().parse().unwrap();
                prop_assert_eq!(again, whole);
            }
            (Err(whole), Err(pieces)) => {
                prop_assert_eq!(whole.to_string(), pieces.to_string());
                prop_assert_eq!(whole.to_string().lines().count(), 1);
            }
            (whole, pieces) => prop_assert!(false, "{:?} but in pieces {:?}", whole, pieces),
        }
    }
}

#[test]
fn other_forms_are_read() {
    let none: ConstrainedBoard = "\n".parse().unwrap();
    assert_eq!((none.size(), none.to_string()), (0, "\n".to_owned()));
    for document in ["\u{feff}Q.\n.x", "\n\nQ.\r\n.x\r\n\n  \n", "Q.\n.x\n"] {
        let board: ConstrainedBoard = document.parse().unwrap();
        assert_eq!(board.to_string(), "Q.\n.x\n");
    }
    // The light and dark squares of a chessboard are free, others as dark as these are blocked.
    for (document, expected) in [
        (
            "⬜👑⬜⬛\n⬛⬜⬛⬜\n⬜⬛⬜⬛\n⬛⬜⬛⬜\n",
            ".Q..\n....\n....\n....\n",
        ),
        (
            "⬜👑⬜⬜\n⬜⬜⬛⬜\n⬜⬜⬜⬜\n⬜⬜⬜⬜\n",
            ".Q..\n..x.\n....\n....\n",
        ),
        (
            "\tQ\t\t\n\t\t\t\n\t\t\tx\n\t\t\t\n",
            ".Q..\n....\n...x\n....\n",
        ),
        (
            "Q\t\t\t\n\t\t\t\n\t\t\t\n\t\t\t\n",
            "Q...\n....\n....\n....\n",
        ),
        (",,,\nQ,,,\n,,,\n,,,\n", "....\nQ...\n....\n....\n"),
        (".Q.🚫\n..×.\n....\n....\n", ".Q.x\n..x.\n....\n....\n"),
    ] {
        let board: ConstrainedBoard = document.parse().unwrap();
        assert_eq!(board.to_string(), expected, "{document}");
    }
    // A sign beside free squares that is neither a queen nor blocked may be anything.
    for sign in ["O", "!", "🟥"] {
        let drawing = format!(".Q..\n...{sign}\n....\n....\n");
        assert!(drawing.parse::<ConstrainedBoard>().is_err(), "{sign}");
    }
    let placement = Placement::from_rows([Some(1), None, None, Some(2)]).unwrap();
    let board = ConstrainedBoard::from(&placement);
    assert_eq!(board.to_string(), ".Q..\n....\n....\n..Q.\n");
}

#[test]
fn the_largest_drawing_is_read() {
    let drawing = format!("{}\n", ".".repeat(MAX_DRAWN_SIZE as usize));
    let board: ConstrainedBoard = drawing.repeat(MAX_DRAWN_SIZE as usize).parse().unwrap();
    assert!(board.is_unconstrained());
    assert_eq!(board.size(), MAX_DRAWN_SIZE);
    let large = ConstrainedBoard::new(MAX_DRAWN_SIZE + 1).unwrap();
    use std::fmt::Write;
    assert!(write!(String::new(), "{large}").is_err());
}

proptest! {
    #[test]
    fn boards_in_one_word_are_read_back(constraints in constraints(1..=7, 3)) {
        let board = board_of(&constraints);
        if board.queens().any(|queen| board.is_blocked(queen)) {
            let error = board.to_compact().unwrap_err().to_string();
            prop_assert!(error.contains("on a blocked square"), "{error}");
            return Ok(());
        }
        let text = board.to_compact().unwrap();
        prop_assert!(text.chars().all(|c| c.is_ascii_digit() || "Qx/".contains(c)));
        let again = ConstrainedBoard::from_compact(&text).unwrap();
        prop_assert_eq!(again.to_string(), board.to_string());
        prop_assert_eq!(&again.to_compact().unwrap(), &text);
        // A document of the word is the same board.
        let read = ConstrainedBoard::read(format!("{text}\n").as_bytes());
        prop_assert_eq!(&read.unwrap(), &again, "{}", &text);
    }

    #[test]
    fn any_word_is_read_or_refused_in_one_line(text in "[0-9Qx/.]{0,40}|\\PC{0,20}") {
        match ConstrainedBoard::from_compact(&text) {
            Ok(board) => {
                let again = board.to_compact().unwrap();
                prop_assert_eq!(ConstrainedBoard::from_compact(&again), Ok(board));
            }
            Err(error) => prop_assert_eq!(error.to_string().lines().count(), 1),
        }
    }

    #[test]
    fn a_reduced_board_has_the_same_completions(constraints in constraints(1..=6, 2)) {
        let board = board_of(&constraints);
        let reduced = board.reduced();
        prop_assert_eq!(reduced.reduced(), reduced.clone());
        prop_assert_eq!(reduced.stabiliser(), board.stabiliser());
        if board.contradiction().is_none() {
            let completions = reduced.count_completions(NEVER);
            prop_assert_eq!(completions, board.count_completions(NEVER));
            // Boards whose constraints have the same effect are one board.
            let text = reduced.to_compact().unwrap();
            let again = ConstrainedBoard::from_compact(&text).unwrap().reduced();
            prop_assert_eq!(again, reduced);
        }
    }
}

/// All boards of up to three rows whose squares are free, blocked or have a queen.
#[test]
fn every_small_board_is_read_back_from_its_word_and_its_drawing() {
    for n in 0..=3_u32 {
        for mut number in 0..3_u32.pow(n * n) {
            let mut board = ConstrainedBoard::new(n).unwrap();
            for square in Square::all(n) {
                match number % 3 {
                    0 => {}
                    1 => drop(board.place(square).unwrap()),
                    _ => drop(board.block(square).unwrap()),
                }
                number /= 3;
            }
            let word = board.to_compact().unwrap();
            for document in [board.to_string(), format!("{word}\n"), word] {
                // Nothing is a document without a board.
                if !document.is_empty() {
                    let read = ConstrainedBoard::read(document.as_bytes());
                    assert_eq!(read.unwrap(), board, "{document:?}");
                    // Pipes and sockets deliver a document in any pieces.
                    let pieces = BufReader::with_capacity(1, document.as_bytes());
                    let read = ConstrainedBoard::read(pieces);
                    assert_eq!(read.unwrap(), board, "{document:?} byte by byte");
                }
            }
        }
    }
}
