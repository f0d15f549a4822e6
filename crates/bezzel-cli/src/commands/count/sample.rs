//! `bezzel count N --sample K`: what a count would give and cost, from some of its units.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use bezzel_campaign::Clock;
use bezzel_count::Error;
use bezzel_count::{Draw, Engine, Estimate, Plan, Route, Sample, Unit, UnitResult};
use serde::Serialize;

use super::speed::{self, Probabilities, Speed};
use crate::args::MAX_SAMPLE;
use crate::commands::engines::{EngineSelection, names};
use crate::commands::timing::{self, TimedBatch};
use crate::interrupt;
use crate::progress::{Progress, duration};
use crate::stderr::write_note;

const WORDS: &str = "nothing was estimated";

/// What is said once, of all errors.
const INTERVALS: &str = "± gives the interval that has the true value in 95 of 100 samples";

/// What `--format json` prints.
#[derive(Serialize)]
pub(super) struct Report {
    n: u32,
    units: u64,
    units_sampled: u64,
    seed: u64,
    backend: String,
    threads: u32,
    solutions_estimate: f64,
    solutions_standard_error: Option<f64>,
    solutions_error_95: Option<f64>,
    joined_pairs_estimate: f64,
    joined_pairs_standard_error: Option<f64>,
    joined_pairs_error_95: Option<f64>,
    #[serde(flatten)]
    core: Option<CoreSeconds>,
    seconds_estimate: f64,
    seconds_standard_error: Option<f64>,
    seconds_error_95: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    backends: Vec<Alone>,
}

/// What the processor takes, if it counts without cards, by the clock that measured it.
#[derive(Serialize)]
#[serde(untagged)]
enum CoreSeconds {
    Cpu {
        cpu_seconds_estimate: f64,
        cpu_seconds_standard_error: Option<f64>,
        cpu_seconds_error_95: Option<f64>,
    },
    Wall {
        wall_seconds_estimate: f64,
        wall_seconds_standard_error: Option<f64>,
        wall_seconds_error_95: Option<f64>,
    },
}

/// What a card takes alone, or the processor beside cards.
#[derive(Serialize)]
struct Alone {
    backend: String,
    units_sampled: usize,
    seconds_estimate: f64,
    seconds_standard_error: Option<f64>,
    seconds_error_95: Option<f64>,
}

/// Counts so many units, or all if there are fewer.
pub(super) fn run(
    n: u32,
    units: u64,
    seed: u64,
    choice: &EngineSelection,
) -> anyhow::Result<Report> {
    let mut engines = choice.open()?;
    let backends = names(&engines);
    let draw = move || {
        let plan = Plan::new(n)?;
        if units > MAX_SAMPLE && plan.len() > MAX_SAMPLE {
            let all = plan.len();
            bail!("n = {n} has {all} units: a sample takes at most {MAX_SAMPLE} of them");
        }
        Ok(Sample::draw(&plan, units, seed))
    };
    let sample = interrupt::run_interruptible(WORDS, draw)??;
    let probabilities: Probabilities = sample
        .drawn
        .iter()
        .map(|drawn| (drawn.unit.index(), drawn.probability))
        .collect();
    let drawn = timing::sorted(sample.drawn.into_iter().map(|drawn| drawn.unit));
    if choice.has_cards() {
        advise(&engines, drawn.len());
    } else {
        engines.truncate(drawn.len());
    }
    let calls = counted(engines, drawn)?;
    let of = Sampled {
        n,
        units: sample.units,
        seed,
        backends,
        calls,
        probabilities,
    };
    Ok(Report::new(&of, choice))
}

/// A sample that is counted.
struct Sampled {
    n: u32,
    units: u64,
    seed: u64,
    backends: Vec<String>,
    calls: Vec<TimedBatch>,
    probabilities: Probabilities,
}

impl Sampled {
    /// The estimated sum over all units.
    fn estimate(&self, of: fn(&UnitResult) -> f64) -> Estimate {
        let counted = self.calls.iter().flat_map(|call| &call.counted);
        let draws = counted.map(|(unit, result)| {
            let probability = self.probabilities.get(&unit.index());
            Draw::one(of(result), probability.copied().unwrap_or(1.0))
        });
        Estimate::of(&draws.collect::<Vec<_>>())
    }

    /// The clock by which all was measured.
    fn clock(&self) -> Clock {
        let is_cpu = |call: &TimedBatch| call.clock == Clock::Cpu;
        if self.calls.iter().all(is_cpu) {
            Clock::Cpu
        } else {
            Clock::Wall
        }
    }
}

/// Says if the sample is so small that cards are not called often enough.
fn advise(engines: &[Box<dyn Engine>], units: usize) {
    let cards = engines
        .iter()
        .filter(|engine| engine.info().kind.is_device());
    let at_once = cards.map(|engine| engine.batch()).sum::<usize>();
    let enough = Estimate::MIN_DRAWS * at_once;
    if units < enough {
        write_note(format_args!(
            "so few units do not keep the cards busy: `--sample {enough}` tells their time better"
        ));
    }
}

/// Counts all that was drawn, and shows how far it is.
fn counted(mut engines: Vec<Box<dyn Engine>>, drawn: Vec<Unit>) -> anyhow::Result<Vec<TimedBatch>> {
    let draws = drawn.len();
    let (sender, receiver) = mpsc::channel();
    let count = move || {
        let told = sender.clone();
        let ended = timing::warm_up(&mut engines, &drawn, Route::Direct)
            .and_then(|()| count(&mut engines, &drawn, told));
        if let Err(error) = ended {
            // The other end is closed only when nobody waits any more.
            let _ = sender.send(Err(error));
        }
    };
    let started = thread::Builder::new().spawn(count);
    started.context("the system gives no more threads")?;
    let mut progress = Progress::new("sampling");
    let mut calls = Vec::new();
    let mut done = 0;
    while done < draws {
        if let Some(call) = next(&receiver)? {
            done += call.counted.len();
            calls.push(call);
        }
        progress.show(Some(done as f64 / draws as f64), done as u128, "units");
        interrupt::check(WORDS)?;
    }
    Ok(calls)
}

fn count(
    engines: &mut [Box<dyn Engine>],
    drawn: &[Unit],
    told: Sender<Result<TimedBatch, Error>>,
) -> Result<(), Error> {
    timing::count(engines, drawn, Route::Direct, &|call| {
        // As above.
        let _ = told.send(Ok(call));
    })
}

/// The next call, or nothing for the time being.
fn next(calls: &Receiver<Result<TimedBatch, Error>>) -> anyhow::Result<Option<TimedBatch>> {
    match calls.recv_timeout(Duration::from_millis(100)) {
        Ok(call) => Ok(Some(call?)),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => bail!("a thread failed: this is a bug"),
    }
}

fn standard_error(estimate: Estimate) -> Option<f64> {
    estimate.error.map(|error| error.standard)
}

fn error_95(estimate: Estimate) -> Option<f64> {
    estimate.error.map(|error| error.interval_95)
}

impl CoreSeconds {
    /// So many times the estimate.
    fn new(seconds: Estimate, threads: f64, clock: Clock) -> Self {
        let estimate = threads * seconds.value;
        let standard_error = standard_error(seconds).map(|error| threads * error);
        let error_95 = error_95(seconds).map(|error| threads * error);
        match clock {
            Clock::Cpu => Self::Cpu {
                cpu_seconds_estimate: estimate,
                cpu_seconds_standard_error: standard_error,
                cpu_seconds_error_95: error_95,
            },
            Clock::Wall => Self::Wall {
                wall_seconds_estimate: estimate,
                wall_seconds_standard_error: standard_error,
                wall_seconds_error_95: error_95,
            },
        }
    }

    /// What it is called, the estimate, and half its interval.
    fn text(&self) -> (Clock, f64, Option<f64>) {
        match *self {
            Self::Cpu {
                cpu_seconds_estimate,
                cpu_seconds_error_95,
                ..
            } => (Clock::Cpu, cpu_seconds_estimate, cpu_seconds_error_95),
            Self::Wall {
                wall_seconds_estimate,
                wall_seconds_error_95,
                ..
            } => (Clock::Wall, wall_seconds_estimate, wall_seconds_error_95),
        }
    }
}

impl Alone {
    fn new(speed: &Speed) -> Self {
        Self {
            backend: speed.backend.clone(),
            units_sampled: speed.units,
            seconds_estimate: speed.seconds.value,
            seconds_standard_error: standard_error(speed.seconds),
            seconds_error_95: error_95(speed.seconds),
        }
    }
}

impl Report {
    fn new(of: &Sampled, choice: &EngineSelection) -> Self {
        let speeds = speed::of(&of.backends, &of.calls, choice.threads, &of.probabilities);
        let solutions = of.estimate(|result| result.value as f64 / Plan::VALUE_SCALE as f64);
        let joined = of.estimate(|result| result.joined as f64);
        let seconds = speed::together(&speeds);
        let threads = f64::from(choice.threads);
        let cards = choice.has_cards();
        Self {
            n: of.n,
            units: of.units,
            units_sampled: of.probabilities.len() as u64,
            seed: of.seed,
            backend: of.backends.join(", "),
            threads: choice.threads,
            solutions_estimate: solutions.value,
            solutions_standard_error: standard_error(solutions),
            solutions_error_95: error_95(solutions),
            joined_pairs_estimate: joined.value,
            joined_pairs_standard_error: standard_error(joined),
            joined_pairs_error_95: error_95(joined),
            core: (!cards).then(|| CoreSeconds::new(seconds, threads, of.clock())),
            seconds_estimate: seconds.value,
            seconds_standard_error: standard_error(seconds),
            seconds_error_95: error_95(seconds),
            backends: speeds.iter().filter(|_| cards).map(Alone::new).collect(),
        }
    }

    pub(super) fn text(&self) -> String {
        let (n, units, sampled, seed) = (self.n, self.units, self.units_sampled, self.seed);
        let whole = sampled == units;
        let mut text = format!("n = {n}: {sampled} of {units} units, seed {seed}\n");
        let counted = [
            (
                "solutions",
                self.solutions_estimate,
                self.solutions_error_95,
            ),
            (
                "joined pairs",
                self.joined_pairs_estimate,
                self.joined_pairs_error_95,
            ),
        ];
        for (what, estimate, error) in counted {
            text += &match error {
                // The sum of all units is a whole number.
                Some(0.0) if whole => format!("{what}: {estimate:.0} (exact)\n"),
                error => line(what, estimate, error, "units"),
            };
        }
        if let Some(core) = &self.core {
            let (clock, estimate, error) = core.text();
            let what = format!("{} seconds", clock.name());
            text += &line(&what, estimate, error, "units");
        }
        for alone in &self.backends {
            let what = format!("seconds on {} alone", alone.backend);
            text += &line(
                &what,
                alone.seconds_estimate,
                alone.seconds_error_95,
                "calls",
            );
        }
        if !whole && text.contains('±') {
            text += INTERVALS;
            text.push('\n');
        }
        let threads = match self.threads {
            1 => "1 thread".to_owned(),
            threads => format!("{threads} threads"),
        };
        let time = duration(self.seconds_estimate);
        let backend = &self.backend;
        text += &match self.threads {
            _ if self.core.is_some() => {
                format!("the whole count: about {time} on {threads} ({backend})\n")
            }
            0 => format!("the whole count: about {time} on {backend}\n"),
            _ => format!("the whole count: about {time} on {backend}, {threads}\n"),
        };
        text
    }
}

/// An estimate with half its interval, or why there is none.
fn line(what: &str, estimate: f64, error: Option<f64>, draws: &str) -> String {
    match error {
        Some(0.0) => format!("{what}: {estimate:.4e} (all units were measured)\n"),
        Some(error) => {
            let percent = 100.0 * error / estimate;
            format!("{what}: {estimate:.4e} ± {error:.1e} ({percent:.1} %)\n")
        }
        None => {
            let least = Estimate::MIN_DRAWS;
            format!("{what}: {estimate:.4e} (an error needs at least {least} {draws})\n")
        }
    }
}
