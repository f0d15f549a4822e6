//! Connections, with limits on their number and on the time of each phase.
//!
//! ```text
//!   idle ── request head ──▶ body ──▶ busy ── response ──▶ idle
//!     ╰─ HEAD_TIMEOUT ──╯╰ BODY_TIMEOUT ╯       ╰ WRITE_TIMEOUT without a byte read
//! ```
//!
//! A stream of events is busy and stays open as long as its client reads. When the maximum number
//! of connections is reached, the one that has been idle longest is closed. A busy connection is
//! never closed in favour of another.

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
use bezzel::counted;
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

use crate::limits;
use crate::problem::Problem;
use crate::reason::Code;

/// Delay after an error of `accept`.
const ACCEPT_RETRY_INTERVAL: Duration = Duration::from_millis(50);

/// Limits on connections.
#[derive(Debug, Clone, Copy)]
pub struct Connections {
    /// Maximum number of open connections.
    pub max_open: usize,
    /// Time limit for the head of a request, from the last response or the connection on.
    pub head_timeout: Duration,
    /// Time limit for the body of a request.
    pub body_timeout: Duration,
    /// Time limit for a response of which the client reads no byte.
    pub write_timeout: Duration,
}

impl Default for Connections {
    /// Returns the limits of [`limits`], with fewer connections if file descriptors are scarce.
    fn default() -> Self {
        Self {
            max_open: max_connections(),
            head_timeout: limits::HEAD_TIMEOUT,
            body_timeout: limits::BODY_TIMEOUT,
            write_timeout: limits::WRITE_TIMEOUT,
        }
    }
}

/// Returns the maximum number of connections, which the file descriptors of the process limit.
pub(crate) fn max_connections() -> usize {
    /// The page needs at least this many.
    const MIN_CONNECTIONS: usize = 8;
    #[cfg(unix)]
    let descriptors = {
        use rustix::process::{Resource, getrlimit};
        getrlimit(Resource::Nofile).current
    };
    #[cfg(not(unix))]
    let descriptors: Option<u64> = None;
    let descriptors = descriptors.map_or(usize::MAX, |limit| limit as usize);
    let left = descriptors.saturating_sub(limits::RESERVED_DESCRIPTORS);
    left.clamp(MIN_CONNECTIONS, limits::MAX_CONNECTIONS)
}

/// Accepts connections until `stop` is cancelled, then waits for the busy ones.
pub(crate) async fn accept(
    listener: TcpListener,
    router: Router,
    connections: Connections,
    stop: CancellationToken,
) {
    let open = Arc::new(OpenConnections::default());
    let accepting = async {
        loop {
            match listener.accept().await {
                Ok((stream, _)) => {
                    let slot = open.acquire_slot(connections.max_open).await;
                    let connection = Connection {
                        slot,
                        router: router.clone(),
                        connections,
                    };
                    tokio::spawn(connection.serve(stream, stop.clone()));
                }
                Err(_) => {
                    // No file descriptor is free, or the client has disconnected.
                    open.close_idle();
                    tokio::time::sleep(ACCEPT_RETRY_INTERVAL).await;
                }
            }
        }
    };
    tokio::select! {
        () = stop.cancelled() => {}
        () = accepting => {}
    }
    drop(listener);
    open.wait_until_empty().await;
}

#[derive(Default)]
struct OpenConnections {
    table: Mutex<Table>,
    /// Notified when a connection closes or changes its state.
    changed: Notify,
}

/// The connections by number.
#[derive(Default)]
struct Table {
    last: u64,
    states: BTreeMap<u64, State>,
}

/// State of a connection.
struct State {
    close: CancellationToken,
    /// Start of the idle time; `None` while a request is served.
    idle: Option<Instant>,
}

impl OpenConnections {
    fn lock(&self) -> MutexGuard<'_, Table> {
        // Every change is a single step, so the table is consistent after a panic too.
        self.table.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits for a slot for one more connection and closes idle connections meanwhile.
    async fn acquire_slot(self: &Arc<Self>, max_open: usize) -> ConnectionSlot {
        loop {
            let mut changed = pin!(self.changed.notified());
            changed.as_mut().enable();
            if let Some(slot) = self.try_acquire_slot(max_open) {
                return slot;
            }
            self.close_idle();
            changed.await;
        }
    }

    fn try_acquire_slot(self: &Arc<Self>, max_open: usize) -> Option<ConnectionSlot> {
        let mut table = self.lock();
        if table.states.len() >= max_open {
            return None;
        }
        table.last += 1;
        let number = table.last;
        let close = CancellationToken::new();
        let state = State {
            close: close.clone(),
            idle: Some(Instant::now()),
        };
        table.states.insert(number, state);
        Some(ConnectionSlot {
            open: self.clone(),
            number,
            close,
        })
    }

    /// Closes the connection that has been idle longest, unless another one is being closed.
    fn close_idle(&self) {
        let table = self.lock();
        let states = || table.states.values();
        if states().any(|state| state.close.is_cancelled()) {
            return;
        }
        let idle = states().filter(|state| state.idle.is_some());
        if let Some(longest) = idle.min_by_key(|state| state.idle) {
            longest.close.cancel();
        }
    }

    async fn wait_until_empty(&self) {
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

/// Slot of an open connection. Dropping it releases the slot.
struct ConnectionSlot {
    open: Arc<OpenConnections>,
    number: u64,
    close: CancellationToken,
}

impl Drop for ConnectionSlot {
    fn drop(&mut self) {
        self.open.lock().states.remove(&self.number);
        self.open.changed.notify_waiters();
    }
}

/// Marks a connection as busy. Dropping it marks the connection as idle.
struct Busy {
    open: Arc<OpenConnections>,
    number: u64,
}

impl Busy {
    fn new(open: &Arc<OpenConnections>, number: u64) -> Self {
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
    /// Dropped last, after the stream is closed.
    slot: ConnectionSlot,
    router: Router,
    connections: Connections,
}

impl Connection {
    async fn serve(self, stream: TcpStream, stop: CancellationToken) {
        let Self {
            slot,
            router,
            connections,
        } = self;
        // Sends small events without delay, if the system supports it.
        let _ = stream.set_nodelay(true);
        let mut stream = TimeoutStream::new(stream);
        stream.set_write_timeout(Some(connections.write_timeout));
        let (open, number) = (slot.open.clone(), slot.number);
        let service = hyper::service::service_fn(move |request: Request<Incoming>| {
            let router = router.clone();
            let (open, body) = (open.clone(), connections.body_timeout);
            async move { answer(router, request, body, || Busy::new(&open, number)).await }
        });
        let serving = http1::Builder::new()
            .timer(TokioTimer::new())
            .header_read_timeout(connections.head_timeout)
            .max_buf_size(limits::MAX_HEAD_BYTES)
            .serve_connection(TokioIo::new(Box::pin(stream)), service);
        let mut serving = pin!(serving);
        let (mut closed, mut stopped) = (pin!(slot.close.cancelled()), pin!(stop.cancelled()));
        let mut is_stopping = false;
        poll_fn(|context| {
            if closed.as_mut().poll(context).is_ready() {
                return Poll::Ready(());
            }
            if !is_stopping && stopped.as_mut().poll(context).is_ready() {
                is_stopping = true;
                serving.as_mut().graceful_shutdown();
            }
            // Errors are caused by the client: it disconnected or exceeded a time limit.
            serving.as_mut().poll(context).map(drop)
        })
        .await;
    }
}

/// Reads a request and answers it. Returns an error, which closes the connection, if the body
/// does not arrive within `time_limit`.
async fn answer(
    mut router: Router,
    request: Request<Incoming>,
    time_limit: Duration,
    busy: impl FnOnce() -> Busy,
) -> io::Result<Response> {
    let (parts, body) = request.into_parts();
    let body = timeout(
        time_limit,
        to_bytes(Body::new(body), limits::MAX_BODY_BYTES),
    )
    .await?;
    let body = match body {
        Ok(body) => Body::from(body),
        Err(error) => {
            let most = counted(limits::MAX_BODY_BYTES, "byte");
            let detail = format!("expected a body of at most {most}: {error}");
            return Ok(Problem::new(Code::TooLarge, detail).into_response());
        }
    };
    let busy = busy();
    let response = match router.call(Request::from_parts(parts, body)).await {
        Ok(response) => response,
        Err(never) => match never {},
    };
    // The connection becomes idle when the last frame of the response is sent.
    let kept = move |frame| {
        let _busy = &busy;
        frame
    };
    Ok(response.map(|body| Body::new(body.map_frame(kept))))
}
