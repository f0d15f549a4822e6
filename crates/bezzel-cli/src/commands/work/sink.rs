//! The destination of results, written in whole lines.

use std::collections::HashSet;
use std::fs::{File, TryLockError};
use std::io::{self, BufRead, BufReader, Read, Seek, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use bezzel_campaign::{Author, Error, ExchangeLine, ExchangeReader, StoredResult, UnitList};
use bezzel_count::Route;

use super::results_file::{ResultsFile, cut};
use crate::interrupt;
use crate::output;
use crate::writing::Waiting;

pub(super) enum Sink {
    Stdout {
        /// The first error: after an incomplete line nothing more is written.
        failed: Option<String>,
    },
    File(ResultsFile),
}

impl Sink {
    /// Opens standard output and writes the header.
    pub(super) fn stdout(units: &UnitList) -> anyhow::Result<Self> {
        output::print(units.header() + "\n")?;
        Ok(Self::Stdout { failed: None })
    }

    /// Opens or creates a file of results, and returns the units that it contains. Removes an
    /// incomplete last line; any other file is not changed, or is emptied if `force` is set.
    pub(super) fn file(
        path: &Path,
        units: &UnitList,
        wanted: Wanted,
        force: bool,
    ) -> anyhow::Result<(Self, HashSet<u64>)> {
        let (path, units) = (path.to_owned(), units.clone());
        interrupt::run_interruptible("nothing was counted", move || {
            let mut found = Found::open(&path)?;
            let done = match found.counted(&units, &wanted) {
                Err(_) if force => {
                    found.whole = 0;
                    HashSet::new()
                }
                counted => counted.map_err(|error| anyhow!("{error:#} (--force replaces it)"))?,
            };
            Ok((found.continued(&units)?, done))
        })?
    }

    /// Writes results that could not be written to another file; if the file is gone, all its
    /// results. Returns the error with the name of that file.
    pub(super) fn rescue(
        &mut self,
        error: Error,
        units: &UnitList,
        results: &[StoredResult],
    ) -> Error {
        match self {
            Self::Stdout { .. } => error,
            Self::File(file) => {
                let lines = lines(units, results).unwrap_or_default();
                file.rescue(error, &units.header(), &lines)
            }
        }
    }

    /// Fails if another program has moved or changed the file.
    pub(super) fn check(&mut self) -> Result<(), Error> {
        match self {
            Self::Stdout { .. } => Ok(()),
            Self::File(file) => file.check(),
        }
    }

    pub(super) fn write(
        &mut self,
        units: &UnitList,
        results: &[StoredResult],
    ) -> Result<(), Error> {
        let text = lines(units, results)?;
        match self {
            Self::Stdout { failed } => {
                if failed.is_none() {
                    let written = Waiting(io::stdout()).write_all(text.as_bytes());
                    *failed = written.err().map(|error| error.to_string());
                }
                failed.clone().map_or(Ok(()), |why| {
                    let path = PathBuf::from("standard output");
                    Err(Error::Storage(path, why))
                })
            }
            Self::File(file) => file.append(&text),
        }
    }
}

fn lines(units: &UnitList, results: &[StoredResult]) -> Result<String, Error> {
    let mut text = String::new();
    for stored in results {
        text += &units.line(stored)?;
        text.push('\n');
    }
    Ok(text)
}

/// The results that are to be in a file.
pub(super) struct Wanted {
    pub(super) route: Route,
    /// The author of all results; `None` accepts any.
    pub(super) author: Option<Author>,
}

impl Wanted {
    /// Fails if a campaign that accepts the wanted results could reject this one.
    fn check(&self, stored: &StoredResult) -> Result<(), String> {
        if let Some(wanted) = self.author
            && stored.author() != Some(wanted)
        {
            let found = match stored.author() {
                Some(author) => format!("one of author {author}"),
                None => "one without a signature".to_owned(),
            };
            return Err(format!(
                "expected results of author {wanted}, found {found}"
            ));
        }
        Ok(())
    }
}

/// An output file as it was found.
struct Found {
    file: File,
    path: PathBuf,
    /// Length of its complete lines.
    whole: u64,
}

impl Found {
    fn open(path: &Path) -> anyhow::Result<Self> {
        let cannot = || format!("cannot write {}", path.display());
        if let Ok(found) = path.metadata()
            && !found.is_file()
        {
            bail!("{}: expected a regular file", cannot());
        }
        // Windows cannot truncate a file that was opened for appending, but always supports locks.
        let (append, write) = (cfg!(not(windows)), cfg!(windows));
        let mut options = File::options();
        options.read(true).append(append).write(write);
        options.create(true).truncate(false);
        let file = options.open(path).with_context(cannot)?;
        // Without file locks, other processes cannot be excluded.
        if let Err(TryLockError::WouldBlock) = file.try_lock() {
            bail!("{}: another process is writing it", cannot());
        }
        let whole = whole_lines(&file).with_context(cannot)?;
        Ok(Self {
            file,
            path: path.to_owned(),
            whole,
        })
    }

    /// Returns the units that were counted by the wanted route. Fails if the file does not contain
    /// results of these units, or if they have another author or lack the wanted parts.
    fn counted(&self, units: &UnitList, wanted: &Wanted) -> anyhow::Result<HashSet<u64>> {
        let name = self.path.display();
        let mut file = &self.file;
        file.rewind()
            .with_context(|| format!("cannot read {name}"))?;
        let mut done = HashSet::new();
        if self.whole == 0 {
            let header = units.header();
            let mut start = Vec::new();
            file.take(header.len() as u64 + 1)
                .read_to_end(&mut start)
                .with_context(|| format!("cannot read {name}"))?;
            if !header.as_bytes().starts_with(&start) {
                bail!(
                    "{name}: expected a result file, found another file type; the file was not changed"
                );
            }
            return Ok(done);
        }
        let refused = || format!("{name} was not changed");
        let lines =
            ExchangeReader::new(BufReader::new(file).take(self.whole)).with_context(refused)?;
        if lines.units().fingerprint() != units.fingerprint() {
            bail!(
                "{name}: expected results for {}, found results for {}; the file was not changed",
                units.title(),
                lines.units().title()
            );
        }
        for line in lines {
            match line.with_context(refused)? {
                ExchangeLine::Result(stored) => {
                    if let Err(what) = wanted.check(&stored) {
                        let unit = units.unit(stored.unit)?;
                        bail!("{name}: {what}, for unit {unit}; the file was not changed");
                    }
                    if stored.route == wanted.route {
                        done.insert(stored.unit);
                    }
                }
                ExchangeLine::Unit(unit) => bail!(
                    "{name}: expected a result file, found a file of units, such as {unit}; the file \
                     was not changed"
                ),
                _ => {}
            }
        }
        Ok(done)
    }

    /// Truncates the file after its last complete line, where writing continues.
    fn continued(mut self, units: &UnitList) -> anyhow::Result<Sink> {
        let cannot = || format!("cannot write {}", self.path.display());
        cut(&mut self.file, self.whole).with_context(cannot)?;
        if self.whole == 0 {
            let header = units.header() + "\n";
            let written = self.file.write_all(header.as_bytes());
            written.with_context(cannot)?;
        }
        let file = ResultsFile::new(self.file, self.path.clone());
        Ok(Sink::File(file.with_context(cannot)?))
    }
}

/// Returns the length of a file without an incomplete last line.
fn whole_lines(file: &File) -> io::Result<u64> {
    let mut reader = BufReader::new(file);
    let (mut length, mut whole) = (0, 0);
    loop {
        let bytes = reader.fill_buf()?;
        let read = bytes.len();
        if read == 0 {
            return Ok(whole);
        }
        if let Some(end) = bytes.iter().rposition(|byte| *byte == b'\n') {
            whole = length + end as u64 + 1;
        }
        length += read as u64;
        reader.consume(read);
    }
}
