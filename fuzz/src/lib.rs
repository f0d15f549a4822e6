//! Properties that hold for any text.
//!
//! `scripts/fuzz 600 reader` runs one target for ten minutes or until it fails.

use std::ops::ControlFlow;

use bezzel::reader::{Board, Hints, Item, Reader};

/// Reads a text, whole and in small pieces, which must come to the same; what is said is one line.
pub fn check(text: &[u8], hints: Hints) {
    let whole = boards(text, text.len().max(1), hints);
    assert_eq!(whole, boards(text, 3, hints));
    for (board, said) in whole.0.iter().map(|board| (board, &whole.1)) {
        let _ = (board.fault(true), board.constrained());
        assert!(
            !said.contains(|letter: char| letter.is_control()),
            "{said:?}"
        );
    }
}

fn boards(text: &[u8], size: usize, hints: Hints) -> (Vec<Board>, String) {
    let mut boards = Vec::new();
    let mut each = |item| {
        if let Item::Board(board) = item {
            boards.push(board);
        }
        ControlFlow::Continue(())
    };
    let mut reader = Reader::new(hints);
    for piece in text.chunks(size) {
        let _ = reader.push(piece, &mut each);
    }
    let summary = reader.finish(&mut each);
    let said = summary.not_read().map_or_else(
        || summary.text().english.into_owned(),
        |why| why.to_string(),
    );
    (boards, said)
}
