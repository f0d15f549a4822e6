//! The notations in text. Each function writes one board, from the column of each row.

use std::io::{self, Write};

use super::Rows;
use crate::Placement;

/// Writes the column of each row, the top row first: `0 4 7 5 2 6 1 3`.
///
/// A row without a queen is `-`. Columns are counted from `first`. Takes constant memory.
pub(super) fn write_positions(out: &mut impl Write, rows: impl Rows, first: u32) -> io::Result<()> {
    write_columns(out, rows, first, [" ", "-"])?;
    out.write_all(b"\n")
}

/// Writes a JSON object: `{"n":4,"queens":[1,3,0,2],"symmetry":"quarter-turn"}`.
///
/// `queens` lists the column of each row from 0, or `null` for an empty row; `symmetry` is
/// `none`, `half-turn` or `quarter-turn`. Fundamental solutions also have `orbit_size`.
pub(super) fn write_json(
    out: &mut impl Write,
    board: &Placement,
    orbit_size: Option<u32>,
) -> io::Result<()> {
    write!(out, "{{\"n\":{},\"queens\":[", board.size())?;
    write_columns(out, board.rows(), 0, [",", "null"])?;
    write!(out, "],\"symmetry\":\"{}\"", board.symmetry_class())?;
    if let Some(size) = orbit_size {
        write!(out, ",\"orbit_size\":{size}")?;
    }
    out.write_all(b"}\n")
}

fn write_columns(
    out: &mut impl Write,
    rows: impl Rows,
    first: u32,
    [separator, empty]: [&str; 2],
) -> io::Result<()> {
    let mut digits = itoa::Buffer::new();
    for (row, column) in rows.enumerate() {
        if row > 0 {
            out.write_all(separator.as_bytes())?;
        }
        let column = column.map(|column| digits.format(column + first));
        out.write_all(column.unwrap_or(empty).as_bytes())?;
    }
    Ok(())
}

/// Writes coordinates and a bordered board, byte for byte as the C++ tutorial's program prints them.
///
/// ```text
/// (2, 1)(4, 2)(1, 3)(3, 4)
/// ******
/// *  # *
/// *#   *
/// *   #*
/// * #  *
/// ******
/// ```
///
/// A pair is (x, y): the column and the row of a queen, both from 1. The picture has x downwards
/// and y to the right, as an array `board[x][y]` is printed. Each of its lines is therefore one
/// column, and the picture is the board mirrored at its main diagonal.
pub(super) fn write_coordinates<W: Write>(out: &mut W, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    for (row, column) in rows.clone().enumerate() {
        if let Some(column) = column {
            write!(out, "({}, {})", column + 1, row + 1)?;
        }
    }
    out.write_all(b"\n")?;
    let write_edge = |out: &mut W| {
        write_repeated(out, b"*", n + 2)?;
        out.write_all(b"\n")
    };
    write_edge(out)?;
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
    write_edge(out)
}

/// Writes one line for each row, with `Q` for a queen and `.` for an empty square. The board of n = 0 is
/// an empty line.
pub(super) fn write_grid(out: &mut impl Write, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    for column in rows {
        write_row(out, n, column)?;
        out.write_all(b"\n")?;
    }
    if n == 0 {
        out.write_all(b"\n")?;
    }
    Ok(())
}

/// Writes a board of the JSON of LeetCode 51: `[".Q..","...Q","Q...","..Q."]`.
pub(super) fn write_leetcode(out: &mut impl Write, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    out.write_all(b"[")?;
    for (row, column) in rows.enumerate() {
        out.write_all(if row == 0 { b"\"" } else { b",\"" })?;
        write_row(out, n, column)?;
        out.write_all(b"\"")?;
    }
    out.write_all(b"]")
}

fn write_row(out: &mut impl Write, n: usize, queen: Option<u32>) -> io::Result<()> {
    let before = queen.map_or(n, |column| column as usize);
    write_repeated(out, b".", before)?;
    if before < n {
        out.write_all(b"Q")?;
        write_repeated(out, b".", n - before - 1)?;
    }
    Ok(())
}

/// Writes a chequered board for the terminal.
///
/// ```text
/// ┌────────┐
/// │  ♛░  ░░│
/// │░░  ░░♛ │
/// │♛ ░░  ░░│
/// │░░  ♛░  │
/// └────────┘
/// ```
///
/// Every square is two characters wide, so it looks about square; dark ones are shaded. The
/// upper left square is light.
pub(super) fn write_unicode<W: Write>(out: &mut W, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    let write_edge = |out: &mut W, left: &str, right: &str| {
        write_repeated(out, left.as_bytes(), 1)?;
        write_repeated(out, "──".as_bytes(), n)?;
        writeln!(out, "{right}")
    };
    write_edge(out, "┌", "┐")?;
    for (row, queen) in rows.enumerate() {
        out.write_all("│".as_bytes())?;
        for column in 0..n {
            let shade = [' ', '░'][(row + column) % 2];
            if queen.is_some_and(|queen| queen as usize == column) {
                write!(out, "♛{shade}")?;
            } else {
                write!(out, "{shade}{shade}")?;
            }
        }
        out.write_all("│\n".as_bytes())?;
    }
    write_edge(out, "└", "┘")
}

/// Writes a board in Forsyth–Edwards notation: its rows from the top, with the number of free squares
/// beside a queen.
pub(super) fn write_fen(out: &mut impl Write, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    for (row, column) in rows.enumerate() {
        if row > 0 {
            out.write_all(b"/")?;
        }
        let (before, after) = match column {
            Some(column) => (column as usize, n - 1 - column as usize),
            None => (n, 0),
        };
        if before > 0 {
            write!(out, "{before}")?;
        }
        if column.is_some() {
            out.write_all(b"Q")?;
        }
        if after > 0 {
            write!(out, "{after}")?;
        }
    }
    out.write_all(b"\n")
}

fn write_repeated(out: &mut impl Write, text: &[u8], count: usize) -> io::Result<()> {
    for _ in 0..count {
        out.write_all(text)?;
    }
    Ok(())
}
