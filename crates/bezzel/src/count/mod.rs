//! The record counter: Q(n) by colour.
//!
//! ```
//! use bezzel::count::{Backend, Plan};
//! let plan = Plan::new(8)?;
//! let mut shares = 0;
//! for unit in plan.units() {
//!     shares += unit.run(Backend::detect())?.value;
//! }
//! assert_eq!(plan.total(shares), Some(92));
//! # Ok::<(), bezzel::Error>(())
//! ```

mod colour;
mod lanes;
mod plan;

pub use lanes::Backend;
pub use plan::{MAX_COUNT_SIZE, PLAN_VERSION, Plan, Unit, UnitResult};
