//! What the ledger costs: the same units counted by bare threads and through a ledger.
//!
//! ```text
//! cargo bench -p bezzel-campaign --bench efficiency -- 26 12     # n, units
//! ```
//!
//! Each is told by the part of the time of all threads in which they counted, which other load on
//! the machine leaves alone; the efficiency is the part of the chain divided by that of the bare
//! threads. Both are run in turn, three times, and must find the same.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;
use std::time::Instant;

use bezzel::count::{Backend, Counter, Engine, Plan, Route, Unit};
use bezzel_campaign::{Book, Counting, Error, Lease, Ledger, Origin, Outcome, Record, Stop, run};

/// A book that gives out some units only.
struct Part<'a> {
    book: Counting<'a>,
    left: usize,
    open: usize,
    found: Found,
}

/// What was found, and how long the threads counted in all.
#[derive(Debug, Clone, Copy, Default)]
struct Found {
    value: u128,
    seconds: f64,
}

impl Found {
    fn add(self, other: Self) -> Self {
        Self {
            value: self.value + other.value,
            seconds: self.seconds + other.seconds,
        }
    }
}

impl Book for Part<'_> {
    fn plan(&self) -> &Plan {
        self.book.plan()
    }

    fn routes(&self) -> &'static [Route] {
        self.book.routes()
    }

    fn origin(&self) -> Arc<Origin> {
        self.book.origin()
    }

    fn take(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        if self.left == 0 {
            return Ok(Vec::new());
        }
        let leases = self.book.take(count.min(self.left))?;
        self.left -= leases.len();
        Ok(leases)
    }

    fn put(&mut self, records: &[Record]) -> Result<Vec<Outcome>, Error> {
        self.open -= records.len();
        for record in records {
            self.found = self.found.add(Found {
                value: record.result.value,
                seconds: record.seconds(),
            });
        }
        self.book.put(records)
    }

    fn give_back(&mut self, units: &[u64]) -> Result<(), Error> {
        self.book.give_back(units)
    }

    fn is_finished(&mut self) -> Result<bool, Error> {
        Ok(self.open == 0)
    }

    fn fraction(&self) -> Option<f64> {
        self.book.fraction()
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
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
        assert_eq!(bare.value, chain.value, "both must find the same");
        let part = |time: f64, found: Found| 100.0 * found.seconds / (time * threads as f64);
        let (bare_part, chain_part) = (part(bare_time, bare), part(chain_time, chain));
        println!(
            "round {round}: {count} units of n = {n}, {:.2} s each, {threads} threads: bare threads \
             counted {bare_part:.2} % of {bare_time:.2} s, through a ledger {chain_part:.2} % of \
             {chain_time:.2} s",
            bare.seconds / count as f64
        );
        bare_sum += bare_part;
        chain_sum += chain_part;
    }
    println!("efficiency {:.2} %", 100.0 * chain_sum / bare_sum);
    Ok(())
}

/// The time of threads that do nothing but count.
fn bare(units: &[Unit], threads: usize) -> Result<(f64, Found), bezzel::Error> {
    let next = AtomicUsize::new(0);
    let mut counters = Vec::new();
    for _ in 0..threads {
        counters.push(Counter::new(Backend::detect())?);
    }
    let started = Instant::now();
    let found = thread::scope(|scope| {
        let work = |mut counter: Counter| {
            let next = &next;
            scope.spawn(move || {
                let mut found = Found::default();
                while let Some(unit) = units.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let begun = Instant::now();
                    let value = counter.count(unit, Route::Direct).value;
                    let seconds = begun.elapsed().as_secs_f64();
                    found = found.add(Found { value, seconds });
                }
                found
            })
        };
        let workers: Vec<_> = counters.into_iter().map(work).collect();
        workers
            .into_iter()
            .map(|worker| worker.join().expect("it counts"))
            .fold(Found::default(), Found::add)
    });
    Ok((started.elapsed().as_secs_f64(), found))
}

/// The time from opening the ledger until the last result is on the disk.
fn chain(n: u32, count: usize, threads: usize) -> Result<(f64, Found), Box<dyn std::error::Error>> {
    let folder = tempfile::tempdir()?;
    let file = folder.path().join("efficiency.bezzel");
    drop(Ledger::create(&file, n)?);
    let started = Instant::now();
    let mut ledger = Ledger::open(&file)?;
    let mut engines: Vec<Box<dyn Engine>> = Vec::new();
    for _ in 0..threads {
        engines.push(Box::new(Counter::new(Backend::detect())?));
    }
    let mut book = Part {
        book: Counting::new(&mut ledger, Origin::here("efficiency")),
        left: count,
        open: count,
        found: Found::default(),
    };
    run(&mut book, engines, Stop::never(), &mut |_| true)?;
    Ok((started.elapsed().as_secs_f64(), book.found))
}
