//! Rows of squares, for the notations that draw boards.

use std::io::{self, Write};

/// Writes one row of n squares, one byte each.
pub(super) fn write_row(
    out: &mut impl Write,
    n: usize,
    queen_at: Option<u32>,
    empty: u8,
    queen: u8,
) -> io::Result<()> {
    match queen_at {
        Some(column) => {
            write_repeated(out, &[empty], column as usize)?;
            out.write_all(&[queen])?;
            write_repeated(out, &[empty], n.saturating_sub(column as usize + 1))
        }
        None => write_repeated(out, &[empty], n),
    }
}

/// Writes `text` `count` times.
pub(super) fn write_repeated(out: &mut impl Write, text: &[u8], count: usize) -> io::Result<()> {
    for _ in 0..count {
        out.write_all(text)?;
    }
    Ok(())
}
