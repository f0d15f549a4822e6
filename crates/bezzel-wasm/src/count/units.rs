//! The units of Q(n), which the page gives to workers, and their results as lines of a ledger.

use std::collections::BTreeMap;
use std::sync::Arc;

use bezzel::shared::check_range;
use bezzel_count::lines::{Faults, Place, read_lines};
use bezzel_count::{
    Backend, Clock, Counter, Plan, ProcessInfo, Route, Schedule, Source, StoredResult, Unit,
    plan_line, result_line, stored_result, words_of,
};
use serde::Serialize;

use crate::host::{Deadline, Host};
use crate::problem::Problem;

/// The program that results name.
const PROGRAM: &str = concat!("bezzel-page-", env!("CARGO_PKG_VERSION"));

/// The units of Q(n). They can be counted in any order, by several engines.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct CountPlan {
    /// The first line of a ledger of these units.
    line: String,
    /// Expected cost of each unit: nanoseconds of a fast core, within a factor.
    costs: Vec<u64>,
    /// Numbers of the units without a result, the most expensive first.
    order: Vec<u64>,
    /// The intact results of the ledger, one of each unit.
    counted: Vec<CountedUnit>,
    /// The backend that counts: `simd128` or `portable`.
    backend: &'static str,
}

/// A unit that was counted.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct CountedUnit {
    /// Number of the unit in the plan, from 0.
    index: u64,
    /// The line that stores its result in a ledger.
    line: String,
    /// Time that the count of the unit took.
    seconds: f64,
}

impl CountedUnit {
    fn new(plan: &Plan, stored: &StoredResult) -> Result<Self, Problem> {
        Ok(Self {
            index: stored.unit,
            line: result_line(plan, stored)?,
            seconds: stored.seconds(),
        })
    }

    /// Counts a unit. `time` is in seconds since 1970.
    pub(super) fn count(
        plan: &Plan,
        counter: &mut Counter,
        index: u64,
        time: i64,
        host: &dyn Host,
    ) -> Result<Self, Problem> {
        check_range("unit", index, 0..=plan.len().saturating_sub(1))?;
        let watch = Deadline::new(host, f64::INFINITY);
        let unit = plan.unit(index).expect("a unit of the plan");
        let result = counter.count(&unit, Route::Direct);
        let source = Source {
            backend: Backend::detect().name().to_owned(),
            process: ProcessInfo {
                program: PROGRAM.to_owned(),
                host: "browser".to_owned(),
            },
        };
        let stored = StoredResult {
            unit: index,
            route: Route::Direct,
            result,
            source: Arc::new(source),
            microseconds: (1e6 * watch.elapsed()) as u64,
            clock: Clock::Wall,
            time,
        };
        Self::new(plan, &stored)
    }
}

/// Returns one result of each unit that the ledger has intact lines of. The others are open.
pub(super) fn results(plan: &Plan, ledger: &str) -> BTreeMap<u64, StoredResult> {
    let (mut results, words) = (BTreeMap::new(), words_of(plan));
    let (mut place, mut faults) = (Place::default(), Faults::default());
    let read = read_lines(
        &mut ledger.as_bytes(),
        &mut place,
        &mut faults,
        &mut |line| {
            let stored = stored_result(plan, &words, &line.words)?;
            results.entry(stored.unit).or_insert(stored);
            Ok(())
        },
    );
    read.expect("a text in memory is read");
    results
}

impl CountPlan {
    /// Returns the units of a plan. Some of them may already be counted.
    pub(super) fn new(plan: &Plan, ledger: &str) -> Result<Self, Problem> {
        let results = results(plan, ledger);
        let is_open = |unit: &Unit| !results.contains_key(&unit.index());
        let open = Schedule::of_plan(plan.clone()).take_shared(usize::MAX, is_open, |_| false);
        let counted = results
            .values()
            .map(|stored| CountedUnit::new(plan, stored));
        Ok(Self {
            line: plan_line(plan),
            counted: counted.collect::<Result<_, _>>()?,
            costs: plan.units().map(|unit| unit.cost().ceil() as u64).collect(),
            order: open.iter().map(Unit::index).collect(),
            backend: Backend::detect().name(),
        })
    }
}
