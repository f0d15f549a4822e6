//! Pairs, the picture and the total.

use super::*;

#[test]
fn pairs() {
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
        ],
    );
}

#[test]
fn pictures() {
    check(
        Coordinates,
        &[
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
        ],
    );
}

#[test]
fn totals() {
    check(
        Coordinates,
        &[
            (
                "(1, 1)\n\nTotal: 2",
                "line 3, column 8: expected 1, the number of boards above, found 2",
            ),
            (
                "Total: 1",
                "line 1, column 8: expected 0, the number of boards above, found 1",
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
