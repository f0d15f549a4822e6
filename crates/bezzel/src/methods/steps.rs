//! Steps: a run divided into pages that can be read forwards and backwards.
//!
//! Runs are deterministic, so a page is recorded by running the method again and keeping only
//! the requested steps. Stepping back is exact, memory is bounded by the page, and a page that
//! starts at step k costs O(k) cheap events.

use std::ops::ControlFlow;

use super::kind::{Follower, StepKind};
use super::observer::{Context, Counters, Data, Event, Observer};
use super::sources::{self, SourceLine};
use crate::Square;

/// Step of a run, with the state after it.
///
/// ```
/// use bezzel::{NEVER, methods::{Event, Method, Step}};
/// let page = Method::SlopeTest.run(4)?.steps(1, 1, NEVER);
/// let Step { index, event, queens, .. } = &page.steps[0];
/// assert!(matches!(event, Event::Place { .. }));
/// assert_eq!((*index, queens.len()), (1, 1));
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Step {
    /// Number of the step, from 0.
    pub index: u64,
    /// The kind, which also marks its line in the listing.
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub kind: StepKind,
    /// What happens in this step.
    #[serde(flatten)]
    pub event: Event,
    /// Queens on the board after the step, in the order in which they were placed.
    pub queens: Vec<Square>,
    /// Work counters, including this step.
    pub counters: Counters,
    /// Data structures of the method.
    pub data: Data,
    /// Source line that does the step.
    pub source: SourceLine,
    /// Number of solutions found before each of the queens was placed.
    #[serde(skip)]
    pub solutions_before: Vec<u64>,
}

impl Step {
    /// Returns the depth in the recursion: the number of queens above the row of the step.
    ///
    /// ```
    /// use bezzel::{NEVER, methods::Method};
    /// let page = Method::SlopeTest.run(4)?.steps(0, 3, NEVER);
    /// let depths: Vec<_> = page.steps.iter().map(|step| step.depth()).collect();
    /// assert_eq!(depths, [0, 0, 1], "try and place in row 0, then row 1");
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn depth(&self) -> usize {
        self.queens.len() - usize::from(self.kind.has_just_placed())
    }
}

/// Page of steps, returned by [`Run::steps`](super::Run::steps).
#[derive(Debug, Clone, PartialEq, Eq, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Steps {
    /// Requested steps that exist in the run.
    pub steps: Vec<Step>,
    /// `true` if the run ends with this page.
    pub ended: bool,
}

/// Observer that calls a function with each step of a run from step `from` on, until it breaks.
///
/// ```
/// use bezzel::methods::{ForEachStep, Method};
/// use std::ops::ControlFlow;
/// let mut seen = Vec::new();
/// let _ = Method::SlopeTest.run(4)?.observe(&mut ForEachStep::new(10, |step| {
///     seen.push(step.index);
///     if seen.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// }));
/// assert_eq!(seen, [10, 11, 12]);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug)]
pub struct ForEachStep<F> {
    from: u64,
    index: u64,
    follower: Follower,
    counters: Counters,
    each: F,
}

impl<F: FnMut(Step) -> ControlFlow<()>> ForEachStep<F> {
    /// Creates an observer that skips the steps before `from`.
    pub fn new(from: u64, each: F) -> Self {
        Self {
            from,
            index: 0,
            follower: Follower::default(),
            counters: Counters::default(),
            each,
        }
    }
}

impl<F: FnMut(Step) -> ControlFlow<()>> Observer for ForEachStep<F> {
    fn event(&mut self, event: Event, context: &Context<'_>) -> ControlFlow<()> {
        self.counters.add(&event);
        let kind = self.follower.kind(&event);
        let index = self.index;
        self.index += 1;
        if index < self.from {
            return ControlFlow::Continue(());
        }
        (self.each)(Step {
            index,
            kind,
            event,
            queens: self.follower.queens.clone(),
            counters: self.counters,
            data: context.data(),
            source: sources::algorithm_line(kind, context.source()),
            solutions_before: self.follower.solutions_before.clone(),
        })
    }
}

/// Observer that can be cancelled, for example from another thread: it calls `should_stop`
/// every 4,096 events and breaks if that returns `true`.
///
/// ```
/// use bezzel::methods::{Counters, Method, Stoppable};
/// let mut work = Counters::default();
/// let flow = Method::Bitmask.run(30)?.observe(&mut Stoppable::new(&mut work, &|| true));
/// assert!(flow.is_break());
/// # Ok::<(), bezzel::Error>(())
/// ```
pub struct Stoppable<'a> {
    observer: &'a mut dyn Observer,
    should_stop: &'a dyn Fn() -> bool,
    events: u32,
}

impl<'a> Stoppable<'a> {
    /// Creates an observer that forwards every event to `observer`.
    pub fn new(observer: &'a mut dyn Observer, should_stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            observer,
            should_stop,
            events: 0,
        }
    }
}

impl Observer for Stoppable<'_> {
    fn event(&mut self, event: Event, context: &Context<'_>) -> ControlFlow<()> {
        // 4,096 events take well under 10 ms.
        const EVENTS_PER_STOP_CHECK: u32 = 4096;
        if self.events.is_multiple_of(EVENTS_PER_STOP_CHECK) && (self.should_stop)() {
            return ControlFlow::Break(());
        }
        self.events = self.events.wrapping_add(1);
        self.observer.event(event, context)
    }
}
