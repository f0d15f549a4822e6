//! Reasons for rejected requests, with their values, so that the page can translate them.

use axum::http::StatusCode;
use bezzel::shared::OutOfRange;
use bezzel_run::LedgerError;
use serde::Serialize;
use thiserror::Error;

/// Kinds of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Code {
    /// The request cannot be parsed.
    Malformed,
    /// The request comes from another site or is for another host.
    Forbidden,
    /// The token is missing or wrong.
    Unauthorized,
    /// The address or object does not exist.
    NotFound,
    /// The address does not support this HTTP method.
    MethodNotAllowed,
    /// The request conflicts with the current state.
    Conflict,
    /// The body is too large.
    TooLarge,
    /// The body is not JSON.
    UnsupportedMediaType,
    /// A value is out of range or invalid.
    Unacceptable,
    /// A limit on concurrent work is reached.
    Busy,
    /// The server failed.
    Internal,
}

impl Code {
    pub(crate) fn status(self) -> StatusCode {
        match self {
            Code::Malformed => StatusCode::BAD_REQUEST,
            Code::Forbidden => StatusCode::FORBIDDEN,
            Code::Unauthorized => StatusCode::UNAUTHORIZED,
            Code::NotFound => StatusCode::NOT_FOUND,
            Code::MethodNotAllowed => StatusCode::METHOD_NOT_ALLOWED,
            Code::Conflict => StatusCode::CONFLICT,
            Code::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Code::UnsupportedMediaType => StatusCode::UNSUPPORTED_MEDIA_TYPE,
            Code::Unacceptable => StatusCode::UNPROCESSABLE_ENTITY,
            Code::Busy => StatusCode::SERVICE_UNAVAILABLE,
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}

/// Reason for a rejected request.
#[derive(Debug, Error, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Reason {
    /// A number outside its range.
    #[error(transparent)]
    OutOfRange(#[from] OutOfRange),
    /// A backend that is unknown, or that this machine does not have.
    #[error("{detail} (available here: {available})")]
    Backend {
        backend: String,
        available: String,
        detail: String,
    },
    /// A count that was deleted or never existed.
    #[error("no count has the number {id}")]
    NoCount { id: u64 },
    /// Too many running counts.
    #[error("the limit of {most} running counts is reached: stop one first")]
    CountsRunning { most: usize },
    /// Too many stored counts.
    #[error("the limit of {most} stored counts is reached: delete one first")]
    CountsKept { most: usize },
    /// A count that is done or failed and cannot be resumed.
    #[error("the count has already ended")]
    CountEnded,
    /// Thread slots that are still held: a thread exits only after its current unit.
    #[error("stopped counts are still finishing their current units: retry in a few seconds")]
    ThreadsEnding,
    /// A server that was started without a ledger directory.
    #[error("no ledger directory is open: start the server with `bezzel serve --ledgers DIR`")]
    NoDirectory,
    /// A name that is not in the ledger directory.
    #[error("the ledger directory has no file '{file}'")]
    NoLedger { file: String },
    /// A ledger that cannot be opened.
    #[error("{detail}")]
    Ledger {
        file: String,
        cause: OpenFailure,
        detail: String,
    },
}

/// Causes of a ledger that cannot be opened.
#[derive(Debug, Clone, Copy, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum OpenFailure {
    /// The file does not exist.
    Missing,
    /// The file is not a ledger.
    Foreign,
    /// The ledger is of another plan version.
    OtherPlan,
    /// The file cannot be read or written.
    Unusable,
}

impl Reason {
    /// Returns the kind of problem.
    pub(crate) fn code(&self) -> Code {
        match self {
            Self::NoCount { .. } | Self::NoDirectory | Self::NoLedger { .. } => Code::NotFound,
            Self::CountsRunning { .. }
            | Self::CountsKept { .. }
            | Self::CountEnded
            | Self::ThreadsEnding
            | Self::Ledger { .. } => Code::Conflict,
            _ => Code::Unacceptable,
        }
    }

    /// Converts the error of a ledger that cannot be opened.
    pub(crate) fn ledger(file: &str, error: &LedgerError) -> Self {
        let cause = match error {
            LedgerError::NotFound { .. } => OpenFailure::Missing,
            LedgerError::NotALedger { .. } => OpenFailure::Foreign,
            LedgerError::Line { .. } => OpenFailure::OtherPlan,
            _ => OpenFailure::Unusable,
        };
        Self::Ledger {
            file: file.to_owned(),
            cause,
            detail: error.to_string(),
        }
    }
}
