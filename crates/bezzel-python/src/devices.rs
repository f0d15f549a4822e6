//! The backends and GPUs of this machine.

use bezzel_count::Backend;
use pyo3::prelude::*;
use pyo3::types::PyDict;

use crate::{arguments, wait};

/// Lists the backends that this CPU supports, from the simplest to the fastest.
///
/// >>> import bezzel
/// >>> bezzel.backends()[0]
/// 'portable'
#[pyfunction]
pub(crate) fn backends() -> Vec<&'static str> {
    let available = Backend::ALL.into_iter().filter(|one| one.is_available());
    available.map(Backend::name).collect()
}

/// Returns the GPUs and other OpenCL devices of this machine: backend names and descriptions.
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
    for info in found.into_iter().flatten() {
        devices.set_item(info.backend, format!("{}, {}", info.name, info.driver))?;
    }
    Ok(devices)
}

/// Splits a backend into its parts: "avx2, cuda:0" into ["cuda:0", "avx2"]. Raises
/// UnknownNameError.
#[pyfunction]
pub(crate) fn parts(backend: &str) -> PyResult<Vec<String>> {
    let backends = arguments::backends(Some(backend))?.to_string();
    Ok(backends.split(',').map(str::to_owned).collect())
}

/// Returns True if a backend includes CUDA devices. Raises UnknownNameError.
#[pyfunction]
pub(crate) fn uses_cuda(backend: &str) -> PyResult<bool> {
    Ok(arguments::backends(Some(backend))?.uses_cuda())
}
