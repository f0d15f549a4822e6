//! Backends of the colour-split counter.

use axum::extract::State;

use crate::app::App;
use crate::count::{self, BackendView};
use crate::problem::Problem;

/// Lists the backends of this machine: CPU backends, the slowest first, then devices.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/backends", tag = "counts",
    responses(
        (status = 200, body = Vec<BackendView>),
        (status = 503, body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn list(State(app): State<App>) -> Result<axum::Json<Vec<BackendView>>, Problem> {
    Ok(axum::Json(
        app.blocking(|| Ok(count::all_backends())).await?,
    ))
}
