//! State shared by all requests.

use std::io;
use std::path::Path;
use std::sync::Arc;

use tokio::sync::watch;

use crate::count::Counts;
use crate::ledgers::LedgerDirectory;
use crate::problem::Problem;

/// State shared by all requests.
#[derive(Clone)]
pub struct App {
    pub(crate) counts: Arc<Counts>,
    /// The ledger directory, if the server was started with one.
    pub(crate) directory: Option<Arc<LedgerDirectory>>,
    /// True when the server stops.
    pub(crate) stopped: watch::Sender<bool>,
}

impl App {
    /// Creates the state of a server. It can open and resume the ledgers in the directory `ledgers`: the
    /// files whose names end in `.bezzel`.
    ///
    /// # Errors
    ///
    /// If the directory cannot be read.
    pub fn new(ledgers: Option<&Path>) -> io::Result<Self> {
        let directory = ledgers.map(LedgerDirectory::new).transpose()?;
        Ok(Self {
            counts: Arc::default(),
            directory: directory.map(Arc::new),
            stopped: watch::Sender::new(false),
        })
    }

    /// Ends all streams and requests all counts to stop.
    pub(crate) fn stop(&self) {
        self.stopped.send_replace(true);
        self.counts.stop_all();
    }
}

/// Works on a thread on which it may block.
pub(crate) async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> Result<T, Problem> + Send + 'static,
) -> Result<T, Problem> {
    let failed = |error| Problem::internal(format!("the work failed: {error}"));
    let task = tokio::task::spawn_blocking(work);
    task.await.map_err(failed)?
}
