//! Methods, their source, and their steps in pages.

use std::ops::ControlFlow;
use std::time::Duration;

use axum::extract::State;
use bezzel::methods::{
    Counters, Data, Event, ForEachStep, Method, MethodInfo, Observer, SOURCES, Step, Stoppable,
    next_solution, previous_solution,
};
use serde::{Deserialize, Serialize};

use super::requests::{Path, Query, method, size, within};
use crate::app::{App, Deadline, limits};
use crate::problem::{Code, Problem};
use crate::reason::Reason;
use crate::tree::{Tree, Walk};

/// A method, as it can be watched here.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct MethodView {
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(inline))]
    about: &'static MethodInfo,
    /// The file of its source.
    file: &'static str,
}

/// All methods, in the order in which people learn them.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/methods", tag = "methods",
    responses((status = 200, body = Vec<MethodView>))))]
pub(super) async fn methods() -> axum::Json<Vec<MethodView>> {
    let views = Method::ALL
        .into_iter()
        .zip(SOURCES)
        .map(|(method, (file, _))| MethodView {
            about: method.about(),
            file,
        });
    axum::Json(views.collect())
}

/// The source of a method.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/sources/{file}", tag = "methods",
    params(("file" = String, Path, description = "The name of the file", example = "bitmask.rs")),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn source(Path(file): Path<String>) -> Result<&'static str, Problem> {
    let found = SOURCES.iter().find(|(name, _)| *name == file);
    let missing = || {
        let detail = format!("no method has its source in '{file}'");
        Problem::new(Code::NotFound, detail)
    };
    found.map(|(_, text)| *text).ok_or_else(missing)
}

/// A method on a board.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct Run {
    /// The method.
    #[serde(deserialize_with = "method")]
    method: Method,
    /// The number of queens.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 16, example = 8))]
    n: u32,
}

impl Run {
    fn check(self) -> Result<Self, Problem> {
        size(self.n, limits::STEPS_SIZE)?;
        Ok(self)
    }
}

/// Which steps of a run.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct Wanted {
    /// The method.
    #[serde(deserialize_with = "method")]
    method: Method,
    /// The number of queens.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 16, example = 8))]
    n: u32,
    /// The first step.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(maximum = 50_000_000))]
    from: u64,
    /// How many.
    #[serde(default = "page")]
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 1024, default = 512))]
    len: usize,
}

fn page() -> usize {
    512
}

/// Some steps of a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Page {
    /// The decision tree before the first of them.
    tree: Tree,
    steps: Vec<Step>,
    /// Whether the run ends with the last of them.
    ended: bool,
}

/// Keeps a page of steps, and the tree at its beginning.
struct Recorder<F> {
    from: u64,
    index: u64,
    walk: Walk,
    steps: ForEachStep<F>,
}

impl<F: FnMut(Step) -> ControlFlow<()>> Recorder<F> {
    fn new(from: u64, each: F) -> Self {
        Self {
            from,
            index: 0,
            walk: Walk::default(),
            steps: ForEachStep::new(from, each),
        }
    }
}

impl<F: FnMut(Step) -> ControlFlow<()>> Observer for Recorder<F> {
    fn event(&mut self, event: Event<'_>, data: &dyn Fn() -> Data) -> ControlFlow<()> {
        if self.index < self.from {
            self.walk.add(&event);
        }
        self.index += 1;
        self.steps.event(event, data)
    }
}

/// A page of the steps of a run. The run is made anew up to there, so that going back is exact.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/steps", tag = "methods", params(Wanted),
    responses(
        (status = 200, body = Page),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn steps(
    State(app): State<App>,
    Query(wanted): Query<Wanted>,
) -> Result<axum::Json<Page>, Problem> {
    let Wanted {
        method,
        n,
        from,
        len,
    } = wanted;
    Run { method, n }.check()?;
    deep(from)?;
    within("len", len as u64, 1, limits::STEPS_PAGE as u64)?;
    let page = app.compute_for(app.times().steps_patience, move |deadline| {
        let mut steps = Vec::new();
        let mut recorder = Recorder::new(from, |step| {
            if steps.len() == len {
                return ControlFlow::Break(());
            }
            steps.push(step);
            ControlFlow::Continue(())
        });
        let should_stop = || deadline.is_over();
        let flow = method.observe(n, &mut Stoppable::new(&mut recorder, &should_stop))?;
        let tree = recorder.walk.tree();
        if flow.is_break() && steps.len() < len {
            return Err(Reason::Unreached { step: from }.into());
        }
        let ended = flow.is_continue();
        Ok(Page { tree, steps, ended })
    });
    page.await.map(axum::Json)
}

fn deep(from: u64) -> Result<(), Problem> {
    within("step", from, 0, limits::STEPS_DEEP)
}

/// Where to look for a solution.
#[derive(Debug, Clone, Copy, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct Search {
    /// The method.
    #[serde(deserialize_with = "method")]
    method: Method,
    /// The number of queens.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 16, example = 8))]
    n: u32,
    /// The step from which to look; it is not looked at itself.
    #[cfg_attr(feature = "schema", param(maximum = 50_000_000))]
    at: Option<u64>,
    /// Whether to look back.
    #[serde(default)]
    back: bool,
}

/// What was found.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Found {
    /// The step that is a solution.
    step: Option<u64>,
    /// Whether all steps were looked at; if not, time was over or the limit of steps reached.
    certain: bool,
}

/// The next solution after a step, or the last one before it.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/steps/solution", tag = "methods", params(Search),
    responses(
        (status = 200, body = Found),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn solution(
    State(app): State<App>,
    Query(search): Query<Search>,
) -> Result<axum::Json<Found>, Problem> {
    let Search {
        method,
        n,
        at,
        back,
    } = search;
    Run { method, n }.check()?;
    deep(at.unwrap_or(0))?;
    let found = app.compute(move |deadline| {
        let should_stop = || deadline.is_over();
        let step = if back {
            previous_solution(method, n, at.unwrap_or(0), &should_stop)?
        } else {
            let from = at.map_or(0, |at| at + 1);
            next_solution(method, n, from, &should_stop)?
        };
        let shown = step.filter(|step| *step <= limits::STEPS_DEEP);
        let certain = shown == step && !(step.is_none() && deadline.is_over());
        Ok(Found {
            step: shown,
            certain,
        })
    });
    found.await.map(axum::Json)
}

/// The length of a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Length {
    /// How many steps it has, if it could be walked to its end in time.
    steps: Option<u64>,
    /// How many it has at least.
    walked: u64,
    /// How far into it steps are shown: as far as this machine comes in a moment.
    shown: u64,
    /// Its work as far as it was walked.
    counters: Counters,
}

/// Passes over steps as a page far down the run does, and counts them and their work.
struct Walked<'a, F> {
    recorder: Recorder<F>,
    counters: Counters,
    deadline: &'a Deadline,
    reach: Duration,
    shown: u64,
}

impl<F: FnMut(Step) -> ControlFlow<()>> Observer for Walked<'_, F> {
    fn event(&mut self, event: Event<'_>, data: &dyn Fn() -> Data) -> ControlFlow<()> {
        self.counters.add(&event);
        let steps = self.recorder.index;
        if steps.is_multiple_of(4096) && self.deadline.elapsed() < self.reach {
            self.shown = steps;
        }
        self.recorder.event(event, data)
    }
}

/// How long a run is.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/run", tag = "methods", params(Run),
    responses(
        (status = 200, body = Length),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn run(
    State(app): State<App>,
    Query(run): Query<Run>,
) -> Result<axum::Json<Length>, Problem> {
    let Run { method, n } = run.check()?;
    let reach = app.times().reach;
    let length = app.compute(move |deadline| {
        let mut walk = Walked {
            recorder: Recorder::new(u64::MAX, |_| ControlFlow::Break(())),
            counters: Counters::default(),
            deadline,
            reach,
            shown: 0,
        };
        let should_stop = || deadline.is_over();
        let flow = method.observe(n, &mut Stoppable::new(&mut walk, &should_stop))?;
        let walked = walk.recorder.index;
        let in_a_moment = deadline.elapsed() < reach;
        let shown = if in_a_moment { walked } else { walk.shown };
        Ok(Length {
            steps: flow.is_continue().then_some(walked),
            walked,
            shown: shown.min(limits::STEPS_DEEP),
            counters: walk.counters,
        })
    });
    length.await.map(axum::Json)
}
