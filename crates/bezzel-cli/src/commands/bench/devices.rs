//! Speed of GPUs, alone or together with the CPU.

use std::sync::Arc;
use std::time::Instant;

use anyhow::bail;
use bezzel_campaign::{EnginePool, ProcessInfo};
use bezzel_count::{Backend, Counter, Plan, Route, Sampler, Unit, UnitResult};

use super::{Row, SEED};
use crate::commands::campaign::program;
use crate::commands::timing;

/// Times units on all engines together, from the first call to the last result. Checks all
/// units by the exchanged route and the cheapest one on the CPU.
pub(super) fn measure(n: u32, units: Option<u32>, pool: &mut EnginePool) -> anyhow::Result<Row> {
    let plan = Plan::new(n)?;
    let at_once = pool.batch();
    let process = ProcessInfo::current(&program());
    let units = units.unwrap_or(at_once as u32);
    let drawn = timing::sorted(Sampler::new(&plan, SEED).take(units as usize));
    timing::warm_up(pool, &drawn, &process)?;
    let started = Instant::now();
    let results = count(pool, &drawn, Route::Direct, &process)?;
    let seconds = started.elapsed().as_secs_f64();
    let checks = count(pool, &drawn, Route::Exchanged, &process)?;
    for (unit, result) in &results {
        let check = checks.iter().find(|(other, _)| other == unit);
        if !check.is_some_and(|(_, check)| result.agrees(check)) {
            bail!("unit {unit}: the two routes give different results: faulty device or bug");
        }
    }
    let cheapest = results
        .iter()
        .min_by(|(a, _), (b, _)| a.cost().total_cmp(&b.cost()));
    if let Some((unit, result)) = cheapest
        && Counter::new(Backend::detect())?.count(unit, Route::Direct) != *result
    {
        bail!("unit {unit}: device and CPU give different results: faulty device or bug");
    }
    let joined = results.iter().map(|(_, result)| result.joined).sum();
    Ok(Row::new(n, units, joined, seconds, None))
}

fn count(
    pool: &mut EnginePool,
    drawn: &[Unit],
    route: Route,
    process: &Arc<ProcessInfo>,
) -> Result<Vec<(Unit, UnitResult)>, bezzel_campaign::Error> {
    let mut results = Vec::new();
    pool.count(drawn, route, usize::MAX, process, &mut |batch| {
        if let Some(batch) = batch {
            let of_records = batch.records.into_iter().map(|record| record.result);
            results.extend(batch.units.into_iter().zip(of_records));
        }
        true
    })?;
    Ok(results)
}
