//! Searches for steps of a run: the next solution, backtrack or conflict, step over, step out.

use axum::extract::State;
use bezzel::methods::{Goal, Method, StepKind};
use serde::{Deserialize, Deserializer, Serialize};

use super::methods::{Run, check_step};
use super::requests::{Query, method};
use crate::app::{App, limits};
use crate::problem::Problem;

/// A search for a step in a run: for a solution, unless kinds or a depth are given.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::IntoParams))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", into_params(parameter_in = Query))]
pub(super) struct Search {
    /// Name of the method.
    #[serde(deserialize_with = "method")]
    #[cfg_attr(feature = "schema", param(value_type = String))]
    method: Method,
    /// Number of queens.
    #[cfg_attr(feature = "schema", param(minimum = 1, maximum = 16, example = 8))]
    n: u32,
    /// Board with placed queens and blocked squares, in one word [default: an empty board].
    board: Option<String>,
    /// Step at which the search starts; the step itself is excluded.
    #[cfg_attr(feature = "schema", param(maximum = 50_000_000))]
    at: Option<u64>,
    /// Searches backwards if true.
    #[serde(default)]
    back: bool,
    /// Kinds of step to find, separated by commas.
    #[serde(default, deserialize_with = "kinds")]
    #[cfg_attr(feature = "schema", param(value_type = Option<String>, example = "solution,image"))]
    kinds: Option<Vec<StepKind>>,
    /// Finds a step with at most this number of queens above its row.
    depth: Option<usize>,
}

/// Deserializes kinds of step that are separated by commas.
fn kinds<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Vec<StepKind>>, D::Error> {
    let names = String::deserialize(deserializer)?;
    let kinds: Result<_, _> = names.split(',').map(str::parse).collect();
    kinds.map(Some).map_err(serde::de::Error::custom)
}

/// Result of a search for a step.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Found {
    /// The step found.
    step: Option<u64>,
    /// False if the search ended at the time limit or at the last step that is shown.
    certain: bool,
}

/// Returns the next step with the property after a step, or the last one before it.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/steps/find", tag = "methods", params(Search),
    responses(
        (status = 200, body = Found),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn find(
    State(app): State<App>,
    Query(search): Query<Search>,
) -> Result<axum::Json<Found>, Problem> {
    let Search {
        method,
        n,
        board,
        at,
        back,
        kinds,
        depth,
    } = search;
    let run = Run { method, n, board }.check()?;
    check_step(at.unwrap_or(0))?;
    let goal = match (kinds, depth) {
        (Some(kinds), _) => Goal::Kinds(kinds),
        (None, Some(depth)) => Goal::Depth(depth),
        (None, None) => Goal::solution(),
    };
    let found = app.compute(move |deadline| {
        let should_stop = || deadline.is_over();
        let step = if back {
            run.previous_step(at.unwrap_or(0), &goal, &should_stop)
        } else {
            let from = at.map_or(0, |at| at + 1);
            run.next_step(from, &goal, &should_stop)
        };
        let shown = step.filter(|step| *step <= limits::MAX_STEP);
        let certain = shown == step && !(step.is_none() && deadline.is_over());
        Ok(Found {
            step: shown,
            certain,
        })
    });
    found.await.map(axum::Json)
}
