//! `bezzel count`: the number on stdout, how it was found on stderr.

mod engine;
mod ladder;
mod sample;
mod speed;

use std::collections::BTreeMap;
use std::process::ExitCode;
use std::time::Instant;

use bezzel::OrbitCounts;
use bezzel::methods::Method;
use bezzel_count::Total;
use serde::Serialize;

use crate::args::Count;
use crate::commands::engines::{EngineSelection, names};
use crate::commands::threads;
use crate::output;
use crate::progress::per_second;
use crate::stderr::write_note;
use engine::Job;

/// From this n on the record counter is clearly faster than the fastest classic method: 2 ms
/// against 4 ms on one core of an Emerald Rapids VM, 2026-11-21, by `bezzel count 12 -t 1` with
/// and without `-m mirrored-bitmask`; at n = 11 both take 1 ms.
const RECORD_COUNTER_FROM_N: u32 = 12;

/// The name of the record counter among the methods.
const RECORD_COUNTER_NAME: &str = "record-counter";

/// What `--format json` prints.
#[derive(Serialize)]
struct Report {
    n: u32,
    solutions: String,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    backend: Option<String>,
    threads: u32,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    joined_pairs: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_black_queens: Option<BTreeMap<usize, String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    orbits: Option<Orbits>,
}

/// Orbits by symmetry; counts are strings, as they may exceed what JSON readers hold.
#[derive(Serialize)]
struct Orbits {
    fundamental: String,
    without_symmetry: String,
    half_turn: String,
    quarter_turn: String,
}

/// A finished count.
struct Finished {
    solutions: u128,
    method: &'static str,
    /// What counted, unless it is a classic method.
    backends: Vec<String>,
    /// Threads of the processor.
    threads: u32,
    seconds: f64,
    total: Option<Total>,
}

pub(crate) fn run(args: &Count) -> anyhow::Result<ExitCode> {
    let n = args.n;
    if args.fundamental {
        // Refuse what cannot be answered before counting for hours.
        OrbitCounts::check_size(n)?;
    }
    if let Some(draws) = args.record.sample {
        return sampled(args, draws);
    }
    let method = classic(args);
    if let Some(method) = method {
        method.check_size(n)?;
    }
    let outcome = match method {
        Some(method) => by_method(args, method)?,
        None => by_colour(args)?,
    };
    let classes = args
        .fundamental
        .then(|| OrbitCounts::of(n, outcome.solutions))
        .transpose()?;
    print(args, &outcome, classes)?;
    Ok(ExitCode::SUCCESS)
}

/// The classic method to use, or none for the record counter.
fn classic(args: &Count) -> Option<Method> {
    let record = &args.record;
    let asked = record.backend.is_some()
        || record.save.is_some()
        || record.double_check
        || record.by_colour;
    let small = args.n < RECORD_COUNTER_FROM_N && !asked;
    args.method
        .or_else(|| small.then(|| Method::fastest(args.n)))
}

fn by_method(args: &Count, method: Method) -> anyhow::Result<Finished> {
    let threads = if method.is_sequential() {
        1
    } else {
        threads(args.threads)
    };
    let started = Instant::now();
    let solutions = ladder::count(args.n, method, threads)?;
    Ok(Finished {
        solutions,
        method: method.name(),
        backends: Vec::new(),
        threads,
        seconds: started.elapsed().as_secs_f64(),
        total: None,
    })
}

fn by_colour(args: &Count) -> anyhow::Result<Finished> {
    let job = Job {
        n: args.n,
        choice: EngineSelection::new(args.record.backend.as_ref(), args.threads),
        double_check: args.record.double_check,
        save: args.record.save.as_deref(),
    };
    let started = Instant::now();
    let engines = job.choice.open()?;
    let backends = names(&engines);
    let total = engine::count(&job, engines)?;
    Ok(Finished {
        solutions: total.solutions,
        method: RECORD_COUNTER_NAME,
        backends,
        threads: job.choice.threads,
        seconds: started.elapsed().as_secs_f64(),
        total: Some(total),
    })
}

fn sampled(args: &Count, draws: u64) -> anyhow::Result<ExitCode> {
    let seed = args.record.seed.unwrap_or_else(|| fastrand::u64(..1 << 53));
    let choice = EngineSelection::new(args.record.backend.as_ref(), args.threads);
    let report = sample::run(args.n, draws, seed, &choice)?;
    if args.format.is_json() {
        output::print(serde_json::to_string(&report)? + "\n")?;
    } else {
        output::print(report.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(args: &Count, outcome: &Finished, classes: Option<OrbitCounts>) -> anyhow::Result<()> {
    let n = args.n;
    let Finished {
        solutions,
        seconds,
        threads,
        ..
    } = *outcome;
    let by_black = outcome.total.as_ref().filter(|_| args.record.by_colour);
    if args.format.is_json() {
        let report = Report {
            n,
            solutions: solutions.to_string(),
            method: outcome.method,
            backend: Some(outcome.backends.join(", ")).filter(|names| !names.is_empty()),
            threads,
            seconds,
            joined_pairs: outcome.total.as_ref().map(|total| total.joined.to_string()),
            by_black_queens: by_black.map(|total| {
                occurring(total)
                    .map(|(black, count)| (black, count.to_string()))
                    .collect()
            }),
            orbits: classes.map(Orbits::from),
        };
        return output::print(serde_json::to_string(&report)? + "\n");
    }
    let mut text = format!("{solutions}\n");
    if let Some(classes) = classes {
        text += &classes_text(n, classes);
    }
    if let Some(total) = by_black {
        for (black, count) in occurring(total) {
            text += &format!("{black} on black squares: {count}\n");
        }
    }
    output::print(text)?;
    let backends = outcome.backends.join(", ");
    let backends = match &outcome.backends[..] {
        [] => String::new(),
        // Threads of the CPU, and no device.
        [_] if outcome.threads > 0 => format!(" ({backends})"),
        _ => format!(" on {backends}"),
    };
    let threads = match threads {
        0 => String::new(),
        1 => ", 1 thread".to_owned(),
        threads => format!(", {threads} threads"),
    };
    write_note(format_args!(
        "{n} queens in {seconds:.3} s, {}, {}{backends}{threads}",
        match &outcome.total {
            Some(total) => format!("{} joined pairs", per_second(total.joined, seconds)),
            None => per_second(solutions, seconds),
        },
        outcome.method,
    ));
    Ok(())
}

/// The numbers of black queens that occur, each with its solutions.
fn occurring(total: &Total) -> impl Iterator<Item = (usize, u128)> + '_ {
    let counts = total.by_black_queens.iter().copied().enumerate();
    counts.filter(|(_, count)| *count > 0)
}

impl From<OrbitCounts> for Orbits {
    fn from(classes: OrbitCounts) -> Self {
        Self {
            fundamental: classes.fundamental.to_string(),
            without_symmetry: classes.none.to_string(),
            half_turn: classes.half_turn.to_string(),
            quarter_turn: classes.quarter_turn.to_string(),
        }
    }
}

fn classes_text(n: u32, classes: OrbitCounts) -> String {
    let quarter = if n <= 1 { 1 } else { 2 };
    format!(
        "fundamental: {}\n\
         without symmetry: {} (orbits of 8)\n\
         half-turn symmetry: {} (orbits of 4)\n\
         quarter-turn symmetry: {} (orbits of {quarter})\n",
        classes.fundamental, classes.none, classes.half_turn, classes.quarter_turn,
    )
}
