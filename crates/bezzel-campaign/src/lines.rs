//! Files of units and results, as `export` and `work` write them.
//!
//! The first line is the [header](UnitList::header); each other line begins with the name of a
//! unit, which says what to count, and is either that name alone or a result. Headers may come
//! again, as when files are joined.

use std::io::{BufRead, Read};

use bezzel_count::Unit;

use crate::units::shortened;
use crate::{Error, Record, UnitList};

/// The longest line that is read, in bytes with its end. Results are a few hundred bytes long.
const MAX_LINE_BYTES: usize = 4096;

/// What a line says.
#[derive(Debug, Clone, PartialEq)]
pub enum ExchangeLine {
    /// A unit to be counted.
    Unit(Unit),
    /// A unit that was counted.
    Result(Record),
    /// The beginning of a line at the very end of the file: whoever wrote it was stopped.
    Truncated,
}

/// Reads such a file line by line.
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

    /// The units of the plan.
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
            Err(Error::Line { .. } | Error::NoUnit { .. }) if !text.ends_with('\n') => {
                Ok(ExchangeLine::Truncated)
            }
            Err(Error::Result { what }) => Err(Error::Result {
                what: format!("line {}: {what}", self.number),
            }),
            Err(error) => Err(Error::Line {
                what: format!("line {}: {error}", self.number),
            }),
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
                    "line {}: '{}' is of another plan",
                    self.number,
                    shortened(line)
                );
                return Some(Err(Error::Line { what }));
            }
            return Some(self.line(&text));
        }
    }
}

/// The next line with its end. `None` at the end of the file. Fails if there is no end within
/// the [`MAX_LINE_BYTES`] line.
fn read(reader: &mut impl BufRead, number: u64) -> Result<Option<String>, Error> {
    let mut bytes = Vec::new();
    let failed = |error: std::io::Error| Error::Line {
        what: format!("it cannot be read: {error}"),
    };
    let mut bounded = reader.by_ref().take(MAX_LINE_BYTES as u64 + 1);
    let length = bounded.read_until(b'\n', &mut bytes).map_err(failed)?;
    if length > MAX_LINE_BYTES {
        let start = String::from_utf8_lossy(&bytes[..MAX_LINE_BYTES.min(256)]).into_owned();
        let what = format!(
            "line {number}: '{}' is longer than {MAX_LINE_BYTES} bytes: accepted are lines of units and \
             of results",
            shortened(&start)
        );
        return Err(Error::Line { what });
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok((length > 0).then_some(text))
}
