//! Long counts on many machines, with verifiable results.
//!
//! A [`Ledger`], one text file that only grows, leases the [units](UnitList) of a plan and stores every
//! result received. The file survives crashes, and checksums detect a corrupted byte.
//!
//! ```text
//!   open ──▶ done ──▶ confirmed     known sources agree
//!              └────▶ conflict      results differ; counting the unit by both routes ends it
//! ```
//!
//! A complete campaign on one thread (`LedgerJob` of `bezzel-run` counts on all, and on GPUs):
//!
//! ```
//! use bezzel_campaign::{Ledger, ProcessInfo, StoredResult};
//! use bezzel_count::{Backend, Counter, Route, Unit};
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("q10.bezzel");
//! let mut ledger = Ledger::create(&file, 10)?;
//! let mut counter = Counter::new(Backend::detect())?;
//! let process = ProcessInfo::current("example");
//! while !ledger.is_complete() {
//!     let units: Vec<Unit> = ledger.lease(8)?.into_iter().map(|lease| lease.unit).collect();
//!     ledger.record(&StoredResult::count(&mut counter, &units, Route::Direct, &process)?)?;
//! }
//! assert_eq!(ledger.final_result()?.total.solutions, 724);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

/// Its examples are tested with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod author;
mod certificate;
mod clock;
mod error;
mod filter;
mod grammar;
mod judge;
mod ledger;
mod lines;
pub mod partial;
mod policy;
mod stats;
mod stored_result;
mod units;
mod utc;
mod words;

pub use author::{Author, AuthorList, MAX_AUTHOR_LIST_BYTES, SecretKey, Signature, parse_authors};
pub use certificate::Certificate;
pub use clock::{Clock, Stopwatch};
pub use error::Error;
pub use filter::{ResultFilter, Withdrawal};
pub use ledger::{
    AuthorReport, ConflictingUnit, FinalResult, HistogramBin, LEDGER_MAGIC, Lacking, Lease, Ledger,
    Machine, Merge, RecoverOptions, Recovered, Status, StoreOutcome, Withdrawn, end_waits_if,
};
pub use lines::{ExchangeLine, ExchangeReader};
pub use policy::Policy;
pub use stored_result::{ProcessInfo, StoredResult};
pub use units::{MAX_UNITS, UnitList};
pub use utc::utc;
pub use words::printable;
