//! Error responses as `application/problem+json` (RFC 9457), in both languages where the page
//! shows them.

use axum::Json;
use axum::extract::rejection::{JsonRejection, PathRejection};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use bezzel::methods::Text;
use bezzel::shared::OutOfRange;
use bezzel_run::LedgerError;
use serde::Serialize;

/// Why a request failed.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Problem {
    /// Kind of the problem, for programs.
    code: Code,
    /// Standard text of the HTTP status.
    title: &'static str,
    /// Code of the HTTP status, such as 404.
    status: u16,
    /// Description with the expected and the found values.
    detail: String,
    /// The detail in both languages, if people can do something about it.
    #[serde(skip_serializing_if = "Option::is_none")]
    text: Option<Text>,
}

impl Problem {
    /// Creates a problem for which the page shows only the text of its code.
    pub(crate) fn new(code: Code, detail: impl Into<String>) -> Self {
        let status = code.status();
        Self {
            code,
            title: status.canonical_reason().unwrap_or("Error"),
            status: status.as_u16(),
            detail: detail.into(),
            text: None,
        }
    }

    /// Creates a problem whose detail the page shows.
    pub(crate) fn told(code: Code, text: impl Into<Text>) -> Self {
        let text = text.into();
        let detail = text.english.clone();
        let text = Some(text);
        Self {
            text,
            ..Self::new(code, detail)
        }
    }

    /// Converts an error that no request should cause.
    pub(crate) fn internal(error: impl ToString) -> Self {
        Self::new(Code::Internal, error.to_string())
    }

    /// Converts the error of a ledger that cannot be opened.
    pub(crate) fn of_ledger(file: &str, error: &LedgerError) -> Self {
        let (because, because_zh) = match error {
            LedgerError::NotFound { .. } => ("the file no longer exists", "文件已不存在"),
            LedgerError::NotALedger { .. } => {
                ("it is not a ledger of bezzel", "不是 bezzel 的计数文件")
            }
            LedgerError::Line { .. } => (
                "it was written by another version of bezzel",
                "由其他版本的 bezzel 写入",
            ),
            _ => ("it cannot be read or written at present", "目前无法读写"),
        };
        let english = format!("cannot open {file}: {because}. The file was not changed");
        let chinese = format!("无法打开 {file}：{because_zh}。文件未作改动");
        let detail = error.to_string();
        Self {
            detail,
            ..Self::told(Code::Conflict, (english, chinese))
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

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        let status = self.code.status();
        let mut response = (status, Json(self)).into_response();
        let headers = response.headers_mut();
        let kind = HeaderValue::from_static("application/problem+json");
        headers.insert(header::CONTENT_TYPE, kind);
        response
    }
}

impl From<OutOfRange> for Problem {
    fn from(error: OutOfRange) -> Self {
        Self::told(Code::Unacceptable, error.text())
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

/// Why a request failed, in one word.
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
    /// The server has a bug, or a file or thread failed.
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
            Code::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        }
    }
}
