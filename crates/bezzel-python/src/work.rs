//! Counts the units of a task, for `bezzel.cluster`.

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};

use bezzel_campaign::{EnginePool, Error, SecretKey, TimedBatch, UnitList};
use bezzel_count::{Route, Unit};
use bezzel_gpu::BackendSet;
use pyo3::prelude::*;

use crate::arguments;
use crate::errors;
use crate::ledger::origin;
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
    let units: Vec<(Unit, u32)> = units
        .into_iter()
        .map(|(name, attempt)| Ok((list.unit_by_name(&name)?, attempt)))
        .collect::<Result<_, _>>()
        .map_err(errors::of_campaign)?;
    let wanted = units.len();
    let (sender, mut results) = mpsc::channel();
    wait::start(1, move || {
        let ended = opened(&backends).and_then(|mut pool| {
            count(&mut pool, &list, &units, key.as_ref(), &sender)?;
            keep(backends, pool);
            Ok(())
        });
        if let Err(error) = ended {
            // The receiver is gone after Ctrl-C.
            let _ = sender.send(Err(error));
        }
    })?;
    let mut lines = Vec::with_capacity(wanted);
    while lines.len() < wanted {
        let line = wait::next(py, &mut results)?.ok_or_else(wait::failed)?;
        lines.push(line.map_err(errors::of_campaign)?);
    }
    Ok(lines)
}

/// Counts the units on all engines of the pool. Fails with the first error.
fn count(
    pool: &mut EnginePool,
    list: &UnitList,
    units: &[(Unit, u32)],
    key: Option<&SecretKey>,
    sender: &Sender<Result<String, Error>>,
) -> Result<(), Error> {
    // Each engine gets units, even if one could count all of them at a time.
    let max_batch = units.len().div_ceil(pool.engines().max(1));
    let attempts: HashMap<u64, u32> = units
        .iter()
        .map(|(unit, attempt)| (unit.index(), *attempt))
        .collect();
    let units: Vec<Unit> = units.iter().map(|(unit, _)| unit.clone()).collect();
    let send = |batch: TimedBatch| {
        batch.records.into_iter().all(|mut record| {
            record.attempt = attempts.get(&record.unit).copied().unwrap_or(1);
            let signed = key.map_or(Ok(()), |key| list.sign(&mut record, key));
            sender
                .send(signed.and_then(|()| list.line(&record)))
                .is_ok()
        })
    };
    let mut observe = |batch: Option<TimedBatch>| batch.is_none_or(send);
    pool.count(&units, Route::Direct, max_batch, origin(), &mut observe)
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
