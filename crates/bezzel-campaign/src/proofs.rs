//! Proofs of wrong parts as a file, which anyone can check without the ledger.
//!
//! ```text
//!   # bezzel proofs 1
//!   # bezzel n 13 plan 3 units 32 fingerprint …
//!   RESULT      the signed line, with the root of its parts
//!   PROOF       one part, with its path to that root
//!   …
//! ```

use std::io::BufRead;

use crate::lines::read;
use crate::units::shortened;
use crate::{DrawnPart, Error, PartProof, UnitList};

const TITLE: &str = "# bezzel proofs 1";

/// Returns the first lines of a file of proofs.
///
/// ```
/// let units = bezzel_campaign::UnitList::new(8)?;
/// let header = bezzel_campaign::proofs_header(&units);
/// assert_eq!(header.lines().nth(1), Some(units.header().as_str()));
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
pub fn proofs_header(units: &UnitList) -> String {
    format!("{TITLE}\n{}\n", units.header())
}

impl DrawnPart {
    /// Returns the lines of a proof: the result and the part. Fails if the result is not signed: its
    /// author would not be known.
    pub fn proof_text(&self, units: &UnitList) -> Result<String, Error> {
        if self.record.author().is_none() {
            return Err(Error::Result {
                what: "expected a signed result, found one without a signature".to_owned(),
            });
        }
        Ok(format!("{}\n{}\n", units.line(&self.record)?, self.proof))
    }
}

/// Reads a file of proofs. Each item is a part to which the author of a result has committed with
/// a signature; whether it is wrong, a recount shows.
///
/// Every byte is checked: each line must be the only text of its content, each signature valid, and
/// each path must lead to the signed root.
///
/// ```
/// use bezzel_campaign::{ProofReader, UnitList, proofs_header};
/// let file = proofs_header(&UnitList::new(8)?);
/// let mut proofs = ProofReader::new(file.as_bytes())?;
/// assert_eq!(proofs.units().plan().n(), 8);
/// assert!(proofs.next().is_none());
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
pub struct ProofReader<R> {
    reader: R,
    units: UnitList,
    number: u64,
}

impl<R: BufRead> ProofReader<R> {
    /// Reads the header. Fails if it is missing or names another plan.
    pub fn new(reader: R) -> Result<Self, Error> {
        // The units are those of the second line.
        let mut lines = Lines { reader, number: 0 };
        let title = lines.next()?.unwrap_or_default();
        if title != TITLE {
            return Err(Error::Line {
                what: format!(
                    "expected a file that begins with '{TITLE}', found '{}': use a file that \
                     `bezzel campaign audit --proofs` wrote",
                    shortened(&title)
                ),
            });
        }
        let header = lines.next()?.unwrap_or_default();
        let units = UnitList::from_header(&header)?;
        let Lines { reader, number } = lines;
        Ok(Self {
            reader,
            units,
            number,
        })
    }

    /// Returns the units of the header.
    pub fn units(&self) -> &UnitList {
        &self.units
    }

    fn part(&mut self) -> Result<Option<DrawnPart>, Error> {
        let mut lines = Lines {
            reader: &mut self.reader,
            number: self.number,
        };
        let Some(line) = lines.next()? else {
            return Ok(None);
        };
        let proof = lines
            .next()?
            .ok_or_else(|| lines.wrong("a proof of a part", ""))?;
        let number = lines.number;
        self.number = number;
        let units = &self.units;
        let at = |number: u64| {
            move |error: Error| Error::Line {
                what: format!("line {number}: {error}"),
            }
        };
        let record = units.parse(&line).map_err(at(number - 1))?;
        if record.author().is_none() {
            let what = "expected a signed result, found one without a signature".to_owned();
            return Err(at(number - 1)(Error::Result { what }));
        }
        if units.line(&record)? != line {
            return Err(Error::Line {
                what: format!(
                    "line {}: expected a result as bezzel writes it, found '{}'",
                    number - 1,
                    shortened(&line)
                ),
            });
        }
        let proof = PartProof::parse(&proof).map_err(at(number))?;
        proof.check(units, &record).map_err(at(number))?;
        let parts = units.unit(record.unit)?.parts();
        Ok(Some(DrawnPart {
            unit: parts[proof.part() as usize].clone(),
            record,
            proof,
        }))
    }
}

impl<R: BufRead> Iterator for ProofReader<R> {
    type Item = Result<DrawnPart, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        self.part().transpose()
    }
}

/// Complete lines with their numbers.
struct Lines<R> {
    reader: R,
    number: u64,
}

impl<R: BufRead> Lines<R> {
    /// Returns the next line without its end, or `None` at the end of the file.
    fn next(&mut self) -> Result<Option<String>, Error> {
        self.number += 1;
        let Some(mut text) = read(&mut self.reader, self.number)? else {
            return Ok(None);
        };
        if text.pop() != Some('\n') {
            return Err(self.wrong("a complete last line", &text));
        }
        Ok(Some(text))
    }

    fn wrong(&self, expected: &str, found: &str) -> Error {
        Error::Line {
            what: format!(
                "line {}: expected {expected}, found '{}'",
                self.number,
                shortened(found)
            ),
        }
    }
}
