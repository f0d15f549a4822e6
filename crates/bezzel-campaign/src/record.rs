//! One result as it is kept and sent: a line of text with a checksum.
//!
//! ```text
//!   unit route value joined tests finished backend program host run microseconds attempt time checksum
//! ```
//!
//! `value` is the share of the total times [`Plan::VALUE_SCALE`](bezzel_count::Plan::VALUE_SCALE).
//! `microseconds` are CPU time if `cpu` stands behind the number, else wall time. `time` is in
//! seconds since 1970 by the clock of the host, for people only. The checksum covers the line
//! and the fingerprint of the plan, so that a line of another plan does not fit either.
//!
//! A checksum is no signature: anyone can make a line that fits. So a line is accepted only if
//! its unit [can have](Unit::check) such a result, and if its words can be printed.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bezzel_count::{Engine, Route, Unit, UnitResult};
use sha2::{Digest, Sha256};

use crate::units::shortened;
use crate::words::{MAX_WORD, is_word, word};
use crate::{Clock, Error, Stopwatch, UnitList, printable};

/// The longest time that a unit is believed to take: 1000 years.
const MAX_MICROSECONDS: u64 = 1000 * 365 * 86_400 * 1_000_000;
/// What stands behind microseconds of CPU time.
const CPU: &str = "cpu";

/// Who counted: a process.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProcessInfo {
    /// The program and its version.
    pub program: String,
    /// The name of the machine.
    pub host: String,
    /// What tells one process from another: results of two that look alike are two results.
    pub run: String,
}

impl ProcessInfo {
    /// A run of the program of this name on this machine. Each call is another run.
    pub fn current(program: &str) -> Arc<Self> {
        Arc::new(Self {
            program: word(program),
            host: word(&gethostname::gethostname().to_string_lossy()),
            run: format!("{:016x}", fastrand::u64(..)),
        })
    }
}

/// A unit that was counted: what, by whom, when.
#[derive(Debug, Clone, PartialEq)]
pub struct Record {
    /// The place of the unit in the canonical order.
    pub unit: u64,
    /// Which way it was counted.
    pub route: Route,
    /// What was found.
    pub result: UnitResult,
    /// The backend by name.
    pub backend: Arc<str>,
    /// Program, host and run.
    pub origin: Arc<ProcessInfo>,
    /// How long it took.
    pub microseconds: u64,
    /// By which clock.
    pub clock: Clock,
    /// How often the unit had been given out by then, this time included.
    pub attempt: u32,
    /// When it was finished, in seconds since 1970. Nothing depends on it.
    pub time: i64,
}

impl Record {
    /// Counts units in one call, each on its own share of the time. Fails if the engine does, or
    /// if it returns what a unit cannot have.
    pub fn count(
        engine: &mut dyn Engine,
        units: &[Unit],
        route: Route,
        origin: &Arc<ProcessInfo>,
    ) -> Result<Vec<Self>, Error> {
        let watch = Stopwatch::start(engine.counts_on_this_thread());
        let results = engine.run(units, route)?;
        let (taken, clock) = watch.elapsed();
        if results.len() != units.len() {
            let (given, got) = (units.len(), results.len());
            return Err(Error::Engine { given, got });
        }
        for (unit, result) in units.iter().zip(&results) {
            unit.check(result)?;
        }
        let taken = taken / units.len().max(1) as u32;
        let backend: Arc<str> = word(&engine.name()).into();
        let time = now();
        let records = units.iter().zip(results).map(|(unit, result)| Self {
            unit: unit.index(),
            route,
            result,
            backend: backend.clone(),
            origin: origin.clone(),
            microseconds: taken.as_micros() as u64,
            clock,
            attempt: 1,
            time,
        });
        Ok(records.collect())
    }

    /// How long it took.
    pub fn seconds(&self) -> f64 {
        Duration::from_micros(self.microseconds).as_secs_f64()
    }

    /// The line without its checksum.
    fn body(&self, name: &str) -> String {
        let UnitResult {
            value,
            joined,
            tests,
            finished,
        } = self.result;
        format!(
            "{name} {} {value} {joined} {tests} {finished} {} {} {} {} {}{} {} {}",
            RouteName(self.route),
            self.backend,
            self.origin.program,
            self.origin.host,
            self.origin.run,
            self.microseconds,
            match self.clock {
                Clock::Cpu => CPU,
                Clock::Wall => "",
            },
            self.attempt,
            self.time
        )
    }

    /// The first thing that keeps this from being a result of the unit.
    fn fault(&self, unit: &Unit) -> Option<Error> {
        if let Err(error) = unit.check(&self.result) {
            let what = error.to_string();
            return Some(Error::Result { what });
        }
        if self.microseconds > MAX_MICROSECONDS {
            let what = format!(
                "expected at most {MAX_MICROSECONDS} microseconds for unit {unit}, found {}: the \
                 result is wrong",
                self.microseconds
            );
            return Some(Error::Result { what });
        }
        let ProcessInfo { program, host, run } = self.origin.as_ref();
        let words = [
            ("backend", &*self.backend),
            ("program", program),
            ("host", host),
            ("run", run),
        ];
        let (what, found) = words.into_iter().find(|(_, word)| !is_word(word))?;
        let what = format!(
            "expected 1 to {MAX_WORD} visible characters without spaces as {what} of unit {unit}, \
             found '{}': the result is refused",
            printable(found)
        );
        Some(Error::Result { what })
    }
}

/// The wall clock, which may be wrong: seconds since 1970.
pub(crate) fn now() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_secs() as i64,
        Err(before) => -(before.duration().as_secs() as i64),
    }
}

impl UnitList {
    /// The checksum of a record, which is also its key: the same line is the same result.
    pub fn checksum(&self, record: &Record) -> Result<u64, Error> {
        let name = self.unit(record.unit)?.to_string();
        Ok(self.sum(&record.body(&name)))
    }

    fn sum(&self, body: &str) -> u64 {
        let mut hash = Sha256::new_with_prefix(self.fingerprint());
        hash.update([b'\n']);
        hash.update(body);
        let digest = hash.finalize();
        let first: [u8; 8] = digest[..8].try_into().expect("SHA-256 has 32 bytes");
        u64::from_be_bytes(first)
    }

    /// Checks that a record can be a result of its unit. Fails if a number is larger than the
    /// unit can have, or if a word cannot be part of a line.
    pub fn check(&self, record: &Record) -> Result<(), Error> {
        match record.fault(&self.unit(record.unit)?) {
            Some(error) => Err(error),
            None => Ok(()),
        }
    }

    /// The line of a record.
    pub fn line(&self, record: &Record) -> Result<String, Error> {
        let body = record.body(&self.unit(record.unit)?.to_string());
        let sum = self.sum(&body);
        Ok(format!("{body} {sum:016x}"))
    }

    /// The line of a record for people, of which nothing is hidden where it is printed.
    pub(crate) fn shown(&self, record: &Record) -> Result<String, Error> {
        Ok(printable(&self.line(record)?).into_owned())
    }

    /// The record of a line. Fails if anything in it does not fit.
    pub fn parse(&self, line: &str) -> Result<Record, Error> {
        let damaged = || Error::Line {
            what: format!(
                "'{}' is damaged, or a result of another plan",
                shortened(line)
            ),
        };
        let (body, sum) = line.rsplit_once(' ').ok_or_else(damaged)?;
        if sum.len() != 16 || u64::from_str_radix(sum, 16) != Ok(self.sum(body)) {
            return Err(damaged());
        }
        let record = self.fields(body).ok_or_else(damaged)?;
        if record.body(&self.unit(record.unit)?.to_string()) != body {
            return Err(damaged());
        }
        self.check(&record)?;
        Ok(record)
    }

    fn fields(&self, body: &str) -> Option<Record> {
        let mut fields = body.split(' ');
        let record = Record {
            unit: self.plan().unit_by_name(fields.next()?)?.index(),
            route: RouteName::parse(fields.next()?)?,
            result: UnitResult {
                value: fields.next()?.parse().ok()?,
                joined: fields.next()?.parse().ok()?,
                tests: fields.next()?.parse().ok()?,
                finished: fields.next()?.parse().ok()?,
            },
            backend: fields.next()?.into(),
            origin: Arc::new(ProcessInfo {
                program: fields.next()?.to_owned(),
                host: fields.next()?.to_owned(),
                run: fields.next()?.to_owned(),
            }),
            microseconds: 0,
            clock: Clock::Wall,
            attempt: 1,
            time: 0,
        };
        let taken = fields.next()?;
        let (microseconds, clock) = match taken.strip_suffix(CPU) {
            Some(number) => (number, Clock::Cpu),
            None => (taken, Clock::Wall),
        };
        Some(Record {
            microseconds: microseconds.parse().ok()?,
            clock,
            attempt: fields.next()?.parse().ok()?,
            time: fields.next()?.parse().ok()?,
            ..record
        })
    }
}

/// A route as lines and people call it.
pub(crate) struct RouteName(pub(crate) Route);

impl RouteName {
    fn parse(name: &str) -> Option<Route> {
        let routes = [Route::Direct, Route::Exchanged];
        let known = |route: &Route| RouteName(*route).to_string() == name;
        routes.into_iter().find(known)
    }
}

impl fmt::Display for RouteName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self.0 {
            Route::Direct => "direct",
            Route::Exchanged => "exchanged",
        })
    }
}
