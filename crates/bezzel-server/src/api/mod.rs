//! The addresses under `/api`, and their description.

mod board;
mod campaigns;
mod counts;
mod methods;
mod race;
mod records;
mod requests;

use std::sync::Arc;

use axum::Router;
use axum::http::header;
use axum::routing::get;
use utoipa::OpenApi;
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::app::App;

#[derive(OpenApi)]
#[openapi(
    info(
        title = "bezzel",
        description = "Methods step by step, boards, races and counts of the n queens problem. \
            Rows and columns count from 0. Counts are strings, since they outgrow the integers \
            of JavaScript. Errors are `application/problem+json`. What another site sends is \
            refused with 403, whatever its method, also when its visitor follows a link: \
            `Sec-Fetch-Site`, `Origin` and `Referer` must not name one. Programs send none of \
            them.",
        license(name = "MIT OR Apache-2.0")
    ),
    components(schemas(bezzel::methods::Method, board::Filter, board::Written)),
    tags(
        (name = "methods", description = "Ten methods, step by step"),
        (name = "boards", description = "Playing on a board"),
        (name = "race", description = "Methods against each other"),
        (name = "counts", description = "Counting for records")
    )
)]
struct Description;

/// The handlers, and what they say about themselves.
pub(crate) fn router() -> (Router<App>, utoipa::openapi::OpenApi) {
    OpenApiRouter::with_openapi(Description::openapi())
        .routes(routes!(methods::methods))
        .routes(routes!(methods::source))
        .routes(routes!(methods::steps))
        .routes(routes!(methods::solution))
        .routes(routes!(methods::run))
        .routes(routes!(board::complete))
        .routes(routes!(board::orbit))
        .routes(routes!(board::export))
        .routes(routes!(board::solutions_page))
        .routes(routes!(race::race))
        .routes(routes!(counts::list, counts::start))
        .routes(routes!(counts::show, counts::delete))
        .routes(routes!(counts::events))
        .routes(routes!(counts::stop))
        .routes(routes!(counts::go))
        .routes(routes!(campaigns::list, campaigns::open))
        .routes(routes!(records::records))
        .split_for_parts()
}

/// The address of the description.
pub(crate) fn openapi(document: utoipa::openapi::OpenApi) -> Router {
    let document: Arc<str> = text(&document).into();
    let kind = [(header::CONTENT_TYPE, "application/json")];
    let answer = async move || (kind, document.to_string());
    Router::new().route("/api/openapi.json", get(answer))
}

/// The OpenAPI document, as it is served at `/api/openapi.json`.
pub fn document() -> String {
    let (_, document) = router();
    text(&document)
}

fn text(document: &utoipa::openapi::OpenApi) -> String {
    document
        .to_pretty_json()
        .expect("the description is plain data")
}
