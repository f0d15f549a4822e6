//! Counts Q(n) on all cores, shows progress, and stops after a time limit.
//!
//! ```sh
//! cargo run --release -p bezzel-count --example count -- 20
//! ```

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, mpsc};
use std::thread;
use std::time::{Duration, Instant};

use bezzel_count::{Backend, Counter, Plan, Route, Tally};

/// Time after which threads take no more units.
const TIME_LIMIT: Duration = Duration::from_secs(60);

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(16), |n| n.parse())?;
    let plan = Plan::new(n)?;
    let backend = Backend::detect();
    // Fails here, not in a thread, if the CPU does not support the backend.
    let threads = thread::available_parallelism()?.get();
    let counters: Result<Vec<Counter>, _> = (0..threads).map(|_| Counter::new(backend)).collect();

    // The most expensive units first, so that all threads end at about the same time.
    let mut units: Vec<_> = plan.units().collect();
    units.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
    let queue = Mutex::new(units);
    let cancelled = AtomicBool::new(false);
    let started = Instant::now();
    let mut tally = Tally::default();
    let (sender, results) = mpsc::channel();

    thread::scope(|scope| -> Result<(), bezzel_count::Error> {
        for mut counter in counters? {
            let (sender, queue, cancelled) = (sender.clone(), &queue, &cancelled);
            scope.spawn(move || {
                while !cancelled.load(Ordering::Relaxed) {
                    let Some(unit) = queue.lock().ok().and_then(|mut queue| queue.pop()) else {
                        break;
                    };
                    let result = counter.count(&unit, Route::Direct);
                    if sender.send((unit, result)).is_err() {
                        break;
                    }
                }
            });
        }
        drop(sender);
        let mut done = 0.0;
        for (unit, result) in results {
            tally.add(&unit, &result)?;
            done += unit.cost();
            eprint!("\r{:3.0}%", 100.0 * done / plan.cost());
            if started.elapsed() > TIME_LIMIT {
                cancelled.store(true, Ordering::Relaxed);
            }
        }
        eprintln!();
        Ok(())
    })?;

    if tally.units() < plan.len() {
        println!("cancelled after {} of {} units", tally.units(), plan.len());
    } else {
        println!("Q({n}) = {}", tally.verified_total(&plan)?.solutions);
    }
    Ok(())
}
