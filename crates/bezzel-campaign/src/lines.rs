//! Files of units and results, in the format of `export` and `work`.
//!
//! The first line is the [header](UnitList::header). Each other line begins with the name of a unit
//! and is either that name alone or a result. Headers may be repeated, as in concatenated files.

use std::io::BufRead;

use bezzel_count::Unit;

use crate::grammar::{MAX_LINE_BYTES, read_line};
use crate::words::shortened;
use crate::{Error, StoredResult, UnitList};

/// The content of a line.
///
/// ```
/// use bezzel_campaign::{ExchangeLine, ExchangeReader, UnitList};
/// let units = UnitList::new(8)?;
/// let unit = units.unit(0)?;
/// let file = format!("{}\n{unit}\n{unit} direct 0", units.header());
/// let lines: Result<Vec<_>, _> = ExchangeReader::new(file.as_bytes())?.collect();
/// assert_eq!(lines?, [ExchangeLine::Unit(unit), ExchangeLine::Truncated]);
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub enum ExchangeLine {
    /// A unit to count.
    Unit(Unit),
    /// The result of a unit.
    Result(StoredResult),
    /// An incomplete last line: its writer was stopped.
    Truncated,
}

/// Reads a file of units or results line by line.
///
/// ```
/// use bezzel_campaign::{ExchangeReader, UnitList};
/// let file = UnitList::new(8)?.header();
/// let mut lines = ExchangeReader::new(file.as_bytes())?;
/// assert_eq!(lines.units().plan().n(), 8);
/// assert!(lines.next().is_none());
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
pub struct ExchangeReader<R> {
    reader: R,
    units: UnitList,
    header: String,
    number: u64,
}

impl<R: BufRead> ExchangeReader<R> {
    /// Reads the header. Fails if it is missing or names another plan.
    pub fn new(mut reader: R) -> Result<Self, Error> {
        let first = read(&mut reader, 1)?.unwrap_or_default();
        let units = UnitList::from_header(first.trim_end())?;
        Ok(Self {
            reader,
            header: units.header(),
            units,
            number: 1,
        })
    }

    /// Returns the units of the plan.
    pub fn units(&self) -> &UnitList {
        &self.units
    }

    fn line(&self, text: &str) -> Result<ExchangeLine, Error> {
        let line = text.trim_end();
        let what = if line.contains(' ') {
            self.units.parse(line).map(ExchangeLine::Result)
        } else {
            self.units.unit_by_name(line).map(ExchangeLine::Unit)
        };
        match what {
            Err(Error::Line(_) | Error::NoUnit { .. }) if !text.ends_with('\n') => {
                Ok(ExchangeLine::Truncated)
            }
            Err(Error::Result(what)) => Err(Error::Result(format!("line {}: {what}", self.number))),
            Err(error) => Err(Error::Line(format!("line {}: {error}", self.number))),
            what => what,
        }
    }
}

impl<R: BufRead> Iterator for ExchangeReader<R> {
    type Item = Result<ExchangeLine, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            self.number += 1;
            let text = match read(&mut self.reader, self.number) {
                Ok(text) => text?,
                Err(error) => return Some(Err(error)),
            };
            let line = text.trim_end();
            if line.is_empty() || line == self.header {
                continue;
            }
            if line.starts_with('#') && text.ends_with('\n') {
                let what = format!(
                    "line {}: expected the plan of the first line, found '{}'",
                    self.number,
                    shortened(line)
                );
                return Some(Err(Error::Line(what)));
            }
            return Some(self.line(&text));
        }
    }
}

/// Returns the next line with its end, or `None` at the end of the file. Fails if the line has more
/// than [`MAX_LINE_BYTES`].
fn read(reader: &mut impl BufRead, number: u64) -> Result<Option<String>, Error> {
    let mut bytes = Vec::new();
    let failed = |error: std::io::Error| Error::Line(format!("cannot read: {error}"));
    let length = read_line(reader, &mut bytes).map_err(failed)?;
    if length == MAX_LINE_BYTES && !bytes.ends_with(b"\n") {
        let start = String::from_utf8_lossy(&bytes[..256]).into_owned();
        let what = format!(
            "line {number}: expected a unit or a result of at most {MAX_LINE_BYTES} bytes, found '{}'",
            shortened(&start)
        );
        return Err(Error::Line(what));
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok((length > 0).then_some(text))
}
