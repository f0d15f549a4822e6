//! Every kind of mistake is reported where it stands.

use super::*;
use Notation::*;

fn message(notation: Option<Notation>, options: &Options, document: &[u8]) -> String {
    let whole = read_entries(document, notation, options)
        .expect_err(&String::from_utf8_lossy(document))
        .to_string();
    assert_eq!(whole.lines().count(), 1);
    // Where the buffer ends must not show.
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
fn positions() {
    let items = "column numbers separated by spaces, or '-' for an empty row";
    check(
        Positions,
        &[
            (
                "0 4 7 5 2 6 1 8",
                "line 1, column 15: expected a column from 0 to 7, found 8",
            ),
            (
                "0\n\n1 0\n0 3 17 5\n",
                "line 4, column 5: expected a column from 0 to 3, found 17",
            ),
            ("1", "line 1, column 1: expected the column 0, found 1"),
            (
                "2 0 5 5 3",
                "line 1, column 5: expected a column from 0 to 4, found 5",
            ),
            (
                "1 99999999999 0",
                "line 1, column 3: expected a column from 0 to 2, found 99999999999",
            ),
            (
                "0 184467440737095516160",
                "line 1, column 3: expected a column from 0 to 1, found a number of 20 digits or more",
            ),
            (
                "0 1 2x",
                &format!("line 1, column 6: expected {items}, found 'x'"),
            ),
            (
                "0 1\n0 ü",
                &format!("line 2, column 3: expected {items}, found 'ü'"),
            ),
            (
                "0 -1",
                &format!("line 1, column 4: expected {items}, found '1'"),
            ),
            (
                "0-",
                &format!("line 1, column 2: expected {items}, found '-'"),
            ),
            (
                "0 1\r2",
                &format!("line 1, column 4: expected {items}, found '\\r'"),
            ),
            (
                "0\0",
                &format!("line 1, column 2: expected {items}, found '\\0'"),
            ),
        ],
    );
    let one_based = Options {
        one_based: true,
        ..Options::default()
    };
    for (document, expected) in [
        (
            "3 1 0",
            "line 1, column 5: expected a column from 1 to 3, found 0",
        ),
        (
            "3 1 4",
            "line 1, column 5: expected a column from 1 to 3, found 4",
        ),
    ] {
        assert_eq!(message(None, &one_based, document.as_bytes()), expected);
    }
}

#[test]
fn coordinates() {
    check(
        Coordinates,
        &[
            (
                "(1, 1)x",
                "line 1, column 7: expected a pair such as (1, 1), found 'x'",
            ),
            ("(1 1)", "line 1, column 4: expected ',', found '1'"),
            (
                "(1, 1",
                "line 1, column 6: expected ')', found the end of the input",
            ),
            ("(1, )\n", "line 1, column 5: expected a number, found ')'"),
            (
                "(0, 1)",
                "line 1, column 2: expected a coordinate from 1 to 2147483647, found 0",
            ),
            (
                "(1, 9999999999)",
                "line 1, column 5: expected a coordinate from 1 to 2147483647, found 9999999999",
            ),
            (
                "(2, 1)(1, 2)(2, 1)",
                "line 1, column 13: expected each square once, found (2, 1) again",
            ),
            (
                "(2, 2)(1, 1)(2, 2)(1, 1)",
                "line 1, column 13: expected each square once, found (2, 2) again",
            ),
            (
                "(1, 1)\n**\n**",
                "line 1, column 2: expected no coordinate, found 1",
            ),
            (
                "(1, 1)\n***\n*#\n***",
                "line 3, column 3: expected '*', found the end of the line",
            ),
            (
                "(1, 1)\n***\n*x*\n***",
                "line 3, column 2: expected ' ' or '#', found 'x'",
            ),
            (
                "(1, 1)\n***\n*# *\n***",
                "line 3, column 3: expected '*', found ' '",
            ),
            (
                "(1, 1)\n***\n*#*\n****",
                "line 4, column 4: expected the end of the line, found '*'",
            ),
            (
                "(1, 1)\n****\n*# *\n****",
                "line 4, column 2: expected ' ' or '#', found '*'",
            ),
            (
                "(1, 1)\n**#\n*#*\n***",
                "line 2, column 3: expected '*' or the end of the line, found '#'",
            ),
            (
                "(1, 1)\n***\n*#*",
                "line 3, column 4: expected '*', found the end of the input",
            ),
            (
                "(1, 1)\n\nTotal: 2",
                "line 3, column 8: expected 1, the number of boards above, found 2",
            ),
            (
                "(1, 1)\nTotal: x",
                "line 2, column 8: expected the number of boards above, found 'x'",
            ),
            (
                "(1, 1)\nTotal 1",
                "line 2, column 6: expected Total:, found ' '",
            ),
            (
                "(1, 1)\nTotal: 1\n(1, 1)",
                "line 3, column 1: expected the end of the input, found '('",
            ),
        ],
    );
}

#[test]
fn grid() {
    check(
        Grid,
        &[
            (
                ".Q\n.x\n",
                "line 2, column 2: expected 'Q' or '.', found 'x'",
            ),
            (
                ".Q\n.\n",
                "line 2, column 2: expected 'Q' or '.', found the end of the line",
            ),
            (
                ".Q\r\n.\r\n",
                "line 2, column 2: expected 'Q' or '.', found the end of the line",
            ),
            (
                ".Q\n...\n",
                "line 2, column 3: expected the end of the row after square 2 of 2, found '.'",
            ),
            (
                ".Q.\n...\n\nQ..",
                "line 3, column 1: expected row 3 of 3, as wide as the first, found the end of the line",
            ),
            (
                ".Q.\n...",
                "line 2, column 4: expected row 3 of 3, as wide as the first, found the end of the input",
            ),
            (
                ".Q\n..\nQ.",
                "line 3, column 1: expected an empty line after row 2 of 2, found 'Q'",
            ),
            (
                "Q\n\n.é",
                "line 3, column 2: expected 'Q' or '.', found 'é'",
            ),
            ("Q \n", "line 1, column 2: expected 'Q' or '.', found ' '"),
        ],
    );
}

#[test]
fn leetcode() {
    check(
        Leetcode,
        &[
            ("{}", "line 1, column 1: expected '[', found '{'"),
            (
                "[1]",
                "line 1, column 3: expected a board or a row: a list or a string, found integer `1`",
            ),
            (
                "[{}]",
                "line 1, column 3: expected a board or a row: a list or a string, found an object",
            ),
            (
                "[[\".Q\",\n\".x\"]]",
                "line 2, column 4: expected 'Q' or '.' as square 2 of row 2, found 'x'",
            ),
            (
                "[[\".Q\",\"Q\\u0041\"]]",
                "line 1, column 16: expected 'Q' or '.' as square 2 of row 2, found 'A'",
            ),
            (
                "[[\".Q\",\"Q\"]]",
                "line 1, column 10: expected row 2 to be as wide as row 1 (2), found 1",
            ),
            (
                "[[\".Q\",\"Q..\"]]",
                "line 1, column 12: expected row 2 to be as wide as row 1 (2), found 3",
            ),
            (
                "[[\".Q\"]]",
                "line 1, column 7: expected as many rows as squares in row 1 (2), found the end after row 1",
            ),
            (
                "[[\"Q\",\"Q\"]]",
                "line 1, column 9: expected as many rows as squares in row 1 (1), found row 2",
            ),
            (
                "[[\"\"]]",
                "line 1, column 4: expected squares in row 1, found none",
            ),
            (
                "[[\".Q\",\"\"]]",
                "line 1, column 9: expected row 2 to be as wide as row 1 (2), found 0",
            ),
            (
                "[[\".Q\",5]]",
                "line 1, column 9: expected a row: a string of 'Q' and '.', found integer `5`",
            ),
            (
                "[[\"Q\"],]",
                "line 1, column 8: expected well-formed JSON, found trailing comma",
            ),
            (
                "[[\"Q\"]",
                "line 1, column 7: expected the rest of a list, found the end of the input",
            ),
            (
                "[[\"Q\"]]]",
                "line 1, column 8: expected the end of the input, found ']'",
            ),
            (
                "[[\"Q",
                "line 1, column 5: expected the rest of a string, found the end of the input",
            ),
            (
                "[[\"Q\"],\"Q\"]",
                "line 1, column 10: expected a board: a list of rows, found string \"Q\"",
            ),
            (
                "[\"Q\",[\"Q\"]]",
                "line 1, column 6: expected a row: a string of 'Q' and '.', found a list",
            ),
            (
                "[[\"Q\"] [\"Q\"]]",
                "line 1, column 8: expected `,` or `]`, found another character",
            ),
            (
                "[\n[\"é",
                "line 2, column 4: expected the rest of a string, found the end of the input",
            ),
            (
                "[[[",
                "line 1, column 3: expected a row: a string of 'Q' and '.', found a list",
            ),
            (
                "[[\"é\",x]]",
                "line 1, column 5: expected 'Q' or '.' as square 1 of row 1, found 'é'",
            ),
            (
                "[[\"Q\" é",
                "line 1, column 7: expected `,` or `]`, found another character",
            ),
            (
                "[[\"\\é\"]]",
                "line 1, column 5: expected well-formed JSON, found invalid escape",
            ),
            (
                "[[\"Q\n\"]]",
                "line 2, column 1: expected well-formed JSON, found a control character in a string",
            ),
            (
                "[\".Q\",\n\"Q\"]",
                "line 2, column 3: expected row 2 to be as wide as row 1 (2), found 1",
            ),
            (
                "[[\".Q\"\n]\n\n",
                "line 2, column 1: expected as many rows as squares in row 1 (2), found the end after row 1",
            ),
            (
                "[\"Q\"]x",
                "line 1, column 6: expected the end of the input, found 'x'",
            ),
            (
                "[[\"é",
                "line 1, column 5: expected the rest of a string, found the end of the input",
            ),
        ],
    );
}

#[test]
fn json() {
    check(
        Json,
        &[
            ("[]", "line 1, column 1: expected '{', found '['"),
            (
                "{}",
                "line 1, column 2: expected a field `n`, found the end of the object",
            ),
            (
                "{\"queens\":[]}",
                "line 1, column 13: expected a field `n`, found the end of the object",
            ),
            (
                "{\"n\":0}",
                "line 1, column 7: expected a field `queens`, found the end of the object",
            ),
            (
                "{\"n\":0,\"queens\":[0]}",
                "line 1, column 1: expected n to be 1, the number of items in \"queens\", found 0",
            ),
            (
                "{\"n\":4000000000,\"queens\":[0]}",
                "line 1, column 1: expected n to be 1, the number of items in \"queens\", found 4000000000",
            ),
            (
                "{\"n\":99999999999999999999999999,\"queens\":[0]}",
                "line 1, column 32: expected an integer from 0 to 4294967295, found floating point `1e+26`",
            ),
            (
                "{\"n\":0,\"queens\":[]}\n {\"n\":2,\n\"queens\":[0, 2]}",
                "line 2, column 2: expected a column below 2 in row 1, found 2",
            ),
            (
                "{\"n\":1,\"queens\":[2147483647]}",
                "line 1, column 1: expected a column below 1 in row 0, found 2147483647",
            ),
            (
                "{\"n\":1,\"queens\":[4294967296]}",
                "line 1, column 28: expected an integer from 0 to 4294967295, found integer `4294967296`",
            ),
            (
                "{\"n\":1,\"queens\":[-1]}",
                "line 1, column 20: expected an integer from 0 to 4294967295, found integer `-1`",
            ),
            (
                "{\"n\":1,\"queens\":[0.5]}",
                "line 1, column 21: expected an integer from 0 to 4294967295, found floating point `0.5`",
            ),
            (
                "{\"n\":1,\"queens\":[00]}",
                "line 1, column 19: expected well-formed JSON, found invalid number",
            ),
            (
                "{\"n\":1,\"queens\":[nil]}",
                "line 1, column 19: expected null, true or false, found another character",
            ),
            (
                "{\"n\":\"1\",\"queens\":[0]}",
                "line 1, column 8: expected an integer from 0 to 4294967295, found string \"1\"",
            ),
            (
                "{\"n\":1,\"queens\":{}}",
                "line 1, column 17: expected a list, found an object",
            ),
            (
                "{\"n\":1,\"n\":1}",
                "line 1, column 11: expected each field once, found `n` again",
            ),
            (
                "{\"n\":1,\"queens\":[0],\"symmetry\":\"full\"}",
                "line 1, column 37: expected \"none\", \"half-turn\" or \"quarter-turn\", found string \"full\"",
            ),
            (
                "{\"n\":1,\"queens\":[0],\"symmetry\":null}",
                "line 1, column 35: expected \"none\", \"half-turn\" or \"quarter-turn\", found null",
            ),
            (
                "{\"n\":1,\"queens\":[0],\"symmetry\":\"a, expected b\\n\"}",
                "line 1, column 48: expected \"none\", \"half-turn\" or \"quarter-turn\", found string \"a, expected b\\n\"",
            ),
            (
                "{\"n\":1,\"queens\":[0],\"orbit_size\":[]}",
                "line 1, column 34: expected an integer from 0 to 4294967295, found a list",
            ),
            (
                "{\"n\":1,\"queens\":[0],\"x\":[1,}",
                "line 1, column 28: expected a value, found another character",
            ),
            (
                "{\"n\":1,\"queens\":[0],\"ü\":\"\\x\"}",
                "line 1, column 27: expected well-formed JSON, found invalid escape",
            ),
            (
                "{\"n\":1,\"queens\":[0]",
                "line 1, column 20: expected the rest of an object, found the end of the input",
            ),
            (
                "{\"a\":\"\n\"}",
                "line 2, column 1: expected well-formed JSON, found a control character in a string",
            ),
            (
                "{\"n\\udc00\":1}",
                "line 1, column 9: expected well-formed JSON, found lone leading surrogate in hex escape",
            ),
            (
                "{\"n\":0,\"queens\":[]} x",
                "line 1, column 21: expected '{', found 'x'",
            ),
            (
                "{\"n\":0,\"queens\":[]}{\"n\":x}",
                "line 1, column 25: expected a value, found another character",
            ),
            (
                "{\"ü\":0, \"n\":x}",
                "line 1, column 13: expected a value, found another character",
            ),
            (
                "{\"ü\":0,\n \"n\":x}",
                "line 2, column 6: expected a value, found another character",
            ),
            (
                "  {\"n\":[}",
                "line 1, column 8: expected an integer from 0 to 4294967295, found a list",
            ),
            (
                "{\"n\":1 \"queens\"}",
                "line 1, column 8: expected `,` or `}`, found another character",
            ),
            (
                "{n:1}",
                "line 1, column 2: expected well-formed JSON, found a field name that is no string",
            ),
            (
                "{\"n\" 1}",
                "line 1, column 6: expected `:`, found another character",
            ),
            (
                "{\"n\":1,}",
                "line 1, column 8: expected well-formed JSON, found trailing comma",
            ),
            (
                "{\"n\":tru}",
                "line 1, column 9: expected null, true or false, found another character",
            ),
            (
                "{\"n\":1,\"queens\":[1e999]}",
                "line 1, column 23: expected well-formed JSON, found number out of range",
            ),
            (
                "{\"a\":\n",
                "line 2, column 1: expected the rest of a value, found the end of the input",
            ),
            (
                "{\"n\":1,\"queens\":[0,]}",
                "line 1, column 20: expected well-formed JSON, found trailing comma",
            ),
            (
                "{\"n\":1,\"queens\":[\"0\"]}",
                "line 1, column 20: expected an integer from 0 to 4294967295, found string \"0\"",
            ),
        ],
    );
}

#[test]
fn long_strings_are_cut_in_messages() {
    let document = format!("{{\"n\":\"{}\"}}", "n".repeat(100_000));
    let found = message(Some(Json), &Options::default(), document.as_bytes());
    let shown = "n".repeat(72);
    assert_eq!(
        found,
        format!(
            "line 1, column 100007: expected an integer from 0 to 4294967295, \
             found string \"{shown}…"
        )
    );
}

#[test]
fn unicode() {
    check(
        Unicode,
        &[
            ("┌─┐", "line 1, column 3: expected '─', found '┐'"),
            (
                "┌──",
                "line 1, column 4: expected '─' or '┐', found the end of the input",
            ),
            (
                "┌──┐ ",
                "line 1, column 5: expected the end of the line, found ' '",
            ),
            (
                "┌──┐\r\n│♛♛│\r\n└──┘",
                "line 2, column 3: expected ' ' or '░' after '♛', found '♛'",
            ),
            (
                "┌──┐\n│ ░│\n└──┘",
                "line 2, column 3: expected ' ', found '░'",
            ),
            (
                "┌──┐\n│x │\n└──┘",
                "line 2, column 2: expected a square: '♛', ' ' or '░', found 'x'",
            ),
            (
                "┌──┐\r\n│  \r\n└──┘",
                "line 2, column 4: expected '│', found the end of the line",
            ),
            ("┌──┐\n└──┘", "line 2, column 1: expected '│', found '└'"),
            (
                "┌──┐\n│♛ │\n│♛ │\n└──┘",
                "line 3, column 1: expected '└', found '│'",
            ),
        ],
    );
}

#[test]
fn svg() {
    let queen = "<use href='#queen' x='1' y='0'/>";
    check(
        Svg,
        &[
            (
                "<svg>\n<a></b></svg>",
                "line 2, column 4: expected well-formed XML (expected 'a' tag, not 'b'), found '<'",
            ),
            (
                &format!("<svg>\n{queen}</svg>"),
                "line 2, column 1: expected an element with the attribute data-n before the first queen, found a queen",
            ),
            (
                "<svg data-n='1'/\n>",
                "line 1, column 17: expected well-formed XML (expected '>' not '\\n'), found the end of the line",
            ),
            (
                "<svg data-n='x'/>",
                "line 1, column 14: expected data-n to be an integer from 0 to 2147483647, found \"x\"",
            ),
            (
                &format!("<svg data-n='1'>\n  {queen}</svg>"),
                "line 2, column 25: expected x to be an integer from 0 to 0, found \"1\"",
            ),
            (
                &format!("<svg data-n='0'>{queen}</svg>"),
                "line 1, column 17: expected no queen on a board of 0 squares, found a queen",
            ),
            (
                "<svg data-n='2'><use href='#queen' y='0'/></svg>",
                "line 1, column 17: expected the attribute x, found <use> without it",
            ),
            (
                &format!("<svg data-n='2'>{queen}\n{queen}</svg>"),
                "line 2, column 1: expected each square once, found a second queen at row 0 column 1",
            ),
            (
                "\n\n  <svg data-n='2000000000'/>",
                "line 3, column 16: expected a number up to 65536 for so few queens, found 2000000000",
            ),
            (
                "<svg/>",
                "no board found, expected a board in the notation svg",
            ),
        ],
    );
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
    let any = "no board found, expected a board in one of the notations positions, coordinates, \
               grid, leetcode, json, unicode, svg";
    for document in ["", "\n\n", "  \n \n", "\u{feff}"] {
        assert_eq!(message(None, &Options::default(), document.as_bytes()), any);
    }
    for notation in Notation::ALL {
        let expected = format!("no board found, expected a board in the notation {notation}");
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
