//! The addresses under `/api` and their OpenAPI document.

mod backends;
mod board;
mod campaigns;
pub(crate) mod completions;
mod counts;
mod decisions;
mod find;
pub(crate) mod methods;
mod race;
mod records;
mod requests;

use axum::Router;
use axum::http::header;
use axum::routing::{get, post};

use crate::app::App;

/// Returns the router of the API.
pub(crate) fn router() -> Router<App> {
    Router::new()
        .route("/api/methods", get(methods::methods))
        .route("/api/sources/{*file}", get(methods::source))
        .route("/api/steps", get(methods::steps))
        .route("/api/steps/find", get(find::find))
        .route("/api/listings/{method}", get(methods::listings))
        .route("/api/tree", get(decisions::tree))
        .route("/api/run", get(methods::run))
        .route("/api/board/complete", post(completions::complete))
        .route("/api/board/random", post(completions::random))
        .route("/api/board/occupancy", post(completions::occupancy))
        .route("/api/board/orbit", post(board::orbit))
        .route("/api/board/export", post(board::export))
        .route("/api/solutions", get(board::solutions_page))
        .route("/api/race", get(race::race))
        .route("/api/counts", get(counts::list).post(counts::start))
        .route("/api/counts/{id}", get(counts::show).delete(counts::delete))
        .route("/api/counts/{id}/events", get(counts::events))
        .route("/api/counts/{id}/stop", post(counts::stop))
        .route("/api/counts/{id}/resume", post(counts::resume))
        .route("/api/backends", get(backends::list))
        .route("/api/campaigns", get(campaigns::list).post(campaigns::open))
        .route("/api/records", get(records::records))
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
            description = "Methods step by step, boards, races and counts of the n-queens problem. \
                Rows and columns are 0-based. Numbers of solutions are strings, because they exceed \
                the integer range of JavaScript. Errors are `application/problem+json`. Requests \
                from other sites, including links, are rejected with status 403: `Sec-Fetch-Site`, \
                `Origin` and `Referer` must not name another site. Programs omit these headers.",
            license(name = "MIT OR Apache-2.0")
        ),
        paths(
            methods::methods,
            methods::source,
            methods::steps,
            methods::listings,
            find::find,
            decisions::tree,
            methods::run,
            completions::complete,
            completions::random,
            completions::occupancy,
            board::orbit,
            board::export,
            board::solutions_page,
            race::race,
            backends::list,
            counts::list,
            counts::start,
            counts::show,
            counts::delete,
            counts::events,
            counts::stop,
            counts::resume,
            campaigns::list,
            campaigns::open,
            records::records,
        ),
        components(schemas(board::Filter, board::Written)),
        tags(
            (name = "methods", description = "Methods, step by step"),
            (name = "boards", description = "Boards: completions, images, exports, all solutions"),
            (name = "race", description = "Run times of several methods"),
            (name = "counts", description = "Counts with the record counter, campaigns and published totals")
        )
    )]
    struct Description;

    let document = serde_json::to_value(Description::openapi());
    let mut document = document.expect("the document is plain data");
    remove_examples(&mut document);
    serde_json::to_string_pretty(&document).expect("the document is plain data")
}

/// Removes the Rust examples that descriptions have from documentation comments.
#[cfg(feature = "schema")]
fn remove_examples(value: &mut serde_json::Value) {
    use serde_json::Value;

    match value {
        Value::Object(fields) => {
            if let Some(Value::String(text)) = fields.get_mut("description")
                && let Some((description, _)) = text.split_once("\n\n```")
            {
                *text = description.to_owned();
            }
            fields.values_mut().for_each(remove_examples);
        }
        Value::Array(values) => values.iter_mut().for_each(remove_examples),
        _ => {}
    }
}
