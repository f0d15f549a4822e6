//! The outbox: a file of results that the server has not acknowledged yet.

use std::fs::{File, TryLockError};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bezzel_campaign::{Error, ExchangeLine, ExchangeReader, UnitList, partial};
use bezzel_count::PLAN_VERSION;

use crate::commands::work::results_file::{ResultsFile, cut};
use crate::stderr::write_note;

/// Number of acknowledged results in the file after which it is written again without them.
const MAX_ACKNOWLEDGED: usize = 1024;

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
    /// line. Any other file, and results of another campaign, are not changed.
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
        let (whole, lines) = unsent(&name.to_string(), &text, units)?;
        let header = units.header() + "\n";
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

/// Returns the length of the complete lines of an outbox and its results as lines. The length is 0
/// if the file contains no results and its header is incomplete or that of another campaign. Fails
/// for any other file.
fn unsent(name: &str, text: &str, units: &UnitList) -> anyhow::Result<(usize, Vec<String>)> {
    let header = units.header();
    if header.starts_with(text) {
        return Ok((0, Vec::new()));
    }
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let text = &text[..whole];
    if let Some(version) = UnitList::version_of_header(text.trim_end())
        && version != PLAN_VERSION
    {
        write_note(format_args!(
            "{name}: the header of plan version {version}, which no result follows, is replaced"
        ));
        return Ok((0, Vec::new()));
    }
    let refused = || format!("{name}: expected an outbox, found another file; it was not changed");
    if whole == 0 {
        bail!(refused());
    }
    let reader = ExchangeReader::new(text.as_bytes()).with_context(refused)?;
    let found = reader.units().clone();
    let mut lines = Vec::new();
    for line in reader {
        match line.with_context(refused)? {
            ExchangeLine::Result(record) => lines.push(found.line(&record)?),
            _ => bail!(refused()),
        }
    }
    if found.header() == header {
        return Ok((whole, lines));
    }
    if !lines.is_empty() {
        bail!(
            "{name}: expected results of {}, found {} of {}, which are not sent yet; the file was \
             not changed: send them to their campaign first, or use another file with --output",
            units.title(),
            lines.len(),
            found.title()
        );
    }
    Ok((0, lines))
}

fn joined(lines: &[String]) -> String {
    lines
        .iter()
        .flat_map(|line| [line.as_str(), "\n"])
        .collect()
}

#[cfg(test)]
mod tests {
    use bezzel_campaign::{ProcessInfo, Record};
    use bezzel_count::{Backend, Counter, Route};

    use super::*;

    /// The outbox of a campaign of n = 8, with the result of its first unit.
    fn outbox(units: &UnitList) -> (String, String) {
        let mut counter = Counter::new(Backend::Portable).unwrap();
        let unit = units.unit(0).unwrap();
        let process = ProcessInfo::current("test");
        let records = Record::count(&mut counter, &[unit], Route::Direct, &process).unwrap();
        let line = units.line(&records[0]).unwrap();
        (units.header() + "\n", line)
    }

    #[test]
    fn any_other_file_is_refused_by_name_and_not_changed() {
        let [units, other] = [8, 9].map(|n| UnitList::new(n).unwrap());
        let (header, line) = outbox(&units);
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("outbox");
        let open = |text: &str, units: &UnitList| {
            std::fs::write(&path, text).unwrap();
            let opened = Outbox::open(&path, units).map(|(_, lines)| lines);
            (opened, std::fs::read_to_string(&path).unwrap())
        };
        let results = format!("{header}{line}\n");
        let new = other.header() + "\n";
        let old = header.replacen(&format!("plan {PLAN_VERSION}"), "plan 1", 1);
        for (text, units, after, lines) in [
            ("", &units, &header, vec![]),
            (&header[..20], &units, &header, vec![]),
            (&header, &units, &header, vec![]),
            (&header, &other, &new, vec![]),
            (&old, &units, &header, vec![]),
            (&results, &units, &results, vec![line.clone()]),
            (
                &format!("{results}n8-a1"),
                &units,
                &results,
                vec![line.clone()],
            ),
        ] {
            let (found, left) = open(text, units);
            assert_eq!((found.unwrap(), &left), (lines, after), "{text}");
        }
        let damaged = header.replacen("units ", "unite ", 1);
        let digit = header.trim_end().len() - 1;
        let digit = format!("{}x\n", &header[..digit]);
        let old_results = old.clone() + &line + "\n";
        for (text, units, why) in [
            (
                &*results,
                &other,
                "expected results of n = 9, found 1 of n = 8",
            ),
            (&damaged, &units, "expected an outbox, found another file"),
            (&damaged, &other, "expected an outbox, found another file"),
            (&digit, &units, "expected an outbox, found another file"),
            (
                &header[..20],
                &other,
                "expected an outbox, found another file",
            ),
            (
                "results\n",
                &units,
                "expected an outbox, found another file",
            ),
            (
                &old_results,
                &units,
                "expected an outbox, found another file",
            ),
        ] {
            let (found, left) = open(text, units);
            let error = format!("{:#}", found.unwrap_err());
            assert!(error.contains(why), "{error}");
            assert!(error.contains("not changed"), "{error}");
            assert_eq!(left, text);
        }
    }
}
