//! The progress of a campaign, from the content of the ledger.

use std::collections::{BTreeMap, HashMap};

use bezzel_count::{PLAN_VERSION, Route};
use serde::Serialize;

use super::Ledger;
use super::lacking::{AuthorConfirmations, Lacking};
use super::results::Evidence;
use super::verdict::{BOTH, DONE, LEASED, State, UnitVerdict};
use super::withdrawals::Withdrawal;
use crate::record::now;
use crate::{Clock, Error, Record, printable};

/// Time over which the rate is measured.
const RATE_WINDOW_SECONDS: i64 = 900;
/// Maximum number of conflicts, and of units with rejected results, that are listed.
const MAX_LISTED_UNITS: usize = 100;

/// Progress of a campaign.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let mut queue = bezzel_campaign::LedgerQueue::new(&mut ledger, process);
/// # bezzel_campaign::run(&mut queue, engines, bezzel_campaign::TimeLimit::none(), &mut |_| true)?;
/// let status = ledger.status()?;
/// assert_eq!((status.n, status.done, status.open), (8, status.units, 0));
/// assert!(status.fraction > 0.999);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct Status {
    /// Number of queens, rows and columns.
    pub n: u32,
    /// The [constraint](bezzel_count::Plan::constraint) of the plan; none for Q(n).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Version of the plan.
    pub plan_version: u32,
    /// Fingerprint of the list of units.
    pub fingerprint: String,
    /// Number of units.
    pub units: u64,
    /// Number of open units.
    pub open: u64,
    /// Number of leased units.
    pub leased: u64,
    /// Number of units with a result that nobody else confirmed, or that too few did.
    pub done: u64,
    /// Number of units with agreeing results of different origins, as the policy demands, or with
    /// own results by both routes.
    pub confirmed: u64,
    /// Number of these that were also counted by the exchanged route.
    pub confirmed_by_exchange: u64,
    /// Number of these for which the policy asks for different authors, and whose results only name
    /// different processes, without a signature.
    pub confirmed_by_names: u64,
    /// Number of units that own processes counted, by one route or both.
    pub own: u64,
    /// Number of units that own processes counted by both routes.
    pub recounted: u64,
    /// Number of units whose results differ.
    pub conflicts: u64,
    /// Counted fraction of the expected cost, 0 to 1.
    pub fraction: f64,
    /// CPU seconds of the results for which CPU time was measured.
    pub cpu_seconds: f64,
    /// Wall seconds of the other results: those of GPUs and of earlier versions.
    pub wall_seconds: f64,
    /// Predicted CPU seconds of the remaining units, where CPU time is measured. None without such
    /// a result.
    pub cpu_seconds_left: Option<f64>,
    /// Predicted wall seconds of the remaining units, where wall time is measured.
    pub wall_seconds_left: Option<f64>,
    /// Fraction of the expected cost counted per second in the last 15 minutes; none if there is no
    /// result.
    pub fraction_per_second: Option<f64>,
    /// Seconds until the end at that rate.
    pub seconds_left: Option<f64>,
    /// Number of processes that hold leases.
    pub processes: u64,
    /// Machines and backends, the busiest first.
    pub machines: Vec<Machine>,
    /// Histogram of the run times of results.
    pub histogram: Vec<HistogramBin>,
    /// The policy of the campaign, as text.
    pub policy: String,
    /// True if one result of anyone suffices.
    pub is_default_policy: bool,
    /// Counted units that lack something under the policy.
    pub lacking: Lacking,
    /// Withdrawals, also those that are undone.
    pub withdrawals: Vec<Withdrawal>,
    /// Units in conflict, the first hundred.
    pub conflicting: Vec<ConflictingUnit>,
    /// Units with a rejected result, the first hundred.
    pub resolved: Vec<ConflictingUnit>,
}

/// Results of one backend of one machine.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let mut queue = bezzel_campaign::LedgerQueue::new(&mut ledger, process);
/// # bezzel_campaign::run(&mut queue, engines, bezzel_campaign::TimeLimit::none(), &mut |_| true)?;
/// let status = ledger.status()?;
/// let machine = &status.machines[0];
/// assert_eq!((machine.backend.as_str(), machine.results), ("portable", status.units));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct Machine {
    /// Name of the machine.
    pub host: String,
    /// Name of the backend.
    pub backend: String,
    /// The program and its version.
    pub program: String,
    /// Number of results.
    pub results: u64,
    /// CPU seconds of the results for which CPU time was measured.
    pub cpu_seconds: f64,
    /// Wall seconds of the other results.
    pub wall_seconds: f64,
    /// Completion of the last result by the clock of the machine, in seconds since 1970.
    pub last: i64,
}

impl Machine {
    fn seconds(&self) -> f64 {
        self.cpu_seconds + self.wall_seconds
    }
}

/// Results that took at least half of `below_seconds` (any shorter time for the first bin) and less
/// than it.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let engine = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let engines: Vec<Box<dyn bezzel_count::Engine>> = vec![Box::new(engine)];
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let mut queue = bezzel_campaign::LedgerQueue::new(&mut ledger, process);
/// # bezzel_campaign::run(&mut queue, engines, bezzel_campaign::TimeLimit::none(), &mut |_| true)?;
/// let status = ledger.status()?;
/// let results: u64 = status.histogram.iter().map(|bin| bin.results).sum();
/// assert_eq!(results, status.units);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct HistogramBin {
    /// Upper limit, a power of two.
    pub below_seconds: f64,
    /// Number of results.
    pub results: u64,
}

/// A unit whose results differ.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// # let mut counter = bezzel_count::Counter::new(bezzel_count::Backend::Portable)?;
/// # let process = bezzel_campaign::ProcessInfo::current("example");
/// # let unit = ledger.units().unit(0)?;
/// # let counted = bezzel_campaign::Record::count(
/// #     &mut counter, &[unit], bezzel_count::Route::Direct, &process,
/// # );
/// # let result = counted?.remove(0);
/// let mut other = result.clone();
/// other.result.value += 12;
/// ledger.record(&[result, other])?;
/// let status = ledger.status()?;
/// let conflict = &status.conflicting[0];
/// assert_eq!((conflict.results.len(), &conflict.accepted), (2, &None));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Serialize)]
pub struct ConflictingUnit {
    /// Name of the unit.
    pub unit: String,
    /// All its results, as printable lines.
    pub results: Vec<String>,
    /// The accepted value; none while the unit is in conflict.
    pub accepted: Option<String>,
}

/// Run time by one clock.
#[derive(Default)]
struct Spent {
    seconds: f64,
    /// Run time of the direct route, and its expected cost.
    direct_seconds: f64,
    direct_cost: f64,
}

impl Spent {
    /// Returns the predicted seconds of units of this expected cost.
    fn left(&self, cost: f64) -> Option<f64> {
        let seconds = cost * self.direct_seconds / self.direct_cost;
        Some(seconds).filter(|seconds| seconds.is_finite())
    }
}

/// Sums over all results.
#[derive(Default)]
struct Sums {
    cost: f64,
    cpu: Spent,
    wall: Spent,
    by_exchange: u64,
    by_names: u64,
    own: u64,
    recounted: u64,
    /// Machines by host, backend and program.
    machines: HashMap<[String; 3], Machine>,
    bars: BTreeMap<i32, u64>,
    /// Expected cost by the minute of completion.
    minutes: BTreeMap<i64, f64>,
    began: Option<i64>,
    confirmations: AuthorConfirmations,
    lacking: Lacking,
    conflicting: Vec<ConflictingUnit>,
    resolved: Vec<ConflictingUnit>,
}

impl Ledger {
    /// Returns the progress of the campaign. Reads all results.
    pub fn status(&self) -> Result<Status, Error> {
        let _snapshot = self.read_snapshot()?;
        let states = self.states()?;
        let sql = format!("SELECT count(DISTINCT run) FROM units WHERE state = {LEASED}");
        let processes: i64 = self.read(|db| db.query_row(&sql, (), |row| row.get(0)))?;
        let mut sums = Sums {
            confirmations: AuthorConfirmations::of(self)?,
            ..Sums::default()
        };
        self.each_unit(&mut |unit, evidence| sums.add(self, unit, evidence))?;
        let count = |state: State| states[state as usize];
        let units = self.units.plan().len();
        let known: u64 = states[1..].iter().sum();
        let fraction = if count(State::Open) + count(State::Leased) + known == units
            && units == states[2..].iter().sum::<u64>()
        {
            1.0
        } else {
            (sums.cost / self.units.cost()).min(1.0)
        };
        let rate = sums.rate().map(|cost| cost / self.units.cost());
        let left = 1.0 - fraction;
        let cost_left = left * self.units.cost();
        let mut machines: Vec<_> = sums.machines.into_values().collect();
        machines.sort_by(|a, b| b.seconds().total_cmp(&a.seconds()));
        Ok(Status {
            n: self.units.plan().n(),
            board: self.units.plan().constraint().map(str::to_owned),
            plan_version: PLAN_VERSION,
            fingerprint: self.units.fingerprint().to_owned(),
            units,
            open: units - known,
            leased: count(State::Leased),
            done: count(State::Done),
            confirmed: count(State::Confirmed),
            confirmed_by_exchange: sums.by_exchange,
            confirmed_by_names: sums.by_names,
            own: sums.own,
            recounted: sums.recounted,
            conflicts: count(State::Conflict),
            fraction,
            cpu_seconds: sums.cpu.seconds,
            wall_seconds: sums.wall.seconds,
            cpu_seconds_left: sums.cpu.left(cost_left),
            wall_seconds_left: sums.wall.left(cost_left),
            fraction_per_second: rate,
            seconds_left: rate.map(|rate| left / rate).filter(|s| s.is_finite()),
            processes: processes as u64,
            machines,
            histogram: bars(&sums.bars),
            policy: self.policy.to_string(),
            is_default_policy: self.policy.is_default(),
            lacking: sums.lacking,
            withdrawals: self.withdrawals()?,
            conflicting: sums.conflicting,
            resolved: sums.resolved,
        })
    }

    /// Returns the number of units in each state, except for units that were never leased.
    fn states(&self) -> Result<[u64; 5], Error> {
        self.read(|db| {
            let mut states = [0; 5];
            let sql = "SELECT state, count(*) FROM units GROUP BY state";
            let mut statement = db.prepare_cached(sql)?;
            let mut rows = statement.query(())?;
            while let Some(row) = rows.next()? {
                if let Some(place) = states.get_mut(row.get::<_, i64>(0)? as usize) {
                    *place = row.get::<_, i64>(1)? as u64;
                }
            }
            Ok(states)
        })
    }

    /// Returns the counted fraction of the expected cost.
    pub(crate) fn fraction(&self) -> Result<f64, Error> {
        let cost = self.read(|db| {
            let sql = format!("SELECT unit FROM units WHERE state >= {DONE}");
            let mut statement = db.prepare_cached(&sql)?;
            let rows = statement.query_map((), |row| row.get::<_, i64>(0))?;
            let plan = self.units.plan();
            let cost = |unit: i64| plan.unit(unit as u64).map_or(0.0, |unit| unit.cost());
            rows.map(|unit| unit.map(cost))
                .sum::<rusqlite::Result<f64>>()
        })?;
        // The sum of nothing is -0.0.
        Ok((cost / self.units.cost()).min(1.0) + 0.0)
    }
}

impl Sums {
    fn add(&mut self, ledger: &Ledger, unit: u64, evidence: &[Evidence]) -> Result<(), Error> {
        let cost = ledger.units.unit(unit)?.cost();
        let verdict = UnitVerdict::of(evidence, &ledger.policy, unit);
        if verdict.state != State::Open {
            self.cost += cost;
        }
        if verdict.accepted.is_some()
            && let Some(lack) = self.confirmations.lack(ledger, unit, evidence, &verdict)
        {
            self.lacking.add(lack);
        }
        let records = || evidence.iter().map(|one| &one.record);
        if verdict.state == State::Confirmed && verdict.routes == BOTH {
            self.by_exchange += 1;
        }
        self.by_names += u64::from(verdict.by_names);
        self.own += u64::from(verdict.own != 0);
        self.recounted += u64::from(verdict.own == BOTH);
        for record in records() {
            self.add_record(record, cost);
        }
        if let Some(first) = records().map(|record| record.time).min() {
            *self.minutes.entry(first.div_euclid(60)).or_default() += cost;
        }
        let mut results = evidence
            .iter()
            .filter(|one| !one.withdrawn)
            .map(|one| one.record.result);
        let first = results.next();
        if results.all(|result| first.is_some_and(|first| first.agrees(&result))) {
            return Ok(());
        }
        let list = match verdict.accepted {
            Some(_) => &mut self.resolved,
            None => &mut self.conflicting,
        };
        if list.len() < MAX_LISTED_UNITS {
            let lines = records().map(|record| ledger.units.shown(record));
            list.push(ConflictingUnit {
                unit: ledger.name(unit),
                results: lines.collect::<Result<_, _>>()?,
                accepted: verdict.accepted.map(|result| result.value.to_string()),
            });
        }
        Ok(())
    }

    fn add_record(&mut self, record: &Record, cost: f64) {
        let seconds = record.seconds();
        let spent = match record.clock {
            Clock::Cpu => &mut self.cpu,
            Clock::Wall => &mut self.wall,
        };
        spent.seconds += seconds;
        if record.route == Route::Direct {
            spent.direct_cost += cost;
            spent.direct_seconds += seconds;
        }
        // Powers of two from one millisecond on.
        let bar = seconds.max(1e-3).log2().floor() as i32 + 1;
        *self.bars.entry(bar).or_default() += 1;
        let began = record.time.saturating_sub(seconds as i64);
        self.began = Some(self.began.map_or(began, |earliest| earliest.min(began)));
        let key = [
            &*record.origin.host,
            &record.backend,
            &record.origin.program,
        ];
        let key = key.map(|word| printable(word).into_owned());
        let machine = self.machines.entry(key).or_insert_with_key(|key| {
            let [host, backend, program] = key.clone();
            Machine {
                host,
                backend,
                program,
                results: 0,
                cpu_seconds: 0.0,
                wall_seconds: 0.0,
                last: i64::MIN,
            }
        });
        machine.results += 1;
        match record.clock {
            Clock::Cpu => machine.cpu_seconds += seconds,
            Clock::Wall => machine.wall_seconds += seconds,
        }
        machine.last = machine.last.max(record.time);
    }

    /// Returns the expected cost counted per second in the last 15 minutes. It depends on wall
    /// clocks.
    fn rate(&self) -> Option<f64> {
        let end = self
            .minutes
            .last_key_value()?
            .0
            .saturating_add(1)
            .saturating_mul(60);
        if now().saturating_sub(end) > RATE_WINDOW_SECONDS {
            return None;
        }
        let end = end.min(now().max(end.saturating_sub(60)));
        let start = self.began?.max(end.saturating_sub(RATE_WINDOW_SECONDS));
        let recent = self.minutes.range(start.div_euclid(60)..);
        let cost: f64 = recent.map(|(_, cost)| cost).sum();
        Some(cost / end.saturating_sub(start).max(1) as f64)
    }
}

/// Returns the bins that are not empty, and single empty ones between them.
fn bars(counted: &BTreeMap<i32, u64>) -> Vec<HistogramBin> {
    let (Some((first, _)), Some((last, _))) = (counted.first_key_value(), counted.last_key_value())
    else {
        return Vec::new();
    };
    let bar = |power: i32| HistogramBin {
        below_seconds: f64::from(power).exp2(),
        results: counted.get(&power).copied().unwrap_or(0),
    };
    let is_near = |power: &i32| {
        counted.contains_key(power)
            || (counted.contains_key(&(power - 1)) && counted.contains_key(&(power + 1)))
    };
    (*first..=*last).filter(is_near).map(bar).collect()
}
