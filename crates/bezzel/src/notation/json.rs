//! One JSON object per board: `{"n":4,"queens":[1,3,0,2],"symmetry":"quarter-turn"}`.
//!
//! `queens` has the column of each row from 0, or `null` for an empty row; `symmetry` is one of
//! `none`, `half-turn` and `quarter-turn`. Fundamental solutions also have `orbit_size`. When
//! reading, `n` and `queens` are required, other fields are ignored, and an object may span
//! lines.

use std::io::{self, BufRead, Write};

use super::number::{Largest, Number};
use super::scanner::Scanner;
use super::{Entry, ReadError};
use crate::board::Builder;
use crate::{MAX_SIZE, Placement, SymmetryClass};

pub(super) fn write(
    out: &mut impl Write,
    board: &Placement,
    orbit_size: Option<u32>,
) -> io::Result<()> {
    let mut digits = itoa::Buffer::new();
    write!(out, "{{\"n\":{},\"queens\":[", board.size())?;
    for (row, column) in board.rows().enumerate() {
        if row > 0 {
            out.write_all(b",")?;
        }
        let column = column.map_or("null", |column| digits.format(column));
        out.write_all(column.as_bytes())?;
    }
    write!(out, "],\"symmetry\":\"{}\"", board.symmetry_class())?;
    if let Some(orbit_size) = orbit_size {
        write!(out, ",\"orbit_size\":{orbit_size}")?;
    }
    out.write_all(b"}\n")
}

pub(super) fn board<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Entry, ReadError> {
    let line = scanner.position().line;
    let mut fields = Fields::default();
    scanner.expect(b'{')?;
    scanner.skip_blank()?;
    if scanner.peek()? != Some(b'}') {
        fields.take(scanner)?;
        while scanner.comma_before_brace()? {
            fields.take(scanner)?;
        }
    }
    let board = fields.finish(scanner)?;
    scanner.expect(b'}')?;
    Ok(Entry {
        line,
        board: Ok(board),
    })
}

impl<R: BufRead> Scanner<R> {
    /// Takes a comma, or leaves the closing brace, where errors about what is missing point.
    fn comma_before_brace(&mut self) -> Result<bool, ReadError> {
        self.skip_blank()?;
        if self.peek()? == Some(b'}') {
            return Ok(false);
        }
        self.comma_or(b'}')
    }
}

/// The fields of one object, in whatever order they come.
#[derive(Default)]
struct Fields {
    n: Option<Number>,
    queens: Option<Placement>,
    has_symmetry: bool,
    has_orbit_size: bool,
}

impl Fields {
    fn take<R: BufRead>(&mut self, scanner: &mut Scanner<R>) -> Result<(), ReadError> {
        scanner.skip_blank()?;
        let at = scanner.position();
        let name = scanner.string(16)?;
        let repeated = match name.as_str() {
            "n" => self.n.is_some(),
            "queens" => self.queens.is_some(),
            "symmetry" => self.has_symmetry,
            "orbit_size" => self.has_orbit_size,
            _ => false,
        };
        if repeated {
            let found = format!("{name:?} again");
            return Err(ReadError::malformed(at, "each field once", found));
        }
        scanner.expect(b':')?;
        scanner.skip_blank()?;
        match name.as_str() {
            "n" => self.n = Some(integer(scanner, "the number of rows")?),
            "queens" => self.queens = Some(queens(scanner)?),
            "symmetry" => {
                symmetry(scanner)?;
                self.has_symmetry = true;
            }
            "orbit_size" => {
                integer(scanner, "the number of images")?;
                self.has_orbit_size = true;
            }
            _ => scanner.skip_value()?,
        }
        Ok(())
    }

    fn finish<R: BufRead>(self, scanner: &mut Scanner<R>) -> Result<Placement, ReadError> {
        let Some(board) = self.queens else {
            return Err(scanner.unexpected("a field \"queens\""));
        };
        let Some(n) = self.n else {
            return Err(scanner.unexpected("a field \"n\""));
        };
        let rows = board.size();
        if n.value != u64::from(rows) {
            return Err(n.instead_of(format!("{rows}, the number of items in \"queens\"")));
        }
        Ok(board)
    }
}

/// An integer without sign; JSON has no leading zeros.
fn integer<R: BufRead>(
    scanner: &mut Scanner<R>,
    expected: &'static str,
) -> Result<Number, ReadError> {
    if scanner.peek()? == Some(b'0') {
        let zero = Number::new(b'0', scanner.position());
        scanner.next()?;
        return Ok(zero);
    }
    Number::scan(scanner, expected)
}

fn queens<R: BufRead>(scanner: &mut Scanner<R>) -> Result<Placement, ReadError> {
    scanner.expect(b'[')?;
    scanner.skip_blank()?;
    let mut rows = Builder::default();
    let mut largest = Largest::default();
    let mut more = !scanner.accept(b']')?;
    while more {
        scanner.skip_blank()?;
        let at = scanner.position();
        let column = if scanner.peek()? == Some(b'n') {
            scanner.word("null")?;
            None
        } else {
            let number = integer(scanner, "a column number or null")?;
            largest.see(number);
            u32::try_from(number.value).ok().filter(|&c| c < MAX_SIZE)
        };
        rows.push(column).map_err(|_| {
            ReadError::malformed(at, format!("at most {MAX_SIZE} rows"), "one more")
        })?;
        more = scanner.comma_or(b']')?;
    }
    largest.check("column", 0, u64::from(rows.size()).saturating_sub(1))?;
    Ok(rows.finish().expect("no column above the last"))
}

fn symmetry<R: BufRead>(scanner: &mut Scanner<R>) -> Result<(), ReadError> {
    let at = scanner.position();
    let name = scanner.string(16)?;
    if name.parse::<SymmetryClass>().is_ok() {
        return Ok(());
    }
    let names = SymmetryClass::ALL.map(|class| format!("{:?}", class.name()));
    let [first, second, third] = names;
    Err(ReadError::malformed(
        at,
        format!("{first}, {second} or {third}"),
        format!("{name:?}"),
    ))
}
