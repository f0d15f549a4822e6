//! Long counts on many machines, with verifiable results.
//!
//! [`Engine`](bezzel_count::Engine)s count the [units](UnitList) of a plan, and a [`Ledger`], one
//! text file that only grows, stores every result received. The file survives crashes, and checksums
//! detect a corrupted byte. [`run()`](run()) joins the two.
//!
//! ```text
//!   open ──▶ done ──▶ confirmed     known sources agree
//!              └────▶ conflict      results differ; see `VerificationQueue::conflicts`
//! ```
//!
//! A complete campaign:
//!
//! ```
//! use bezzel_count::{Backend, Counter, Engine};
//! use bezzel_campaign::{LedgerQueue, Ledger, ProcessInfo, TimeLimit, run};
//! # let folder = tempfile::tempdir()?;
//! # let file = folder.path().join("q10.bezzel");
//! let mut ledger = Ledger::create(&file, 10)?;
//! let engines: Vec<Box<dyn Engine>> = vec![Box::new(Counter::new(Backend::detect())?)];
//! let mut counting = LedgerQueue::new(&mut ledger, ProcessInfo::current("example"));
//! run(&mut counting, engines, TimeLimit::none(), &mut |_| true)?;
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
mod judge;
mod ledger;
mod lines;
mod order;
pub mod partial;
mod policy;
mod pool;
mod queues;
mod record;
mod run;
mod stats;
mod units;
mod utc;
mod words;

pub use author::{Author, AuthorList, MAX_AUTHOR_LIST_BYTES, SecretKey, Signature, parse_authors};
pub use certificate::Certificate;
pub use clock::{Clock, Stopwatch};
pub use error::Error;
pub use ledger::{
    AuthorReport, ConflictingUnit, FinalResult, HistogramBin, LEDGER_MAGIC, Lacking, Lease, Ledger,
    Machine, Merge, RecordOutcome, RecoverOptions, Recovered, ResultFilter, Status, Withdrawal,
    Withdrawn, end_waits_if,
};
pub use lines::{ExchangeLine, ExchangeReader};
pub use policy::Policy;
pub use pool::{EnginePool, TimedBatch};
pub use queues::{InMemoryQueue, LedgerQueue, VerificationQueue};
pub(crate) use record::RouteName;
pub use record::{ProcessInfo, Record};
pub use run::{RunOutcome, RunProgress, TimeLimit, WorkQueue, run};
pub use units::{MAX_UNITS, UnitList};
pub use utc::utc;
pub use words::printable;
