//! The use case "count Q(n)", shared by the command, the Python package and the web page.
//!
//! A [`CountRequest`] names n and the options. [`Count::run`] chooses the method or the engines,
//! counts, calls an observer with [`CountEvent`]s and returns a [`CountResult`] after all checks
//! have passed. The observer cancels the count by returning false; a cancelled count can be run
//! again and continues where it stopped.
//!
//! | module | responsibility |
//! |---|---|
//! | `request` | options of a count, choice between the methods and the record counter |
//! | `engines` | backends and threads, with their defaults |
//! | `choice` | search or record counter for a board with constraints |
//! | `count` | the count itself |
//! | `complement`, `terms` | boards with one or two blocked squares as a sum of several counts |
//! | `parts` | counts that report their parts: methods, and the search on boards with constraints |
//! | `detached` | calls that cannot be interrupted, on threads that can be abandoned |
//! | `occupancy` | solutions with a queen on each square |
//! | `random` | random solutions |
//! | `threads` | threads that count the units of occupancies and draws |
//! | `growth` | predicted run time of the methods |
//!
//! Progress of a count with the record counter:
//!
//! ```
//! use bezzel_run::{Count, CountEvent, CountRequest};
//!
//! let mut request = CountRequest::new(14);
//! request.threads = Some(2);
//! request.double_check = true;
//! let (mut begun, mut recorded) = (0, 0);
//! let mut count = Count::new(request)?;
//! let result = count.run(&mut |event| {
//!     match event {
//!         CountEvent::Started { units, backends, .. } => println!("{units} units on {backends:?}"),
//!         CountEvent::Units { progress, .. } => {
//!             begun += progress.started.len();
//!             recorded += progress.records.len();
//!             if let Some(warning) = progress.warning {
//!                 println!("warning: {warning}");
//!             }
//!         }
//!         _ => {}
//!     }
//!     true // false cancels
//! })?;
//! let result = result.expect("the observer never cancels");
//! assert_eq!(result.solutions, 365_596);
//! assert_eq!(result.confirmed, Some(begun as u64));
//! assert_eq!(recorded, 2 * begun);
//! # Ok::<(), bezzel_run::Error>(())
//! ```

#![deny(missing_docs)]
#![forbid(unsafe_code)]

/// Its examples are tested with those of the documentation.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

mod choice;
mod complement;
mod count;
mod detached;
mod engines;
mod error;
pub mod growth;
mod listed;
mod occupancy;
mod parts;
mod random;
mod request;
mod terms;
mod threads;

use std::time::Duration;

pub use count::{Count, CountEvent, CountResult, Phase};
pub use engines::{EngineSelection, MAX_THREADS, available_threads};
pub use error::Error;
pub use occupancy::{FinishedUnits, FirstRow, OccupancyProgress, OccupancyRequest};
pub use random::{MAX_QUEENS, MAX_UNIFORM_BY_DEFAULT, RandomMethod, RandomProgress, RandomRequest};
pub use request::{Algorithm, CountRequest, RECORD_COUNTER_NAME, SEARCH_NAME, Storage};

/// Maximum time between two calls of an observer.
const POLL_INTERVAL: Duration = Duration::from_millis(50);
