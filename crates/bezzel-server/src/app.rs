//! State shared by all requests: limits, streams and counts.

use std::io;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

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
}

/// State shared by all requests.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    streams: Arc<Semaphore>,
    max_streams: usize,
    counts: Counts,
    directory: Option<CampaignDirectory>,
    stopped: CancellationToken,
}

impl App {
    /// Creates the state of a server without campaigns.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self::with(None)
    }

    /// Creates the state of a server that can open and resume the campaigns in `directory`: the
    /// files whose names end in `.bezzel`.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read.
    pub fn with_campaigns(directory: &Path) -> io::Result<Self> {
        let directory = CampaignDirectory::new(directory)?;
        Ok(Self::with(Some(directory)))
    }

    fn with(directory: Option<CampaignDirectory>) -> Self {
        // The other half of the connections is for requests.
        let max_streams = limits::MAX_STREAMS.min(connections::max_connections() / 2);
        Self(Arc::new(Shared {
            streams: Arc::new(Semaphore::new(max_streams)),
            max_streams,
            counts: Counts::default(),
            directory,
            stopped: CancellationToken::new(),
        }))
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.0.counts
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

    /// Works on a thread on which it may block.
    pub(crate) async fn blocking<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
    ) -> Result<T, Problem> {
        let failed = |error| Problem::new(Code::Internal, format!("the work failed: {error}"));
        let task = tokio::task::spawn_blocking(work);
        task.await.map_err(failed)?
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
