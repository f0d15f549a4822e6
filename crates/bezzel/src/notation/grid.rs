//! One line per row: `Q` for a queen, `.` for an empty square.
//!
//! ```text
//! .Q..
//! ...Q
//! Q...
//! ..Q.
//! ```
//!
//! Empty lines separate boards. A document that consists of one empty line is the board of n =
//! 0.

use std::io::{self, Write};

use super::Rows;
use super::squares::write_row;

pub(super) fn write(out: &mut impl Write, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    for column in rows {
        write_row(out, n, column, b'.', b'Q')?;
        out.write_all(b"\n")?;
    }
    if n == 0 {
        out.write_all(b"\n")?;
    }
    Ok(())
}
