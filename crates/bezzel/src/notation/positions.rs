//! The column of each row: `0 4 7 5 2 6 1 3`.
//!
//! One board per line, the top row first. A row without a queen is `-`. Columns are numbered
//! from 0, or from 1 if [`Options::one_based`](super::Options::one_based) is set. The size is
//! the number of items. Tabs and commas may also separate numbers. Empty lines are skipped, but
//! a document of one empty line is the board of n = 0.
//!
//! Both directions work in one pass: writing needs constant memory, reading only the four bytes
//! per row of the board.

use std::io::{self, BufRead, Write};

use super::columns::Columns;
use super::number::Number;
use super::scanner::{Position, Scanner};
use super::{Entry, ReadError, Rows};
use crate::Placement;

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

pub(super) fn board<R: BufRead>(scanner: &mut Scanner<R>, first: u32) -> Result<Entry, ReadError> {
    let line = scanner.position().line;
    let mut items = Items::new(first);
    loop {
        let start = scanner.position();
        if scanner.feed(|chunk| items.take(chunk, start))? {
            break;
        }
    }
    scanner.line_end("column numbers separated by spaces, or '-' for an empty row")?;
    Ok(Entry {
        line,
        board: Ok(items.finish()?),
    })
}

/// Items of one line; any of them may be split by the end of the input buffer.
struct Items {
    columns: Columns,
    unfinished: Item,
}

#[derive(Clone, Copy)]
enum Item {
    None,
    EmptyRow,
    Number(Number),
}

impl Items {
    fn new(first: u32) -> Self {
        Self {
            columns: Columns::new(first),
            unfinished: Item::None,
        }
    }

    /// Consumes bytes up to the first that belongs to no item and returns their number.
    fn take(&mut self, chunk: &[u8], start: Position) -> Result<usize, ReadError> {
        let mut item = self.unfinished;
        let mut used = chunk.len();
        for (index, &byte) in chunk.iter().enumerate() {
            let at = || Position {
                column: start.column + index as u64,
                ..start
            };
            item = match (item, byte) {
                (Item::Number(number), b'0'..=b'9') => Item::Number(number.then(byte)),
                (Item::Number(number), b' ' | b'\t' | b',') => {
                    self.columns.number(number)?;
                    Item::None
                }
                (_, b' ' | b'\t' | b',') => Item::None,
                (Item::EmptyRow, b'0'..=b'9') => return Err(negative(at())),
                (Item::None, b'0'..=b'9') => Item::Number(Number::new(byte, at())),
                (Item::None, b'-') => {
                    self.columns.empty_row(at())?;
                    Item::EmptyRow
                }
                _ => {
                    used = index;
                    break;
                }
            };
        }
        self.unfinished = item;
        Ok(used)
    }

    fn finish(mut self) -> Result<Placement, ReadError> {
        if let Item::Number(number) = self.unfinished {
            self.columns.number(number)?;
        }
        self.columns.finish()
    }
}

/// Creates the error for a digit behind the sign of an empty row.
fn negative(digit: Position) -> ReadError {
    let at = Position {
        column: digit.column - 1,
        ..digit
    };
    let expected = "a column number from 0, or '-' alone for an empty row";
    ReadError::malformed(at, expected, "a negative number")
}
