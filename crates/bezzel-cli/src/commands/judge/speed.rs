//! The speed of a program, and its place among the methods measured in the same run.

use bezzel::methods::{Method, Text};
use bezzel_judge::Mode;
use serde::Serialize;

use super::process::Measured;
use super::series::Series;
use crate::commands::compare::{estimated, timed};

/// A method is run if it is expected to need at most this time, else estimated.
const MAX_RUN_SECONDS: f64 = 1.0;
/// Shortest work that is compared.
const MIN_WORK_SECONDS: f64 = 0.02;
/// Up to this n, a run is its start and end.
const MAX_EMPTY_SIZE: u32 = 4;
/// Limit of "within a second".
const SECOND: f64 = 1.0;

#[derive(Debug, Serialize)]
pub(super) struct Speed {
    /// Time to start and end without work: the shortest run.
    pub(super) start_seconds: f64,
    /// Largest n within one second, with the start.
    pub(super) largest_in_a_second: Option<u32>,
    /// True if larger ones may be too: the last run took at most a second.
    pub(super) is_at_least: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) place: Option<Place>,
}

#[derive(Debug, Serialize)]
pub(super) struct Place {
    pub(super) n: u32,
    /// Seconds of the program without its start.
    pub(super) seconds: f64,
    /// Methods, the slowest first.
    pub(super) methods: Vec<MethodTime>,
}

#[derive(Debug, Serialize)]
pub(super) struct MethodTime {
    pub(super) method: Method,
    pub(super) seconds: f64,
    /// True if the time is scaled up from smaller boards.
    pub(super) is_estimated: bool,
}

impl Speed {
    /// Measures the methods for the largest n of a right program.
    pub(super) fn of(series: &Series, mode: Mode) -> anyhow::Result<Self> {
        let runs = &series.measured;
        let start_seconds = start_seconds(runs);
        let within = runs.iter().rfind(|run| run.seconds <= SECOND);
        let largest = within.map(|run| run.n);
        let is_at_least = series.stopped.is_none() && largest == runs.last().map(|run| run.n);
        let place = match series.judgement.right && mode != Mode::One {
            true => place(runs, start_seconds)?,
            false => None,
        };
        Ok(Self {
            start_seconds,
            largest_in_a_second: largest,
            is_at_least,
            place,
        })
    }
}

/// Returns the time to start and end without work: the shortest run.
pub(super) fn start_seconds(runs: &[Measured]) -> f64 {
    let shortest = runs.iter().map(|run| run.seconds).reduce(f64::min);
    shortest.unwrap_or(0.0)
}

/// Returns the shortest work that is compared: as long as the start of the program, and twice as long as starts differ,
/// as they do on a busy machine.
pub(super) fn shortest_work(runs: &[Measured]) -> f64 {
    let start = start_seconds(runs);
    let empty = runs.iter().filter(|run| run.n <= MAX_EMPTY_SIZE);
    let longest = empty.map(|run| run.seconds).fold(start, f64::max);
    MIN_WORK_SECONDS.max(start).max(2.0 * (longest - start))
}

fn place(runs: &[Measured], start_seconds: f64) -> anyhow::Result<Option<Place>> {
    let work = |run: &&Measured| run.seconds - start_seconds >= shortest_work(runs);
    let Some(last) = runs.last().filter(work) else {
        return Ok(None);
    };
    let mut methods = Vec::new();
    let is_possible = |method: &Method| method.counts() && method.check_size(last.n).is_ok();
    for method in Method::ALL.into_iter().filter(is_possible) {
        let expected = estimated(method, last.n)?;
        let is_estimated = expected > MAX_RUN_SECONDS;
        let seconds = match is_estimated {
            true => expected,
            false => timed(method, last.n)?.1,
        };
        methods.push(MethodTime {
            method,
            seconds,
            is_estimated,
        });
    }
    methods.sort_by(|a, b| b.seconds.total_cmp(&a.seconds));
    Ok(Some(Place {
        n: last.n,
        seconds: last.seconds - start_seconds,
        methods,
    }))
}

impl Place {
    /// Describes the place: `between slope-test and diagonal-markers; diagonal-markers is 3.1 times as fast`.
    pub(super) fn text(&self) -> Text {
        let time = |time: &MethodTime| (time.method.name(), time.seconds);
        let methods: Vec<_> = self.methods.iter().map(time).collect();
        bezzel_judge::place(self.seconds, &methods)
    }
}
