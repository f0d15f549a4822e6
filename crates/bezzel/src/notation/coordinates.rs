//! Coordinates and a bordered board, byte for byte as the C++ tutorial's program prints them.
//!
//! ```text
//! (2, 1)(4, 2)(1, 3)(3, 4)
//! ******
//! *  # *
//! *#   *
//! *   #*
//! * #  *
//! ******
//! ```
//!
//! A pair is (x, y): the column and the row of a queen, both from 1. The picture has x downwards
//! and y to the right, as an array `board[x][y]` is printed. Each of its lines is therefore one
//! column, and the picture is the board mirrored at its main diagonal. Empty lines separate boards,
//! and the last one may be followed by `Total: 92`.

use std::io::{self, Write};

use super::Rows;
use super::squares::write_repeated;

pub(super) fn write(out: &mut impl Write, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    for (row, column) in rows.clone().enumerate() {
        if let Some(column) = column {
            write!(out, "({}, {})", column + 1, row + 1)?;
        }
    }
    out.write_all(b"\n")?;
    write_edge(out, n)?;
    let mut queens: Vec<(u32, usize)> = (0..)
        .zip(rows)
        .filter_map(|(row, column)| Some((column?, row)))
        .collect();
    queens.sort_unstable();
    let mut queens = queens.into_iter().peekable();
    for x in 0..n as u32 {
        out.write_all(b"*")?;
        let mut drawn = 0;
        // A board with an attacking pair may have several queens in a column.
        while let Some((_, y)) = queens.next_if(|queen| queen.0 == x) {
            write_repeated(out, b" ", y - drawn)?;
            out.write_all(b"#")?;
            drawn = y + 1;
        }
        write_repeated(out, b" ", n - drawn)?;
        out.write_all(b"*\n")?;
    }
    write_edge(out, n)
}

fn write_edge(out: &mut impl Write, n: usize) -> io::Result<()> {
    write_repeated(out, b"*", n + 2)?;
    out.write_all(b"\n")
}

/// Writes the closing line.
pub(super) fn write_total(out: &mut impl Write, total: u64, boards: u64) -> io::Result<()> {
    if boards > 0 {
        out.write_all(b"\n")?;
    }
    writeln!(out, "Total: {total}")
}
