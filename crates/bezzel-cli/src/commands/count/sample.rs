//! `bezzel count N --sample K`: estimates the total and the run time from random units.

use anyhow::bail;
use bezzel::{ConstrainedBoard, counted};
use bezzel_count::{Draw, Engine, Estimate, Plan, Route, Sample, UnitResult};
use bezzel_run::Clock;
use bezzel_run::{Batch, EnginePool, EngineSelection};
use serde::Serialize;

use super::speed::{self, Probabilities, Speed};
use crate::args::MAX_SAMPLE;
use crate::commands::engines::names;
use crate::commands::timing::{self, Timed};
use crate::interrupt;
use crate::progress::{ProgressLine, duration};
use crate::stderr::write_note;

const INTERRUPTED: &str = "nothing was estimated";

const INTERVALS: &str = "± gives the interval that has the true value in 95 of 100 samples";

#[derive(Serialize)]
pub(super) struct SampleReport {
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
    backends: Vec<SoloEstimate>,
}

/// Estimated time of all CPU threads together, if no GPU counts, by the clock that measured it.
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

/// Estimated run time on one GPU alone, or on the CPU threads beside GPUs.
#[derive(Serialize)]
struct SoloEstimate {
    backend: String,
    units_sampled: usize,
    seconds_estimate: f64,
    seconds_standard_error: Option<f64>,
    seconds_error_95: Option<f64>,
}

/// Counts a sample of `units` units, or all if the plan has fewer.
pub(super) fn run(
    board: ConstrainedBoard,
    units: u64,
    seed: u64,
    selection: &EngineSelection,
) -> anyhow::Result<SampleReport> {
    let mut engines = selection.open()?;
    let backends = names(&engines);
    let n = board.size();
    let draw = move || {
        let plan = Plan::constrained(&board)?;
        if units > MAX_SAMPLE && plan.len() > MAX_SAMPLE {
            let all = plan.len();
            bail!(
                "expected a sample of at most {MAX_SAMPLE} of the {} of n = {n}",
                counted(all, "unit")
            );
        }
        Ok(Sample::draw(&plan, units, seed))
    };
    let sample = interrupt::run_interruptible(INTERRUPTED, draw)??;
    let probabilities: Probabilities = sample
        .drawn
        .iter()
        .map(|drawn| (drawn.unit.index(), drawn.probability))
        .collect();
    let drawn = timing::sorted(sample.drawn.into_iter().map(|drawn| drawn.unit));
    if selection.has_gpus() {
        advise(&engines, drawn.len());
    } else {
        engines.truncate(drawn.len());
    }
    let mut pool = EnginePool::start(engines);
    timing::warm_up(&mut pool, &drawn, INTERRUPTED)?;
    let mut line = ProgressLine::new("sampling");
    let timed = timing::count(
        &mut pool,
        &drawn,
        Route::Direct,
        INTERRUPTED,
        &mut |progress| {
            let units = progress.units.map_or(0, |units| units.results);
            line.show(progress.fraction, units.into(), "unit");
        },
    )?;
    drop(line);
    let of = Sampled {
        n,
        units: sample.units,
        seed,
        backends,
        timed,
        probabilities,
    };
    Ok(SampleReport::new(&of, selection))
}

struct Sampled {
    n: u32,
    units: u64,
    seed: u64,
    backends: Vec<String>,
    timed: Timed,
    probabilities: Probabilities,
}

impl Sampled {
    /// Estimates the sum of a quantity over all units.
    fn estimate(&self, quantity: fn(&UnitResult) -> f64) -> Estimate {
        let draws = self.timed.results.iter().map(|stored| {
            let probability = self.probabilities.get(&stored.unit);
            Draw::one(
                quantity(&stored.result),
                probability.copied().unwrap_or(1.0),
            )
        });
        Estimate::of(&draws.collect::<Vec<_>>())
    }

    /// Returns the clock of all batches: CPU time only if all have it.
    fn clock(&self) -> Clock {
        let is_cpu = |batch: &Batch| batch.clock == Clock::Cpu;
        if self.timed.batches.iter().all(is_cpu) {
            Clock::Cpu
        } else {
            Clock::Wall
        }
    }
}

/// Writes a note if the sample is too small to measure the speed of the GPUs.
fn advise(engines: &[Box<dyn Engine>], units: usize) {
    let gpus = engines.iter().map(|engine| engine.info());
    let gpus = gpus.filter(|info| info.kind.is_device());
    let at_once = gpus.map(|info| info.batch).sum::<usize>();
    let enough = Estimate::MIN_DRAWS * at_once;
    if units < enough {
        write_note(format_args!(
            "a sample of {units} does not keep the devices busy: use `--sample {enough}` to measure their time"
        ));
    }
}

fn standard_error(estimate: Estimate) -> Option<f64> {
    estimate.error.map(|error| error.standard)
}

fn error_95(estimate: Estimate) -> Option<f64> {
    estimate.error.map(|error| error.interval_95)
}

impl CoreSeconds {
    /// Multiplies an estimate by the number of threads.
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

    /// Returns the clock, the estimate and half the length of its interval.
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

impl SoloEstimate {
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

impl SampleReport {
    fn new(of: &Sampled, selection: &EngineSelection) -> Self {
        let speeds = speed::of(
            &of.backends,
            &of.timed.batches,
            selection.threads(),
            &of.probabilities,
        );
        let solutions = of.estimate(|result| result.value as f64 / Plan::VALUE_SCALE as f64);
        let joined = of.estimate(|result| result.joined as f64);
        let seconds = speed::together(&speeds);
        let threads = f64::from(selection.threads());
        let gpus = selection.has_gpus();
        Self {
            n: of.n,
            units: of.units,
            units_sampled: of.probabilities.len() as u64,
            seed: of.seed,
            backend: of.backends.join(", "),
            threads: selection.threads(),
            solutions_estimate: solutions.value,
            solutions_standard_error: standard_error(solutions),
            solutions_error_95: error_95(solutions),
            joined_pairs_estimate: joined.value,
            joined_pairs_standard_error: standard_error(joined),
            joined_pairs_error_95: error_95(joined),
            core: (!gpus).then(|| CoreSeconds::new(seconds, threads, of.clock())),
            seconds_estimate: seconds.value,
            seconds_standard_error: standard_error(seconds),
            seconds_error_95: error_95(seconds),
            backends: speeds
                .iter()
                .filter(|_| gpus)
                .map(SoloEstimate::new)
                .collect(),
        }
    }

    pub(super) fn text(&self) -> String {
        let (n, units, sampled, seed) = (self.n, self.units, self.units_sampled, self.seed);
        let whole = sampled == units;
        let mut text = format!(
            "n = {n}: {sampled} of {}, seed {seed}\n",
            counted(units, "unit")
        );
        let estimates = [
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
        for (what, estimate, error) in estimates {
            text += &match error {
                // The sum over all units is a whole number.
                Some(0.0) if whole => format!("{what}: {estimate:.0} (exact)\n"),
                error => line(what, estimate, error, "units"),
            };
        }
        if let Some(core) = &self.core {
            let (clock, estimate, error) = core.text();
            let what = format!("{} seconds", clock.name());
            text += &line(&what, estimate, error, "units");
        }
        for solo in &self.backends {
            let what = format!("seconds on {} alone", solo.backend);
            text += &line(&what, solo.seconds_estimate, solo.seconds_error_95, "calls");
        }
        if !whole && text.contains('±') {
            text += INTERVALS;
            text.push('\n');
        }
        let threads = counted(self.threads, "thread");
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

/// Formats an estimate with half the length of its interval, or with the reason why it has none.
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
