//! Engine of one device: takes units and returns results.
//!
//! Units are lowered to tiles, and as many tiles as fit into device memory form a *device
//! batch*. The CPU recounts a random sample of the units (spot check).

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bezzel_count::Error;
use bezzel_count::lowering::{LoweredTile, Lowering};
use bezzel_count::{Backend, Counter, Engine, EngineInfo, Route, Unit, UnitResult};
use rayon::prelude::*;

use crate::device::{Device, DeviceError};
use crate::load::{DeviceBatch, Variant};
use crate::memory::{Buffers, Limits};
use crate::source;

/// Maximum number of placements of a start list per chunk.
const MAX_STARTS_PER_CHUNK: u32 = 4096;

/// Units per call for a GPU, so that all its thread blocks have items …
const UNITS_PER_GPU_CALL: usize = 64;
/// … and for an OpenCL CPU device, which is far slower.
const UNITS_PER_CPU_CALL: usize = 4;

/// Engine that counts units on a device.
pub(crate) struct DeviceEngine<D: Device> {
    info: EngineInfo,
    device: D,
    limits: Limits,
    piece: u32,
    lowering: Lowering,
    buffers: Buffers<D>,
    programs: BTreeMap<Variant, D::Program>,
    spot_check: SpotCheck,
}

impl<D: Device> DeviceEngine<D> {
    /// Creates one of `sharing` engines of this device.
    pub fn new(device: D, sharing: u32, spot_check: SpotCheck) -> Self {
        let about = device.about();
        Self {
            info: EngineInfo {
                kind: about.kind,
                device: Some(about.name.clone()),
                batch: if about.is_cpu {
                    UNITS_PER_CPU_CALL
                } else {
                    UNITS_PER_GPU_CALL
                },
                concurrency: sharing,
                on_calling_thread: false,
            },
            limits: Limits::new(about, sharing),
            device,
            piece: MAX_STARTS_PER_CHUNK,
            lowering: Lowering::default(),
            buffers: Buffers::default(),
            programs: BTreeMap::new(),
            spot_check,
        }
    }

    /// Counts all units, in device batches that fit into memory.
    fn count(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, DeviceError> {
        let tiles = self.lowering.units(units, route);
        let unit_of_tile: Vec<usize> = (0..)
            .zip(&tiles)
            .flat_map(|(unit, tiles)| tiles.iter().map(move |_| unit))
            .collect();
        let tiles: Vec<&LoweredTile> = tiles.iter().flatten().collect();
        self.compile(&tiles)?;
        let mut results = vec![UnitResult::default(); units.len()];
        let mut done = 0;
        while done < tiles.len() {
            let rest = &tiles[done..];
            let fitting = self.limits.fitting(rest);
            let batch = DeviceBatch {
                device: &mut self.device,
                buffers: &mut self.buffers,
                programs: &self.programs,
                limits: &self.limits,
                piece: self.piece,
            };
            match batch.run(&rest[..fitting]) {
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
            .map(|colour| Variant::of(&self.device, colour))
            .filter(|variant| !self.programs.contains_key(variant))
            .collect();
        wanted.sort();
        wanted.dedup();
        let device = &self.device;
        let compiled: Vec<_> = wanted
            .into_par_iter()
            .map(|variant| {
                let program = device.compile(source::KERNELS, &variant.macros(device));
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
        let results = self
            .count(units, route)
            .map_err(|fault| self.stopped(fault))?;
        for (unit, result) in units.iter().zip(&results) {
            unit.check(result).map_err(|error| self.stopped(error))?;
            let right = self.spot_check.check(unit, route, result);
            right.map_err(|what| self.stopped(what))?;
        }
        Ok(results)
    }
}

/// Recounts random units on the CPU and stops all engines of a device after a wrong result.
pub(crate) struct SpotCheck {
    probability: f64,
    /// Created on first use.
    counter: Option<Counter>,
    random: fastrand::Rng,
    wrong: Arc<AtomicBool>,
}

impl SpotCheck {
    /// Recounts units with this probability. The engines of a device share `wrong`.
    pub fn new(probability: f64, wrong: Arc<AtomicBool>) -> Self {
        Self {
            probability,
            counter: None,
            random: fastrand::Rng::new(),
            wrong,
        }
    }

    fn check(&mut self, unit: &Unit, route: Route, found: &UnitResult) -> Result<(), String> {
        if self.wrong.load(Ordering::Relaxed) {
            return Err("another engine of this device returned a wrong result".to_owned());
        }
        if self.random.f64() >= self.probability {
            return Ok(());
        }
        let counter = match &mut self.counter {
            Some(counter) => counter,
            None => {
                let counter = Counter::new(Backend::detect()).map_err(|error| error.to_string())?;
                self.counter.insert(counter)
            }
        };
        let expected = counter.count(unit, route);
        if *found == expected {
            return Ok(());
        }
        self.wrong.store(true, Ordering::Relaxed);
        Err(format!(
            "unit {unit}: expected {expected:?} (CPU), found {found:?}"
        ))
    }
}

#[cfg(test)]
mod tests;
