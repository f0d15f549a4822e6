//! Counts: starting, following, stopping and resuming.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use bezzel::shared::{check_range, check_size};
use bezzel_run::MAX_THREADS;
use futures_util::stream::{self, Stream};
use serde::Deserialize;

use super::{Json, Path};
use crate::app::{App, blocking};
use crate::count::{self, CountView, ServerCount};
use crate::limits;
use crate::problem::Problem;

/// Minimum interval between two events of a stream.
const EVENT_INTERVAL: Duration = Duration::from_millis(200);

/// What to count, and with which engines.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct NewCount {
    /// Number of queens, 1 to 27.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 27))]
    n: u32,
    /// Backends, with the names of `--backend`: a name of `/api/backends`, `cuda` for all
    /// GPUs, or several separated by commas. By default the fastest CPU backend.
    #[cfg_attr(feature = "schema", schema(example = "avx2"))]
    backend: Option<String>,
    /// Number of CPU threads; at most, and by default, the number of available ones.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1024))]
    threads: Option<usize>,
    /// Counts every unit by both routes.
    #[serde(default)]
    double_check: bool,
}

/// Lists all counts, the latest first.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/counts", tag = "counts",
    responses((status = 200, body = Vec<CountView>))))]
pub(super) async fn list(State(app): State<App>) -> axum::Json<Vec<CountView>> {
    let counts = app.counts.all();
    axum::Json(counts.iter().map(|count| count.view()).collect())
}

/// The response with a count that was started or opened.
pub(super) type Created = (StatusCode, [(HeaderName, String); 1], axum::Json<CountView>);

pub(super) fn created(count: &ServerCount) -> Created {
    let location = format!("/api/counts/{}", count.id());
    let headers = [(header::LOCATION, location)];
    (StatusCode::CREATED, headers, axum::Json(count.view()))
}

/// Starts a count that is stored in memory.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/counts", tag = "counts", request_body = NewCount,
    responses(
        (status = 201, body = CountView, headers(("location" = String))),
        (status = "default", body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn start(
    State(app): State<App>,
    Json(new): Json<NewCount>,
) -> Result<Created, Problem> {
    check_size(new.n, limits::MAX_COUNT_N)?;
    check_threads(new.threads)?;
    let started = blocking(move || {
        let engines = count::engines(new.backend.as_deref(), new.threads)?;
        app.counts.start(new.n, &engines, new.double_check)
    });
    Ok(created(&*started.await?))
}

/// Fails if a number of threads is not from 1 to [`MAX_THREADS`].
pub(super) fn check_threads(threads: Option<usize>) -> Result<(), Problem> {
    if let Some(threads) = threads {
        check_range("threads", threads as u64, 1..=MAX_THREADS.into())?;
    }
    Ok(())
}

/// Returns a count.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/counts/{id}", tag = "counts", params(("id" = u64, Path)),
    responses(
        (status = 200, body = CountView),
        (status = "default", body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn show(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<axum::Json<CountView>, Problem> {
    Ok(axum::Json(app.counts.find(id)?.view()))
}

/// Stops and deletes a count. The file of its ledger stays.
#[cfg_attr(feature = "schema", utoipa::path(delete, path = "/api/counts/{id}", tag = "counts", params(("id" = u64, Path)),
    responses(
        (status = 204),
        (status = "default", body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn delete(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<StatusCode, Problem> {
    app.counts.delete(id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stops a count after its current units. It can be resumed.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/counts/{id}/stop", tag = "counts", params(("id" = u64, Path)),
    responses(
        (status = 200, body = CountView),
        (status = "default", body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn stop(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<axum::Json<CountView>, Problem> {
    let count = app.counts.find(id)?;
    count.stop();
    Ok(axum::Json(count.view()))
}

/// Resumes a stopped count.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/counts/{id}/resume", tag = "counts", params(("id" = u64, Path)),
    responses(
        (status = 200, body = CountView),
        (status = "default", body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn resume(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<axum::Json<CountView>, Problem> {
    Ok(axum::Json(app.counts.resume(id)?.view()))
}

/// Sends the state of a count as server-sent events after each change, while it is running.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/counts/{id}/events", tag = "counts", params(("id" = u64, Path)),
    responses(
        (status = 200, body = CountView, content_type = "text/event-stream"),
        (status = "default", body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn events(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let count = app.counts.find(id)?;
    let start = (Some(count.changes()), app.stopped.subscribe(), true);
    let views = stream::unfold(start, move |(changes, mut stopped, first)| {
        let count = count.clone();
        async move {
            let mut changes = changes?;
            if !first {
                let changed = async {
                    tokio::time::sleep(EVENT_INTERVAL).await;
                    changes.changed().await
                };
                tokio::select! {
                    changed = changed => changed.ok()?,
                    _ = stopped.wait_for(|stopped| *stopped) => return None,
                }
            }
            // Checked before the view is made, so that the last view contains the end.
            let changes = count.is_running().then_some(changes);
            let view = Event::default()
                .json_data(count.view())
                .expect("plain data");
            Some((Ok(view), (changes, stopped, false)))
        }
    });
    Ok(Sse::new(views).keep_alive(KeepAlive::default()))
}
