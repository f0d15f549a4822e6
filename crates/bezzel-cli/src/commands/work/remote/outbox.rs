//! The outbox: a file of results that the server has not acknowledged yet.

use std::fs::{File, TryLockError};
use std::io::{self, BufReader, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bezzel_campaign::{Error, ExchangeLine, ExchangeReader, UnitList, partial};

/// Number of acknowledged results in the file after which it is written again without them.
const MAX_ACKNOWLEDGED: usize = 1024;

/// Start of the header of any plan.
const ANY_HEADER: &str = "# bezzel n ";

/// An outbox, which is locked while it is open.
pub(super) struct Outbox {
    path: PathBuf,
    file: File,
    header: String,
    length: u64,
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
        let file = options.open(path).with_context(cannot)?;
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
        let mut outbox = Self {
            path: path.to_owned(),
            file,
            length: whole as u64,
            header,
            acknowledged: 0,
        };
        outbox.cut(whole as u64).with_context(cannot)?;
        if whole == 0 {
            outbox.start().with_context(cannot)?;
        }
        Ok((outbox, lines))
    }

    /// Appends lines and syncs the file.
    pub(super) fn append(&mut self, lines: &[String]) -> Result<(), Error> {
        let text = joined(lines);
        let written = self.file.write_all(text.as_bytes());
        match written.and_then(|()| self.file.sync_data()) {
            Ok(()) => self.length += text.len() as u64,
            Err(error) => {
                // No incomplete line may remain if the write is repeated.
                let _ = self.cut(self.length);
                return Err(error_of(&self.path, &error));
            }
        }
        Ok(())
    }

    /// Notes acknowledged results and, from time to time, removes them. `waiting` are the others.
    /// A failure is harmless: acknowledged results may be sent twice.
    pub(super) fn acknowledge<'a>(
        &mut self,
        results: usize,
        waiting: impl ExactSizeIterator<Item = &'a String>,
    ) {
        self.acknowledged += results;
        let done = if waiting.len() == 0 {
            let empty = self.header.len() as u64;
            self.cut(empty).map(|()| self.length = empty)
        } else if self.acknowledged >= MAX_ACKNOWLEDGED {
            self.replace(waiting)
        } else {
            return;
        };
        if done.is_ok() {
            self.acknowledged = 0;
        }
    }

    /// Writes results to a new file beside this one, whose disk may be full or gone.
    pub(super) fn rescue(&self, error: Error, lines: &[String]) -> Error {
        let text = format!("{}{}", self.header, joined(lines));
        let write = || -> io::Result<PathBuf> {
            let mut file = tempfile::Builder::new().suffix(".results").tempfile()?;
            file.write_all(text.as_bytes())?;
            file.as_file().sync_all()?;
            Ok(file.keep()?.1)
        };
        match write() {
            Ok(path) => Error::Rescued {
                error: Box::new(error),
                path,
                results: lines.len() as u64,
            },
            Err(why) => Error::Lost {
                error: Box::new(error),
                results: format!("{} results", lines.len()),
                why: why.to_string(),
            },
        }
    }

    fn start(&mut self) -> io::Result<()> {
        self.file.write_all(self.header.as_bytes())?;
        self.length = self.header.len() as u64;
        Ok(())
    }

    fn cut(&mut self, length: u64) -> io::Result<()> {
        self.file.set_len(length)?;
        self.file.seek(SeekFrom::Start(length)).map(drop)
    }

    fn replace<'a>(&mut self, waiting: impl Iterator<Item = &'a String>) -> io::Result<()> {
        let lines: Vec<String> = waiting.cloned().collect();
        let text = format!("{}{}", self.header, joined(&lines));
        let mut file = partial::create(&self.path)?;
        file.write_all(text.as_bytes())?;
        file.as_file().sync_all()?;
        // The new file is locked, too.
        self.file = file.persist(&self.path)?;
        self.length = text.len() as u64;
        Ok(())
    }
}

fn joined(lines: &[String]) -> String {
    lines
        .iter()
        .flat_map(|line| [line.as_str(), "\n"])
        .collect()
}

fn error_of(path: &Path, error: &io::Error) -> Error {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            Error::DiskFull { path }
        }
        _ => Error::Storage {
            path,
            why: error.to_string(),
        },
    }
}
