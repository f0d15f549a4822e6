//! State shared by all requests: limits, compute slots, streams and counts.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::campaigns::CampaignDirectory;
use crate::connections;
use crate::count::Counts;
use crate::problem::{Code, Problem};
use crate::reason::Reason;

/// Limits on requests. A request beyond a limit is rejected with an error that names it.
pub mod limits {
    use std::time::Duration;

    /// Largest n for the steps and races of methods.
    pub const MAX_STEPS_N: u32 = 16;
    /// Last step of a run that is shown, if it is reached within the time limit.
    pub const MAX_STEP: u64 = 50_000_000;
    /// Maximum number of steps per page.
    pub const MAX_STEPS_PER_PAGE: usize = 1024;
    /// Largest number of squares in a decision tree: brute force for n = 5 has 3,905.
    pub const MAX_TREE_NODES: usize = 5000;
    /// Largest n whose solutions are listed.
    pub const MAX_GALLERY_N: u32 = 14;
    /// Maximum number of boards per page.
    pub const MAX_BOARDS_PER_PAGE: usize = 1000;
    /// Largest n of the Board tab.
    pub const MAX_BOARD_N: u32 = bezzel::MAX_COMPLETED;
    /// Largest n of random completions of boards with many completions: one thread counts Q(18) in
    /// 1 s (Emerald Rapids VM, 2026-11-22).
    pub const MAX_DRAWN_N: u32 = 18;
    /// Most seconds that the search for all completions of a larger board is expected to take.
    pub const MAX_DRAW_SECONDS: f64 = 2.0;
    /// Largest n whose squares are counted: one thread takes 0.1 s for 14 queens, 0.5 s for 16
    /// (Emerald Rapids VM, 2026-11-22).
    pub const MAX_OCCUPANCY_N: u32 = 14;
    /// Maximum number of deductions and cases of a proof that a board has no completion.
    pub const MAX_PROOF_STEPS: usize = 500;
    /// Largest n that is counted without a campaign.
    pub const MAX_COUNT_N: u32 = 27;
    /// Maximum number of counts that run at the same time.
    pub const MAX_RUNNING_COUNTS: usize = 2;
    /// Maximum number of device engines of a count, if a count has stopped for each running one.
    pub const MAX_DEVICE_ENGINES: usize = 64;
    /// Maximum number of counts that are stored.
    pub const MAX_STORED_COUNTS: usize = 16;
    /// Maximum size of a request body.
    pub const MAX_BODY_BYTES: usize = 64 * 1024;
    /// Maximum number of requests that wait for a compute slot.
    pub const MAX_WAITING_REQUESTS: usize = 1024;
    /// Maximum number of open streams; at most half of the connections.
    pub const MAX_STREAMS: usize = 256;
    /// Maximum number of open connections, if there are enough file descriptors.
    pub const MAX_CONNECTIONS: usize = 1024;
    /// File descriptors reserved for ledgers, logs and threads.
    pub const RESERVED_DESCRIPTORS: usize = 64;
    /// Maximum size of a request head.
    pub const MAX_HEAD_BYTES: usize = 64 * 1024;
    /// Time limit for the head of a request, including the idle time before it.
    pub const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
    /// Time limit for the body of a request.
    pub const BODY_TIMEOUT: Duration = Duration::from_secs(5);
    /// Time after which a response of which the client reads no byte is dropped.
    pub const WRITE_TIMEOUT: Duration = Duration::from_secs(10);
    /// Time limit for the computation of one request.
    pub const COMPUTE_TIMEOUT: Duration = Duration::from_secs(2);
    /// Time in which a run is replayed to find the last step that is shown.
    pub const REACH_PROBE_TIME: Duration = Duration::from_secs(1);
    /// Time limit for a page of steps; long enough for every step within reach.
    pub const STEPS_TIMEOUT: Duration = Duration::from_secs(10);
    /// Time limit for random completions.
    pub const DRAW_TIMEOUT: Duration = Duration::from_secs(30);
}

/// Time limits of computations, which tests can change.
#[doc(hidden)]
#[derive(Debug, Clone, Copy)]
pub struct Times {
    /// [`limits::COMPUTE_TIMEOUT`]
    pub compute_timeout: Duration,
    /// [`limits::REACH_PROBE_TIME`]
    pub reach_probe_time: Duration,
    /// [`limits::STEPS_TIMEOUT`]
    pub steps_timeout: Duration,
    /// [`limits::DRAW_TIMEOUT`]
    pub draw_timeout: Duration,
}

impl Default for Times {
    fn default() -> Self {
        Self {
            compute_timeout: limits::COMPUTE_TIMEOUT,
            reach_probe_time: limits::REACH_PROBE_TIME,
            steps_timeout: limits::STEPS_TIMEOUT,
            draw_timeout: limits::DRAW_TIMEOUT,
        }
    }
}

/// State shared by all requests.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    compute_slots: Arc<Semaphore>,
    streams: Arc<Semaphore>,
    max_streams: usize,
    waiting: AtomicUsize,
    counts: Counts,
    directory: Option<CampaignDirectory>,
    times: Times,
    stopped: CancellationToken,
}

impl App {
    /// Creates the state of a server without campaigns.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self::with(None, Times::default())
    }

    /// Creates the state of a server that can open and resume the campaigns in `directory`: the
    /// files whose names end in `.bezzel`.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read.
    pub fn with_campaigns(directory: &Path) -> io::Result<Self> {
        let directory = CampaignDirectory::new(directory)?;
        Ok(Self::with(Some(directory), Times::default()))
    }

    /// Creates the state of a server with other time limits.
    #[doc(hidden)]
    pub fn with_times(times: Times) -> Self {
        Self::with(None, times)
    }

    fn with(directory: Option<CampaignDirectory>, times: Times) -> Self {
        // The other half of the connections is for requests.
        let max_streams = limits::MAX_STREAMS.min(connections::max_connections() / 2);
        Self(Arc::new(Shared {
            compute_slots: Arc::new(Semaphore::new(available_cpus().max(2))),
            streams: Arc::new(Semaphore::new(max_streams)),
            max_streams,
            waiting: AtomicUsize::new(0),
            counts: Counts::default(),
            directory,
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

    /// Returns the campaign directory, if the server was started with one.
    pub(crate) fn directory(&self) -> Option<&CampaignDirectory> {
        self.0.directory.as_ref()
    }

    /// Ends all streams and requests all counts to stop.
    pub(crate) fn stop(&self) {
        self.0.stopped.cancel();
        self.0.counts.stop_all();
    }

    /// Returns the token that is cancelled when the server stops.
    pub(crate) fn stopped(&self) -> &CancellationToken {
        &self.0.stopped
    }

    /// Acquires a permit for one more stream. Dropping it releases the permit.
    pub(crate) fn stream(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let permit = self.0.streams.clone().try_acquire_owned();
        let most = self.0.max_streams;
        Ok(permit.map_err(|_| Reason::Streams { most })?)
    }

    /// Waits for a free compute slot and acquires it.
    pub(crate) async fn acquire_slot(&self) -> Result<OwnedSemaphorePermit, Problem> {
        let _waiting = Waiting::enter(&self.0.waiting)?;
        let slot = self.0.compute_slots.clone().acquire_owned().await;
        Ok(slot.map_err(|_| Reason::Stopping)?)
    }

    /// Computes on a separate thread within [`limits::COMPUTE_TIMEOUT`]. The deadline also ends
    /// when the request is dropped because the client disconnected.
    pub(crate) async fn compute<T: Send + 'static>(
        &self,
        work: impl FnOnce(&Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        self.compute_for(self.times().compute_timeout, work).await
    }

    /// Computes like [`App::compute`], with another time limit.
    pub(crate) async fn compute_for<T: Send + 'static>(
        &self,
        timeout: Duration,
        work: impl FnOnce(&Deadline) -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let slot = self.acquire_slot().await?;
        let gone = self.0.stopped.child_token();
        let deadline = Deadline::new(gone.clone(), timeout);
        let _cancel_on_drop = gone.drop_guard();
        let task = tokio::task::spawn_blocking(move || {
            let _slot = slot;
            work(&deadline)
        });
        let failed =
            |error| Problem::new(Code::Internal, format!("the computation failed: {error}"));
        task.await.map_err(failed)?
    }
}

/// A request that waits for a compute slot.
struct Waiting<'a>(&'a AtomicUsize);

impl<'a> Waiting<'a> {
    fn enter(waiting: &'a AtomicUsize) -> Result<Self, Problem> {
        let guard = Self(waiting);
        if waiting.fetch_add(1, Ordering::Relaxed) >= limits::MAX_WAITING_REQUESTS {
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

/// End of a computation: a time limit, a disconnected client or the end of the server.
pub(crate) struct Deadline {
    gone: CancellationToken,
    began: Instant,
    timeout: Duration,
}

impl Deadline {
    fn new(gone: CancellationToken, timeout: Duration) -> Self {
        let began = Instant::now();
        Self {
            gone,
            began,
            timeout,
        }
    }

    /// Returns the time since the start of the computation.
    pub(crate) fn elapsed(&self) -> Duration {
        self.began.elapsed()
    }

    /// Returns true if the computation must stop.
    pub(crate) fn is_over(&self) -> bool {
        self.gone.is_cancelled() || self.elapsed() > self.timeout
    }
}

/// Returns the number of CPU threads available to the process, at least 1.
pub(crate) fn available_cpus() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}

/// Returns a duration in seconds.
pub(crate) fn seconds(duration: Duration) -> f64 {
    duration.as_secs_f64()
}
