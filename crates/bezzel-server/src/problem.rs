//! Errors as `application/problem+json` (RFC 9457).

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection, QueryRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use serde::Serialize;

use crate::reason::Reason;

/// What went wrong with a request.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Problem {
    /// What kind of problem it is, for programs.
    code: Code,
    /// The same in words.
    title: &'static str,
    /// The HTTP status.
    status: u16,
    /// What was wrong, and what is accepted.
    detail: String,
    /// The detail with its numbers, for those who say it in another language.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<Reason>,
}

/// The kinds of problems.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case")]
pub(crate) enum Code {
    /// The request cannot be read.
    Malformed,
    /// It comes from another site, or names another host.
    Forbidden,
    /// It lacks the token.
    Unauthorized,
    /// There is no such thing.
    NotFound,
    /// The address does not take this method.
    MethodNotAllowed,
    /// It contradicts what is going on.
    Conflict,
    /// The body is too large.
    TooLarge,
    /// The body is not JSON.
    UnsupportedMediaType,
    /// It can be read, but asks for something that is not accepted.
    Unacceptable,
    /// Too much is going on.
    Busy,
    /// A fault of the program.
    Internal,
}

impl Code {
    fn status(self) -> StatusCode {
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

impl Problem {
    /// Something that the page never runs into, or that only the log of a developer explains.
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

    /// From a rejection of axum, by the status it suggests.
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

impl From<QueryRejection> for Problem {
    fn from(rejection: QueryRejection) -> Self {
        Self::rejected(rejection.status(), rejection.body_text())
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

/// The answer where an address exists but not for this method.
pub(crate) async fn method_not_allowed() -> Problem {
    Problem::new(
        Code::MethodNotAllowed,
        "this address does not take the method",
    )
}
