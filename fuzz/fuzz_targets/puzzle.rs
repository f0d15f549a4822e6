//! Any bytes, read as a puzzle with regions and marks.

#![no_main]

use std::io::BufReader;

use bezzel::puzzle::Puzzle;

libfuzzer_sys::fuzz_target!(|document: &[u8]| {
    let whole = Puzzle::read(document);
    let pieces = Puzzle::read(BufReader::with_capacity(3, document));
    match (whole, pieces) {
        (Ok(whole), Ok(pieces)) => {
            assert_eq!(whole, pieces);
            let (puzzle, mut marks) = whole;
            let text = format!("{puzzle}\n{marks}");
            let again = Puzzle::read(text.as_bytes()).expect("a puzzle of ours");
            assert_eq!(again, (puzzle.clone(), marks.clone()));
            // Each hint decides a square, so that they come to an end.
            if puzzle.size() <= 8 {
                while let Ok(Some(hint)) = puzzle.hint(&marks) {
                    assert_eq!(hint.to_string().lines().count(), 1);
                    marks.apply(&hint);
                }
            }
        }
        (Err(whole), Err(pieces)) => {
            assert_eq!(whole.to_string(), pieces.to_string());
            assert_eq!(whole.to_string().lines().count(), 1);
        }
        (whole, pieces) => panic!("{whole:?}, but in pieces {pieces:?}"),
    }
});
