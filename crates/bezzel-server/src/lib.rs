//! The local page of bezzel, and the JSON interface under it.
//!
//! Everything is served from the program itself: the page's files are inside the binary, and
//! every answer is computed by the library. Nothing is fetched from any network.
//!
//! The server keeps to itself. It answers only requests that name it as their host, sends no
//! permission for other sites to read its answers, and beyond the machine itself it wants a
//! token with everything ([`Access`]).

#![deny(missing_docs)]

mod api;
mod app;
mod assets;
mod count;
mod guard;
mod problem;
mod tree;

use std::future::Future;
use std::io;

use tokio::net::TcpListener;

pub use api::document;
pub use app::{App, limits};
pub use guard::{Access, TOKEN_LENGTH, Token};

/// Answers requests until `stop` comes; then ends all streams, lets running requests finish
/// and tells the counts to stop. Returns how many counts are lost.
pub async fn serve(
    app: App,
    listener: TcpListener,
    access: Access,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<usize> {
    let stopping = app.clone();
    let wait = async move {
        stop.await;
        stopping.stop();
    };
    axum::serve(listener, router(&app, access))
        .with_graceful_shutdown(wait)
        .await?;
    let lost = app.counts().unfinished();
    let waiting = tokio::task::spawn_blocking(move || app.counts().wait());
    waiting.await.map_err(io::Error::other)?;
    Ok(lost)
}

/// Everything that is served.
pub fn router(app: &App, access: Access) -> axum::Router {
    let (api, document) = api::router();
    let router = api
        .with_state(app.clone())
        .merge(api::openapi(document))
        .fallback(assets::serve)
        .method_not_allowed_fallback(problem::method_not_allowed);
    guard::around(router, access)
}
