//! Columns in a line.

use super::*;

#[test]
fn columns_outside() {
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
        ],
    );
}

#[test]
fn characters() {
    let items = "column numbers separated by spaces, or '-' for an empty row";
    check(
        Positions,
        &[
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
                "line 1, column 3: expected a column number from 0, or '-' alone for an empty row, \
                 found a negative number",
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
}

#[test]
fn columns_from_one() {
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
