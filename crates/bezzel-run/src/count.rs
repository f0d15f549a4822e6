//! The count: chooses an algorithm, runs it and returns a checked total.

mod by_units;
mod complement;

use bezzel::methods::{FinishedPart, Method};
use bezzel::{ConstrainedBoard, MAX_COMPLETED};
use bezzel_count::{MAX_COUNT_SIZE, Plan, Total, prefers_colour_split_counter};

use crate::progress::Observer;
use crate::wait::{Reporter, in_phase, reported};
use crate::{
    Control, Done, EngineSelection, Error, Job, JobError, Phase, Progress, available_threads,
};

use by_units::UnitCount;
pub use by_units::{CountUnits, Storage};

/// Smallest n for which the colour-split counter is clearly faster than the fastest method: 2 ms
/// against 4 ms on one core of an Emerald Rapids VM, 2026-11-21, by `bezzel count 12 -t 1` with
/// and without `-m mirrored-bitmask`; at n = 11 both take 1 ms.
const COLOUR_SPLIT_COUNTER_FROM_N: u32 = 12;

/// How a job counts: by a method, a search, or the colour-split counter.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// A method, on this number of threads.
    Method(Method, u32),
    /// The search on a board with constraints, on this number of threads.
    Search(u32),
    /// The colour-split counter, with these engines.
    ColourSplitCounter(EngineSelection),
}

impl Algorithm {
    /// Returns the name of the method or of the colour-split counter.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Method(method, _) => method.name(),
            Self::Search(_) => "search",
            Self::ColourSplitCounter(_) => "colour-split-counter",
        }
    }

    /// Returns the number of CPU threads.
    pub fn threads(&self) -> u32 {
        match self {
            Self::Method(_, threads) | Self::Search(threads) => *threads,
            Self::ColourSplitCounter(selection) => selection.threads(),
        }
    }
}

/// A finished count, whose checks have passed.
#[derive(Debug, Clone, PartialEq)]
pub struct CountResult {
    /// Q(n), or the number of completions of the board.
    pub solutions: u128,
    /// The counter that was used: with the fastest one asked for, the choice.
    pub algorithm: Algorithm,
    /// The results of the colour-split counter.
    pub units: Option<UnitTotal>,
}

/// The results of the colour-split counter.
#[derive(Debug, Clone, PartialEq)]
pub struct UnitTotal {
    /// The total, with its solutions by number of black queens.
    pub total: Total,
    /// Names of the backends, without repetitions.
    pub backends: Vec<String>,
    /// Units of the plan, all of them counted.
    pub units: u64,
    /// Number of confirmed units, if a double check was requested or a ledger has the results.
    pub confirmed: Option<u64>,
}

/// Counts the solutions of the empty board, or the completions of a board with constraints.
///
/// ```
/// use bezzel::ConstrainedBoard;
/// use bezzel_run::{Control, CountJob, Job};
/// let mut job = CountJob::fastest(ConstrainedBoard::new(8)?, None)?;
/// let result = job.run(&Control::never(), &mut |_| {})?;
/// assert_eq!((result.solutions, result.algorithm.name()), (92, "mirrored-bitmask"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CountJob {
    board: ConstrainedBoard,
    threads: Option<u32>,
    /// `None` until the first run of [`fastest`](Self::fastest) has chosen.
    way: Option<Way>,
}

enum Way {
    Method(Method),
    Search,
    Units(Box<UnitCount>),
}

impl CountJob {
    /// Counts by the fastest algorithm: a method for small n, otherwise the colour-split counter;
    /// with constraints, the search or the colour-split counter by their expected times. Uses all
    /// threads by default. Fails if n is too large.
    pub fn fastest(board: ConstrainedBoard, threads: Option<u32>) -> Result<Self, Error> {
        let n = board.size();
        if board.is_unconstrained() {
            return match n {
                0..COLOUR_SPLIT_COUNTER_FROM_N => {
                    Self::by_method(board, Method::MirroredBitmask, threads)
                }
                _ => Self::by_units(board, CountUnits::new(EngineSelection::new(None, threads))),
            };
        }
        check_search(n)?;
        Ok(Self {
            board,
            threads,
            way: None,
        })
    }

    /// Counts by a method, on all threads by default. Fails if n is too large for it, or if the
    /// board has constraints.
    pub fn by_method(
        board: ConstrainedBoard,
        method: Method,
        threads: Option<u32>,
    ) -> Result<Self, Error> {
        if !board.is_unconstrained() {
            let algorithm = method.name();
            return Err(Error::Constraints { algorithm });
        }
        method.check_count(board.size())?;
        Ok(Self {
            board,
            threads: if method.is_sequential() {
                Some(1)
            } else {
                threads
            },
            way: Some(Way::Method(method)),
        })
    }

    /// Counts by the colour-split counter. Fails if n is too large, or if the ledger is for another
    /// board. A board whose constraints contradict each other has no units; the search counts it.
    pub fn by_units(board: ConstrainedBoard, units: CountUnits) -> Result<Self, Error> {
        if board.size() > MAX_COUNT_SIZE {
            Plan::new(board.size())?;
        }
        let threads = Some(units.engines.threads());
        let way = match units.stores_in_file() && board.contradiction().is_some() {
            true => Way::Search,
            false => Way::Units(Box::new(UnitCount::new(board.clone(), units)?)),
        };
        Ok(Self {
            board,
            threads,
            way: Some(way),
        })
    }

    fn threads(&self) -> u32 {
        self.threads.unwrap_or_else(available_threads)
    }

    /// Chooses between search and colour-split counter, which takes seconds for some boards.
    fn choose(&self, control: &Control, observe: &mut Observer) -> Result<Way, JobError> {
        let board = self.board.clone();
        let choose = move || prefers_colour_split_counter(&board);
        Ok(
            match in_phase(Phase::Preparing, control, observe, choose)? {
                true => {
                    let units = CountUnits::new(EngineSelection::new(None, self.threads));
                    Way::Units(Box::new(UnitCount::new(self.board.clone(), units)?))
                }
                false => Way::Search,
            },
        )
    }
}

impl Job for CountJob {
    type Answer = CountResult;

    fn run(&mut self, control: &Control, observe: &mut Observer) -> Result<CountResult, JobError> {
        let way = match self.way.take() {
            Some(way) => way,
            None => self.choose(control, observe)?,
        };
        let threads = self.threads();
        match self.way.insert(way) {
            Way::Units(count) => {
                let units = count.run(control, observe)?;
                Ok(CountResult {
                    solutions: units.total.solutions,
                    algorithm: Algorithm::ColourSplitCounter(count.options.engines.clone()),
                    units: Some(units),
                })
            }
            Way::Method(method) => {
                let (method, n) = (*method, self.board.size());
                let solutions = run_reporting(control, observe, move |parts| {
                    method.count_parallel(n, threads as usize, &|part| parts.send(part))
                })??;
                Ok(without_units(Algorithm::Method(method, threads), solutions))
            }
            Way::Search => {
                let board = self.board.clone();
                let counted = run_reporting(control, observe, move |parts| {
                    let (should_stop, progress) =
                        (|| parts.is_abandoned(), |part| parts.send(part));
                    board.count_completions_parallel(threads as usize, &should_stop, &progress)
                })??;
                // It stops only if it is abandoned.
                let solutions = counted.ok_or(JobError::Cancelled)?;
                Ok(without_units(Algorithm::Search(threads), solutions))
            }
        }
    }
}

fn without_units(algorithm: Algorithm, solutions: u128) -> CountResult {
    CountResult {
        solutions,
        algorithm,
        units: None,
    }
}

/// Runs a count that reports its parts.
fn run_reporting<T: Send + 'static>(
    control: &Control,
    observe: &mut Observer,
    count: impl FnOnce(&Reporter<FinishedPart>) -> T + Send + 'static,
) -> Result<T, JobError> {
    let (mut fraction, mut solutions) = (None, 0);
    reported(control, count, |part: Option<FinishedPart>| {
        if let Some(part) = part {
            solutions += part.solutions;
            fraction = Some(part.done as f64 / part.parts as f64);
        }
        observe(&Progress {
            fraction,
            done: Done::Solutions(solutions),
            ..Progress::of(Phase::Counting)
        });
    })
}

/// Fails if the search does not accept n.
fn check_search(n: u32) -> Result<(), Error> {
    if n <= MAX_COMPLETED {
        return Ok(());
    }
    Err(Error::Method(bezzel::Error::TooLarge {
        n: n.into(),
        what: "counting with constraints",
        max: MAX_COMPLETED,
    }))
}

#[cfg(test)]
mod tests;
