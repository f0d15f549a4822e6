//! Results of this process, with its name and the time.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bezzel_count::words::word;
use bezzel_count::{Clock, Engine, ProcessInfo, Route, Source, StoredResult, Unit, UnitResult};

use super::clock::Stopwatch;
use super::error::LedgerError;

/// Returns this process, which results name as what counted them.
///
/// ```
/// assert_eq!(bezzel_run::this_process("my counter").program, "my_counter");
/// ```
pub fn this_process(program: &str) -> Arc<ProcessInfo> {
    Arc::new(ProcessInfo {
        program: word(program),
        host: word(&gethostname::gethostname().to_string_lossy()),
    })
}

/// Counts units, whose run time is shared equally.
pub fn count_units(
    engine: &mut dyn Engine,
    units: &[Unit],
    route: Route,
    process: &Arc<ProcessInfo>,
) -> Result<Vec<StoredResult>, LedgerError> {
    let watch = Stopwatch::start(engine.counts_on_this_thread());
    let results = engine.run(units, route)?;
    let name = engine.name();
    stored_results(&name, units, route, process, results, watch.elapsed())
}

/// Returns the results of units, which an engine counted together in this time. Fails if it returned
/// another number of results, or an impossible one.
pub(crate) fn stored_results(
    engine: &str,
    units: &[Unit],
    route: Route,
    process: &Arc<ProcessInfo>,
    results: Vec<UnitResult>,
    (taken, clock): (Duration, Clock),
) -> Result<Vec<StoredResult>, LedgerError> {
    let (given, got) = (units.len(), results.len());
    if given != got {
        return Err(LedgerError::Engine { given, got });
    }
    let source = Arc::new(Source {
        backend: word(engine),
        process: ProcessInfo::clone(process),
    });
    let (taken, time) = (taken / given.max(1) as u32, now());
    let stored = units.iter().zip(results).map(|(unit, result)| {
        unit.check(&result)?;
        Ok(StoredResult {
            unit: unit.index(),
            route,
            result,
            source: source.clone(),
            microseconds: taken.as_micros() as u64,
            clock,
            time,
        })
    });
    stored.collect()
}

/// Returns the time in seconds since 1970, negative before.
pub(crate) fn now() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_secs() as i64,
        Err(before) => -(before.duration().as_secs() as i64),
    }
}
