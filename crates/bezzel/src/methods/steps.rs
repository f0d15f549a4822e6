//! Steps: a run cut into pages that can be read forwards and backwards.
//!
//! A run is deterministic, so a page of it is made by running the method again and keeping
//! only the steps that were asked for. Going back is exact, memory is bounded by the page,
//! and a page that starts at step k costs O(k) cheap events.

use std::ops::{ControlFlow, Range};
use std::panic::Location;

use serde::Serialize;

use super::Method;
use super::observer::{Counters, Data, Event, Observer};
use crate::{Error, Square};

/// One step of a run, with everything that a reader sees after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Step {
    /// The number of the step, from 0.
    pub index: u64,
    /// What happened.
    #[serde(flatten)]
    pub event: Event<'static>,
    /// The queens on the board afterwards, in the order in which they were placed.
    pub queens: Vec<Square>,
    /// The work so far, this step included.
    pub counters: Counters,
    /// What the method holds.
    pub data: Data,
    /// Where the method's source reports the step.
    pub source: SourceLine,
}

/// A line in one of [`SOURCES`](super::SOURCES).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SourceLine {
    /// The name of the file, without directories.
    pub file: &'static str,
    /// The line, from 1.
    pub line: u32,
}

impl SourceLine {
    fn of(location: &'static Location<'static>) -> Self {
        let path = location.file();
        Self {
            file: path.rsplit(['/', '\\']).next().unwrap_or(path),
            line: location.line(),
        }
    }
}

/// A page of steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Steps {
    /// The steps that were asked for, as far as the run has them.
    pub steps: Vec<Step>,
    /// Whether the run ends with this page.
    pub ended: bool,
}

/// The steps `from`, `from + 1`, … of a run, at most `len` of them. If `should_stop` says so,
/// the page breaks off earlier.
///
/// ```
/// use bezzel::methods::{Event, Method, steps};
/// let page = steps(Method::Bitmask, 8, 0, 3, &|| false)?;
/// assert!(matches!(page.steps[0].event, Event::Test { .. }));
/// assert!(matches!(page.steps[2].event, Event::Place { .. }));
/// assert!(!page.ended);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn steps(
    method: Method,
    n: u32,
    from: u64,
    len: usize,
    should_stop: &dyn Fn() -> bool,
) -> Result<Steps, Error> {
    let mut page = Vec::new();
    let mut recorder = ForEachStep::new(from, |step| {
        if page.len() == len {
            return ControlFlow::Break(());
        }
        page.push(step);
        ControlFlow::Continue(())
    });
    let flow = method.observe(n, &mut Stoppable::new(&mut recorder, should_stop))?;
    Ok(Steps {
        steps: page,
        ended: flow.is_continue(),
    })
}

/// The number of the first step at or after `from` that is a solution; none if `should_stop`
/// says so before it is found.
///
/// ```
/// use bezzel::methods::{Method, next_solution, steps};
/// let at = next_solution(Method::Bitmask, 8, 0, &|| false)?.unwrap();
/// let step = &steps(Method::Bitmask, 8, at, 1, &|| false)?.steps[0];
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
    let mut finder = Finder::new(from..u64::MAX, true);
    let _ = method.observe(n, &mut Stoppable::new(&mut finder, should_stop))?;
    Ok(finder.found)
}

/// The number of the last step before `before` that is a solution; none if `should_stop` says
/// so before it is certain.
///
/// ```
/// use bezzel::methods::{Method, next_solution, previous_solution};
/// let first = next_solution(Method::Bitmask, 8, 0, &|| false)?.unwrap();
/// let second = next_solution(Method::Bitmask, 8, first + 1, &|| false)?.unwrap();
/// assert_eq!(previous_solution(Method::Bitmask, 8, second, &|| false)?, Some(first));
/// assert_eq!(previous_solution(Method::Bitmask, 8, first, &|| false)?, None);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn previous_solution(
    method: Method,
    n: u32,
    before: u64,
    should_stop: &dyn Fn() -> bool,
) -> Result<Option<u64>, Error> {
    let mut finder = Finder::new(0..before, false);
    let flow = method.observe(n, &mut Stoppable::new(&mut finder, should_stop))?;
    let is_certain = flow.is_continue() || finder.index >= before;
    Ok(finder.found.filter(|_| is_certain))
}

/// Calls a function with each step of a run from step `from` on, until it breaks.
///
/// ```
/// use bezzel::methods::{ForEachStep, Method};
/// use std::ops::ControlFlow;
/// let mut seen = Vec::new();
/// let _ = Method::SlopeTest.observe(4, &mut ForEachStep::new(10, |step| {
///     seen.push(step.index);
///     if seen.len() < 3 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
/// }))?;
/// assert_eq!(seen, [10, 11, 12]);
/// # Ok::<(), bezzel::Error>(())
/// ```
#[derive(Debug)]
pub struct ForEachStep<F> {
    from: u64,
    index: u64,
    queens: Vec<Square>,
    counters: Counters,
    each: F,
}

impl<F: FnMut(Step) -> ControlFlow<()>> ForEachStep<F> {
    /// Passes over the steps before `from`.
    pub fn new(from: u64, each: F) -> Self {
        Self {
            from,
            index: 0,
            queens: Vec::new(),
            counters: Counters::default(),
            each,
        }
    }
}

impl<F: FnMut(Step) -> ControlFlow<()>> Observer for ForEachStep<F> {
    fn event(&mut self, event: Event<'_>, data: &dyn Fn() -> Data) -> ControlFlow<()> {
        self.counters.add(&event);
        match event {
            Event::Place { square } => self.queens.push(square),
            Event::Remove { square } => self.queens.retain(|queen| *queen != square),
            _ => {}
        }
        let index = self.index;
        self.index += 1;
        if index < self.from {
            return ControlFlow::Continue(());
        }
        (self.each)(Step {
            index,
            event: event.into_owned(),
            queens: self.queens.clone(),
            counters: self.counters,
            data: data(),
            source: SourceLine::of(Location::caller()),
        })
    }
}

/// An observer that can be told, from another thread for instance, to give up: it asks
/// `should_stop` now and then and breaks when the answer is yes.
///
/// ```
/// use bezzel::methods::{Counters, Method, Stoppable};
/// let mut work = Counters::default();
/// let flow = Method::Bitmask.observe(30, &mut Stoppable::new(&mut work, &|| true))?;
/// assert!(flow.is_break());
/// # Ok::<(), bezzel::Error>(())
/// ```
pub struct Stoppable<'a, O> {
    observer: &'a mut O,
    should_stop: &'a dyn Fn() -> bool,
    events: u32,
}

impl<'a, O: Observer> Stoppable<'a, O> {
    /// Passes every event on to `observer`.
    pub fn new(observer: &'a mut O, should_stop: &'a dyn Fn() -> bool) -> Self {
        Self {
            observer,
            should_stop,
            events: 0,
        }
    }
}

impl<O: Observer> Observer for Stoppable<'_, O> {
    fn event(&mut self, event: Event<'_>, data: &dyn Fn() -> Data) -> ControlFlow<()> {
        // Some thousand events take far less than a person notices.
        const PATIENCE: u32 = 4096;
        if self.events.is_multiple_of(PATIENCE) && (self.should_stop)() {
            return ControlFlow::Break(());
        }
        self.events = self.events.wrapping_add(1);
        self.observer.event(event, data)
    }
}

/// Finds the first or the last solution among some steps.
struct Finder {
    among: Range<u64>,
    first: bool,
    /// The number of the next step.
    index: u64,
    found: Option<u64>,
}

impl Finder {
    fn new(among: Range<u64>, first: bool) -> Self {
        Self {
            among,
            first,
            index: 0,
            found: None,
        }
    }
}

impl Observer for Finder {
    fn event(&mut self, event: Event<'_>, _: &dyn Fn() -> Data) -> ControlFlow<()> {
        let index = self.index;
        if index >= self.among.end {
            return ControlFlow::Break(());
        }
        self.index += 1;
        if index >= self.among.start && matches!(event, Event::Solution { .. }) {
            self.found = Some(index);
            if self.first {
                return ControlFlow::Break(());
            }
        }
        ControlFlow::Continue(())
    }
}
