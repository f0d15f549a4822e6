//! Counts the units of a task, for `bezzel.cluster`.

use std::sync::{Arc, Mutex, PoisonError};

use bezzel_count::{Plan, Route, parse_plan, plan_line, result_line};
use bezzel_gpu::BackendSet;
use bezzel_run::{EnginePool, Job, LedgerError, Store, UnitsJob, detached};
use pyo3::prelude::*;

use crate::arguments;
use crate::count::origin;
use crate::errors;
use crate::wait;

/// Counts units on one thread and returns a line for each result.
///
/// A unit is given by its name. With a GPU backend ("cuda"), GPUs count instead of the thread, or beside
/// it ("cuda,avx512"); lines may be in any order.
///
/// >>> import os, tempfile
/// >>> from bezzel.cluster import Ledger, work
/// >>> file = os.path.join(tempfile.mkdtemp(), "q8.bezzel")
/// >>> with Ledger.create(file, 8) as ledger:
/// ...     lease = ledger.lease(1)[0]
/// ...     lines = work(ledger.header, [lease.unit])
/// >>> lines[0].startswith("u n8 p3 " + lease.unit + " direct ")
/// True
#[pyfunction]
#[pyo3(signature = (header, units, *, backend=None))]
pub(crate) fn work(
    py: Python<'_>,
    header: String,
    units: Vec<String>,
    backend: Option<&str>,
) -> PyResult<Vec<String>> {
    let backends = arguments::backends(backend)?;
    let plan = wait::run_detached(py, move || listed(&header))?.map_err(errors::of_ledger)?;
    let unit = |name: String| {
        let n = plan.n();
        plan.unit_by_name(&name)
            .ok_or(LedgerError::NoUnit { n, unit: name })
    };
    let units: Vec<_> = units
        .into_iter()
        .map(unit)
        .collect::<Result<_, _>>()
        .map_err(errors::of_ledger)?;
    wait::controlled(py, move |control| {
        let selected = backends.clone();
        let mut pool = detached(control, move || opened(&selected))??;
        // Each engine gets units, even if one could count all of them at a time.
        let max_batch = units.len().div_ceil(pool.engines().max(1));
        let mut store = Store::of_list(units, Route::Direct, origin().clone());
        store.max_batch = max_batch;
        let mut results = Vec::new();
        UnitsJob::new(&mut store, &mut pool).run(control, &mut |progress| {
            results.extend_from_slice(progress.units.map_or(&[], |units| units.stored));
        })?;
        keep(backends, pool);
        let lines = results.iter().map(|stored| result_line(&plan, stored));
        Ok(lines.collect::<Result<_, _>>()?)
    })
}

/// GPUs of the last task, which stay open for the next one: a worker gets many tasks.
static KEPT: Mutex<Option<(BackendSet, EnginePool)>> = Mutex::new(None);

fn opened(backends: &BackendSet) -> Result<EnginePool, LedgerError> {
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

/// Returns the plan of a header. Keeps the last one: a worker gets many tasks of one ledger, and a large
/// plan takes seconds.
fn listed(header: &str) -> Result<Arc<Plan>, LedgerError> {
    static LAST: Mutex<Option<Arc<Plan>>> = Mutex::new(None);
    let mut last = LAST.lock().unwrap_or_else(PoisonError::into_inner);
    match last.as_ref().filter(|plan| plan_line(plan) == header) {
        Some(plan) => Ok(Arc::clone(plan)),
        None => {
            let plan = Arc::new(parse_plan(header)?);
            *last = Some(Arc::clone(&plan));
            Ok(plan)
        }
    }
}
