//! The engines of a command.

use bezzel_count::Engine;
use bezzel_run::EngineSelection;

use crate::args::Engines;
use crate::language::either;
use crate::stderr::write_note;

impl Engines {
    /// Opens the requested engines. If there are GPUs among them, names all engines on stderr.
    pub(crate) fn open(&self) -> anyhow::Result<Vec<Box<dyn Engine>>> {
        let selection = EngineSelection::new(self.backend.clone(), self.threads);
        let engines = selection.open()?;
        if selection.has_gpus() {
            let names = names(&engines);
            write_note(either(
                format!("counting on {}", names.join(", ")),
                format!("用 {} 计数", names.join("、")),
            ));
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
