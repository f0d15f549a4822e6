//! Methods, their source code and pages of their steps.

use std::ops::ControlFlow;
use std::time::Duration;

use axum::extract::State;
use bezzel::methods::{
    self, Context, Counters, Event, ForEachStep, Language, Listing, Method, MethodInfo, Observer,
    ShownStep, SourceFile, Step, StepKind, Stoppable,
};
use bezzel::{ConstrainedBoard, Contradiction};
use serde::{Deserialize, Serialize};

use super::completions::Impossibility;
use super::requests::{Path, Query, method, size, within};
use crate::app::{App, Deadline, limits};
use crate::problem::{Code, Problem};
use crate::reason::Reason;
use crate::tree::{Tree, TreeBuilder};

/// A method and its source file.
#[derive(Debug, Clone, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct MethodView {
    #[serde(flatten)]
    #[cfg_attr(feature = "schema", schema(inline))]
    about: &'static MethodInfo,
    /// Folder and name of the source file.
    file: &'static str,
    /// True if the method searches boards with placed queens and blocked squares.
    accepts_constraints: bool,
}

/// Lists all methods in learning order.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/methods", tag = "methods",
    responses((status = 200, body = Vec<MethodView>))))]
pub(super) async fn methods() -> axum::Json<Vec<MethodView>> {
    axum::Json(views())
}

/// Returns all methods in learning order.
fn views() -> Vec<MethodView> {
    let view = |method: Method| MethodView {
        about: method.about(),
        file: method.source().name,
        accepts_constraints: method.accepts_constraints(),
    };
    Method::ALL.into_iter().map(view).collect()
}

/// Returns the source of `web/src/methods.ts`, which has the answer of `/api/methods` for the page.
/// `npm run methods` writes it.
pub fn stored() -> String {
    let json = |value| serde_json::to_string_pretty(&value).expect("plain data");
    let methods = json(serde_json::json!(views()));
    let kinds = StepKind::all().into_iter();
    let kinds = kinds.map(|kind| (kind.name().to_owned(), serde_json::json!(kind.title())));
    let kinds = json(serde_json::Value::Object(kinds.collect()));
    format!(
        "// Methods and kinds of step, written by `npm run methods` from the texts of the library.\n\n\
         export const METHODS = {methods} as const;\n\n\
         export const KINDS: {{ [kind: string]: {{ english: string; chinese: string }} }} = {kinds};\n"
    )
}

/// Returns the source code of a method.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/sources/{file}", tag = "methods",
    params(("file" = String, Path, description = "Folder and name of the file", example = "bitmask/mod.rs")),
    responses(
        (status = 200, body = String, content_type = "text/plain"),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn source(Path(file): Path<String>) -> Result<&'static str, Problem> {
    let found = SourceFile::all().iter().find(|one| one.name == file);
    let missing = || {
        let detail = format!("expected a source file of a method, found '{file}'");
        Problem::new(Code::NotFound, detail)
    };
    found.map(|one| &*one.text).ok_or_else(missing)
}

/// A run of a method.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct Run {
    /// Name of the method.
    #[serde(deserialize_with = "method")]
    #[cfg_attr(feature = "schema", param(value_type = String))]
    pub(super) method: Method,
    /// Number of queens.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 16, example = 8))]
    pub(super) n: u32,
    /// Board with placed queens and blocked squares, in one word such as `Q3/2x1/4/1x2` [default: an
    /// empty board].
    pub(super) board: Option<String>,
}

impl Run {
    /// Returns the run, unless its size cannot be shown or the method does not accept the board.
    pub(super) fn check(&self) -> Result<methods::Run, Problem> {
        size(self.n, limits::MAX_STEPS_N)?;
        let board = match &self.board {
            None => ConstrainedBoard::new(self.n)?,
            Some(text) => given(text, self.n)?,
        };
        methods::Run::new(self.method, &board).map_err(|error| match error {
            bezzel::Error::Constraints { method, .. } => {
                let detail = error.to_string();
                Reason::EmptyBoardsOnly { method, detail }.into()
            }
            error => error.into(),
        })
    }
}

/// Reads a board in one word.
fn given(text: &str, n: u32) -> Result<ConstrainedBoard, Problem> {
    let unreadable = |error: bezzel::CompactError| Reason::Unreadable {
        board: text.to_owned(),
        detail: error.to_string(),
    };
    let board = ConstrainedBoard::from_compact(text).map_err(unreadable)?;
    if board.size() != n {
        let rows = board.size();
        return Err(Reason::BoardSize { n, rows }.into());
    }
    // A full row or column is what a search shows; queens that contradict each other it does not see.
    if let Some(Contradiction::Attack(_) | Contradiction::QueenOnBlockedSquare { .. }) =
        board.contradiction()
        && let Some(because) = Impossibility::of(&board)
    {
        return Err(Reason::Impossible { because }.into());
    }
    Ok(board)
}

/// A page of steps to return.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct PageRequest {
    /// Name of the method.
    #[serde(deserialize_with = "method")]
    #[cfg_attr(feature = "schema", param(value_type = String))]
    method: Method,
    /// Number of queens.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 16, example = 8))]
    n: u32,
    /// Board with placed queens and blocked squares, in one word [default: an empty board].
    board: Option<String>,
    /// Index of the first step.
    #[serde(default)]
    #[cfg_attr(feature = "schema", param(maximum = 50_000_000))]
    from: u64,
    /// Number of steps.
    #[serde(default = "page")]
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 1024, default = 512))]
    len: usize,
}

fn page() -> usize {
    512
}

/// A page of steps.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Page {
    /// Decision tree before the first step.
    tree: Tree,
    steps: Vec<ShownStep>,
    /// True if the run ends with the last step.
    ended: bool,
}

/// Records a page of steps and the decision tree before it.
struct Recorder<F> {
    from: u64,
    index: u64,
    tree: TreeBuilder,
    steps: ForEachStep<F>,
}

impl<F: FnMut(Step) -> ControlFlow<()>> Recorder<F> {
    fn new(from: u64, each: F) -> Self {
        Self {
            from,
            index: 0,
            tree: TreeBuilder::default(),
            steps: ForEachStep::new(from, each),
        }
    }
}

impl<F: FnMut(Step) -> ControlFlow<()>> Observer for Recorder<F> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> ControlFlow<()> {
        if self.index < self.from {
            self.tree.add(&event);
        }
        self.index += 1;
        self.steps.event(event, context)
    }
}

/// Returns a page of steps. The deterministic run is repeated up to there, so earlier states are
/// restored exactly.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/steps", tag = "methods", params(PageRequest),
    responses(
        (status = 200, body = Page),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn steps(
    State(app): State<App>,
    Query(request): Query<PageRequest>,
) -> Result<axum::Json<Page>, Problem> {
    let PageRequest {
        method,
        n,
        board,
        from,
        len,
    } = request;
    let run = Run { method, n, board }.check()?;
    check_step(from)?;
    within("len", len as u64, 1, limits::MAX_STEPS_PER_PAGE as u64)?;
    let page = app.compute_for(app.times().steps_timeout, move |deadline| {
        let mut steps = Vec::new();
        let mut recorder = Recorder::new(from, |step| {
            if steps.len() == len {
                return ControlFlow::Break(());
            }
            steps.push(run.shown(step));
            ControlFlow::Continue(())
        });
        let should_stop = || deadline.is_over();
        let flow = run.observe(&mut Stoppable::new(&mut recorder, &should_stop));
        let tree = recorder.tree.tree();
        if flow.is_break() && steps.len() < len {
            return Err(Reason::Unreached { step: from }.into());
        }
        let ended = flow.is_continue();
        Ok(Page { tree, steps, ended })
    });
    page.await.map(axum::Json)
}

/// Returns an error unless the step can be shown.
pub(super) fn check_step(from: u64) -> Result<(), Problem> {
    within("step", from, 0, limits::MAX_STEP)
}

/// Returns the listings of a method: short programs whose lines name the steps that they do.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/listings/{method}", tag = "methods",
    params(("method" = String, Path, description = "Name of the method", example = "bitmask")),
    responses(
        (status = 200, body = Vec<Listing>),
        (status = 404, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn listings(
    Path(name): Path<String>,
) -> Result<axum::Json<Vec<Listing>>, Problem> {
    let method: Method = name
        .parse()
        .map_err(|error: bezzel::Error| Problem::new(Code::NotFound, error.to_string()))?;
    let listings = Language::ALL.map(|language| method.listing(language));
    Ok(axum::Json(listings.into()))
}

/// Length of a run.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Length {
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
    deadline: &'a Deadline,
    probe_time: Duration,
    shown: u64,
}

impl<F: FnMut(Step) -> ControlFlow<()>> Observer for LengthProbe<'_, F> {
    fn event(&mut self, event: Event<'_>, context: &Context<'_>) -> ControlFlow<()> {
        self.counters.add(&event);
        let steps = self.recorder.index;
        if steps.is_multiple_of(4096) && self.deadline.elapsed() < self.probe_time {
            self.shown = steps;
        }
        self.recorder.event(event, context)
    }
}

/// Measures the length of a run.
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
    let run = run.check()?;
    let probe_time = app.times().reach_probe_time;
    let length = app.compute(move |deadline| {
        let mut probe = LengthProbe {
            recorder: Recorder::new(u64::MAX, |_| ControlFlow::Break(())),
            counters: Counters::default(),
            deadline,
            probe_time,
            shown: 0,
        };
        let should_stop = || deadline.is_over();
        let flow = run.observe(&mut Stoppable::new(&mut probe, &should_stop));
        let reached = probe.recorder.index;
        let is_within_reach = deadline.elapsed() < probe_time;
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
    });
    length.await.map(axum::Json)
}
