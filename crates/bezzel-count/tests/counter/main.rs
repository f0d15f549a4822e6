//! The colour-split counter but its totals, which also run as WebAssembly: constraints, checks,
//! occupancies, draws, plans and samples.

mod constrained;
mod count_checks;
mod draws;
mod occupancy;
mod plans;
mod sampling;
