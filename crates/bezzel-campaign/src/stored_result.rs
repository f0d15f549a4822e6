//! The result of one unit as it is stored and sent: a line of text with a checksum.
//!
//! ```text
//!   unit route value joined tests finished backend program host run microseconds attempt time
//!     [author signature] checksum
//! ```
//!
//! `value` is the unit value, times [`Plan::VALUE_SCALE`](bezzel_count::Plan::VALUE_SCALE).
//! `microseconds` are CPU time if the suffix `cpu` follows, otherwise wall time. `time` is in
//! seconds since 1970 by the clock of the host, for information only. The checksum covers the line
//! and the fingerprint of the plan, so that it is invalid for any other plan.
//!
//! `author` and `signature` are missing if the result is not signed. The signature covers the
//! fingerprint of the plan and everything before it.
//!
//! A checksum is not a signature: anyone can write a valid line. A line is therefore accepted only
//! if the result is [possible](Unit::check) for its unit and all words are printable. A signature
//! says who wrote a line, not that its value is right: agreement with others or a recount does.

use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use bezzel_count::{Engine, Route, Unit, UnitResult};
use sha2::Digest;

use crate::words::{MAX_WORD, is_word, shortened, unhex, word};
use crate::{Author, Clock, Error, SecretKey, Signature, Stopwatch, UnitList, printable};

/// Maximum run time of a unit: 1000 years.
const MAX_MICROSECONDS: u64 = 1000 * 365 * 86_400 * 1_000_000;
/// Suffix of microseconds of CPU time.
const CPU: &str = "cpu";

/// A counting process.
///
/// ```
/// use bezzel_campaign::ProcessInfo;
/// let [first, second] = [(); 2].map(|()| ProcessInfo::current("my counter"));
/// assert_eq!(first.program, "my_counter"); // A word of a result line.
/// assert_ne!(first.run, second.run);
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProcessInfo {
    /// The program and its version.
    pub program: String,
    /// The name of the machine.
    pub host: String,
    /// An identifier of the process: otherwise equal results of two processes are two results.
    pub run: String,
}

impl ProcessInfo {
    /// Describes this process with a new identifier.
    pub fn current(program: &str) -> Arc<Self> {
        Arc::new(Self {
            program: word(program),
            host: word(&gethostname::gethostname().to_string_lossy()),
            run: format!("{:016x}", fastrand::u64(..)),
        })
    }
}

/// The result of a unit, with its origin and time.
///
/// ```
/// use bezzel_campaign::{ProcessInfo, StoredResult, UnitList};
/// use bezzel_count::{Backend, Counter, Route};
/// let units = UnitList::new(8)?;
/// let mut counter = Counter::new(Backend::detect())?;
/// let process = ProcessInfo::current("example");
/// let results = StoredResult::count(&mut counter, &[units.unit(0)?], Route::Direct, &process)?;
/// let line = units.line(&results[0])?;
/// assert_eq!(units.parse(&line)?, results[0]);
/// assert!(units.parse(&line.replace("direct", "exchanged")).is_err()); // the checksum
/// # Ok::<(), bezzel_campaign::Error>(())
/// ```
#[derive(Debug, Clone, PartialEq)]
pub struct StoredResult {
    /// Index of the unit in canonical order.
    pub unit: u64,
    /// The order in which the unit was counted: results of both routes confirm each other.
    pub route: Route,
    /// Value and work counters, within the bounds of the unit.
    pub result: UnitResult,
    /// The backend as the engine names it, such as `avx2`; a printable word without spaces.
    pub backend: Arc<str>,
    /// The process that counted the unit.
    pub origin: Arc<ProcessInfo>,
    /// Run time of the unit.
    pub microseconds: u64,
    /// Clock of the run time.
    pub clock: Clock,
    /// Number of leases of the unit, including this one.
    pub attempt: u32,
    /// Time of completion in seconds since 1970. Nothing depends on it.
    pub time: i64,
    /// The signature, if the result is signed.
    pub signature: Option<Signature>,
}

impl StoredResult {
    /// Counts units in one call; each gets an equal part of the time. Fails if the engine fails or
    /// returns an impossible result.
    pub fn count(
        engine: &mut dyn Engine,
        units: &[Unit],
        route: Route,
        origin: &Arc<ProcessInfo>,
    ) -> Result<Vec<Self>, Error> {
        let watch = Stopwatch::start(engine.counts_on_this_thread());
        let results = engine.run(units, route)?;
        let name = engine.name();
        Self::of_results(&name, units, route, origin, results, watch.elapsed())
    }

    /// Makes stored results of those that the engine of this name has counted just now, in one call
    /// that took this time. Fails if a result is impossible.
    pub fn of_results(
        engine: &str,
        units: &[Unit],
        route: Route,
        origin: &Arc<ProcessInfo>,
        results: Vec<UnitResult>,
        (taken, clock): (Duration, Clock),
    ) -> Result<Vec<Self>, Error> {
        check_results(units, &results)?;
        let taken = taken / units.len().max(1) as u32;
        let backend: Arc<str> = word(engine).into();
        let time = now();
        let results = units.iter().zip(results).map(|(unit, result)| Self {
            unit: unit.index(),
            route,
            result,
            backend: backend.clone(),
            origin: origin.clone(),
            microseconds: taken.as_micros() as u64,
            clock,
            attempt: 1,
            time,
            signature: None,
        });
        Ok(results.collect())
    }

    /// Returns the run time in seconds.
    pub fn seconds(&self) -> f64 {
        Duration::from_micros(self.microseconds).as_secs_f64()
    }

    /// Returns the author, if the result is signed.
    pub fn author(&self) -> Option<Author> {
        self.signature.map(|signature| signature.author())
    }

    /// Returns the line without signature and checksum.
    fn unsigned(&self, name: &Unit) -> String {
        let (found, route) = (&self.result, route_name(self.route));
        let (value, joined, tests, finished) =
            (found.value, found.joined, found.tests, found.finished);
        let ProcessInfo { program, host, run } = self.origin.as_ref();
        let (backend, taken, attempt, time) =
            (&self.backend, self.microseconds, self.attempt, self.time);
        let clock = if self.clock == Clock::Cpu { CPU } else { "" };
        format!(
            "{name} {route} {value} {joined} {tests} {finished} {backend} {program} {host} {run} \
             {taken}{clock} {attempt} {time}"
        )
    }
}

/// Fails unless there is a possible result for each unit.
fn check_results(units: &[Unit], results: &[UnitResult]) -> Result<(), Error> {
    if results.len() != units.len() {
        let (given, got) = (units.len(), results.len());
        return Err(Error::Engine { given, got });
    }
    for (unit, result) in units.iter().zip(results) {
        unit.check(result)?;
    }
    Ok(())
}

/// Reads the wall clock, which may be wrong: seconds since 1970.
pub(crate) fn now() -> i64 {
    match SystemTime::now().duration_since(UNIX_EPOCH) {
        Ok(since) => since.as_secs() as i64,
        Err(before) => -(before.duration().as_secs() as i64),
    }
}

impl UnitList {
    /// Returns the checksum of a result, which is also its key: equal lines are the same result.
    pub fn checksum(&self, stored: &StoredResult) -> Result<u64, Error> {
        Ok(self.sum(&self.body(stored)?))
    }

    /// Returns the line of a result without its checksum.
    fn body(&self, stored: &StoredResult) -> Result<String, Error> {
        let mut body = stored.unsigned(&self.unit(stored.unit)?);
        if let Some(signature) = &stored.signature {
            body += &format!(" {signature}");
        }
        Ok(body)
    }

    /// Signs a result. Any later change of the result makes the signature invalid.
    ///
    /// ```
    /// use bezzel_campaign::{ProcessInfo, SecretKey, StoredResult, UnitList};
    /// use bezzel_count::{Backend, Counter, Route};
    /// let units = UnitList::new(8)?;
    /// let mut counter = Counter::new(Backend::Portable)?;
    /// let origin = ProcessInfo::current("example");
    /// let one = [units.unit(0)?];
    /// let mut stored = StoredResult::count(&mut counter, &one, Route::Direct, &origin)?.remove(0);
    /// let key = SecretKey::new()?;
    /// units.sign(&mut stored, &key)?;
    /// assert_eq!(stored.author(), Some(key.author()));
    /// units.verify(&stored)?;
    /// stored.result.value += 12;
    /// assert!(units.verify(&stored).is_err());
    /// # Ok::<(), bezzel_campaign::Error>(())
    /// ```
    pub fn sign(&self, stored: &mut StoredResult, key: &SecretKey) -> Result<(), Error> {
        stored.signature = None;
        stored.signature = Some(key.sign(&self.signed_text(stored)?));
        Ok(())
    }

    /// Verifies the signature of a result, if it has one.
    pub fn verify(&self, stored: &StoredResult) -> Result<(), Error> {
        let Some(signature) = &stored.signature else {
            return Ok(());
        };
        if signature.is_valid(&self.signed_text(stored)?) {
            return Ok(());
        }
        let what = format!(
            "expected a valid signature of author {} for unit {}, found another one: the result is \
             rejected",
            signature.author(),
            self.unit(stored.unit)?
        );
        Err(Error::Result(what))
    }

    /// Returns the text that a signature of this result covers.
    fn signed_text(&self, stored: &StoredResult) -> Result<Vec<u8>, Error> {
        let line = stored.unsigned(&self.unit(stored.unit)?);
        let plan = self.fingerprint();
        Ok(format!("bezzel result 1\n{plan}\n{line}\n").into_bytes())
    }

    /// Splits a line before its checksum, if that is right. Nothing else of the line is checked.
    pub(crate) fn split_checksum<'a>(&self, line: &'a str) -> Option<(&'a str, u64)> {
        let (body, sum) = line.rsplit_once(' ')?;
        let stated = u64::from_be_bytes(unhex(sum)?);
        (stated == self.sum(body)).then_some((body, stated))
    }

    pub(crate) fn sum(&self, body: &str) -> u64 {
        let digest = self.line_hash().chain_update(body).finalize();
        let first: [u8; 8] = digest[..8].try_into().expect("SHA-256 has 32 bytes");
        u64::from_be_bytes(first)
    }

    /// Checks a result. Fails if a number exceeds the bound of its unit, or if a word cannot be
    /// part of a line.
    pub fn check(&self, stored: &StoredResult) -> Result<(), Error> {
        let unit = self.unit(stored.unit)?;
        let wrong = |what: String| Err(Error::Result(what));
        if let Err(error) = unit.check(&stored.result) {
            return wrong(error.to_string());
        }
        if stored.microseconds > MAX_MICROSECONDS {
            return wrong(format!(
                "expected at most {MAX_MICROSECONDS} microseconds for unit {unit}, found {}: the \
                 result is wrong",
                stored.microseconds
            ));
        }
        let ProcessInfo { program, host, run } = stored.origin.as_ref();
        let words = [
            ("backend", &*stored.backend),
            ("program", program),
            ("host", host),
            ("run", run),
        ];
        match words.into_iter().find(|(_, word)| !is_word(word)) {
            None => Ok(()),
            Some((what, found)) => wrong(format!(
                "expected 1 to {MAX_WORD} visible characters without spaces as {what} of unit {unit}, \
                 found '{}': the result is rejected",
                printable(found)
            )),
        }
    }

    /// Formats a result as a line.
    pub fn line(&self, stored: &StoredResult) -> Result<String, Error> {
        Ok(self.with_sum(self.body(stored)?))
    }

    /// Adds the checksum to a line.
    pub(crate) fn with_sum(&self, body: String) -> String {
        let sum = self.sum(&body);
        format!("{body} {sum:016x}")
    }

    /// Parses a line. Fails if any part of it is invalid, also the signature.
    pub fn parse(&self, line: &str) -> Result<StoredResult, Error> {
        let damaged = || {
            Error::Line(format!(
                "expected a result of this plan, found '{}': the line is damaged or of another plan",
                shortened(line)
            ))
        };
        let (body, _) = self.split_checksum(line).ok_or_else(damaged)?;
        let stored = self.fields(body).ok_or_else(damaged)?.result();
        if self.line(&stored)? != line {
            return Err(damaged());
        }
        self.check(&stored)?;
        self.verify(&stored)?;
        Ok(stored)
    }

    /// Parses the words of a line before its checksum. Checks neither the result nor a signature.
    pub(crate) fn fields<'a>(&self, body: &'a str) -> Option<Fields<'a>> {
        let mut rest = Some(body);
        // Faster than `str::split` for short words.
        let mut words = || {
            let text = rest?;
            let end = text.bytes().position(|byte| byte == b' ');
            rest = end.map(|end| &text[end + 1..]);
            Some(&text[..end.unwrap_or(text.len())])
        };
        let unit = self.plan().unit_by_name(words()?)?;
        let route = words()?;
        let result = UnitResult {
            value: words()?.parse().ok()?,
            joined: words()?.parse().ok()?,
            tests: words()?.parse().ok()?,
            finished: words()?.parse().ok()?,
        };
        let (backend, program, host) = (words()?, words()?, words()?);
        let run = words()?;
        let place = |word: &str| word.as_ptr() as usize - body.as_ptr() as usize;
        let source = &body[place(backend)..place(run) + run.len()];
        let taken = words()?;
        let (microseconds, clock) = match taken.strip_suffix(CPU) {
            Some(number) => (number, Clock::Cpu),
            None => (taken, Clock::Wall),
        };
        Some(Fields {
            unit,
            route: ROUTES.into_iter().find(|one| route_name(*one) == route)?,
            result,
            origin: [backend, program, host, run],
            source,
            microseconds: microseconds.parse().ok()?,
            clock,
            attempt: words()?.parse().ok()?,
            time: words()?.parse().ok()?,
            signature: match rest {
                Some(words) => Some(Signature::parse(words)?),
                None => None,
            },
        })
    }
}

/// The words of a result line.
pub(crate) struct Fields<'a> {
    pub(crate) unit: Unit,
    pub(crate) route: Route,
    pub(crate) result: UnitResult,
    /// Backend, program, host and run.
    pub(crate) origin: [&'a str; 4],
    /// The text of these four words.
    pub(crate) source: &'a str,
    pub(crate) microseconds: u64,
    pub(crate) clock: Clock,
    attempt: u32,
    pub(crate) time: i64,
    pub(crate) signature: Option<Signature>,
}

impl Fields<'_> {
    pub(crate) fn result(&self) -> StoredResult {
        let [backend, program, host, run] = self.origin;
        StoredResult {
            unit: self.unit.index(),
            route: self.route,
            result: self.result,
            backend: backend.into(),
            origin: Arc::new(ProcessInfo {
                program: program.to_owned(),
                host: host.to_owned(),
                run: run.to_owned(),
            }),
            microseconds: self.microseconds,
            clock: self.clock,
            attempt: self.attempt,
            time: self.time,
            signature: self.signature,
        }
    }
}

/// Both routes.
pub(crate) const ROUTES: [Route; 2] = [Route::Direct, Route::Exchanged];

/// Returns the name of a route in lines and messages.
pub(crate) fn route_name(route: Route) -> &'static str {
    match route {
        Route::Direct => "direct",
        Route::Exchanged => "exchanged",
    }
}
