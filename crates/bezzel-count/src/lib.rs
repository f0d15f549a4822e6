//! The record counter: Q(n) by colour.
//!
//! A [`Plan`] cuts Q(n) into [`Unit`]s, a [`Counter`] finds the exact share of each on one
//! [`Backend`], a [`Tally`] adds the shares up and checks the total. [`Engine`] is the call that
//! serves threads and devices alike.
//!
//! ```
//! use bezzel_count::{Backend, Counter, Plan, Route, Tally};
//! let plan = Plan::new(8)?;
//! let mut counter = Counter::new(Backend::detect())?;
//! let mut tally = Tally::default();
//! for unit in plan.units() {
//!     tally.add(&unit, &counter.count(&unit, Route::Direct))?;
//! }
//! assert_eq!(tally.total(), Some(92));
//! assert_eq!(tally.by_black_queens(), Some(vec![0, 0, 0, 0, 92, 0, 0, 0, 0]));
//! # Ok::<(), bezzel_count::Error>(())
//! ```

#![deny(missing_docs)]

/// Its examples are tested with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod bounds;
mod colour;
mod cost;
mod engine;
mod error;
mod lanes;
pub mod lowering;
mod plan;
mod sample;
mod tally;

pub use engine::{Counter, Engine, Phases, Route, UnitResult};
pub use error::Error;
pub use lanes::Backend;
pub use plan::{MAX_COUNT_SIZE, PLAN_VERSION, Plan, Unit};
pub use sample::{Draw, Estimate, Sample, SampledUnit, Sampler, Spread};
pub use tally::{Tally, Total};
