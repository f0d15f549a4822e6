//! On how many solutions each square has a queen: one count of the total, the units of an
//! [`OccupancyPlan`] on all threads, and the checks of [`Occupancy`].
//!
//! The file of an occupancy has lines with the sums over some units of one route, so that the count can
//! be resumed. A line with a unit that is already known is skipped, because it was doubled.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use bezzel::ConstrainedBoard;
use bezzel::methods::Text;
use bezzel_count::lines::{Faults, with_checksum};
use bezzel_count::{
    Counter, OCCUPANCY_PLAN_VERSION, OCCUPANCY_TOTAL_SHARE, Occupancy, OccupancyPlan,
    OccupancySums, OccupancyUnit, Route, Schedule, Total,
};

use crate::ledger::{LedgerFile, rescue};
use crate::progress::Observer;
use crate::threads::count_each;
use crate::wait::in_phase;
use crate::{
    Control, CountJob, CountUnits, Done, EngineSelection, Error, Job, JobError, LedgerError, Phase,
    Progress, Storage,
};

/// Minimum time between two lines of a route.
const WRITE_INTERVAL: Duration = Duration::from_secs(2);

/// Counts, for each square, the solutions with a queen on it.
///
/// Checks the table: each row and each column must add up to Q(n), and the even squares to the
/// queens on even squares in all solutions.
///
/// ```
/// use bezzel::{ConstrainedBoard, Square};
/// use bezzel_run::{Control, EngineSelection, Job, OccupancyJob};
/// let mut board = ConstrainedBoard::new(8)?;
/// board.place(Square::new(0, 3))?;
/// let mut job = OccupancyJob::new(board, EngineSelection::new(None, None));
/// let (occupancy, total) = job.run(&Control::never(), &mut |_| {})?;
/// assert_eq!((total.solutions, occupancy.at(Square::new(0, 3))), (18, 18));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct OccupancyJob {
    board: ConstrainedBoard,
    engines: EngineSelection,
    /// Counts everything by both routes, and compares.
    pub double_check: bool,
    /// The file of the counted units, which a run creates or continues.
    pub path: Option<PathBuf>,
    /// The units of each route, after they were planned.
    routes: Vec<Counted>,
    saved: Option<Saved>,
}

impl OccupancyJob {
    /// Counts the completions of this board. GPUs count their total only.
    pub fn new(board: ConstrainedBoard, engines: EngineSelection) -> Self {
        Self {
            board,
            engines,
            double_check: false,
            path: None,
            routes: Vec::new(),
            saved: None,
        }
    }

    /// Returns the damaged or unknown lines of the file, which were skipped.
    pub fn faults(&self) -> Option<&Faults> {
        self.saved.as_ref().map(|saved| &saved.faults)
    }

    /// Plans the units, and reads those that are in the file.
    fn prepare(&mut self, control: &Control, observe: &mut Observer) -> Result<(), JobError> {
        if !self.routes.is_empty() {
            return Ok(());
        }
        let routes = &Route::ALL[..1 + usize::from(self.double_check)];
        let board = self.board.clone();
        // A contradiction has no units that a file could store.
        let path = self
            .path
            .clone()
            .filter(|_| board.contradiction().is_none());
        let plan = move || {
            let plan = |&route: &Route| Counted::new(&board, route);
            let mut routes = routes.iter().map(plan).collect::<Result<Vec<_>, Error>>()?;
            let saved = match path {
                Some(path) => Some(Saved::open(&path, &board, &mut routes)?),
                None => None,
            };
            Ok::<_, Error>((routes, saved))
        };
        (self.routes, self.saved) = in_phase(Phase::Preparing, control, observe, plan)??;
        Ok(())
    }

    /// Counts the total, and then the units that are not counted yet.
    fn count(&mut self, control: &Control, observe: &mut Observer) -> Result<Total, JobError> {
        let units = CountUnits::new(self.engines.clone());
        let mut job = CountJob::by_units(Storage::Board(self.board.clone()), units)?;
        let counted = job.run(control, &mut |progress| {
            let part = match progress.phase {
                Phase::Summing => 1.0,
                _ => progress.fraction.unwrap_or(0.0),
            };
            observe(&self.progress(OCCUPANCY_TOTAL_SHARE * part));
        })?;
        for route in 0..self.routes.len() {
            self.count_route(route, control, observe)?;
        }
        let is_counted = |route: &Counted| route.known() == route.units.len();
        match counted.units {
            Some(units) if self.routes.iter().all(is_counted) => Ok(units.total),
            _ => Err(Error::Panicked.into()),
        }
    }

    /// Counts the units of a route that are not counted yet, the most expensive first.
    fn count_route(
        &mut self,
        route: usize,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<(), JobError> {
        let counted = &self.routes[route];
        let units = counted.plan.units().iter().cloned().enumerate();
        let mut open: Vec<(usize, OccupancyUnit)> =
            units.filter(|(at, _)| !counted.units[*at]).collect();
        open.sort_by(|a, b| b.1.cost().total_cmp(&a.1.cost()));
        let cost: f64 = open.iter().map(|(_, unit)| unit.cost()).sum();
        let all: f64 = counted.plan.units().iter().map(OccupancyUnit::cost).sum();
        let threads = (self.engines.cpu_threads() as usize).min(open.len());
        let counters = (0..threads).map(|_| Counter::new(self.engines.cpu_backend()));
        let counters = counters.collect::<Result<Vec<_>, _>>()?;
        let schedule = Schedule::of_list(open, |(_, unit)| unit.cost());
        let count =
            |counter: &mut Counter, (_, unit): &(usize, OccupancyUnit)| counter.occupancy(unit);
        count_each(schedule, counters, count, control, |counted, fraction| {
            if let Some(((at, _), sums)) = counted {
                self.routes[route].add(at, &sums?);
                self.save(WRITE_INTERVAL)?;
            }
            let part = 1.0 - (1.0 - fraction) * cost / all.max(1.0);
            let part = (route as f64 + part) / self.routes.len() as f64;
            observe(&self.progress(OCCUPANCY_TOTAL_SHARE + (1.0 - OCCUPANCY_TOTAL_SHARE) * part));
            Ok(())
        })
    }

    /// Writes the units that are not in the file, unless the last write was less than `interval` ago.
    fn save(&mut self, interval: Duration) -> Result<(), LedgerError> {
        match &mut self.saved {
            Some(saved) if saved.written.elapsed() >= interval => saved.write(&mut self.routes),
            _ => Ok(()),
        }
    }

    /// Writes all units, and checks that they are in the file. If it fails, all that is known is rescued.
    fn finish(&mut self) -> Result<(), LedgerError> {
        let written = self.save(Duration::ZERO);
        let Some(saved) = &self.saved else {
            return Ok(());
        };
        let written = written.and_then(|()| saved.file.check_lines(&saved.keys));
        written.map_err(|error| saved.rescue(error, &self.routes))
    }

    fn progress(&self, fraction: f64) -> Progress<'static> {
        let known: usize = self.routes.iter().map(Counted::known).sum();
        Progress {
            fraction: Some(fraction),
            done: Done::Units(known as u64),
            ..Progress::of(Phase::Counting)
        }
    }
}

impl Job for OccupancyJob {
    type Answer = (Occupancy, Total);

    fn run(
        &mut self,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<(Occupancy, Total), JobError> {
        self.prepare(control, observe)?;
        let counted = self.count(control, observe);
        self.finish()?;
        let total = counted?;
        let mut found = Vec::new();
        for Counted { plan, sums, .. } in &self.routes {
            let occupancy = plan.occupancy(sums)?;
            occupancy.check(total.solutions)?;
            occupancy.check_colours(&total)?;
            found.push(occupancy);
        }
        let occupancy = found.swap_remove(0);
        if found.iter().any(|other| *other != occupancy) {
            let what = "the two routes give different numbers".to_owned();
            let n = self.board.size();
            return Err(bezzel_count::Error::Inconsistent { n, what }.into());
        }
        Ok((occupancy, total))
    }
}

/// The units of one route, and the sums of those that are counted.
struct Counted {
    plan: OccupancyPlan,
    route: Route,
    units: Vec<bool>,
    sums: OccupancySums,
    /// Those that are not in the file.
    unsaved: Vec<usize>,
    unsaved_sums: OccupancySums,
}

impl Counted {
    fn new(board: &ConstrainedBoard, route: Route) -> Result<Self, Error> {
        let plan = OccupancyPlan::constrained(board, route)?;
        Ok(Self {
            route,
            units: vec![false; plan.units().len()],
            sums: plan.zeros(),
            unsaved: Vec::new(),
            unsaved_sums: plan.zeros(),
            plan,
        })
    }

    fn add(&mut self, unit: usize, sums: &OccupancySums) {
        self.units[unit] = true;
        self.sums.add(sums);
        self.unsaved.push(unit);
        self.unsaved_sums.add(sums);
    }

    /// Adds the units of a line, unless one of them is known. Returns `None` if they are impossible.
    fn read(&mut self, units: &str, sums: &str) -> Option<()> {
        let mut numbers: Vec<usize> = Vec::new();
        for part in units.split(',') {
            let (first, last) = part.split_once('-').unwrap_or((part, part));
            let (first, last) = (first.parse::<usize>().ok()?, last.parse::<usize>().ok()?);
            let is_later = numbers.last().is_none_or(|end| *end < first);
            if !is_later || last < first || last >= self.units.len() {
                return None;
            }
            numbers.extend(first..=last);
        }
        let sums = sums.split(',').map(|sum| sum.parse().ok());
        let sums: Vec<u128> = sums.collect::<Option<_>>()?;
        if sums.len() != self.sums.numbers().len() {
            return None;
        }
        if !numbers.iter().any(|unit| self.units[*unit]) {
            numbers.iter().for_each(|unit| self.units[*unit] = true);
            self.sums.add(&OccupancySums::new(sums));
        }
        Some(())
    }

    /// Returns the number of counted units.
    fn known(&self) -> usize {
        self.units.iter().filter(|is_counted| **is_counted).count()
    }

    /// Returns units with their sums as words of a line.
    fn words(&self, units: &[usize], sums: &OccupancySums) -> String {
        let sums = sums.numbers().iter().map(u128::to_string);
        let sums = sums.collect::<Vec<_>>().join(",");
        format!("{} {} {sums}", self.route.name(), ranges(units))
    }
}

/// The file of an occupancy, which this process has locked.
struct Saved {
    file: LedgerFile,
    /// The words that name board and plan.
    words: String,
    faults: Faults,
    /// The checksums of its lines.
    keys: HashSet<u64>,
    written: Instant,
}

impl Saved {
    /// Opens the file of a board, or creates it, and adds its units to the units of the routes. Fails if the
    /// file has no lines of this board but other content, or if another process uses it.
    fn open(
        path: &Path,
        board: &ConstrainedBoard,
        routes: &mut [Counted],
    ) -> Result<Self, LedgerError> {
        let n = board.size();
        let name = match board.is_unconstrained() {
            true => None,
            false => board.reduced().to_compact().ok(),
        };
        let name = name.map_or_else(|| format!("n{n}"), |board| format!("n{n}:{board}"));
        let plan = format!("p{OCCUPANCY_PLAN_VERSION}");
        let file = match LedgerFile::create(path) {
            Err(LedgerError::AlreadyExists(_)) => LedgerFile::open(path, true)?,
            made => made?,
        };
        file.lock()?;
        let mut saved = Self {
            file,
            words: format!("{name} {plan}"),
            faults: Faults::default(),
            keys: HashSet::new(),
            written: Instant::now(),
        };
        let (mut lines, length) = (0, saved.file.check_place()?);
        saved.file.read(&mut saved.faults, &mut |line| {
            let ["o", board, version, route, units, sums] = line.words[..] else {
                return Err(format!(
                    "expected parts of an occupancy, {name} {plan}, found one of a saved count"
                ));
            };
            if (board, version) != (&name, &plan) {
                return Err(format!(
                    "expected parts of {name} {plan}, found one of {board} {version}"
                ));
            }
            lines += 1;
            saved.keys.insert(line.key);
            // The units of the other route are kept for a count with a double check.
            match routes.iter_mut().find(|one| one.route.name() == route) {
                Some(known) => (known.read(units, sums))
                    .ok_or_else(|| "its units or sums are impossible".to_owned()),
                None => Ok(()),
            }
        })?;
        match (lines, length, saved.faults.named.first()) {
            (0, 1.., Some(fault)) if fault.contains("found one of") => Err(LedgerError::Line(
                format!("{}: {fault}: use another file", path.display()),
            )),
            (0, 1.., _) => Err(saved.file.other_format()),
            _ => Ok(saved),
        }
    }

    /// Appends a line for each route with new units.
    fn write(&mut self, routes: &mut [Counted]) -> Result<(), LedgerError> {
        self.written = Instant::now();
        let mut text = String::new();
        for route in routes.iter_mut().filter(|route| !route.unsaved.is_empty()) {
            route.unsaved.sort_unstable();
            text += &self.line(&route.words(&route.unsaved, &route.unsaved_sums));
        }
        if !text.is_empty() {
            self.read()?;
            self.file.append(&text)?;
            self.read()?;
            for route in routes {
                route.unsaved.clear();
                route.unsaved_sums = route.plan.zeros();
            }
        }
        Ok(())
    }

    fn line(&self, words: &str) -> String {
        with_checksum(format!("o {} {words}", self.words)) + "\n"
    }

    /// Reads what was written.
    fn read(&mut self) -> Result<(), LedgerError> {
        self.file.read(&mut self.faults, &mut |line| {
            self.keys.insert(line.key);
            Ok(())
        })
    }

    /// Writes all known units to another file. Returns the error with the name of that file.
    fn rescue(&self, error: LedgerError, routes: &[Counted]) -> LedgerError {
        let known: usize = routes.iter().map(Counted::known).sum();
        if known == 0 {
            return error;
        }
        let import = Text::new(
            "`bezzel occupancy --save` continues",
            "`bezzel occupancy --save` 继续",
        );
        rescue(self.file.path(), error, known as u64, import, |copy| {
            let mut known = routes.iter().filter(|route| route.known() > 0);
            known.try_for_each(|route| {
                let units = (0..route.units.len()).filter(|unit| route.units[*unit]);
                let words = route.words(&units.collect::<Vec<_>>(), &route.sums);
                copy.write_all(self.line(&words).as_bytes())
            })
        })
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

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    fn job(path: &Path, double_check: bool) -> OccupancyJob {
        let board = ConstrainedBoard::new(9).unwrap();
        let mut job = OccupancyJob::new(board, EngineSelection::new(None, Some(1)));
        (job.double_check, job.path) = (double_check, Some(path.to_owned()));
        job
    }

    #[test]
    fn sums_are_rescued_from_a_file_that_is_changed_during_the_run() {
        let moved = |path: &Path| fs::rename(path, path.with_extension("moved")).unwrap();
        let replaced = |path: &Path| {
            fs::remove_file(path).unwrap();
            fs::write(path, "Dear Max,").unwrap();
        };
        let flipped = |path: &Path| {
            let mut bytes = fs::read(path).unwrap();
            bytes[3] ^= 2;
            fs::write(path, bytes).unwrap();
        };
        let changes: [fn(&Path); 5] = [
            moved,
            |path| fs::remove_file(path).unwrap(),
            replaced,
            |path| fs::write(path, "").unwrap(),
            flipped,
        ];
        for change in changes {
            let folder = tempfile::tempdir().unwrap();
            let path = folder.path().join("q");
            let expected = job(&path, false)
                .run(&Control::never(), &mut |_| {})
                .unwrap();
            let mut is_changed = false;
            let failed = job(&path, true).run(&Control::never(), &mut |progress| {
                if progress.phase == Phase::Counting && !is_changed {
                    is_changed = true;
                    change(&path);
                }
            });
            let failed = failed.unwrap_err();
            let JobError::Failed(Error::Ledger(LedgerError::Rescued {
                path: Some(path), ..
            })) = failed
            else {
                panic!("{failed}");
            };
            // The new file has everything: nothing is counted again.
            let rescued = fs::read(&path).unwrap();
            let found = job(&path, true)
                .run(&Control::never(), &mut |_| {})
                .unwrap();
            assert_eq!(found, expected);
            assert_eq!(fs::read(&path).unwrap(), rescued);
        }
    }

    #[test]
    fn ranges_are_read_back() {
        let board = ConstrainedBoard::new(9).unwrap();
        for numbers in [vec![3], vec![0, 1, 2, 5, 7, 8], vec![0, 2, 4]] {
            let mut counted = Counted::new(&board, Route::Direct).unwrap();
            let sums = ["1"; 81].join(",");
            assert_eq!(counted.read(&ranges(&numbers), &sums), Some(()));
            let units = (0..counted.units.len()).filter(|unit| counted.units[*unit]);
            assert_eq!(units.collect::<Vec<_>>(), numbers);
        }
        assert_eq!(ranges(&[0, 1, 2, 5, 7, 8]), "0-2,5,7-8");
    }
}
