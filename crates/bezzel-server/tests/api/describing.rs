//! The OpenAPI document.

use std::collections::BTreeSet;

use crate::{app, get, request, send};

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
        let described: BTreeSet<_> = operations
            .as_object()
            .unwrap()
            .keys()
            .map(String::as_str)
            .collect();
        let path = path.replace("{id}", "7");
        for method in ["get", "post", "put", "patch", "delete"] {
            let request = request(&method.to_uppercase(), &path)
                .body("".into())
                .unwrap();
            let status = send(&app, request).await.status.as_u16();
            assert_eq!(
                status == 405,
                !described.contains(method),
                "{method} {path}: {status}"
            );
        }
    }
}
