//! Rescue of results when the ledger can no longer be written: result lines in another file.
//!
//! If the file of a ledger becomes unusable during a run, the results in memory are written beside
//! it, or to the temporary folder if that fails. If the file was removed, the process still has it
//! open, and all its results are written too. If another file was copied over it, the results that
//! this process [knows](super::memory) are written.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use rusqlite::Connection;

use super::Ledger;
use super::memory::Memory;
use super::rows::Names;
use super::sums::Sums;
use crate::error::{folder, new_file};
use crate::{Error, Record};

impl Ledger {
    /// Writes results that could not be recorded because of `error` to a file of result lines with
    /// a unique name. If the file of the ledger was removed or replaced, these are all its results; if
    /// another file was copied over it, those that this process knows. Returns the error with the name of that file, or with the reason why there is none.
    pub fn rescue(&self, error: Error, records: &[Record]) -> Error {
        let is_overwritten = self.presence.is_overwritten();
        let reader = self.reader.as_ref().filter(|_| self.place.is_lost());
        let reader = reader.filter(|_| !is_overwritten);
        if records.is_empty() && reader.is_none() && !is_overwritten {
            return error;
        }
        let beside = folder(self.place.real()).to_owned();
        let mut why = String::new();
        for folder in [beside, std::env::temp_dir()] {
            match self.write_lines(&folder, reader, records) {
                Ok((_, 0)) => return self.with_omission(error),
                Ok((path, results)) => {
                    return Error::Rescued {
                        error: Box::new(self.with_omission(error)),
                        path,
                        results,
                    };
                }
                Err(failed) => why = failed.to_string(),
            }
        }
        let results = if reader.is_some() || is_overwritten {
            "all its results".to_owned()
        } else {
            format!("{} results", records.len())
        };
        Error::Lost {
            error: Box::new(error),
            results,
            why,
        }
    }

    /// Adds to the error of an overwritten file that not all its results are known.
    fn with_omission(&self, error: Error) -> Error {
        let memory = self.memory.borrow();
        let is_whole = memory.as_ref().is_none_or(Memory::is_whole);
        match error {
            Error::Gone { path, mut what } if self.presence.is_overwritten() && !is_whole => {
                what += ", and not all results that it contained are known to this process";
                Error::Gone { path, what }
            }
            other => other,
        }
    }

    /// Returns the results that this process knows, if the file was overwritten.
    fn known(&self, folder: &Path) -> Result<Vec<Record>, Error> {
        let mut memory = self.memory.borrow_mut();
        let Some(memory) = memory.as_mut().filter(|_| self.presence.is_overwritten()) else {
            return Ok(Vec::new());
        };
        let lines = memory
            .lines()
            .map_err(|error| Error::of_io(folder, &error))?;
        lines.iter().map(|line| self.units.parse(line)).collect()
    }

    /// Writes the results that `stored` contains, those that are known if the file was overwritten,
    /// and these records, each once.
    fn write_lines(
        &self,
        folder: &Path,
        stored: Option<&Connection>,
        records: &[Record],
    ) -> Result<(PathBuf, u64), Error> {
        let failed = |error: std::io::Error| Error::of_io(folder, &error);
        let mut prefix = OsString::from(self.path.file_name().unwrap_or_default());
        prefix.push(".");
        let mut builder = new_file();
        let file = builder
            .prefix(&prefix)
            .suffix(".results")
            .tempfile_in(folder)
            .map_err(|error| failed(error.kind().into()))?;
        let mut out = BufWriter::new(file);
        writeln!(out, "{}", self.units.header()).map_err(failed)?;
        let mut written = HashSet::new();
        let mut write = |record: &Record| -> Result<(), Error> {
            if written.insert(self.units.checksum(record)?) {
                writeln!(out, "{}", self.units.line(record)?).map_err(failed)?;
            }
            Ok(())
        };
        if let Some(db) = stored {
            self.each_stored(db, &mut write)?;
        }
        self.known(folder)?.iter().try_for_each(&mut write)?;
        records.iter().try_for_each(&mut write)?;
        let results = written.len() as u64;
        let file = out
            .into_inner()
            .map_err(|error| failed(error.into_error()))?;
        if results == 0 {
            return Ok((PathBuf::new(), 0));
        }
        file.as_file().sync_all().map_err(failed)?;
        let (_, path) = file.keep().map_err(|error| failed(error.error))?;
        Ok((path, results))
    }

    fn each_stored(
        &self,
        db: &Connection,
        visit: &mut dyn FnMut(&Record) -> Result<(), Error>,
    ) -> Result<(), Error> {
        let (mut names, mut sums, mut last) = (Names::default(), Sums::default(), i64::MIN);
        loop {
            let chunk = self.chunk(db, &mut names, last, &mut sums)?;
            let Some(end) = chunk.last() else {
                return Ok(());
            };
            last = end.record.unit as i64;
            chunk.iter().try_for_each(|one| visit(&one.record))?;
        }
    }
}
