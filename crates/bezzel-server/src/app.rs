//! State shared by all requests.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio::sync::watch;

use crate::count::Counts;
use crate::ledgers::LedgerDirectory;
use crate::problem::{Code, Problem};

/// State shared by all requests.
#[derive(Clone)]
pub struct App(Arc<Shared>);

struct Shared {
    counts: Counts,
    directory: Option<LedgerDirectory>,
    stopped: watch::Sender<bool>,
}

impl App {
    /// Creates the state of a server without ledgers.
    #[allow(clippy::new_without_default)]
    pub fn new() -> Self {
        Self::with(None)
    }

    /// Creates the state of a server that can open and resume the ledgers in `directory`: the
    /// files whose names end in `.bezzel`.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read.
    pub fn with_ledgers(directory: &Path) -> io::Result<Self> {
        let directory = LedgerDirectory::new(directory)?;
        Ok(Self::with(Some(directory)))
    }

    fn with(directory: Option<LedgerDirectory>) -> Self {
        Self(Arc::new(Shared {
            counts: Counts::default(),
            directory,
            stopped: watch::Sender::new(false),
        }))
    }

    pub(crate) fn counts(&self) -> &Counts {
        &self.0.counts
    }

    /// Returns the ledger directory, if the server was started with one.
    pub(crate) fn directory(&self) -> Option<&LedgerDirectory> {
        self.0.directory.as_ref()
    }

    /// Ends all streams and requests all counts to stop.
    pub(crate) fn stop(&self) {
        self.0.stopped.send_replace(true);
        self.0.counts.stop_all();
    }

    /// Returns the receiver of `true` when the server stops.
    pub(crate) fn stopped(&self) -> watch::Receiver<bool> {
        self.0.stopped.subscribe()
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
