//! Compressed answers.

use std::io::Read;

use axum::body::{Body, to_bytes};
use flate2::read::GzDecoder;
use tower::ServiceExt;

use crate::{app, get, post, request};

#[tokio::test]
async fn answers_are_compressed_for_clients_that_accept_it() {
    let app = app();
    for path in ["/", "/api/openapi.json"] {
        let plain = get(&app, path).await;
        assert_eq!(plain.headers.get("content-encoding"), None, "{path}");
        let packed = request("GET", path).header("accept-encoding", "gzip, br");
        let packed = packed.body(Body::empty()).unwrap();
        let packed = app.clone().oneshot(packed).await.unwrap();
        assert_eq!(packed.headers()["content-encoding"], "gzip", "{path}");
        assert_eq!(packed.headers()["vary"], "accept-encoding", "{path}");
        // The headers of the guard stay.
        for name in ["content-security-policy", "x-content-type-options"] {
            assert_eq!(packed.headers()[name], plain.headers[name], "{path}");
        }
        let bytes = to_bytes(packed.into_body(), usize::MAX).await.unwrap();
        assert!(bytes.len() < plain.text.len(), "{path}");
        let mut text = String::new();
        GzDecoder::new(&*bytes).read_to_string(&mut text).unwrap();
        assert!(text == plain.text, "{path}");
    }
}

#[tokio::test]
async fn streams_are_not_compressed() {
    let app = app();
    let started = post(&app, "/api/counts", r#"{"n":8}"#).await.good();
    let events = format!("/api/counts/{}/events", started["id"]);
    let events = request("GET", &events).header("accept-encoding", "gzip");
    let events = events.body(Body::empty()).unwrap();
    let events = app.oneshot(events).await.unwrap();
    assert_eq!(events.headers()["content-type"], "text/event-stream");
    assert_eq!(events.headers().get("content-encoding"), None);
}
