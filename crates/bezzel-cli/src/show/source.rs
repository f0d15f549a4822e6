//! The source of a show: the run of a method, or the moves of a program.

use std::ops::ControlFlow;

use bezzel::methods::{
    ForEachStep, Language, Listing, Method, MethodInfo, Run, Step, Steps, Tutorial, counted_from,
};
use bezzel::{ConstrainedBoard, counted};
use bezzel_judge::Trace;

use crate::language::{either, is_chinese, say};

/// Steps with their sentences.
#[derive(Debug, Clone)]
pub(crate) enum Source {
    /// The run of a method on a board, with its listing.
    Run(Run, Listing),
    /// The moves that a program reported.
    Moves(Trace),
}

impl Source {
    /// Shows a run beside the listing in Python, or in the language and with the names of a tutorial.
    pub(crate) fn of_run(run: Run, names: Option<Tutorial>) -> Self {
        let language = names.map_or(Language::Python, Tutorial::language);
        let mut listings = run.method().listings(names).into_iter();
        let listing = listings.find(|listing| listing.language == language);
        Self::Run(
            run,
            listing.expect("each method has listings in all languages"),
        )
    }

    /// Returns the title: `8 queens by bitmask`.
    pub(crate) fn title(&self, board: &ConstrainedBoard) -> String {
        let n = board.size();
        let queens = counted(n, "queen");
        match self {
            Self::Run(run, _) => {
                let method = run.method();
                either(
                    format!("{queens} by {method}"),
                    format!("{n} 皇后，{method}"),
                )
            }
            Self::Moves(_) => either(
                format!("{queens} by a program"),
                format!("{n} 皇后，一个程序"),
            ),
        }
    }

    /// Returns the description of the method; a program searches as the slope test does.
    pub(crate) fn about(&self) -> &'static MethodInfo {
        match self {
            Self::Run(run, _) => run.method().about(),
            Self::Moves(_) => Method::SlopeTest.about(),
        }
    }

    pub(crate) fn idea(&self) -> String {
        match self {
            Self::Run(run, _) => say(&run.method().about().idea).to_owned(),
            Self::Moves(trace) => either(
                format!("{} of a program", counted(trace.len(), "move")),
                format!("程序的 {} 步", trace.len()),
            ),
        }
    }

    pub(crate) fn sentence(&self, step: &Step) -> String {
        let text = match self {
            Self::Run(run, _) => run.view(step).sentence,
            Self::Moves(trace) => trace.sentence(step),
        };
        counted_from(0, say(&text))
    }

    /// Returns the line of the method's listing that does a step, with its number.
    pub(crate) fn lit_line(&self, step: &Step) -> Option<String> {
        let Self::Run(_, listing) = self else {
            return None;
        };
        let number = listing.line_of(step.kind)?;
        let line = shown(listing, number - 1).trim();
        Some(either(
            format!("line {number}: {line}"),
            format!("第 {number} 行：{line}"),
        ))
    }

    /// Returns the whole listing if it has the names of a tutorial.
    pub(crate) fn named_listing(&self) -> Option<String> {
        let Self::Run(_, listing) = self else {
            return None;
        };
        let lines =
            (0..listing.lines.len()).map(|at| format!("{:>3}  {}\n", at + 1, shown(listing, at)));
        (!listing.names.is_empty()).then(|| lines.collect())
    }

    /// Returns the fault that ended the steps.
    pub(crate) fn fault(&self) -> Option<String> {
        match self {
            Self::Run(..) => None,
            Self::Moves(trace) => {
                let error = trace.error()?.text();
                Some(counted_from(0, say(&error)))
            }
        }
    }

    pub(crate) fn steps(&self, from: u64, len: usize, should_stop: &dyn Fn() -> bool) -> Steps {
        match self {
            Self::Run(run, _) => run.steps(from, len, should_stop),
            Self::Moves(trace) => trace.steps(from, len),
        }
    }

    pub(crate) fn next_solution(&self, from: u64, should_stop: &dyn Fn() -> bool) -> Option<u64> {
        match self {
            Self::Run(run, _) => run.next_solution(from, should_stop),
            Self::Moves(trace) => trace.next_solution(from),
        }
    }

    pub(crate) fn previous_solution(
        &self,
        before: u64,
        should_stop: &dyn Fn() -> bool,
    ) -> Option<u64> {
        match self {
            Self::Run(run, _) => run.previous_solution(before, should_stop),
            Self::Moves(trace) => trace.previous_solution(before),
        }
    }

    pub(crate) fn for_each(
        &self,
        mut each: impl FnMut(Step) -> ControlFlow<()>,
    ) -> ControlFlow<()> {
        match self {
            Self::Run(run, _) => run.observe(&mut ForEachStep::new(0, each)),
            Self::Moves(trace) => trace
                .steps(0, usize::MAX)
                .steps
                .into_iter()
                .try_for_each(&mut each),
        }
    }
}

fn shown(listing: &Listing, at: usize) -> &str {
    let line = &listing.lines[at];
    if is_chinese() {
        &line.chinese
    } else {
        &line.english
    }
}
