//! The files of the page, which are embedded in the binary.
//!
//! A page that a browser opens from a folder may load scripts, but no other files. So the server turns each
//! module of the engine into a script that has it as text.

use std::borrow::Cow;

use axum::http::{HeaderValue, Method, StatusCode, Uri, header};
use axum::response::{IntoResponse, Response};
use base64::Engine;
use base64::prelude::BASE64_STANDARD;
use rust_embed::RustEmbed;

use crate::problem::{self, Code, Problem};

#[derive(RustEmbed)]
#[folder = "built/page/"]
struct Page;

/// The modules of the engine, as `scripts/wasm` wrote them.
#[derive(RustEmbed)]
#[folder = "built/modules/"]
struct Modules;

/// Modules that are scripts of the page.
const SCRIPTS: [&str; 5] = ["engine", "puzzles", "judge", "counter", "counter-simd"];

/// Name of the file that is the page itself.
const PAGE: &str = "index.html";

/// The mark of the served page, which an exported one lacks: the server is there.
const MARK: (&str, &str) = ("<html ", "<html data-server ");

/// Returns the file of the page with this name.
pub(crate) fn file(name: &str) -> Option<Cow<'static, [u8]>> {
    let page = Page::get(name).map(|file| file.data);
    page.or_else(|| {
        let module = SCRIPTS
            .into_iter()
            .find(|module| script_name(module) == name)?;
        // The global name is that of web/scripts.ts: bezzelCounterSimd.
        let words = module
            .split('-')
            .map(|word| word[..1].to_uppercase() + &word[1..]);
        let text = BASE64_STANDARD.encode(compressed(module).data);
        let name = words.collect::<String>();
        // The page does not read what a damaged script left undone.
        let script =
            format!("globalThis.bezzel{name} = \"{text}\";\n;document.currentScript.ran=1\n");
        Some(script.into_bytes().into())
    })
}

/// Returns the name of a module's script: it contains a hash of the module, as in web/scripts.ts.
fn script_name(module: &str) -> String {
    let hash = compressed(module).metadata.sha256_hash();
    let digits: String = hash[..4].iter().map(|byte| format!("{byte:02x}")).collect();
    format!("{module}-{digits}.js")
}

fn compressed(module: &str) -> rust_embed::EmbeddedFile {
    Modules::get(&format!("{module}.wasm.gz")).expect("the module is built")
}

/// Returns the names of all files of the page. The page itself comes last, after all that it needs.
pub(crate) fn names() -> Vec<String> {
    let scripts = SCRIPTS.into_iter().map(script_name);
    let mut names: Vec<_> = Page::iter().map(Into::into).chain(scripts).collect();
    names.sort_by_key(|name| name == PAGE);
    names
}

/// Returns the names and contents of the files that are the page, on any static host and in a folder
/// that a browser opens.
pub fn files() -> Vec<(String, Vec<u8>)> {
    let names = names().into_iter();
    names
        .filter_map(|name| file(&name).map(|bytes| (name, bytes.into_owned())))
        .collect()
}

/// Returns the file at an address; the address of the page itself is `/`.
pub(crate) async fn serve(method: Method, uri: Uri) -> Response {
    let path = match uri.path() {
        "/" => PAGE,
        path => path.trim_start_matches('/'),
    };
    let Some(bytes) = file(path) else {
        let detail = format!("not found: '{}'", uri.path());
        return Problem::new(Code::NotFound, detail).into_response();
    };
    if method != Method::GET && method != Method::HEAD {
        return problem::method_not_allowed().await.into_response();
    }
    // All other file names contain a hash of the content.
    let caching = match path {
        PAGE | "manifest.webmanifest" | "offline.js" => "no-cache",
        _ => "public, max-age=31536000, immutable",
    };
    let headers = [
        (header::CONTENT_TYPE, media_type(path)),
        (header::CACHE_CONTROL, caching),
    ]
    .map(|(name, value)| (name, HeaderValue::from_static(value)));
    if path == PAGE {
        let page = String::from_utf8_lossy(&bytes).replacen(MARK.0, MARK.1, 1);
        return (StatusCode::OK, headers, page).into_response();
    }
    (StatusCode::OK, headers, bytes).into_response()
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

#[cfg(test)]
mod tests {
    use super::*;

    /// The build computes the names of the scripts too, and a page would not find others.
    #[test]
    fn the_page_names_the_scripts_of_the_modules() {
        let text = |name: &str| String::from_utf8(file(name).unwrap().into_owned()).unwrap();
        let kept = text("offline.js");
        for name in names() {
            let is_other = [PAGE, "manifest.webmanifest", "offline.js"].contains(&&*name);
            assert!(
                kept.contains(&format!("\"{name}\"")) || is_other,
                "{name}: run scripts/page-build"
            );
        }
        let script = text(&script_name("counter-simd"));
        let encoded = script
            .strip_prefix("globalThis.bezzelCounterSimd = \"")
            .unwrap();
        let (encoded, _) = encoded.split_once('"').unwrap();
        let module = BASE64_STANDARD.decode(encoded).unwrap();
        assert!(module[..] == compressed("counter-simd").data[..]);
    }
}
