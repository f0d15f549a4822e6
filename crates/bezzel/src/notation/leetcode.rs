//! The JSON of LeetCode 51: `[[".Q..","...Q","Q...","..Q."],…]`.
//!
//! One document contains all boards, each a list of rows, each row a string of `Q` and `.`. The
//! document may also be a single board, `[".Q..","...Q","Q...","..Q."]`. `[]` contains none.

use std::io::{self, Write};

use super::Rows;
use super::squares::write_row;

/// Writes the text before the first board or between two boards.
pub(super) fn write_separator(out: &mut impl Write, boards_before: u64) -> io::Result<()> {
    out.write_all(if boards_before == 0 { b"[" } else { b",\n" })
}

pub(super) fn write(out: &mut impl Write, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    out.write_all(b"[")?;
    for (row, column) in rows.enumerate() {
        out.write_all(if row == 0 { b"\"" } else { b",\"" })?;
        write_row(out, n, column, b'.', b'Q')?;
        out.write_all(b"\"")?;
    }
    out.write_all(b"]")
}

pub(super) fn write_end(out: &mut impl Write, boards: u64) -> io::Result<()> {
    out.write_all(if boards == 0 { b"[]\n" } else { b"]\n" })
}
