//! The web page of bezzel and its JSON API.
//!
//! All files of the page are embedded in the binary, and the page makes no external requests. Methods,
//! boards and puzzles run in the browser; the API has what a browser cannot do: counts on all cores and
//! GPUs, and ledgers.
//!
//! By default the server accepts only local requests (Host `localhost`, `127.0.0.1` or `[::1]`)
//! and none from other sites. Requests from other machines need a token ([`Access`]).

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod api;
mod app;
mod assets;
mod count;
mod guard;
mod ledgers;
pub mod limits;
mod notebook;
mod problem;

use std::future::Future;
use std::io;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::serve::Listener;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower_http::compression::CompressionLayer;
use tower_http::timeout::RequestBodyTimeoutLayer;

#[cfg(feature = "schema")]
pub use api::document;
pub use app::App;
pub use assets::files;
pub use guard::{Access, TOKEN_LENGTH, Token};
pub use notebook::{attribute, notebook};

/// Time limit for open connections, and then for running counts, after a stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_millis(800);

/// Serves requests until `stop` completes, then ends all streams, stops the counts and waits
/// less than two seconds for open requests and current units.
///
/// Returns the number of counts that are lost: unfinished counts stored in memory.
pub async fn serve(
    app: App,
    mut listener: TcpListener,
    access: Access,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<usize> {
    let service = TowerToHyperService::new(router(&app, access));
    let mut http = http1::Builder::new();
    // `axum::serve` has no such limit: clients that are silent would keep all connections.
    http.timer(TokioTimer::new())
        .header_read_timeout(limits::HEAD_TIMEOUT);
    let open = Arc::new(Semaphore::new(limits::MAX_CONNECTIONS));
    let graceful = GracefulShutdown::new();
    let mut stop = pin!(stop);
    let mut accept = async || {
        let permit = open.clone().acquire_owned().await;
        // Waits a moment if the process has no file descriptor left.
        (permit, Listener::accept(&mut listener).await.0)
    };
    while let Some((permit, stream)) = tokio::select! {
        accepted = accept() => Some(accepted),
        () = &mut stop => None,
    } {
        // Small events are sent without delay, if the system supports it.
        let _ = stream.set_nodelay(true);
        let connection = http.serve_connection(TokioIo::new(stream), service.clone());
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that disconnects is no fault of the server.
            let _ = connection.await;
            drop(permit);
        });
    }
    drop(listener);
    app.stop();
    // Connections that are still open after the time limit are dropped with the runtime.
    let _ = tokio::time::timeout(SHUTDOWN_TIMEOUT, graceful.shutdown()).await;
    let lost = app.counts.unfinished();
    let waiting = tokio::task::spawn_blocking(move || app.counts.wait(SHUTDOWN_TIMEOUT));
    waiting.await.map_err(io::Error::other)?;
    Ok(lost)
}

/// Returns the router of the page and the API.
pub fn router(app: &App, access: Access) -> Router {
    let router = api::router()
        .with_state(app.clone())
        .fallback(assets::serve)
        .method_not_allowed_fallback(problem::method_not_allowed)
        // Streams are not compressed: their messages would wait in the buffer of the encoder.
        .layer(CompressionLayer::new())
        .layer(RequestBodyTimeoutLayer::new(limits::BODY_TIMEOUT));
    guard::around(router, access)
}
