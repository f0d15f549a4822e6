//! The lines of an occupancy: sums over some units of one route, so that the count can be resumed.
//!
//! Each line has the sums of the units that were finished since the line before it. A line of which a
//! unit is known already is skipped: it was doubled.

use std::path::Path;
use std::time::{Duration, Instant};

use bezzel::ConstrainedBoard;
use bezzel_count::{OCCUPANCY_PLAN_VERSION, OccupancySums};

use super::error::LedgerError;
use super::file::LedgerFile;
use crate::FinishedUnits;
use bezzel_count::lines::{Faults, with_checksum};

/// Minimum time between two lines of a route.
const WRITE_INTERVAL: Duration = Duration::from_secs(2);

/// The file of an occupancy, which this process has locked.
pub struct SavedOccupancy {
    file: LedgerFile,
    /// The words that name board and plan.
    words: String,
    stored: Vec<FinishedUnits>,
    faults: Faults,
    written: Instant,
}

impl SavedOccupancy {
    /// Opens the file of a board, or creates it. `none` are the units of each route, none of them
    /// finished. Fails if the file has no lines of this board but other content, or if another process
    /// uses it.
    pub fn open(
        path: &Path,
        board: &ConstrainedBoard,
        none: Vec<FinishedUnits>,
    ) -> Result<Self, LedgerError> {
        let word = (!board.is_unconstrained())
            .then(|| board.reduced().to_compact().ok())
            .flatten();
        let board = word.map_or_else(String::new, |board| format!(":{board}"));
        let words = format!("n{}{board} p{OCCUPANCY_PLAN_VERSION}", none[0].size());
        let file = match LedgerFile::create(path) {
            Err(LedgerError::AlreadyExists(_)) => LedgerFile::open(path, true)?,
            made => made?,
        };
        file.lock()?;
        let mut saved = Self {
            file,
            words,
            stored: none,
            faults: Faults::default(),
            written: Instant::now(),
        };
        let (mut lines, length) = (0, saved.file.check_place()?);
        let (words, stored) = (saved.words.clone(), &mut saved.stored);
        saved.file.read(&mut saved.faults, &mut |line| {
            let ["o", board, version, route, units, sums] = line.words[..] else {
                return Err("expected a part of an occupancy".to_owned());
            };
            if words.split_once(' ') != Some((board, version)) {
                return Err(format!(
                    "expected parts of {words}, found one of {board} {version}"
                ));
            }
            lines += 1;
            // Those of the other route are kept for a count with a double check.
            let of_route = stored.iter_mut().find(|one| one.route.name() == route);
            let Some(known) = of_route else { return Ok(()) };
            let (units, sums) =
                parts(known, units, sums).ok_or("its units or sums are impossible")?;
            if units.iter().any(|unit| known.units[*unit]) {
                return Ok(());
            }
            known.sums.add(&OccupancySums::new(sums));
            units.iter().for_each(|unit| known.units[*unit] = true);
            Ok(())
        })?;
        match (lines, length, saved.faults.named.first()) {
            (0, 1.., Some(fault)) if fault.contains("found one of") => Err(LedgerError::Line(
                format!("{}: {fault}: use another file", path.display()),
            )),
            (0, 1.., _) => Err(saved.file.other_format()),
            _ => Ok(saved),
        }
    }

    /// Returns the units in the file, by route.
    pub fn stored(&self) -> &[FinishedUnits] {
        &self.stored
    }

    /// Returns the damaged or unknown lines, which were skipped.
    pub fn faults(&self) -> &Faults {
        &self.faults
    }

    /// Appends a line for each route with new units, if the last write was more than two seconds ago, or
    /// if it is the last one.
    pub fn update(&mut self, finished: &[FinishedUnits], is_last: bool) -> Result<(), LedgerError> {
        if !is_last && self.written.elapsed() < WRITE_INTERVAL {
            return Ok(());
        }
        let mut text = String::new();
        for (stored, finished) in self.stored.iter().zip(finished) {
            let is_new = |unit: &usize| finished.units[*unit] && !stored.units[*unit];
            let units: Vec<usize> = (0..finished.units.len()).filter(is_new).collect();
            if units.is_empty() {
                continue;
            }
            let sums = finished.sums.numbers().iter().zip(stored.sums.numbers());
            let sums: Vec<String> = sums.map(|(sum, known)| (sum - known).to_string()).collect();
            let (words, route) = (&self.words, stored.route.name());
            let (units, sums) = (ranges(&units), sums.join(","));
            text += &with_checksum(format!("o {words} {route} {units} {sums}"));
            text.push('\n');
        }
        if !text.is_empty() {
            self.file.read(&mut self.faults, &mut |_| Ok(()))?;
            self.file.append(&text)?;
            self.file.read(&mut self.faults, &mut |_| Ok(()))?;
            self.stored = finished.to_vec();
        }
        self.written = Instant::now();
        Ok(())
    }
}

/// Writes increasing numbers as ranges, such as `0-5,9`.
fn ranges(numbers: &[usize]) -> String {
    let parts = numbers.chunk_by(|a, b| a + 1 == *b);
    let parts = parts.map(|part| match part {
        [only] => only.to_string(),
        [first, .., last] => format!("{first}-{last}"),
        [] => String::new(),
    });
    parts.collect::<Vec<_>>().join(",")
}

/// Reads units and sums of a line, as many as `of` has.
fn parts(of: &FinishedUnits, units: &str, sums: &str) -> Option<(Vec<usize>, Vec<u128>)> {
    let mut numbers = Vec::new();
    for part in units.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
        if last < first || last >= of.units.len() || numbers.last().is_some_and(|end| *end >= first)
        {
            return None;
        }
        numbers.extend(first..=last);
    }
    let sums: Vec<u128> = sums
        .split(',')
        .map(|sum| sum.parse().ok())
        .collect::<Option<_>>()?;
    (sums.len() == of.sums.numbers().len()).then_some((numbers, sums))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_read_back() {
        for numbers in [vec![3], vec![0, 1, 2, 5, 7, 8], vec![0, 2, 4]] {
            let text = ranges(&numbers);
            let mut read = Vec::new();
            for part in text.split(',') {
                let (first, last) = part.split_once('-').unwrap_or((part, part));
                read.extend(first.parse::<usize>().unwrap()..=last.parse().unwrap());
            }
            assert_eq!(read, numbers, "{text}");
        }
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
    }
}
