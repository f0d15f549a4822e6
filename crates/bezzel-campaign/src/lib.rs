//! Counts that take days, on many machines, that anyone can trust.
//!
//! The [units](UnitList) of a plan are counted by whatever [`Engine`](bezzel::count::Engine)s
//! there are, and a [`Ledger`] keeps every result ever received: one file, which survives
//! crashes and in which a wrong byte is found. [`run()`](run()) joins the two.
//!
//! ```text
//!   open ──▶ leased ──▶ done ──▶ confirmed     a second count agrees
//!     ◀────────┘          └───▶ conflict       results differ; see `Verifying::conflicts`
//!    released or expired
//! ```
//!
//! A whole campaign:
//!
//! ```
//! use bezzel::count::{Backend, Counter, Engine};
//! use bezzel_campaign::{Counting, Ledger, Origin, Stop, run};
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("q10.bezzel");
//! let mut ledger = Ledger::create(&file, 10)?;
//! let engines: Vec<Box<dyn Engine>> = vec![Box::new(Counter::new(Backend::detect())?)];
//! let mut counting = Counting::new(&mut ledger, Origin::here("example"));
//! run(&mut counting, engines, Stop::never(), &mut |_| true)?;
//! assert_eq!(ledger.findings()?.total.solutions, 724);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

/// Its examples are tested with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod books;
mod certificate;
mod clock;
mod error;
mod ledger;
mod lines;
mod order;
mod record;
mod run;
mod units;
mod words;

pub use books::{Counting, Unkept, Verifying};
pub use certificate::Certificate;
pub use clock::{Clock, Stopwatch};
pub use error::Error;
pub use ledger::{
    Bar, Dispute, Findings, Lease, Ledger, Machine, Merge, Outcome, Recovered, State, Status,
};
pub use lines::{Line, Lines};
pub(crate) use record::RouteName;
pub use record::{Origin, Record};
pub use run::{Book, Ended, News, Stop, run};
pub use units::{MAX_UNITS, UnitList};
pub use words::printable;
