//! Properties that hold for any document in any notation.
//!
//! `scripts/fuzz 600 grid` runs one target for ten minutes or until it fails.

use std::io::{BufRead, BufReader};
use std::ops::ControlFlow;

use bezzel::notation::{Entry, Notation, Options, ReadError, Writer, read};

/// Reads `document`, whole and in small pieces, which must come to the same. Every board must
/// survive being written and read again.
pub fn check(document: &[u8], notation: Notation) {
    for one_based in [false, true] {
        let options = Options {
            one_based,
            ..Options::default()
        };
        let whole = entries(document, notation, &options);
        let pieces = entries(BufReader::with_capacity(3, document), notation, &options);
        match (whole, pieces) {
            (Ok(whole), Ok(pieces)) => {
                assert_eq!(whole, pieces);
                survive(whole, notation, &options);
            }
            (Err(whole), Err(pieces)) => {
                assert_eq!(whole.to_string(), pieces.to_string());
                assert_eq!(whole.to_string().lines().count(), 1);
            }
            (whole, pieces) => panic!("{whole:?}, but in pieces {pieces:?}"),
        }
        if notation != Notation::Positions {
            break;
        }
    }
}

fn survive(entries: Vec<Entry>, notation: Notation, options: &Options) {
    // A sparse board may be far larger than its document, so that drawing it takes too long.
    let boards = entries
        .into_iter()
        .filter_map(|entry| entry.board.ok())
        .filter(|board| board.size() <= 100);
    for board in boards {
        let mut writer = Writer::new(Vec::new(), notation, options.clone());
        writer.write(&board).expect("memory takes everything");
        let document = writer.finish(None).expect("memory takes everything");
        let again = self::entries(&document[..], notation, options).expect("a document of ours");
        assert_eq!(again[0].board, Ok(board));
    }
}

fn entries(
    input: impl BufRead,
    notation: Notation,
    options: &Options,
) -> Result<Vec<Entry>, ReadError> {
    let mut entries = Vec::new();
    read(input, Some(notation), options, &mut |entry| {
        entries.push(entry);
        ControlFlow::Continue(())
    })?;
    Ok(entries)
}
