//! What all requests share: the limits, the places to compute, the counts.

use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::count::Counts;
use crate::problem::{Code, Problem};

/// What a request may ask for. Everything beyond is refused with a reason.
pub mod limits {
    use std::time::Duration;

    /// The largest board on which methods are watched and raced.
    pub const STEPS_SIZE: u32 = 16;
    /// The largest board for the colour split, which keeps every white placement while it is
    /// watched.
    pub const COLOUR_SPLIT_SIZE: u32 = 13;
    /// The most steps into a run: reached within a second or so.
    pub const STEPS_DEEP: u64 = 50_000_000;
    /// The most steps of one page.
    pub const STEPS_PAGE: usize = 1024;
    /// The largest board whose solutions are listed.
    pub const GALLERY_SIZE: u32 = 14;
    /// The most boards of one page.
    pub const GALLERY_PAGE: usize = 1000;
    /// The largest board to play on.
    pub const BOARD_SIZE: u32 = bezzel::MAX_COMPLETED;
    /// The largest board that is counted without a campaign.
    pub const COUNT_SIZE: u32 = 27;
    /// Counts that are going on at one time.
    pub const COUNTS_RUNNING: usize = 2;
    /// Counts that are remembered.
    pub const COUNTS_KEPT: usize = 16;
    /// Bytes of a request's body.
    pub const BODY: usize = 64 * 1024;
    /// Requests that wait for a place to compute.
    pub const WAITING: usize = 1024;
    /// Streams that are open at one time.
    pub const STREAMS: usize = 256;
    /// How long one request computes before it says how far it came.
    pub const PATIENCE: Duration = Duration::from_secs(2);
}

/// The state of the server.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    places: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    waiting: AtomicUsize,
    counts: Counts,
    stopped: CancellationToken,
}

impl App {
    /// A server at rest.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self(Arc::new(Shared {
            places: Arc::new(Semaphore::new(processors().max(2))),
            streams: Arc::new(Semaphore::new(limits::STREAMS)),
            waiting: AtomicUsize::new(0),
            counts: Counts::default(),
            stopped: CancellationToken::new(),
        }))
    }

    /// Opens a campaign, which can then be watched and continued from the page.
    pub fn open(&self, path: &Path) -> Result<(), bezzel_campaign::Error> {
        self.counts().open(path, processors())
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.0.counts
    }

    /// Ends all streams and tells the counts to stop.
    pub(crate) fn stop(&self) {
        self.0.stopped.cancel();
        self.0.counts.stop_all();
    }

    /// Is cancelled when the server stops.
    pub(crate) fn stopped(&self) -> &CancellationToken {
        &self.0.stopped
    }

    /// Leave for one more stream, which is given back when it is dropped.
    pub(crate) fn stream(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let full = |_| Problem::busy(format!("{} streams are open already", limits::STREAMS));
        self.0.streams.clone().try_acquire_owned().map_err(full)
    }

    /// A place to compute, as soon as one is free.
    pub(crate) async fn place(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let _waiting = Waiting::enter(&self.0.waiting)?;
        let closed = |_| Problem::busy("the server is stopping");
        self.0.places.clone().acquire_owned().await.map_err(closed)
    }

    /// Computes on a thread of its own. The work is told to stop when the request is dropped,
    /// because the client went, and when its time is over.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = self.place().await?;
        let gone = self.0.stopped.child_token();
        let deadline = Deadline::new(gone.clone());
        let _told_when_dropped = gone.drop_guard();
        let task = tokio::task::spawn_blocking(move || {
            let _place = place;
            work(&deadline)
        });
        let failed = |error| Problem::new(Code::Internal, format!("the work failed: {error}"));
        task.await.map_err(failed)?
    }
}

/// One of those who wait.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn enter(waiting: &'a AtomicUsize) -> Result<Self, Problem> {
        let guard = Self(waiting);
        if waiting.fetch_add(1, Ordering::Relaxed) >= limits::WAITING {
            return Err(Problem::busy("too many requests are waiting"));
        }
        Ok(guard)
    }
}

impl Drop for Waiting<'_> {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// When to stop computing.
pub(crate) struct Deadline {
    gone: CancellationToken,
    until: Instant,
}

impl Deadline {
    fn new(gone: CancellationToken) -> Self {
        let until = Instant::now() + limits::PATIENCE;
        Self { gone, until }
    }

    /// Whether to stop, for whatever reason.
    pub(crate) fn is_over(&self) -> bool {
        self.gone.is_cancelled() || Instant::now() > self.until
    }
}

/// How many threads run at one time.
pub(crate) fn processors() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Seconds, for answers.
pub(crate) fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64()
}
