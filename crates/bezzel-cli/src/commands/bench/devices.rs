//! Speed of GPUs, alone or together with the CPU.

use std::sync::{Mutex, PoisonError};
use std::time::Instant;

use anyhow::bail;
use bezzel_count::{Backend, Counter, Engine, Plan, Route, Sampler, Unit, UnitResult};

use super::{Row, SEED};
use crate::commands::lot;

/// Times units on all engines together, from the first call to the last result. Checks all
/// units by the exchanged route and the cheapest one on the CPU.
pub(super) fn measure(
    n: u32,
    units: Option<u32>,
    engines: &mut [Box<dyn Engine>],
) -> anyhow::Result<Row> {
    let plan = Plan::new(n)?;
    let at_once = engines.iter().map(|engine| engine.batch()).sum::<usize>();
    let units = units.unwrap_or(at_once as u32);
    let drawn = lot::sorted(Sampler::new(&plan, SEED).take(units as usize));
    lot::warm_up(engines, &drawn, Route::Direct)?;
    let started = Instant::now();
    let results = count(engines, &drawn, Route::Direct)?;
    let seconds = started.elapsed().as_secs_f64();
    let checks = count(engines, &drawn, Route::Exchanged)?;
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
    engines: &mut [Box<dyn Engine>],
    drawn: &[Unit],
    route: Route,
) -> Result<Vec<(Unit, UnitResult)>, bezzel_count::Error> {
    let results = Mutex::new(Vec::new());
    let inside = || results.lock().unwrap_or_else(PoisonError::into_inner);
    lot::count(engines, drawn, route, &|call| inside().extend(call.counted))?;
    Ok(results.into_inner().unwrap_or_else(PoisonError::into_inner))
}
