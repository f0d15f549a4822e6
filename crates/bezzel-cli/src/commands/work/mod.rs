//! `bezzel work`: counts the units of a file, for job schedulers.

mod results_file;
mod sink;
mod source;

use std::collections::HashSet;
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use bezzel_campaign::{
    Error, ExchangeLine, Lease, ProcessInfo, SecretKey, StoreOutcome, StoredResult,
};
use bezzel_count::Route;
use bezzel_run::{EnginePool, Job, Store, UnitsJob};

use super::campaign::program;
use crate::args::{Shard, Work};
use crate::interrupt;
use crate::job::JobDisplay;
use crate::stderr::write_note;
use sink::{Sink, Wanted};
use source::{Next, Source};

pub(crate) fn run(args: &Work) -> anyhow::Result<ExitCode> {
    let key = args.signing.read()?;
    let engines = args.engines.open()?;
    let source = Source::open(&args.units)?;
    let route = if args.exchanged {
        Route::Exchanged
    } else {
        Route::Direct
    };
    let output = args.output.as_deref();
    let (out, done) = match output.filter(|path| *path != Path::new("-")) {
        Some(path) => {
            let wanted = Wanted {
                route,
                author: key.as_ref().map(|key| key.author()),
            };
            Sink::file(path, source.units(), wanted, args.force.force)?
        }
        None => (Sink::stdout(source.units())?, HashSet::new()),
    };
    let mut store = UnitFiles {
        part: args.part.unwrap_or(Shard { number: 1, of: 1 }),
        route,
        process: ProcessInfo::current(&program()),
        key,
        source,
        read: 0,
        exhausted: false,
        again: Vec::new(),
        in_work: 0,
        done,
        out,
    };
    let mut pool = EnginePool::start(engines);
    let mut display = JobDisplay::default();
    let ended = UnitsJob::new(&mut store, &mut pool).run(&interrupt::control(), &mut |progress| {
        display.show(progress)
    });
    interrupt::answer(ended, || "the written results are complete".to_owned())?;
    Ok(ExitCode::SUCCESS)
}

/// A store that reads units from a file and writes their results to another one.
struct UnitFiles {
    source: Source,
    /// Number of units read, which determines the part of a unit.
    read: u64,
    exhausted: bool,
    part: Shard,
    route: Route,
    process: Arc<ProcessInfo>,
    key: Option<Arc<SecretKey>>,
    again: Vec<u64>,
    in_work: usize,
    done: HashSet<u64>,
    out: Sink,
}

impl UnitFiles {
    /// Returns the results with a signature, if there is a key.
    fn signed(&self, results: &[StoredResult]) -> Result<Vec<StoredResult>, Error> {
        let mut results = results.to_vec();
        if let Some(key) = &self.key {
            for stored in &mut results {
                self.source.units().sign(stored, key)?;
            }
        }
        Ok(results)
    }

    /// Returns the next unit of this part that is not counted yet, or `None` if none can be read
    /// now.
    fn next(&mut self) -> Result<Option<Lease>, Error> {
        if let Some(unit) = self.again.pop() {
            let unit = self.source.units().unit(unit)?;
            return Ok(Some(Lease { unit, attempt: 1 }));
        }
        while !self.exhausted {
            let line = match self.source.next()? {
                Next::ExchangeLine(line) => *line,
                Next::Waiting => break,
                Next::End => {
                    self.exhausted = true;
                    break;
                }
            };
            let unit = match line {
                ExchangeLine::Unit(unit) => unit,
                ExchangeLine::Result(_) => continue,
                ExchangeLine::Truncated => {
                    let name = self.source.name();
                    write_note(format_args!("{name}: the incomplete last line was skipped"));
                    continue;
                }
            };
            let place = self.read % self.part.of;
            self.read += 1;
            if place + 1 == self.part.number && self.done.insert(unit.index()) {
                return Ok(Some(Lease { unit, attempt: 1 }));
            }
        }
        Ok(None)
    }
}

impl Store for UnitFiles {
    fn routes(&self) -> &'static [Route] {
        match self.route {
            Route::Direct => &[Route::Direct],
            Route::Exchanged => &[Route::Exchanged],
        }
    }

    fn process(&self) -> Arc<ProcessInfo> {
        self.process.clone()
    }

    fn take(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        let mut leases = Vec::new();
        while leases.len() < count
            && let Some(lease) = self.next()?
        {
            leases.push(lease);
        }
        self.in_work += leases.len();
        Ok(leases)
    }

    fn put(&mut self, results: &[StoredResult]) -> Result<Vec<StoreOutcome>, Error> {
        let signed = self.signed(results)?;
        self.out.write(self.source.units(), &signed)?;
        self.in_work -= results.len();
        Ok(vec![StoreOutcome::Merged; results.len()])
    }

    fn maintain(&mut self) -> Result<(), Error> {
        self.out.check()
    }

    fn check_stored(&mut self) -> Result<(), Error> {
        self.out.check()
    }

    fn rescue(&mut self, error: Error, results: &[StoredResult]) -> Error {
        let signed = self.signed(results);
        let results = signed.as_deref().unwrap_or(results);
        self.out.rescue(error, self.source.units(), results)
    }

    fn release(&mut self, units: &[u64]) -> Result<(), Error> {
        self.again.extend(units);
        self.in_work -= units.len();
        Ok(())
    }

    fn is_finished(&mut self) -> Result<bool, Error> {
        Ok(self.exhausted && self.again.is_empty() && self.in_work == 0)
    }

    fn fraction(&self) -> Option<f64> {
        None
    }
}
