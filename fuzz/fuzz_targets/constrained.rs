//! Any bytes, read as a drawing of a board with constraints, as a board in one word, and in any form.

#![no_main]

use std::io::BufReader;

use bezzel::{ConstrainedBoard, NEVER};

libfuzzer_sys::fuzz_target!(|document: &[u8]| {
    if let Ok(Ok(board)) = std::str::from_utf8(document).map(ConstrainedBoard::from_compact) {
        let text = board.to_compact().expect("a small board");
        assert_eq!(ConstrainedBoard::from_compact(&text), Ok(board));
    }
    if let Err(error) = ConstrainedBoard::read_document(document) {
        assert_eq!(error.to_string().lines().count(), 1);
    }
    let whole = ConstrainedBoard::read(document);
    let pieces = ConstrainedBoard::read(BufReader::with_capacity(3, document));
    match (whole, pieces) {
        (Ok(whole), Ok(pieces)) => {
            assert_eq!(whole, pieces);
            let again: ConstrainedBoard = whole.to_string().parse().expect("a drawing of ours");
            assert_eq!(again, whole);
            assert!(!whole.stabiliser().is_empty());
            if whole.contradiction().is_some() && whole.size() <= bezzel::MAX_COMPLETED {
                assert_eq!(whole.count_completions(NEVER), Ok(Some(0)));
            }
        }
        (Err(whole), Err(pieces)) => {
            assert_eq!(whole.to_string(), pieces.to_string());
            assert_eq!(whole.to_string().lines().count(), 1);
        }
        (whole, pieces) => panic!("{whole:?}, but in pieces {pieces:?}"),
    }
});
