//! `bezzel count N --sample K`: what a count would give and cost, from some of its units.

use std::sync::mpsc::{self, Receiver, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

use anyhow::{Context, bail};
use bezzel::Error;
use bezzel::count::{Drawn, Engine, Estimate, Plan, Route, Sampler, UnitResult};
use serde::Serialize;

use super::speed::{self, Speed};
use crate::commands::engines::{Choice, is_card, names};
use crate::commands::lot::{self, Call};
use crate::interrupt;
use crate::progress::{Progress, duration};
use crate::stderr::say;

const WORDS: &str = "nothing was estimated";

/// A sample tells the time of a card if its engines are called so often.
const CALLS: usize = 4;

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
    joined_pairs_estimate: f64,
    joined_pairs_standard_error: Option<f64>,
    #[serde(flatten)]
    core: Option<CoreSeconds>,
    seconds_estimate: f64,
    seconds_standard_error: Option<f64>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    backends: Vec<Alone>,
}

/// What the processor takes, if it counts without cards.
#[derive(Serialize)]
struct CoreSeconds {
    core_seconds_estimate: f64,
    core_seconds_standard_error: Option<f64>,
}

/// What a card takes alone, or the processor beside cards.
#[derive(Serialize)]
struct Alone {
    backend: String,
    units_sampled: usize,
    seconds_estimate: f64,
    seconds_standard_error: Option<f64>,
}

/// Counts `draws` units.
pub(super) fn run(n: u32, draws: u64, seed: u64, choice: &Choice) -> anyhow::Result<Report> {
    let mut engines = choice.open()?;
    let backends = names(&engines);
    let draw = move || {
        let plan = Plan::new(n)?;
        let drawn = lot::sorted(Sampler::new(&plan, seed).take(draws as usize));
        Ok::<_, Error>((plan.len(), drawn))
    };
    let (units, drawn) = interrupt::patiently(WORDS, draw)??;
    if choice.has_cards() {
        advise(&engines, draws);
    } else {
        engines.truncate(drawn.len());
    }
    let calls = counted(engines, drawn)?;
    let speeds = speed::of(&backends, &calls, choice.threads);
    Ok(Report::new(
        n, units, seed, &backends, choice, &calls, &speeds,
    ))
}

/// Says if the sample is so small that cards are not called often enough.
fn advise(engines: &[Box<dyn Engine>], draws: u64) {
    let cards = engines.iter().filter(|engine| is_card(&engine.name()));
    let enough = cards.map(|engine| CALLS * engine.batch()).sum::<usize>();
    if draws < enough as u64 {
        say(format_args!(
            "so few units do not keep the cards busy: `--sample {enough}` tells their time better"
        ));
    }
}

/// Counts all that was drawn, and shows how far it is.
fn counted(mut engines: Vec<Box<dyn Engine>>, drawn: Vec<Drawn>) -> anyhow::Result<Vec<Call>> {
    let draws = drawn.len();
    let (sender, receiver) = mpsc::channel();
    let count = move || {
        let told = sender.clone();
        let ended = lot::warm_up(&mut engines, &drawn, Route::Direct)
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
    drawn: &[Drawn],
    told: Sender<Result<Call, Error>>,
) -> Result<(), Error> {
    lot::count(engines, drawn, Route::Direct, &|call| {
        // As above.
        let _ = told.send(Ok(call));
    })
}

/// The next call, or nothing for the time being.
fn next(calls: &Receiver<Result<Call, Error>>) -> anyhow::Result<Option<Call>> {
    match calls.recv_timeout(Duration::from_millis(100)) {
        Ok(call) => Ok(Some(call?)),
        Err(RecvTimeoutError::Timeout) => Ok(None),
        Err(RecvTimeoutError::Disconnected) => bail!("a thread failed: this is a bug"),
    }
}

fn error_of(estimate: Estimate) -> Option<f64> {
    Some(estimate.standard_error).filter(|error| error.is_finite())
}

impl Report {
    fn new(
        n: u32,
        units: u64,
        seed: u64,
        backends: &[String],
        choice: &Choice,
        calls: &[Call],
        speeds: &[Speed],
    ) -> Self {
        let counted = || calls.iter().flat_map(|call| &call.counted);
        let estimate = |of: fn(&UnitResult) -> f64| {
            let quotients = counted().map(|(drawn, result)| of(result) / drawn.probability);
            Estimate::from_draws(&quotients.collect::<Vec<_>>())
        };
        let solutions = estimate(|result| result.value as f64 / Plan::SCALE as f64);
        let joined = estimate(|result| result.joined as f64);
        let seconds = speed::together(speeds);
        let threads = f64::from(choice.threads);
        let alone = |speed: &Speed| Alone {
            backend: speed.backend.clone(),
            units_sampled: speed.units,
            seconds_estimate: speed.seconds.value,
            seconds_standard_error: error_of(speed.seconds),
        };
        let cards = choice.has_cards();
        Self {
            n,
            units,
            units_sampled: counted().count() as u64,
            seed,
            backend: backends.join(", "),
            threads: choice.threads,
            solutions_estimate: solutions.value,
            solutions_standard_error: error_of(solutions),
            joined_pairs_estimate: joined.value,
            joined_pairs_standard_error: error_of(joined),
            core: (!cards).then(|| CoreSeconds {
                core_seconds_estimate: threads * seconds.value,
                core_seconds_standard_error: error_of(seconds).map(|error| threads * error),
            }),
            seconds_estimate: seconds.value,
            seconds_standard_error: error_of(seconds),
            backends: speeds.iter().filter(|_| cards).map(alone).collect(),
        }
    }

    pub(super) fn text(&self) -> String {
        let mut text = format!(
            "n = {}: {} of {} units, seed {}\n",
            self.n, self.units_sampled, self.units, self.seed
        );
        let mut line = |what: &str, estimate: f64, error: Option<f64>, one: &str| {
            text += &match error {
                Some(error) => {
                    let percent = 100.0 * error / estimate;
                    format!("{what}: {estimate:.4e} ± {error:.1e} ({percent:.1} %)\n")
                }
                None => format!("{what}: {estimate:.4e} (one {one} tells no error)\n"),
            };
        };
        line(
            "solutions",
            self.solutions_estimate,
            self.solutions_standard_error,
            "unit",
        );
        line(
            "joined pairs",
            self.joined_pairs_estimate,
            self.joined_pairs_standard_error,
            "unit",
        );
        if let Some(core) = &self.core {
            line(
                "core seconds",
                core.core_seconds_estimate,
                core.core_seconds_standard_error,
                "unit",
            );
        }
        for alone in &self.backends {
            line(
                &format!("seconds on {} alone", alone.backend),
                alone.seconds_estimate,
                alone.seconds_standard_error,
                "call",
            );
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
