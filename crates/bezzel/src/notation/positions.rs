//! The column of each row: `0 4 7 5 2 6 1 3`.
//!
//! One board per line, the top row first. A row without a queen is `-`. Columns are numbered
//! from 0, or from 1 if [`Options::one_based`](super::Options::one_based) is set. The size is
//! the number of items. Writing needs constant memory.

use std::io::{self, Write};

use super::Rows;

pub(super) fn write(out: &mut impl Write, rows: impl Rows, first: u32) -> io::Result<()> {
    write_columns(out, rows, first, [" ", "-"])?;
    out.write_all(b"\n")
}

/// Writes the column of each row, counted from `first`.
pub(super) fn write_columns(
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
