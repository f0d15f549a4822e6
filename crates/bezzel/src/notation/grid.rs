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

use std::io::{self, BufRead, Write};

use super::scanner::Scanner;
use super::squares::{Drawing, write_row};
use super::{Entry, ReadError, Rows};

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

pub(super) fn board<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Entry, ReadError> {
    let line = scanner.position().line;
    let mut drawing = Drawing::default();
    let mut n = None;
    loop {
        squares(scanner, &mut drawing, n)?;
        let width = *n.get_or_insert(drawing.width());
        drawing.end_row();
        scanner.line_end(format!(
            "the end of the row after square {width} of {width}"
        ))?;
        let over = scanner.at_line_end()?;
        let row = drawing.height() + 1;
        match (over, row > width) {
            (false, false) => {}
            (true, true) => break,
            (true, false) => {
                let what = format!("row {row} of {width}, as wide as the first");
                return Err(scanner.unexpected(what));
            }
            (false, true) => {
                let what = format!("an empty line after row {width} of {width}");
                return Err(scanner.unexpected(what));
            }
        }
    }
    Ok(Entry {
        line,
        board: drawing.finish(),
    })
}

/// Reads the squares of a row: n of them, or at least one if n is not known yet.
fn squares<R: BufRead>(
    scanner: &mut Scanner<R>,
    drawing: &mut Drawing,
    n: Option<u32>,
) -> Result<(), ReadError> {
    loop {
        let enough = match n {
            Some(n) => drawing.width() == n,
            None => drawing.width() > 0 && scanner.at_line_end()?,
        };
        if enough {
            return Ok(());
        }
        let square = match scanner.peek()? {
            Some(b'.') => drawing.square(false),
            Some(b'Q') => drawing.square(true),
            _ => false,
        };
        if !square {
            return Err(scanner.unexpected("'Q' or '.'"));
        }
        scanner.next_byte()?;
    }
}
