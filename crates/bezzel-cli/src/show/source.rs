//! The source of a show: the run of a method, or the moves of a program.

use std::ops::ControlFlow;

use bezzel::methods::{ForEachStep, Language, Method, MethodInfo, Run, Step, Steps, counted_from};
use bezzel::{ConstrainedBoard, counted};
use bezzel_judge::Trace;

/// Steps with their sentences.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// The run of a method on a board.
    Run(Run),
    /// The moves that a program reported.
    Moves(Trace),
}

impl Source {
    /// Returns the title: `8 queens by bitmask`.
    pub(crate) fn title(&self, board: &ConstrainedBoard) -> String {
        let queens = counted(board.size(), "queen");
        match self {
            Self::Run(run) => format!("{queens} by {}", run.method()),
            Self::Moves(_) => format!("{queens} by a program"),
        }
    }

    /// Returns the description of the method; a program searches as the slope test does.
    pub(crate) fn about(&self) -> &'static MethodInfo {
        match self {
            Self::Run(run) => run.method().about(),
            Self::Moves(_) => Method::SlopeTest.about(),
        }
    }

    /// Describes the method in one sentence.
    pub(crate) fn idea(&self) -> String {
        match self {
            Self::Run(run) => run.method().about().idea.english.to_string(),
            Self::Moves(trace) => format!("{} of a program", counted(trace.len(), "move")),
        }
    }

    /// Describes a step.
    pub(crate) fn sentence(&self, step: &Step) -> String {
        let text = match self {
            Self::Run(run) => run.view(step).sentence,
            Self::Moves(trace) => trace.sentence(step),
        };
        counted_from(0, &text.english)
    }

    /// Returns the line of the method's listing that does a step, with its number.
    pub(crate) fn lit_line(&self, step: &Step) -> Option<String> {
        let Self::Run(run) = self else { return None };
        let listing = run.method().listing(Language::Python);
        let number = listing.line_of(step.kind)?;
        Some(format!(
            "line {number}: {}",
            listing.lines[number - 1].english.trim()
        ))
    }

    /// Returns the fault that ended the steps.
    pub(crate) fn fault(&self) -> Option<String> {
        match self {
            Self::Run(_) => None,
            Self::Moves(trace) => {
                let error = trace.error()?.text();
                Some(counted_from(0, &error.english))
            }
        }
    }

    pub(crate) fn steps(&self, from: u64, len: usize, should_stop: &dyn Fn() -> bool) -> Steps {
        match self {
            Self::Run(run) => run.steps(from, len, should_stop),
            Self::Moves(trace) => trace.steps(from, len),
        }
    }

    pub(crate) fn next_solution(&self, from: u64, should_stop: &dyn Fn() -> bool) -> Option<u64> {
        match self {
            Self::Run(run) => run.next_solution(from, should_stop),
            Self::Moves(trace) => trace.next_solution(from),
        }
    }

    pub(crate) fn previous_solution(
        &self,
        before: u64,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<u64> {
        match self {
            Self::Run(run) => run.previous_solution(before, should_stop),
            Self::Moves(trace) => trace.previous_solution(before),
        }
    }

    /// Calls `each` with all steps until it breaks.
    pub(crate) fn for_each(
        &self,
        mut each: impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self {
            Self::Run(run) => run.observe(&mut ForEachStep::new(0, each)),
            Self::Moves(trace) => trace
                .steps(0, usize::MAX)
                .steps
                .into_iter()
                .try_for_each(&mut each),
        }
    }
}
