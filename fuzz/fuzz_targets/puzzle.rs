//! Any bytes, read as puzzles with regions and marks, as text or JSON.

#![no_main]

use std::io::BufReader;

use bezzel_puzzle::{Marks, Puzzle, Reader};

libfuzzer_sys::fuzz_target!(|document: &[u8]| {
    let whole: Vec<_> = Reader::new(document).collect();
    let pieces: Vec<_> = Reader::new(BufReader::with_capacity(3, document)).collect();
    assert_eq!(whole.len(), pieces.len());
    for (whole, pieces) in whole.into_iter().zip(pieces) {
        match (whole, pieces) {
            (Ok(whole), Ok(pieces)) => {
                assert_eq!(whole, pieces);
                survive(&whole.0, whole.1);
            }
            (Err(whole), Err(pieces)) => {
                assert_eq!(whole.to_string(), pieces.to_string());
                assert_eq!(whole.to_string().lines().count(), 1);
            }
            (whole, pieces) => panic!("{whole:?}, but in pieces {pieces:?}"),
        }
    }
});

fn survive(puzzle: &Puzzle, mut marks: Marks) {
    let json = serde_json::json!({
        "n": puzzle.size(),
        "regions": puzzle.to_string().lines().collect::<Vec<_>>(),
        "marks": marks,
    });
    for text in [format!("{puzzle}\n{marks}"), json.to_string()] {
        let again = Puzzle::read(text.as_bytes()).expect("a puzzle of ours");
        assert_eq!((&again.0, &again.1), (puzzle, &marks));
    }
    // Each hint decides a square, so that they come to an end.
    if puzzle.size() <= 8 {
        while let Ok(Some(hint)) = puzzle.hint(&marks) {
            assert_eq!(hint.to_string().lines().count(), 1);
            marks.apply(&hint);
        }
    }
}
