//! Connections: how many there are, and how long each may take for what it does.
//!
//! ```text
//!   idle ── request head ──▶ body ──▶ busy ── answer ──▶ idle
//!     ╰─ HEAD_TIMEOUT ──╯╰ BODY_TIMEOUT ╯       ╰ WRITE_TIMEOUT without a byte taken
//! ```
//!
//! A stream of events is busy, and lives as long as its client reads. When there are as many
//! connections as the system has descriptors for, the one that has been idle for longest makes
//! room; one that is served is never cut for another.

use std::collections::BTreeMap;
use std::future::{Future, poll_fn};
use std::io;
use std::pin::pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::Poll;
use std::time::{Duration, Instant};

use axum::Router;
use axum::body::{Body, to_bytes};
use axum::http::Request;
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Notify;
use tokio::time::timeout;
use tokio_io_timeout::TimeoutStream;
use tokio_util::sync::CancellationToken;
use tower_service::Service;

use crate::app::limits;
use crate::problem::{Code, Problem};

/// How long to wait when the system gives no more connections.
const PAUSE: Duration = Duration::from_millis(50);

/// How many connections are served at one time, and how long each may take.
#[derive(Debug, Clone, Copy)]
pub struct Connections {
    /// The most that are open at one time.
    pub most: usize,
    /// For the head of a request, from the last answer or the beginning on.
    pub head: Duration,
    /// For the body of a request.
    pub body: Duration,
    /// For an answer of which the client takes no byte.
    pub write: Duration,
}

impl Default for Connections {
    /// As many as leave [`limits::DESCRIPTORS_KEPT`] descriptors to the rest of the program.
    fn default() -> Self {
        Self {
            most: most(),
            head: limits::HEAD_TIMEOUT,
            body: limits::BODY_TIMEOUT,
            write: limits::WRITE_TIMEOUT,
        }
    }
}

/// The most connections that this process has descriptors for.
pub(crate) fn most() -> usize {
    /// Below that a page cannot be used.
    const LEAST: usize = 8;
    #[cfg(unix)]
    let descriptors = {
        use rustix::process::{Resource, getrlimit};
        getrlimit(Resource::Nofile).current
    };
    #[cfg(not(unix))]
    let descriptors: Option<u64> = None;
    let descriptors = descriptors.map_or(usize::MAX, |most| most as usize);
    let left = descriptors.saturating_sub(limits::DESCRIPTORS_KEPT);
    left.clamp(LEAST, limits::CONNECTIONS)
}

/// Accepts connections until `stop` is cancelled, then lets those that are busy finish.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    connections: Connections,
    stop: CancellationToken,
) {
    let open = Arc::new(Open::default());
    let accepting = async {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    let place = open.place(connections.most).await;
                    let connection = Connection {
                        place,
                        router: router.clone(),
                        connections,
                    };
                    tokio::spawn(connection.serve(stream, stop.clone()));
                }
                Err(_) => {
                    // Descriptors are missing after all, or the client has gone again.
                    open.close_idle();
                    tokio::time::sleep(PAUSE).await;
                }
            }
        }
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = accepting => {}
    }
    drop(listener);
    open.empty().await;
}

/// All connections that are open.
#[derive(Default)]
struct Open {
    numbered: Mutex<Numbered>,
    /// Is told whenever one ends or becomes idle.
    changed: Notify,
}

#[derive(Default)]
struct Numbered {
    last: u64,
    states: BTreeMap<u64, State>,
}

/// How it stands with a connection.
struct State {
    close: CancellationToken,
    /// Since when it is idle; none while a request is served.
    idle: Option<Instant>,
}

impl Open {
    fn lock(&self) -> MutexGuard<'_, Numbered> {
        // Each change is one step.
        self.numbered.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A place for one more, as soon as there is one. Closes those that have been idle longest.
    async fn place(self: &Arc<Self>, most: usize) -> Place {
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if let Some(place) = self.try_place(most) {
                return place;
            }
            self.close_idle();
            changed.await;
        }
    }

    fn try_place(self: &Arc<Self>, most: usize) -> Option<Place> {
        let mut numbered = self.lock();
        if numbered.states.len() >= most {
            return None;
        }
        numbered.last += 1;
        let number = numbered.last;
        let close = CancellationToken::new();
        let state = State {
            close: close.clone(),
            idle: Some(Instant::now()),
        };
        numbered.states.insert(number, state);
        Some(Place {
            open: self.clone(),
            number,
            close,
        })
    }

    /// Closes the connection that has been idle for longest, unless one is being closed already.
    fn close_idle(&self) {
        let numbered = self.lock();
        let states = || numbered.states.values();
        if states().any(|state| state.close.is_cancelled()) {
            return;
        }
        let idle = states().filter(|state| state.idle.is_some());
        if let Some(longest) = idle.min_by_key(|state| state.idle) {
            longest.close.cancel();
        }
    }

    async fn empty(&self) {
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if self.lock().states.is_empty() {
                return;
            }
            changed.await;
        }
    }

    fn set_idle(&self, number: u64, idle: Option<Instant>) {
        if let Some(state) = self.lock().states.get_mut(&number) {
            state.idle = idle;
        }
        self.changed.notify_waiters();
    }
}

/// The place of one connection, which it gives back when it is dropped.
struct Place {
    open: Arc<Open>,
    number: u64,
    close: CancellationToken,
}

impl Drop for Place {
    fn drop(&mut self) {
        self.open.lock().states.remove(&self.number);
        self.open.changed.notify_waiters();
    }
}

/// A connection that serves a request; idle again when it is dropped.
struct Busy {
    open: Arc<Open>,
    number: u64,
}

impl Busy {
    fn new(open: &Arc<Open>, number: u64) -> Self {
        open.set_idle(number, None);
        let open = open.clone();
        Self { open, number }
    }
}

impl Drop for Busy {
    fn drop(&mut self) {
        self.open.set_idle(self.number, Some(Instant::now()));
    }
}

struct Connection {
    /// Dropped last, when the stream is closed.
    place: Place,
    router: Router,
    connections: Connections,
}

impl Connection {
    async fn serve(self, stream: TcpStream, stop: CancellationToken) {
        let Self {
            place,
            router,
            connections,
        } = self;
        // Small events go out at once; where that cannot be had, they wait a little.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(connections.write));
        let (open, number) = (place.open.clone(), place.number);
        let service = hyper::service::service_fn(move |request| {
            let router = router.clone();
            let (open, body) = (open.clone(), connections.body);
            async move { answer(router, request, body, || Busy::new(&open, number)).await }
        });
        let serving = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(connections.head)
            .max_buf_size(limits::HEAD)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let mut serving = pin!(serving);
        let (mut closed, mut stopped) = (pin!(place.close.cancelled()), pin!(stop.cancelled()));
        let mut is_stopping = false;
        poll_fn(|context| {
            if closed.as_mut().poll(context).is_ready() {
                return Poll::Ready(());
            }
            if !is_stopping && stopped.as_mut().poll(context).is_ready() {
                is_stopping = true;
                serving.as_mut().graceful_shutdown();
            }
            // An error is that of the client: it went, or took too long.
            serving.as_mut().poll(context).map(drop)
        })
        .await;
    }
}

/// Reads a request to its end and answers it. Fails, which closes the connection, if its body
/// does not come in time.
async fn answer(
    mut router: Router,
    request: Request<Incoming>,
    patience: Duration,
    busy: impl FnOnce() -> Busy,
) -> io::Result<Response> {
    let (parts, body) = request.into_parts();
    let body = timeout(patience, to_bytes(Body::new(body), limits::BODY)).await?;
    let body = match body {
        Ok(body) => Body::from(body),
        Err(error) => {
            let most = limits::BODY;
            let detail = format!("expected a body of at most {most} bytes: {error}");
            return Ok(Problem::new(Code::TooLarge, detail).into_response());
        }
    };
    let busy = busy();
    let response = match router.call(Request::from_parts(parts, body)).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    // It is idle when the last of the answer is on its way.
    let kept = move |frame| {
        let _busy = &busy;
        frame
    };
    Ok(response.map(|body| Body::new(body.map_frame(kept))))
}
