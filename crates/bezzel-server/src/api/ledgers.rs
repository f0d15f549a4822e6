//! The ledgers of the ledger directory.

use axum::extract::State;
use bezzel::methods::Text;
use serde::{Deserialize, Serialize};

use super::Json;
use super::counts::{Created, check_threads, created};
use crate::app::{App, blocking};
use crate::count;
#[cfg(feature = "schema")]
use crate::count::CountView;
use crate::problem::{Code, Problem};

/// Contents of the ledger directory.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Ledgers {
    /// True if the server was started with a ledger directory.
    directory: bool,
    /// Ledgers, sorted by name.
    ledgers: Vec<Ledger>,
}

/// A ledger in the ledger directory.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(super) struct Ledger {
    file: String,
    /// Number of the count that it is open as.
    count: Option<u64>,
}

/// A ledger to open, and the engines that count its units when it is resumed.
#[derive(Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub(super) struct OpenLedger {
    /// File name, as listed.
    #[cfg_attr(feature = "schema", schema(example = "q25.bezzel"))]
    file: String,
    /// Backends, as for `POST /api/counts`. By default the fastest CPU backend.
    #[cfg_attr(feature = "schema", schema(example = "avx2"))]
    backend: Option<String>,
    /// Number of CPU threads; at most, and by default, the number of available ones.
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 1024))]
    threads: Option<usize>,
}

/// Lists the ledgers in the ledger directory.
#[cfg_attr(feature = "schema", utoipa::path(get, path = "/api/ledgers", tag = "counts",
    responses(
        (status = 200, body = Ledgers),
        (status = "default", body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn list(State(app): State<App>) -> Result<axum::Json<Ledgers>, Problem> {
    let names = app.directory.map(|directory| directory.names()).transpose();
    let names = names.map_err(Problem::internal)?;
    let directory = names.is_some();
    let ledgers = names.unwrap_or_default().into_iter().map(|file| Ledger {
        count: app.counts.of_ledger(&file).map(|count| count.id()),
        file,
    });
    Ok(axum::Json(Ledgers {
        directory,
        ledgers: ledgers.collect(),
    }))
}

/// Verifies a ledger and opens it as a stopped count. If it is open already, returns that count with
/// its own backend and threads.
#[cfg_attr(feature = "schema", utoipa::path(post, path = "/api/ledgers", tag = "counts", request_body = OpenLedger,
    responses(
        (status = 201, body = CountView, headers(("location" = String))),
        (status = "default", body = Problem, content_type = "application/problem+json")
    )))]
pub(super) async fn open(
    State(app): State<App>,
    Json(request): Json<OpenLedger>,
) -> Result<Created, Problem> {
    check_threads(request.threads)?;
    let directory = app.directory.ok_or_else(|| {
        let text = Text::new(
            "no ledger directory is open: start the server with `bezzel serve --ledgers DIR`",
            "未指定计数文件夹，请用 bezzel serve --ledgers DIR 启动服务器",
        );
        Problem::told(Code::NotFound, text)
    })?;
    let path = directory.find(&request.file)?;
    let opened = blocking(move || {
        let engines = count::engines(request.backend.as_deref(), request.threads)?;
        app.counts.open(&path, &request.file, &engines)
    });
    Ok(created(&*opened.await?))
}
