//! Lists of strings: the place is where a value begins, or the wrong character.

use super::*;

#[test]
fn squares() {
    check(
        Leetcode,
        &[
            (
                "[[\".Q\",\n\".x\"]]",
                "line 2, column 3: expected 'Q' or '.' as square 2 of row 2, found 'x'",
            ),
            (
                "[[\".Q\",\"Q\\u0041\"]]",
                "line 1, column 8: expected 'Q' or '.' as square 2 of row 2, found 'A'",
            ),
            (
                r#"[["é",x]]"#,
                "line 1, column 4: expected 'Q' or '.' as square 1 of row 1, found 'é'",
            ),
            (
                r#"[[".Q..","..xQ","Q...","..Q."]]"#,
                "line 1, column 13: expected 'Q' or '.' as square 3 of row 2, found 'x'",
            ),
            (
                "[\"Q.\",\n  \".q\"]",
                "line 2, column 5: expected 'Q' or '.' as square 2 of row 2, found 'q'",
            ),
        ],
    );
}

#[test]
fn sizes() {
    check(
        Leetcode,
        &[
            (
                r#"[[".Q","Q"]]"#,
                "line 1, column 8: expected row 2 to be as wide as row 1 (2), found 1",
            ),
            (
                r#"[[".Q","Q.."]]"#,
                "line 1, column 8: expected row 2 to be as wide as row 1 (2), found 3",
            ),
            (
                r#"[[".Q"]]"#,
                "line 1, column 7: expected as many rows as squares in row 1 (2), found the end after row 1",
            ),
            (
                r#"[["Q","Q"]]"#,
                "line 1, column 7: expected as many rows as squares in row 1 (1), found row 2",
            ),
            (
                r#"[[""]]"#,
                "line 1, column 3: expected squares in row 1, found none",
            ),
            (
                r#"[[".Q",""]]"#,
                "line 1, column 8: expected row 2 to be as wide as row 1 (2), found 0",
            ),
            (
                "[\".Q\",\n\"Q\"]",
                "line 2, column 1: expected row 2 to be as wide as row 1 (2), found 1",
            ),
            (
                "[[\".Q\"\n]\n\n",
                "line 2, column 1: expected as many rows as squares in row 1 (2), found the end after row 1",
            ),
        ],
    );
}

#[test]
fn other_values() {
    check(
        Leetcode,
        &[
            ("{}", "line 1, column 1: expected '[', found '{'"),
            ("[1]", "line 1, column 2: expected the column 0, found 1"),
            (
                "[{}]",
                "line 1, column 2: expected a board, a row or a column: a list, a string or a number, found an object",
            ),
            (
                r#"[[".Q",5]]"#,
                "line 1, column 8: expected a row: a string of 'Q' and '.', found integer `5`",
            ),
            (
                r#"[[1,2.5]]"#,
                "line 1, column 5: expected a column: a number, or null for an empty row, found floating point `2.5`",
            ),
            (
                r#"[["Q"],"Q"]"#,
                r#"line 1, column 8: expected a board: a list of rows or columns, found string "Q""#,
            ),
            (
                r#"["Q",["Q"]]"#,
                "line 1, column 6: expected a row: a string of 'Q' and '.', found a list",
            ),
            (
                "[[[",
                "line 1, column 3: expected a row or a column: a string of 'Q' and '.', or a number, found a list",
            ),
            (
                r#"[{"a":1}]"#,
                "line 1, column 2: expected a board, a row or a column: a list, a string or a number, found an object",
            ),
            (
                "[[\"Q\"],\n [\n  null,\"Q\"]]",
                "line 3, column 8: expected a column: a number, or null for an empty row, found string \"Q\"",
            ),
        ],
    );
}

#[test]
fn invalid_json() {
    check(
        Leetcode,
        &[
            (
                r#"[["Q"],]"#,
                "line 1, column 8: expected well-formed JSON, found trailing comma",
            ),
            (
                r#"[["Q"]]]"#,
                "line 1, column 8: expected the end of the input, found ']'",
            ),
            (
                r#"[["Q"] ["Q"]]"#,
                "line 1, column 8: expected `,` or `]`, found '['",
            ),
            (
                r#"[["Q" é"#,
                "line 1, column 7: expected `,` or `]`, found 'é'",
            ),
            (
                "[[\"\\é\"]]",
                "line 1, column 5: expected well-formed JSON, found invalid escape",
            ),
            (
                "[[\"Q\n\"]]",
                "line 1, column 5: expected well-formed JSON, found a control character in a string",
            ),
            (
                r#"["Q"]x"#,
                "line 1, column 6: expected the end of the input, found 'x'",
            ),
        ],
    );
}

#[test]
fn documents_that_were_cut() {
    check(
        Leetcode,
        &[
            (
                r#"[["Q"]"#,
                "line 1, column 7: expected the rest of a list, found the end of the input",
            ),
            (
                r#"[["Q"#,
                "line 1, column 5: expected the rest of a string, found the end of the input",
            ),
            (
                "[\n[\"é",
                "line 2, column 4: expected the rest of a string, found the end of the input",
            ),
            (
                r#"[["é"#,
                "line 1, column 5: expected the rest of a string, found the end of the input",
            ),
        ],
    );
}
