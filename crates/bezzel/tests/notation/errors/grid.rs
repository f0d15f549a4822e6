//! Lines of squares.

use super::*;

#[test]
fn squares_and_rows() {
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
