//! State shared by all requests: streams and counts.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use crate::campaigns::CampaignDirectory;
use crate::connections;
use crate::count::Counts;
use crate::limits;
use crate::problem::Problem;
use crate::reason::{Code, Reason};

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
