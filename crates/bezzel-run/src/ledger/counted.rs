//! Results of this process, with its name, the time and the run time.

use std::sync::Arc;
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use bezzel::counted;
use bezzel_count::words::word;
use bezzel_count::{Clock, Engine, Error, ProcessInfo, Route, Source, StoredResult, Unit};
use cpu_time::ThreadTime;

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

/// Counts units, whose run time is shared equally. Fails if the engine fails, or if it returns another
/// number of results, or an impossible one.
pub fn count_units(
    engine: &mut dyn Engine,
    units: &[Unit],
    route: Route,
    process: &Arc<ProcessInfo>,
) -> Result<Vec<StoredResult>, Error> {
    let watch = Stopwatch::start(!engine.info().kind.is_device());
    let results = engine.run(units, route)?;
    let (taken, clock) = watch.elapsed();
    let (given, got) = (units.len(), results.len());
    if given != got {
        return Err(Error::Inconsistent {
            n: units.first().map_or(0, Unit::n),
            what: format!(
                "expected {} from the engine, found {got}",
                counted(given, "result")
            ),
        });
    }
    let source = Arc::new(Source {
        backend: word(&engine.name()),
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

/// A measurement of the run time of this thread: CPU time where it can be measured, otherwise wall time.
///
/// On a busy machine, wall time includes the time of other processes. The CPU time of a thread is
/// available on Linux, macOS and Windows. It is the cost of a unit only if the engine counts on the
/// calling thread; a GPU does not.
pub struct Stopwatch {
    /// `None` if the system does not measure it, or if the work is done elsewhere.
    cpu: Option<ThreadTime>,
    started: Instant,
}

impl Stopwatch {
    /// Starts a measurement. `on_this_thread` is true if the calling thread alone does the work.
    pub fn start(on_this_thread: bool) -> Self {
        let measured = || ThreadTime::try_now().ok();
        Self {
            cpu: on_this_thread.then(measured).flatten(),
            started: Instant::now(),
        }
    }

    /// Returns the time since the start and its clock.
    pub fn elapsed(&self) -> (Duration, Clock) {
        let cpu = self.cpu.as_ref().and_then(|cpu| cpu.try_elapsed().ok());
        match cpu {
            Some(time) => (time, Clock::Cpu),
            None => (self.started.elapsed(), Clock::Wall),
        }
    }
}
