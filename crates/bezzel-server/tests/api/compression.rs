//! Compressed answers.

use std::io::Read;

use axum::body::Body;
use flate2::read::GzDecoder;
use http_body_util::BodyExt;
use tower::ServiceExt;

use crate::{app, get, request};

#[tokio::test]
async fn answers_are_compressed_for_clients_that_accept_it() {
    let app = app();
    for path in [
        "/",
        "/api/openapi.json",
        "/api/steps?method=bitmask&n=8&from=0&len=256",
    ] {
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
        let bytes = packed.into_body().collect().await.unwrap().to_bytes();
        assert!(bytes.len() < plain.text.len(), "{path}");
        let mut text = String::new();
        GzDecoder::new(&*bytes).read_to_string(&mut text).unwrap();
        assert!(text == plain.text, "{path}");
    }
}

#[tokio::test]
async fn streams_are_not_compressed() {
    let race = request("GET", "/api/race?methods=slope-test,bitmask&n=4");
    let race = race.header("accept-encoding", "gzip").body(Body::empty());
    let race = app().oneshot(race.unwrap()).await.unwrap();
    assert_eq!(race.headers()["content-type"], "text/event-stream");
    assert_eq!(race.headers().get("content-encoding"), None);
}
