//! `bezzel count N --sample K`: what a count would give and cost, from some of its units.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use bezzel::count::{Backend, Counter, Drawn, Estimate, Plan, Route, Sampler};
use serde::Serialize;

use crate::interrupt;
use crate::progress::{Progress, duration};

/// What `--format json` prints.
#[derive(Serialize)]
pub(super) struct Report {
    n: u32,
    units: u64,
    units_sampled: u64,
    seed: u64,
    backend: &'static str,
    threads: u32,
    solutions_estimate: f64,
    solutions_standard_error: Option<f64>,
    joined_pairs_estimate: f64,
    joined_pairs_standard_error: Option<f64>,
    core_seconds_estimate: f64,
    core_seconds_standard_error: Option<f64>,
}

/// What one draw says of the totals.
struct Quotients {
    solutions: f64,
    joined: f64,
    seconds: f64,
}

/// Counts `draws` units.
pub(super) fn run(
    n: u32,
    draws: u64,
    seed: u64,
    backend: Backend,
    threads: u32,
) -> anyhow::Result<Report> {
    const WORDS: &str = "nothing was estimated";
    let draw = move || {
        let plan = Plan::new(n)?;
        let drawn = Sampler::new(&plan, seed).take(draws as usize);
        Ok::<_, bezzel::Error>((plan.len(), drawn.collect::<Vec<Drawn>>()))
    };
    let (units, drawn) = interrupt::patiently(WORDS, draw)??;
    let counted = start(drawn, backend, threads)?;
    let mut progress = Progress::new("sampling");
    let mut quotients = Vec::new();
    while (quotients.len() as u64) < draws {
        match counted.recv_timeout(Duration::from_millis(100)) {
            Ok(quotient) => quotients.push(quotient),
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => bail!("a thread failed: this is a bug"),
        }
        let fraction = quotients.len() as f64 / draws as f64;
        progress.show(Some(fraction), quotients.len() as u128, "units");
        interrupt::check(WORDS)?;
    }
    drop(progress);
    let estimate = |of: fn(&Quotients) -> f64| {
        Estimate::from_draws(&quotients.iter().map(of).collect::<Vec<_>>())
    };
    let error =
        |estimate: Estimate| Some(estimate.standard_error).filter(|error| error.is_finite());
    let solutions = estimate(|q| q.solutions);
    let joined = estimate(|q| q.joined);
    let seconds = estimate(|q| q.seconds);
    Ok(Report {
        n,
        units,
        units_sampled: draws,
        seed,
        backend: backend.name(),
        threads,
        solutions_estimate: solutions.value,
        solutions_standard_error: error(solutions),
        joined_pairs_estimate: joined.value,
        joined_pairs_standard_error: error(joined),
        core_seconds_estimate: seconds.value,
        core_seconds_standard_error: error(seconds),
    })
}

/// Starts the threads. They end when all units are counted or nobody listens any more.
fn start(drawn: Vec<Drawn>, backend: Backend, threads: u32) -> anyhow::Result<Receiver<Quotients>> {
    let (sender, counted) = mpsc::channel();
    let threads = (threads as usize).min(drawn.len());
    let queue = Arc::new(Mutex::new(drawn.into_iter()));
    for _ in 0..threads {
        let mut counter = Counter::new(backend)?;
        let (queue, sender) = (Arc::clone(&queue), sender.clone());
        let counting = move || {
            let next = || queue.lock().ok()?.next();
            while let Some(drawn) = next() {
                if sender.send(count(&mut counter, &drawn)).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new()
            .spawn(counting)
            .context("the system gives no more threads")?;
    }
    Ok(counted)
}

fn count(counter: &mut Counter, drawn: &Drawn) -> Quotients {
    let started = Instant::now();
    let result = counter.count(&drawn.unit, Route::Direct);
    let seconds = started.elapsed().as_secs_f64();
    Quotients {
        solutions: result.value as f64 / Plan::SCALE as f64 / drawn.probability,
        joined: result.joined as f64 / drawn.probability,
        seconds: seconds / drawn.probability,
    }
}

impl Report {
    pub(super) fn text(&self) -> String {
        let line = |what: &str, estimate: f64, error: Option<f64>| match error {
            Some(error) => {
                let percent = 100.0 * error / estimate;
                format!("{what}: {estimate:.4e} ± {error:.1e} ({percent:.1} %)\n")
            }
            None => format!("{what}: {estimate:.4e} (one unit tells no error)\n"),
        };
        let mut text = format!(
            "n = {}: {} of {} units, seed {}\n",
            self.n, self.units_sampled, self.units, self.seed
        );
        text += &line(
            "solutions",
            self.solutions_estimate,
            self.solutions_standard_error,
        );
        text += &line(
            "joined pairs",
            self.joined_pairs_estimate,
            self.joined_pairs_standard_error,
        );
        text += &line(
            "core seconds",
            self.core_seconds_estimate,
            self.core_seconds_standard_error,
        );
        text += &format!(
            "the whole count: about {} on {} thread{} ({})\n",
            duration(self.core_seconds_estimate / f64::from(self.threads)),
            self.threads,
            if self.threads == 1 { "" } else { "s" },
            self.backend
        );
        text
    }
}
