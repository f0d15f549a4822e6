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

/// A finished count, whose checks have passed.
#[derive(Debug, Clone, PartialEq)]
pub struct CountResult {
    /// Q(n), or the number of completions of the board.
    pub solutions: u128,
    /// What counted: the name of a method, `search`, or `colour-split-counter`.
    pub algorithm: &'static str,
    /// Number of CPU threads; 0 if only GPUs counted.
    pub threads: u32,
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
/// assert_eq!((result.solutions, result.algorithm), (92, "mirrored-bitmask"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct CountJob {
    threads: Option<u32>,
    way: Way,
}

enum Way {
    /// The search or the colour-split counter, until the first run has chosen.
    Fastest(ConstrainedBoard),
    Method(Method, u32),
    Search(ConstrainedBoard),
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
                _ => {
                    let units = CountUnits::new(EngineSelection::new(None, threads));
                    Self::by_units(Storage::Board(board), units)
                }
            };
        }
        check_search(n)?;
        Ok(Self {
            threads,
            way: Way::Fastest(board),
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
            threads: if method.is_sequential() {
                Some(1)
            } else {
                threads
            },
            way: Way::Method(method, board.size()),
        })
    }

    /// Counts by the colour-split counter what `storage` names. Fails if n is too large.
    pub fn by_units(storage: Storage, units: CountUnits) -> Result<Self, Error> {
        if let Storage::Board(board) = &storage
            && board.size() > MAX_COUNT_SIZE
        {
            Plan::new(board.size())?;
        }
        Ok(Self {
            threads: Some(units.engines.threads()),
            way: Way::Units(Box::new(UnitCount::new(storage, units))),
        })
    }
}

/// Chooses between search and colour-split counter, which takes seconds for some boards.
fn chosen(
    board: ConstrainedBoard,
    threads: Option<u32>,
    control: &Control,
    observe: &mut Observer,
) -> Result<Way, JobError> {
    let choose = move || (prefers_colour_split_counter(&board), board);
    Ok(
        match in_phase(Phase::Preparing, control, observe, choose)? {
            (true, board) => {
                let units = CountUnits::new(EngineSelection::new(None, threads));
                Way::Units(Box::new(UnitCount::new(Storage::Board(board), units)))
            }
            (false, board) => Way::Search(board),
        },
    )
}

impl Job for CountJob {
    type Answer = CountResult;

    fn run(&mut self, control: &Control, observe: &mut Observer) -> Result<CountResult, JobError> {
        let threads = self.threads.unwrap_or_else(available_threads);
        let (solutions, algorithm, units) = match &mut self.way {
            Way::Fastest(board) => {
                self.way = chosen(board.clone(), self.threads, control, observe)?;
                return self.run(control, observe);
            }
            Way::Units(count) => {
                let units = count.run(control, observe)?;
                (units.total.solutions, "colour-split-counter", Some(units))
            }
            Way::Method(method, n) => {
                let (method, n) = (*method, *n);
                let solutions = run_reporting(control, observe, move |parts| {
                    method.count_parallel(n, threads as usize, &|part| parts.send(part))
                })??;
                (solutions, method.name(), None)
            }
            Way::Search(board) => {
                let board = board.clone();
                let counted = run_reporting(control, observe, move |parts| {
                    let (should_stop, progress) =
                        (|| parts.is_abandoned(), |part| parts.send(part));
                    board.count_completions_parallel(threads as usize, &should_stop, &progress)
                })??;
                // It stops only if it is abandoned.
                (counted.ok_or(JobError::Cancelled)?, "search", None)
            }
        };
        Ok(CountResult {
            solutions,
            algorithm,
            threads,
            units,
        })
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
