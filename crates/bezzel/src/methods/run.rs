//! Runs of a method, on an empty board or on one with constraints.

use std::ops::ControlFlow;

use super::find::{Finder, Goal};
use super::observer::{Counted, Counters, Observed, Observer, Watch};
use super::opening::USUAL_SEED;
use super::steps::{ForEachStep, Steps, Stoppable};
use super::{Method, bitmask};
use crate::constrained::lines::by_row;
use crate::{ConstrainedBoard, Error, NEVER, Square};

/// A method and the board that it searches: an empty one with [`Method::run`].
///
/// ```
/// use bezzel::{NEVER, methods::{Event, Method, Run}};
/// use bezzel::{ConstrainedBoard, Square};
/// let mut board = ConstrainedBoard::new(6)?;
/// board.place(Square::new(2, 5))?.block(Square::new(0, 0))?;
/// let run = Run::new(Method::Bitmask, &board)?;
/// let solution = run.next_solution(0, NEVER).unwrap();
/// let step = &run.steps(solution, 1, NEVER).steps[0];
/// let Event::Solution { columns, .. } = &step.event else { panic!() };
/// assert_eq!(columns[..], [1, 3, 5, 0, 2, 4]);
///
/// let error = Run::new(Method::SlopeTest, &board).err().unwrap();
/// assert_eq!(
///     error.to_string(),
///     "expected an empty board with slope-test, found placed queens or blocked squares: \
///      these methods search such a board: bitmask"
/// );
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone)]
pub struct Run {
    method: Method,
    n: u32,
    /// Columns that each row allows, for a board with constraints.
    allowed: Option<Vec<u64>>,
    /// State of the random numbers, for a method that draws some.
    seed: u64,
}

impl Method {
    /// Returns the run on an empty board. Fails with [`Error::TooLarge`] if the method does not accept n.
    ///
    /// ```
    /// use bezzel::{NEVER, methods::Method};
    /// let run = Method::Bitmask.run(8)?;
    /// let first = run.next_solution(0, NEVER).unwrap();
    /// assert_eq!(run.previous_solution(first, NEVER), None);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn run(self, n: u32) -> Result<Run, Error> {
        Run::new(self, &ConstrainedBoard::new(n)?)
    }

    /// Returns true if the method searches boards with constraints.
    pub fn accepts_constraints(self) -> bool {
        self == Self::Bitmask
    }
}

impl Run {
    /// Fails if the method does not accept n, or constraints that the board has.
    pub fn new(method: Method, board: &ConstrainedBoard) -> Result<Self, Error> {
        let n = board.size();
        method.check_size(n)?;
        let allowed = match board.is_unconstrained() {
            true => None,
            false if method.accepts_constraints() => Some(allowed(board)),
            false => {
                return Err(Error::Constraints {
                    method: method.name(),
                    accepted: Method::names(Method::accepts_constraints),
                });
            }
        };
        let seed = USUAL_SEED;
        Ok(Self {
            method,
            n,
            allowed,
            seed,
        })
    }

    /// Sets the seed of a method that draws random numbers. The same seed gives the same run.
    ///
    /// ```
    /// use bezzel::methods::{Method, Run};
    /// use bezzel::{ConstrainedBoard, NEVER};
    /// let run = Method::MinConflicts.run(8)?;
    /// let (one, two) = (run.clone().seeded(1), run.clone().seeded(2));
    /// assert_ne!(one.steps(0, 8, NEVER), two.steps(0, 8, NEVER));
    /// assert_eq!(one.steps(0, 8, NEVER), run.seeded(1).steps(0, 8, NEVER));
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    #[must_use]
    pub fn seeded(self, seed: u64) -> Self {
        // Mixed, as the simple generator of the methods would begin alike with seeds that follow
        // each other.
        let seed = crate::seeded(seed).u64(..1 << 31);
        Self { seed, ..self }
    }

    /// Returns the size of the board.
    pub fn size(&self) -> u32 {
        self.n
    }

    /// Returns the columns that each row allows, for a board with constraints.
    pub(super) fn allowed(&self) -> Option<&[u64]> {
        self.allowed.as_deref()
    }

    /// Returns the method by which the board is searched.
    pub fn method(&self) -> Method {
        self.method
    }

    /// Runs the method with an observer, to the end or until the observer breaks.
    pub fn observe(&self, observer: &mut dyn Observer) -> ControlFlow<()> {
        self.watch(&mut Observed(observer))
    }

    fn watch<O: Watch>(&self, observer: &mut O) -> ControlFlow<()> {
        match &self.allowed {
            Some(allowed) => bitmask::search_allowed(self.n, allowed, observer).map_continue(drop),
            None => self.method.watch(self.n, self.seed, observer),
        }
    }

    /// Calls `each` with the columns of every solution, in the order of the method, until `each`
    /// breaks or `should_stop` returns `true`.
    ///
    /// ```
    /// use bezzel::{NEVER, methods::{Method, Run}};
    /// use bezzel::{ConstrainedBoard, Square};
    /// use std::ops::ControlFlow;
    /// let mut board = ConstrainedBoard::new(6)?;
    /// board.block(Square::new(0, 1))?;
    /// let mut first = Vec::new();
    /// let _ = Run::new(Method::Bitmask, &board)?.visit_solutions(NEVER, &mut |columns| {
    ///     first = columns.to_vec();
    ///     ControlFlow::Break(())
    /// });
    /// assert_eq!(first, [2, 5, 1, 4, 0, 3]);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn visit_solutions(
        &self,
        should_stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        self.counted(should_stop, each).0
    }

    /// Returns the work counters of a whole run.
    ///
    /// ```
    /// use bezzel::methods::Method;
    /// let work = Method::BruteForce.run(4)?.counters();
    /// assert_eq!((work.solutions, work.tried), (2, 4 + 16 + 64 + 256));
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn counters(&self) -> Counters {
        self.counted(NEVER, &mut |_| ControlFlow::Continue(())).1
    }

    fn counted(
        &self,
        should_stop: &dyn Fn() -> bool,
        each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
    ) -> (ControlFlow<()>, Counters) {
        let mut counted = Counted {
            counters: Counters::default(),
            each,
            should_stop,
        };
        (self.watch(&mut counted), counted.counters)
    }

    /// Records the steps `from`, `from + 1`, … of the run, at most `len` of them. The page ends
    /// early if `should_stop` returns `true`.
    pub fn steps(&self, from: u64, len: usize, should_stop: &dyn Fn() -> bool) -> Steps {
        let mut page = Vec::new();
        let mut recorder = ForEachStep::new(from, |step| {
            if page.len() == len {
                return ControlFlow::Break(());
            }
            page.push(step);
            ControlFlow::Continue(())
        });
        let flow = self.observe(&mut Stoppable::new(&mut recorder, should_stop));
        Steps {
            steps: page,
            ended: flow.is_continue(),
        }
    }

    /// Finds the number of the first step at or after `from` that meets the goal. Returns `None` if
    /// no such step follows or `should_stop` returns `true` first.
    pub fn next_step(&self, from: u64, goal: &Goal, should_stop: &dyn Fn() -> bool) -> Option<u64> {
        let mut finder = Finder::new(goal, from..u64::MAX, true);
        let _ = self.observe(&mut Stoppable::new(&mut finder, should_stop));
        finder.found()
    }

    /// Finds the number of the last step before `before` that meets the goal. Returns `None` if
    /// no such step follows or `should_stop` returns `true` first.
    pub fn previous_step(
        &self,
        before: u64,
        goal: &Goal,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<u64> {
        let mut finder = Finder::new(goal, 0..before, false);
        let flow = self.observe(&mut Stoppable::new(&mut finder, should_stop));
        finder.last_before(before, flow)
    }

    /// Finds the number of the first step at or after `from` that is a solution. Returns `None` if
    /// no such step follows or `should_stop` returns `true` first.
    pub fn next_solution(&self, from: u64, should_stop: &dyn Fn() -> bool) -> Option<u64> {
        self.next_step(from, &Goal::solution(), should_stop)
    }

    /// Finds the number of the last step before `before` that is a solution. Returns `None` if
    /// no such step follows or `should_stop` returns `true` first.
    pub fn previous_solution(&self, before: u64, should_stop: &dyn Fn() -> bool) -> Option<u64> {
        self.previous_step(before, &Goal::solution(), should_stop)
    }
}

/// Returns the columns that each row allows. A row with a placed queen allows that square only,
/// unless it is blocked or another queen is placed in the row; other rows allow no attacked square.
fn allowed(board: &ConstrainedBoard) -> Vec<u64> {
    let n = board.size();
    let is_allowed = |square: &Square| {
        let attacks = |queen: Square| queen != *square && queen.line_to(*square).is_some();
        !board.is_blocked(*square) && !board.queens().any(attacks)
    };
    by_row(n, Square::all(n).filter(is_allowed))
}
