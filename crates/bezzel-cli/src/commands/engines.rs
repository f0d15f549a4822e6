//! The engines of a command.

use bezzel_count::Engine;
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
