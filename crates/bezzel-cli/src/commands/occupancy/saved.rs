//! Counts of squares that are stored after each count, so that the command can be repeated.
//!
//! ```text
//! # bezzel occupancy n = 20: solutions with a queen on one square of each orbit
//! row,column,solutions
//! 0,0,638315416
//! ```

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};

use anyhow::{Context, anyhow, bail};
use bezzel::Square;
use bezzel_count::Occupancy;

use crate::output::{Kind, OCCUPANCY_HEADER, Output};

/// The file and its counts.
pub(super) struct Saved {
    path: PathBuf,
    n: u32,
    counts: Vec<(Square, u128)>,
}

impl Saved {
    /// Reads the file, or creates it without counts. Fails if another kind of file exists there.
    pub fn open(path: &Path, n: u32) -> anyhow::Result<Self> {
        let mut saved = Self {
            path: path.to_owned(),
            n,
            counts: Vec::new(),
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
        let n = self.n;
        format!("{OCCUPANCY_HEADER}{n}: solutions with a queen on one square of each orbit")
    }

    fn read(&mut self, text: &str) -> anyhow::Result<()> {
        let mut lines = text.lines();
        let (path, header) = (self.path.display(), self.header());
        let found = lines.next().unwrap_or_default();
        if found != header {
            bail!("{path}: expected the line '{header}', found '{found}': use another file");
        }
        let squares = Occupancy::representatives(self.n);
        for (number, line) in (3..).zip(lines.skip(1)) {
            let count = parse(line).filter(|(square, _)| squares.contains(square));
            let is_new = |&(square, _): &(Square, u128)| {
                self.counts.iter().all(|(counted, _)| *counted != square)
            };
            let count = count.filter(is_new).ok_or_else(|| {
                anyhow!(
                    "{path}: expected the number of another square in line {number}, found '{line}'"
                )
            })?;
            self.counts.push(count);
        }
        Ok(())
    }

    /// Returns the counts so far.
    pub fn counts(&self) -> &[(Square, u128)] {
        &self.counts
    }

    /// Adds a count and replaces the file.
    pub fn add(&mut self, count: (Square, u128)) -> anyhow::Result<()> {
        self.counts.push(count);
        self.write()
    }

    fn write(&self) -> anyhow::Result<()> {
        let mut text = self.header() + "\nrow,column,solutions\n";
        for (square, count) in &self.counts {
            text += &format!("{},{},{count}\n", square.row, square.column);
        }
        let mut out = Output::to(Some(&self.path), Kind::Occupancies, false)?;
        let failed = out.describe();
        out.write_all(text.as_bytes()).context(failed)?;
        out.finish()
    }
}

fn parse(line: &str) -> Option<(Square, u128)> {
    let mut fields = line.split(',');
    let mut next = || fields.next()?.parse::<u128>().ok();
    let (row, column, count) = (next()?, next()?, next()?);
    let square = Square::new(row.try_into().ok()?, column.try_into().ok()?);
    fields.next().is_none().then_some((square, count))
}
