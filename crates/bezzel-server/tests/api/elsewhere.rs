//! Requests that other sites can cause in a browser. None of them computes.

use axum::Router;
use bezzel_server::document;
use serde_json::Value;

use crate::{Answer, HOST, app, with};

/// Headers of GET requests that another site causes by a link, form, window, frame, image or
/// script, in current browsers and in older ones without `Sec-Fetch-Site`.
const ELSEWHERE: &str = "\
sec-fetch-site: cross-site, sec-fetch-mode: navigate
sec-fetch-site: same-site, sec-fetch-mode: navigate
referer: http://evil.example/page?x=http://localhost:1848/
sec-fetch-site: cross-site, sec-fetch-mode: navigate, sec-fetch-dest: iframe
sec-fetch-site: cross-site, sec-fetch-mode: no-cors
sec-fetch-site: same-site, sec-fetch-mode: cors
origin: http://evil.example
origin: http://localhost:9999
origin: null
referer: http://localhost:9999/";

/// Headers of requests of the page, of a program and of an address typed by the user.
const OWN: &str = "
sec-fetch-site: same-origin, sec-fetch-mode: cors
sec-fetch-site: none, sec-fetch-mode: navigate
origin: http://localhost:1848
referer: http://localhost:1848/";

/// Asks with the headers of a line.
async fn asked(app: &Router, method: &str, path: &str, line: &str) -> Answer {
    let headers = line
        .split(", ")
        .filter_map(|header| header.split_once(": "));
    let headers: Vec<_> = headers.chain([HOST]).collect();
    with(app, method, path, &headers).await
}

/// Returns the addresses of the OpenAPI document, with values for their parameters.
fn addresses() -> Vec<(String, String)> {
    let document: Value = serde_json::from_str(&document()).unwrap();
    let paths = document["paths"].as_object().unwrap();
    let mut addresses = Vec::new();
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let path = path.replace("{id}", "1");
            addresses.push((method.to_uppercase(), path));
        }
    }
    addresses
}

#[tokio::test]
async fn no_address_of_the_api_accepts_requests_from_other_sites() {
    let app = app();
    let mut seen = 0;
    for (method, path) in addresses() {
        for headers in ELSEWHERE.lines() {
            for method in [method.as_str(), "HEAD"] {
                let answer = asked(&app, method, &path, headers).await;
                assert_eq!(answer.status, 403, "{method} {path} {headers}");
                seen += 1;
            }
        }
    }
    assert!(seen >= 20 * ELSEWHERE.lines().count(), "{seen}");
    for headers in ELSEWHERE.lines() {
        asked(&app, "GET", "/api/counts", headers)
            .await
            .problem(403, "requests from other sites");
    }
}

#[tokio::test]
async fn requests_of_the_page_and_of_programs_are_accepted() {
    let app = app();
    for headers in OWN.lines() {
        let answer = asked(&app, "GET", "/api/counts", headers).await;
        assert_eq!(answer.status, 200, "{headers}");
        assert_eq!(answer.text, "[]");
        assert!(!answer.headers.contains_key("access-control-allow-origin"));
    }
    // Links on other sites to the page are accepted, images and scripts are not.
    for headers in ELSEWHERE.lines().take(3) {
        let answer = asked(&app, "GET", "/", headers).await;
        assert_eq!(answer.status, 200, "{headers}");
    }
    let script = "sec-fetch-site: cross-site, sec-fetch-mode: no-cors";
    asked(&app, "GET", "/", script)
        .await
        .problem(403, "requests from other sites");
}
