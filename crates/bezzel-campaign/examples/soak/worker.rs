//! A counting process: reports stored results until it is killed or all units are counted.

use std::error::Error;
use std::path::Path;
use std::time::Duration;

use bezzel_campaign::{Ledger, ProcessInfo};
use bezzel_count::{Backend, Counter, Engine, EngineInfo, Route, Unit, UnitResult};
use bezzel_run::{Control, EnginePool, Job, LedgerStore, UnitsJob};

/// The argument that makes a process a worker.
pub(crate) const WORK: &str = "work";
/// The argument that makes a process create a ledger.
pub(crate) const MAKE: &str = "make";
/// The argument that makes a process import result lines.
pub(crate) const IMPORT: &str = "import";
/// The line that a worker prints when it has opened the ledger.
pub(crate) const OPENED: &str = "opened";
/// Maximum delay of each unit in microseconds, so that there is something to interrupt.
const MAX_DELAY: u64 = 30_000;

/// Delays each unit.
struct Slow(Counter);

impl Engine for Slow {
    fn info(&self) -> EngineInfo {
        self.0.info()
    }

    fn run(
        &mut self,
        units: &[Unit],
        route: Route,
    ) -> Result<Vec<UnitResult>, bezzel_count::Error> {
        std::thread::sleep(Duration::from_micros(fastrand::u64(..MAX_DELAY)));
        self.0.run(units, route)
    }
}

/// Creates a ledger for this number of queens.
pub(crate) fn make(file: &Path, n: &str) -> Result<(), Box<dyn Error>> {
    drop(Ledger::create(file, n.parse()?)?);
    Ok(())
}

/// Imports result lines.
pub(crate) fn import(file: &Path, lines: &Path) -> Result<(), Box<dyn Error>> {
    let mut ledger = Ledger::open(file)?;
    println!("{OPENED}");
    ledger.merge(lines)?;
    Ok(())
}

/// Counts, and prints the line of each stored result.
pub(crate) fn work(file: &Path) -> Result<(), Box<dyn Error>> {
    let mut ledger = Ledger::open(file)?;
    println!("{OPENED}");
    let units = ledger.units().clone();
    let engine: Box<dyn Engine> = Box::new(Slow(Counter::new(Backend::detect())?));
    let process = ProcessInfo::current("soak");
    let mut store = LedgerStore::open_units(&mut ledger, process, false);
    let mut pool = EnginePool::start(vec![engine]);
    UnitsJob::new(&mut store, &mut pool).run(&Control::never(), &mut |progress| {
        for stored in progress.units.map_or(&[][..], |units| units.stored) {
            if let Ok(line) = units.line(stored) {
                println!("{line}");
            }
        }
    })?;
    Ok(())
}
