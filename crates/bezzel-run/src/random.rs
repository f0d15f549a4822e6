//! Random solutions: exactly uniform from unit values that are counted, or from a
//! search for boards with few completions, or by local search.

use std::cell::RefCell;

use bezzel::{ConstrainedBoard, min_conflicts};
use bezzel_count::{
    Counter, DrawnUnit, MAX_LISTING_HOURS, Plan, Schedule, UniformDraws, draw_listed,
    lists_completions,
};

use crate::ledger::check_size;
use crate::progress::Observer;
use crate::threads::count_each;
use crate::wait::in_phase;
use crate::{
    Control, CountJob, CountUnits, Done, EngineSelection, Error, Job, JobError, Phase, Progress,
    Storage,
};

/// Largest n for which solutions are uniform by default: all units are counted first, in seconds.
pub const MAX_UNIFORM_BY_DEFAULT: u32 = 20;

const NS_PER_HOUR: f64 = 3.6e12;

/// Largest number of queens of all random solutions of a request together, which are in memory before
/// they are returned.
pub const MAX_QUEENS: u32 = 1 << 28;

/// Distribution of random solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RandomMethod {
    /// Each solution has the same probability.
    Uniform,
    /// Randomised local search. Some solutions are more likely than others.
    MinConflicts,
}

impl RandomMethod {
    /// Both methods, the uniform one first.
    pub const ALL: [Self; 2] = [Self::Uniform, Self::MinConflicts];

    /// Returns the name, as in `--method`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::MinConflicts => "min-conflicts",
        }
    }
}

/// Draws random solutions, each as one column for each row; none if n has no solution.
///
/// ```
/// use bezzel::{ConstrainedBoard, Square};
/// use bezzel_run::{Control, DrawJob, EngineSelection, Job, RandomMethod};
/// let draw = |board, count| {
///     let engines = EngineSelection::new(None, None);
///     DrawJob::new(board, None, engines, count, 1)
/// };
/// let mut job = draw(ConstrainedBoard::new(8)?, 3)?;
/// assert_eq!(job.method(), RandomMethod::Uniform);
/// assert_eq!(job.run(&Control::never(), &mut |_| {})?.len(), 3);
///
/// let mut board = ConstrainedBoard::new(8)?;
/// board.place(Square::new(0, 3))?;
/// let solutions = draw(board, 1)?.run(&Control::never(), &mut |_| {})?;
/// assert_eq!(solutions[0][0], 3);
///
/// let solutions = draw(ConstrainedBoard::new(1000)?, 1)?.run(&Control::never(), &mut |_| {})?;
/// assert_eq!(solutions[0].len(), 1000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct DrawJob {
    board: ConstrainedBoard,
    asked: Option<RandomMethod>,
    engines: EngineSelection,
    count: usize,
    seed: u64,
}

/// The values of all units of a plan.
type Values = (Plan, Vec<u128>);

/// Returns the progress while the unit values are counted.
fn counting(fraction: f64, done: Done) -> Progress<'static> {
    Progress {
        fraction: Some(fraction / 2.0),
        done,
        ..Progress::of(Phase::Counting)
    }
}

/// Returns a random seed below 2⁵³.
pub fn random_seed() -> u64 {
    fastrand::u64(..1 << 53)
}

impl DrawJob {
    /// Draws `count` completions of this board. Equal seeds give equal solutions of the same method,
    /// whatever the engines and the number of solutions. GPUs count the unit values;
    /// solutions are drawn on the CPU.
    ///
    /// Without a method, solutions are uniform for n up to [`MAX_UNIFORM_BY_DEFAULT`] and for boards with
    /// constraints whose count is not expected to take long; otherwise a local search finds them.
    ///
    /// Fails if they have more than [`MAX_QUEENS`] together, and if local search is asked for a board
    /// with constraints.
    pub fn new(
        board: ConstrainedBoard,
        method: Option<RandomMethod>,
        engines: EngineSelection,
        count: usize,
        seed: u64,
    ) -> Result<Self, Error> {
        let (n, max) = (board.size(), u64::from(MAX_QUEENS));
        let queens = u64::from(n).checked_mul(count as u64);
        if queens.is_none_or(|queens| queens > max) || count as u64 > max {
            return Err(Error::TooManyQueens { n, count, max });
        }
        if method == Some(RandomMethod::MinConflicts) && !board.is_unconstrained() {
            return Err(Error::Constraints {
                algorithm: RandomMethod::MinConflicts.name(),
            });
        }
        Ok(Self {
            board,
            asked: method,
            engines,
            count,
            seed,
        })
    }

    /// Returns the method that was asked for, or else the default for this size.
    pub fn method(&self) -> RandomMethod {
        let is_small = self.board.size() <= MAX_UNIFORM_BY_DEFAULT;
        let default = match self.board.is_unconstrained() && !is_small {
            true => RandomMethod::MinConflicts,
            false => RandomMethod::Uniform,
        };
        self.asked.unwrap_or(default)
    }

    /// Draws from the completions that a search lists, or from the values of all units. Only the board
    /// decides which: with and without a backend, equal seeds give equal solutions.
    fn uniform(
        &self,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<Vec<Vec<u32>>, JobError> {
        if self.board.contradiction().is_some() {
            return Ok(Vec::new());
        }
        let board = Some(self.board.reduced()).filter(|board| !board.is_unconstrained());
        if let Some(board) = self.listed(board, control, observe)? {
            let observe = RefCell::new(observe);
            let should_stop = || {
                observe.borrow_mut()(&counting(0.0, Done::Boards(0)));
                control.check().is_err()
            };
            let drawn = draw_listed(&board, self.count, self.seed, &should_stop)?;
            return drawn.ok_or_else(|| stopped(control));
        }
        let (plan, values) = self.counted(control, observe)?;
        let (count, seed) = (self.count, self.seed);
        let draw = move || Ok::<_, Error>(UniformDraws::new(plan, values)?.draw(count, seed));
        let draws = in_phase(Phase::Drawing, control, observe, draw)??;
        self.drawn(draws, control, observe)
    }

    /// Returns the board if its completions are listed, or `None` if its units are counted.
    fn listed(
        &self,
        board: Option<ConstrainedBoard>,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<Option<ConstrainedBoard>, JobError> {
        let engines = self.engines.clone();
        let choose = move || {
            // A missing backend is an error also where none is needed.
            engines.check()?;
            Ok::<_, Error>(board.filter(lists_completions))
        };
        Ok(in_phase(Phase::Preparing, control, observe, choose)??)
    }

    /// Fails if the count of a board is expected to take long and uniform draws are only the default.
    fn check_cost(&self, nanoseconds: f64) -> Result<(), Error> {
        let hours = nanoseconds / NS_PER_HOUR;
        let is_default = self.asked.is_none() && !self.board.is_unconstrained();
        if is_default && hours > MAX_LISTING_HOURS {
            return Err(Error::LongCount {
                n: self.board.size(),
                hours,
                max: MAX_LISTING_HOURS,
            });
        }
        Ok(())
    }

    /// Counts the values of all units.
    fn counted(&self, control: &Control, observe: &mut Observer) -> Result<Values, JobError> {
        let board = self.board.clone();
        let plan = move || Plan::constrained(&board);
        let plan = in_phase(Phase::Preparing, control, observe, plan)??;
        self.check_cost(plan.cost())?;
        check_size(&plan)?;
        let mut values = vec![0; plan.len() as usize];
        let units = CountUnits::new(self.engines.clone());
        let mut job = CountJob::by_units(Storage::Plan(plan.clone()), units)?;
        job.run(control, &mut |progress| {
            for stored in progress.units.map_or(&[][..], |units| units.stored) {
                values[stored.unit as usize] = stored.result.value;
            }
            observe(&counting(progress.fraction.unwrap_or(0.0), progress.done));
        })?;
        Ok((plan, values))
    }

    /// Finds the solutions of all draws on several threads.
    fn drawn(
        &self,
        draws: Vec<DrawnUnit>,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<Vec<Vec<u32>>, JobError> {
        let threads = (self.engines.cpu_threads() as usize).min(draws.len());
        let counters = (0..threads).map(|_| Counter::new(self.engines.cpu_backend()));
        let counters = counters.collect::<Result<Vec<_>, _>>()?;
        let all: usize = draws.iter().map(DrawnUnit::solutions).sum();
        // Units with neighbouring indices share tables.
        let schedule = Schedule::of_list(draws, |unit| unit.solutions() as f64);
        let (mut found, mut done) = (vec![Vec::new(); all], 0);
        let count = Counter::solutions;
        count_each(schedule, counters, count, control, |drawn, _| {
            for (number, columns) in drawn.map_or(Ok(Vec::new()), |(_, solutions)| solutions)? {
                found[number] = columns;
                done += 1;
            }
            observe(&self.drawing(done, 0.5));
            Ok(())
        })?;
        match done == all {
            true => Ok(found),
            false => Err(Error::Panicked.into()),
        }
    }

    /// Returns the progress of draws before which the part `before` of the job was done.
    fn drawing(&self, done: usize, before: f64) -> Progress<'static> {
        let part = done as f64 / self.count.max(1) as f64;
        Progress {
            fraction: Some(before + (1.0 - before) * part),
            done: Done::Boards(done as u64),
            ..Progress::of(Phase::Drawing)
        }
    }

    fn min_conflicts(
        &self,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<Vec<Vec<u32>>, JobError> {
        let mut seeds = bezzel::seeded(self.seed);
        let mut solutions = Vec::new();
        for done in 0..self.count {
            let ended = RefCell::new(Ok(()));
            let observe = RefCell::new(&mut *observe);
            let should_stop = || {
                observe.borrow_mut()(&self.drawing(done, 0.0));
                *ended.borrow_mut() = control.check();
                ended.borrow().is_err()
            };
            let found = min_conflicts(self.board.size(), seeds.u64(..), &should_stop)?;
            ended.into_inner()?;
            let Some(columns) = found else {
                return Ok(Vec::new());
            };
            solutions.push(columns);
        }
        Ok(solutions)
    }
}

impl Job for DrawJob {
    type Answer = Vec<Vec<u32>>;

    fn run(
        &mut self,
        control: &Control,
        observe: &mut Observer,
    ) -> Result<Vec<Vec<u32>>, JobError> {
        match self.method() {
            RandomMethod::Uniform => self.uniform(control, observe),
            RandomMethod::MinConflicts => self.min_conflicts(control, observe),
        }
    }
}

/// Returns why the control has stopped a search.
fn stopped(control: &Control) -> JobError {
    control.check().err().unwrap_or(JobError::Cancelled)
}

#[cfg(test)]
mod tests;
