//! The OpenAPI document.

use crate::{app, ask, get};

#[tokio::test]
async fn the_stored_document_is_current() {
    let served = get(&app(), "/api/openapi.json").await.text;
    // Not `assert_eq`, which would print both documents.
    assert!(
        served.trim_end() == bezzel_server::document(),
        "openapi.json is out of date: run `npm run types` in crates/bezzel-server/web"
    );
}

/// Checks that every described address accepts exactly the described methods.
#[tokio::test]
async fn addresses_accept_the_described_methods() {
    let app = app();
    let document = get(&app, "/api/openapi.json").await.good();
    for (path, operations) in document["paths"].as_object().unwrap() {
        let described = operations.as_object().unwrap();
        let path = path.replace("{id}", "7");
        for method in ["get", "post", "put", "patch", "delete"] {
            let answer = ask(&app, &method.to_uppercase(), &path).await;
            let status = answer.status.as_u16();
            assert_eq!(
                status == 405,
                !described.contains_key(method),
                "{method} {path}: {status}"
            );
        }
    }
}
