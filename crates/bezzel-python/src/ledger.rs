//! Ledgers of campaigns, for `bezzel.cluster`.

use std::path::PathBuf;
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, PoisonError};

use bezzel_campaign::{Error, ProcessInfo, RecordOutcome, UnitList};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;

use crate::arguments::Size;
use crate::{errors, wait};

/// Who counts: this process.
pub(crate) fn origin() -> &'static Arc<ProcessInfo> {
    static HERE: LazyLock<Arc<ProcessInfo>> = LazyLock::new(|| {
        ProcessInfo::current(concat!("bezzel-python-", env!("CARGO_PKG_VERSION")))
    });
    &HERE
}

/// The file of a campaign: its units, and every result ever received.
///
/// >>> import os, tempfile
/// >>> from bezzel.cluster import Ledger, work
/// >>> file = os.path.join(tempfile.mkdtemp(), "q8.bezzel")
/// >>> with Ledger.create(file, 8) as ledger:
/// ...     while leases := ledger.lease(2):
/// ...         units = [(lease.unit, lease.attempt) for lease in leases]
/// ...         _ = ledger.record(work(ledger.header, units))
/// ...     ledger.total()
/// 92
///
/// Several processes of one machine may have it open at once. What it holds under lease is
/// given back when it is closed.
#[pyclass(frozen, module = "bezzel.cluster")]
pub(crate) struct Ledger(Shared);

/// None once it is closed.
type Shared = Arc<Mutex<Option<bezzel_campaign::Ledger>>>;

/// A unit of work that was given out.
#[pyclass(frozen, get_all, eq, module = "bezzel.cluster")]
#[derive(Clone, PartialEq)]
pub(crate) struct Lease {
    /// The name of the unit.
    unit: String,
    /// Its place in the canonical order.
    index: u64,
    /// The expected work, in units that are equal for all units of one n.
    cost: f64,
    /// How often the unit has been given out, this time included.
    attempt: u32,
}

impl Ledger {
    fn holding(ledger: bezzel_campaign::Ledger) -> Self {
        Self(Arc::new(Mutex::new(Some(ledger))))
    }

    /// Works on the ledger with the interpreter released: the file may be slow or in use. If it
    /// has gone, its results are written to another one, which the error names.
    fn with<T: Send>(
        &self,
        py: Python<'_>,
        work: impl FnOnce(&mut bezzel_campaign::Ledger) -> Result<T, Error> + Send,
    ) -> PyResult<T> {
        let with_rescue = |ledger: &mut bezzel_campaign::Ledger| {
            work(ledger).map_err(|error| match error {
                Error::Gone { .. } => ledger.rescue(error, &[]),
                other => other,
            })
        };
        unless_closed(py.detach(|| inside(&self.0).as_mut().map(with_rescue)))
    }

    /// Reads all of the ledger, with an ear for Ctrl-C.
    fn patiently<T: Send + 'static>(
        &self,
        py: Python<'_>,
        read: impl FnOnce(&bezzel_campaign::Ledger) -> Result<T, Error> + Send + 'static,
    ) -> PyResult<T> {
        let shared = Arc::clone(&self.0);
        unless_closed(wait::patiently(py, move || {
            inside(&shared).as_ref().map(read)
        })?)
    }
}

/// A panic elsewhere leaves the ledger as it is: every change is one transaction.
fn inside(shared: &Shared) -> MutexGuard<'_, Option<bezzel_campaign::Ledger>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

fn unless_closed<T>(done: Option<Result<T, Error>>) -> PyResult<T> {
    match done {
        Some(done) => done.map_err(errors::of_campaign),
        None => Err(PyValueError::new_err("the ledger is closed")),
    }
}

#[pymethods]
impl Ledger {
    /// Opens a ledger and checks all of it, for reading only where it must not be written. Raises
    /// LedgerError if it is not in order.
    #[new]
    fn __new__(py: Python<'_>, path: PathBuf) -> PyResult<Self> {
        let opened = wait::patiently(py, move || bezzel_campaign::Ledger::open_as_allowed(&path))?;
        opened.map(Self::holding).map_err(errors::of_campaign)
    }

    /// Makes the ledger of a count. Raises LedgerError if there is such a file.
    #[staticmethod]
    fn create(py: Python<'_>, path: PathBuf, n: Size) -> PyResult<Self> {
        // After Ctrl-C no file appears any more: it is made when its units are known.
        let units = wait::patiently(py, move || UnitList::new(n.0))?;
        let made =
            units.and_then(|units| py.detach(|| bezzel_campaign::Ledger::create_for(&path, units)));
        made.map(Self::holding).map_err(errors::of_campaign)
    }

    /// The line that names the units: what work() needs beside them.
    #[getter]
    fn header(&self, py: Python<'_>) -> PyResult<String> {
        self.with(py, |ledger| Ok(ledger.units().header()))
    }

    /// The size of the board.
    #[getter]
    fn n(&self, py: Python<'_>) -> PyResult<u32> {
        self.with(py, |ledger| Ok(ledger.units().plan().n()))
    }

    /// The expected work of all units.
    #[getter]
    fn cost(&self, py: Python<'_>) -> PyResult<f64> {
        self.with(py, |ledger| Ok(ledger.units().cost()))
    }

    /// Takes up to count units, the expensive ones first. Units that another process holds are
    /// given out only when no others are left.
    fn lease(&self, py: Python<'_>, count: usize) -> PyResult<Vec<Lease>> {
        self.with(py, |ledger| {
            let leases = ledger.lease(count)?;
            Ok(leases.into_iter().map(Lease::from).collect())
        })
    }

    /// Gives units back that will not be counted.
    fn release(&self, py: Python<'_>, leases: Vec<PyRef<'_, Lease>>) -> PyResult<()> {
        let units: Vec<_> = leases.iter().map(|lease| lease.index).collect();
        self.with(py, |ledger| ledger.release(&units))
    }

    /// Takes results in, all or none, and says what became of each: 'merged', 'identical',
    /// 'confirmed' or 'conflict'. Raises LineError if a line is damaged, and LedgerError if they
    /// cannot be written; then they are in the file of results that it names.
    fn record(&self, py: Python<'_>, lines: Vec<String>) -> PyResult<Vec<&'static str>> {
        self.with(py, |ledger| {
            let units = ledger.units();
            let records: Vec<_> = lines
                .iter()
                .map(|line| units.parse(line))
                .collect::<Result<_, _>>()?;
            let outcomes = ledger.record(&records);
            let outcomes = outcomes.map_err(|error| ledger.rescue(error, &records))?;
            Ok(outcomes.into_iter().map(name).collect())
        })
    }

    /// Shows that this process is alive, so that it keeps its leases. lease() and record() do
    /// the same.
    fn beat(&self, py: Python<'_>) -> PyResult<()> {
        self.with(py, bezzel_campaign::Ledger::heartbeat)
    }

    /// Whether every unit has a result.
    fn is_complete(&self, py: Python<'_>) -> PyResult<bool> {
        self.with(py, |ledger| ledger.is_complete())
    }

    /// The number of solutions, checked. Raises LedgerError while units are missing.
    fn total(&self, py: Python<'_>) -> PyResult<u128> {
        self.patiently(py, |ledger| Ok(ledger.final_result()?.total.solutions))
    }

    /// How far the count is, as `bezzel campaign status --format json` says it.
    fn status<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let status = self.patiently(py, |ledger| ledger.status())?;
        let text = serde_json::to_string(&status)
            .map_err(|error| PyValueError::new_err(error.to_string()))?;
        py.import("json")?.call_method1("loads", (text,))
    }

    /// Gives back what is held, and closes the file.
    fn close(&self, py: Python<'_>) {
        py.detach(|| drop(inside(&self.0).take()));
    }

    fn __enter__(itself: Py<Self>) -> Py<Self> {
        itself
    }

    #[pyo3(signature = (*_error))]
    fn __exit__(&self, py: Python<'_>, _error: &Bound<'_, PyAny>) {
        self.close(py);
    }
}

impl From<bezzel_campaign::Lease> for Lease {
    fn from(lease: bezzel_campaign::Lease) -> Self {
        Self {
            unit: lease.unit.to_string(),
            index: lease.unit.index(),
            cost: lease.unit.cost(),
            attempt: lease.attempt,
        }
    }
}

#[pymethods]
impl Lease {
    fn __repr__(&self) -> String {
        format!("<Lease: {}, attempt {}>", self.unit, self.attempt)
    }
}

fn name(outcome: RecordOutcome) -> &'static str {
    match outcome {
        RecordOutcome::Merged => "merged",
        RecordOutcome::Identical => "identical",
        RecordOutcome::Confirmed => "confirmed",
        RecordOutcome::Conflict => "conflict",
    }
}
