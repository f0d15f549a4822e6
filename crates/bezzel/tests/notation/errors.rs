//! Each kind of error is reported with its line and column.

mod coordinates;
mod grid;
mod json;
mod leetcode;
mod positions;
mod svg;
mod unicode;

use super::*;
use Notation::*;

fn message(notation: Option<Notation>, options: &Options, document: &[u8]) -> String {
    let whole = read_entries(document, notation, options)
        .expect_err(&String::from_utf8_lossy(document))
        .to_string();
    assert_eq!(whole.lines().count(), 1);
    // The end of the buffer has no effect.
    for capacity in [1, 2, 3, 7] {
        let input = BufReader::with_capacity(capacity, document);
        let pieces = read_entries(input, notation, options).unwrap_err();
        assert_eq!(pieces.to_string(), whole);
    }
    whole
}

#[track_caller]
fn check(notation: Notation, cases: &[(&str, &str)]) {
    for (document, expected) in cases {
        let found = message(Some(notation), &Options::default(), document.as_bytes());
        assert_eq!(found, *expected, "for {document:?}");
    }
}

#[test]
fn text_that_is_not_utf8() {
    let cases: &[(Notation, &[u8], &str)] = &[
        (
            Positions,
            b"0 \xff",
            "line 1, column 3: expected text in UTF-8, found the byte 0xff",
        ),
        (
            Grid,
            b"Q\n\n\xe2\x82",
            "line 3, column 1: expected text in UTF-8, found the byte 0xe2",
        ),
        (
            Json,
            b"{\"\xc3\xa9\x80\"",
            "line 1, column 4: expected text in UTF-8, found the byte 0x80",
        ),
        (
            Json,
            b"{\"n\":0,\"queens\":[],\"ignored\":\n\"\xff\"}",
            "line 2, column 2: expected text in UTF-8, found the byte 0xff",
        ),
        (
            Leetcode,
            b"[[\"Q\xf0\x9f\"]]",
            "line 1, column 5: expected text in UTF-8, found the byte 0xf0",
        ),
        (
            Svg,
            b"<svg>\n\xc3\xa9<\xed\xa0\x80</svg>",
            "line 2, column 3: expected text in UTF-8, found the byte 0xed",
        ),
    ];
    for (notation, document, expected) in cases {
        assert_eq!(
            message(Some(*notation), &Options::default(), document),
            *expected
        );
    }
}

#[test]
fn documents_without_a_board() {
    let any = "expected a board in one of the notations positions, coordinates, grid, leetcode, json, \
               unicode, svg, found no board";
    for document in ["\n\n", "  \n \n"] {
        assert_eq!(message(None, &Options::default(), document.as_bytes()), any);
    }
    for notation in Notation::ALL {
        let expected = format!("expected a board in the notation {notation}, found no board");
        let found = message(Some(notation), &Options::default(), b"\n\n");
        assert_eq!(found, expected);
    }
    let found = message(None, &Options::default(), "\n♛".as_bytes());
    assert_eq!(found, "line 2, column 1: expected '┌', found '♛'");
    let found = message(None, &Options::default(), b"\n hello");
    assert!(
        found.starts_with("line 2, column 2: expected a board in one of"),
        "{found}"
    );
    assert!(found.ends_with("found 'h'"), "{found}");
    let found = message(None, &Options::default(), "（1, 1)".as_bytes());
    assert_eq!(
        found,
        "line 1, column 1: expected the beginning of a board, found '（'"
    );
}

#[test]
fn boards_before_an_error_are_handed_over() {
    let mut boards = Vec::new();
    let error = read(&b"0\n0\n7\n"[..], None, &Options::default(), &mut |entry| {
        boards.push(entry.line);
        ControlFlow::Continue(())
    });
    assert!(error.is_err());
    assert_eq!(boards, [1, 2]);
}
