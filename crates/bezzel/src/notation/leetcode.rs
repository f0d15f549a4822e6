//! The JSON of LeetCode 51: `[[".Q..","...Q","Q...","..Q."],…]`.
//!
//! One document holds all boards, each a list of rows, each row a string of `Q` and `.`. The
//! document may also be one bare board, `[".Q..","...Q","Q...","..Q."]`.

use std::io::{self, BufRead, Write};

use super::scanner::Scanner;
use super::squares::{Drawing, write_row};
use super::{Entry, ReadError, Rows, Sink};

/// Writes what stands before the first board, and between two boards.
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

pub(super) fn read<R: BufRead>(
    scanner: &mut Scanner<R>,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    let start = scanner.position();
    scanner.expect(b'[')?;
    scanner.skip_blank()?;
    match scanner.peek()? {
        Some(b'"') => {
            let entry = rows(scanner, start.line)?;
            if sink.give(entry).is_break() {
                return Ok(());
            }
        }
        Some(b'[') => loop {
            scanner.skip_blank()?;
            let line = scanner.position().line;
            scanner.expect(b'[')?;
            let entry = rows(scanner, line)?;
            if sink.give(entry).is_break() {
                return Ok(());
            }
            if !scanner.comma_or(b']')? {
                break;
            }
        },
        Some(b']') => {
            scanner.next()?;
        }
        _ => return Err(scanner.unexpected("a board or a row: '[' or '\"'")),
    }
    if !scanner.skip_blank()? {
        return Err(scanner.unexpected("the end of the input"));
    }
    Ok(())
}

/// Reads the rows of a board whose bracket has been opened on `line`.
fn rows<R: BufRead>(scanner: &mut Scanner<R>, line: u64) -> Result<Entry, ReadError> {
    let mut drawing = Drawing::default();
    scanner.skip_blank()?;
    let mut more = !scanner.accept(b']')?;
    let mut n = None;
    while more {
        let width = row(scanner, &mut drawing, n)?;
        n = Some(width);
        drawing.end_row();
        if drawing.height() == width {
            scanner.skip_blank()?;
            if !scanner.accept(b']')? {
                return Err(scanner.unexpected(format!("']' after row {width} of {width}")));
            }
            more = false;
        } else {
            scanner.skip_blank()?;
            if !scanner.accept(b',')? {
                let next = drawing.height() + 1;
                return Err(scanner.unexpected(format!("',' and row {next} of {width}")));
            }
        }
    }
    Ok(Entry {
        line,
        board: drawing.finish(),
    })
}

/// Reads one row, which has n squares if n is known, and says how many it has.
fn row<R: BufRead>(
    scanner: &mut Scanner<R>,
    drawing: &mut Drawing,
    n: Option<u32>,
) -> Result<u32, ReadError> {
    scanner.skip_blank()?;
    if !scanner.accept(b'"')? {
        return Err(scanner.unexpected("a row of squares in quotation marks"));
    }
    loop {
        let at = scanner.position();
        let full = n == Some(drawing.width());
        let may_end = full || (n.is_none() && drawing.width() > 0);
        match scanner.peek()? {
            Some(b'"') if may_end => {
                scanner.next()?;
                return Ok(drawing.width());
            }
            Some(b'.' | b'Q' | b'\\') if !full => {}
            _ => return Err(scanner.unexpected(expected_square(drawing, n))),
        }
        // An escape is judged by what it stands for.
        let square = scanner.string_char()?;
        let fits = match square {
            Some('.') => drawing.square(false),
            Some('Q') => drawing.square(true),
            _ => false,
        };
        if !fits {
            let found = square.map_or_else(String::new, |found| format!("{found:?}"));
            return Err(ReadError::malformed(at, expected_square(drawing, n), found));
        }
    }
}

fn expected_square(drawing: &Drawing, n: Option<u32>) -> String {
    match (n, drawing.width()) {
        (Some(n), width) if n == width => format!("'\"' after square {n} of {n}"),
        (None, 1..) => "'Q', '.' or '\"'".to_owned(),
        _ => "'Q' or '.'".to_owned(),
    }
}
