//! Chequered board for the terminal.
//!
//! ```text
//! ┌────────┐
//! │  ♛░  ░░│
//! │░░  ░░♛ │
//! │♛ ░░  ░░│
//! │░░  ♛░  │
//! └────────┘
//! ```
//!
//! Every square is two characters wide, so it looks about square; dark ones are shaded. The
//! upper left square is light. When reading, any square may have either shade. Empty lines
//! separate boards.

use std::io::{self, BufRead, Write};

use super::scanner::Scanner;
use super::squares::{Drawing, write_repeated};
use super::{Entry, ReadError, Rows};
use crate::MAX_SIZE;

/// Fill characters of light and dark squares.
const SHADES: [char; 2] = [' ', '░'];

const QUEEN: char = '♛';

pub(super) fn write(out: &mut impl Write, rows: impl Rows) -> io::Result<()> {
    let n = rows.len();
    write_edge(out, n, '┌', '┐')?;
    for (row, queen) in rows.enumerate() {
        out.write_all("│".as_bytes())?;
        for column in 0..n {
            let shade = SHADES[(row + column) % 2];
            if queen.is_some_and(|queen| queen as usize == column) {
                write!(out, "{QUEEN}{shade}")?;
            } else {
                write!(out, "{shade}{shade}")?;
            }
        }
        out.write_all("│\n".as_bytes())?;
    }
    write_edge(out, n, '└', '┘')
}

fn write_edge(out: &mut impl Write, n: usize, left: char, right: char) -> io::Result<()> {
    write!(out, "{left}")?;
    write_repeated(out, "──".as_bytes(), n)?;
    writeln!(out, "{right}")
}

pub(super) fn board<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Entry, ReadError> {
    let line = scanner.position().line;
    let n = upper_edge(scanner)?;
    let mut drawing = Drawing::default();
    for _ in 0..n {
        expect(scanner, '│')?;
        while drawing.width() < n {
            scanner.feed_characters(|chunk| whole_squares(chunk, n, &mut drawing))?;
            // Stopped by a malformed square, the end of the buffer or the border.
            if drawing.width() < n {
                let queen = square(scanner)?;
                draw(&mut drawing, queen);
            }
        }
        expect(scanner, '│')?;
        scanner.line_end("the end of the line")?;
        drawing.end_row();
    }
    expect(scanner, '└')?;
    for _ in 0..2 * u64::from(n) {
        expect(scanner, '─')?;
    }
    expect(scanner, '┘')?;
    scanner.line_end("the end of the line")?;
    Ok(Entry {
        line,
        board: drawing.finish(),
    })
}

/// Reads the upper edge and returns the size.
fn upper_edge<R: BufRead>(scanner: &mut Scanner<R>) -> Result<u32, ReadError> {
    expect(scanner, '┌')?;
    let mut width = 0u64;
    loop {
        match next_of(scanner, "'─' or '┐'", |found| {
            matches!(found, '─' | '┐')
        })? {
            '┐' => break,
            _ if width == 2 * u64::from(MAX_SIZE) => return Err(scanner.unexpected("'┐'")),
            _ => width += 1,
        }
        if width % 2 == 1 {
            expect(scanner, '─')?;
            width += 1;
        }
    }
    scanner.line_end("the end of the line")?;
    Ok((width / 2) as u32)
}

fn draw(drawing: &mut Drawing, queen: bool) {
    let fits = drawing.square(queen);
    debug_assert!(fits, "the upper edge is as wide");
}

/// Draws the squares at the start of the bytes, up to n in the row, and returns the numbers of
/// bytes and characters consumed.
fn whole_squares(chunk: &[u8], n: u32, drawing: &mut Drawing) -> (usize, u64) {
    const KINDS: [(&[u8], bool); 4] = [
        (b"  ", false),
        ("░░".as_bytes(), false),
        ("♛ ".as_bytes(), true),
        ("♛░".as_bytes(), true),
    ];
    let (mut used, before) = (0, drawing.width());
    while drawing.width() < n {
        let rest = &chunk[used..];
        let Some((text, queen)) = KINDS.iter().find(|(text, _)| rest.starts_with(text)) else {
            break;
        };
        draw(drawing, *queen);
        used += text.len();
    }
    (used, 2 * u64::from(drawing.width() - before))
}

/// Reads the two characters of a square and returns `true` for a queen.
fn square<R: BufRead>(scanner: &mut Scanner<R>) -> Result<bool, ReadError> {
    let first = next_of(scanner, "a square: '♛', ' ' or '░'", |found| {
        found == QUEEN || SHADES.contains(&found)
    })?;
    if first == QUEEN {
        next_of(scanner, "' ' or '░' after '♛'", |found| {
            SHADES.contains(&found)
        })?;
        return Ok(true);
    }
    expect(scanner, first)?;
    Ok(false)
}

fn expect<R: BufRead>(scanner: &mut Scanner<R>, wanted: char) -> Result<(), ReadError> {
    next_of(scanner, format_args!("{wanted:?}"), |found| found == wanted).map(|_| ())
}

/// Consumes the next character if it is one of those wanted.
fn next_of<R: BufRead>(
    scanner: &mut Scanner<R>,
    expected: impl std::fmt::Display,
    wanted: impl Fn(char) -> bool,
) -> Result<char, ReadError> {
    let at = scanner.position();
    // Line ends are left to `unexpected`, which handles both kinds.
    if scanner.at_line_end()? {
        return Err(scanner.unexpected(expected.to_string()));
    }
    match scanner.next_char()? {
        Some(found) if wanted(found) => Ok(found),
        Some(found) => Err(ReadError::malformed(
            at,
            expected.to_string(),
            format!("{found:?}"),
        )),
        None => Err(scanner.unexpected(expected.to_string())),
    }
}
