//! Counts the units of a task, for `bezzel.cluster`.

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};

use bezzel_campaign::{Error, Lease, SecretKey, UnitList};
use bezzel_count::Route;
use bezzel_gpu::BackendSet;
use bezzel_run::{EnginePool, Job, ListStore, UnitsJob, detached};
use pyo3::prelude::*;

use crate::arguments;
use crate::count::origin;
use crate::errors;
use crate::wait;

/// Counts units on one thread and returns a line for each result.
///
/// A unit is given by its name and the number of the attempt. With a GPU backend ("cuda"), GPUs
/// count instead of the thread, or beside it ("cuda,avx512"); lines may be in any order. With
/// `key`, a file that `bezzel key new` created, the lines are signed.
///
/// >>> import os, tempfile
/// >>> from bezzel.cluster import Ledger, work
/// >>> file = os.path.join(tempfile.mkdtemp(), "q8.bezzel")
/// >>> with Ledger.create(file, 8) as ledger:
/// ...     lease = ledger.lease(1)[0]
/// ...     lines = work(ledger.header, [(lease.unit, lease.attempt)])
/// >>> lines[0].startswith(lease.unit + " direct ")
/// True
#[pyfunction]
#[pyo3(signature = (header, units, *, backend=None, key=None))]
pub(crate) fn work(
    py: Python<'_>,
    header: String,
    units: Vec<(String, u32)>,
    backend: Option<&str>,
    key: Option<PathBuf>,
) -> PyResult<Vec<String>> {
    let backends = arguments::backends(backend)?;
    let read = move || key.as_deref().map(SecretKey::read).transpose();
    let key = wait::run_detached(py, read)?.map_err(errors::of_campaign)?;
    let list = wait::run_detached(py, move || listed(&header))?.map_err(errors::of_campaign)?;
    let leases = units.into_iter().map(|(name, attempt)| {
        let unit = list.unit_by_name(&name)?;
        Ok(Lease { unit, attempt })
    });
    let leases: Vec<Lease> = leases
        .collect::<Result<_, _>>()
        .map_err(errors::of_campaign)?;
    wait::controlled(py, move |control| {
        let selected = backends.clone();
        let mut pool = detached(control, move || opened(&selected))??;
        // Each engine gets units, even if one could count all of them at a time.
        let max_batch = leases.len().div_ceil(pool.engines().max(1));
        let mut lines = Vec::with_capacity(leases.len());
        let store = ListStore::new(leases, Route::Direct, origin().clone(), |results| {
            for stored in results {
                let mut stored = stored.clone();
                if let Some(key) = &key {
                    list.sign(&mut stored, key)?;
                }
                lines.push(list.line(&stored)?);
            }
            Ok(())
        });
        let mut store = store.in_batches_of(max_batch);
        UnitsJob::new(&mut store, &mut pool).run(control, &mut |_| {})?;
        drop(store);
        keep(backends, pool);
        Ok(lines)
    })
}

/// GPUs of the last task, which stay open for the next one: a worker gets many tasks.
static KEPT: Mutex<Option<(BackendSet, EnginePool)>> = Mutex::new(None);

fn opened(backends: &BackendSet) -> Result<EnginePool, Error> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).take();
    match kept {
        Some((of, pool)) if of == *backends => Ok(pool),
        _ => Ok(EnginePool::start(backends.engines(1)?)),
    }
}

fn keep(backends: BackendSet, pool: EnginePool) {
    if backends.has_devices() {
        *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = Some((backends, pool));
    }
}

/// Returns the units of a header. Keeps the last list: a worker gets many tasks of one campaign,
/// and fingerprinting the names of millions of units takes seconds.
fn listed(header: &str) -> Result<Arc<UnitList>, Error> {
    static LAST: Mutex<Option<Arc<UnitList>>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match last.as_ref().filter(|list| list.header() == header) {
        Some(list) => Ok(Arc::clone(list)),
        None => {
            let list = Arc::new(UnitList::from_header(header)?);
            *last = Some(Arc::clone(&list));
            Ok(list)
        }
    }
}
