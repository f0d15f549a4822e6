//! Long counts on many machines, with verifiable results.
//!
//! [`Engine`](bezzel_count::Engine)s count the [units](UnitList) of a plan, and a [`Ledger`], one
//! SQLite file, stores every result received. The file survives crashes, and checksums detect a
//! corrupted byte. [`run()`](run()) joins the two.
//!
//! ```text
//!   open ──▶ leased ──▶ done ──▶ confirmed     a second count agrees
//!     ◀────────┘          └───▶ conflict       results differ; see `VerificationQueue::conflicts`
//!    released or expired
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

mod assignments;
mod author;
mod certificate;
mod clock;
mod commitment;
mod error;
mod ledger;
mod lines;
mod order;
pub mod partial;
mod policy;
mod pool;
mod proofs;
mod queues;
mod record;
mod request;
mod run;
mod units;
mod utc;
mod words;

pub use assignments::{Assignments, Grant, Holder, LeaseLimits};
pub use author::{Author, AuthorList, MAX_AUTHOR_LIST_BYTES, SecretKey, Signature, parse_authors};
pub use certificate::Certificate;
pub use clock::{Clock, Stopwatch};
pub use commitment::{Commitment, PartProof};
pub use error::Error;
pub use ledger::{
    Audit, AuthorReport, ConflictingUnit, Demand, DrawnPart, DrawnResults, FinalResult,
    HistogramBin, Lacking, Lease, Ledger, Machine, Merge, PublicLog, Received, RecordOutcome,
    RecoverOptions, Recovered, ResultFilter, RouteSet, SQLITE_MAGIC, Status, UnitDemand,
    Withdrawal, Withdrawn, end_waits_if,
};
pub use lines::{ExchangeLine, ExchangeReader};
pub use policy::{Admission, Policy};
pub use pool::{EnginePool, TimedBatch};
pub use proofs::{ProofReader, proofs_header};
pub use queues::{InMemoryQueue, LedgerQueue, VerificationQueue};
pub(crate) use record::RouteName;
pub use record::{ProcessInfo, Record};
pub use request::{LeaseAction, LeaseRequest, MAX_REQUEST_BYTES, MAX_UNITS_PER_LEASE};
pub use run::{RunOutcome, RunProgress, TimeLimit, WorkQueue, run};
pub use units::{MAX_UNITS, UnitList};
pub use utc::utc;
pub use words::printable;
