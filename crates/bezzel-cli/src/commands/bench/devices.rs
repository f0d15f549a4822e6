//! Speed of GPUs, alone or together with the CPU.

use std::time::Instant;

use anyhow::bail;
use bezzel_count::{Backend, Counter, Plan, Route, Sampler};
use bezzel_run::EnginePool;

use super::{INTERRUPTED, Row, SEED};
use crate::commands::timing;

/// Times units on all engines together, from the first call to the last result. Checks all
/// units by the exchanged route and the cheapest one on the CPU.
pub(super) fn measure(n: u32, units: Option<u32>, pool: &mut EnginePool) -> anyhow::Result<Row> {
    let plan = Plan::new(n)?;
    let units = units.unwrap_or(pool.batch() as u32);
    let drawn = timing::sorted(Sampler::new(&plan, SEED).take(units as usize));
    timing::warm_up(pool, &drawn, INTERRUPTED)?;
    let mut count = |route| timing::count(pool, &drawn, route, INTERRUPTED, &mut |_| {});
    let started = Instant::now();
    let results = count(Route::Direct)?.results;
    let seconds = started.elapsed().as_secs_f64();
    let checks = count(Route::Exchanged)?.results;
    for found in &results {
        let check = checks.iter().find(|other| other.unit == found.unit);
        if !check.is_some_and(|check| found.result.agrees(&check.result)) {
            let unit = plan.unit(found.unit);
            let unit = unit.map_or_else(String::new, |unit| unit.to_string());
            bail!("unit {unit}: the two routes give different results: faulty device or bug");
        }
    }
    let cheapest = drawn.iter().min_by(|a, b| a.cost().total_cmp(&b.cost()));
    if let Some(unit) = cheapest {
        let on_cpu = Counter::new(Backend::detect())?.count(unit, Route::Direct);
        let found = results.iter().find(|found| found.unit == unit.index());
        if found.is_none_or(|found| found.result != on_cpu) {
            bail!("unit {unit}: device and CPU give different results: faulty device or bug");
        }
    }
    let joined = results.iter().map(|found| found.result.joined).sum();
    Ok(Row::new(n, units, joined, seconds, None))
}
