//! The record counter: Q(n) by colour.
//!
//! A [`Plan`] cuts Q(n) into [`Unit`]s, a [`Counter`] finds the exact share of each on one
//! [`Backend`], a [`Tally`] adds the shares up and checks the total.
//!
//! ```
//! use bezzel::count::{Backend, Counter, Plan, Tally};
//! let plan = Plan::new(8)?;
//! let mut counter = Counter::new(Backend::detect())?;
//! let mut tally = Tally::default();
//! for unit in plan.units() {
//!     tally.add(&unit, &counter.run(&unit));
//! }
//! assert_eq!(tally.total(), Some(92));
//! assert_eq!(tally.by_black_queens(), Some(vec![0, 0, 0, 0, 92, 0, 0, 0, 0]));
//! # Ok::<(), bezzel::Error>(())
//! ```

pub mod backtrack;
mod colour;
mod lanes;
mod plan;
mod sample;
mod tally;

pub use lanes::Backend;
pub use plan::{Counter, MAX_COUNT_SIZE, PLAN_VERSION, Plan, Unit, UnitResult};
pub use sample::{Drawn, Estimate, Sampler};
pub use tally::{Tally, Total};
