//! Counts by the colour-split counter: Q(n), completions of a board and occupancies in units, which
//! several workers can count, and uniform random completions.
//!
//! | module | responsibility |
//! |---|---|
//! | `units` | the units of a count, each by its number |
//! | `results` | results of units |
//! | `total` | the total that they add up to |
//! | `random` | uniform random completions |

mod random;
mod results;
mod total;
mod units;

use bezzel::ConstrainedBoard;
use serde::{Deserialize, Serialize};

use crate::Host;
use crate::board::Board;
use crate::problem::Problem;
use crate::reply::Answer;

use self::random::Drawing;
use self::units::{Count, Counters};

pub use self::random::RandomCompletions;
pub use self::results::{CountedUnit, Number, Solutions};
pub use self::total::{Check, CountTotal};
pub use self::units::CountPlan;

/// A request about solutions that are too many to be listed.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CountRequest {
    /// Asks for the units of a count.
    Plan {
        /// The numbers that are counted.
        of: CountSubject,
        /// The board.
        board: Board,
    },
    /// Counts one unit.
    Unit {
        /// The numbers that are counted.
        of: CountSubject,
        /// The board.
        board: Board,
        /// Number of the unit.
        index: usize,
    },
    /// Adds the results of all units, in any order, and checks the total.
    Total {
        /// The numbers that are counted.
        of: CountSubject,
        /// The board.
        board: Board,
        /// One result of each unit.
        results: Vec<CountedUnit>,
    },
    /// Counts all units, and adds and checks them.
    Whole {
        /// The numbers that are counted.
        of: CountSubject,
        /// The board.
        board: Board,
    },
    /// Draws random completions of a board, each with the same probability.
    Random {
        /// The board.
        board: Board,
        /// Number of completions; 0 only checks that the board is accepted.
        count: usize,
        /// Seed below 2⁵³: equal seeds give equal completions.
        seed: u64,
    },
}

/// The numbers that are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub enum CountSubject {
    /// The completions of the board.
    Solutions,
    /// The completions with a queen on each square.
    Occupancy,
}

/// A message about a request that is not answered yet.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct CountProgress {
    /// Part of the expected work that is done, from 0 to 1.
    pub fraction: f64,
}

/// Shortest time between two messages, in seconds.
const MESSAGE_INTERVAL_SECONDS: f64 = 0.05;

/// Tells the program how much of a request is done.
struct Reporter<'a> {
    host: &'a mut dyn Host,
    /// Time of the last message.
    last: f64,
}

impl<'a> Reporter<'a> {
    fn new(host: &'a mut dyn Host) -> Self {
        let last = host.seconds();
        Self { host, last }
    }

    fn report(&mut self, fraction: f64) {
        let now = self.host.seconds();
        if now - self.last >= MESSAGE_INTERVAL_SECONDS {
            self.last = now;
            let fraction = fraction.clamp(0.0, 1.0);
            let message = serde_json::to_vec(&CountProgress { fraction });
            self.host.tell(&message.expect("a number"));
        }
    }
}

/// Counts, with plans and tables that are kept from one request to the next.
#[derive(Default)]
pub(crate) struct Counter {
    counters: Counters,
    /// The last count that was asked for.
    last: Option<Count>,
    /// The last board of which completions were drawn.
    drawing: Option<Drawing>,
}

impl Counter {
    pub(crate) fn answer(
        &mut self,
        request: CountRequest,
        host: &mut dyn Host,
    ) -> Result<Answer, Problem> {
        Ok(match request {
            CountRequest::Plan { of, board } => Answer::new(&self.count(of, &board)?.0.view()),
            CountRequest::Unit { of, board, index } => {
                let (count, counters) = self.count(of, &board)?;
                let started = host.seconds();
                let mut result = count.unit(counters, index)?;
                result.seconds = host.seconds() - started;
                Answer::new(&result)
            }
            CountRequest::Total { of, board, results } => {
                Answer::new(&self.count(of, &board)?.0.total(&results)?)
            }
            CountRequest::Whole { of, board } => {
                let (count, counters) = self.count(of, &board)?;
                let mut reporter = Reporter::new(host);
                let report = &mut |fraction| reporter.report(fraction);
                Answer::new(&count.whole(counters, report)?)
            }
            CountRequest::Random { board, count, seed } => {
                Answer::new(&self.random(board.constrained()?, count, seed, host)?)
            }
        })
    }

    /// Returns a count, the last one if that has the same subject and board, and the counters.
    fn count(
        &mut self,
        of: CountSubject,
        board: &Board,
    ) -> Result<(&Count, &mut Counters), Problem> {
        let board = board.constrained()?;
        let count = match self.last.take().filter(|last| last.is_of(of, &board)) {
            Some(last) => last,
            None => Count::new(of, board)?,
        };
        Ok((self.last.insert(count), &mut self.counters))
    }

    fn random(
        &mut self,
        board: ConstrainedBoard,
        count: usize,
        seed: u64,
        host: &mut dyn Host,
    ) -> Result<RandomCompletions, Problem> {
        random::check(count, seed)?;
        let mut reporter = Reporter::new(host);
        let report = &mut |fraction| reporter.report(fraction);
        let drawing = match self.drawing.take().filter(|last| last.is_of(&board)) {
            Some(last) => last,
            None if count == 0 => {
                random::check_board(&board)?;
                return Ok(RandomCompletions::none(&board, seed));
            }
            None => Drawing::new(board, &mut self.counters, report)?,
        };
        (self.drawing.insert(drawing)).drawn(&mut self.counters, count, seed, report)
    }
}
