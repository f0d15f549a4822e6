//! The file of results that `bezzel work` appends to, or its outbox, and a copy of its content.
//!
//! Only this process writes it, so its length, the time of its last change and its last bytes are
//! known. If they differ, or the path leads elsewhere, another program has changed the file; its
//! results are then written to another one.

use std::fs::File;
#[cfg(unix)]
use std::fs::{self, Metadata};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};
use std::time::SystemTime;

use bezzel_campaign::Error;
use tempfile::SpooledTempFile;

/// Maximum size of the copy in memory; beyond it, the copy is an unnamed temporary file.
const MAX_BYTES_IN_MEMORY: usize = 4 << 20;
/// Number of last bytes that each check compares.
const END_BYTES: usize = 256;

/// A locked file of results.
pub(super) struct ResultsFile {
    file: File,
    path: PathBuf,
    /// The content: complete lines.
    known: SpooledTempFile,
    /// True unless the copy could not be written.
    is_known: bool,
    length: u64,
    end: Vec<u8>,
    changed: Option<SystemTime>,
}

impl ResultsFile {
    /// Continues a file of complete lines.
    pub(super) fn new(file: File, path: PathBuf) -> io::Result<Self> {
        let mut results = Self {
            file,
            path,
            known: SpooledTempFile::new(MAX_BYTES_IN_MEMORY),
            is_known: true,
            length: 0,
            end: Vec::new(),
            changed: None,
        };
        results.read()?;
        Ok(results)
    }

    /// Copies the content, after this process has changed it.
    fn read(&mut self) -> io::Result<()> {
        self.known = SpooledTempFile::new(MAX_BYTES_IN_MEMORY);
        self.is_known = true;
        self.file.rewind()?;
        self.length = io::copy(&mut self.file, &mut self.known)?;
        let start = self.length.saturating_sub(END_BYTES as u64);
        self.end.clear();
        self.known.seek(SeekFrom::Start(start))?;
        self.known.read_to_end(&mut self.end)?;
        self.changed = self.file.metadata()?.modified().ok();
        Ok(())
    }

    /// Appends complete lines and syncs the file.
    pub(super) fn append(&mut self, text: &str) -> Result<(), Error> {
        self.check()?;
        let written = self.file.write_all(text.as_bytes());
        let written = written.and_then(|()| self.file.sync_data());
        let found = written.and_then(|()| self.file.metadata());
        let found = found.map_err(|error| {
            // No incomplete line may remain if the write is repeated.
            let _ = cut(&mut self.file, self.length);
            error_of(&self.path, &error)
        })?;
        let length = self.length + text.len() as u64;
        if found.len() != length {
            return Err(self.overwritten());
        }
        if self.is_known {
            self.is_known = self.known.write_all(text.as_bytes()).is_ok();
        }
        self.length = length;
        self.changed = found.modified().ok();
        self.end.extend(text.as_bytes());
        self.end.drain(..self.end.len().saturating_sub(END_BYTES));
        Ok(())
    }

    /// Fails with [`Error::Gone`] if another program has moved or changed the file.
    pub(super) fn check(&mut self) -> Result<(), Error> {
        if !leads_to(&self.path, &self.file) {
            let what = "moved, removed or replaced while it was in use".to_owned();
            return Err(Error::Gone(self.path.clone(), what));
        }
        let is_sound = self.is_sound();
        match is_sound.map_err(|error| error_of(&self.path, &error))? {
            true => Ok(()),
            false => Err(self.overwritten()),
        }
    }

    fn is_sound(&mut self) -> io::Result<bool> {
        let found = self.file.metadata()?;
        if found.len() != self.length {
            return Ok(false);
        }
        let changed = found.modified().ok();
        let is_same = changed == self.changed && self.ends_as_known()?;
        if is_same || !self.is_known {
            return Ok(is_same);
        }
        // The time alone may have changed.
        self.changed = changed;
        let (mut file, mut known) = (&self.file, &mut self.known);
        file.rewind()?;
        known.rewind()?;
        let is_same = same(&mut file, &mut known)?;
        known.seek(SeekFrom::End(0))?;
        file.seek(SeekFrom::End(0))?;
        Ok(is_same)
    }

    fn ends_as_known(&self) -> io::Result<bool> {
        let mut file = &self.file;
        let mut end = Vec::new();
        file.seek(SeekFrom::Start(self.length - self.end.len() as u64))?;
        file.read_to_end(&mut end)?;
        Ok(end == self.end)
    }

    fn overwritten(&self) -> Error {
        let mut what = "overwritten by another program while it was in use".to_owned();
        if !self.is_known {
            what += ", and not all its results are known to this process";
        }
        Error::Gone(self.path.clone(), what)
    }

    /// Writes results that could not be appended to another file, whose first line is `header`. If
    /// this file is gone, writes all its results there. Returns the error with the name of that file.
    pub(super) fn rescue(&mut self, error: Error, header: &str, lines: &str) -> Error {
        let is_gone = matches!(error, Error::Gone { .. });
        if !is_gone && lines.is_empty() {
            return error;
        }
        match self.write_elsewhere(is_gone, header, lines) {
            Ok((path, results)) => Error::Rescued {
                error: Box::new(error),
                path,
                results,
            },
            Err(why) => Error::Lost {
                error: Box::new(error),
                results: "its results".to_owned(),
                why: why.to_string(),
            },
        }
    }

    /// Writes these lines, after all known ones if `all` is set, to a new file beside this one, or
    /// to the temporary folder. Returns the number of results.
    fn write_elsewhere(
        &mut self,
        all: bool,
        header: &str,
        lines: &str,
    ) -> io::Result<(PathBuf, u64)> {
        let mut text = String::new();
        if all {
            self.known.rewind()?;
            self.known.read_to_string(&mut text)?;
        } else {
            text += header;
            text.push('\n');
        }
        text += lines;
        let mut prefix = self.path.file_name().unwrap_or_default().to_owned();
        prefix.push(".");
        let path = std::path::absolute(&self.path)?;
        let write = |folder: &Path| {
            let mut builder = tempfile::Builder::new();
            let mut copy = builder
                .prefix(&prefix)
                .suffix(".results")
                .tempfile_in(folder)?;
            copy.write_all(text.as_bytes())?;
            copy.as_file().sync_all()?;
            Ok::<_, io::Error>(copy.keep()?.1)
        };
        let beside = path.parent().filter(|folder| folder.is_dir());
        let beside = beside.and_then(|folder| write(folder).ok());
        let path = beside.map_or_else(|| write(&std::env::temp_dir()), Ok)?;
        let results = text.lines().filter(|line| !line.starts_with('#')).count();
        Ok((path, results as u64))
    }
}

/// Compares two files from their positions on.
fn same(a: &mut impl Read, b: &mut impl Read) -> io::Result<bool> {
    let (mut left, mut right) = (Vec::new(), Vec::new());
    loop {
        left.clear();
        right.clear();
        a.by_ref().take(1 << 16).read_to_end(&mut left)?;
        b.by_ref().take(1 << 16).read_to_end(&mut right)?;
        if left != right {
            return Ok(false);
        }
        if left.is_empty() {
            return Ok(true);
        }
    }
}

/// Returns true if the path still leads to the open file. Windows neither moves nor removes it.
fn leads_to(path: &Path, file: &File) -> bool {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        let identity = |found: Metadata| (found.dev(), found.ino());
        let there = fs::metadata(path).map(identity);
        let open = file.metadata().map(identity);
        there.is_ok_and(|there| open.is_ok_and(|open| there == open))
    }
    #[cfg(not(unix))]
    {
        let _ = (path, file);
        true
    }
}

fn error_of(path: &Path, error: &io::Error) -> Error {
    let path = path.to_owned();
    match error.kind() {
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded | io::ErrorKind::FileTooLarge => {
            Error::DiskFull(path)
        }
        _ => Error::Storage(path, error.to_string()),
    }
}

/// Truncates a file to this length and moves to its end.
pub(super) fn cut(file: &mut File, length: u64) -> io::Result<()> {
    file.set_len(length)?;
    file.seek(SeekFrom::Start(length)).map(drop)
}
