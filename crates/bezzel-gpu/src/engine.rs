//! The engine of one card: units in, results out.
//!
//! A batch of units becomes sheets, and as many sheets as fit into the memory become a *load*.
//! Now and then a unit is counted again by the processor.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use bezzel::Error;
use bezzel::count::sheet::Sheet;
use bezzel::count::{Backend, Counter, Engine, Route, Unit, UnitResult};
use rayon::prelude::*;

use crate::device::{Device, Fault};
use crate::load::{Load, Variant};
use crate::memory::{Buffers, Limits};
use crate::source;

/// The most placements of a start list that are joined at once.
const PIECE: u32 = 4096;

/// Units for one call, so that a card has items for all its groups …
const BATCH: usize = 64;
/// … or for a processor, which is far slower.
const SMALL_BATCH: usize = 4;

/// Counts units on a card.
pub(crate) struct Card<D: Device> {
    name: String,
    device: D,
    limits: Limits,
    piece: u32,
    buffers: Buffers<D>,
    programs: BTreeMap<Variant, D::Program>,
    recount: Recount,
}

impl<D: Device> Card<D> {
    /// One of `sharing` engines on this card.
    pub fn new(device: D, sharing: u32, recount: Recount) -> Self {
        let about = device.about();
        Self {
            name: format!("{} ({})", about.backend, about.card),
            limits: Limits::new(about, sharing),
            device,
            piece: PIECE,
            buffers: Buffers::default(),
            programs: BTreeMap::new(),
            recount,
        }
    }

    /// Counts all units, in loads that fit.
    fn count(&mut self, units: &[Unit], route: Route) -> Result<Vec<UnitResult>, Fault> {
        let sheets = Sheet::of_all(units, route);
        let of: Vec<usize> = (0..)
            .zip(&sheets)
            .flat_map(|(unit, sheets)| sheets.iter().map(move |_| unit))
            .collect();
        let sheets: Vec<&Sheet> = sheets.iter().flatten().collect();
        self.compile(&sheets)?;
        let mut results = vec![UnitResult::default(); units.len()];
        let mut done = 0;
        while done < sheets.len() {
            let rest = &sheets[done..];
            let some = self.limits.fitting(rest);
            let load = Load {
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
                Err(Fault::Memory(what)) => {
                    self.buffers = Buffers::default();
                    if !self.limits.shrink() {
                        return Err(Fault::Memory(what));
                    }
                }
                Err(fault) => return Err(fault),
            }
        }
        Ok(results)
    }

    /// Compiles what these sheets need and is not there yet, side by side.
    fn compile(&mut self, sheets: &[&Sheet]) -> Result<(), Fault> {
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
            name: self.name.clone(),
            what: what.to_string(),
        }
    }
}

impl<D: Device> Engine for Card<D> {
    fn name(&self) -> String {
        self.name.clone()
    }

    fn batch(&self) -> usize {
        if self.device.about().processor {
            SMALL_BATCH
        } else {
            BATCH
        }
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
pub(crate) struct Recount {
    part: f64,
    /// Made when it is first needed.
    counter: Option<Counter>,
    random: fastrand::Rng,
    wrong: Arc<AtomicBool>,
}

impl Recount {
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
