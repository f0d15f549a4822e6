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
//!
//! When reading, either the pairs or the picture may be missing; both may if the total is 0.
//! Without a picture, n is the number of pairs or the largest coordinate, whichever is larger.

use std::io::{self, BufRead, Write};
use std::ops::ControlFlow;

use super::number::Number;
use super::scanner::{Position, Scanner};
use super::squares::{Listed, write_repeated};
use super::{Entry, ReadError, Rows, Sink};
use crate::{Conflict, MAX_SIZE, Placement, Square};

type Board = Result<Placement, Conflict>;

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

pub(super) fn read<R: BufRead>(
    scanner: &mut Scanner<R>,
    sink: &mut Sink<'_>,
) -> Result<(), ReadError> {
    while !scanner.skip_blank()? {
        if scanner.peek()? == Some(b'T') {
            return total(scanner, sink);
        }
        let line = scanner.position().line;
        let board = board(scanner)?;
        if let ControlFlow::Break(()) = sink.give(Entry { line, board }) {
            break;
        }
    }
    Ok(())
}

/// Reads the closing line. Its number must agree with the boards above it, which detects
/// truncated documents.
fn total<R: BufRead>(scanner: &mut Scanner<R>, sink: &mut Sink<'_>) -> Result<(), ReadError> {
    let boards = sink.boards();
    scanner.word("Total:")?;
    while scanner.accept(b' ')? {}
    let number = Number::scan(scanner, "the number of boards above")?;
    if number.value != boards {
        return Err(number.instead_of(format!("{boards}, the number of boards above")));
    }
    if !scanner.skip_blank()? {
        return Err(scanner.unexpected("the end of the input"));
    }
    sink.allow_none();
    Ok(())
}

fn board<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Board, ReadError> {
    let mut pairs = pairs(scanner)?;
    let picture = match scanner.peek()? {
        Some(b'*') => Some(Picture::read(scanner)?),
        _ => None,
    };
    let n = match &picture {
        Some(picture) => picture.n.into(),
        None => pairs.smallest_size(),
    };
    pairs.check(n, picture.is_some())?;
    match picture {
        None => Ok(pairs.queens.board(n as u32)),
        Some(picture) if pairs.queens.is_empty() => Ok(picture.queens.board(picture.n)),
        Some(picture) => compare(&pairs, &picture),
    }
}

/// Returns the board that pairs and picture agree on. If they differ, the one with an attacking
/// pair is the board meant to be checked, the pairs first. If neither has one, the document
/// contradicts itself.
fn compare(pairs: &Pairs, picture: &Picture) -> Result<Board, ReadError> {
    let difference = difference(pairs.queens.squares(), picture.queens.squares());
    let listed = pairs.queens.board(picture.n);
    let Some((square, drawn)) = difference else {
        return Ok(listed);
    };
    for board in [listed, picture.queens.board(picture.n)] {
        if board
            .as_ref()
            .map_or(true, |b| b.first_conflict().is_some())
        {
            return Ok(board);
        }
    }
    let at = Position {
        line: picture.first_row + u64::from(square.column),
        column: u64::from(square.row) + 2,
    };
    let (x, y) = (square.column + 1, square.row + 1);
    Err(if drawn {
        ReadError::malformed(at, format!("' ', since ({x}, {y}) is not listed"), "'#'")
    } else {
        ReadError::malformed(at, format!("'#', since ({x}, {y}) is listed"), "' '")
    })
}

/// Returns the first square that is in only one of two sorted lists; `true` means the second.
fn difference(
    mut first: impl Iterator<Item = Square>,
    mut second: impl Iterator<Item = Square>,
) -> Option<(Square, bool)> {
    loop {
        match (first.next(), second.next()) {
            (None, None) => return None,
            (Some(a), Some(b)) if a == b => {}
            (Some(a), Some(b)) if a < b => return Some((a, false)),
            (Some(a), None) => return Some((a, false)),
            (_, Some(b)) => return Some((b, true)),
        }
    }
}

/// Line of pairs.
struct Pairs {
    queens: Listed<Position>,
    /// First of the largest coordinates.
    largest: Option<Number>,
}

/// Reads the line of pairs, which is empty if a picture begins here.
fn pairs<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Pairs, ReadError> {
    let mut pairs = Pairs {
        queens: Listed::new(),
        largest: None,
    };
    if scanner.peek()? == Some(b'*') {
        return Ok(pairs);
    }
    while !scanner.at_line_end()? {
        let at = scanner.position();
        if !scanner.accept(b'(')? {
            return Err(scanner.unexpected("a pair such as (1, 1)"));
        }
        let x = pairs.coordinate(scanner)?;
        if !scanner.accept(b',')? {
            return Err(scanner.unexpected("','"));
        }
        let y = pairs.coordinate(scanner)?;
        if !scanner.accept(b')')? {
            return Err(scanner.unexpected("')'"));
        }
        pairs.queens.push(Square::new(y - 1, x - 1), at);
        skip_spaces(scanner)?;
    }
    scanner.line_end("a pair such as (1, 1)")?;
    Ok(pairs)
}

fn skip_spaces<R: BufRead>(scanner: &mut Scanner<R>) -> Result<(), ReadError> {
    while let Some(b' ' | b'\t') = scanner.peek()? {
        scanner.next_byte()?;
    }
    Ok(())
}

impl Pairs {
    fn coordinate<R: BufRead>(&mut self, scanner: &mut Scanner<R>) -> Result<u32, ReadError> {
        skip_spaces(scanner)?;
        let number = Number::scan(scanner, "a number")?;
        if self.largest.is_none_or(|known| number.value > known.value) {
            self.largest = Some(number);
        }
        skip_spaces(scanner)?;
        match u32::try_from(number.value) {
            Ok(value @ 1..=MAX_SIZE) => Ok(value),
            _ => Err(number.outside("coordinate", 1, MAX_SIZE.into())),
        }
    }

    /// Returns the size of the smallest board that contains all these queens.
    fn smallest_size(&self) -> u64 {
        let largest = self.largest.map_or(0, |number| number.value);
        largest.max(self.queens.len())
    }

    /// Fails if a pair is outside a board of n rows or repeated, or if the board is too large
    /// for so few queens. A picture is as long as its board, so its size is not limited.
    fn check(&mut self, n: u64, pictured: bool) -> Result<(), ReadError> {
        if let Some(number) = self.largest {
            if number.value > n {
                return Err(number.outside("coordinate", 1, n));
            }
            if !pictured && !self.queens.allows_size(n) {
                return Err(number.outside("coordinate", 1, self.queens.largest_size()));
            }
        }
        self.queens.sort().map_err(|(square, at)| {
            let found = format!("({}, {}) again", square.column + 1, square.row + 1);
            ReadError::malformed(at, "each square once", found)
        })
    }
}

/// Bordered board.
struct Picture {
    n: u32,
    queens: Listed<Position>,
    /// Line number of x = 1.
    first_row: u64,
}

impl Picture {
    fn read<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Self, ReadError> {
        let width = upper_edge(scanner)?;
        let mut picture = Self {
            n: width,
            queens: Listed::new(),
            first_row: scanner.position().line,
        };
        for column in 0..width {
            border(scanner)?;
            for row in 0..width {
                let at = scanner.position();
                match scanner.peek()? {
                    Some(b'#') => picture.queens.push(Square::new(row, column), at),
                    Some(b' ') => {}
                    _ => return Err(scanner.unexpected("' ' or '#'")),
                }
                scanner.next_byte()?;
            }
            border(scanner)?;
            scanner.line_end("the end of the line")?;
        }
        for _ in 0..u64::from(width) + 2 {
            border(scanner)?;
        }
        scanner.line_end("the end of the line")?;
        // It was read column by column.
        let sorted = picture.queens.sort();
        debug_assert!(sorted.is_ok(), "each square was read once");
        Ok(picture)
    }
}

/// Reads the upper edge and returns its number of columns.
fn upper_edge<R: BufRead>(scanner: &mut Scanner<R>) -> Result<u32, ReadError> {
    border(scanner)?;
    border(scanner)?;
    let mut width = 0;
    while width < MAX_SIZE && scanner.accept(b'*')? {
        width += 1;
    }
    scanner.line_end("'*' or the end of the line")?;
    Ok(width)
}

fn border<R: BufRead>(scanner: &mut Scanner<R>) -> Result<(), ReadError> {
    if scanner.accept(b'*')? {
        return Ok(());
    }
    Err(scanner.unexpected("'*'"))
}
