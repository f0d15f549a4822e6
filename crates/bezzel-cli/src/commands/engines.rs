//! The engines of a command.

use bezzel_count::{Backend, Engine};
use bezzel_run::EngineSelection;

use crate::args::Engines;
use crate::stderr::write_note;

impl Engines {
    /// Opens the requested engines. If there are GPUs among them, names all engines on stderr.
    pub(crate) fn open(&self) -> anyhow::Result<Vec<Box<dyn Engine>>> {
        let selection = EngineSelection::new(self.backend.clone(), self.threads);
        let engines = selection.open()?;
        if selection.has_gpus() {
            write_note(format_args!("counting on {}", names(&engines).join(", ")));
        }
        Ok(engines)
    }
}

/// Returns the names of the backends, without repetitions.
pub(crate) fn names(engines: &[Box<dyn Engine>]) -> Vec<String> {
    let mut names: Vec<String> = engines.iter().map(|engine| engine.name()).collect();
    names.dedup();
    names
}

/// Returns true if the engine of this name does not count on CPU threads of this process.
pub(crate) fn is_gpu(name: &str) -> bool {
    Backend::ALL.iter().all(|backend| backend.name() != name)
}
