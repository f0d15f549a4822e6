//! Cards against the processor: results and work counts must be the same.

use std::env;

use bezzel::count::{Plan, Sampler};

use super::*;
use crate::emulated::Emulated;
use crate::opencl::OpenCl;

/// An OpenCL device. The test command asks for one, and then it must be there.
fn opencl() -> Option<OpenCl> {
    match OpenCl::open(0) {
        Ok(device) => Some(device),
        Err(fault) if env::var_os("BEZZEL_OPENCL").is_some() => panic!("{fault}"),
        Err(fault) => {
            eprintln!("skipped: no device ({fault})");
            None
        }
    }
}

fn card<D: Device>(device: D) -> Card<D> {
    Card::new(device, 1, Recount::new(0.0, Arc::default()))
}

fn agree<D: Device>(card: &mut Card<D>, units: &[Unit], route: Route) {
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let found = card.run(units, route).unwrap();
    assert_eq!(found.len(), units.len());
    for (unit, found) in units.iter().zip(found) {
        assert_eq!(found, counter.count(unit, route), "{unit} {route:?}");
    }
}

fn all_units(n: u32) -> Vec<Unit> {
    Plan::new(n).unwrap().units().collect()
}

/// The cheapest among some random units.
fn cheap_units(n: u32, count: usize) -> Vec<Unit> {
    let plan = Plan::new(n).unwrap();
    let mut units: Vec<Unit> = Sampler::new(&plan, 6)
        .take(200)
        .map(|drawn| drawn.unit)
        .collect();
    units.sort_by(|a, b| a.cost().total_cmp(&b.cost()));
    units.dedup();
    units.truncate(count);
    units
}

#[test]
fn whole_counts_on_opencl() {
    let Some(device) = opencl() else { return };
    let mut card = card(device);
    for n in 1..=15 {
        agree(&mut card, &all_units(n), Route::Direct);
        if n <= 13 {
            agree(&mut card, &all_units(n), Route::Exchanged);
        }
    }
}

#[test]
fn sampled_units_on_opencl() {
    let Some(device) = opencl() else { return };
    let mut card = card(device);
    let largest = if cfg!(debug_assertions) { 17 } else { 24 };
    for n in 16..=largest {
        let t = std::time::Instant::now();
        agree(&mut card, &cheap_units(n, 2), Route::Direct);
        eprintln!("{n} {:?}", t.elapsed());
    }
}

#[test]
fn whole_counts_on_an_emulated_card() {
    let largest = if cfg!(debug_assertions) { 9 } else { 12 };
    for n in 1..=largest {
        let t = std::time::Instant::now();
        let mut card = card(Emulated::open(n.into()));
        agree(&mut card, &all_units(n), Route::Direct);
        agree(&mut card, &all_units(n), Route::Exchanged);
        eprintln!("{n} {:?}", t.elapsed());
    }
}
