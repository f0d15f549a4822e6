//! The addresses under `/api` and their OpenAPI document.

mod backends;
mod counts;
mod ledgers;
mod requests;

use axum::Router;
use axum::http::header;
use axum::routing::{get, post};

use crate::app::App;

/// Returns the router of the API.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/api/counts", get(counts::list).post(counts::start))
        .route("/api/counts/{id}", get(counts::show).delete(counts::delete))
        .route("/api/counts/{id}/events", get(counts::events))
        .route("/api/counts/{id}/stop", post(counts::stop))
        .route("/api/counts/{id}/resume", post(counts::resume))
        .route("/api/backends", get(backends::list))
        .route("/api/ledgers", get(ledgers::list).post(ledgers::open))
        .route("/api/openapi.json", get(description))
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
            backends::list,
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
