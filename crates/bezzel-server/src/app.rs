//! What all requests share: the limits, the places to compute, the counts.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::campaigns::Folder;
use crate::connections;
use crate::count::Counts;
use crate::problem::{Code, Problem};
use crate::reason::Reason;

/// What a request may ask for. Everything beyond is refused with a reason.
pub mod limits {
    use std::time::Duration;

    /// The largest board on which methods are watched and raced.
    pub const STEPS_SIZE: u32 = 16;
    /// The most steps into a run that are shown, where they are reached in time.
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
    /// Streams that are open at one time, where there are descriptors for twice as many
    /// connections.
    pub const STREAMS: usize = 256;
    /// Connections that are open at one time, where there are descriptors for them.
    pub const CONNECTIONS: usize = 1024;
    /// Descriptors that connections leave to the rest of the program: ledgers, logs, threads.
    pub const DESCRIPTORS_KEPT: usize = 64;
    /// Bytes of the head of a request.
    pub const HEAD: usize = 64 * 1024;
    /// How long a connection is idle, and how long it takes for the head of a request.
    pub const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
    /// How long the body of a request takes.
    pub const BODY_TIMEOUT: Duration = Duration::from_secs(5);
    /// How long a client takes no byte of an answer.
    pub const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
    /// How long one request computes before it says how far it came.
    pub const PATIENCE: Duration = Duration::from_secs(2);
    /// How far a run is said to be shown: as far as it is walked in this time.
    pub const REACH: Duration = Duration::from_secs(1);
    /// How long a step is looked for; much longer, so that what was said to be shown is.
    pub const STEPS_PATIENCE: Duration = Duration::from_secs(10);
}

/// How long requests compute, which tests choose.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// [`limits::PATIENCE`]
    pub patience: Duration,
    /// [`limits::REACH`]
    pub reach: Duration,
    /// [`limits::STEPS_PATIENCE`]
    pub steps_patience: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            patience: limits::PATIENCE,
            reach: limits::REACH,
            steps_patience: limits::STEPS_PATIENCE,
        }
    }
}

/// The state of the server.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    places: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    most_streams: usize,
    waiting: AtomicUsize,
    counts: Counts,
    folder: Option<Folder>,
    times: Times,
    stopped: CancellationToken,
}

impl App {
    /// A server at rest, without campaigns.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self::with(None, Times::default())
    }

    /// A server at rest, whose page can open and continue the campaigns in this folder: the
    /// files with names that end in `.bezzel`. Fails if the folder cannot be read.
    pub fn with_campaigns(folder: &Path) -> io::Result<Self> {
        Folder::new(folder).map(|folder| Self::with(Some(folder), Times::default()))
    }

    /// A server at rest, whose requests compute for other times.
    #[doc(hidden)]
    pub fn with_times(times: Times) -> Self {
        Self::with(None, times)
    }

    fn with(folder: Option<Folder>, times: Times) -> Self {
        // Others find room beside them.
        let most_streams = limits::STREAMS.min(connections::most() / 2);
        Self(Arc::new(Shared {
            places: Arc::new(Semaphore::new(processors().max(2))),
            streams: Arc::new(Semaphore::new(most_streams)),
            most_streams,
            waiting: AtomicUsize::new(0),
            counts: Counts::default(),
            folder,
            times,
            stopped: CancellationToken::new(),
        }))
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.0.counts
    }

    pub(crate) fn times(&self) -> Times {
        self.0.times
    }

    /// Where the campaigns are, if the page may open any.
    pub(crate) fn folder(&self) -> Option<&Folder> {
        self.0.folder.as_ref()
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
        let streams = self.0.streams.clone().try_acquire_owned();
        let most = self.0.most_streams;
        Ok(streams.map_err(|_| Reason::Streams { most })?)
    }

    /// A place to compute, as soon as one is free.
    pub(crate) async fn place(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let _waiting = Waiting::enter(&self.0.waiting)?;
        let place = self.0.places.clone().acquire_owned().await;
        Ok(place.map_err(|_| Reason::Stopping)?)
    }

    /// Computes on a thread of its own. The work is told to stop when the request is dropped,
    /// because the client went, and when its time is over.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.compute_for(self.times().patience, work).await
    }

    /// The same, with its own patience.
    pub(crate) async fn compute_for<T: Send + 'static>(
        &self,
        patience: Duration,
        work: impl FnOnce(&Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let place = self.place().await?;
        let gone = self.0.stopped.child_token();
        let deadline = Deadline::new(gone.clone(), patience);
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
            return Err(Reason::Waiting.into());
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
    began: Instant,
    patience: Duration,
}

impl Deadline {
    fn new(gone: CancellationToken, patience: Duration) -> Self {
        let began = Instant::now();
        Self {
            gone,
            began,
            patience,
        }
    }

    /// How long the work has been going on.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Whether to stop, for whatever reason.
    pub(crate) fn is_over(&self) -> bool {
        self.gone.is_cancelled() || self.elapsed() > self.patience
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
