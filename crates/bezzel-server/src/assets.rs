//! The embedded files of the page.

use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use rust_embed::{EmbeddedFile, RustEmbed};

use crate::problem::{self, Problem};
use crate::reason::Code;

/// The page, as `npm run build` wrote it.
#[derive(RustEmbed)]
#[folder = "assets/"]
pub(crate) struct Files;

/// Name of the file that is the page itself.
const PAGE: &str = "index.html";

/// The mark of the served page, which an exported one lacks: the server is there.
const MARK: (&str, &str) = ("<html ", "<html data-server ");

/// Returns the names and contents of the files that are the page, on any static host and in a folder
/// that a browser opens. The page itself comes last, after all that it needs.
pub fn files() -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<_> = Files::iter()
        .filter_map(|name| Some((name.to_string(), Files::get(&name)?.data.into_owned())))
        .collect();
    files.sort_by_key(|(name, _)| name == PAGE);
    files
}

/// Returns the file at an address; the address of the page itself is `/`.
pub(crate) async fn serve(method: Method, uri: Uri) -> Response {
    let path = match uri.path() {
        "/" => PAGE,
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
    // All other file names contain a hash of the content.
    let caching = match path {
        PAGE | "manifest.webmanifest" | "offline.js" => "no-cache",
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
    if path == PAGE {
        let page = String::from_utf8_lossy(&file.data).replacen(MARK.0, MARK.1, 1);
        return (StatusCode::OK, headers, page).into_response();
    }
    (StatusCode::OK, headers, file.data).into_response()
}

/// Returns the media type of a file written by the bundler.
fn media_type(path: &str) -> &'static str {
    match path.rsplit('.').next() {
        Some("html") => "text/html; charset=utf-8",
        Some("js") => "text/javascript; charset=utf-8",
        Some("css") => "text/css; charset=utf-8",
        Some("svg") => "image/svg+xml",
        Some("webmanifest") => "application/manifest+json",
        _ => "application/octet-stream",
    }
}
