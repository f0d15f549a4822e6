//! The mapping from errors of the Rust libraries to Python exceptions.

use bezzel::Error;
use bezzel::ReadError;
use pyo3::prelude::*;

/// Exception classes of `python/bezzel/errors.py`.
mod classes {
    use pyo3::import_exception;

    import_exception!(bezzel.errors, BezzelError);
    import_exception!(bezzel.errors, ConflictError);
    import_exception!(bezzel.errors, DeviceError);
    import_exception!(bezzel.errors, InconsistentError);
    import_exception!(bezzel.errors, LedgerError);
    import_exception!(bezzel.errors, LineError);
    import_exception!(bezzel.errors, MissingBackendError);
    import_exception!(bezzel.errors, NotationError);
    import_exception!(bezzel.errors, OutsideError);
    import_exception!(bezzel.errors, SharedColumnError);
    import_exception!(bezzel.errors, SizeError);
    import_exception!(bezzel.errors, ThreadsError);
    import_exception!(bezzel.errors, UnknownNameError);
}

pub(crate) use classes::*;

pub(crate) fn of(error: Error) -> PyErr {
    let message = error.to_string();
    match error {
        Error::TooLarge { .. } => SizeError::new_err(message),
        Error::ColumnOutside { .. } | Error::RowOutside { .. } => OutsideError::new_err(message),
        Error::SharedColumn { .. } => SharedColumnError::new_err(message),
        Error::Threads { .. } => ThreadsError::new_err(message),
        Error::IncompleteOrbits { .. } => InconsistentError::new_err(message),
        Error::UnknownName(_) => UnknownNameError::new_err(message),
        _ => BezzelError::new_err(message),
    }
}

pub(crate) fn of_count(error: bezzel_count::Error) -> PyErr {
    use bezzel_count::Error;
    let message = error.to_string();
    match error {
        Error::Device { .. } => DeviceError::new_err(message),
        Error::MissingBackend { .. } => MissingBackendError::new_err(message),
        Error::Threads { .. } => ThreadsError::new_err(message),
        Error::Inconsistent { .. } => InconsistentError::new_err(message),
        Error::Library(error) => of(error),
        _ => BezzelError::new_err(message),
    }
}

pub(crate) fn of_reading(error: ReadError) -> PyErr {
    NotationError::new_err(error.to_string())
}

pub(crate) fn of_ledger(error: bezzel_run::LedgerError) -> PyErr {
    use bezzel_run::LedgerError as Failure;
    let message = error.to_string();
    match error {
        Failure::Count(error) => of_count(error),
        Failure::Unfinished { conflicts: 1.., .. } => ConflictError::new_err(message),
        Failure::Line(_) => LineError::new_err(message),
        _ => LedgerError::new_err(message),
    }
}

pub(crate) fn of_run(error: bezzel_run::Error) -> PyErr {
    use bezzel_run::Error;
    let message = error.to_string();
    match error {
        Error::Method(error) => of(error),
        Error::Count(error) => of_count(error),
        Error::Ledger(error) => of_ledger(error),
        Error::NoEngineLeft(_) => DeviceError::new_err(message),
        Error::Thread(_) => ThreadsError::new_err(message),
        _ => BezzelError::new_err(message),
    }
}
