//! The outbox: a file of results that the server has not acknowledged yet.

use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bezzel_campaign::{Error, ExchangeLine, ExchangeReader, UnitList, partial};

use crate::commands::work::results_file::{ResultsFile, cut};

/// Number of acknowledged results in the file after which it is written again without them.
const MAX_ACKNOWLEDGED: usize = 1024;

/// Start of the header of any plan.
const ANY_HEADER: &str = "# bezzel n ";

/// An outbox, which is locked while it is open.
pub(super) struct Outbox {
    path: PathBuf,
    file: ResultsFile,
    /// The first line, with its end.
    header: String,
    acknowledged: usize,
}

impl Outbox {
    /// Opens or creates an outbox and returns its results as lines. Cuts off an incomplete last
    /// line. Any other file is not changed.
    pub(super) fn open(path: &Path, units: &UnitList) -> anyhow::Result<(Self, Vec<String>)> {
        let name = path.display();
        let cannot = || format!("cannot write {name}");
        if path.metadata().is_ok_and(|found| !found.is_file()) {
            bail!("{}: expected a regular file", cannot());
        }
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let mut file = options.open(path).with_context(cannot)?;
        // Without file locks, other processes cannot be excluded.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!(
                "{}: another process uses it (--output names another file)",
                cannot()
            );
        }
        let mut text = String::new();
        let mut reader = &file;
        reader.read_to_string(&mut text).with_context(cannot)?;
        let mut whole = text.rfind('\n').map_or(0, |end| end + 1);
        // The outbox of another campaign whose results were all acknowledged.
        if text.starts_with(ANY_HEADER) && text.lines().count() == 1 {
            whole = 0;
            text.clear();
        }
        let header = units.header() + "\n";
        let mut lines = Vec::new();
        if whole > 0 {
            let refused = || format!("{name} was not changed");
            let reader = ExchangeReader::new(BufReader::new(&text.as_bytes()[..whole]));
            let reader = reader.with_context(refused)?;
            for line in reader {
                match line.with_context(refused)? {
                    ExchangeLine::Result(record) => lines.push(units.line(&record)?),
                    _ => bail!("{name}: expected results, found another file; it was not changed"),
                }
            }
        } else if !header.starts_with(&text) {
            bail!("{name}: expected results, found another file; it was not changed");
        }
        cut(&mut file, whole as u64).with_context(cannot)?;
        if whole == 0 {
            file.write_all(header.as_bytes()).with_context(cannot)?;
        }
        let file = ResultsFile::new(file, path.to_owned()).with_context(cannot)?;
        let outbox = Self {
            path: path.to_owned(),
            file,
            header,
            acknowledged: 0,
        };
        Ok((outbox, lines))
    }

    /// Appends lines and syncs the file. Fails if another program has moved or changed it.
    pub(super) fn append(&mut self, lines: &[String]) -> Result<(), Error> {
        self.file.append(&joined(lines))
    }

    /// Fails if another program has moved or changed the file.
    pub(super) fn check(&mut self) -> Result<(), Error> {
        self.file.check()
    }

    /// Notes acknowledged results and, from time to time, removes them. `waiting` are the others.
    /// A failure is harmless: acknowledged results may be sent twice.
    pub(super) fn acknowledge<'a>(
        &mut self,
        results: usize,
        waiting: impl ExactSizeIterator<Item = &'a String>,
    ) {
        self.acknowledged += results;
        let is_due = waiting.len() == 0 || self.acknowledged >= MAX_ACKNOWLEDGED;
        // What another program has written here stays as it is; the next check reports it.
        if !is_due || self.check().is_err() {
            return;
        }
        let done = if waiting.len() == 0 {
            self.file.truncate(self.header.len() as u64)
        } else {
            self.replace(waiting)
        };
        if done.is_ok() {
            self.acknowledged = 0;
        }
    }

    /// Writes results that could not be appended to another file; if this one is gone, all results
    /// in it. Returns the error with the name of that file.
    pub(super) fn rescue(&mut self, error: Error, lines: &[String]) -> Error {
        self.file
            .rescue(error, self.header.trim_end(), &joined(lines))
    }

    fn replace<'a>(&mut self, waiting: impl Iterator<Item = &'a String>) -> io::Result<()> {
        let lines: Vec<String> = waiting.cloned().collect();
        let text = format!("{}{}", self.header, joined(&lines));
        let mut file = partial::create(&self.path)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        // The new file is locked, too.
        self.file.replace(file.persist(&self.path)?)
    }
}

fn joined(lines: &[String]) -> String {
    lines
        .iter()
        .flat_map(|line| [line.as_str(), "\n"])
        .collect()
}
