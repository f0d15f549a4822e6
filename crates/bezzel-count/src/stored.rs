//! The result of a unit, and its line.

use std::sync::Arc;
use std::time::Duration;

use crate::lines::{Faults, Line, Place, read_lines, with_checksum};
use crate::words::{is_word, shortened};
use crate::{Backend, Error, PLAN_VERSION, Plan, Route, UnitResult};

/// Maximum run time of a unit: 1000 years.
const MAX_MICROSECONDS: u64 = 1000 * 365 * 86_400 * 1_000_000;
/// Suffix of microseconds of CPU time.
const CPU: &str = "cpu";

/// What a line of an occupancy is refused with.
const OCCUPANCY: &str = "expected results of a saved count, found one of an occupancy: \
                         `bezzel occupancy N --save FILE` continues it";

/// A clock of run times.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Clock {
    /// CPU time of the counting thread.
    Cpu,
    /// Wall time, where the system does not measure CPU time, and for devices.
    Wall,
}

impl Clock {
    /// Returns what goes before "seconds": "CPU" or "wall".
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "CPU",
            Self::Wall => "wall",
        }
    }
}

/// The counting process: its program and its machine, as words of a line.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProcessInfo {
    /// Program and version, such as `bezzel-0.2.0`.
    pub program: String,
    /// Name of the machine, as the system gives it.
    pub host: String,
}

/// What counted a result: a backend in a process.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Source {
    /// The backend, such as `avx2` or `cuda:0_(NVIDIA_H200)`.
    pub backend: String,
    /// The program and the host that counted.
    pub process: ProcessInfo,
}

impl Source {
    /// Returns the kind of device: `cpu` for all CPU backends, otherwise the name before its number.
    pub fn device(&self) -> &str {
        let is_cpu = |backend: &Backend| backend.name() == self.backend;
        match Backend::ALL.iter().any(is_cpu) {
            true => "cpu",
            false => self.backend.split(':').next().unwrap_or_default(),
        }
    }
}

/// The result of a unit, as a ledger stores it.
#[derive(Debug, Clone, PartialEq)]
pub struct StoredResult {
    /// The index of the unit in its plan.
    pub unit: u64,
    /// The route by which it was counted.
    pub route: Route,
    /// Value and work counters.
    pub result: UnitResult,
    /// The backend and the process that counted the unit.
    pub source: Arc<Source>,
    /// Run time in microseconds, by `clock`.
    pub microseconds: u64,
    /// The clock of the run time.
    pub clock: Clock,
    /// Completion in seconds since 1970 by the clock of the host, for information only.
    pub time: i64,
}

impl StoredResult {
    /// Returns the run time in seconds.
    pub fn seconds(&self) -> f64 {
        Duration::from_micros(self.microseconds).as_secs_f64()
    }

    /// Returns value and joined pairs, in which all results of a unit must agree.
    pub fn found(&self) -> [u128; 2] {
        [self.result.value, self.result.joined]
    }
}

/// Returns the words that name a plan.
pub fn words_of(plan: &Plan) -> String {
    let n = plan.n();
    match plan.constraint() {
        None => format!("n{n} p{PLAN_VERSION}"),
        Some(board) => format!("n{n}:{board} p{PLAN_VERSION}"),
    }
}

/// Returns the line that names a plan, the first one of its ledgers.
///
/// ```
/// use bezzel_count::{parse_plan, plan_line};
/// let line = plan_line(&bezzel_count::Plan::new(16)?);
/// assert!(line.starts_with("plan n16 p3 "));
/// assert_eq!(parse_plan(&line)?.n(), 16);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn plan_line(plan: &Plan) -> String {
    with_checksum(format!("plan {}", words_of(plan)))
}

/// Returns the plan that a [line](plan_line) names.
pub fn parse_plan(line: &str) -> Result<Plan, Error> {
    let mut plan = None;
    one_line(line, &mut |line| {
        plan = Some(plan_of(&line.words));
        Ok(())
    })?;
    plan.unwrap_or_else(|| Err(no_line(line)))
}

/// Returns the plan whose results a line contains. Fails if the plan has another version.
pub fn plan_of(words: &[&str]) -> Result<Plan, Error> {
    let [_, board, version, ..] = words else {
        return Err(no_line(&words.join(" ")));
    };
    if words[0] == "o" {
        return Err(Error::Line(OCCUPANCY.to_owned()));
    }
    if *version != format!("p{PLAN_VERSION}") {
        return Err(Error::Line(format!(
            "expected results of plan version p{PLAN_VERSION}, found {}: count with the version of \
             bezzel that wrote them",
            shortened(version)
        )));
    }
    let board = board.strip_prefix('n').unwrap_or_default();
    let (n, board) = match board.split_once(':') {
        Some((n, board)) => (n, Some(board)),
        None => (board, None),
    };
    let n = n.parse().map_err(|_| no_line(&words.join(" ")))?;
    Plan::of_text(n, board)
}

/// Returns the line of a result, with its checksum.
pub fn result_line(plan: &Plan, stored: &StoredResult) -> Result<String, Error> {
    let n = plan.n();
    let unit = plan.unit(stored.unit);
    let unit = unit
        .ok_or_else(|| Error::Line(format!("expected a unit of n = {n}, found {}", stored.unit)))?;
    let UnitResult {
        value,
        joined,
        tests,
        finished,
    } = stored.result;
    let Source { backend, process } = &*stored.source;
    let ProcessInfo { program, host } = process;
    let (plan, route) = (words_of(plan), stored.route.name());
    let (taken, time) = (stored.microseconds, stored.time);
    let clock = if stored.clock == Clock::Cpu { CPU } else { "" };
    Ok(with_checksum(format!(
        "u {plan} {unit} {route} {backend} {value} {joined} {tests} {finished} {taken}{clock} {time} \
         {program} {host}"
    )))
}

/// Returns the result that a [line](result_line) of this plan has.
pub fn parse_result(plan: &Plan, line: &str) -> Result<StoredResult, Error> {
    let mut found = None;
    one_line(line, &mut |line| {
        found = Some(stored_result(plan, &words_of(plan), &line.words)?);
        Ok(())
    })?;
    found.ok_or_else(|| no_line(line))
}

/// Returns the result in the words of a line. Fails with a description if it is of another plan than
/// this one, whose words are known, or impossible.
pub fn stored_result(
    plan: &Plan,
    plan_words: &str,
    words: &[&str],
) -> Result<StoredResult, String> {
    if words[0] == "o" {
        return Err(OCCUPANCY.to_owned());
    }
    if plan_words.split_once(' ') != Some((words[1], words[2])) {
        let wanted = plan_words.split_once(' ').unwrap_or((plan_words, ""));
        let [wanted, found] = [wanted, (words[1], words[2])].map(|(board, version)| {
            let board = shortened(board.trim_start_matches('n'));
            match wanted.0 == words[1] {
                true => format!("plan version {}", shortened(version)),
                false => format!("n = {}", board.replacen(':', ", board ", 1)),
            }
        });
        return Err(format!(
            "expected results of {wanted}, found one of {found}"
        ));
    }
    let [
        "u",
        _,
        _,
        name,
        route,
        backend,
        value,
        joined,
        tests,
        finished,
        taken,
        time,
        program,
        host,
    ] = words
    else {
        return Err("expected a result of a unit".to_owned());
    };
    let unit = plan.unit_by_name(name);
    let unit = unit.ok_or_else(|| format!("the plan has no unit {}", shortened(name)))?;
    let (microseconds, clock) = match taken.strip_suffix(CPU) {
        Some(number) => (number, Clock::Cpu),
        None => (*taken, Clock::Wall),
    };
    let parsed = || {
        let result = UnitResult {
            value: value.parse().ok()?,
            joined: joined.parse().ok()?,
            tests: tests.parse().ok()?,
            finished: finished.parse().ok()?,
        };
        Some(StoredResult {
            unit: unit.index(),
            route: Route::ALL.into_iter().find(|one| one.name() == *route)?,
            result,
            source: Arc::new(Source {
                backend: (*backend).to_owned(),
                process: ProcessInfo {
                    program: (*program).to_owned(),
                    host: (*host).to_owned(),
                },
            }),
            microseconds: microseconds.parse().ok()?,
            clock,
            time: time.parse().ok()?,
        })
    };
    let is_source = [backend, program, host]
        .into_iter()
        .all(|word| is_word(word));
    let stored = parsed().filter(|stored| is_source && stored.microseconds <= MAX_MICROSECONDS);
    let stored = stored.ok_or_else(|| format!("the result of unit {unit} has impossible words"))?;
    unit.check(&stored.result)
        .map_err(|error| error.to_string())?;
    Ok(stored)
}

/// Visits the only line of a text.
fn one_line(text: &str, visit: &mut dyn FnMut(&Line) -> Result<(), String>) -> Result<(), Error> {
    let mut faults = Faults::default();
    let mut bytes = text.as_bytes();
    let read = read_lines(&mut bytes, &mut Place::default(), &mut faults, visit);
    match (read, faults.named.first()) {
        (Ok(0), None) => Ok(()),
        (_, Some(fault)) => Err(Error::Line(fault.clone())),
        _ => Err(no_line(text)),
    }
}

fn no_line(text: &str) -> Error {
    let text = shortened(text);
    Error::Line(format!("expected a line of a ledger, found '{text}'"))
}
