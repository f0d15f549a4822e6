//! Access control.

use axum::Router;
use bezzel_server::{Access, App, Token, router};

use crate::{Answer, app, ask, get, with};

const SECRET: &str = "correct-horse-battery";

fn with_token() -> Router {
    router(
        &App::new(None).unwrap(),
        Access::Token(SECRET.parse().unwrap()),
    )
}

async fn get_with(app: &Router, headers: &[(&str, &str)], path: &str) -> Answer {
    with(app, "GET", path, headers).await
}

#[tokio::test]
async fn only_names_of_this_machine_are_hosts() {
    let app = app();
    for host in [
        "localhost",
        "localhost:1848",
        "127.0.0.1:80",
        "[::1]:1848",
        "LOCALHOST:1",
    ] {
        assert_eq!(
            get_with(&app, &[("host", host)], "/api/counts")
                .await
                .status,
            200,
            "{host}"
        );
    }
    for host in [
        "evil.example",
        "127.0.0.1.evil.example",
        "localhost.evil.example:1848",
        "localhost:evil.example",
        "",
        "[::2]",
    ] {
        for path in ["/", "/api/counts"] {
            get_with(&app, &[("host", host)], path)
                .await
                .problem(403, "expected one of the hosts");
        }
    }
    get_with(&app, &[], "/")
        .await
        .problem(400, "one Host header");
    let two = [("host", "localhost"), ("host", "evil.example")];
    get_with(&app, &two, "/")
        .await
        .problem(400, "one Host header");
}

#[tokio::test]
async fn a_token_opens_everything_and_nothing_else_does() {
    let app = with_token();
    let host = ("host", "queens.example:1848");
    for path in [
        "/",
        "/api/counts",
        "/?token=wrong-horse-battery",
        "/api/counts?token=correct-horse-battery",
    ] {
        get_with(&app, &[host], path)
            .await
            .problem(401, "bezzel serve");
    }
    let bearer = format!("Bearer {SECRET}");
    let good = get_with(&app, &[host, ("authorization", &bearer)], "/api/counts").await;
    assert_eq!(good.status, 200);
    let visit = get_with(&app, &[host], &format!("/?token={SECRET}")).await;
    assert_eq!(
        (visit.status.as_u16(), &visit.headers["location"]),
        (303, &"/".parse().unwrap())
    );
    let cookie = visit.headers["set-cookie"].to_str().unwrap();
    assert!(
        cookie.ends_with("; Path=/; HttpOnly; SameSite=Strict"),
        "{cookie}"
    );
    let cookie = cookie.split(';').next().unwrap();
    assert_eq!(
        get_with(&app, &[host, ("cookie", cookie)], "/")
            .await
            .status,
        200
    );
    let other = [host, ("cookie", "bezzel-token=correct-horse-batterz")];
    get_with(&app, &other, "/")
        .await
        .problem(401, "bezzel serve");
}

#[test]
fn tokens_are_long_and_plain() {
    for bad in [
        "",
        "short",
        "fifteen-letters",
        "with a space in it",
        "semicolon;semicolon",
    ] {
        let error = bad.parse::<Token>().unwrap_err();
        assert!(error.contains("16 to 256"), "{error}");
    }
    assert!("x".repeat(257).parse::<Token>().is_err());
    let token: Token = SECRET.parse().unwrap();
    assert!(!format!("{token:?}").contains("horse"));
}

#[tokio::test]
async fn the_page_is_served_and_may_load_nothing_from_elsewhere() {
    let app = app();
    let page = get(&app, "/").await;
    assert_eq!(page.headers["content-type"], "text/html; charset=utf-8");
    let policy = page.headers["content-security-policy"].to_str().unwrap();
    assert!(policy.contains("default-src 'none'"), "{policy}");
    let script = page
        .text
        .split("src=\"./")
        .nth(1)
        .and_then(|rest| rest.split('"').next());
    let script = get(&app, &format!("/{}", script.expect("a script"))).await;
    assert_eq!(script.status, 200);
    assert!(
        script.headers["cache-control"]
            .to_str()
            .unwrap()
            .contains("immutable")
    );
    for (path, media_type) in [
        ("/offline.js", "text/javascript; charset=utf-8"),
        ("/manifest.webmanifest", "application/manifest+json"),
    ] {
        let file = get(&app, path).await;
        assert_eq!(file.headers["content-type"], media_type);
        assert_eq!(file.headers["cache-control"], "no-cache", "{path}");
    }
    for path in [
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/index.html/x",
        "/nothing.js",
        "/api/nothing",
        "/api/methods",
    ] {
        get(&app, path).await.problem(404, "not found");
    }
    let put = ask(&app, "PUT", "/").await;
    put.problem(405, "does not support this HTTP method");
}
