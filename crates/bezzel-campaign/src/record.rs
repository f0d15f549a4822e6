//! One result as it is kept and sent: a line of text with a checksum.
//!
//! ```text
//!   unit route value joined tests finished backend program host run microseconds attempt time checksum
//! ```
//!
//! `value` is the share of the total times [`Plan::SCALE`](bezzel::count::Plan::SCALE), `time`
//! the seconds since 1970 by the clock of the host, for people only. The checksum covers the
//! line and the fingerprint of the plan, so that a line of another plan does not fit either.

use std::fmt;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bezzel::count::{Engine, Route, Unit, UnitResult};
use sha2::{Digest, Sha256};

use crate::units::shortened;
use crate::{Error, UnitList};

/// Who counted: a process.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Origin {
    /// The program and its version.
    pub program: String,
    /// The name of the machine.
    pub host: String,
    /// What tells one process from another: results of two that look alike are two results.
    pub run: String,
}

impl Origin {
    /// A run of the program of this name on this machine. Each call is another run.
    pub fn here(program: &str) -> Arc<Self> {
        Arc::new(Self {
            program: word(program),
            host: word(&gethostname::gethostname().to_string_lossy()),
            run: format!("{:016x}", fastrand::u64(..)),
        })
    }
}

/// The text as one word of a line.
fn word(text: &str) -> String {
    let plain = |c: char| {
        if c.is_whitespace() || c.is_control() {
            '_'
        } else {
            c
        }
    };
    match text.trim() {
        "" => "-".to_owned(),
        text => text.chars().map(plain).take(100).collect(),
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
    pub origin: Arc<Origin>,
    /// How long it took.
    pub microseconds: u64,
    /// How often the unit had been given out by then, this time included.
    pub attempt: u32,
    /// When it was finished, in seconds since 1970. Nothing depends on it.
    pub time: i64,
}

impl Record {
    /// Counts units in one call, each on its own share of the time. Fails if the engine does.
    pub fn count(
        engine: &mut dyn Engine,
        units: &[Unit],
        route: Route,
        origin: &Arc<Origin>,
    ) -> Result<Vec<Self>, Error> {
        let started = std::time::Instant::now();
        let results = engine.run(units, route)?;
        if results.len() != units.len() {
            let (given, got) = (units.len(), results.len());
            return Err(Error::Engine { given, got });
        }
        let taken = started.elapsed() / units.len().max(1) as u32;
        let backend: Arc<str> = word(&engine.name()).into();
        let time = now();
        let records = units.iter().zip(results).map(|(unit, result)| Self {
            unit: unit.index(),
            route,
            result,
            backend: backend.clone(),
            origin: origin.clone(),
            microseconds: taken.as_micros() as u64,
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
            "{name} {} {value} {joined} {tests} {finished} {} {} {} {} {} {} {}",
            RouteName(self.route),
            self.backend,
            self.origin.program,
            self.origin.host,
            self.origin.run,
            self.microseconds,
            self.attempt,
            self.time
        )
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

    /// The line of a record.
    pub fn line(&self, record: &Record) -> Result<String, Error> {
        let body = record.body(&self.unit(record.unit)?.to_string());
        let sum = self.sum(&body);
        Ok(format!("{body} {sum:016x}"))
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
        Ok(record)
    }

    fn fields(&self, body: &str) -> Option<Record> {
        let mut fields = body.split(' ');
        Some(Record {
            unit: self.plan().named(fields.next()?)?.index(),
            route: RouteName::parse(fields.next()?)?,
            result: UnitResult {
                value: fields.next()?.parse().ok()?,
                joined: fields.next()?.parse().ok()?,
                tests: fields.next()?.parse().ok()?,
                finished: fields.next()?.parse().ok()?,
            },
            backend: fields.next()?.into(),
            origin: Arc::new(Origin {
                program: fields.next()?.to_owned(),
                host: fields.next()?.to_owned(),
                run: fields.next()?.to_owned(),
            }),
            microseconds: fields.next()?.parse().ok()?,
            attempt: fields.next()?.parse().ok()?,
            time: fields.next()?.parse().ok()?,
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
