//! The backends of this machine.

use bezzel_count::{Backend, Error};
use bezzel_gpu::BackendSet;
use serde::Serialize;

use crate::reason::Reason;

/// A backend of this machine.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct BackendView {
    /// Name, such as `avx2` or `cuda:0`.
    backend: String,
    /// Product name of the device; null for CPU threads.
    device: Option<String>,
    /// True if CPU threads or an OpenCL device that is a CPU count.
    is_cpu: bool,
}

/// Returns the CPU backends that this machine supports, the slowest first, and its devices. May
/// load drivers, which can take seconds.
pub(crate) fn available() -> Vec<BackendView> {
    let cpu = Backend::ALL.into_iter().filter(|one| one.is_available());
    let cpu = cpu.map(|backend| BackendView {
        backend: backend.name().to_owned(),
        device: None,
        is_cpu: true,
    });
    let devices = bezzel_gpu::devices().into_iter().flatten();
    let devices = devices.map(|info| BackendView {
        backend: info.backend,
        device: Some(info.name),
        is_cpu: info.is_cpu,
    });
    cpu.chain(devices).collect()
}

/// Returns the backends with these names. Fails if a name is unknown.
pub(super) fn find(names: &str) -> Result<BackendSet, Reason> {
    names.parse().map_err(|error| unavailable(names, &error))
}

/// Returns the number of engines of the devices. Fails if a backend is missing.
pub(super) fn device_engines(backends: &BackendSet) -> Result<u32, Reason> {
    let engines = backends.count_engines(0);
    engines.map_err(|error| unavailable(&backends.to_string(), &error))
}

fn unavailable(backend: &str, error: &Error) -> Reason {
    let names = available().into_iter().map(|one| one.backend);
    Reason::Backend {
        backend: backend.to_owned(),
        available: names.collect::<Vec<_>>().join(", "),
        detail: error.to_string(),
    }
}
