//! Drawings: what is written is read back, and errors name line and column.

use std::io::{BufReader, Read};

use bezzel::notation::ReadError;
use bezzel::{MAX_DRAWN_SIZE, NEVER, Placement};

use super::*;

fn error(document: &str) -> String {
    document
        .parse::<ConstrainedBoard>()
        .unwrap_err()
        .to_string()
}

proptest! {
    #[test]
    fn every_drawing_comes_back(constraints in constraints(1..=12, 4)) {
        let board = constraints.board();
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

    /// The property of the fuzz target `constrained`.
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
                if let ReadError::Malformed { line, column, .. } = whole {
                    let lines: Vec<_> = document.split(|&byte| byte == b'\n').collect();
                    prop_assert!((1..=lines.len() as u64).contains(&line));
                    prop_assert!(column <= lines[line as usize - 1].len() as u64 + 1);
                }
            }
            (whole, pieces) => prop_assert!(false, "{:?} but in pieces {:?}", whole, pieces),
        }
    }
}

#[test]
fn errors_name_line_and_column() {
    let cases = [
        ("", "expected rows of '.', 'Q' and 'x', found no board"),
        ("\n\n", "expected rows of '.', 'Q' and 'x', found no board"),
        (
            "..\n.#\n",
            "line 2, column 2: expected '.', 'Q' or 'x', found '#'",
        ),
        (
            "..\n.q\n",
            "line 2, column 2: expected '.', 'Q' or 'x', found 'q'",
        ),
        (
            "...\n..\n...\n",
            "line 2, column 3: expected '.', 'Q' or 'x' in a row of 3 squares, found the end of the line",
        ),
        (
            "..\n...\n",
            "line 2, column 3: expected the end of a row of 2 squares, found '.'",
        ),
        (
            "...\n...\n",
            "line 3, column 1: expected row 2 of a board of 3 rows, found the end of the input",
        ),
        (
            "..\n..\n..\n",
            "line 3, column 1: expected the end of the board, found '.'",
        ),
    ];
    for (document, message) in cases {
        assert_eq!(error(document), message, "{document:?}");
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
    let placement = Placement::from_rows([Some(1), None, None, Some(2)]).unwrap();
    let board = ConstrainedBoard::from(&placement);
    assert_eq!(board.to_string(), ".Q..\n....\n....\n..Q.\n");
}

/// Bytes without end, and a count of those that were read.
struct Endless<'a>(&'a std::cell::Cell<u64>);

impl Read for Endless<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        buffer.fill(b'x');
        self.0.set(self.0.get() + buffer.len() as u64);
        Ok(buffer.len())
    }
}

#[test]
fn boards_that_are_too_large_are_rejected_in_their_first_row() {
    let read = std::cell::Cell::new(0);
    let error = ConstrainedBoard::read(BufReader::new(Endless(&read))).unwrap_err();
    assert_eq!(
        error.to_string(),
        "line 1, column 2049: expected the end of a row of at most 2048 squares, found 'x'"
    );
    assert!(read.get() < 20_000, "{} bytes", read.get());

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
        let board = constraints.board();
        if board.queens().any(|queen| board.is_blocked(queen)) {
            let error = board.to_compact().unwrap_err().to_string();
            prop_assert!(error.contains("not blocked"), "{error}");
            return Ok(());
        }
        let text = board.to_compact().unwrap();
        prop_assert!(text.chars().all(|c| c.is_ascii_digit() || "Qx/".contains(c)));
        let again = ConstrainedBoard::from_compact(&text).unwrap();
        prop_assert_eq!(again.to_string(), board.to_string());
        prop_assert_eq!(&again.to_compact().unwrap(), &text);
        // A document of the word is the same board.
        let read = ConstrainedBoard::read_document(format!("{text}\n").as_bytes());
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
        let board = constraints.board();
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
                    let read = ConstrainedBoard::read_document(document.as_bytes());
                    assert_eq!(read.unwrap(), board, "{document:?}");
                    // Pipes and sockets deliver a document in any pieces.
                    let pieces = BufReader::with_capacity(1, document.as_bytes());
                    let read = ConstrainedBoard::read_document(pieces);
                    assert_eq!(read.unwrap(), board, "{document:?} byte by byte");
                }
            }
        }
    }
}
