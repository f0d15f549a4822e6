//! Picture of the colour split for docs/method.md.
//!
//! `cargo run --release -p bezzel-core --example colours > docs/images/colour-split.svg`
//!
//! Five boards with the same solution: all queens; those on black squares with their rows and columns,
//! then those on white squares; the four quarters; and the black squares turned by 45°, so that
//! diagonals are upright and level.

use std::fmt::Write;

use bezzel::{Square, shared::definitions, solutions};

/// Queens on a side of the board.
const N: u32 = 8;
/// Width of a board with its margin.
const STEP: u32 = N + 2;
/// Colours of black and white squares.
const SQUARES: [&str; 2] = ["#c8a981", "#f6eedf"];
/// Colours of the quarters EE, EO, OE and OO.
const QUARTERS: [&str; 4] = ["#d98c5f", "#bcd7ea", "#dcebbf", "#e9c46a"];

fn is_white(square: Square) -> bool {
    (square.row + square.column) % 2 == 1
}

fn quarter(square: Square) -> &'static str {
    QUARTERS[(square.row % 2 * 2 + square.column % 2) as usize]
}

fn squares() -> impl Iterator<Item = Square> {
    Square::all(N)
}

/// Draws a board: the colour of each square, and the queens that are shown.
fn board(colour: impl Fn(Square) -> Option<&'static str>, queens: &[Square]) -> String {
    let mut picture = String::new();
    for square in squares() {
        let Square { row, column } = square;
        if let Some(colour) = colour(square) {
            let _ = writeln!(
                picture,
                "<rect x=\"{column}\" y=\"{row}\" width=\"1\" height=\"1\" fill=\"{colour}\"/>"
            );
        }
    }
    for Square { row, column } in queens {
        let _ = writeln!(picture, "<use href=\"#queen\" x=\"{column}\" y=\"{row}\"/>");
    }
    let _ = writeln!(
        picture,
        "<rect width=\"{N}\" height=\"{N}\" class=\"edge\"/>"
    );
    picture
}

/// Marks the rows and columns of these queens at the edges.
fn marks(queens: &[Square]) -> String {
    let mut picture = String::new();
    for Square { row, column } in queens {
        let _ = writeln!(
            picture,
            "<path d=\"M-.45 {row}.5h.3M{column}.5 -.45v.3\" class=\"mark\"/>"
        );
    }
    picture
}

/// Draws the black squares so that the row says row + column and the column says row − column.
fn turned(queens: &[Square]) -> String {
    let mut picture = String::from(
        "<g transform=\"translate(4 4) scale(.7071) rotate(45) translate(-4 -4)\" clip-path=\"url(#board)\">\n",
    );
    for square in squares().filter(|&square| !is_white(square)) {
        let (Square { row, column }, colour) = (square, quarter(square));
        let _ = writeln!(
            picture,
            "<rect x=\"{column}\" y=\"{row}\" width=\"1\" height=\"1\" fill=\"{colour}\"/>"
        );
    }
    for Square { row, column } in queens {
        let _ = writeln!(
            picture,
            "<path d=\"M{column}.5 {row}.5m-9 -9l18 18m0 -18l-18 18\" class=\"line\"/>"
        );
    }
    for Square { row, column } in queens {
        let _ = writeln!(
            picture,
            "<use href=\"#queen\" transform=\"translate({column}.5 {row}.5) rotate(-45) translate(-.5 -.5)\"/>"
        );
    }
    picture + "</g>\n"
}

/// Returns the picture.
pub fn picture() -> String {
    let solution = solutions(N)
        .expect("a small board")
        .nth(20)
        .expect("one of 92");
    let queens: Vec<Square> = solution.queens().collect();
    let (white, black): (Vec<Square>, Vec<Square>) =
        queens.iter().partition(|&&queen| is_white(queen));
    let shade = |square: Square| SQUARES[usize::from(is_white(square))];
    let only =
        |white: bool| move |square: Square| (is_white(square) == white).then_some(shade(square));
    let boards = [
        board(|square| Some(shade(square)), &queens),
        board(only(false), &black) + &marks(&black),
        board(only(true), &white) + &marks(&white),
        board(|square| Some(quarter(square)), &queens),
        turned(&black),
    ];
    let (width, height) = (STEP * 5, STEP);
    let mut picture = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{}\" height=\"{}\" viewBox=\"-1 -1 {width} {height}\" role=\"img\">\n\
         <title>The colour split: all queens, black, white, quarters, black turned by 45°</title>\n\
         <style>.edge{{fill:none;stroke:#6b5a45;stroke-width:.06}}.mark{{stroke:#b3261e;stroke-width:.3}}\
         .line{{stroke:#b3261e;stroke-width:.06;fill:none}}</style>\n{}\
         <rect x=\"-1\" y=\"-1\" width=\"{width}\" height=\"{height}\" fill=\"#fff\"/>\n",
        width * 24,
        height * 24,
        definitions(&format!(
            "<clipPath id=\"board\"><rect width=\"{N}\" height=\"{N}\"/></clipPath>"
        ))
    );
    for (at, board) in (0..).zip(boards) {
        let _ = writeln!(
            picture,
            "<g transform=\"translate({} 0)\">\n{board}</g>",
            at * STEP
        );
    }
    picture + "</svg>\n"
}

#[allow(dead_code, reason = "the test calls no main function")]
fn main() {
    print!("{}", picture());
}
