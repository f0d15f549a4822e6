//! The backends of this machine.

use std::collections::BTreeMap;

use bezzel_count::{Backend, Error};
use bezzel_gpu::BackendSet;
use serde::Serialize;

use crate::problem::Reason;

/// A backend of this machine.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct BackendView {
    /// Name, such as `avx2` or `cuda:0`.
    backend: String,
    /// Product name of the device; null for CPU threads.
    device: Option<String>,
    /// CPU features that it needs: true if this CPU has the feature. A CPU backend can be used if
    /// all are true; the last such backend is the default.
    features: BTreeMap<&'static str, bool>,
}

impl BackendView {
    fn is_available(&self) -> bool {
        self.features.values().all(|is_present| *is_present)
    }
}

/// Returns the CPU backends of this architecture, the slowest first, and the devices of this machine. May
/// load drivers, which can take seconds.
pub(crate) fn all_backends() -> Vec<BackendView> {
    let cpu = Backend::of_this_architecture().map(|backend| {
        let features = backend.features().into_iter();
        BackendView {
            backend: backend.name().to_owned(),
            device: None,
            features: features.map(|one| (one.name, one.is_present)).collect(),
        }
    });
    let devices = bezzel_gpu::devices().unwrap_or_default().into_iter();
    let devices = devices.map(|info| BackendView {
        backend: info.backend,
        device: Some(info.name),
        features: BTreeMap::new(),
    });
    cpu.chain(devices).collect()
}

/// Returns the backends with these names. Fails if a name is unknown.
pub(super) fn find(names: &str) -> Result<BackendSet, Reason> {
    names.parse().map_err(|error| unavailable(names, &error))
}

/// Fails if a backend is missing.
pub(super) fn check(backends: &BackendSet) -> Result<(), Reason> {
    let engines = backends.count_engines(0).map(drop);
    engines.map_err(|error| unavailable(&backends.to_string(), &error))
}

fn unavailable(backend: &str, error: &Error) -> Reason {
    let available = all_backends().into_iter().filter(BackendView::is_available);
    let names = available.map(|one| one.backend);
    Reason::Backend {
        backend: backend.to_owned(),
        available: names.collect::<Vec<_>>().join(", "),
        detail: error.to_string(),
    }
}
