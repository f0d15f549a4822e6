//! Searches for steps: the next solution, backtrack or conflict, step over and step out.

use std::ops::{ControlFlow, Range};

use super::kind::{Follower, StepKind};
use super::observer::{Context, Event, Observer};

/// Step that [`Run::next_step`](super::Run::next_step) and
/// [`Run::previous_step`](super::Run::previous_step) search for.
///
/// ```
/// use bezzel::{NEVER, methods::{Goal, Method, StepKind}};
/// let run = Method::SlopeTest.run(4)?;
/// // From the first queen over everything that is searched below it.
/// let placed = run.next_step(0, &Goal::kind(StepKind::Place), NEVER);
/// let over = run.next_step(placed.unwrap() + 1, &Goal::Depth(0), NEVER);
/// let step = &run.steps(over.unwrap(), 1, NEVER).steps[0];
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
    fn event(&mut self, event: Event, _: &Context<'_>) -> ControlFlow<()> {
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
