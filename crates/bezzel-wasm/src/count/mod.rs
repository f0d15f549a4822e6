//! Counts by the colour-split counter: Q(n) in units, which several workers can count, the completions of
//! a board and its occupancies, and uniform random completions.

mod random;
mod total;
mod units;

use bezzel::ConstrainedBoard;
use bezzel::shared::check_size;
use bezzel_count::{Backend, Counter, Plan, Route, UnitResult};
use serde::Deserialize;

use crate::Host;
use crate::answer::Answer;
use crate::board::Board;
use crate::problem::Problem;

use self::random::Drawing;

pub(crate) use self::random::RandomCompletions;
pub(crate) use self::total::CountTotal;
pub(crate) use self::units::{CountPlan, CountedUnit};

/// Largest n that is planned: Q(24) takes hours. Boards of more rows are searched.
const MAX_PLANNED_N: u32 = 24;

/// A request about solutions that are too many to be listed.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CountRequest {
    /// Asks for the units of Q(n).
    Plan {
        /// Number of queens.
        n: u32,
        /// The lines of the units that are counted. What is damaged in them is counted again.
        ledger: String,
    },
    /// Counts a unit of Q(n).
    Unit {
        /// Number of queens.
        n: u32,
        /// Number of the unit in the plan, from 0.
        index: u64,
        /// The present time, in seconds since 1970.
        time: i64,
    },
    /// Adds the results of all units of Q(n), in any order, and checks the total.
    Total {
        /// Number of queens.
        n: u32,
        /// The lines of all units.
        ledger: String,
    },
    /// Counts all units of a board, and adds and checks them.
    Whole { of: CountSubject, board: Board },
    /// Draws random completions of a board, each with the same probability.
    Random {
        board: Board,
        /// Number of completions; 0 only checks that the board is accepted.
        count: usize,
        /// Seed below 2⁵³: equal seeds give equal completions.
        seed: u64,
    },
}

/// What is counted on a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum CountSubject {
    /// The completions of the board.
    Solutions,
    /// The completions with a queen on each square.
    Occupancy,
}

/// The counter of an engine, made when it is first used. It keeps tables.
#[derive(Default)]
struct LazyCounter(Option<Counter>);

impl LazyCounter {
    fn get(&mut self) -> Result<&mut Counter, Problem> {
        let counter = match self.0.take() {
            Some(counter) => counter,
            None => Counter::new(Backend::detect())?,
        };
        Ok(self.0.insert(counter))
    }

    /// Counts all units of a plan.
    fn count_all(&mut self, plan: &Plan) -> Result<Vec<UnitResult>, Problem> {
        let counter = self.get()?;
        let results = plan.units().map(|unit| counter.count(&unit, Route::Direct));
        Ok(results.collect())
    }
}

/// Counts, with plans and tables that are kept from one request to the next.
#[derive(Default)]
pub(crate) struct Answerer {
    counter: LazyCounter,
    /// The last plan that was asked for.
    plan: Option<Plan>,
    /// The last board whose completions were drawn.
    drawing: Option<Drawing>,
}

impl Answerer {
    pub(crate) fn answer(
        &mut self,
        request: CountRequest,
        host: &dyn Host,
    ) -> Result<Answer, Problem> {
        Ok(match request {
            CountRequest::Plan { n, ledger } => {
                Answer::new(&CountPlan::new(self.plan(n)?.0, &ledger)?)
            }
            CountRequest::Unit { n, index, time } => {
                let (plan, counter) = self.plan(n)?;
                Answer::new(&CountedUnit::count(
                    plan,
                    counter.get()?,
                    index,
                    time,
                    host,
                )?)
            }
            CountRequest::Total { n, ledger } => {
                Answer::new(&CountTotal::of_ledger(self.plan(n)?.0, &ledger)?)
            }
            CountRequest::Whole { of, board } => Answer::new(&CountTotal::whole(
                of,
                &board.constrained()?,
                &mut self.counter,
            )?),
            CountRequest::Random { board, count, seed } => {
                Answer::new(&self.random(board.constrained()?, count, seed)?)
            }
        })
    }

    /// Returns the plan of Q(n), and the counter.
    fn plan(&mut self, n: u32) -> Result<(&Plan, &mut LazyCounter), Problem> {
        let plan = match self.plan.take().filter(|plan| plan.n() == n) {
            Some(plan) => plan,
            None => {
                check_size(n, MAX_PLANNED_N)?;
                Plan::new(n)?
            }
        };
        Ok((self.plan.insert(plan), &mut self.counter))
    }

    fn random(
        &mut self,
        board: ConstrainedBoard,
        count: usize,
        seed: u64,
    ) -> Result<RandomCompletions, Problem> {
        random::check(count, seed)?;
        let drawing = match self.drawing.take().filter(|last| last.board == board) {
            Some(last) => last,
            None if count == 0 => {
                random::check_board(&board)?;
                return Ok(RandomCompletions::none(&board, seed));
            }
            None => Drawing::new(board, &mut self.counter)?,
        };
        (self.drawing.insert(drawing)).drawn(&mut self.counter, count, seed)
    }
}
