//! Objects: the place is where a value begins, or the wrong character.

use super::*;

#[test]
fn queens_outside() {
    check(
        Json,
        &[
            (
                "{\"n\":0,\"queens\":[]}\n {\"n\":2,\n\"queens\":[0, 2]}",
                "line 3, column 14: expected a column below 2 in row 1, found 2",
            ),
            (
                r#"{"n":1,"queens":[2147483647]}"#,
                "line 1, column 18: expected a column below 1 in row 0, found 2147483647",
            ),
            (
                r#"{"n":1,"queens":[4294967296]}"#,
                "line 1, column 18: expected a column below 1 in row 0, found 4294967296",
            ),
            (
                "{\"n\":4,\n\"queens\":[1,3,\n0,9]}",
                "line 3, column 3: expected a column below 4 in row 3, found 9",
            ),
            (
                r#"{"queens":[null, 4,9 ,9],"é":0, "n":4}"#,
                "line 1, column 20: expected a column below 4 in row 2, found 9",
            ),
        ],
    );
}

#[test]
fn invalid_columns() {
    check(
        Json,
        &[
            (
                r#"{"n":1,"queens":[-1]}"#,
                "line 1, column 18: expected a column from 0 to n - 1, or null, found integer `-1`",
            ),
            (
                r#"{"n":1,"queens":[0.5]}"#,
                "line 1, column 18: expected a column from 0 to n - 1, or null, found floating point `0.5`",
            ),
            (
                r#"{"n":1,"queens":[nil]}"#,
                "line 1, column 18: expected a column from 0 to n - 1, or null, found 'n'",
            ),
            (
                r#"{"n":1,"queens":{}}"#,
                "line 1, column 17: expected a list of columns, found an object",
            ),
            (
                r#"{"n":1,"queens":[1e999]}"#,
                "line 1, column 18: expected a column from 0 to n - 1, or null, found number out of range",
            ),
            (
                r#"{"n":1,"queens":["0"]}"#,
                r#"line 1, column 18: expected a column from 0 to n - 1, or null, found string "0""#,
            ),
            (
                "{\"n\":2,\"queens\":[0,\n [7, 8]]}",
                "line 2, column 2: expected a column from 0 to n - 1, or null, found a list",
            ),
            (
                r#"{"n":2,"queens":[0, -]}"#,
                "line 1, column 22: expected well-formed JSON, found invalid number",
            ),
            (
                r#"{"n":2,"queens":[0,x]}"#,
                "line 1, column 20: expected a column from 0 to n - 1, or null, found 'x'",
            ),
        ],
    );
}

#[test]
fn sizes() {
    check(
        Json,
        &[
            (
                r#"{"n":0,"queens":[0]}"#,
                r#"line 1, column 6: expected n to be 1, the number of items in "queens", found 0"#,
            ),
            (
                r#"{"n":4000000000,"queens":[0]}"#,
                r#"line 1, column 6: expected n to be 1, the number of items in "queens", found 4000000000"#,
            ),
            (
                r#"{"n":99999999999999999999999999,"queens":[0]}"#,
                "line 1, column 6: expected an integer from 0 to 4294967295, found floating point `1e+26`",
            ),
            (
                r#"{"n":"1","queens":[0]}"#,
                r#"line 1, column 6: expected an integer from 0 to 4294967295, found string "1""#,
            ),
            (
                r#"  {"n":[}"#,
                "line 1, column 8: expected an integer from 0 to 4294967295, found a list",
            ),
            (
                "{\"queens\":[0],\n\"n\": 2}",
                r#"line 2, column 6: expected n to be 1, the number of items in "queens", found 2"#,
            ),
        ],
    );
}

#[test]
fn fields_missing_and_twice() {
    check(
        Json,
        &[
            (
                "{}",
                "line 1, column 2: expected a field `n`, found the end of the object",
            ),
            (
                r#"{"queens":[]}"#,
                "line 1, column 13: expected a field `n`, found the end of the object",
            ),
            (
                r#"{"n":0}"#,
                "line 1, column 7: expected a field `queens`, found the end of the object",
            ),
            (
                r#"{"n":1,"n":1}"#,
                "line 1, column 8: expected each field once, found `n` again",
            ),
            (
                r#"{"queens":[], "queens":[]}"#,
                "line 1, column 15: expected each field once, found `queens` again",
            ),
        ],
    );
}

#[test]
fn symmetries_and_orbits() {
    check(
        Json,
        &[
            (
                r#"{"n":1,"queens":[0],"symmetry":"full"}"#,
                r#"line 1, column 32: expected "none", "half-turn" or "quarter-turn", found string "full""#,
            ),
            (
                r#"{"n":1,"queens":[0],"symmetry":null}"#,
                r#"line 1, column 32: expected "none", "half-turn" or "quarter-turn", found null"#,
            ),
            (
                "{\"n\":1,\"queens\":[0],\"symmetry\":\"a, expected b\\n\"}",
                "line 1, column 32: expected \"none\", \"half-turn\" or \"quarter-turn\", found string \"a, expected b\\n\"",
            ),
            (
                r#"{"n":1,"queens":[0],"orbit_size":[]}"#,
                "line 1, column 34: expected an integer from 0 to 4294967295, found a list",
            ),
        ],
    );
}

#[test]
fn values() {
    check(
        Json,
        &[
            (
                r#"{"n":1,"queens":[00]}"#,
                "line 1, column 19: expected well-formed JSON, found invalid number",
            ),
            (
                r#"{"n":1,"queens":[0],"x":[1,}"#,
                "line 1, column 28: expected a value, found '}'",
            ),
            (
                r#"{"n":0,"queens":[]}{"n":x}"#,
                "line 1, column 25: expected a value, found 'x'",
            ),
            (
                r#"{"ü":0, "n":x}"#,
                "line 1, column 13: expected a value, found 'x'",
            ),
            (
                "{\"ü\":0,\n \"n\":x}",
                "line 2, column 6: expected a value, found 'x'",
            ),
            (
                r#"{"n":tru}"#,
                "line 1, column 9: expected null, true or false, found '}'",
            ),
            (
                r#"{"n":1,"queens":[0,]}"#,
                "line 1, column 20: expected well-formed JSON, found trailing comma",
            ),
        ],
    );
}

#[test]
fn invalid_json() {
    check(
        Json,
        &[
            ("[]", "line 1, column 1: expected '{', found '['"),
            (
                "{\"n\":1,\"queens\":[0],\"ü\":\"\\x\"}",
                "line 1, column 27: expected well-formed JSON, found invalid escape",
            ),
            (
                "{\"a\":\"\n\"}",
                "line 1, column 7: expected well-formed JSON, found a control character in a string",
            ),
            (
                "{\"n\\udc00\":1}",
                "line 1, column 9: expected well-formed JSON, found lone leading surrogate in hex escape",
            ),
            (
                r#"{"n":0,"queens":[]} x"#,
                "line 1, column 21: expected '{', found 'x'",
            ),
            (
                r#"{"n":1 "queens"}"#,
                r#"line 1, column 8: expected `,` or `}`, found '"'"#,
            ),
            (
                "{n:1}",
                "line 1, column 2: expected well-formed JSON, found a field name that is not a string",
            ),
            (r#"{"n" 1}"#, "line 1, column 6: expected `:`, found '1'"),
            (
                r#"{"n":1,}"#,
                "line 1, column 8: expected well-formed JSON, found trailing comma",
            ),
        ],
    );
}

#[test]
fn documents_that_were_cut() {
    check(
        Json,
        &[
            (
                r#"{"n":1,"queens":[0]"#,
                "line 1, column 20: expected the rest of an object, found the end of the input",
            ),
            (
                "{\"a\":\n",
                "line 2, column 1: expected the rest of a value, found the end of the input",
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
            "line 1, column 6: expected an integer from 0 to 4294967295, \
             found string \"{shown}…"
        )
    );
}
