//! Campaigns: the ledgers of one folder, listed and opened.

use axum::extract::State;
use axum::http::{HeaderName, StatusCode, header};
use serde::{Deserialize, Serialize};

use super::requests::Json;
use crate::app::App;
use crate::count::CountView;
use crate::problem::{Code, Problem};
use crate::reason::Reason;

/// The folder that was given to the server.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Campaigns {
    /// Whether one was given.
    folder: bool,
    /// Its ledgers, by name.
    campaigns: Vec<Campaign>,
}

/// A ledger in the folder.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Campaign {
    file: String,
    /// The count that it was opened as.
    count: Option<u64>,
}

/// The ledger to open.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct Named {
    /// Its name, as it is listed.
    #[cfg_attr(feature = "schema", schema(example = "q25.bezzel"))]
    file: String,
}

/// The ledgers in the folder of campaigns.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/campaigns", tag = "counts",
    responses(
        (status = 200, body = Campaigns),
        (status = 500, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn list(State(app): State<App>) -> Result<axum::Json<Campaigns>, Problem> {
    let unread = |error: std::io::Error| Problem::new(Code::Internal, error.to_string());
    let names = app.folder().map(|folder| folder.names()).transpose();
    let names = names.map_err(unread)?;
    let folder = names.is_some();
    let campaigns = names.unwrap_or_default().into_iter().map(|file| Campaign {
        count: app.counts().of_campaign(&file).map(|count| count.id()),
        file,
    });
    Ok(axum::Json(Campaigns {
        folder,
        campaigns: campaigns.collect(),
    }))
}

/// Opens a ledger, which is checked as a whole, as a count that waits until it is told to go on.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/campaigns", tag = "counts", request_body = Named,
    responses(
        (status = 201, body = CountView, headers(("location" = String))),
        (status = 400, body = Problem, content_type = "application/problem+json"),
        (status = 404, body = Problem, content_type = "application/problem+json"),
        (status = 409, body = Problem, content_type = "application/problem+json"),
        (status = 413, body = Problem, content_type = "application/problem+json"),
        (status = 415, body = Problem, content_type = "application/problem+json"),
        (status = 422, body = Problem, content_type = "application/problem+json"),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn open(
    State(app): State<App>,
    Json(Named { file }): Json<Named>,
) -> Result<(StatusCode, [(HeaderName, String); 1], axum::Json<CountView>), Problem> {
    let path = app.folder().ok_or(Reason::NoFolder)?.find(&file)?;
    let counts = app.clone();
    let opened = app.compute(move |_| counts.counts().open(&path, &file));
    let count = opened.await?;
    let location = format!("/api/counts/{}", count.id());
    Ok((
        StatusCode::CREATED,
        [(header::LOCATION, location)],
        axum::Json(count.view()),
    ))
}
