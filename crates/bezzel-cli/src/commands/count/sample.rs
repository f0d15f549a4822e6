//! `bezzel count N --sample K`: what a count would give and cost, from some of its units.

use std::sync::Mutex;
use std::thread;
use std::time::Instant;

use bezzel::count::{Backend, Counter, Drawn, Estimate, Plan, Sampler};
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
    let plan = Plan::new(n)?;
    let queue = Mutex::new(Sampler::new(&plan, seed).zip(0..draws));
    let quotients = Mutex::new(Vec::new());
    let progress = Mutex::new(Progress::new("sampling"));
    let counters: Vec<_> = (0..threads)
        .map(|_| Counter::new(backend))
        .collect::<Result<_, _>>()?;
    thread::scope(|scope| {
        for mut counter in counters {
            let (queue, quotients, progress) = (&queue, &quotients, &progress);
            scope.spawn(move || {
                while !interrupt::asked() {
                    let Some((drawn, _)) = locked(queue).next() else {
                        break;
                    };
                    let quotient = count(&mut counter, &drawn);
                    let mut all = locked(quotients);
                    all.push(quotient);
                    let fraction = all.len() as f64 / draws as f64;
                    locked(progress).show(Some(fraction), all.len() as u128, "units");
                }
            });
        }
    });
    interrupt::check("nothing was estimated")?;
    let quotients = quotients
        .into_inner()
        .unwrap_or_else(|broken| broken.into_inner());
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
        units: plan.len(),
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

fn locked<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(|broken| broken.into_inner())
}

fn count(counter: &mut Counter, drawn: &Drawn) -> Quotients {
    let started = Instant::now();
    let result = counter.run(&drawn.unit);
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
