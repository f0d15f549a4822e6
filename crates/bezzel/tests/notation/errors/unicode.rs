//! The frame and its squares.

use super::*;

#[test]
fn frames_and_squares() {
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
