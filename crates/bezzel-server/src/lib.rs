//! The web page of bezzel and its JSON API.
//!
//! All files of the page are embedded in the binary, and the page makes no external requests. Methods,
//! boards and puzzles run in the browser; the API has what a browser cannot do: counts on all cores and
//! GPUs, and campaigns.
//!
//! By default the server accepts only local requests (Host `localhost`, `127.0.0.1` or `[::1]`)
//! and none from other sites. Requests from other machines need a token ([`Access`]).

#![deny(missing_docs)]
#![forbid(unsafe_code)]

mod api;
mod app;
mod assets;
mod campaigns;
mod connections;
mod count;
mod guard;
pub mod limits;
mod notebook;
mod problem;
mod reason;

use std::future::Future;
use std::io;
use std::pin::pin;
use std::time::Duration;

use tokio::net::TcpListener;
use tower_http::compression::CompressionLayer;

#[cfg(feature = "schema")]
pub use api::document;
pub use app::App;
pub use assets::files;
pub use connections::Connections;
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
    listener: TcpListener,
    access: Access,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<usize> {
    serve_with(app, listener, access, Connections::default(), stop).await
}

/// Serves requests like [`serve`], with other limits on connections.
pub async fn serve_with(
    app: App,
    listener: TcpListener,
    access: Access,
    connections: Connections,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<usize> {
    let router = router(&app, access);
    let serving = connections::accept(listener, router, connections, app.stopped().clone());
    let shutdown = async {
        stop.await;
        app.stop();
        tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
    };
    let mut serving = pin!(serving);
    // Connections that are still open after the time limit are dropped.
    tokio::select! {
        () = &mut serving => {}
        () = shutdown => {}
    }
    let lost = app.counts().unfinished();
    let waiting = tokio::task::spawn_blocking(move || app.counts().wait(SHUTDOWN_TIMEOUT));
    waiting.await.map_err(io::Error::other)?;
    Ok(lost)
}

/// Returns the router of the page and the API.
pub fn router(app: &App, access: Access) -> axum::Router {
    let router = api::router()
        .with_state(app.clone())
        .fallback(assets::serve)
        .method_not_allowed_fallback(problem::method_not_allowed)
        // Streams are not compressed: their messages would wait in the buffer of the encoder.
        .layer(CompressionLayer::new());
    guard::around(router, access)
}
