//! The public log: a file to which every result is appended, in the order of receipt.
//!
//! The ledger is written first. Lines that the log lacks, for example after a crash or after results
//! were merged, are found by comparison and appended.

use std::collections::{BTreeMap, HashSet};
use std::fs::{self, File, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, ErrorKind, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

use super::Ledger;
use super::log::{result_line, withdrawal_line};
use super::place::{Stamp, identity, stamp};
use crate::lines::read;
use crate::units::shortened;
use crate::{Error, Received};

/// Number of bytes that are collected for one write.
const WRITE_BYTES: usize = 1 << 20;

/// The public log of a ledger.
///
/// ```
/// use bezzel_campaign::{Ledger, PublicLog};
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("q8.log");
/// let mut ledger = Ledger::create(&folder.path().join("q8.bezzel"), 8)?;
/// let log = PublicLog::open(&path, &ledger)?;
/// assert_eq!(log.len(), std::fs::metadata(&path)?.len());
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct PublicLog {
    path: PathBuf,
    file: File,
    /// Length of the complete lines.
    length: u64,
    /// Number of results in it.
    results: u64,
    /// The lines of withdrawals, the last one of each.
    withdrawals: Vec<String>,
    /// SHA-256 over the complete lines.
    digest: Sha256,
    /// Length and time of the last change that this process made.
    stamp: Option<Stamp>,
    /// True if an incomplete line could not be cut off.
    is_torn: bool,
}

/// Content of a log.
#[derive(Default)]
struct Found {
    length: u64,
    results: HashSet<u64>,
    withdrawals: BTreeMap<u64, String>,
    digest: Sha256,
}

impl PublicLog {
    /// Opens the log of a ledger, or creates it, and appends what it lacks. Cuts off an incomplete
    /// last line. Fails if the file is not a log of this ledger, or if a line of it is damaged.
    pub fn open(path: &Path, ledger: &Ledger) -> Result<Self, Error> {
        let mut options = File::options();
        options.read(true).write(true).create(true).truncate(false);
        let file = options.open(path).map_err(|error| of_io(path, &error))?;
        let found = file.metadata().map_err(|error| of_io(path, &error))?;
        if !found.is_file() {
            return Err(Error::Storage {
                path: path.to_owned(),
                why: "expected a regular file".to_owned(),
            });
        }
        // Without file locks, other processes cannot be excluded. Those of Windows would keep this
        // process from reading the file for downloads.
        if cfg!(not(windows)) && matches!(file.try_lock(), Err(TryLockError::WouldBlock)) {
            return Err(Error::Storage {
                path: path.to_owned(),
                why: "another process is writing it".to_owned(),
            });
        }
        let mut log = Self {
            path: path.to_owned(),
            file,
            length: 0,
            results: 0,
            withdrawals: Vec::new(),
            digest: Sha256::new(),
            stamp: None,
            is_torn: false,
        };
        log.complete(ledger)?;
        Ok(log)
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the length of its complete lines in bytes.
    pub fn len(&self) -> u64 {
        self.length
    }

    /// Returns true if nothing could be written yet.
    pub fn is_empty(&self) -> bool {
        self.length == 0
    }

    /// Appends the lines of results that the ledger has stored. Lines that cannot be written are
    /// appended by [`complete`](Self::complete). Fails like [`check`](Self::check) if another program
    /// has changed the file.
    pub fn append(&mut self, received: &[Received]) -> Result<(), Error> {
        self.check()?;
        let lines: Vec<&String> = received
            .iter()
            .filter_map(|one| one.log_line.as_ref())
            .collect();
        let mut text = String::new();
        for line in &lines {
            text += line;
            text.push('\n');
        }
        self.write(text.as_bytes())?;
        self.results += lines.len() as u64;
        Ok(())
    }

    /// Returns true if the ledger has results or withdrawals that the log lacks.
    pub fn is_behind(&self, ledger: &Ledger) -> Result<bool, Error> {
        Ok(self.results != ledger.stored_results()? || self.withdrawals != withdrawals(ledger)?)
    }

    /// Reads the log and appends everything that the ledger has and the log lacks.
    pub fn complete(&mut self, ledger: &Ledger) -> Result<(), Error> {
        let found = self.read(ledger)?;
        self.length = found.length;
        self.results = found.results.len() as u64;
        self.digest = found.digest;
        self.cut()?;
        let mut text = Vec::new();
        let mut flush = |text: &mut Vec<u8>, enough: usize| -> Result<(), Error> {
            if text.len() >= enough {
                self.write(text)?;
                text.clear();
            }
            Ok(())
        };
        if found.length == 0 {
            for line in ledger.log_header()? {
                add_line(&mut text, &line);
            }
        }
        for one in ledger.withdrawals()? {
            let line = withdrawal_line(&one)?;
            if found.withdrawals.get(&one.number) != Some(&line) {
                add_line(&mut text, &line);
            }
        }
        let mut added = 0;
        ledger.each_unit(&mut |_, evidence| {
            for one in evidence {
                if !found
                    .results
                    .contains(&ledger.units().checksum(&one.record)?)
                {
                    let line = ledger.units().line(&one.record)?;
                    add_line(&mut text, &result_line(one.own, one.received, &line));
                    added += 1;
                }
            }
            flush(&mut text, WRITE_BYTES)
        })?;
        flush(&mut text, 1)?;
        self.results += added;
        self.withdrawals = withdrawals(ledger)?;
        Ok(())
    }

    /// Reads all complete lines. Their signatures are not verified: the ledger has verified them.
    fn read(&self, ledger: &Ledger) -> Result<Found, Error> {
        let failed = |error| of_io(&self.path, &error);
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0)).map_err(failed)?;
        let mut reader = BufReader::with_capacity(WRITE_BYTES, file);
        let mut header = ledger.log_header()?.into_iter();
        let mut found = Found::default();
        for number in 1.. {
            let Some(text) = self.line(&mut reader, number)? else {
                break;
            };
            let line = text.trim_end_matches('\n');
            match header.next() {
                Some(expected) if expected == line => {}
                Some(expected) => return Err(self.wrong(number, &shortened(&expected), line)),
                None => ledger
                    .note(&mut found, line)
                    .ok_or_else(|| self.wrong(number, "a result of the ledger", line))?,
            }
            found.length += text.len() as u64;
            found.digest.update(&text);
        }
        // A log that was cut within its header is written again.
        if header.next().is_some() {
            found.length = 0;
            found.digest = Sha256::new();
        }
        Ok(found)
    }

    /// Returns the next line with its end, or `None` if it is incomplete.
    fn line(&self, reader: &mut impl BufRead, number: u64) -> Result<Option<String>, Error> {
        let text = read(reader, number).map_err(|error| Error::Line {
            what: format!("{}: {error}", self.path.display()),
        })?;
        Ok(text.filter(|text| text.ends_with('\n')))
    }

    fn wrong(&self, number: u64, expected: &str, found: &str) -> Error {
        Error::Line {
            what: format!(
                "{}: line {number}: expected '{expected}', found '{}': the log is of another ledger \
                 or damaged; move it away, and a new one is written",
                self.path.display(),
                shortened(found)
            ),
        }
    }

    /// Appends complete lines. If that fails, the log is as long as before.
    fn write(&mut self, text: &[u8]) -> Result<(), Error> {
        let mut write = || -> io::Result<()> {
            self.file.seek(SeekFrom::Start(self.length))?;
            let mut writer = BufWriter::with_capacity(WRITE_BYTES, &self.file);
            writer.write_all(text)?;
            writer.flush()?;
            drop(writer);
            // Others may have downloaded what a crash would otherwise lose.
            self.file.sync_data()
        };
        let written = write();
        if let Err(error) = written {
            // An incomplete line is not served, and cut off when the log is opened again.
            self.is_torn = self.cut().is_err();
            return Err(of_io(&self.path, &error));
        }
        self.length += text.len() as u64;
        self.digest.update(text);
        self.restamp()
    }

    /// Cuts the file off after its complete lines.
    fn cut(&mut self) -> Result<(), Error> {
        let cut = self.file.set_len(self.length);
        cut.map_err(|error| of_io(&self.path, &error))?;
        self.is_torn = false;
        self.restamp()
    }

    fn restamp(&mut self) -> Result<(), Error> {
        let found = self.file.metadata();
        let found = found.map_err(|error| of_io(&self.path, &error))?;
        self.stamp = Some(stamp(&found));
        Ok(())
    }

    /// Fails with [`Error::Gone`] if another program has moved, removed, replaced, truncated or
    /// changed the file. Reads the file only if its time has changed.
    pub fn check(&mut self) -> Result<(), Error> {
        let failed = |error: io::Error| of_io(&self.path, &error);
        let open = self.file.metadata().map_err(failed)?;
        let what = match fs::metadata(&self.path) {
            Ok(found) if identity(&found) == identity(&open) => None,
            Ok(_) => Some("replaced by another file".to_owned()),
            Err(error) if error.kind() == ErrorKind::NotFound => {
                Some("moved or removed".to_owned())
            }
            Err(error) => return Err(failed(error)),
        };
        if let Some(what) = what {
            return Err(self.gone(&what));
        }
        if self.is_torn {
            return self.cut();
        }
        if Some(stamp(&open)) == self.stamp {
            return Ok(());
        }
        if open.len() != self.length {
            return Err(self.gone(&format!(
                "changed by another program: expected {} bytes, found {}",
                self.length,
                open.len()
            )));
        }
        // The time alone may have changed.
        if self.content().map_err(failed)? != self.digest.clone().finalize()[..] {
            return Err(self.gone("overwritten by another program"));
        }
        self.stamp = Some(stamp(&open));
        Ok(())
    }

    /// Returns the SHA-256 of the file.
    fn content(&self) -> io::Result<Vec<u8>> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(0))?;
        let mut reader = BufReader::with_capacity(WRITE_BYTES, file);
        let mut digest = Sha256::new();
        loop {
            let bytes = reader.fill_buf()?;
            if bytes.is_empty() {
                return Ok(digest.finalize().to_vec());
            }
            digest.update(bytes);
            let read = bytes.len();
            reader.consume(read);
        }
    }

    fn gone(&self, what: &str) -> Error {
        Error::Gone {
            path: self.path.clone(),
            what: format!(
                "{what} while it was in use: the ledger has all its results, and the next `bezzel \
                 campaign open` writes what the log lacks, or names content that does not belong there"
            ),
        }
    }
}

fn add_line(text: &mut Vec<u8>, line: &str) {
    text.extend_from_slice(line.as_bytes());
    text.push(b'\n');
}

fn withdrawals(ledger: &Ledger) -> Result<Vec<String>, Error> {
    ledger.withdrawals()?.iter().map(withdrawal_line).collect()
}

fn of_io(path: &Path, error: &io::Error) -> Error {
    Error::of_io(path, error)
}

impl Ledger {
    /// Notes a line of the log after its header. Returns `None` if it is damaged.
    fn note(&self, found: &mut Found, line: &str) -> Option<()> {
        if let Some(rest) = line.strip_prefix("result ") {
            let (_, rest) = rest.split_once(' ')?;
            let (_, line) = rest.split_once(' ')?;
            found.results.insert(self.units().stated_checksum(line)?);
        } else {
            let rest = line.strip_prefix("withdrawal ")?;
            let one: super::Withdrawal = serde_json::from_str(rest).ok()?;
            found.withdrawals.insert(one.number, line.to_owned());
        }
        Some(())
    }
}
