//! The sums of finished units, stored while the command runs, so that it can be repeated.
//!
//! ```text
//! # bezzel occupancy n = 20, plan 1: sums of the finished units
//! direct,units,00ff…
//! direct,1,1,638315416
//! checksum,e3b0c44298fc1c14
//! ```
//!
//! The second line has one bit for each unit, the lowest bits of the first byte first. The others
//! have row, column and sum of a square. The last one has the first 8 bytes of the SHA-256 of all
//! lines before it.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow, bail};
use bezzel::ConstrainedBoard;
use bezzel_count::{OCCUPANCY_PLAN_VERSION, OccupancySums, Route};
use bezzel_run::{FinishedUnits, OccupancyJob};
use sha2::{Digest, Sha256};

use crate::interrupt;
use crate::output::{Kind, OCCUPANCY_HEADER, Output};

/// Minimum time between two writes.
const WRITE_INTERVAL: Duration = Duration::from_secs(2);

/// The file and the units in it.
pub(super) struct Saved {
    path: PathBuf,
    n: u32,
    /// The constraints, as part of the header.
    board: String,
    finished: Vec<FinishedUnits>,
    written: Instant,
}

impl Saved {
    /// Reads the file, or creates it without units. Fails if another kind of file exists there.
    pub fn open(path: &Path, board: &ConstrainedBoard, both_routes: bool) -> anyhow::Result<Self> {
        let planned = board.clone();
        let none = move || -> Result<Vec<_>, bezzel_run::Error> {
            let routes = [Route::Direct, Route::Exchanged].into_iter();
            let routes = routes.take(1 + usize::from(both_routes));
            let none = |route| {
                let plan = OccupancyJob::plan(&planned, route)?;
                Ok(FinishedUnits::none(&plan, route))
            };
            routes.map(none).collect()
        };
        let mut saved = Self {
            path: path.to_owned(),
            n: board.size(),
            board: (!board.is_unconstrained())
                .then(|| board.reduced().to_compact().ok())
                .flatten()
                .map_or_else(String::new, |board| format!(", board {board}")),
            finished: interrupt::run_interruptible("nothing was counted", none)??,
            written: Instant::now(),
        };
        if path.exists() {
            let text = fs::read_to_string(path)
                .with_context(|| format!("cannot read {}", path.display()))?;
            saved.read(&text)?;
        }
        saved.write()?;
        Ok(saved)
    }

    fn header(&self) -> String {
        let Self { n, board, .. } = self;
        format!(
            "{OCCUPANCY_HEADER}{n}{board}, plan {OCCUPANCY_PLAN_VERSION}: sums of the finished units"
        )
    }

    fn read(&mut self, text: &str) -> anyhow::Result<()> {
        let mut lines = text.lines();
        let (path, header) = (self.path.display().to_string(), self.header());
        let found = lines.next().unwrap_or_default();
        if found != header {
            bail!("{path}: expected the line '{header}', found '{found}': use another file");
        }
        let last = text.trim_end().lines().next_back().unwrap_or_default();
        let before = text.trim_end().strip_suffix(last).unwrap_or_default();
        if last != checksum(before) {
            bail!(
                "{path}: expected the line '{}' at the end, found '{last}': the file was changed or \
                 truncated; remove it to count again",
                checksum(before)
            );
        }
        let mut seen = Vec::new();
        for (number, line) in (2..).zip(before.lines().skip(1)) {
            let wrong = || {
                anyhow!(
                    "{path}: expected the units or another sum of a route in line {number}, found \
                     '{line}'"
                )
            };
            let (key, value) = line.rsplit_once(',').ok_or_else(wrong)?;
            if seen.contains(&key) {
                return Err(wrong());
            }
            seen.push(key);
            self.read_entry(key, value).ok_or_else(wrong)?;
        }
        Ok(())
    }

    /// Reads the units, or the sum of a square. Without `--double-check`, those of the exchanged
    /// route are dropped.
    fn read_entry(&mut self, key: &str, value: &str) -> Option<()> {
        let (route, rest) = key.split_once(',')?;
        let route = [Route::Direct, Route::Exchanged]
            .into_iter()
            .find(|known| name(*known) == route)?;
        let Some(finished) = (self.finished.iter_mut()).find(|known| known.route == route) else {
            return Some(());
        };
        if rest == "units" {
            finished.units = bits(value, finished.units.len())?;
            return Some(());
        }
        let (row, column) = rest.split_once(',')?;
        let (row, column) = (row.parse::<u32>().ok()?, column.parse::<u32>().ok()?);
        let mut numbers = finished.sums.numbers().to_vec();
        let index = (row < self.n && column < self.n).then(|| row * self.n + column)?;
        numbers[index as usize] = value.parse().ok()?;
        finished.sums = OccupancySums::new(numbers);
        Some(())
    }

    /// Returns the units in the file.
    pub fn finished(&self) -> &[FinishedUnits] {
        &self.finished
    }

    /// Replaces the file if units are new and the last write was more than [`WRITE_INTERVAL`] ago,
    /// or if it is the last one.
    pub fn update(&mut self, finished: &[FinishedUnits], is_last: bool) -> anyhow::Result<()> {
        if finished == self.finished || !is_last && self.written.elapsed() < WRITE_INTERVAL {
            return Ok(());
        }
        self.finished = finished.to_vec();
        self.write()?;
        self.written = Instant::now();
        Ok(())
    }

    fn write(&self) -> anyhow::Result<()> {
        let mut text = self.header() + "\n";
        for finished in &self.finished {
            let route = name(finished.route);
            text += &format!("{route},units,{}\n", hex(&finished.units));
            for (index, sum) in (0..).zip(finished.sums.numbers()) {
                if *sum > 0 {
                    text += &format!("{route},{},{},{sum}\n", index / self.n, index % self.n);
                }
            }
        }
        text += &(checksum(&text) + "\n");
        let mut out = Output::to(Some(&self.path), Kind::Occupancies, false)?;
        let failed = out.describe();
        out.write_all(text.as_bytes()).context(failed)?;
        out.finish()
    }
}

fn name(route: Route) -> &'static str {
    match route {
        Route::Direct => "direct",
        Route::Exchanged => "exchanged",
    }
}

/// Returns the last line, after these.
fn checksum(text: &str) -> String {
    let digest = Sha256::digest(text);
    let digits = digest[..8].iter().map(|byte| format!("{byte:02x}"));
    format!("checksum,{}", digits.collect::<String>())
}

/// Writes bits as bytes in hexadecimal digits.
fn hex(bits: &[bool]) -> String {
    let bytes = bits.chunks(8).map(|bits| {
        let byte = (0..)
            .zip(bits)
            .fold(0, |byte, (at, &bit)| byte | u8::from(bit) << at);
        format!("{byte:02x}")
    });
    bytes.collect()
}

/// Reads that many bits.
fn bits(text: &str, length: usize) -> Option<Vec<bool>> {
    let digits = text.as_bytes().chunks(2);
    let bytes = digits.map(|two| u8::from_str_radix(str::from_utf8(two).ok()?, 16).ok());
    let bytes: Vec<u8> = bytes.collect::<Option<_>>()?;
    let bits = (0..length).map(|at| bytes.get(at / 8).map(|byte| byte >> (at % 8) & 1 == 1));
    let bits: Vec<bool> = bits.collect::<Option<_>>()?;
    (hex(&bits) == text).then_some(bits)
}
