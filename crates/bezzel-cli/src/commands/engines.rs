//! What counts: threads of the processor, graphics cards, or both.

use bezzel_count::{Backend, Engine};
use bezzel_gpu::BackendSet;

use crate::args::Engines;
use crate::commands::threads;
use crate::stderr::say;

/// What was asked for. It is opened before anything is written, so that a backend that is
/// missing leaves nothing behind.
#[derive(Clone)]
pub(crate) struct Choice {
    backends: BackendSet,
    /// Threads of the processor; none if only cards count.
    pub(crate) threads: u32,
}

impl Choice {
    /// These backends, or the fastest vector unit, on so many threads, or on all.
    pub(crate) fn new(backends: Option<&BackendSet>, asked: Option<u32>) -> Self {
        let backends = backends.cloned().unwrap_or_else(BackendSet::detect);
        let threads = backends.cpu().map_or(0, |_| threads(asked));
        Self { backends, threads }
    }

    pub(crate) fn has_cards(&self) -> bool {
        self.backends.has_devices()
    }

    pub(crate) fn open(&self) -> anyhow::Result<Vec<Box<dyn Engine>>> {
        Ok(self.backends.engines(self.threads)?)
    }
}

impl Engines {
    /// Opens what was asked for, and names the cards.
    pub(crate) fn open(&self) -> anyhow::Result<Vec<Box<dyn Engine>>> {
        let choice = Choice::new(self.backend.as_ref(), self.threads);
        let engines = choice.open()?;
        if choice.has_cards() {
            say(format_args!("counting on {}", names(&engines).join(", ")));
        }
        Ok(engines)
    }
}

/// The names of the backends, each once.
pub(crate) fn names(engines: &[Box<dyn Engine>]) -> Vec<String> {
    let mut names: Vec<String> = engines.iter().map(|engine| engine.name()).collect();
    names.dedup();
    names
}

/// Whether this is not a vector unit of the processor.
pub(crate) fn is_card(name: &str) -> bool {
    Backend::ALL.iter().all(|backend| backend.name() != name)
}
