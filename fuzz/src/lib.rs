//! Properties that hold for any text.
//!
//! `scripts/fuzz 600 reader` runs one target for ten minutes or until it fails.

use std::io::BufReader;

use bezzel::reader::{Board, Hints, Item, Items};

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
    let pieces = BufReader::with_capacity(size, text);
    let mut items = Items::new(pieces, hints);
    let boards = items.by_ref().filter_map(|item| match item {
        Ok(Item::Board(board)) => Some(board),
        _ => None,
    });
    let boards = boards.collect();
    let summary = items.summary;
    let said = summary.not_read().map_or_else(
        || summary.text().english.into_owned(),
        |why| why.to_string(),
    );
    (boards, said)
}
