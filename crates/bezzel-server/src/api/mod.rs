//! The addresses under `/api`, their extractors, and their OpenAPI document.

mod counts;
mod ledgers;

use axum::Router;
use axum::extract::{FromRequest, FromRequestParts, Request};
use axum::http::header;
use axum::http::request::Parts;
use axum::routing::{get, post};
use serde::de::DeserializeOwned;

use crate::app::{App, blocking};
use crate::count::{self, BackendView};
use crate::problem::Problem;

/// Returns the router of the API.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/api/counts", get(counts::list).post(counts::start))
        .route("/api/counts/{id}", get(counts::show).delete(counts::delete))
        .route("/api/counts/{id}/events", get(counts::events))
        .route("/api/counts/{id}/stop", post(counts::stop))
        .route("/api/counts/{id}/resume", post(counts::resume))
        .route("/api/backends", get(backends))
        .route("/api/ledgers", get(ledgers::list).post(ledgers::open))
        .route("/api/openapi.json", get(description))
}

/// Lists the backends of this machine: CPU backends, the slowest first, then devices.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/backends", tag = "counts",
    responses(
        (status = 200, body = Vec<BackendView>),
        (status = "default", body = Problem, content_type = "application/problem+json")
    )))]
async fn backends() -> Result<axum::Json<Vec<BackendView>>, Problem> {
    Ok(axum::Json(blocking(|| Ok(count::all_backends())).await?))
}

/// Extractor of a path parameter.
struct Path<T>(T);

impl<T: DeserializeOwned + Send, S: Send + Sync> FromRequestParts<S> for Path<T> {
    type Rejection = Problem;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Problem> {
        let axum::extract::Path(value) =
            axum::extract::Path::from_request_parts(parts, state).await?;
        Ok(Self(value))
    }
}

/// Extractor of a JSON body.
struct Json<T>(T);

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Problem;

    async fn from_request(request: Request, state: &S) -> Result<Self, Problem> {
        let axum::Json(value) = axum::Json::from_request(request, state).await?;
        Ok(Self(value))
    }
}

/// Stored OpenAPI document. Deriving it takes a third of the server's build time, so only the
/// tests derive it, and compare.
const DESCRIPTION: &str = include_str!("../../openapi.json");

async fn description() -> impl axum::response::IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], DESCRIPTION)
}

/// Derives the OpenAPI document from the handlers. `/api/openapi.json` serves a stored copy.
#[cfg(feature = "schema")]
pub fn document() -> String {
    use utoipa::OpenApi;

    #[derive(OpenApi)]
    #[openapi(
        info(
            title = "bezzel",
            description = "Counts of the n-queens problem on all cores and GPUs, and ledgers. Numbers of solutions are strings, because they exceed \
                the integer range of JavaScript. Errors are `application/problem+json`. Requests \
                from other sites, including links, are rejected with status 403: `Sec-Fetch-Site`, \
                `Origin` and `Referer` must not name another site. Programs omit these headers.",
            license(name = "MIT OR Apache-2.0")
        ),
        paths(
            backends,
            counts::list,
            counts::start,
            counts::show,
            counts::delete,
            counts::events,
            counts::stop,
            counts::resume,
            ledgers::list,
            ledgers::open,
        ),
        tags(
            (name = "counts", description = "Counts with the colour-split counter, and ledgers")
        )
    )]
    struct Description;

    // A value has its fields in alphabetical order.
    let document = serde_json::to_value(Description::openapi());
    let document = document.expect("the document is plain data");
    serde_json::to_string_pretty(&document).expect("the document is plain data")
}
