//! The backends of this machine.

use std::collections::BTreeMap;

use bezzel_count::{Backend, Error};
use bezzel_run::{EngineSelection, available_threads};
use serde::Serialize;

use crate::problem::{Code, Problem};

/// A backend, and whether this machine can use it.
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
        backend: info.kind.to_string(),
        device: Some(info.name),
        features: BTreeMap::new(),
    });
    cpu.chain(devices).collect()
}

/// Returns the engines of a request. The defaults are the fastest CPU backend and all CPU threads. May
/// load drivers, which can take seconds. Fails if a backend is unknown or missing.
pub(crate) fn engines(
    backend: Option<&str>,
    threads: Option<usize>,
) -> Result<EngineSelection, Problem> {
    let named = |name: &str| name.parse().map_err(|error| unavailable(name, &error));
    let backends = backend.map(named).transpose()?;
    let available = available_threads();
    let threads = threads.map_or(available, |threads| available.min(threads as u32));
    let engines = EngineSelection::new(backends, Some(threads));
    let checked = engines.check();
    checked.map_err(|error| unavailable(&engines.backends().to_string(), &error))?;
    Ok(engines)
}

fn unavailable(backend: &str, error: &Error) -> Problem {
    let has_all = |view: &BackendView| view.features.values().all(|&is_present| is_present);
    let available = all_backends().into_iter().filter(has_all);
    let names = available.map(|one| one.backend);
    let names = names.collect::<Vec<_>>();
    let english = format!("{error} (available here: {})", names.join(", "));
    let names = names.join("、");
    let chinese = format!("本机没有可用的后端 {backend}。可用的后端：{names}；多个后端用逗号分隔");
    Problem::told(Code::Unacceptable, (english, chinese))
}
