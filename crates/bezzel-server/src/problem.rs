//! Error responses as `application/problem+json` (RFC 9457).

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bezzel::shared::OutOfRange;
use serde::Serialize;

use crate::reason::{Code, Reason};

/// Error response.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Problem {
    /// Kind of the problem, for programs.
    code: Code,
    /// Standard text of the HTTP status.
    title: &'static str,
    /// HTTP status.
    status: u16,
    /// Description with the expected and the found values.
    detail: String,
    /// The detail in structured form, for translations.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
}

impl Problem {
    /// Creates a problem without a structured reason. The page shows only the text of its code.
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        let status = code.status();
        Self {
            code,
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.into(),
            reason: None,
        }
    }

    /// Converts a rejection of axum by its HTTP status.
    fn rejected(status: StatusCode, detail: String) -> Self {
        let code = match status {
            StatusCode::PAYLOAD_TOO_LARGE => Code::TooLarge,
            StatusCode::UNSUPPORTED_MEDIA_TYPE => Code::UnsupportedMediaType,
            StatusCode::UNPROCESSABLE_ENTITY => Code::Unacceptable,
            status if status.is_server_error() => Code::Internal,
            _ => Code::Malformed,
        };
        Self::new(code, detail)
    }
}

impl From<Reason> for Problem {
    fn from(reason: Reason) -> Self {
        let problem = Self::new(reason.code(), reason.to_string());
        let reason = Some(reason);
        Self { reason, ..problem }
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let busy = self.code == Code::Busy;
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, kind);
        if busy {
            headers.insert(header::RETRY_AFTER, HeaderValue::from_static("1"));
        }
        response
    }
}

impl From<OutOfRange> for Problem {
    fn from(error: OutOfRange) -> Self {
        Reason::from(error).into()
    }
}

impl From<bezzel::Error> for Problem {
    fn from(error: bezzel::Error) -> Self {
        let code = match error {
            bezzel::Error::Threads { .. } => Code::Internal,
            _ => Code::Unacceptable,
        };
        Self::new(code, error.to_string())
    }
}

impl From<bezzel_count::Error> for Problem {
    fn from(error: bezzel_count::Error) -> Self {
        match error {
            bezzel_count::Error::Library(error) => error.into(),
            bezzel_count::Error::Inconsistent { .. } | bezzel_count::Error::Threads { .. } => {
                Self::new(Code::Internal, error.to_string())
            }
            _ => Self::new(Code::Unacceptable, error.to_string()),
        }
    }
}

impl From<bezzel_run::Error> for Problem {
    fn from(error: bezzel_run::Error) -> Self {
        match error {
            bezzel_run::Error::Method(error) => error.into(),
            bezzel_run::Error::Count(error) => error.into(),
            _ => Self::new(Code::Internal, error.to_string()),
        }
    }
}

impl From<JsonRejection> for Problem {
    fn from(rejection: JsonRejection) -> Self {
        Self::rejected(rejection.status(), rejection.body_text())
    }
}

impl From<PathRejection> for Problem {
    fn from(rejection: PathRejection) -> Self {
        Self::rejected(rejection.status(), rejection.body_text())
    }
}

/// Returns the response for an address that does not support the HTTP method.
pub(crate) async fn method_not_allowed() -> Problem {
    Problem::new(
        Code::MethodNotAllowed,
        "the address does not support this HTTP method",
    )
}
