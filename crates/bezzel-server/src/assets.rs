//! The embedded files of the page.

use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::{self, Code, Problem};

#[derive(RustEmbed)]
#[folder = "assets/"]
struct Files;

/// Returns the file at an address; the address of the page itself is `/`.
pub(crate) async fn serve(method: Method, uri: Uri) -> Response {
    let path = match uri.path() {
        "/" => "index.html",
        path => path.trim_start_matches('/'),
    };
    let Some(file) = Files::get(path) else {
        let detail = format!("not found: '{}'", uri.path());
        return Problem::new(Code::NotFound, detail).into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        return problem::method_not_allowed().await.into_response();
    }
    answer(path, file)
}

fn answer(path: &str, file: EmbeddedFile) -> Response {
    // All file names except that of the page contain a hash of the content.
    let caching = match path {
        "index.html" => "no-cache",
        _ => "public, max-age=31536000, immutable",
    };
    let caching = HeaderValue::from_static(caching);
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static(media_type(path)),
        ),
        (header::CACHE_CONTROL, caching),
    ];
    (StatusCode::OK, headers, file.data).into_response()
}

/// Returns the media type of a file written by the bundler.
fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        _ => "application/octet-stream",
    }
}
