//! The file of a ledger: it only grows, in whole lines, and each write is synced.
//!
//! The file is opened for appending, so that no process can write to an earlier place.
//! A process that writes locks it, reads what others have added, checks that what it has read before
//! is still there, appends, syncs, and unlocks. Nothing is ever cut off but the bytes that a failed
//! write of this process has just left, if they are read back as the end of the file. If the last line
//! has no end, because a process died, a write begins with one. Readers lock nothing, and leave an
//! incomplete last line for later.

use std::collections::HashSet;
use std::fs::{self, File, Metadata, TryLockError};
use std::io::{self, ErrorKind, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::thread;
use std::time::{Duration, Instant};

use super::error::LedgerError;
use bezzel::methods::Text;
use bezzel_count::lines::{Faults, Line, Place, other_format, read_lines};

/// Maximum time to wait for a process that writes.
const LOCK_TIMEOUT: Duration = Duration::from_secs(120);
/// Interval at which the lock is tried.
const LOCK_POLL_INTERVAL: Duration = Duration::from_millis(5);
/// Number of last bytes that are compared before each read.
const COMPARED_BYTES: u64 = 256;

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

pub(crate) struct LedgerFile {
    /// The path as given, for messages.
    path: PathBuf,
    /// The path as given, made absolute, and without links.
    given: PathBuf,
    real: PathBuf,
    identity: FileIdentity,
    file: File,
    place: Place,
    /// The last bytes before this place.
    last: Vec<u8>,
    torn: u64,
    writes: bool,
    /// Ends the wait for a lock.
    is_stopped: fn() -> bool,
}

impl LedgerFile {
    /// Opens a file. Fails if it does not exist or is not a regular file.
    pub(crate) fn open(path: &Path, writes: bool) -> Result<Self, LedgerError> {
        let failed = |error: io::Error| LedgerError::of_io(path, error);
        let given = std::path::absolute(path).map_err(failed)?;
        // Opening a pipe would block, and a device has no end.
        if !fs::metadata(&given).map_err(failed)?.is_file() {
            return Err(LedgerError::NotALedger(
                path.into(),
                "something other than a regular file",
            ));
        }
        let file = File::options().read(true).append(writes).open(&given);
        let file = file.map_err(failed)?;
        Ok(Self {
            path: path.to_owned(),
            real: fs::canonicalize(&given).map_err(failed)?,
            given,
            identity: FileIdentity::of(&file.metadata().map_err(failed)?),
            file,
            place: Place::default(),
            last: Vec::new(),
            torn: 0,
            writes,
            is_stopped: || false,
        })
    }

    /// Creates an empty file. Fails if one exists there.
    pub(crate) fn create(path: &Path) -> Result<Self, LedgerError> {
        let failed = |error: io::Error| match error.kind() {
            ErrorKind::AlreadyExists => LedgerError::AlreadyExists(path.into()),
            // Of the folder, whose name the system does not tell.
            ErrorKind::NotFound => LedgerError::Storage(path.into(), error),
            _ => LedgerError::of_io(path, error),
        };
        File::create_new(path).map_err(failed)?;
        // Windows cannot open folders; it logs changes of their entries.
        #[cfg(unix)]
        File::open(folder(path))
            .and_then(|folder| folder.sync_all())
            .map_err(failed)?;
        Self::open(path, true)
    }

    pub(crate) fn end_waits_if(&mut self, is_stopped: fn() -> bool) {
        self.is_stopped = is_stopped;
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    pub(crate) fn real(&self) -> &Path {
        &self.real
    }

    /// Returns the number of bytes of an incomplete last line.
    pub(crate) fn torn(&self) -> u64 {
        self.torn
    }

    /// Fails with [`LedgerError::Gone`] if the path no longer leads to the file, or if the file was
    /// truncated. Returns its length.
    pub(crate) fn check_place(&self) -> Result<u64, LedgerError> {
        let leads = |path: &Path| match fs::metadata(path) {
            Ok(found) => Ok(FileIdentity::of(&found) == self.identity),
            Err(error) if is_missing(&error) => Ok(false),
            Err(error) => Err(self.failed(error)),
        };
        if !leads(&self.real)? || !leads(&self.given)? {
            let what = match self.real.exists() || self.given.exists() {
                true => Text::new(
                    "replaced by another file while it was in use",
                    "被另一个文件替换了",
                ),
                false => Text::new("moved or removed while it was in use", "被移走或删除了"),
            };
            return Err(LedgerError::Gone(self.path.clone(), what));
        }
        let found = self.file.metadata().map_err(|error| self.failed(error))?;
        match found.len() < self.place.offset {
            true => Err(self.changed()),
            false => Ok(found.len()),
        }
    }

    fn failed(&self, error: io::Error) -> LedgerError {
        LedgerError::of_io(&self.path, error)
    }

    pub(crate) fn changed(&self) -> LedgerError {
        let what = Text::new(
            "truncated, changed or overwritten by another program while it was in use",
            "被其他程序截短、修改或覆盖了",
        );
        LedgerError::Gone(self.path.clone(), what)
    }

    /// Reads the lines that were added since the last call.
    pub(crate) fn read(
        &mut self,
        faults: &mut Faults,
        visit: &mut dyn FnMut(&Line) -> Result<(), String>,
    ) -> Result<(), LedgerError> {
        let length = self.check_place()?;
        if self.last_bytes().map_err(|error| self.failed(error))? != self.last {
            return Err(self.changed());
        }
        if length == self.place.offset + self.torn {
            return Ok(());
        }
        let mut file = &self.file;
        let read = file
            .seek(SeekFrom::Start(self.place.offset))
            .and_then(|_| read_lines(&mut file, &mut self.place, faults, visit));
        self.torn = read.map_err(|error| LedgerError::of_io(&self.path, error))?;
        self.last = self.last_bytes().map_err(|error| self.failed(error))?;
        Ok(())
    }

    /// Fails if one of the lines with these checksums is no longer in the file.
    pub(crate) fn check_lines(&self, keys: &HashSet<u64>) -> Result<(), LedgerError> {
        self.check_place()?;
        let mut file = &self.file;
        let (mut place, mut faults) = (Place::default(), Faults::default());
        let mut missing = keys.clone();
        let mut visit = |line: &Line| {
            missing.remove(&line.key);
            Ok(())
        };
        let read = file.rewind();
        let read = read.and_then(|()| read_lines(&mut file, &mut place, &mut faults, &mut visit));
        read.map_err(|error| self.failed(error))?;
        match missing.is_empty() {
            true => Ok(()),
            false => Err(self.changed()),
        }
    }

    /// Says what a file without an intact line is.
    pub(crate) fn other_format(&self) -> LedgerError {
        let mut start = Vec::new();
        let mut file = &self.file;
        let read = file
            .rewind()
            .and_then(|()| file.take(16).read_to_end(&mut start));
        match read {
            Ok(_) => LedgerError::NotALedger(self.path.clone(), other_format(&start)),
            Err(error) => self.failed(error),
        }
    }

    /// Returns the last bytes before the place up to which the file was read, as they are now.
    fn last_bytes(&self) -> io::Result<Vec<u8>> {
        let mut bytes = Vec::new();
        let start = self.place.offset.saturating_sub(COMPARED_BYTES);
        let mut file = &self.file;
        file.seek(SeekFrom::Start(start))?;
        file.take(self.place.offset - start)
            .read_to_end(&mut bytes)?;
        Ok(bytes)
    }

    /// Waits for the lock that writers hold. Fails if this file system has no locks.
    pub(crate) fn lock(&self) -> Result<(), LedgerError> {
        if !self.writes {
            return Err(LedgerError::ReadOnly(self.path.clone()));
        }
        let until = Instant::now() + LOCK_TIMEOUT;
        loop {
            match self.file.try_lock() {
                Ok(()) => return Ok(()),
                Err(TryLockError::Error(error)) => {
                    let what = error.to_string();
                    return Err(LedgerError::NoLocks(self.path.clone(), what));
                }
                Err(TryLockError::WouldBlock) => {}
            }
            if (self.is_stopped)() || Instant::now() >= until {
                return Err(LedgerError::Locked(self.path.clone()));
            }
            self.check_place()?;
            thread::sleep(LOCK_POLL_INTERVAL);
        }
    }

    pub(crate) fn unlock(&self) {
        let _ = self.file.unlock();
    }

    /// Appends whole lines and syncs them. The file must be locked, and everything must have been
    /// read.
    pub(crate) fn append(&mut self, lines: &str) -> Result<(), LedgerError> {
        let length = self.check_place()?;
        let needs_end = self.torn > 0 || self.last.last().is_some_and(|byte| *byte != b'\n');
        let text = [if needs_end { "\n" } else { "" }, lines].concat();
        let mut file = &self.file;
        if let Err(error) = file.write_all(text.as_bytes()) {
            self.take_back(length, text.as_bytes());
            return Err(self.failed(error));
        }
        self.file.sync_data().map_err(|error| self.failed(error))
    }

    /// Cuts off what a failed write of this text has left after `length`, but nothing if other bytes
    /// are there: on some network disks a lock keeps no other process away.
    fn take_back(&self, length: u64, text: &[u8]) {
        let (mut file, mut left) = (&self.file, Vec::new());
        let read = file
            .seek(SeekFrom::Start(length))
            .and_then(|_| file.read_to_end(&mut left));
        if read.is_ok_and(|bytes| bytes > 0) && text.starts_with(&left) {
            let _ = self.file.set_len(length);
        }
    }
}

/// Writes the lines of `number` results that could not be stored to a new file beside the one at this
/// path, or to the temporary folder. Returns the error with the name of that file, if one could be written.
pub(crate) fn rescue(
    path: &Path,
    error: LedgerError,
    number: u64,
    import: Text,
    lines: impl Fn(&mut dyn Write) -> io::Result<()>,
) -> LedgerError {
    let write = |folder: &Path| -> io::Result<_> {
        let mut prefix = path.file_name().unwrap_or_default().to_owned();
        prefix.push(".rescued-");
        let mut builder = tempfile::Builder::new();
        #[cfg(unix)]
        {
            use std::os::unix::fs::PermissionsExt;
            builder.permissions(fs::Permissions::from_mode(0o666));
        }
        let mut copy = builder
            .prefix(&prefix)
            .suffix(".bezzel")
            .tempfile_in(folder)?;
        lines(&mut copy)?;
        copy.as_file().sync_all()?;
        Ok(copy.keep()?.1)
    };
    let beside = std::path::absolute(path).and_then(|path| write(folder(&path)));
    LedgerError::Rescued {
        error: Box::new(error),
        path: beside.or_else(|_| write(&std::env::temp_dir())).ok(),
        results: number,
        import,
    }
}

fn is_missing(error: &io::Error) -> bool {
    matches!(error.kind(), ErrorKind::NotFound | ErrorKind::NotADirectory)
}

/// Returns the folder of a file.
pub(crate) fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failed_write_takes_back_its_own_bytes_only() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("q");
        let ledger = LedgerFile::create(&path).unwrap();
        let (text, others) = ("one line\nand another\n", "a line of another process\n");
        for (left, kept) in [
            (String::new(), String::new()),
            ("one li".to_owned(), String::new()),
            (others.to_owned(), others.to_owned()),
            (format!("one li{others}"), format!("one li{others}")),
            (format!("{others}one li"), format!("{others}one li")),
        ] {
            // As another handle has written it, after this one knew the length.
            fs::write(&path, format!("start\n{left}")).unwrap();
            ledger.take_back(6, text.as_bytes());
            let found = fs::read_to_string(&path).unwrap();
            assert_eq!(found, format!("start\n{kept}"), "{left}");
        }
    }
}
