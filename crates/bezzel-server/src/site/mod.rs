//! The page as files that work without a server: from any static host and from a folder.
//!
//! A page opened from a folder may not fetch files, so all data are scripts. Each calls
//! `bezzelData` with its name and with compressed JSON in Base64.

mod files;
mod record;

use std::collections::BTreeMap;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

use axum::body::Body;
use axum::http::Request;
use bezzel::methods::{Method, SourceFile};
use http_body_util::BodyExt;
use rust_embed::RustEmbed;
use serde_json::{Map, Value, json};
use tower_service::Service;

use crate::app::{App, Times, available_cpus};
use crate::{Access, router};
use files::{SiteFile, write};
use record::RecordedRun;

/// Largest n whose runs and solutions are stored.
pub const MAX_SITE_N: u32 = 8;

/// Largest n whose decision tree is stored whole (`MAX_WHOLE_N` of the page).
const MAX_WHOLE_TREE_N: u32 = 5;

/// Number of levels of the other trees (`FOLDED_LEVELS` of the page).
const FOLDED_LEVELS: u32 = 2;

/// Scripts that a tab loads when it is opened: the stored puzzles with their solver, and the chapters.
const LATER_SCRIPTS: [&str; 2] = ["puzzles.js", "learn.js"];

/// Data of the first view.
const FIRST_DATA: [&str; 4] = [
    "data/api-listings-slope-test.js",
    "data/api-run.js",
    "data/runs.js",
    "data/slope-test-4-0.js",
];

/// Interval at which progress is reported and a stop is noticed.
const POLL_INTERVAL: Duration = Duration::from_millis(50);

/// The page without a server, built from the same source.
#[derive(RustEmbed)]
#[folder = "site/"]
struct Page;

/// Reason why the files of the page were not written.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum SiteError {
    /// The directory has files that no earlier call wrote.
    #[error(
        "expected a new or empty directory, or one that an earlier --export wrote, found '{}' in {}",
        .found.display(),
        .directory.display()
    )]
    Foreign {
        /// The directory.
        directory: PathBuf,
        /// Name of a file that is not part of the page.
        found: PathBuf,
    },
    /// The path is not a directory.
    #[error("expected a directory, found a file: {}", .0.display())]
    NotADirectory(PathBuf),
    /// A file cannot be read or written.
    #[error("cannot write {}: {error}", .path.display())]
    Io {
        /// The file or directory.
        path: PathBuf,
        /// The error of the system.
        error: io::Error,
    },
    /// The files could not be made.
    #[error("cannot record the page: {0}")]
    Record(String),
    /// The observer stopped the export; nothing was written.
    #[error("the export was stopped; nothing was written")]
    Stopped,
}

/// Size of the files that were written.
#[derive(Debug, Clone, Copy)]
pub struct SiteSize {
    /// Number of files.
    pub files: usize,
    /// Bytes of all files.
    pub bytes: u64,
    /// Bytes that a browser loads to show the first view.
    pub first_load: u64,
}

/// Writes the page with the runs of all methods for n up to `largest` (at most [`MAX_SITE_N`]).
///
/// `observe` gets the numbers of recorded runs and of all runs about twenty times a second, and
/// stops the export by returning false. Files are written only when all are ready; those of an earlier export are
/// replaced.
///
/// # Errors
///
/// If the directory has files that are not part of an earlier export, or cannot be written.
pub fn export(
    directory: &Path,
    largest: u32,
    observe: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<SiteSize, SiteError> {
    files::check(directory)?;
    let largest = largest.clamp(1, MAX_SITE_N);
    let recorded = record_runs(largest, observe)?;
    let mut files = Vec::new();
    for (subject, answers) in stored_answers(largest)? {
        let answers = record::compress(&Value::Object(answers));
        files.push(SiteFile::script(&format!("api-{subject}"), &answers));
    }
    let mut runs = Map::new();
    for RecordedRun {
        name,
        chunks,
        steps,
        solutions,
    } in recorded
    {
        runs.insert(
            name.clone(),
            json!({ "steps": steps, "solutions": solutions }),
        );
        files.extend(
            chunks
                .into_iter()
                .enumerate()
                .map(|(at, chunk)| SiteFile::script(&format!("{name}-{at}"), &chunk)),
        );
    }
    let runs = record::compress(&Value::Object(runs));
    files.push(SiteFile::script("runs", &runs));
    let mut first_load = 0;
    for path in Page::iter() {
        let bytes = Page::get(&path).expect("a listed file").data.into_owned();
        if !LATER_SCRIPTS.contains(&&*path) {
            first_load += bytes.len() as u64;
        }
        files.push(SiteFile {
            path: path.into_owned(),
            bytes,
        });
    }
    let is_first = |file: &&SiteFile| FIRST_DATA.contains(&&*file.path);
    let first: usize = files
        .iter()
        .filter(is_first)
        .map(|file| file.bytes.len())
        .sum();
    let size = SiteSize {
        files: files.len(),
        bytes: files.iter().map(|file| file.bytes.len() as u64).sum(),
        first_load: first_load + first as u64,
    };
    write(directory, files)?;
    Ok(size)
}

/// Records all runs on all cores.
fn record_runs(
    largest: u32,
    observe: &mut dyn FnMut(usize, usize) -> bool,
) -> Result<Vec<RecordedRun>, SiteError> {
    let mut wanted: Vec<(Method, u32)> = Method::ALL
        .into_iter()
        .flat_map(|method| (1..=largest).map(move |n| (method, n)))
        .filter(|&(method, n)| n <= method.about().stored_n)
        .collect();
    // The longest first.
    wanted.sort_by_key(|&(_, n)| std::cmp::Reverse(n));
    let (next, done, stopped) = (
        AtomicUsize::new(0),
        AtomicUsize::new(0),
        AtomicBool::new(false),
    );
    let results = Mutex::new(Vec::with_capacity(wanted.len()));
    let work = || {
        while let Some(&(method, n)) = wanted.get(next.fetch_add(1, Ordering::Relaxed)) {
            let run = record::record(method, n, &|| stopped.load(Ordering::Relaxed));
            results
                .lock()
                .expect("no thread panics with the lock")
                .push(run);
            done.fetch_add(1, Ordering::Relaxed);
        }
    };
    thread::scope(|scope| {
        let threads: Vec<_> = (0..available_cpus()).map(|_| scope.spawn(work)).collect();
        while threads.iter().any(|thread| !thread.is_finished()) {
            if !observe(done.load(Ordering::Relaxed), wanted.len()) {
                stopped.store(true, Ordering::Relaxed);
            }
            thread::sleep(POLL_INTERVAL);
        }
    });
    if stopped.into_inner() {
        return Err(SiteError::Stopped);
    }
    let results = results.into_inner().expect("no thread panics");
    let mut runs = results
        .into_iter()
        .collect::<Result<Vec<_>, _>>()
        .map_err(|error| SiteError::Record(error.to_string()))?;
    runs.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(runs)
}

/// Addresses of the API whose answers are stored.
fn addresses(largest: u32) -> Vec<String> {
    let mut addresses = vec!["/api/records".to_owned()];
    addresses.extend(
        SourceFile::all()
            .iter()
            .map(|file| format!("/api/sources/{}", file.name)),
    );
    for n in 1..=largest {
        for filter in ["all", "fundamental", "symmetric"] {
            addresses.push(format!(
                "/api/solutions?n={n}&filter={filter}&from=0&len=200"
            ));
        }
        let depth = if n <= MAX_WHOLE_TREE_N {
            n
        } else {
            FOLDED_LEVELS
        };
        for method in Method::ALL {
            if n > method.about().stored_n {
                continue;
            }
            let run = format!("method={method}&n={n}");
            addresses.push(format!("/api/run?{run}"));
            addresses.push(format!("/api/tree?{run}&depth={depth}"));
        }
    }
    let listings = Method::ALL.map(|method| format!("/api/listings/{method}"));
    addresses.extend(listings);
    addresses
}

/// Returns the name of the file that stores the answer: the first name after `/api/`. The listings
/// of each method are a file of their own, because the first view needs those of one method.
fn subject(address: &str) -> String {
    let mut names = address.split(['/', '?']).skip(2);
    let first = names.next().unwrap_or_default();
    match (first, names.next()) {
        ("listings", Some(method)) => format!("{first}-{method}"),
        _ => first.to_owned(),
    }
}

/// Asks the API itself, so that the stored answers are those of the server. Returns them by the
/// first name in their address after `/api/`, and by address.
fn stored_answers(largest: u32) -> Result<BTreeMap<String, Map<String, Value>>, SiteError> {
    let failed = |error: &dyn std::fmt::Display| SiteError::Record(error.to_string());
    let long = Duration::from_secs(600);
    let app = App::with_times(Times {
        compute_timeout: long,
        reach_probe_time: long,
        steps_timeout: long,
        draw_timeout: long,
    });
    let mut router = router(&app, Access::Loopback);
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_time()
        .build();
    let runtime = runtime.map_err(|error| failed(&error))?;
    let mut answers: BTreeMap<String, Map<String, Value>> = BTreeMap::new();
    for address in addresses(largest) {
        let request = Request::get(&address).header("host", "localhost");
        let request = request
            .body(Body::empty())
            .map_err(|error| failed(&error))?;
        let answer = runtime.block_on(async {
            let response = router.call(request).await.map_err(|error| failed(&error))?;
            let status = response.status();
            let body = response.into_body().collect().await;
            let body = body.map_err(|error| failed(&error))?.to_bytes();
            if !status.is_success() {
                return Err(SiteError::Record(format!("{address} answered {status}")));
            }
            Ok(body)
        })?;
        let text = || String::from_utf8_lossy(&answer).into_owned();
        let value = serde_json::from_slice(&answer).unwrap_or_else(|_| Value::String(text()));
        answers
            .entry(subject(&address))
            .or_default()
            .insert(address, value);
    }
    Ok(answers)
}
