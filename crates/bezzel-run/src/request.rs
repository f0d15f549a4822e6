//! Options of a count, and the choice between the methods and the record counter.

use std::path::PathBuf;
use std::sync::Arc;

use bezzel::methods::Method;
use bezzel::{ConstrainedBoard, MAX_COMPLETED};
use bezzel_campaign::{Ledger, ProcessInfo};
use bezzel_count::{MAX_COUNT_SIZE, Plan};
use bezzel_gpu::BackendSet;

use crate::choice::prefers_record_counter;
use crate::{EngineSelection, Error, available_threads};

/// Smallest n for which the record counter is clearly faster than the fastest method: 2 ms
/// against 4 ms on one core of an Emerald Rapids VM, 2026-11-21, by `bezzel count 12 -t 1` with
/// and without `-m mirrored-bitmask`; at n = 11 both take 1 ms.
const RECORD_COUNTER_FROM_N: u32 = 12;

/// The name of the record counter in lists of methods.
pub const RECORD_COUNTER_NAME: &str = "record-counter";

/// The name of the search that counts boards with constraints.
pub const SEARCH_NAME: &str = "search";

/// Options of a count. [`new`](Self::new) sets the defaults.
#[derive(Debug)]
#[non_exhaustive]
pub struct CountRequest {
    /// Number of queens, rows and columns.
    pub n: u32,
    /// Placed queens and blocked squares: only solutions that obey them are counted. Its size must
    /// be n. The methods count the empty board only.
    pub board: Option<ConstrainedBoard>,
    /// A method. `None` leaves the choice to [`algorithm`](Self::algorithm).
    pub method: Option<Method>,
    /// Forces the record counter, which alone gives the solutions by number of black queens.
    pub record_counter: bool,
    /// Backends of the record counter [default: the fastest CPU backend].
    pub backends: Option<BackendSet>,
    /// Number of CPU threads [default: all].
    pub threads: Option<u32>,
    /// Counts each unit by both routes.
    pub double_check: bool,
    /// Destination of the results.
    pub storage: Storage,
    /// The process that results name.
    pub process: Arc<ProcessInfo>,
}

/// Destination of the results of a count.
#[derive(Default)]
#[non_exhaustive]
pub enum Storage {
    /// Memory: a cancelled count can be resumed only with the same [`Count`](crate::Count).
    #[default]
    Memory,
    /// Memory, with a plan that was made before.
    Plan(Plan),
    /// The ledger at this path, which is created if it is missing.
    File(PathBuf),
    /// An open ledger.
    Ledger(Box<Ledger>),
}

impl std::fmt::Debug for Storage {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Memory => f.write_str("Memory"),
            Self::Plan(plan) => write!(f, "Plan({})", plan.n()),
            Self::File(path) => write!(f, "File({})", path.display()),
            Self::Ledger(ledger) => write!(f, "Ledger({})", ledger.path().display()),
        }
    }
}

/// The algorithm of a count: a method, or the record counter on its engines.
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Algorithm {
    /// A method, on this number of threads.
    Method(Method, u32),
    /// The search on a board with constraints, on this number of threads.
    Search(u32),
    /// The record counter.
    RecordCounter(EngineSelection),
}

impl Algorithm {
    /// Returns the name of the method or of the record counter.
    pub fn name(&self) -> &'static str {
        match self {
            Self::Method(method, _) => method.name(),
            Self::Search(_) => SEARCH_NAME,
            Self::RecordCounter(_) => RECORD_COUNTER_NAME,
        }
    }

    /// Returns the number of CPU threads.
    pub fn threads(&self) -> u32 {
        match self {
            Self::Method(_, threads) | Self::Search(threads) => *threads,
            Self::RecordCounter(selection) => selection.threads(),
        }
    }
}

impl CountRequest {
    /// Returns a request for Q(n) with default options.
    pub fn new(n: u32) -> Self {
        Self {
            n,
            board: None,
            method: None,
            record_counter: false,
            backends: None,
            threads: None,
            double_check: false,
            storage: Storage::Memory,
            process: ProcessInfo::current(concat!("bezzel-run-", env!("CARGO_PKG_VERSION"))),
        }
    }

    /// Returns the board if it has constraints.
    pub(crate) fn constraints(&self) -> Option<&ConstrainedBoard> {
        self.board
            .as_ref()
            .filter(|board| !board.is_unconstrained())
    }

    /// Chooses the algorithm: the requested method; the record counter if an option needs it or
    /// n is large enough; otherwise the fastest method. For boards with constraints, the record
    /// counter or the search, by their expected times.
    ///
    /// ```
    /// use bezzel_run::CountRequest;
    /// assert_eq!(CountRequest::new(8).algorithm().name(), "mirrored-bitmask");
    /// assert_eq!(CountRequest::new(14).algorithm().name(), "record-counter");
    /// ```
    pub fn algorithm(&self) -> Algorithm {
        let needs_record_counter = self.record_counter
            || self.backends.is_some()
            || self.double_check
            || !matches!(self.storage, Storage::Memory);
        let searched = |board: &ConstrainedBoard| {
            // A contradiction has no units that a ledger could store.
            (!needs_record_counter && !prefers_record_counter(board))
                || (self.stores_in_file() && board.contradiction().is_some())
        };
        if self.constraints().is_some_and(searched) && self.method.is_none() {
            return Algorithm::Search(self.threads.unwrap_or_else(available_threads));
        }
        let small = self.n < RECORD_COUNTER_FROM_N && !needs_record_counter;
        let fastest = || small.then(|| Method::fastest(self.n));
        match self.method.or_else(fastest) {
            Some(method) if method.is_sequential() => Algorithm::Method(method, 1),
            Some(method) => {
                let threads = self.threads.unwrap_or_else(available_threads);
                Algorithm::Method(method, threads)
            }
            None => {
                Algorithm::RecordCounter(EngineSelection::new(self.backends.clone(), self.threads))
            }
        }
    }

    fn stores_in_file(&self) -> bool {
        matches!(self.storage, Storage::File(_) | Storage::Ledger(_))
    }

    /// Fails if the ledger is open and for another board.
    fn check_ledger(&self) -> Result<(), Error> {
        let (Storage::Ledger(ledger), Some(board)) = (&self.storage, self.constraints()) else {
            return Ok(());
        };
        let units = ledger.units();
        if units.plan().constraint() == Plan::constrained(board)?.constraint() {
            return Ok(());
        }
        Err(Error::LedgerBoard {
            found: units.title(),
            path: ledger.path().to_owned(),
        })
    }

    /// Fails if n is too large for the algorithm, if the board has another size, or if the
    /// algorithm or an open ledger does not accept its constraints.
    pub fn check_size(&self) -> Result<(), Error> {
        if let Some(board) = &self.board
            && board.size() != self.n
        {
            let (n, rows) = (self.n, board.size());
            return Err(Error::BoardSize { n, rows });
        }
        let algorithm = self.algorithm();
        if self.constraints().is_some() {
            if let Algorithm::Method(method, _) = algorithm {
                let algorithm = method.name();
                return Err(Error::Constraints { algorithm });
            }
            self.check_ledger()?;
        }
        match algorithm {
            Algorithm::Method(method, _) => method.check_size(self.n)?,
            Algorithm::Search(_) if self.n > MAX_COMPLETED => {
                return Err(Error::Method(bezzel::Error::TooLarge {
                    n: self.n.into(),
                    what: "counting with constraints",
                    max: MAX_COMPLETED,
                }));
            }
            Algorithm::Search(_) => {}
            Algorithm::RecordCounter(_) if self.n > MAX_COUNT_SIZE => {
                Plan::new(self.n)?;
            }
            Algorithm::RecordCounter(_) => {}
        }
        Ok(())
    }
}
