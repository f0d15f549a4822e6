//! Answers of an open campaign.

use std::time::Duration;

use axum::Json;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bezzel_campaign::{Error, RecordOutcome};
use serde::Serialize;

/// Number of characters of a text that is repeated in an answer.
const MAX_REPEATED_CHARS: usize = 80;

/// Leased units.
#[derive(Debug, Serialize)]
pub(super) struct Leased {
    /// Lines `unit route`.
    pub(super) units: Vec<String>,
    /// Time after which the leases end, unless the worker asks again.
    pub(super) lease_seconds: u64,
    /// True if other units may become free for this author later.
    pub(super) more_later: bool,
    /// Number of units that still need results, of whichever author.
    pub(super) open: u64,
}

/// The outcomes of the lines of a request, in their order.
#[derive(Debug, Serialize)]
pub(super) struct Outcomes {
    pub(super) outcomes: Vec<LineOutcome>,
}

/// The outcome of a line. It is final: the line need not be sent again.
#[derive(Debug, Serialize)]
pub(super) struct LineOutcome {
    outcome: Kind,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

#[derive(Debug, Serialize)]
#[serde(untagged)]
enum Kind {
    Stored(RecordOutcome),
    Other(&'static str),
}

impl LineOutcome {
    /// The result is in the ledger.
    pub(super) fn stored(outcome: RecordOutcome) -> Self {
        Self {
            outcome: Kind::Stored(outcome),
            reason: None,
        }
    }

    /// The result is not needed and not stored.
    pub(super) fn unneeded() -> Self {
        Self {
            outcome: Kind::Other("unneeded"),
            reason: None,
        }
    }

    /// The line is not accepted and not stored.
    pub(super) fn refused(reason: String) -> Self {
        Self {
            outcome: Kind::Other("refused"),
            reason: Some(reason),
        }
    }
}

/// A refused request, as `application/problem+json` (RFC 9457).
#[derive(Debug, Clone)]
pub(super) struct Refusal {
    status: StatusCode,
    detail: String,
    /// Time after which the same request may succeed.
    retry: Option<Duration>,
}

impl Refusal {
    fn new(status: StatusCode, detail: impl Into<String>) -> Self {
        Self {
            status,
            detail: detail.into(),
            retry: None,
        }
    }

    fn later(self, after: Duration) -> Self {
        let retry = Some(after);
        Self { retry, ..self }
    }

    pub(super) fn not_found() -> Self {
        let detail = "expected /, /campaign, /leases, /results or /log";
        Self::new(StatusCode::NOT_FOUND, detail)
    }

    pub(super) fn wrong_method() -> Self {
        let detail = "expected POST for /leases and /results, GET for other addresses";
        Self::new(StatusCode::METHOD_NOT_ALLOWED, detail)
    }

    pub(super) fn not_text() -> Self {
        Self::new(StatusCode::BAD_REQUEST, "expected text in UTF-8")
    }

    pub(super) fn wrong_header(expected: &str, found: &str) -> Self {
        let found: String = found.chars().take(MAX_REPEATED_CHARS).collect();
        let detail = format!(
            "expected the plan '{expected}', found '{}'",
            bezzel_campaign::printable(&found)
        );
        Self::new(StatusCode::UNPROCESSABLE_ENTITY, detail)
    }

    pub(super) fn too_many_lines(most: usize) -> Self {
        let detail = format!("expected at most {most} results in one request, found more");
        Self::new(StatusCode::PAYLOAD_TOO_LARGE, detail)
    }

    pub(super) fn too_many(wait: Duration) -> Self {
        let detail = "too many requests from this address";
        Self::new(StatusCode::TOO_MANY_REQUESTS, detail).later(wait)
    }

    pub(super) fn downloads() -> Self {
        let detail = "too many downloads of the log at this time";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail).later(Duration::from_secs(30))
    }

    pub(super) fn secret_log() -> Self {
        let detail = "the log names the audited units: it is published when no unit needs results";
        Self::new(StatusCode::FORBIDDEN, detail)
    }

    pub(super) fn range(length: u64) -> Self {
        let detail =
            format!("expected a range that begins before byte {length}, the end of the log");
        Self::new(StatusCode::RANGE_NOT_SATISFIABLE, detail)
    }

    pub(super) fn busy() -> Self {
        let detail = "too many requests are waiting";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail).later(Duration::from_secs(5))
    }

    pub(super) fn stopping() -> Self {
        let detail = "the server is stopping";
        Self::new(StatusCode::SERVICE_UNAVAILABLE, detail).later(Duration::from_secs(30))
    }
}

impl From<Error> for Refusal {
    fn from(error: Error) -> Self {
        match &error {
            Error::DiskFull { .. } | Error::Storage { .. } | Error::ReadOnly { .. } => {
                // The path is nobody's business.
                let detail = "results cannot be stored at this time: send them again later";
                Self::new(StatusCode::SERVICE_UNAVAILABLE, detail).later(Duration::from_secs(60))
            }
            Error::NotAccepted { what } => Self::new(StatusCode::FORBIDDEN, what.as_str()),
            Error::Line { .. } => Self::new(StatusCode::BAD_REQUEST, error.to_string()),
            Error::Result { .. } | Error::Key { .. } => {
                Self::new(StatusCode::UNPROCESSABLE_ENTITY, error.to_string())
            }
            _ => Self::stopping(),
        }
    }
}

impl IntoResponse for Refusal {
    fn into_response(self) -> Response {
        let body = serde_json::json!({
            "title": self.status.canonical_reason(),
            "status": self.status.as_u16(),
            "detail": self.detail,
        });
        let mut response = (self.status, Json(body)).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, kind);
        if let Some(retry) = self.retry {
            headers.insert(header::RETRY_AFTER, retry.as_secs().max(1).into());
        }
        response
    }
}
