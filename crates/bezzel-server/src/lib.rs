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
mod campaigns;
mod connections;
mod count;
mod guard;
mod problem;
mod reason;
mod tree;

use std::future::Future;
use std::io;
use std::pin::pin;
use std::time::Duration;

use tokio::net::TcpListener;

#[cfg(feature = "schema")]
pub use api::document;
pub use app::{App, Times, limits};
pub use connections::Connections;
pub use guard::{Access, TOKEN_LENGTH, Token};

/// How long clients and counts are waited for at the end, each.
const GRACE: Duration = Duration::from_millis(800);

/// Answers requests until `stop` comes; then ends all streams, tells the counts to stop, and
/// lets requests and counts finish, but waits less than two seconds for all of them. Returns
/// how many counts are lost.
pub async fn serve(
    app: App,
    listener: TcpListener,
    access: Access,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<usize> {
    serve_with(app, listener, access, Connections::default(), stop).await
}

/// The same, with limits of its own for connections.
pub async fn serve_with(
    app: App,
    listener: TcpListener,
    access: Access,
    connections: Connections,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<usize> {
    let router = router(&app, access);
    let serving = connections::accept(listener, router, connections, app.stopped().clone());
    let patience = async {
        stop.await;
        app.stop();
        tokio::time::sleep(GRACE).await;
    };
    let mut serving = pin!(serving);
    // A client that holds its connection, or never finishes its request, is left behind.
    tokio::select! {
        () = &mut serving => {}
        () = patience => {}
    }
    let lost = app.counts().unfinished();
    let waiting = tokio::task::spawn_blocking(move || app.counts().wait(GRACE));
    waiting.await.map_err(io::Error::other)?;
    Ok(lost)
}

/// Everything that is served.
pub fn router(app: &App, access: Access) -> axum::Router {
    let router = api::router()
        .with_state(app.clone())
        .fallback(assets::serve)
        .method_not_allowed_fallback(problem::method_not_allowed);
    guard::around(router, access)
}
