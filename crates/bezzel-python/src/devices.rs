//! The backends and GPUs of this machine.

use bezzel_count::Backend;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{arguments, wait};

/// Returns the CPU backends for this architecture, from the simplest to the fastest, each with the
/// CPU features that it needs: True if this CPU has the feature.
///
/// >>> import bezzel
/// >>> bezzel.backends()["portable"]
/// {}
///
/// Backends whose features are all True can be used. The last of these is the default.
#[pyfunction]
pub(crate) fn backends(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let backends = PyDict::new(py);
    for backend in Backend::of_this_architecture() {
        let features = PyDict::new(py);
        for one in backend.features() {
            features.set_item(one.name, one.is_present)?;
        }
        backends.set_item(backend.name(), features)?;
    }
    Ok(backends)
}

/// Returns the GPUs of this machine: backend names and descriptions.
///
/// >>> import bezzel
/// >>> isinstance(bezzel.devices(), dict)
/// True
///
/// Each name is a backend, as in bezzel.count(20, backend="cuda:0"). The dict is empty if no
/// driver is installed.
#[pyfunction]
pub(crate) fn devices(py: Python<'_>) -> PyResult<Bound<'_, PyDict>> {
    let devices = PyDict::new(py);
    let found = wait::run_detached(py, bezzel_gpu::devices)?;
    for info in found.unwrap_or_default() {
        devices.set_item(
            info.kind.to_string(),
            format!("{}, {}", info.name, info.driver),
        )?;
    }
    Ok(devices)
}

/// Returns True if a backend includes CUDA devices. Raises UnknownNameError.
#[pyfunction]
pub(crate) fn uses_cuda(backend: &str) -> PyResult<bool> {
    Ok(arguments::backends(Some(backend))?.has_devices())
}
