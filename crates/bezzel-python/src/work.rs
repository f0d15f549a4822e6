//! Counting the units of a task, for `bezzel.cluster`.

use std::sync::mpsc::{self, Sender};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;

use bezzel_campaign::{Error, Record, UnitList};
use bezzel_count::{Engine, Route, Unit};
use bezzel_gpu::BackendSet;
use pyo3::prelude::*;

use crate::arguments;
use crate::errors;
use crate::ledger::origin;
use crate::wait;

type Engines = Vec<Box<dyn Engine>>;

/// Counts units on one thread, and returns a line for each result.
///
/// A unit is given by its name and the attempt that it is. With graphics cards as backend
/// ("cuda") they count instead, or beside the thread ("cuda,avx512"), and the lines come in any
/// order.
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
#[pyo3(signature = (header, units, *, backend=None))]
pub(crate) fn work(
    py: Python<'_>,
    header: String,
    units: Vec<(String, u32)>,
    backend: Option<&str>,
) -> PyResult<Vec<String>> {
    let backends = arguments::backends(backend)?;
    let list = wait::patiently(py, move || listed(&header))?.map_err(errors::of_campaign)?;
    let units: Vec<(Unit, u32)> = units
        .into_iter()
        .map(|(name, attempt)| Ok((list.unit_by_name(&name)?, attempt)))
        .collect::<Result<_, _>>()
        .map_err(errors::of_campaign)?;
    let wanted = units.len();
    let (sender, mut results) = mpsc::channel();
    wait::start(1, move || {
        let ended = opened(&backends).and_then(|mut engines| {
            count(&mut engines, &list, &units, &sender)?;
            keep(backends, engines);
            Ok(())
        });
        if let Err(error) = ended {
            // Nobody listens any more after Ctrl-C.
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

/// Counts the units on all engines at once. Fails with the first error.
fn count(
    engines: &mut Engines,
    list: &UnitList,
    units: &[(Unit, u32)],
    sender: &Sender<Result<String, Error>>,
) -> Result<(), Error> {
    let share = units.len().div_ceil(engines.len());
    let queue = Mutex::new(units);
    let take = |batch: usize| {
        let mut queue = queue.lock().unwrap_or_else(PoisonError::into_inner);
        let (taken, left) = queue.split_at(batch.min(queue.len()));
        *queue = left;
        taken
    };
    let on_one = |engine: &mut dyn Engine| -> Result<(), Error> {
        loop {
            let batch = take(engine.batch().clamp(1, share.max(1)));
            if batch.is_empty() {
                return Ok(());
            }
            for line in lines(list, engine, batch)? {
                if sender.send(Ok(line)).is_err() {
                    return Ok(());
                }
            }
        }
    };
    thread::scope(|scope| {
        let on_one = &on_one;
        let started: Vec<_> = engines
            .iter_mut()
            .map(|engine| scope.spawn(move || on_one(engine.as_mut())))
            .collect();
        let panicked = |_| Err(Error::NoEngineLeft("an engine panicked".to_owned()));
        let ended = started
            .into_iter()
            .map(|thread| thread.join().unwrap_or_else(panicked));
        ended.collect::<Vec<_>>().into_iter().collect()
    })
}

fn lines(
    list: &UnitList,
    engine: &mut dyn Engine,
    batch: &[(Unit, u32)],
) -> Result<Vec<String>, Error> {
    let units: Vec<Unit> = batch.iter().map(|(unit, _)| unit.clone()).collect();
    let records = Record::count(engine, &units, Route::Direct, origin())?;
    let of_attempts = records.into_iter().zip(batch);
    let line = |(mut record, (_, attempt)): (Record, &(Unit, u32))| {
        record.attempt = *attempt;
        list.line(&record)
    };
    of_attempts.map(line).collect()
}

/// Cards of the last task, which the next one needs not open again: a worker gets many.
static KEPT: Mutex<Option<(BackendSet, Engines)>> = Mutex::new(None);

fn opened(backends: &BackendSet) -> Result<Engines, Error> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner).take();
    match kept {
        Some((of, engines)) if of == *backends => Ok(engines),
        _ => Ok(backends.engines(1)?),
    }
}

fn keep(backends: BackendSet, engines: Engines) {
    if backends.has_devices() {
        *KEPT.lock().unwrap_or_else(PoisonError::into_inner) = Some((backends, engines));
    }
}

/// The units of a header. A worker gets many tasks of one campaign, and there may be millions
/// of names to fingerprint, so the last list is kept.
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
