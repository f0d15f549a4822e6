//! The progress of a ledger.

use std::collections::{BTreeMap, HashMap};

use bezzel_count::{PLAN_VERSION, Route};
use serde::Serialize;

use super::counted::now;
use super::error::LedgerError;
use super::{Faults, Ledger, StoredResult};
use crate::verdict::UnitState;
use bezzel_count::Clock;
use bezzel_count::result_line;
use bezzel_count::words::printable;

/// Maximum number of units in a list of disputed units.
const MAX_LISTED_UNITS: usize = 100;
/// Time over which the rate is measured.
const RATE_WINDOW_SECONDS: i64 = 900;

/// How far a saved count is, and who counts. All times are in seconds.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Status {
    /// Number of rows and columns of the board.
    pub n: u32,
    /// The board in one word, if queens are placed or squares are blocked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// Version of the rules that split the count into units.
    pub plan_version: u32,
    /// Number of units of the plan.
    pub units: u64,
    /// Number of units without a result that nobody counts now.
    pub open: u64,
    /// Number of units without a result that processes of this machine count now.
    pub leased: u64,
    /// Number of units that were counted once.
    pub counted_once: u64,
    /// Number of confirmed units.
    pub confirmed: u64,
    /// Number of units that are confirmed by both routes.
    pub confirmed_by_exchange: u64,
    /// Number of units in conflict.
    pub conflicts: u64,
    /// Counted fraction of the expected cost.
    pub fraction: f64,
    /// CPU time of all results for which it was measured.
    pub cpu_seconds: f64,
    /// Wall time of the other results.
    pub wall_seconds: f64,
    /// Predicted CPU time of the remaining units; `None` without a result of the direct route that has CPU
    /// time.
    pub cpu_seconds_left: Option<f64>,
    /// Predicted wall time of the remaining units; `None` without a result of the direct route that has wall
    /// time.
    pub wall_seconds_left: Option<f64>,
    /// Counted fraction per second in the last 15 minutes.
    pub fraction_per_second: Option<f64>,
    /// Predicted time until all units are counted at this rate.
    pub seconds_left: Option<f64>,
    /// Number of processes of this machine that count now.
    pub processes: u64,
    /// Machines with their backends and programs, by run time.
    pub machines: Vec<Machine>,
    /// Units in conflict, at most 100.
    pub conflicting: Vec<ConflictingUnit>,
    /// Units with different results, one of which is accepted; at most 100.
    pub resolved: Vec<ConflictingUnit>,
    /// Number of damaged or unknown lines, which were skipped.
    pub damaged: u64,
    /// Descriptions of the first 20 of them.
    pub faults: Vec<String>,
    /// Bytes of an incomplete last line.
    pub incomplete_bytes: u64,
}

/// The results of a program on a backend of a machine.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Machine {
    /// Name of the machine, as the lines of the ledger have it.
    pub host: String,
    /// The backend that counted, such as `avx512` or `cuda:0`.
    pub backend: String,
    /// The program that counted, with its version.
    pub program: String,
    /// Number of its results in the ledger.
    pub results: u64,
    /// CPU time of results for which it was measured.
    pub cpu_seconds: f64,
    /// Wall time of the other results.
    pub wall_seconds: f64,
    /// Completion of the last result, in seconds since 1970.
    pub last: i64,
}

/// A unit with results that differ.
#[derive(Debug, Clone, Serialize)]
pub struct ConflictingUnit {
    /// Name of the unit in the plan.
    pub unit: String,
    /// Its results, as printable lines.
    pub results: Vec<String>,
    /// The accepted value, if there is one.
    pub accepted: Option<String>,
}

/// Run time by one clock, and that of the direct route with its expected cost.
#[derive(Default)]
struct Spent {
    seconds: f64,
    direct_seconds: f64,
    direct_cost: f64,
}

impl Spent {
    /// Predicts the seconds of units of this expected cost.
    fn left(&self, cost: f64) -> Option<f64> {
        let seconds = cost * self.direct_seconds / self.direct_cost;
        Some(seconds).filter(|seconds| seconds.is_finite())
    }
}

impl Ledger {
    /// Returns the state of all units, and how fast they are counted.
    pub fn status(&self) -> Result<Status, LedgerError> {
        let (results, plan) = (&self.results, self.plan());
        let (others, processes) = self.leases.others(false);
        let Faults { number, named } = self.faults.clone();
        let mut status = Status {
            n: plan.n(),
            board: plan.constraint().map(str::to_owned),
            plan_version: PLAN_VERSION,
            units: plan.len(),
            counted_once: results.count(UnitState::Once),
            confirmed: results.count(UnitState::Confirmed),
            conflicts: results.count(UnitState::Conflict),
            fraction: self.fraction(),
            processes: processes + u64::from(!self.held.is_empty()),
            damaged: number,
            faults: named,
            incomplete_bytes: self.incomplete_bytes(),
            ..Status::default()
        };
        // Expected cost of units by the minute of their first results, and the earliest start.
        let (mut minutes, mut began) = (BTreeMap::<i64, f64>::new(), i64::MAX);
        let (mut cpu, mut wall, mut open_cost) = (Spent::default(), Spent::default(), 0.0);
        for unit in plan.units() {
            let (index, cost) = (unit.index(), unit.cost());
            if self.state(index) == UnitState::Open {
                let is_leased = others.contains(&index) || self.held.contains(&index);
                *match is_leased {
                    true => &mut status.leased,
                    false => &mut status.open,
                } += 1;
                open_cost += cost;
                continue;
            }
            for (number, stored) in self.results(index).enumerate() {
                let seconds = stored.seconds();
                let spent = match stored.clock {
                    Clock::Cpu => &mut cpu,
                    Clock::Wall => &mut wall,
                };
                spent.seconds += seconds;
                if stored.route == Route::Direct {
                    spent.direct_seconds += seconds;
                    spent.direct_cost += cost;
                }
                began = began.min(stored.time.saturating_sub(seconds as i64));
                if number == 0 {
                    *minutes.entry(stored.time.div_euclid(60)).or_default() += cost;
                }
            }
            let verdict = results.verdict(index);
            status.confirmed_by_exchange +=
                u64::from(verdict.state == UnitState::Confirmed && verdict.by_both_routes);
            if verdict.is_disputed {
                let list = match verdict.accepted {
                    Some(_) => &mut status.resolved,
                    None => &mut status.conflicting,
                };
                if list.len() < MAX_LISTED_UNITS {
                    let line = |stored| Ok(printable(&result_line(plan, stored)?).into_owned());
                    list.push(ConflictingUnit {
                        unit: unit.to_string(),
                        results: self
                            .results(index)
                            .map(line)
                            .collect::<Result<_, LedgerError>>()?,
                        accepted: verdict.accepted.map(|[value, _]| value.to_string()),
                    });
                }
            }
        }
        (status.cpu_seconds, status.wall_seconds) = (cpu.seconds, wall.seconds);
        status.cpu_seconds_left = cpu.left(open_cost);
        status.wall_seconds_left = wall.left(open_cost);
        let rate = rate(&minutes, began).map(|cost| cost / plan.cost());
        status.fraction_per_second = rate;
        let left = rate.map(|rate| (1.0 - status.fraction) / rate);
        status.seconds_left = left.filter(|seconds| seconds.is_finite());
        status.machines = machines(&results.entries);
        Ok(status)
    }
}

/// Returns the expected cost counted per second in the last 15 minutes. It depends on wall clocks.
fn rate(minutes: &BTreeMap<i64, f64>, began: i64) -> Option<f64> {
    let last = *minutes.last_key_value()?.0;
    let end = last.saturating_add(1).saturating_mul(60);
    if now().saturating_sub(end) > RATE_WINDOW_SECONDS {
        return None;
    }
    let end = end.min(now().max(end.saturating_sub(60)));
    let start = began.max(end.saturating_sub(RATE_WINDOW_SECONDS));
    let cost: f64 = minutes
        .range(start.div_euclid(60)..)
        .map(|(_, cost)| cost)
        .sum();
    Some(cost / end.saturating_sub(start).max(1) as f64)
}

fn machines(entries: &[StoredResult]) -> Vec<Machine> {
    let mut machines: HashMap<_, Machine> = HashMap::new();
    for stored in entries {
        let machine = machines.entry(&stored.source).or_insert_with(|| {
            let shown = |word: &str| printable(word).into_owned();
            Machine {
                host: shown(&stored.source.process.host),
                backend: shown(&stored.source.backend),
                program: shown(&stored.source.process.program),
                last: stored.time,
                ..Machine::default()
            }
        });
        machine.results += 1;
        machine.last = machine.last.max(stored.time);
        *match stored.clock {
            Clock::Cpu => &mut machine.cpu_seconds,
            Clock::Wall => &mut machine.wall_seconds,
        } += stored.seconds();
    }
    let mut machines: Vec<_> = machines.into_values().collect();
    let seconds = |machine: &Machine| machine.cpu_seconds + machine.wall_seconds;
    machines.sort_by(|a, b| {
        let by_time = seconds(b).total_cmp(&seconds(a));
        by_time.then_with(|| (&a.host, &a.backend).cmp(&(&b.host, &b.backend)))
    });
    machines
}
