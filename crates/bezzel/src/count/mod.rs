//! The record counter: Q(n) by colour.
//!
//! ```
//! use bezzel::count::{Backend, Counter, Plan};
//! let plan = Plan::new(8)?;
//! let mut counter = Counter::new(Backend::detect())?;
//! let shares = plan.units().map(|unit| counter.run(&unit).value).sum();
//! assert_eq!(plan.total(shares), Some(92));
//! # Ok::<(), bezzel::Error>(())
//! ```

mod colour;
mod lanes;
mod plan;
mod sample;
mod tally;

pub use lanes::Backend;
pub use plan::{Counter, MAX_COUNT_SIZE, PLAN_VERSION, Plan, Unit, UnitResult};
pub use sample::{Drawn, Estimate, Sampler};
pub use tally::{Tally, Total};
