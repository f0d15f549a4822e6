//! The engines of a run: backends and CPU threads, with their defaults.

use std::thread;

use bezzel_count::{Backend, Engine, Error};
use bezzel_gpu::BackendSet;

/// Largest number of CPU threads that a caller may ask for.
pub const MAX_THREADS: u32 = 1024;

/// Backends, and the number of CPU threads.
///
/// ```
/// use bezzel_run::EngineSelection;
/// let selection = EngineSelection::new(None, Some(2));
/// assert_eq!(selection.open()?.len(), 2);
/// # Ok::<(), bezzel_count::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EngineSelection {
    backends: BackendSet,
    threads: Option<u32>,
}

impl EngineSelection {
    /// Selects these backends, or the fastest CPU backend, on this number of CPU threads, or on all.
    pub fn new(backends: Option<BackendSet>, threads: Option<u32>) -> Self {
        Self {
            backends: backends.unwrap_or_else(BackendSet::detect),
            threads,
        }
    }

    /// Borrows the backends.
    pub fn backends(&self) -> &BackendSet {
        &self.backends
    }

    /// Returns the number of CPU threads; 0 if only GPUs count.
    pub fn threads(&self) -> u32 {
        self.backends.cpu().map_or(0, |_| self.cpu_threads())
    }

    /// Returns the number of CPU threads of work that GPUs do not do.
    pub(crate) fn cpu_threads(&self) -> u32 {
        self.threads.unwrap_or_else(available_threads)
    }

    /// Returns the CPU backend of work that GPUs do not do.
    pub(crate) fn cpu_backend(&self) -> Backend {
        self.backends.cpu().unwrap_or_else(Backend::detect)
    }

    /// Fails if a backend is missing. Opens nothing.
    pub fn check(&self) -> Result<(), Error> {
        self.backends.check()
    }

    /// Returns true if GPUs count.
    pub fn has_gpus(&self) -> bool {
        self.backends.has_devices()
    }

    /// Opens the engines. Fails if a backend is missing.
    pub fn open(&self) -> Result<Vec<Box<dyn Engine>>, Error> {
        self.backends.engines(self.threads())
    }
}

/// Returns the number of hardware threads that this process may use.
pub fn available_threads() -> u32 {
    thread::available_parallelism().map_or(1, |threads| threads.get() as u32)
}
