//! The public log as a download, of which parts can be requested.

use std::collections::HashMap;
use std::fs::File;
use std::io::{Read, Seek, SeekFrom};
use std::net::IpAddr;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use axum::body::{Body, Bytes};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};

use super::address::Address;
use super::answer::Refusal;
use super::{OpenCampaign, rates};

/// Maximum number of downloads at the same time, and of those of one address.
const MAX_DOWNLOADS: usize = 64;
const MAX_DOWNLOADS_PER_ADDRESS: usize = 4;
/// Time after which a download ends; the rest can be requested.
const DOWNLOAD_TIMEOUT: Duration = Duration::from_secs(3600);
/// Number of bytes that are read at once.
const CHUNK_BYTES: u64 = 1 << 16;

/// The downloads in progress.
#[derive(Clone)]
pub(super) struct Downloads {
    path: PathBuf,
    running: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Downloads {
    pub(super) fn new(path: &Path) -> Self {
        Self {
            path: path.to_owned(),
            running: Arc::default(),
        }
    }

    fn begin(&self, address: IpAddr) -> Option<Running> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        let all: usize = running.values().sum();
        let own = running.get(&address).copied().unwrap_or(0);
        if all >= MAX_DOWNLOADS || own >= MAX_DOWNLOADS_PER_ADDRESS {
            return None;
        }
        running.insert(address, own + 1);
        let downloads = self.clone();
        Some(Running { downloads, address })
    }
}

/// A download. Dropping it ends it.
struct Running {
    downloads: Downloads,
    address: IpAddr,
}

impl Drop for Running {
    fn drop(&mut self) {
        let running = self.downloads.running.lock();
        let mut running = running.unwrap_or_else(PoisonError::into_inner);
        if let Some(number) = running.get_mut(&self.address) {
            *number -= 1;
            if *number == 0 {
                running.remove(&self.address);
            }
        }
    }
}

/// The rest of a download.
struct Rest {
    file: File,
    left: u64,
    until: Instant,
    _running: Running,
}

/// Returns the log, or the part that the request names. Its length is that of all complete lines.
pub(super) async fn log(
    State(campaign): State<OpenCampaign>,
    Address(address): Address,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    campaign.charge(address, 1.0)?;
    if campaign.0.has_secrets && campaign.status().open > 0 {
        return Err(Refusal::secret_log());
    }
    let downloads = &campaign.0.downloads;
    let running = downloads.begin(address).ok_or_else(Refusal::downloads)?;
    let length = campaign.status().log_bytes;
    let range = headers.get(header::RANGE);
    let range = range.and_then(|range| bounds(range.to_str().ok()?, length));
    if range.is_some_and(|(from, _)| from >= length) {
        let unsatisfied = [(header::CONTENT_RANGE, format!("bytes */{length}"))];
        return Ok((unsatisfied, Refusal::range(length)).into_response());
    }
    let (from, to) = range.unwrap_or((0, length));
    let left = to - from;
    campaign.fine(address, left as f64 / rates::BYTES_PER_COST / 64.0);
    let path = downloads.path.clone();
    let open = move || -> std::io::Result<File> {
        let mut file = File::open(path)?;
        file.seek(SeekFrom::Start(from))?;
        Ok(file)
    };
    let opened = tokio::task::spawn_blocking(open).await;
    let file = opened.ok().and_then(Result::ok).ok_or_else(Refusal::busy)?;
    let rest = Rest {
        file,
        left,
        until: Instant::now() + DOWNLOAD_TIMEOUT,
        _running: running,
    };
    let body = Body::from_stream(futures_util::stream::unfold(rest, chunk));
    let status = match range {
        Some(_) => StatusCode::PARTIAL_CONTENT,
        None => StatusCode::OK,
    };
    let headers = [
        (header::CONTENT_TYPE, "text/plain; charset=utf-8".to_owned()),
        (header::CONTENT_LENGTH, left.to_string()),
        (header::ACCEPT_RANGES, "bytes".to_owned()),
    ];
    let mut response = (status, headers, body).into_response();
    if range.is_some()
        && let Ok(value) = format!("bytes {from}-{}/{length}", to - 1).parse()
    {
        response.headers_mut().insert(header::CONTENT_RANGE, value);
    }
    Ok(response)
}

/// Reads the next chunk on a separate thread.
async fn chunk(rest: Rest) -> Option<(std::io::Result<Bytes>, Rest)> {
    if rest.left == 0 {
        return None;
    }
    if Instant::now() > rest.until {
        let late = std::io::Error::from(std::io::ErrorKind::TimedOut);
        return Some((Err(late), Rest { left: 0, ..rest }));
    }
    let read = tokio::task::spawn_blocking(move || {
        let mut rest = rest;
        let mut bytes = vec![0; rest.left.min(CHUNK_BYTES) as usize];
        let read = rest.file.read_exact(&mut bytes);
        rest.left = if read.is_ok() {
            rest.left - bytes.len() as u64
        } else {
            0
        };
        (read.map(|()| Bytes::from(bytes)), rest)
    });
    read.await.ok()
}

/// Parses one range of bytes `bytes=from-` or `bytes=from-to`. Returns its begin and its end, which
/// it does not contain; other ranges are ignored, as the standard permits.
fn bounds(text: &str, length: u64) -> Option<(u64, u64)> {
    let (from, to) = text.strip_prefix("bytes=")?.split_once('-')?;
    let from: u64 = from.parse().ok()?;
    if to.is_empty() {
        return Some((from, length));
    }
    let to: u64 = to.parse().ok()?;
    (to >= from).then(|| (from, to.saturating_add(1).min(length)))
}

#[cfg(test)]
mod tests {
    use super::bounds;

    #[test]
    fn ranges_end_at_the_end_of_the_log() {
        assert_eq!(bounds("bytes=0-", 10), Some((0, 10)));
        assert_eq!(bounds("bytes=3-5", 10), Some((3, 6)));
        assert_eq!(bounds("bytes=3-99", 10), Some((3, 10)));
        assert_eq!(bounds("bytes=12-", 10), Some((12, 10)));
        assert_eq!(bounds(&format!("bytes=0-{}", u64::MAX), 10), Some((0, 10)));
        for other in [
            "bytes=-5",
            "bytes=5-3",
            "bytes=1-2,4-5",
            "lines=1-2",
            "bytes=",
            "bytes=a-b",
        ] {
            assert_eq!(bounds(other, 10), None, "{other}");
        }
    }
}
