//! Runs of methods: pages of their steps, their length, their listings and sources.

use std::ops::ControlFlow;

use bezzel::methods::{
    Context, Counters, Event, ForEachStep, Goal, Method, Observer, ShownStep, SourceFile, Step,
    StepKind, Stoppable, Tutorial,
};
use bezzel::shared::check_range;
use serde::{Deserialize, Serialize};

use crate::Host;
use crate::answer::Answer;
use crate::board::named;
use crate::host::Deadline;
use crate::limits;
use crate::problem::Problem;
use crate::race::Race;
use crate::run::{Run, check_step};
use crate::tree::{Decision, LastDecision, Tree, TreeRequest};

/// A request about a run of a method.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum RunRequest {
    /// A page of steps; answered by [`Page`].
    Steps(PageRequest),
    /// A search for a step; answered by [`Found`].
    Find(Search),
    /// The length of a run; answered by [`Length`].
    Length(Run),
    /// A part of the decision tree; answered by [`DecisionTree`](crate::tree::DecisionTree).
    Tree(TreeRequest),
    /// The listings of a method; answered by a list of [`Listing`](bezzel::methods::Listing).
    Listings {
        /// Name of the method, as `bezzel methods` lists it.
        #[serde(deserialize_with = "named")]
        #[cfg_attr(feature = "schema", schema(value_type = String))]
        method: Method,
        /// Tutorial whose identifiers the listings have.
        #[serde(default)]
        names: Option<Tutorial>,
    },
    /// The source of a method by folder and name of the file; answered by its text.
    Source(String),
    /// A race of methods; answered by nothing, after a message for each measurement.
    Race(Race),
}

impl RunRequest {
    pub(crate) fn answer(self, host: &mut dyn Host) -> Result<Answer, Problem> {
        Ok(match self {
            Self::Steps(request) => Answer::new(&request.page(host)?),
            Self::Find(search) => Answer::new(&search.found(host)?),
            Self::Length(run) => Answer::new(&run.length(host)?),
            Self::Tree(request) => Answer::new(&request.tree(host)?),
            Self::Listings { method, names } => Answer::new(&method.listings(names)),
            Self::Source(file) => Answer::new(&source(&file)?),
            Self::Race(race) => Answer::new(&race.run(host)?),
        })
    }
}

fn source(name: &str) -> Result<&'static str, Problem> {
    let found = SourceFile::all().iter().find(|file| file.name == name);
    let missing = || {
        Problem::new(
            format_args!("expected a source file of a method, found '{name}'"),
            format_args!("没有名为 {name} 的源文件"),
        )
    };
    found.map(|file| &*file.text).ok_or_else(missing)
}

impl Run {
    fn length(&self, host: &dyn Host) -> Result<Length, Problem> {
        let run = self.check()?;
        let deadline = Deadline::new(host, limits::SEARCH_SECONDS);
        let mut probe = LengthProbe {
            recorder: Recorder::new(u64::MAX, |_| ControlFlow::Break(())),
            counters: Counters::default(),
            deadline: &deadline,
            shown: 0,
        };
        let should_stop = || deadline.is_over();
        let flow = run.observe(&mut Stoppable::new(&mut probe, &should_stop));
        let reached = probe.recorder.tree.steps;
        let is_within_reach = deadline.elapsed() < limits::REACH_SECONDS;
        let shown = if is_within_reach {
            reached
        } else {
            probe.shown
        };
        Ok(Length {
            steps: flow.is_continue().then_some(reached),
            reached,
            shown: shown.min(limits::MAX_STEP),
            counters: probe.counters,
        })
    }
}

/// A page of steps to return.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct PageRequest {
    run: Run,
    /// Index of the first step.
    from: u64,
    /// Number of steps.
    len: usize,
}

impl PageRequest {
    /// Returns a page of steps. The deterministic run is repeated up to there, so earlier states are
    /// restored exactly.
    fn page(&self, host: &dyn Host) -> Result<Page, Problem> {
        let &Self { ref run, from, len } = self;
        let run = run.check()?;
        check_step(from)?;
        check_range("len", len as u64, 1..=limits::MAX_STEPS_PER_PAGE as u64)?;
        let deadline = Deadline::new(host, limits::STEPS_SECONDS);
        let mut steps = Vec::new();
        let mut recorder = Recorder::new(from, |step| {
            if steps.len() == len {
                return ControlFlow::Break(());
            }
            steps.push((step.depth(), run.shown(step)));
            ControlFlow::Continue(())
        });
        let should_stop = || deadline.is_over();
        let flow = run.observe(&mut Stoppable::new(&mut recorder, &should_stop));
        let Recorder {
            before, tree, last, ..
        } = recorder;
        if flow.is_break() && steps.len() < len {
            let step = from + 1;
            return Err(Problem::new(
                format_args!("the time limit ended before step {step}"),
                format_args!("超时：未能运行到第 {step} 步"),
            ));
        }
        let steps = steps.into_iter().zip(last);
        Ok(Page {
            tree: before.unwrap_or(tree.nodes),
            steps: steps
                .map(|((depth, step), last)| PageStep { step, depth, last })
                .collect(),
            ended: flow.is_continue(),
        })
    }
}

/// Consecutive steps of a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Page {
    /// Folded decision tree before the first step.
    tree: Vec<Decision>,
    steps: Vec<PageStep>,
    /// True if the run ends with the last step.
    ended: bool,
}

/// A step, its depth in the recursion, and what it decides.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct PageStep {
    #[serde(flatten)]
    step: ShownStep,
    /// Number of queens above the row of the step.
    depth: usize,
    #[serde(skip_serializing_if = "Option::is_none")]
    last: Option<LastDecision>,
}

/// Records a page of steps, the decision tree before it and its last square after each of them.
struct Recorder<F> {
    from: u64,
    tree: Tree,
    before: Option<Vec<Decision>>,
    last: Vec<Option<LastDecision>>,
    steps: ForEachStep<F>,
}

impl<F: FnMut(Step) -> ControlFlow<()>> Recorder<F> {
    fn new(from: u64, each: F) -> Self {
        Self {
            from,
            tree: Tree::folded(),
            before: None,
            last: Vec::new(),
            steps: ForEachStep::new(from, each),
        }
    }
}

impl<F: FnMut(Step) -> ControlFlow<()>> Observer for Recorder<F> {
    fn event(&mut self, event: Event, context: &Context<'_>) -> ControlFlow<()> {
        if self.tree.steps == self.from {
            self.before = Some(self.tree.nodes.clone());
        }
        self.tree.grow(&event);
        if self.before.is_some() {
            self.last.push(self.tree.last());
        }
        self.steps.event(event, context)
    }
}

/// How many steps a run has.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Length {
    /// Number of steps; null if the run did not end within the time limit.
    steps: Option<u64>,
    /// Number of steps reached within the time limit.
    reached: u64,
    /// Number of steps that can be shown: those that this machine replays in 1 s.
    shown: u64,
    /// Work counters of the steps reached.
    counters: Counters,
}

/// Replays a run at the speed of a page request and counts its steps and work.
struct LengthProbe<'a, F> {
    recorder: Recorder<F>,
    counters: Counters,
    deadline: &'a Deadline<'a>,
    shown: u64,
}

impl<F: FnMut(Step) -> ControlFlow<()>> Observer for LengthProbe<'_, F> {
    fn event(&mut self, event: Event, context: &Context<'_>) -> ControlFlow<()> {
        self.counters.add(&event);
        let steps = self.recorder.tree.steps;
        if steps.is_multiple_of(4096) && self.deadline.elapsed() < limits::REACH_SECONDS {
            self.shown = steps;
        }
        self.recorder.event(event, context)
    }
}

/// A search for a step in a run: for a solution, unless kinds or a depth are given.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(crate) struct Search {
    run: Run,
    /// Step at which the search starts; the step itself is excluded.
    at: Option<u64>,
    /// Searches backwards if true.
    #[serde(default)]
    back: bool,
    /// Kinds of step to find.
    kinds: Option<Vec<String>>,
    /// Finds a step with at most this number of queens above its row.
    depth: Option<usize>,
}

/// Result of a search for a step.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Found {
    /// Number of the step, from 0; null if there is none.
    step: Option<u64>,
    /// False if the search ended at the time limit or at the last step that is shown.
    certain: bool,
}

impl Search {
    /// Returns the next step with the property after a step, or the last one before it.
    fn found(&self, host: &dyn Host) -> Result<Found, Problem> {
        let run = self.run.check()?;
        check_step(self.at.unwrap_or(0))?;
        let deadline = Deadline::new(host, limits::SEARCH_SECONDS);
        let (goal, should_stop) = (self.goal()?, || deadline.is_over());
        let step = if self.back {
            run.previous_step(self.at.unwrap_or(0), &goal, &should_stop)
        } else {
            let from = self.at.map_or(0, |at| at + 1);
            run.next_step(from, &goal, &should_stop)
        };
        let shown = step.filter(|step| *step <= limits::MAX_STEP);
        let certain = shown == step && !(step.is_none() && deadline.is_over());
        Ok(Found {
            step: shown,
            certain,
        })
    }

    fn goal(&self) -> Result<Goal, Problem> {
        Ok(match (&self.kinds, self.depth) {
            (Some(names), _) => {
                let kinds: Result<Vec<StepKind>, _> =
                    names.iter().map(|name| name.parse()).collect();
                Goal::Kinds(kinds?)
            }
            (None, Some(depth)) => Goal::Depth(depth),
            (None, None) => Goal::solution(),
        })
    }
}
