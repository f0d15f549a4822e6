//! The engine of one card: units in, results out.
//!
//! A batch of units becomes sheets, and as many sheets as fit into the memory become a *load*.
//! Now and then a unit is counted again by the processor.

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

/// The most placements of a start list that are joined at once.
const MAX_STARTS_PER_CHUNK: u32 = 4096;

/// Units for one call, so that a card has items for all its groups …
const UNITS_PER_GPU_CALL: usize = 64;
/// … or for a processor, which is far slower.
const UNITS_PER_CPU_CALL: usize = 4;

/// Counts units on a card.
pub(crate) struct DeviceEngine<D: Device> {
    info: EngineInfo,
    device: D,
    limits: Limits,
    piece: u32,
    lowering: Lowering,
    buffers: Buffers<D>,
    programs: BTreeMap<Variant, D::Program>,
    recount: SpotCheck,
}

impl<D: Device> DeviceEngine<D> {
    /// One of `sharing` engines on this card.
    pub fn new(device: D, sharing: u32, recount: SpotCheck) -> Self {
        let about = device.about();
        Self {
            info: EngineInfo {
                kind: about.kind,
                device: Some(about.card.clone()),
                batch: if about.processor {
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
            recount,
        }
    }

    /// Counts all units, in loads that fit.
    fn count(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, DeviceError> {
        let sheets = self.lowering.units(units, route);
        let of: Vec<usize> = (0..)
            .zip(&sheets)
            .flat_map(|(unit, sheets)| sheets.iter().map(move |_| unit))
            .collect();
        let sheets: Vec<&LoweredTile> = sheets.iter().flatten().collect();
        self.compile(&sheets)?;
        let mut results = vec![UnitResult::default(); units.len()];
        let mut done = 0;
        while done < sheets.len() {
            let rest = &sheets[done..];
            let some = self.limits.fitting(rest);
            let load = DeviceBatch {
                device: &mut self.device,
                buffers: &mut self.buffers,
                programs: &self.programs,
                limits: &self.limits,
                piece: self.piece,
            };
            match load.run(&rest[..some]) {
                Ok(found) => {
                    for (unit, found) in of[done..].iter().zip(found) {
                        results[*unit] += found;
                    }
                    done += some;
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

    /// Compiles what these sheets need and is not there yet, side by side.
    fn compile(&mut self, sheets: &[&LoweredTile]) -> Result<(), DeviceError> {
        let sides = sheets.iter().flat_map(|sheet| [&sheet.black, &sheet.white]);
        let mut wanted: Vec<Variant> = sides
            .map(|side| Variant::of(&self.device, side))
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
            let right = self.recount.check(unit, route, result);
            right.map_err(|what| self.stopped(what))?;
        }
        Ok(results)
    }
}

/// Counts some units again on the processor, and stops all engines of a card once it was wrong.
pub(crate) struct SpotCheck {
    part: f64,
    /// Made when it is first needed.
    counter: Option<Counter>,
    random: fastrand::Rng,
    wrong: Arc<AtomicBool>,
}

impl SpotCheck {
    /// Recounts this part of all units, 0 to 1. `wrong` is common to the engines of a card.
    pub fn new(part: f64, wrong: Arc<AtomicBool>) -> Self {
        Self {
            part,
            counter: None,
            random: fastrand::Rng::new(),
            wrong,
        }
    }

    fn check(&mut self, unit: &Unit, route: Route, found: &UnitResult) -> Result<(), String> {
        if self.wrong.load(Ordering::Relaxed) {
            return Err("another engine of this card has counted a unit wrong".to_owned());
        }
        if self.random.f64() >= self.part {
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
            "unit {unit} was counted wrong: {found:?}, but the processor finds {expected:?}"
        ))
    }
}

#[cfg(test)]
mod tests;
