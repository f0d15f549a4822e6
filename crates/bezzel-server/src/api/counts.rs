//! Counts: started, watched, stopped, continued.

use std::convert::Infallible;
use std::time::Duration;

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use axum::response::Sse;
use axum::response::sse::{Event, KeepAlive};
use futures_util::stream::{self, Stream, StreamExt};
use serde::Deserialize;

use super::requests::{Json, Path, size, within};
use crate::app::{App, limits, processors};
use crate::count::{CountView, Order};
use crate::problem::Problem;

/// The most threads of one count.
const MOST_THREADS: usize = 256;

/// How often a stream says what is new.
const PACE: Duration = Duration::from_millis(200);

/// A count to start.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct NewCount {
    /// The number of queens.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 27))]
    n: u32,
    /// Threads; all processors if none are given, and never more than there are.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 256))]
    threads: Option<usize>,
    /// Counts every unit a second time with rows and columns exchanged.
    #[serde(default)]
    double_check: bool,
}

/// All counts, the latest first.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/counts", tag = "counts",
    responses((status = 200, body = Vec<CountView>))))]
pub(super) async fn list(State(app): State<App>) -> axum::Json<Vec<CountView>> {
    axum::Json(
        app.counts()
            .all()
            .iter()
            .map(|count| count.view())
            .collect(),
    )
}

/// Starts a count, which goes on until it is done or stopped.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/counts", tag = "counts", request_body = NewCount,
    responses(
        (status = 201, body = CountView, headers(("location" = String))),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 409, body = Problem, content_type = "application/problem+json"),
        (status = 413, body = Problem, content_type = "application/problem+json"),
        (status = 415, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn start(
    State(app): State<App>,
    Json(new): Json<NewCount>,
) -> Result<(StatusCode, [(HeaderName, String); 1], axum::Json<CountView>), Problem> {
    size(new.n, limits::COUNT_SIZE)?;
    let threads = new.threads.unwrap_or(processors());
    within("threads", threads as u64, 1, MOST_THREADS as u64)?;
    let order = Order {
        n: new.n,
        threads: threads.min(processors()),
        double_check: new.double_check,
    };
    let counts = app.clone();
    let count = app.compute(move |_| counts.counts().start(order)).await?;
    let location = format!("/api/counts/{}", count.id());
    Ok((
        StatusCode::CREATED,
        [(header::LOCATION, location)],
        axum::Json(count.view()),
    ))
}

/// One count.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/counts/{id}", tag = "counts", params(("id" = u64, Path)),
    responses(
        (status = 200, body = CountView),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn show(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<axum::Json<CountView>, Problem> {
    Ok(axum::Json(app.counts().find(id)?.view()))
}

/// Forgets a count, which stops it. The file of a campaign stays.
#[cfg_attr(feature = "schema", utoipa::path(delete, path = "/api/counts/{id}", tag = "counts", params(("id" = u64, Path)),
    responses(
        (status = 204),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn delete(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<StatusCode, Problem> {
    app.counts().delete(id)?;
    Ok(StatusCode::NO_CONTENT)
}

/// Stops a count. The units that are being counted are counted again when it goes on.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/counts/{id}/stop", tag = "counts", params(("id" = u64, Path)),
    responses(
        (status = 200, body = CountView),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn stop(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<axum::Json<CountView>, Problem> {
    let count = app.counts().find(id)?;
    count.stop();
    Ok(axum::Json(count.view()))
}

/// Goes on with a count that was stopped.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/counts/{id}/go", tag = "counts", params(("id" = u64, Path)),
    responses(
        (status = 200, body = CountView),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 409, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn go(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<axum::Json<CountView>, Problem> {
    Ok(axum::Json(app.counts().go_on(id)?.view()))
}

/// A count as server-sent events: how it stands, whenever that changes, as long as it runs.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/counts/{id}/events", tag = "counts", params(("id" = u64, Path)),
    responses(
        (status = 200, body = CountView, content_type = "text/event-stream"),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn events(
    State(app): State<App>,
    Path(id): Path<u64>,
) -> Result<Sse<impl Stream<Item = Result<Event, Infallible>>>, Problem> {
    let count = app.counts().find(id)?;
    let permit = app.stream()?;
    let stopped = app.stopped().clone();
    let views = stream::unfold((Some(count.changes()), true), move |(changes, first)| {
        let count = count.clone();
        async move {
            let mut changes = changes?;
            if !first {
                tokio::time::sleep(PACE).await;
                changes.changed().await.ok()?;
            }
            // The last view must hold the end, so the end is looked for before it is made.
            let changes = count.is_running().then_some(changes);
            let view = Event::default()
                .json_data(count.view())
                .expect("plain data");
            Some((Ok(view), (changes, false)))
        }
    });
    let views = views.inspect(move |_| {
        let _held_while_it_is_open = &permit;
    });
    let views = views.take_until(stopped.cancelled_owned());
    Ok(Sse::new(views).keep_alive(KeepAlive::default()))
}
