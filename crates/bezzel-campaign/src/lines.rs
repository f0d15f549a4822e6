//! Files of units and results, in the format of `export` and `work`.
//!
//! The first line is the [header](UnitList::header). Each other line begins with the name of a unit
//! and is either that name alone or a result. Headers may be repeated, as in concatenated files.

use std::io::{BufRead, Read};

use bezzel_count::Unit;

use crate::grammar::{PlainLine, PlanLine};
use crate::words::shortened;
use crate::{Error, StoredResult, UnitList};

/// Maximum length of a line in bytes, including its end. Result lines have a few hundred bytes.
const MAX_LINE_BYTES: usize = 4096;

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
    is_log: bool,
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
            is_log: false,
        })
    }

    /// Reads the results of a log for these units, from its beginning.
    pub(crate) fn of_log(reader: R, units: UnitList) -> Self {
        Self {
            reader,
            header: String::new(),
            units,
            number: 0,
            is_log: true,
        }
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

/// Returns the result of a line of a log, or `None` if it is another one.
fn result_of(units: &UnitList, text: &str, number: u64) -> Result<Option<ExchangeLine>, Error> {
    let Some(line) = text.strip_suffix('\n') else {
        return Ok(Some(ExchangeLine::Truncated));
    };
    if PlainLine::parse(line).is_some() {
        return Ok(None);
    }
    match PlanLine::parse(units, line) {
        Some(PlanLine::Result { fields, .. }) => {
            let stored = fields.result();
            let checked = units.check(&stored);
            checked.map(|()| Some(ExchangeLine::Result(stored)))
        }
        Some(_) => Ok(None),
        None => Err(Error::Line(format!(
            "line {number}: it does not fit its checksum"
        ))),
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
            if self.is_log {
                match result_of(&self.units, &text, self.number).transpose() {
                    None => continue,
                    result => return result,
                }
            }
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
pub(crate) fn read(reader: &mut impl BufRead, number: u64) -> Result<Option<String>, Error> {
    let mut bytes = Vec::new();
    let failed = |error: std::io::Error| Error::Line(format!("cannot read: {error}"));
    let mut bounded = reader.by_ref().take(MAX_LINE_BYTES as u64 + 1);
    let length = bounded.read_until(b'\n', &mut bytes).map_err(failed)?;
    if length > MAX_LINE_BYTES {
        let start = String::from_utf8_lossy(&bytes[..MAX_LINE_BYTES.min(256)]).into_owned();
        let what = format!(
            "line {number}: expected a unit or a result of at most {MAX_LINE_BYTES} bytes, found '{}'",
            shortened(&start)
        );
        return Err(Error::Line(what));
    }
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok((length > 0).then_some(text))
}
