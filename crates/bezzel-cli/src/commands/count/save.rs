//! The save file of a count: what has been counted, so that nothing is counted twice.
//!
//! ```text
//!   bezzel-count 1                        format and its version
//!   n 20 plan 1 units 512                 the plan it belongs to
//!   17 8460284160 22118430 …              index, value, joined pairs, tests, blocks of a unit
//!   …
//!   sha256 3f0a…                          over everything above
//! ```
//!
//! The file is replaced as a whole: a new one is written, synced and renamed, so that there is
//! always a complete one. Whatever is not exactly such a file is refused and left alone.

use std::collections::HashSet;
use std::fmt::Write as _;
use std::fs;
use std::io::{ErrorKind, Write as _};
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use bezzel::count::{PLAN_VERSION, Plan, UnitResult};
use sha2::{Digest, Sha256};

use crate::output::Output;

const FORMAT: &str = "bezzel-count 1";

/// Saves are at least this far apart, …
const SHORTEST: Duration = Duration::from_millis(250);
/// … and so far that saving takes at most one part in this many of the time.
const SHARE: u32 = 50;

/// A save file that is kept up to date.
pub(super) struct Save {
    path: PathBuf,
    header: String,
    results: Vec<(u64, UnitResult)>,
    written: Instant,
    pause: Duration,
}

impl Save {
    /// Reads the file if it exists, and makes sure that it can be written.
    pub(super) fn open(path: &Path, plan: &Plan) -> anyhow::Result<Self> {
        let mut save = Self {
            path: path.to_owned(),
            header: format!("n {} plan {PLAN_VERSION} units {}", plan.n(), plan.len()),
            results: Vec::new(),
            written: Instant::now(),
            pause: SHORTEST,
        };
        match fs::read(path) {
            Ok(bytes) => save.results = save.parse(&bytes, plan)?,
            Err(error) if error.kind() == ErrorKind::NotFound => save.write()?,
            Err(error) => {
                return Err(anyhow!(error).context(format!("cannot read {}", path.display())));
            }
        }
        Ok(save)
    }

    /// The units that are counted already.
    pub(super) fn results(&self) -> &[(u64, UnitResult)] {
        &self.results
    }

    /// The file.
    pub(super) fn path(&self) -> &Path {
        &self.path
    }

    /// Adds a unit, and writes the file if it is time to.
    pub(super) fn add(&mut self, index: u64, result: UnitResult) -> anyhow::Result<()> {
        self.results.push((index, result));
        if self.written.elapsed() >= self.pause {
            self.write()?;
        }
        Ok(())
    }

    /// Writes the file.
    pub(super) fn write(&mut self) -> anyhow::Result<()> {
        let started = Instant::now();
        let mut text = format!("{FORMAT}\n{}\n", self.header);
        for (index, result) in &self.results {
            let UnitResult {
                value,
                joined,
                tests,
                blocks,
                ..
            } = result;
            writeln!(text, "{index} {value} {joined} {tests} {blocks}")?;
        }
        let sum = checksum(text.as_bytes());
        writeln!(text, "sha256 {sum}")?;
        let mut out = Output::to(Some(&self.path))?;
        let failed = out.describe();
        out.write_all(text.as_bytes()).context(failed)?;
        out.finish()?;
        self.pause = SHORTEST.max(started.elapsed() * SHARE);
        self.written = Instant::now();
        Ok(())
    }

    fn parse(&self, bytes: &[u8], plan: &Plan) -> anyhow::Result<Vec<(u64, UnitResult)>> {
        let refused = |why: &str| {
            anyhow!(
                "{} {why}: accepted is a save of `{}`; the file is left as it is",
                self.path.display(),
                self.header
            )
        };
        let damaged = || refused("is damaged or no save file");
        let text = std::str::from_utf8(bytes).map_err(|_| damaged())?;
        let (body, last) = text
            .strip_suffix('\n')
            .and_then(|text| text.rsplit_once('\n'))
            .ok_or_else(damaged)?;
        let sum = last.strip_prefix("sha256 ").ok_or_else(damaged)?;
        if sum != checksum(&bytes[..body.len() + 1]) {
            return Err(damaged());
        }
        let mut lines = body.lines();
        if lines.next() != Some(FORMAT) {
            return Err(refused("has another format"));
        }
        let header = lines.next().ok_or_else(damaged)?;
        if header != self.header {
            return Err(refused(&format!("is a save of `{header}`")));
        }
        let results: Vec<_> = lines
            .map(result)
            .collect::<Option<_>>()
            .ok_or_else(damaged)?;
        let indices: HashSet<u64> = results.iter().map(|(index, _)| *index).collect();
        if indices.len() != results.len() || indices.iter().any(|index| *index >= plan.len()) {
            return Err(damaged());
        }
        Ok(results)
    }
}

/// One line of the file.
fn result(line: &str) -> Option<(u64, UnitResult)> {
    let mut fields = line.split(' ');
    let index = fields.next()?.parse().ok()?;
    let value = fields.next()?.parse().ok()?;
    let joined = fields.next()?.parse().ok()?;
    let tests = fields.next()?.parse().ok()?;
    let blocks = fields.next()?.parse().ok()?;
    let result = UnitResult {
        value,
        joined,
        tests,
        blocks,
    };
    fields.next().is_none().then_some((index, result))
}

fn checksum(bytes: &[u8]) -> String {
    Sha256::digest(bytes)
        .iter()
        .map(|byte| format!("{byte:02x}"))
        .collect()
}
