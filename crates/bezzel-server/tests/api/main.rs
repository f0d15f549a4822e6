//! The JSON API: valid, invalid, huge and concurrent requests.

mod compression;
mod counts;
mod describing;
mod elsewhere;
mod guarding;
mod heat;
mod sockets;

use std::future::Future;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::http::{HeaderMap, Request, StatusCode};
use bezzel_server::{Access, App, router};
use serde_json::Value;
use tower::ServiceExt;

/// Time limit that ends a hanging test.
const HANG_TIMEOUT: Duration = Duration::from_secs(600);

/// Waits for an event that must occur.
async fn wait<F: Future>(what: &str, future: F) -> F::Output {
    let waiting = tokio::time::timeout(HANG_TIMEOUT, future);
    waiting
        .await
        .unwrap_or_else(|_| panic!("timed out waiting: {what}"))
}

/// A complete response.
struct Answer {
    status: StatusCode,
    headers: HeaderMap,
    text: String,
}

impl Answer {
    fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap_or_else(|error| panic!("{error}: {}", self.text))
    }

    /// Returns the JSON of a response that must be successful.
    #[track_caller]
    fn good(&self) -> Value {
        assert!(self.status.is_success(), "{}: {}", self.status, self.text);
        self.json()
    }

    /// Checks that the response is a problem whose detail contains these words.
    #[track_caller]
    fn problem(&self, status: u16, words: &str) {
        assert_eq!(self.status, status, "{}", self.text);
        assert_eq!(self.headers["content-type"], "application/problem+json");
        let problem = self.json();
        assert_eq!(problem["status"], status);
        let detail = problem["detail"].as_str().expect("a detail");
        assert!(detail.contains(words), "'{words}' is not in '{detail}'");
        assert!(!detail.contains('\n'), "{detail}");
    }
}

fn app() -> Router {
    router(&App::new(None).unwrap(), Access::Loopback)
}

const HOST: (&str, &str) = ("host", "localhost:1848");

fn request(method: &str, path: &str) -> axum::http::request::Builder {
    let request = Request::builder().method(method).uri(path);
    request.header(HOST.0, HOST.1)
}

async fn send(app: &Router, request: Request<Body>) -> Answer {
    let response = app.clone().oneshot(request).await.expect("an answer");
    let (parts, body) = response.into_parts();
    let bytes = axum::body::to_bytes(body, usize::MAX)
        .await
        .expect("a body");
    Answer {
        status: parts.status,
        headers: parts.headers,
        text: String::from_utf8_lossy(&bytes).into_owned(),
    }
}

/// Asks with these headers only, and without a body.
async fn with(app: &Router, method: &str, path: &str, headers: &[(&str, &str)]) -> Answer {
    let mut request = Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    send(app, request.body(Body::empty()).unwrap()).await
}

async fn ask(app: &Router, method: &str, path: &str) -> Answer {
    with(app, method, path, &[HOST]).await
}

async fn get(app: &Router, path: &str) -> Answer {
    ask(app, "GET", path).await
}

async fn post(app: &Router, path: &str, body: impl Into<Body>) -> Answer {
    let request = request("POST", path).header("content-type", "application/json");
    send(app, request.body(body.into()).unwrap()).await
}
