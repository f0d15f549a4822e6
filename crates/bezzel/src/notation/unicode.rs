//! Chequered board for the terminal.
//!
//! ```text
//! ┌────────┐
//! │  ♛░  ░░│
//! │░░  ░░♛ │
//! │♛ ░░  ░░│
//! │░░  ♛░  │
//! └────────┘
//! ```
//!
//! Every square is two characters wide, so it looks about square; dark ones are shaded. The
//! upper left square is light. Empty lines separate boards.

use std::io::{self, Write};

use super::Rows;
use super::squares::write_repeated;

/// Fill characters of light and dark squares.
const SHADES: [char; 2] = [' ', '░'];

const QUEEN: char = '♛';

pub(super) fn write(out: &mut impl Write, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    write_edge(out, n, '┌', '┐')?;
    for (row, queen) in rows.enumerate() {
        out.write_all("│".as_bytes())?;
        for column in 0..n {
            let shade = SHADES[(row + column) % 2];
            if queen.is_some_and(|queen| queen as usize == column) {
                write!(out, "{QUEEN}{shade}")?;
            } else {
                write!(out, "{shade}{shade}")?;
            }
        }
        out.write_all("│\n".as_bytes())?;
    }
    write_edge(out, n, '└', '┘')
}

fn write_edge(out: &mut impl Write, n: usize, left: char, right: char) -> io::Result<()> {
    write!(out, "{left}")?;
    write_repeated(out, "──".as_bytes(), n)?;
    writeln!(out, "{right}")
}
