//! The engines of a command, and units that they count to measure time: samples and benchmarks.

use std::cell::RefCell;

use anyhow::bail;
use bezzel_count::{Engine, Route, StoredResult, Unit};
use bezzel_run::{
    Batch, Control, EnginePool, EngineSelection, Job, Progress, Store, UnitsJob, this_process,
};

use super::ledger::program;
use crate::args::Engines;
use crate::interrupt;
use crate::language::either;
use crate::output::write_note;

impl Engines {
    pub(crate) fn selection(&self) -> EngineSelection {
        EngineSelection::new(self.backend.clone(), self.threads)
    }

    /// Opens the requested engines. If there are GPUs among them, names all engines on stderr.
    pub(crate) fn open(&self) -> anyhow::Result<Vec<Box<dyn Engine>>> {
        let selection = self.selection();
        let engines = selection.open()?;
        if selection.has_gpus() {
            let names = names(&engines).join(&either!(", ", "、"));
            write_note(either!("counting on {names}", "用 {names} 计数"));
        }
        Ok(engines)
    }
}

/// Returns the names of the backends, without repetitions.
pub(crate) fn names(engines: &[Box<dyn Engine>]) -> Vec<String> {
    let mut names: Vec<String> = engines.iter().map(|engine| engine.name()).collect();
    names.dedup();
    names
}

/// Sorts units by descending cost, as in saved counts, so that the units of one batch cost about the same.
pub(crate) fn sorted(units: impl Iterator<Item = Unit>) -> Vec<Unit> {
    let mut units: Vec<Unit> = units.collect();
    units.sort_by(|a, b| b.cost().total_cmp(&a.cost()));
    units
}

/// Starts the engines, after each GPU has counted some of these units, so that its kernels are compiled
/// before time is measured: the cheapest unit of each n and number of black queens, which select the
/// kernels. Fails if the user asked to stop.
pub(crate) fn started(
    mut engines: Vec<Box<dyn Engine>>,
    drawn: &[Unit],
) -> anyhow::Result<EnginePool> {
    let kernels = |unit: &Unit| (unit.n(), unit.extent().0);
    let mut units = drawn.to_vec();
    units.sort_by(|a, b| {
        let by_kernels = kernels(a).cmp(&kernels(b));
        by_kernels.then(a.cost().total_cmp(&b.cost()))
    });
    units.dedup_by_key(|unit| kernels(unit));
    let is_device = |engine: &&mut Box<dyn Engine>| engine.info().kind.is_device();
    for engine in engines.iter_mut().filter(is_device) {
        engine.run(&units, Route::Direct)?;
        interrupt::check()?;
    }
    Ok(EnginePool::start(engines))
}

/// The results of units, and the calls of the engines that counted them.
#[derive(Default)]
pub(crate) struct Timed {
    pub(crate) results: Vec<StoredResult>,
    pub(crate) batches: Vec<Batch>,
}

/// Counts these units on all engines. Fails with the first error of an engine, whose time would be
/// missing, and if the user asked to stop.
pub(crate) fn timed(
    pool: &mut EnginePool,
    units: &[Unit],
    route: Route,
    show: &mut dyn FnMut(&Progress),
) -> anyhow::Result<Timed> {
    let mut timed = Timed::default();
    let mut store = Store::of_list(units.to_vec(), route, this_process(&program()));
    count(pool, &mut store, &mut |progress| {
        if let Some(warning) = progress.warning {
            bail!("{warning}");
        }
        if let Some(units) = &progress.units {
            timed.results.extend_from_slice(units.stored);
            timed.batches.extend_from_slice(units.batches);
        }
        show(progress);
        Ok(())
    })?;
    Ok(timed)
}

/// Counts the units of a store on all engines. Ends with the first error of `each`, and if the user
/// asked to stop.
pub(crate) fn count(
    pool: &mut EnginePool,
    store: &mut Store,
    each: &mut dyn FnMut(&Progress) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let failed = RefCell::new(None);
    let is_stopped = || failed.borrow().is_some() || interrupt::stop_requested();
    let control = Control::new(&is_stopped);
    let ended = UnitsJob::new(store, pool).run(&control, &mut |progress| {
        if let Err(error) = each(progress) {
            failed.borrow_mut().get_or_insert(error);
        }
    });
    match failed.into_inner() {
        Some(error) => Err(error),
        None => interrupt::answer(ended),
    }
}
