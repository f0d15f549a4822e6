//! The file of a log: it only grows, in whole lines, and each write is synced.
//!
//! A process that writes locks the file, reads what others have added, checks that what it has read
//! before is still there, writes, syncs, and unlocks. An incomplete last line was left by a process
//! that died; it is cut off before the next write. Readers lock nothing and ignore such a line.
//!
//! If the file is moved, removed, replaced, truncated or overwritten while it is in use, the next read
//! or write fails with [`Error::Gone`]. A check of all bytes against the hash of what was read finds
//! every other change.

use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, BufRead, BufReader, ErrorKind, Read, Seek, SeekFrom, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;
use std::thread;
use std::time::{Duration, Instant};

use sha2::{Digest, Sha256};

use crate::Error;
use crate::grammar::{MAX_LINE_BYTES, TITLE, read_line};
use crate::words::hex;

/// Maximum time to wait for a process that writes.
const LOCK_TIMEOUT: Duration = Duration::from_secs(120);
/// Interval at which the lock is tried.
const LOCK_POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Maximum number of bytes of a log that are kept in memory, for the case that it is overwritten.
const MAX_KEPT_BYTES: usize = 32 << 20;

/// A function that ends waits, for example after Ctrl-C.
static END_WAITS: OnceLock<fn() -> bool> = OnceLock::new();

/// Ends the wait for a log that another process has locked, with [`Error::Locked`], as soon as this
/// function returns true. The first call in a process counts.
pub fn end_waits_if(is_ended: fn() -> bool) {
    let _ = END_WAITS.set(is_ended);
}

/// Device and inode of a file, where the system has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct FileIdentity(u64, u64);

impl FileIdentity {
    #[cfg(unix)]
    fn of(found: &Metadata) -> Self {
        use std::os::unix::fs::MetadataExt;
        Self(found.dev(), found.ino())
    }

    /// Windows neither moves nor removes an open file, so nothing is compared there.
    #[cfg(not(unix))]
    fn of(_: &Metadata) -> Self {
        Self(0, 0)
    }
}

/// A whole line, without its end.
pub(super) struct Line<'a> {
    pub(super) text: &'a [u8],
    pub(super) offset: u64,
    hash: &'a Sha256,
}

impl Line<'_> {
    /// Returns the hash of all lines of the section before this one.
    pub(super) fn hash_before(&self) -> String {
        hex(&self.hash.clone().finalize())
    }
}

pub(super) type Visit<'a> = dyn FnMut(&Line) -> Result<(), String> + 'a;

/// An open log.
pub(super) struct LogFile {
    /// The path as given, for messages.
    path: PathBuf,
    /// The path as given, made absolute, and without links.
    given: PathBuf,
    real: PathBuf,
    identity: FileIdentity,
    file: File,
    /// Number of bytes of the lines that were read.
    end: u64,
    /// The last of these lines.
    last: Vec<u8>,
    /// Hash of the lines of the last section, which a header begins.
    hash: Sha256,
    /// Ends of the sections before it, with their hashes.
    sections: Vec<(u64, sha2::digest::Output<Sha256>)>,
    /// These lines, unless there are too many.
    kept: Option<Vec<u8>>,
    lines: u64,
    /// True if the file is known not to contain what was read.
    is_overwritten: bool,
    writes: bool,
    /// True if lines were written and not synced.
    is_unsynced: bool,
}

impl LogFile {
    /// Opens a file. Fails if it does not exist or is not a regular file.
    pub(super) fn open(path: &Path, writes: bool) -> Result<Self, Error> {
        let failed = |error: io::Error| Error::of_io(path, &error);
        let given = std::path::absolute(path).map_err(failed)?;
        // Opening a pipe would block, and a device has no end.
        if !fs::metadata(&given).map_err(failed)?.is_file() {
            return Err(Error::NotALedger(path.into()));
        }
        let file = File::options().read(true).write(writes).open(&given);
        let file = file.map_err(failed)?;
        Ok(Self {
            path: path.to_owned(),
            real: fs::canonicalize(&given).map_err(failed)?,
            given,
            identity: FileIdentity::of(&file.metadata().map_err(failed)?),
            file,
            end: 0,
            last: Vec::new(),
            hash: Sha256::new(),
            sections: Vec::new(),
            kept: Some(Vec::new()),
            lines: 0,
            is_overwritten: false,
            writes,
            is_unsynced: false,
        })
    }

    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    pub(super) fn real(&self) -> &Path {
        &self.real
    }

    /// Returns true if this path leads to the file too.
    pub(super) fn is_at(&self, path: &Path) -> bool {
        fs::canonicalize(path).is_ok_and(|path| path == self.real)
    }

    /// Fails with [`Error::Gone`] if the path no longer leads to the file, or if the file was truncated.
    pub(super) fn check_place(&self) -> Result<u64, Error> {
        let leads = |path: &Path| match fs::metadata(path) {
            Ok(found) => Ok(Some(found).filter(|found| FileIdentity::of(found) == self.identity)),
            Err(error) if is_missing(&error) => Ok(None),
            Err(error) => Err(self.failed(&error)),
        };
        let (Some(found), Some(_)) = (leads(&self.real)?, leads(&self.given)?) else {
            let is_replaced = self.real.exists() || self.given.exists();
            return Err(self.gone(match (is_replaced, self.moved_to()) {
                (true, Some(to)) => format!(
                    "replaced by another file while it was in use: its results are in {}",
                    to.display()
                ),
                (true, None) => "replaced by another file while it was in use".to_owned(),
                (false, Some(to)) => format!(
                    "moved to {} while it was in use: its results are there",
                    to.display()
                ),
                // Only Linux reports the new path.
                (false, None) if cfg!(target_os = "linux") => {
                    "removed while it was in use".to_owned()
                }
                (false, None) => "moved or removed while it was in use".to_owned(),
            }));
        };
        if self.is_overwritten || found.len() < self.end {
            return Err(self.overwritten());
        }
        Ok(found.len())
    }

    fn failed(&self, error: &io::Error) -> Error {
        Error::of_io(&self.path, error)
    }

    fn gone(&self, what: String) -> Error {
        Error::Gone(self.path.clone(), what)
    }

    pub(super) fn overwritten(&self) -> Error {
        self.gone("truncated, changed or overwritten by another program while it was in use".into())
    }

    /// Returns the path to which the open file was moved, if the system reports it.
    fn moved_to(&self) -> Option<PathBuf> {
        let is_it = |path: &Path| {
            fs::metadata(path).is_ok_and(|found| FileIdentity::of(&found) == self.identity)
        };
        let mut files = fs::read_dir("/proc/self/fd").ok()?.flatten();
        let open = files.find(|entry| is_it(&entry.path()))?;
        fs::read_link(open.path()).ok().filter(|path| is_it(path))
    }

    /// Reads the lines that were added since the last call. Returns the number of bytes of an
    /// incomplete last line.
    pub(super) fn read(&mut self, visit: &mut Visit) -> Result<u64, Error> {
        let length = self.check_place()?;
        self.check_last()?;
        if length == self.end {
            return Ok(0);
        }
        let file = self.file.try_clone().map_err(|error| self.failed(&error))?;
        // The position is that of `end` now.
        let mut reader = BufReader::with_capacity(1 << 16, file);
        let mut line = Vec::new();
        loop {
            read_line(&mut reader, &mut line).map_err(|error| self.failed(&error))?;
            let Some((b'\n', text)) = line.split_last() else {
                if line.len() == MAX_LINE_BYTES {
                    let what = format!("it has more than {MAX_LINE_BYTES} bytes");
                    return Err(self.damaged_line(&what));
                }
                return Ok(line.len() as u64);
            };
            let visited = visit(&Line {
                text,
                offset: self.end,
                hash: &self.hash,
            });
            visited.map_err(|what| self.damaged_line(&what))?;
            if text.starts_with(TITLE.as_bytes()) {
                self.sections.push((self.end, self.hash.finalize_reset()));
            }
            self.end += line.len() as u64;
            self.lines += 1;
            self.hash.update(&line);
            let has_room = self.end <= MAX_KEPT_BYTES as u64;
            match self.kept.as_mut().filter(|_| has_room) {
                Some(kept) => kept.extend_from_slice(&line),
                None => self.kept = None,
            }
            std::mem::swap(&mut self.last, &mut line);
        }
    }

    fn damaged_line(&self, what: &str) -> Error {
        let what = format!("line {} at byte {}: {what}", self.lines + 1, self.end);
        Error::Damaged(self.path.clone(), what)
    }

    /// Checks that the last line that was read is still at its place, and moves to its end.
    fn check_last(&mut self) -> Result<(), Error> {
        let mut found = vec![0; self.last.len()];
        let start = self.end - self.last.len() as u64;
        let mut file = &self.file;
        let read = file
            .seek(SeekFrom::Start(start))
            .and_then(|_| file.read_exact(&mut found));
        match read {
            Ok(()) if found == self.last => Ok(()),
            Err(error) if error.kind() != ErrorKind::UnexpectedEof => Err(self.failed(&error)),
            _ => {
                self.is_overwritten = true;
                Err(self.overwritten())
            }
        }
    }

    /// Returns the hash of the lines since the last header.
    pub(super) fn hash(&self) -> String {
        hex(&self.hash.clone().finalize())
    }

    /// Checks all lines that were read against their hashes.
    pub(super) fn check_all(&mut self) -> Result<(), Error> {
        self.check_place()?;
        if self.holds_what_was_read()? {
            return Ok(());
        }
        self.is_overwritten = true;
        Err(self.overwritten())
    }

    fn holds_what_was_read(&self) -> Result<bool, Error> {
        let last = (self.end, self.hash.clone().finalize());
        let mut start = 0;
        for (end, wanted) in self.sections.iter().chain([&last]) {
            let mut hash = Sha256::new();
            let read = self.copy_to(&mut HashWriter(&mut hash), start..*end);
            let read = read.map_err(|error| self.failed(&error))?;
            if read != end - start || hash.finalize() != *wanted {
                return Ok(false);
            }
            start = *end;
        }
        Ok(true)
    }

    /// Copies the bytes of this range, as far as they are there.
    fn copy_to(&self, to: &mut dyn Write, range: Range<u64>) -> io::Result<u64> {
        let mut file = &self.file;
        file.seek(SeekFrom::Start(range.start))?;
        io::copy(&mut file.take(range.end - range.start), to)
    }

    /// Returns the line at this offset, as far as it is text.
    pub(super) fn line_at(&self, offset: u64) -> Result<String, Error> {
        let mut line = Vec::new();
        let mut file = &self.file;
        let read = file
            .seek(SeekFrom::Start(offset))
            .and_then(|_| read_line(&mut BufReader::with_capacity(1024, file), &mut line));
        read.map_err(|error| self.failed(&error))?;
        line.pop();
        Ok(String::from_utf8_lossy(&line).into_owned())
    }

    /// Waits for the lock that writers hold.
    pub(super) fn lock(&self) -> Result<(), Error> {
        if !self.writes {
            return Err(Error::ReadOnly(self.path.clone()));
        }
        let until = Instant::now() + LOCK_TIMEOUT;
        loop {
            match self.file.try_lock() {
                Ok(()) => return Ok(()),
                // Without locks on this file system, units are at worst counted twice.
                Err(TryLockError::Error(_)) => return Ok(()),
                Err(TryLockError::WouldBlock) => {}
            }
            let is_ended = END_WAITS.get().is_some_and(|is_ended| is_ended());
            if is_ended || Instant::now() >= until {
                return Err(Error::Locked(self.path.clone()));
            }
            self.check_place()?;
            thread::sleep(LOCK_POLL_INTERVAL);
        }
    }

    pub(super) fn unlock(&self) {
        let _ = self.file.unlock();
    }

    /// Writes whole lines after those that were read, and syncs them. The file must be locked, and
    /// everything before the incomplete last line must have been read. After a failure the file has
    /// some of these lines: other processes may have read them.
    pub(super) fn write(&mut self, lines: &str) -> Result<(), Error> {
        self.check_place()?;
        let mut file = &self.file;
        let written = file
            .set_len(self.end)
            .and_then(|()| file.seek(SeekFrom::Start(self.end)))
            .and_then(|_| file.write_all(lines.as_bytes()));
        self.is_unsynced = true;
        if let Err(error) = written {
            self.cut_incomplete(lines);
            return Err(self.failed(&error));
        }
        self.sync().inspect_err(|_| {
            // Another sync could succeed without these lines.
            let _ = self.file.set_len(self.end);
        })
    }

    /// Cuts off the incomplete last one of these lines, which a failed write has left.
    fn cut_incomplete(&self, lines: &str) {
        let length = self.file.metadata().map_or(0, |found| found.len());
        let written = length.saturating_sub(self.end) as usize;
        let written = &lines.as_bytes()[..written.min(lines.len())];
        let last = written.iter().rposition(|byte| *byte == b'\n');
        let whole = last.map_or(0, |at| at as u64 + 1);
        let _ = self.file.set_len(self.end + whole);
    }

    /// Syncs lines of an earlier write that failed.
    pub(super) fn sync(&mut self) -> Result<(), Error> {
        if self.is_unsynced {
            let synced = self.file.sync_data();
            synced.map_err(|error| self.failed(&error))?;
            self.is_unsynced = false;
        }
        Ok(())
    }

    /// Returns true if what was read is no longer in any file with a known path.
    pub(super) fn is_lost(&self) -> bool {
        let is_intact = !self.is_overwritten && self.holds_what_was_read().unwrap_or(false);
        !is_intact || (self.check_place().is_err() && self.moved_to().is_none())
    }

    /// Writes the lines that were read to another file: those of the open file or, if it was
    /// overwritten, those that are kept in memory. Returns false if these are not there any more.
    /// `is_intact` checks lines that were not read: another process may have added them to a removed
    /// file, and ended before it noticed.
    pub(super) fn save(
        &self,
        to: &mut dyn Write,
        is_intact: &mut dyn FnMut(&str) -> bool,
    ) -> io::Result<bool> {
        if self.holds_what_was_read().unwrap_or(false) {
            self.copy_to(to, 0..self.end)?;
            let length = self.file.metadata()?.len();
            let mut added = BufReader::new((&self.file).take(length - self.end));
            let mut line = String::new();
            while added.read_line(&mut line).is_ok()
                && line.strip_suffix('\n').is_some_and(&mut *is_intact)
            {
                to.write_all(line.as_bytes())?;
                line.clear();
            }
            return Ok(true);
        }
        let Some(kept) = &self.kept else {
            return Ok(false);
        };
        to.write_all(kept).map(|()| true)
    }
}

/// Adds what is written to a hash.
struct HashWriter<'a>(&'a mut Sha256);

impl Write for HashWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.update(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Returns true if the file, or its folder, does not exist.
fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}
