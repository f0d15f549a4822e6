//! The measurement, on systems that report the CPU time of a process and of a thread.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::Instant;

use bezzel_campaign::{Error, Lease, Ledger, ProcessInfo, StoreOutcome, StoredResult};
use bezzel_count::{Backend, Counter, Engine, EngineInfo, Plan, Route, Unit, UnitResult};
use bezzel_run::{Control, EnginePool, Job, LedgerStore, Store, UnitsJob};
use rustix::time::{ClockId, clock_gettime};

/// A store with some of the units only.
struct PartialStore<'a> {
    ledger: LedgerStore<'a>,
    left: usize,
    open: usize,
}

/// Results, and the total wall and CPU time that threads spent counting.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    value: u128,
    seconds: f64,
    busy: f64,
}

impl Found {
    fn add(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            seconds: self.seconds + other.seconds,
            busy: self.busy + other.busy,
        }
    }
}

/// Wall time of a run, and CPU time of the whole process.
struct Taken {
    seconds: f64,
    busy: f64,
}

/// A running clock.
struct Clock {
    wall: Instant,
    process: f64,
}

impl Clock {
    fn start() -> Self {
        Self {
            wall: Instant::now(),
            process: cpu_seconds(ClockId::ProcessCPUTime),
        }
    }

    fn taken(&self) -> Taken {
        Taken {
            seconds: self.wall.elapsed().as_secs_f64(),
            busy: cpu_seconds(ClockId::ProcessCPUTime) - self.process,
        }
    }
}

/// Returns the CPU time in seconds.
fn cpu_seconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}

/// Counts and measures the time.
struct Timed {
    counter: Counter,
    found: Arc<Mutex<Found>>,
}

impl Timed {
    fn count(&mut self, unit: &Unit, route: Route) -> UnitResult {
        let (wall, busy) = (Instant::now(), cpu_seconds(ClockId::ThreadCPUTime));
        let result = self.counter.count(unit, route);
        let found = Found {
            value: result.value,
            seconds: wall.elapsed().as_secs_f64(),
            busy: cpu_seconds(ClockId::ThreadCPUTime) - busy,
        };
        let mut all = self.found.lock().expect("nobody panics");
        *all = all.add(found);
        result
    }
}

impl Engine for Timed {
    fn info(&self) -> EngineInfo {
        self.counter.info()
    }

    fn run(
        &mut self,
        units: &[Unit],
        route: Route,
    ) -> Result<Vec<UnitResult>, bezzel_count::Error> {
        Ok(units.iter().map(|unit| self.count(unit, route)).collect())
    }
}

/// One entry for each thread.
fn counters(threads: usize, found: &Arc<Mutex<Found>>) -> Result<Vec<Timed>, bezzel_count::Error> {
    let counter = |_| {
        Ok(Timed {
            counter: Counter::new(Backend::detect())?,
            found: found.clone(),
        })
    };
    (0..threads).map(counter).collect()
}

impl Store for PartialStore<'_> {
    fn routes(&self) -> &'static [Route] {
        self.ledger.routes()
    }

    fn process(&self) -> Arc<ProcessInfo> {
        self.ledger.process()
    }

    fn take(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        if self.left == 0 {
            return Ok(Vec::new());
        }
        let leases = self.ledger.take(count.min(self.left))?;
        self.left -= leases.len();
        Ok(leases)
    }

    fn put(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, Error> {
        self.open -= results.len();
        self.ledger.put(results)
    }

    fn release(&mut self, units: &[u64]) -> Result<(), Error> {
        self.ledger.release(units)
    }

    fn is_finished(&mut self) -> Result<bool, Error> {
        Ok(self.open == 0)
    }

    fn fraction(&self) -> Option<f64> {
        self.ledger.fraction()
    }
}

pub(crate) fn main() -> Result<(), Box<dyn std::error::Error>> {
    let numbers: Vec<u32> = std::env::args()
        .skip(1)
        .filter_map(|text| text.parse().ok())
        .collect();
    let (n, count) = match numbers[..] {
        [n, count] => (n, count as usize),
        _ => (16, 50),
    };
    let threads = thread::available_parallelism()?.get();
    let plan = Plan::new(n)?;
    let mut units: Vec<Unit> = plan.units().take(1 << 16).collect();
    units.sort_by(|a, b| {
        b.cost()
            .total_cmp(&a.cost())
            .then(a.index().cmp(&b.index()))
    });
    units.truncate(count);
    let count = units.len();
    let (mut bare_sum, mut chain_sum) = (0.0, 0.0);
    for round in 1..=3 {
        let (bare_time, bare) = bare(&units, threads)?;
        let (chain_time, chain) = chain(n, count, threads)?;
        assert_eq!(bare.value, chain.value, "expected the same value from both");
        let parts = |time: &Taken, found: Found| {
            let at_units = found.seconds / (time.seconds * threads as f64);
            [at_units, found.busy / time.busy].map(|part| 100.0 * part)
        };
        let (bare_parts, chain_parts) = (parts(&bare_time, bare), parts(&chain_time, chain));
        let told = |[at_units, in_units]: [f64; 2]| {
            format!("{at_units:.2} % of the time and {in_units:.2} % of the CPU time")
        };
        println!(
            "round {round}: {count} units of n = {n}, {:.2} s of CPU time each, {threads} \
             threads: time in units: bare threads {}, through a ledger {}",
            bare.busy / count as f64,
            told(bare_parts),
            told(chain_parts),
        );
        bare_sum += bare_parts.iter().product::<f64>();
        chain_sum += chain_parts.iter().product::<f64>();
    }
    println!("efficiency {:.2} %", 100.0 * chain_sum / bare_sum);
    Ok(())
}

/// Measures threads that only count.
fn bare(units: &[Unit], threads: usize) -> Result<(Taken, Found), bezzel_count::Error> {
    let next = AtomicUsize::new(0);
    let found = Arc::default();
    let counters = counters(threads, &found)?;
    let clock = Clock::start();
    thread::scope(|scope| {
        for mut counter in counters {
            let next = &next;
            scope.spawn(move || {
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    counter.count(unit, Route::Direct);
                }
            });
        }
    });
    Ok((clock.taken(), *found.lock().expect("nobody panics")))
}

/// Measures from opening the ledger until the last result is on the disk.
fn chain(
    n: u32,
    count: usize,
    threads: usize,
) -> Result<(Taken, Found), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("efficiency.bezzel");
    drop(Ledger::create(&file, n)?);
    let found = Arc::default();
    let clock = Clock::start();
    let mut ledger = Ledger::open(&file)?;
    let mut engines: Vec<Box<dyn Engine>> = Vec::new();
    for counter in counters(threads, &found)? {
        engines.push(Box::new(counter));
    }
    let process = ProcessInfo::current("efficiency");
    let mut pool = EnginePool::start(engines);
    let mut part = PartialStore {
        ledger: LedgerStore::open_units(&mut ledger, process, false),
        left: count,
        open: count,
    };
    UnitsJob::new(&mut part, &mut pool).run(&Control::never(), &mut |_| {})?;
    Ok((clock.taken(), *found.lock().expect("nobody panics")))
}
