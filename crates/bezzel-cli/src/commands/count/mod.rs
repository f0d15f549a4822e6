//! `bezzel count`: the number on stdout, how it was found on stderr.

use std::process::ExitCode;
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::anyhow;
use bezzel::Classes;
use bezzel::methods::{Method, Part};
use serde::Serialize;

use crate::args::Count;
use crate::interrupt;
use crate::output;
use crate::progress::{Progress, per_second};

/// What `--format json` prints.
#[derive(Serialize)]
struct Report {
    n: u32,
    solutions: String,
    method: Method,
    threads: u32,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    unique: Option<Unique>,
}

/// Orbits by symmetry; counts are strings, as they may exceed what JSON readers hold.
#[derive(Serialize)]
struct Unique {
    fundamental: String,
    without_symmetry: String,
    half_turn: String,
    quarter_turn: String,
}

pub(crate) fn run(args: &Count) -> anyhow::Result<ExitCode> {
    let n = args.board.n;
    let method = args.method.unwrap_or_else(|| Method::fastest(n));
    method.check_size(n)?;
    if args.unique {
        // Refuse what cannot be answered before counting for hours.
        Classes::check_size(n)?;
    }
    interrupt::listen()?;
    let threads = threads(args, method);
    let started = Instant::now();
    let Some(solutions) = count(n, method, threads)? else {
        eprintln!("stopped before the end: nothing was counted");
        return Ok(interrupt::exit_code());
    };
    let seconds = started.elapsed().as_secs_f64();
    let classes = args.unique.then(|| Classes::of(n, solutions)).transpose()?;
    if args.format.is_json() {
        let report = Report {
            n,
            solutions: solutions.to_string(),
            method,
            threads,
            seconds,
            unique: classes.map(Unique::from),
        };
        output::print(serde_json::to_string(&report)? + "\n")?;
    } else {
        output::print(text(n, solutions, classes))?;
        eprintln!(
            "{n} queens in {seconds:.3} s, {}, {method}, {threads} thread{}",
            per_second(solutions, seconds),
            if threads == 1 { "" } else { "s" }
        );
    }
    Ok(ExitCode::SUCCESS)
}

impl From<Classes> for Unique {
    fn from(classes: Classes) -> Self {
        Self {
            fundamental: classes.fundamental.to_string(),
            without_symmetry: classes.none.to_string(),
            half_turn: classes.half_turn.to_string(),
            quarter_turn: classes.quarter_turn.to_string(),
        }
    }
}

fn text(n: u32, solutions: u128, classes: Option<Classes>) -> String {
    let mut text = format!("{solutions}\n");
    if let Some(classes) = classes {
        let quarter = if n <= 1 { 1 } else { 2 };
        text += &format!(
            "fundamental: {}\n\
             without symmetry: {} (orbits of 8)\n\
             half-turn symmetry: {} (orbits of 4)\n\
             quarter-turn symmetry: {} (orbits of {quarter})\n",
            classes.fundamental, classes.none, classes.half_turn, classes.quarter_turn,
        );
    }
    text
}

fn threads(args: &Count, method: Method) -> u32 {
    if method.is_sequential() {
        return 1;
    }
    args.threads.unwrap_or_else(|| {
        thread::available_parallelism().map_or(1, |processors| processors.get() as u32)
    })
}

/// Counts on threads of its own while this one shows progress; `None` if interrupted.
fn count(n: u32, method: Method, threads: u32) -> anyhow::Result<Option<u128>> {
    let (parts, incoming) = mpsc::channel::<Part>();
    let counting = thread::spawn(move || {
        method.count_parallel(n, threads as usize, &move |part| {
            // The other end closes only when nobody waits for the result any more.
            let _ = parts.send(part);
        })
    });
    let mut progress = Progress::new("counting");
    let mut solutions = 0;
    loop {
        match incoming.recv_timeout(Duration::from_millis(100)) {
            Ok(part) => {
                solutions += part.solutions;
                let fraction = part.done as f64 / part.parts as f64;
                progress.show(Some(fraction), solutions, "solutions");
            }
            Err(RecvTimeoutError::Timeout) => {}
            Err(RecvTimeoutError::Disconnected) => break,
        }
        if interrupt::asked() {
            return Ok(None);
        }
    }
    drop(progress);
    let counted = counting
        .join()
        .map_err(|_| anyhow!("counting failed: this is a bug"))?;
    Ok(Some(counted?))
}
