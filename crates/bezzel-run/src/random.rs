//! The use case "random solutions": exactly uniform from unit values that are counted or stored, or
//! from a search for boards with few completions, or by local search.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;

use bezzel::{ConstrainedBoard, MAX_COMPLETED, min_conflicts};
use bezzel_campaign::Ledger;
use bezzel_count::{Backend, DrawCounter, DrawnUnit, Draws, Plan, Route, UniformDraws};
use bezzel_gpu::BackendSet;

use crate::choice::{prefers_record_counter, search_ns};
use crate::detached::detached;
use crate::threads::UnitThreads;
use crate::{Count, CountEvent, CountRequest, Error, POLL_INTERVAL, available_threads, listed};

/// Largest n for which solutions are uniform by default: all units are counted first, in seconds.
pub const MAX_UNIFORM_BY_DEFAULT: u32 = 20;

/// Largest expected CPU time of the count of a board from which solutions are drawn by default, in
/// hours. A search for all completions never takes longer.
const MAX_HOURS_BY_DEFAULT: f64 = 1.0;

const NS_PER_HOUR: f64 = 3.6e12;

/// Largest number of queens of all random solutions of a request together, which are in memory before
/// they are returned.
pub const MAX_QUEENS: u32 = 1 << 28;

/// Largest number of units whose values are counted first; they take 256 MiB. The plan of
/// n = 28 has 772,190 units, that of n = 32 has 3 · 10⁹.
const MAX_UNITS: u64 = 1 << 24;

/// Number of units of a ledger that are read between two reports.
const UNITS_PER_REPORT: u64 = 256;

/// Distribution of random solutions.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum RandomMethod {
    /// Each solution has the same probability.
    Uniform,
    /// Randomised local search. Some solutions are more likely than others.
    MinConflicts,
}

impl RandomMethod {
    /// Both methods.
    pub const ALL: [Self; 2] = [Self::Uniform, Self::MinConflicts];

    /// Returns the name, as in `--method`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Uniform => "uniform",
            Self::MinConflicts => "min-conflicts",
        }
    }
}

/// Options of random solutions. [`new`](Self::new) sets the defaults.
#[derive(Debug, Clone)]
#[non_exhaustive]
pub struct RandomRequest {
    /// Number of queens, rows and columns.
    pub n: u32,
    /// Board with placed queens and blocked squares, whose completions are drawn [default: none].
    pub board: Option<ConstrainedBoard>,
    /// Number of solutions.
    pub count: usize,
    /// Seed: equal seeds give equal solutions of the same method, whatever the ledger, the backends, the
    /// threads and the number of solutions.
    pub seed: u64,
    /// Distribution [default: uniform up to n = [`MAX_UNIFORM_BY_DEFAULT`], with a board and with a
    /// ledger].
    pub method: Option<RandomMethod>,
    /// Ledger with all unit values of n queens; without one they are counted first.
    pub ledger: Option<PathBuf>,
    /// Backends of the record counter [default: the fastest CPU backend]. GPUs count the unit values;
    /// solutions are drawn on the CPU.
    pub backends: Option<BackendSet>,
    /// Number of CPU threads [default: all].
    pub threads: Option<u32>,
}

/// Progress of random solutions.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum RandomProgress {
    /// The unit values are counted, or read from the ledger; the finished part, 0 to 1.
    Counting(f64),
    /// Solutions are drawn: how many of all.
    Drawing(usize),
}

/// Receives the progress and returns false to cancel.
type Observe<'a> = &'a mut dyn FnMut(RandomProgress) -> bool;

/// Reads the values of all units on a separate thread: another process may have locked the ledger,
/// and checking a large one takes minutes.
fn stored_values(
    path: &Path,
    n: u32,
    observe: Observe<'_>,
) -> Result<Option<(Plan, Vec<u128>)>, Error> {
    let (sender, messages) = mpsc::channel();
    let path = path.to_owned();
    let read = move || {
        let read = read_values(&path, n, &mut |fraction| {
            // The receiver is gone after a cancellation.
            sender.send(Reading::Part(fraction)).is_ok()
        });
        let _ = sender.send(Reading::Done(read));
    };
    let started = thread::Builder::new().spawn(read);
    started.map_err(|error| Error::Thread(error.to_string()))?;
    let mut fraction = 0.0;
    loop {
        match messages.recv_timeout(POLL_INTERVAL) {
            Ok(Reading::Part(part)) => fraction = part,
            Ok(Reading::Done(read)) => return read,
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => return Err(Error::Panicked),
        }
        if !observe(RandomProgress::Counting(fraction)) {
            return Ok(None);
        }
    }
}

/// A message of the thread that reads a ledger.
enum Reading {
    /// So much is read, 0 to 1.
    Part(f64),
    /// The values of all units, or the reason why there are none.
    Done(Result<Option<(Plan, Vec<u128>)>, Error>),
}

fn read_values(
    path: &Path,
    n: u32,
    proceed: &mut dyn FnMut(f64) -> bool,
) -> Result<Option<(Plan, Vec<u128>)>, Error> {
    let ledger = Ledger::open_to_read(path)?;
    let plan = ledger.units().plan().clone();
    if plan.n() != n {
        return Err(Error::LedgerSize {
            n,
            found: plan.n(),
            path: path.to_owned(),
        });
    }
    // Checks that every unit has a result and that all of them agree.
    ledger.final_result()?;
    let mut values = Vec::new();
    for unit in 0..plan.len() {
        if unit.is_multiple_of(UNITS_PER_REPORT) && !proceed(unit as f64 / plan.len() as f64) {
            return Ok(None);
        }
        values.push(ledger.accepted_value(unit)?);
    }
    Ok(Some((plan, values)))
}

/// Returns true if a search lists the completions of the board, because that is expected to be faster
/// than to count units.
fn lists_completions(board: &ConstrainedBoard) -> bool {
    board.size() <= MAX_COMPLETED
        && search_ns(board) <= MAX_HOURS_BY_DEFAULT * NS_PER_HOUR
        && !prefers_record_counter(board)
}

impl RandomRequest {
    /// Returns a request for one solution.
    pub fn new(n: u32, seed: u64) -> Self {
        Self {
            n,
            board: None,
            count: 1,
            seed,
            method: None,
            ledger: None,
            backends: None,
            threads: None,
        }
    }

    /// Returns a request for one completion of a board.
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// use bezzel_run::RandomRequest;
    /// let mut board = ConstrainedBoard::new(8)?;
    /// board.place(Square::new(0, 3))?;
    /// let solutions = RandomRequest::of_board(board, 1).run(&mut |_| true)?.unwrap();
    /// assert_eq!(solutions[0][0], 3);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn of_board(board: ConstrainedBoard, seed: u64) -> Self {
        let request = Self::new(board.size(), seed);
        Self {
            board: Some(board).filter(|board| !board.is_unconstrained()),
            ..request
        }
    }

    /// Returns a random seed below 2⁵³.
    pub fn random_seed() -> u64 {
        fastrand::u64(..1 << 53)
    }

    /// Returns the method: the requested one, or the default.
    pub fn method(&self) -> RandomMethod {
        let is_uniform =
            self.ledger.is_some() || self.board.is_some() || self.n <= MAX_UNIFORM_BY_DEFAULT;
        self.method.unwrap_or(if is_uniform {
            RandomMethod::Uniform
        } else {
            RandomMethod::MinConflicts
        })
    }

    /// Returns the solutions, each as one column for each row; none if n has no solution. Returns
    /// `None` if `observe` returned false.
    ///
    /// ```
    /// use bezzel_run::{RandomMethod, RandomRequest};
    /// let mut request = RandomRequest::new(8, 1);
    /// request.count = 3;
    /// assert_eq!(request.method(), RandomMethod::Uniform);
    /// let solutions = request.run(&mut |_| true)?.unwrap();
    /// assert_eq!(solutions.len(), 3);
    ///
    /// let solutions = RandomRequest::new(1000, 1).run(&mut |_| true)?.unwrap();
    /// assert_eq!(solutions[0].len(), 1000);
    /// # Ok::<(), bezzel_run::Error>(())
    /// ```
    pub fn run(&self, observe: Observe<'_>) -> Result<Option<Vec<Vec<u32>>>, Error> {
        let queens = u64::from(self.n).checked_mul(self.count as u64);
        let max = u64::from(MAX_QUEENS);
        if queens.is_none_or(|queens| queens > max) || self.count as u64 > max {
            return Err(Error::TooManyQueens {
                n: self.n,
                count: self.count,
                max,
            });
        }
        match self.method() {
            RandomMethod::Uniform => self.uniform(observe),
            RandomMethod::MinConflicts if self.board.is_some() => Err(Error::Constraints {
                algorithm: RandomMethod::MinConflicts.name(),
            }),
            RandomMethod::MinConflicts => self.min_conflicts(observe),
        }
    }

    /// Returns the CPU time, in seconds, that a search for all completions of the board is expected to
    /// take; infinite without a board, and for n > [`MAX_COMPLETED`](bezzel::MAX_COMPLETED).
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// use bezzel_run::RandomRequest;
    /// let mut board = ConstrainedBoard::new(32)?;
    /// board.place(Square::new(0, 1))?;
    /// assert!(RandomRequest::of_board(board.clone(), 1).search_seconds() > 1e6);
    /// for row in 1..16 {
    ///     board.place(Square::new(row, 2 * row + 1))?;
    /// }
    /// assert!(RandomRequest::of_board(board, 1).search_seconds() < 1.0);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn search_seconds(&self) -> f64 {
        self.board.as_ref().map_or(f64::INFINITY, search_ns) / 1e9
    }

    /// Draws from the completions that a search lists, or from the values of all units. Only the board
    /// decides which: with and without a ledger or a backend, equal seeds give equal solutions.
    fn uniform(&self, observe: Observe<'_>) -> Result<Option<Vec<Vec<u32>>>, Error> {
        let contradicts = |board: &ConstrainedBoard| board.contradiction().is_some();
        if self.board.as_ref().is_some_and(contradicts) {
            return Ok(Some(Vec::new()));
        }
        let stored = match &self.ledger {
            Some(path) => match stored_values(path, self.n, observe)? {
                Some(stored) => {
                    self.check_board(path, &stored.0)?;
                    Some(stored)
                }
                None => return Ok(None),
            },
            None => None,
        };
        let board = match &stored {
            Some((plan, _)) => plan.board(),
            None => self.board.as_ref().map(ConstrainedBoard::reduced),
        };
        let Some(is_listed) = self.is_listed(board.clone(), observe)? else {
            return Ok(None);
        };
        if let Some(board) = board.filter(|_| is_listed) {
            let observe = std::cell::RefCell::new(observe);
            let should_stop = || !observe.borrow_mut()(RandomProgress::Counting(0.0));
            return listed::drawn(&board, self.count, self.seed, &should_stop);
        }
        let counted = match stored {
            Some(stored) => Some(stored),
            None => self.counted(observe)?,
        };
        let Some((plan, values)) = counted else {
            return Ok(None);
        };
        let (count, seed) = (self.count, self.seed);
        let draw = move || Ok::<_, Error>(UniformDraws::new(plan, values)?.draw(count, seed));
        let mut drawing = || observe(RandomProgress::Drawing(0));
        let Some(draws) = detached(&mut drawing, draw)?.transpose()? else {
            return Ok(None);
        };
        self.drawn(draws, observe)
    }

    /// Chooses between search and units. Returns `None` if `observe` returned false.
    fn is_listed(
        &self,
        board: Option<ConstrainedBoard>,
        observe: Observe<'_>,
    ) -> Result<Option<bool>, Error> {
        let backends = self.backends.clone();
        let choose = move || {
            // A missing backend is an error also where none is needed.
            backends.map_or(Ok(0), |backends| backends.count_engines(1))?;
            Ok(board.as_ref().is_some_and(lists_completions))
        };
        detached(&mut || observe(RandomProgress::Counting(0.0)), choose)?.transpose()
    }

    /// Returns the CPU backend that draws.
    fn backend(&self) -> Backend {
        let cpu = self.backends.as_ref().and_then(BackendSet::cpu);
        cpu.unwrap_or_else(Backend::detect)
    }

    fn plan(&self) -> Result<Plan, Error> {
        let plan = match &self.board {
            None => Plan::new(self.n),
            Some(board) => Plan::constrained(board),
        };
        Ok(plan?)
    }

    /// Fails if a board is given and the ledger is for another one.
    fn check_board(&self, path: &Path, stored: &Plan) -> Result<(), Error> {
        let text = |board: &ConstrainedBoard| board.reduced().to_compact();
        let is_same = |board| text(board).as_deref() == stored.constraint();
        if self.board.as_ref().is_none_or(is_same) {
            return Ok(());
        }
        let n = stored.n();
        let board = stored.constraint();
        Err(Error::LedgerBoard {
            found: board.map_or_else(|| format!("n = {n}"), |board| format!("board {board}")),
            path: path.to_owned(),
        })
    }

    /// Fails if the count of a board is expected to take long and uniform draws are only the default.
    fn check_cost(&self, nanoseconds: f64) -> Result<(), Error> {
        let hours = nanoseconds / NS_PER_HOUR;
        if self.board.is_some() && self.method.is_none() && hours > MAX_HOURS_BY_DEFAULT {
            return Err(Error::LongCount {
                n: self.n,
                hours,
                max: MAX_HOURS_BY_DEFAULT,
            });
        }
        Ok(())
    }

    /// Returns a zero for each unit. Fails if they would need too much memory.
    fn room(&self, plan: &Plan) -> Result<Vec<u128>, Error> {
        let units = plan.len();
        if units > MAX_UNITS {
            return Err(Error::TooManyUnits {
                n: self.n,
                units,
                max: MAX_UNITS,
            });
        }
        Ok(vec![0; units as usize])
    }

    /// Counts the values of all units.
    fn counted(&self, observe: Observe<'_>) -> Result<Option<(Plan, Vec<u128>)>, Error> {
        let request = self.clone();
        let mut planning = || observe(RandomProgress::Counting(0.0));
        let planned = detached(&mut planning, move || request.plan())?;
        let Some(plan) = planned.transpose()? else {
            return Ok(None);
        };
        self.check_cost(plan.cost())?;
        let mut values = self.room(&plan)?;
        let request = CountRequest {
            board: self.board.clone(),
            record_counter: true,
            backends: self.backends.clone(),
            threads: self.threads,
            storage: crate::Storage::Plan(plan.clone()),
            ..CountRequest::new(self.n)
        };
        let counted = Count::new(request)?.run(&mut |event| {
            let mut fraction = 0.0;
            if let CountEvent::Units { progress, .. } = event {
                fraction = progress.fraction.unwrap_or(0.0);
                for record in progress
                    .records
                    .iter()
                    .filter(|record| record.route == Route::Direct)
                {
                    values[record.unit as usize] = record.result.value;
                }
            }
            observe(RandomProgress::Counting(fraction))
        })?;
        Ok(counted.map(|_| (plan, values)))
    }

    /// Finds the solutions of all draws on several threads.
    fn drawn(
        &self,
        mut draws: Draws,
        observe: Observe<'_>,
    ) -> Result<Option<Vec<Vec<u32>>>, Error> {
        let threads = self.threads.unwrap_or_else(available_threads) as usize;
        let threads = threads.min(draws.units_left());
        let counters = (0..threads).map(|_| DrawCounter::new(self.backend()));
        let counters = counters.collect::<Result<Vec<_>, _>>()?;
        let mut units = Vec::new();
        while let Some(unit) = draws.next_unit() {
            units.push(unit);
        }
        // Units with neighbouring indices share tables.
        units.reverse();
        let threads =
            UnitThreads::start(counters, units.into_iter(), |counter, unit: DrawnUnit| {
                let solutions = counter.solutions(&unit);
                (unit, solutions)
            })?;
        let mut done = 0;
        let is_complete = threads.for_each(|drawn| {
            if let Some((unit, solutions)) = drawn {
                draws.add(&unit, solutions?);
                done += unit.solutions();
            }
            Ok(observe(RandomProgress::Drawing(done)))
        })?;
        if !is_complete {
            return Ok(None);
        }
        draws.finish().map(Some).ok_or(Error::Panicked)
    }

    fn min_conflicts(&self, observe: Observe<'_>) -> Result<Option<Vec<Vec<u32>>>, Error> {
        let mut seeds = bezzel::seeded(self.seed);
        let mut solutions = Vec::new();
        for done in 0..self.count {
            let cancelled = std::cell::Cell::new(false);
            let observe = std::cell::RefCell::new(&mut *observe);
            let should_stop = || {
                if !observe.borrow_mut()(RandomProgress::Drawing(done)) {
                    cancelled.set(true);
                }
                cancelled.get()
            };
            let found = min_conflicts(self.n, seeds.u64(..), &should_stop)?;
            if cancelled.get() {
                return Ok(None);
            }
            let Some(columns) = found else {
                return Ok(Some(Vec::new()));
            };
            solutions.push(columns);
        }
        Ok(Some(solutions))
    }
}

#[cfg(test)]
mod tests;
