//! Steps: a run cut into pages that can be read forwards and backwards.
//!
//! A run is deterministic, so a page of it is made by running the method again and keeping
//! only the steps that were asked for. Going back is exact, memory is bounded by the page,
//! and a page that starts at step k costs O(k) cheap events.

use std::ops::ControlFlow;

use serde::Serialize;

use super::Method;
use super::observer::{Counters, Data, Event, Observer};
use crate::{Error, Square};

/// One step of a run, with everything that a reader sees after it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
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
}

/// A page of steps.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Steps {
    /// The steps that were asked for, as far as the run has them.
    pub steps: Vec<Step>,
    /// Whether the run ends with this page.
    pub ended: bool,
}

/// The steps `from`, `from + 1`, … of a run, at most `len` of them.
///
/// ```
/// use bezzel::methods::{Event, Method, steps};
/// let page = steps(Method::Bitmask, 8, 0, 3)?;
/// assert!(matches!(page.steps[0].event, Event::Test { .. }));
/// assert!(matches!(page.steps[2].event, Event::Place { .. }));
/// assert!(!page.ended);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn steps(method: Method, n: u32, from: u64, len: usize) -> Result<Steps, Error> {
    let mut recorder = Recorder {
        from,
        end: from.saturating_add(len as u64),
        index: 0,
        queens: Vec::new(),
        counters: Counters::default(),
        steps: Vec::new(),
    };
    let flow = method.observe(n, &mut recorder)?;
    Ok(Steps {
        steps: recorder.steps,
        ended: flow.is_continue(),
    })
}

/// The number of the first step at or after `from` that is a solution.
///
/// ```
/// use bezzel::methods::{Method, next_solution, steps};
/// let at = next_solution(Method::Bitmask, 8, 0)?.unwrap();
/// let step = &steps(Method::Bitmask, 8, at, 1)?.steps[0];
/// let columns: Vec<_> = step.queens.iter().map(|queen| queen.column).collect();
/// assert_eq!(columns, [0, 4, 7, 5, 2, 6, 1, 3]);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn next_solution(method: Method, n: u32, from: u64) -> Result<Option<u64>, Error> {
    let mut finder = Finder { from, index: 0 };
    let flow = method.observe(n, &mut finder)?;
    Ok(flow.is_break().then_some(finder.index))
}

struct Recorder {
    from: u64,
    end: u64,
    index: u64,
    queens: Vec<Square>,
    counters: Counters,
    steps: Vec<Step>,
}

impl Observer for Recorder {
    fn event(&mut self, event: Event<'_>, data: &dyn Fn() -> Data) -> ControlFlow<()> {
        if self.index == self.end {
            return ControlFlow::Break(());
        }
        self.counters.add(&event);
        match event {
            Event::Place { square } => self.queens.push(square),
            Event::Remove { square } => self.queens.retain(|queen| *queen != square),
            _ => {}
        }
        if self.index >= self.from {
            self.steps.push(Step {
                index: self.index,
                event: event.into_owned(),
                queens: self.queens.clone(),
                counters: self.counters,
                data: data(),
            });
        }
        self.index += 1;
        ControlFlow::Continue(())
    }
}

struct Finder {
    from: u64,
    index: u64,
}

impl Observer for Finder {
    fn event(&mut self, event: Event<'_>, _: &dyn Fn() -> Data) -> ControlFlow<()> {
        if self.index >= self.from && matches!(event, Event::Solution { .. }) {
            return ControlFlow::Break(());
        }
        self.index += 1;
        ControlFlow::Continue(())
    }
}
