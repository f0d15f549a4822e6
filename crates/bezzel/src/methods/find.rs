//! Searches for steps: the next solution, backtrack or conflict, step over and step out.

use std::ops::{ControlFlow, Range};

use super::Method;
use super::kind::{Follower, StepKind};
use super::observer::{Context, Event, Observer};
use super::steps::Stoppable;
use crate::Error;

/// Step that [`next_step`] and [`previous_step`] search for.
///
/// ```
/// use bezzel::{NEVER, methods::{Goal, Method, StepKind, next_step, steps}};
/// // From the first queen over everything that is searched below it.
/// let placed = next_step(Method::SlopeTest, 4, 0, &Goal::kind(StepKind::Place), NEVER)?;
/// let over = next_step(Method::SlopeTest, 4, placed.unwrap() + 1, &Goal::Depth(0), NEVER)?;
/// let step = &steps(Method::SlopeTest, 4, over.unwrap(), 1, NEVER)?.steps[0];
/// assert_eq!((step.kind, step.queens.len()), (StepKind::Remove, 0));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Goal {
    /// A step of one of these kinds.
    Kinds(Vec<StepKind>),
    /// A step of at most this [depth](super::Step::depth).
    Depth(usize),
}

impl Goal {
    /// Returns the goal of a step of this kind.
    pub fn kind(kind: StepKind) -> Self {
        Goal::Kinds(vec![kind])
    }

    /// Returns the goal of a solution, found or counted by symmetry.
    pub fn solution() -> Self {
        Goal::Kinds(vec![StepKind::Solution, StepKind::Image])
    }

    fn is_met(&self, kind: StepKind, depth: usize) -> bool {
        match self {
            Goal::Kinds(kinds) => kinds.contains(&kind),
            Goal::Depth(most) => depth <= *most,
        }
    }
}

/// Finds the number of the first step at or after `from` that meets the goal. Returns `None` if
/// there is none or `should_stop` returns `true` first.
///
/// ```
/// use bezzel::{NEVER, methods::{Goal, Method, StepKind, next_step, steps}};
/// let goal = Goal::kind(StepKind::Exhausted);
/// let at = next_step(Method::Bitmask, 4, 0, &goal, NEVER)?.unwrap();
/// let step = &steps(Method::Bitmask, 4, at, 1, NEVER)?.steps[0];
/// assert_eq!(step.queens.len(), 2, "two queens leave no free square in row 2");
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn next_step(
    method: Method,
    n: u32,
    from: u64,
    goal: &Goal,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<u64>, Error> {
    let mut finder = Finder::new(goal, from..u64::MAX, true);
    let _ = method.observe(n, &mut Stoppable::new(&mut finder, should_stop))?;
    Ok(finder.found)
}

/// Finds the number of the last step before `before` that meets the goal. Returns `None` if
/// there is none or `should_stop` returns `true` first.
///
/// ```
/// use bezzel::{NEVER, methods::{Goal, Method, StepKind, previous_step}};
/// let place = Goal::kind(StepKind::Place);
/// assert_eq!(previous_step(Method::SlopeTest, 4, 5, &place, NEVER)?, Some(1));
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn previous_step(
    method: Method,
    n: u32,
    before: u64,
    goal: &Goal,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<u64>, Error> {
    let mut finder = Finder::new(goal, 0..before, false);
    let flow = method.observe(n, &mut Stoppable::new(&mut finder, should_stop))?;
    Ok(finder.last_before(before, flow))
}

/// Finds the number of the first step at or after `from` that is a solution. Returns `None` if
/// there is none or `should_stop` returns `true` first.
///
/// ```
/// use bezzel::{NEVER, methods::{Method, next_solution, steps}};
/// let at = next_solution(Method::Bitmask, 8, 0, NEVER)?.unwrap();
/// let step = &steps(Method::Bitmask, 8, at, 1, NEVER)?.steps[0];
/// let columns: Vec<_> = step.queens.iter().map(|queen| queen.column).collect();
/// assert_eq!(columns, [0, 4, 7, 5, 2, 6, 1, 3]);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn next_solution(
    method: Method,
    n: u32,
    from: u64,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<u64>, Error> {
    next_step(method, n, from, &Goal::solution(), should_stop)
}

/// Finds the number of the last step before `before` that is a solution. Returns `None` if
/// there is none or `should_stop` returns `true` first.
///
/// ```
/// use bezzel::{NEVER, methods::{Method, next_solution, previous_solution}};
/// let first = next_solution(Method::Bitmask, 8, 0, NEVER)?.unwrap();
/// let second = next_solution(Method::Bitmask, 8, first + 1, NEVER)?.unwrap();
/// assert_eq!(previous_solution(Method::Bitmask, 8, second, NEVER)?, Some(first));
/// assert_eq!(previous_solution(Method::Bitmask, 8, first, NEVER)?, None);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn previous_solution(
    method: Method,
    n: u32,
    before: u64,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<u64>, Error> {
    previous_step(method, n, before, &Goal::solution(), should_stop)
}

/// Finds the first or the last step of a range that meets a goal.
pub(super) struct Finder<'a> {
    goal: &'a Goal,
    among: Range<u64>,
    first: bool,
    /// Number of the next step.
    index: u64,
    follower: Follower,
    found: Option<u64>,
}

impl<'a> Finder<'a> {
    pub(super) fn new(goal: &'a Goal, among: Range<u64>, first: bool) -> Self {
        Self {
            goal,
            among,
            first,
            index: 0,
            follower: Follower::default(),
            found: None,
        }
    }

    pub(super) fn found(&self) -> Option<u64> {
        self.found
    }

    /// Returns the last step found before this one, unless the run was stopped earlier.
    pub(super) fn last_before(&self, before: u64, flow: ControlFlow<()>) -> Option<u64> {
        let is_certain = flow.is_continue() || self.index >= before;
        self.found.filter(|_| is_certain)
    }
}

impl Observer for Finder<'_> {
    fn event(&mut self, event: Event<'_>, _: &Context<'_>) -> ControlFlow<()> {
        let index = self.index;
        if index >= self.among.end {
            return ControlFlow::Break(());
        }
        self.index += 1;
        let kind = self.follower.kind(&event);
        let depth = self.follower.depth(kind);
        if index >= self.among.start && self.goal.is_met(kind, depth) {
            self.found = Some(index);
            if self.first {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
