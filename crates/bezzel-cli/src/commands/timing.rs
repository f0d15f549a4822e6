//! Units that are counted to measure time: samples and benchmarks.

use std::sync::Arc;

use bezzel_campaign::{EnginePool, Error, ProcessInfo};
use bezzel_count::Unit;

/// Sorts units by descending cost, as in campaigns, so that those of one batch cost about the same.
pub(crate) fn sorted(units: impl Iterator<Item = Unit>) -> Vec<Unit> {
    let mut units: Vec<Unit> = units.collect();
    units.sort_by(|a, b| b.cost().total_cmp(&a.cost()));
    units
}

/// Lets each GPU count some of these units before time is measured, so that its kernels are
/// compiled: the cheapest unit of each number of black queens, which selects the kernels.
pub(crate) fn warm_up(
    pool: &mut EnginePool,
    drawn: &[Unit],
    process: &Arc<ProcessInfo>,
) -> Result<(), Error> {
    let mut units = drawn.to_vec();
    units.sort_by(|a, b| {
        let queens = |unit: &Unit| unit.extent().0;
        (queens(a).cmp(&queens(b))).then(a.cost().total_cmp(&b.cost()))
    });
    units.dedup_by_key(|unit| unit.extent().0);
    pool.warm_up(&units, process)
}
