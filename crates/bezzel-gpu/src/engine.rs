//! Engine of one device: takes units and returns results.
//!
//! Units are lowered to tiles, and as many tiles as fit into device memory form a *device
//! batch*. The CPU recounts a random sample of the units (spot check).

use std::collections::BTreeMap;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::{self, ScopedJoinHandle};

use bezzel_count::Error;
use bezzel_count::lowering::{LoweredTile, Lowering};
use bezzel_count::{Backend, Counter, Engine, EngineInfo, Route, Unit, UnitResult};
use rayon::prelude::*;

use crate::batch::{Scratch, Variant};
use crate::device::{Device, DeviceError};
use crate::memory::{Buffers, Limits};
use crate::source;
use crate::tables::ColumnsOfTiles;

/// Units per call, so that all thread blocks of a GPU have items.
const UNITS_PER_CALL: usize = 32;

/// Engine that counts units on a device.
pub(crate) struct DeviceEngine<D: Device> {
    info: EngineInfo,
    pub(crate) device: D,
    pub(crate) limits: Limits,
    /// Memory for the tables, which keep it from batch to batch.
    pub(crate) scratch: Scratch,
    /// Number of placements of a start list that are joined at the same time, at most. For items
    /// whose lists are too long for the arena or the table it is halved, and for all later items
    /// of the variant if there are many of them.
    pub(crate) chunks: BTreeMap<Variant, u32>,
    lowering: Lowering,
    /// Held by the engine of this device that lowers units.
    turn: Arc<Mutex<()>>,
    pub(crate) buffers: Buffers<D>,
    pub(crate) programs: BTreeMap<Variant, D::Program>,
    spot_check: SpotCheck,
}

impl<D: Device> DeviceEngine<D> {
    /// Creates one of `sharing` engines of this device, which lower units in `turn`.
    pub fn new(device: D, sharing: u32, spot_check: SpotCheck, turn: Arc<Mutex<()>>) -> Self {
        let about = device.about();
        Self {
            info: EngineInfo {
                kind: about.kind,
                device: Some(about.name.clone()),
                batch: UNITS_PER_CALL,
            },
            limits: Limits::new(about, sharing),
            scratch: Scratch::default(),
            device,
            chunks: BTreeMap::new(),
            lowering: Lowering::default(),
            buffers: Buffers::default(),
            programs: BTreeMap::new(),
            spot_check,
            turn,
        }
    }

    /// Counts all units, in device batches that fit into memory.
    fn count(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, DeviceError> {
        let tiles = {
            // One engine after the other with all cores, so that the first can count early.
            let _turn = self.turn.lock().unwrap_or_else(PoisonError::into_inner);
            self.lowering.units(units, route)
        };
        let unit_of_tile: Vec<usize> = (0..)
            .zip(&tiles)
            .flat_map(|(unit, tiles)| tiles.iter().map(move |_| unit))
            .collect();
        let tiles: Vec<&LoweredTile> = tiles.iter().flatten().collect();
        self.compile(&tiles)?;
        let columns = ColumnsOfTiles::pack(&tiles);
        let mut results = vec![UnitResult::default(); units.len()];
        let mut done = 0;
        while done < tiles.len() {
            let rest = &tiles[done..];
            let fitting = self.limits.fitting(rest);
            match self.count_batch(&rest[..fitting], &columns) {
                Ok(found) => {
                    for (unit, found) in unit_of_tile[done..].iter().zip(found) {
                        results[*unit] += found;
                    }
                    done += fitting;
                }
                Err(DeviceError::Memory(what)) => {
                    self.buffers = Buffers::default();
                    if !self.limits.shrink() {
                        return Err(DeviceError::Memory(what));
                    }
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(results)
    }

    /// Compiles the missing kernel variants for these tiles in parallel.
    fn compile(&mut self, tiles: &[&LoweredTile]) -> Result<(), DeviceError> {
        let colours = tiles.iter().flat_map(|tile| [&tile.black, &tile.white]);
        let mut wanted: Vec<Variant> = colours
            .map(|colour| self.variant(colour))
            .filter(|variant| !self.programs.contains_key(variant))
            .collect();
        wanted.sort();
        wanted.dedup();
        let device = &self.device;
        let compiled: Vec<_> = wanted
            .into_par_iter()
            .map(|variant| {
                let program = device.compile(source::KERNELS, &variant.macros());
                program.map(|program| (variant, program))
            })
            .collect::<Result<_, _>>()?;
        self.programs.extend(compiled);
        Ok(())
    }

    fn stopped(&self, what: impl ToString) -> Error {
        Error::Device {
            name: self.info.to_string(),
            what: what.to_string(),
        }
    }
}

impl<D: Device> Engine for DeviceEngine<D> {
    fn info(&self) -> EngineInfo {
        self.info.clone()
    }

    fn run(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
        let selected = self.spot_check.select(units);
        // The CPU recounts while the device counts.
        let (results, recounted) = thread::scope(|scope| {
            let recount = || recount(&selected, route);
            let recounting = (!selected.is_empty()).then(|| scope.spawn(recount));
            let results = self.count(units, route);
            let join = |thread: ScopedJoinHandle<_>| match thread.join() {
                Ok(recounted) => recounted,
                Err(panic) => resume_unwind(panic),
            };
            (results, recounting.map_or_else(|| Ok(Vec::new()), join))
        });
        let results = results.map_err(|fault| self.stopped(fault))?;
        for (unit, result) in units.iter().zip(&results) {
            unit.check(result).map_err(|error| self.stopped(error))?;
        }
        let found = selected.iter().map(|unit| {
            let index = units.iter().position(|one| one == *unit);
            &results[index.expect("selected from these units")]
        });
        let recounted = recounted.map_err(|error| self.stopped(error))?;
        let compared = self.spot_check.compare(&selected, found, &recounted);
        compared.map_err(|what| self.stopped(what))?;
        Ok(results)
    }
}

/// Recounts random units on the CPU and stops all engines of a device after a wrong result.
pub(crate) struct SpotCheck {
    probability: f64,
    random: fastrand::Rng,
    wrong: Arc<AtomicBool>,
}

impl SpotCheck {
    /// Recounts units with this probability. The engines of a device share `wrong`.
    pub fn new(probability: f64, wrong: Arc<AtomicBool>) -> Self {
        Self {
            probability,
            random: fastrand::Rng::new(),
            wrong,
        }
    }

    fn select<'u>(&mut self, units: &'u [Unit]) -> Vec<&'u Unit> {
        let mut selected = || self.random.f64() < self.probability;
        units.iter().filter(|_| selected()).collect()
    }

    /// Compares the results of a device with the results of the CPU.
    fn compare<'r>(
        &self,
        units: &[&Unit],
        found: impl Iterator<Item = &'r UnitResult>,
        expected: &[UnitResult],
    ) -> Result<(), String> {
        if self.wrong.load(Ordering::Relaxed) {
            return Err("another engine of this device returned a wrong result".to_owned());
        }
        for ((unit, found), expected) in units.iter().zip(found).zip(expected) {
            if found != expected {
                self.wrong.store(true, Ordering::Relaxed);
                return Err(format!(
                    "unit {unit}: expected {expected:?} (CPU), found {found:?}"
                ));
            }
        }
        Ok(())
    }
}

/// Counts units on the CPU.
fn recount(units: &[&Unit], route: Route) -> Result<Vec<UnitResult>, Error> {
    let mut counter = Counter::new(Backend::detect())?;
    Ok(units
        .iter()
        .map(|unit| counter.count(unit, route))
        .collect())
}

#[cfg(test)]
mod tests;
