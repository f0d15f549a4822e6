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

use std::convert::Infallible;
use std::future::{Future, IntoFuture};
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::Request;
use axum::serve::{IncomingStream, ListenerExt};
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tower::ServiceExt;
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
    listener: TcpListener,
    access: Access,
    stop: impl Future<Output = ()> + Send + 'static,
) -> io::Result<usize> {
    let router = router(&app, access);
    let open = Arc::new(Semaphore::new(limits::MAX_CONNECTIONS));
    // Called once for each connection, whose service holds the permit until the connection is closed.
    let connections = tower::service_fn(move |_: IncomingStream<'_, _>| {
        let (router, permit) = (router.clone(), open.clone().acquire_owned());
        async move {
            let permit = Arc::new(permit.await.expect("nobody closes it"));
            Ok::<_, Infallible>(router.map_request(move |request: Request| {
                let _held = &permit;
                request
            }))
        }
    });
    // Small events are sent without delay, if the system supports it.
    let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
    let (stopping, mut stopped) = (app.clone(), app.stopped());
    let stop = async move {
        stop.await;
        stopping.stop();
    };
    let serving = axum::serve(listener, connections).with_graceful_shutdown(stop);
    // Connections that are still open after the time limit are dropped with the runtime.
    tokio::select! {
        served = serving.into_future() => served?,
        () = async {
            let _ = stopped.wait_for(|stopped| *stopped).await;
            tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
        } => {}
    }
    let lost = app.counts().unfinished();
    let waiting = tokio::task::spawn_blocking(move || app.counts().wait(SHUTDOWN_TIMEOUT));
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
