//! The progress of a campaign.

use std::collections::HashMap;

use bezzel_count::{PLAN_VERSION, Route};
use serde::Serialize;

use super::Ledger;
use crate::filter::Withdrawal;
use crate::judge::{Lack, Routes, State, Verdict};
use crate::{Error, printable};

/// Maximum number of conflicts, and of units with rejected results, that are listed.
const MAX_LISTED_UNITS: usize = 100;

/// Progress of a campaign.
///
/// ```
/// # let folder = tempfile::tempdir()?;
/// # let file = folder.path().join("q8.bezzel");
/// # let mut ledger = bezzel_campaign::Ledger::create(&file, 8)?;
/// let status = ledger.status()?;
/// assert_eq!((status.n, status.open, status.done), (8, status.units, 0));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Clone, Default, Serialize)]
pub struct Status {
    /// Number of queens, rows and columns.
    pub n: u32,
    /// The [constraint](bezzel_count::Plan::constraint) of the plan; none for Q(n).
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The [`PLAN_VERSION`](bezzel_count::PLAN_VERSION) of this program, which the ledger has too.
    pub plan_version: u32,
    /// Fingerprint of the list of units.
    pub fingerprint: String,
    /// Units of the plan.
    pub units: u64,
    /// Number of open units that no process counts.
    pub open: u64,
    /// Number of open units that processes count.
    pub leased: u64,
    /// Number of units with an accepted result that is not confirmed.
    pub done: u64,
    /// Number of these on which unsigned results of several processes agree.
    pub unsigned_agree: u64,
    /// Number of units on which sources agree that the organiser knows: own processes by both routes
    /// or on another device, and listed authors.
    pub confirmed: u64,
    /// Number of these that were also counted by the exchanged route.
    pub confirmed_by_exchange: u64,
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
    /// Wall seconds of the other results, such as those of GPUs.
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
#[derive(Debug, Clone, Default, Serialize)]
pub struct Machine {
    /// Name of the machine.
    pub host: String,
    /// A backend as results name it, such as `avx2`.
    pub backend: String,
    /// The program and its version.
    pub program: String,
    /// Results of this program with this backend on this machine.
    pub results: u64,
    /// CPU seconds of the results for which CPU time was measured.
    pub cpu_seconds: f64,
    /// Wall seconds of the other results.
    pub wall_seconds: f64,
    /// Completion of the last result by the clock of the machine, in seconds since 1970.
    pub last: i64,
}

/// Results that took at least half of `below_seconds` (any shorter time for the first bin) and less
/// than it.
#[derive(Debug, Clone, Serialize)]
pub struct HistogramBin {
    /// Upper limit, a power of two.
    pub below_seconds: f64,
    /// Results whose time falls into the bin.
    pub results: u64,
}

/// A unit whose results differ.
#[derive(Debug, Clone, Serialize)]
pub struct ConflictingUnit {
    /// A name that `Ledger::units` knows.
    pub unit: String,
    /// All its results, as printable lines.
    pub results: Vec<String>,
    /// The accepted value; none while the unit is in conflict.
    pub accepted: Option<String>,
}

/// Numbers of counted units that lack something under the policy, each unit once.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize)]
pub struct Lacking {
    /// Units that need results of more authors.
    pub authors: u64,
    /// Units that have enough authors and need a result by the direct route, of whichever author.
    pub direct_route: u64,
    /// Units that have enough authors and need a result by the exchanged route.
    pub exchanged_route: u64,
}

impl Lacking {
    /// Returns the number of units that lack something.
    pub fn units(&self) -> u64 {
        self.authors + self.direct_route + self.exchanged_route
    }

    fn add(&mut self, lack: Lack) {
        match lack {
            Lack::Source => self.authors += 1,
            Lack::Route(Route::Direct) => self.direct_route += 1,
            Lack::Route(Route::Exchanged) => self.exchanged_route += 1,
            // Only a unit in conflict needs one.
            Lack::Recount => {}
        }
    }
}

impl Ledger {
    /// Returns the progress of the campaign, as far as the log was [read](Self::refresh).
    pub fn status(&self) -> Result<Status, Error> {
        let state = &self.state;
        let units = &state.units;
        let (held, processes) = self.leases.others(false);
        let is_leased = |unit: &u64| held.contains_key(unit) || self.held.contains(unit);
        let mut status = Status {
            n: units.plan().n(),
            board: units.plan().constraint().map(str::to_owned),
            plan_version: PLAN_VERSION,
            fingerprint: units.fingerprint().to_owned(),
            units: units.plan().len(),
            done: state.count(State::Done),
            confirmed: state.count(State::Confirmed),
            conflicts: state.count(State::Conflict),
            cpu_seconds: state.stats.cpu.seconds,
            wall_seconds: state.stats.wall.seconds,
            processes: processes + u64::from(!self.held.is_empty()),
            machines: self.machines(),
            histogram: self.histogram(),
            policy: state.policy.to_string(),
            is_default_policy: state.policy.is_default(),
            withdrawals: state.withdrawals.clone(),
            ..Status::default()
        };
        for unit in units.plan().units() {
            let verdict = state.verdict(unit.index() as u32);
            if verdict.state == State::Open {
                *match is_leased(&unit.index()) {
                    true => &mut status.leased,
                    false => &mut status.open,
                } += 1;
            } else {
                self.add_unit(&mut status, unit.index(), &verdict)?;
            }
        }
        let rate = state.stats.rate().map(|cost| cost / units.cost());
        status.fraction = self.fraction();
        let left = 1.0 - status.fraction;
        status.cpu_seconds_left = state.stats.cpu.left(left * units.cost());
        status.wall_seconds_left = state.stats.wall.left(left * units.cost());
        status.fraction_per_second = rate;
        status.seconds_left = rate.map(|rate| left / rate).filter(|s| s.is_finite());
        Ok(status)
    }

    fn add_unit(&self, status: &mut Status, unit: u64, verdict: &Verdict) -> Result<(), Error> {
        if let Some(lack) = verdict.lack.filter(|_| verdict.state == State::Done) {
            status.lacking.add(lack);
        }
        let is_confirmed = verdict.state == State::Confirmed;
        let by_both = is_confirmed && verdict.routes == Routes::BOTH;
        status.confirmed_by_exchange += u64::from(by_both);
        status.unsigned_agree += u64::from(!is_confirmed && verdict.unknown > 1);
        status.own += u64::from(!verdict.own.is_empty());
        status.recounted += u64::from(verdict.own == Routes::BOTH);
        if !verdict.is_disputed {
            return Ok(());
        }
        let list = match verdict.accepted {
            Some(_) => &mut status.resolved,
            None => &mut status.conflicting,
        };
        if list.len() < MAX_LISTED_UNITS {
            let results = self.state.results_of(unit as u32);
            let lines = results.map(|at| self.shown(at));
            list.push(ConflictingUnit {
                unit: self.state.name(unit)?,
                results: lines.collect::<Result<_, _>>()?,
                accepted: verdict.accepted.map(|[value, _]| value.to_string()),
            });
        }
        Ok(())
    }

    fn machines(&self) -> Vec<Machine> {
        let mut machines: HashMap<[String; 3], Machine> = HashMap::new();
        let state = &self.state;
        for (info, stats) in state.sources.iter().zip(&state.stats.sources) {
            let key = [&*info.process.host, &*info.backend, &*info.process.program];
            let key = key.map(|word| printable(word).into_owned());
            let machine = machines.entry(key).or_insert_with_key(|key| {
                let [host, backend, program] = key.clone();
                Machine {
                    host,
                    backend,
                    program,
                    last: stats.last,
                    ..Machine::default()
                }
            });
            machine.results += stats.results;
            machine.cpu_seconds += stats.cpu_seconds;
            machine.wall_seconds += stats.wall_seconds;
            machine.last = machine.last.max(stats.last);
        }
        let mut machines: Vec<_> = machines.into_values().collect();
        let seconds = |machine: &Machine| machine.cpu_seconds + machine.wall_seconds;
        machines.sort_by(|a, b| {
            let by_time = seconds(b).total_cmp(&seconds(a));
            by_time.then_with(|| a.host.cmp(&b.host))
        });
        machines
    }

    /// Returns the bins that are not empty, and single empty ones between them.
    fn histogram(&self) -> Vec<HistogramBin> {
        let bars = &self.state.stats.bars;
        let (Some((first, _)), Some((last, _))) = (bars.first_key_value(), bars.last_key_value())
        else {
            return Vec::new();
        };
        let is_near = |power: &i32| {
            bars.contains_key(power)
                || (bars.contains_key(&(power - 1)) && bars.contains_key(&(power + 1)))
        };
        let bin = |power: i32| HistogramBin {
            below_seconds: f64::from(power).exp2(),
            results: bars.get(&power).copied().unwrap_or(0),
        };
        (*first..=*last).filter(is_near).map(bin).collect()
    }

    /// Returns the counted fraction of the expected cost, 0 to 1.
    pub fn fraction(&self) -> f64 {
        let units = &self.state.units;
        let all = units.plan().units();
        let is_open = |index: u64| self.state.known(index).state == State::Open;
        let open = all
            .filter(|unit| is_open(unit.index()))
            .map(|unit| unit.cost());
        // The sum of rounded costs depends on their order.
        (1.0 - open.sum::<f64>() / units.cost()).clamp(0.0, 1.0)
    }
}
