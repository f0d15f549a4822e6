//! Ledgers for `bezzel.cluster`.

use std::path::PathBuf;
use std::sync::{Mutex, MutexGuard, PoisonError};

use bezzel::counted;
use bezzel_count::{Plan, Unit, parse_result, plan_line};
use bezzel_run::{LedgerError, StoreOutcome};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::Whole;
use crate::constrained::ConstrainedBoard;
use crate::{errors, wait};

/// The results of a long count, in a file.
///
/// >>> import os, tempfile
/// >>> from bezzel.cluster import Ledger, work
/// >>> file = os.path.join(tempfile.mkdtemp(), "q8.bezzel")
/// >>> with Ledger.create(file, 8) as ledger:
/// ...     while leases := ledger.lease(2):
/// ...         units = [lease.unit for lease in leases]
/// ...         _ = ledger.record(work(ledger.header, units))
/// ...     ledger.total()
/// 92
///
/// Several processes on one machine may open the same ledger. Closing it releases the leases of
/// this process.
#[pyclass(frozen, module = "bezzel.cluster")]
pub(crate) struct Ledger(Mutex<Option<bezzel_run::Ledger>>);

/// A work unit that is leased to this process.
#[pyclass(frozen, get_all, eq, module = "bezzel.cluster")]
#[derive(Clone, PartialEq)]
pub(crate) struct Lease {
    /// Name of the unit in the plan.
    unit: String,
    /// Its position in the canonical order.
    index: u64,
    /// Its expected cost, on a scale common to all units of one n.
    cost: f64,
}

impl Ledger {
    fn from_open(ledger: bezzel_run::Ledger) -> Self {
        Self(Mutex::new(Some(ledger)))
    }

    /// Accesses the ledger with the GIL released, because the file may be slow or locked. If the
    /// file is gone, writes its results to another file, which the error names.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut bezzel_run::Ledger) -> Result<T, LedgerError> + Send,
    ) -> PyResult<T> {
        let with_rescue = |ledger: &mut bezzel_run::Ledger| {
            work(ledger).map_err(|error| match error {
                LedgerError::Gone { .. } => ledger.rescue(error, &[]),
                other => other,
            })
        };
        let done = py.detach(|| self.lock().as_mut().map(with_rescue));
        let closed = || PyValueError::new_err("expected an open ledger, found a closed one");
        done.ok_or_else(closed)?.map_err(errors::of_ledger)
    }

    /// Locks the ledger, which is None after it is closed. A poisoned lock is safe: each change is one
    /// transaction.
    fn lock(&self) -> MutexGuard<'_, Option<bezzel_run::Ledger>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[pymethods]
impl Ledger {
    /// Opens a ledger and verifies all of it; read-only if the file cannot be written. Raises
    /// LedgerError if a check fails.
    #[new]
    fn __new__(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let opened = wait::run_detached(py, move || bezzel_run::Ledger::open_as_allowed(&path))?;
        opened.map(Self::from_open).map_err(errors::of_ledger)
    }

    /// Creates the ledger of a count, of Q(n) or of the completions of a board with n rows. Raises
    /// LedgerError if the file exists, and ValueError if the board has another size or contradicts
    /// itself.
    #[staticmethod]
    #[pyo3(signature = (path, n, *, board=None))]
    fn create(
        py: Python<'_>,
        path: PathBuf,
        n: Whole<u32>,
        board: Option<PyRef<'_, ConstrainedBoard>>,
    ) -> PyResult<Self> {
        let board = board.map(|board| board.0.clone());
        if let Some(board) = &board {
            let (n, rows) = (n.0, board.size());
            if rows != n {
                let message = format!(
                    "expected a board of {}, found one of {rows}",
                    counted(n, "row")
                );
                return Err(PyValueError::new_err(message));
            }
            if let Some(contradiction) = board.contradiction() {
                return Err(PyValueError::new_err(contradiction.to_string()));
            }
        }
        // The file is created after the plan, so Ctrl-C during planning leaves no file.
        let plan = wait::run_detached(py, move || match board {
            Some(board) => Plan::constrained(&board),
            None => Plan::new(n.0),
        })?;
        let create = |plan| py.detach(|| bezzel_run::Ledger::create(&path, plan));
        let made = plan.map_err(LedgerError::from).and_then(create);
        made.map(Self::from_open).map_err(errors::of_ledger)
    }

    /// The line that identifies the plan, an argument of work().
    #[getter]
    fn header(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |ledger| Ok(plan_line(ledger.plan())))
    }

    /// The size of the board.
    #[getter]
    fn n(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |ledger| Ok(ledger.plan().n()))
    }

    /// The board in one word, such as '1Q2/4/4/4': rows separated by '/', with 'Q' for a queen, 'x'
    /// for a blocked square and numbers of free squares. None if no queen is placed and no square is
    /// blocked.
    #[getter]
    fn board(&self, py: Python<'_>) -> PyResult<Option<String>> {
        self.with(py, |ledger| {
            Ok(ledger.plan().constraint().map(str::to_owned))
        })
    }

    /// The expected cost of all units.
    #[getter]
    fn cost(&self, py: Python<'_>) -> PyResult<f64> {
        self.with(py, |ledger| Ok(ledger.plan().cost()))
    }

    /// Leases up to count units, the most expensive first. Units that another process has leased
    /// are included only if no others are left.
    fn lease(&self, py: Python<'_>, count: usize) -> PyResult<Vec<Lease>> {
        self.with(py, |ledger| {
            let leases = ledger.lease(count)?;
            Ok(leases.into_iter().map(Lease::from).collect())
        })
    }

    /// Releases units that will not be counted.
    fn release(&self, py: Python<'_>, leases: Vec<PyRef<'_, Lease>>) -> PyResult<()> {
        let units: Vec<_> = leases.iter().map(|lease| lease.index).collect();
        self.with(py, |ledger| ledger.release(&units))
    }

    /// Stores results of workers, all or none, and returns the outcome of each: 'first',
    /// 'identical', 'confirmed', 'repeated' (equal, but it confirms nothing), 'rejected' or 'conflict'.
    /// Raises LineError for a damaged line, and LedgerError if the
    /// results cannot be stored; they are then in the file that the error names.
    fn record(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<Vec<&'static str>> {
        self.with(py, |ledger| {
            let results = lines.iter().map(|line| parse_result(ledger.plan(), line));
            let results: Vec<_> = results.collect::<Result<_, _>>()?;
            let outcomes = ledger.store(&results);
            let outcomes = outcomes.map_err(|error| ledger.rescue(error, &results))?;
            Ok(outcomes.into_iter().map(name).collect())
        })
    }

    /// Reads what other processes have added, and raises LedgerError if the file was moved, removed or
    /// changed otherwise. lease() and record() do the same.
    fn refresh(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, bezzel_run::Ledger::maintain)
    }

    /// Returns True if every unit has a result.
    fn is_complete(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |ledger| {
            ledger.refresh()?;
            Ok(ledger.is_complete())
        })
    }

    /// Returns the number of solutions after the checks of the sums. Raises LedgerError while units are missing.
    fn total(&self, py: Python<'_>) -> PyResult<u128> {
        self.with(py, |ledger| {
            ledger.refresh()?;
            Ok(ledger.final_result()?.total.solutions)
        })
    }

    /// Returns the progress, as a dict of what `bezzel ledger status --format json` prints.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let status = self.with(py, |ledger| {
            ledger.refresh()?;
            ledger.status()
        })?;
        let text = serde_json::to_string(&status)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// Releases the leases of this process and closes the file.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(self.lock().take()));
    }

    fn __enter__(itself: Py<Self>) -> Py<Self> {
        itself
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyAny>) {
        self.close(py);
    }
}

impl From<Unit> for Lease {
    fn from(unit: Unit) -> Self {
        Self {
            unit: unit.to_string(),
            index: unit.index(),
            cost: unit.cost(),
        }
    }
}

#[pymethods]
impl Lease {
    fn __repr__(&self) -> String {
        format!("<Lease: {}>", self.unit)
    }
}

fn name(outcome: StoreOutcome) -> &'static str {
    match outcome {
        StoreOutcome::First => "first",
        StoreOutcome::Identical => "identical",
        StoreOutcome::Confirmed => "confirmed",
        StoreOutcome::Repeated => "repeated",
        StoreOutcome::Conflict => "conflict",
        StoreOutcome::Rejected => "rejected",
    }
}
