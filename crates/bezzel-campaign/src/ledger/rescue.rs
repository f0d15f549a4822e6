//! Rescue of results when a ledger can no longer be written: lines in another file.
//!
//! If the log was removed, replaced or overwritten, the lines that this process knows are written to a
//! new log beside it, or in the temporary folder if that fails. If it is in place and cannot be
//! written, the results in memory are.

use std::collections::HashSet;
use std::ffi::OsString;
use std::io::{BufWriter, Write};
use std::path::{Path, PathBuf};

use bezzel::counted;

use super::Ledger;
use crate::error::{folder, new_file};
use crate::grammar::{LogLine, result_line};
use crate::stored_result::now;
use crate::{Error, StoredResult};

impl Ledger {
    /// Writes results that could not be recorded because of `error` to another log with a unique name,
    /// with all known results if the file of the ledger is lost. Returns the error with the name of that
    /// log, or with the reason why there is none.
    pub fn rescue(&self, mut error: Error, results: &[StoredResult]) -> Error {
        let is_lost = self.file.is_lost();
        if results.is_empty() && (!is_lost || self.stored_results() == 0) {
            return error;
        }
        let beside = folder(self.file.real()).to_owned();
        let mut why = String::new();
        for folder in [beside, std::env::temp_dir()] {
            match self.write_log(&folder, is_lost, results) {
                Ok((path, results, is_whole)) => {
                    if let (Error::Gone(_, what), false) = (&mut error, is_whole) {
                        *what +=
                            ", and not all results that it contained are known to this process";
                    }
                    let error = Box::new(error);
                    return Error::Rescued {
                        error,
                        path,
                        results,
                    };
                }
                Err(failed) => why = failed.to_string(),
            }
        }
        let results = match is_lost {
            true => "all its results".to_owned(),
            false => counted(results.len(), "result"),
        };
        Error::Lost {
            error: Box::new(error),
            results,
            why,
        }
    }

    /// Writes a log. Returns its path, the number of its results, and false if lines were overwritten and
    /// are not in memory.
    fn write_log(
        &self,
        folder: &Path,
        with_known: bool,
        unsaved: &[StoredResult],
    ) -> Result<(PathBuf, u64, bool), Error> {
        let failed = |error: std::io::Error| Error::of_io(folder, &error);
        let mut prefix = OsString::from(self.path().file_name().unwrap_or_default());
        prefix.push(".");
        let mut builder = new_file();
        let file = builder
            .prefix(&prefix)
            .suffix(".bezzel")
            .tempfile_in(folder)
            .map_err(|error| failed(error.kind().into()))?;
        let mut out = BufWriter::new(file);
        let (mut results, mut is_whole) = (0, true);
        let units = &self.state.units;
        let mut added = HashSet::new();
        if with_known {
            let saved = self.file.save(&mut out, &mut |line| {
                let parsed = LogLine::parse(units, line);
                if let Some(LogLine::Result { key, .. }) = parsed {
                    added.insert(key);
                }
                parsed.is_some()
            });
            is_whole = saved.map_err(failed)?;
            results = self.stored_results() + added.len() as u64;
        }
        if !with_known || !is_whole {
            results = 0;
            let header = self.state.header.lines(&self.state.policy);
            out.write_all(header.as_bytes()).map_err(failed)?;
        }
        for stored in unsaved {
            let key = units.checksum(stored)?;
            let is_known = self.state.has_key(key) || added.contains(&key);
            if is_whole && with_known && is_known {
                continue;
            }
            let is_own = self.run.as_ref() == Some(&stored.origin.run);
            let received = (!is_own).then(now);
            let line = result_line(units, &units.line(stored)?, received);
            writeln!(out, "{line}").map_err(failed)?;
            results += 1;
        }
        let file = out
            .into_inner()
            .map_err(|error| failed(error.into_error()))?;
        file.as_file().sync_all().map_err(failed)?;
        let (_, path) = file.keep().map_err(|error| failed(error.error))?;
        Ok((path, results, is_whole))
    }
}
