//! The server of an open campaign, which leases units to authors and receives their results.
//!
//! ```text
//!   GET  /          what this is, as text
//!   GET  /campaign  plan, policy and progress, as JSON
//!   POST /leases    a signed request for units                  ──▶ units, as JSON
//!   POST /results   a header and lines of results, signed       ──▶ an outcome for each line
//!   GET  /log       the public log, also parts of it (Range)
//! ```
//!
//! An outcome is sent when the result is in the ledger and synced. Requests are parsed and verified
//! on separate threads; one thread, the [desk](desk), owns the ledger and writes the results of all
//! waiting requests in one transaction.

mod address;
mod answer;
mod desk;
mod download;
mod rates;

use std::future::Future;
use std::net::IpAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::HeaderValue;
use axum::http::header::{CACHE_CONTROL, X_CONTENT_TYPE_OPTIONS};
use axum::response::Response;
use axum::routing::{get, post};
use axum::{Json, middleware};
use bezzel_campaign::{Error, LeaseLimits, LeaseRequest, Ledger, PublicLog, Record, UnitList};
use serde::Serialize;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;
use tokio_util::sync::CancellationToken;

use crate::Connections;
use crate::connections;
use address::Address;
use answer::{Leased, LineOutcome, Refusal};
use desk::{Desk, Job, Jobs};
use rates::RequestRates;

/// Maximum number of lines of one request.
const MAX_LINES: usize = 256;
/// Time limit for open requests after a stop.
const SHUTDOWN_TIMEOUT: Duration = Duration::from_secs(5);

/// Limits of an open campaign.
#[derive(Debug, Clone, Copy)]
pub struct OpenLimits {
    /// Limits on leases.
    pub leases: LeaseLimits,
    /// Number of requests per minute and address.
    pub requests_per_minute: u32,
    /// True if a reverse proxy sets `X-Forwarded-For`, whose last address is that of the client.
    pub trust_forwarded_for: bool,
    /// Limits on connections.
    pub connections: Connections,
}

impl Default for OpenLimits {
    fn default() -> Self {
        Self {
            leases: LeaseLimits::default(),
            requests_per_minute: 600,
            trust_forwarded_for: false,
            connections: Connections::default(),
        }
    }
}

/// Progress of an open campaign.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct OpenStatus {
    /// Number of units of the plan.
    pub units: u64,
    /// Number of units that need results of further authors.
    pub open: u64,
    /// Number of units in conflict, which a recount by the owner ends.
    pub conflicts: u64,
    /// Number of leases.
    pub leased: u64,
    /// Number of stored results.
    pub results: u64,
    /// Length of the public log in bytes.
    pub log_bytes: u64,
    /// The reason why the log or the ledger cannot be written now.
    pub warning: Option<String>,
}

/// A campaign that is served.
#[derive(Clone)]
pub struct OpenCampaign(Arc<Shared>);

struct Shared {
    units: UnitList,
    policy: String,
    commit_parts: bool,
    limits: OpenLimits,
    jobs: Jobs,
    rates: Mutex<RequestRates>,
    /// Permits to verify signatures.
    verifying: Semaphore,
    downloads: download::Downloads,
    /// True if the log names the units that were drawn for an audit, which authors must not know.
    has_secrets: bool,
    progress: Arc<desk::Progress>,
    desk: Mutex<Option<JoinHandle<Result<(), Error>>>>,
    /// Cancelled when the desk has ended.
    ended: CancellationToken,
}

impl OpenCampaign {
    /// Starts the thread that owns the ledger. Reads all of it first.
    pub fn start(ledger: Ledger, log: PublicLog, limits: OpenLimits) -> Result<Self, Error> {
        let units = ledger.units().clone();
        let policy = ledger.policy().to_string();
        let commit_parts = ledger.policy().commit_parts;
        let has_secrets = ledger.policy().audit > 0;
        let downloads = download::Downloads::new(log.path());
        let (jobs, waiting) = desk::queue();
        let progress = Arc::new(desk::Progress::default());
        let desk = Desk::new(ledger, log, limits.leases, progress.clone())?;
        let ended = CancellationToken::new();
        let guard = ended.clone().drop_guard();
        let running = std::thread::Builder::new().spawn(move || {
            let _ended = guard;
            desk.run(&waiting)
        });
        let running = running.map_err(|error| Error::NoEngineLeft(error.to_string()))?;
        Ok(Self(Arc::new(Shared {
            units,
            policy,
            commit_parts,
            limits,
            jobs,
            rates: Mutex::new(RequestRates::new(limits.requests_per_minute)),
            verifying: Semaphore::new(crate::app::available_cpus()),
            downloads,
            has_secrets,
            progress,
            desk: Mutex::new(Some(running)),
            ended,
        })))
    }

    /// Returns the progress as of the last write.
    pub fn status(&self) -> OpenStatus {
        self.0.progress.status()
    }

    /// Returns the router of the campaign.
    pub fn router(&self) -> Router {
        let router = Router::new()
            .route("/", get(welcome))
            .route("/campaign", get(campaign))
            .route("/leases", post(leases))
            .route("/results", post(results))
            .route("/log", get(download::log))
            .fallback(async || Refusal::not_found())
            .method_not_allowed_fallback(async || Refusal::wrong_method())
            .with_state(self.clone());
        router.layer(middleware::map_response(headers))
    }

    /// Charges an address for a request. Fails if it has sent too many.
    fn charge(&self, address: IpAddr, cost: f64) -> Result<(), Refusal> {
        let mut rates = self.0.rates.lock().unwrap_or_else(PoisonError::into_inner);
        rates.charge(address, cost).map_err(Refusal::too_many)
    }

    /// Charges an address for bad input that was found only after the request was accepted.
    fn fine(&self, address: IpAddr, cost: f64) {
        let mut rates = self.0.rates.lock().unwrap_or_else(PoisonError::into_inner);
        rates.fine(address, cost);
    }

    /// Ends the desk, after the requests that it has received.
    fn end(&self) -> Result<(), Error> {
        self.0.jobs.stop();
        let running = self
            .0
            .desk
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .take();
        let Some(running) = running else {
            return Ok(());
        };
        let failed = |_| Error::NoEngineLeft("the thread of the ledger failed".to_owned());
        running.join().map_err(failed)?
    }
}

/// Serves a campaign until `stop` completes, or until its ledger cannot be used any more.
pub async fn serve_campaign(
    campaign: OpenCampaign,
    listener: TcpListener,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), Error> {
    let closing = CancellationToken::new();
    let connections = campaign.0.limits.connections;
    let serving = connections::accept(listener, campaign.router(), connections, closing.clone());
    let shutdown = async {
        tokio::select! {
            () = stop => {}
            () = campaign.0.ended.cancelled() => {}
        }
        closing.cancel();
        tokio::time::sleep(SHUTDOWN_TIMEOUT).await;
    };
    tokio::select! {
        () = serving => {}
        () = shutdown => {}
    }
    let ending = tokio::task::spawn_blocking(move || campaign.end());
    let failed = |_| Error::NoEngineLeft("the thread of the ledger failed".to_owned());
    ending.await.map_err(failed)?
}

async fn headers(mut response: Response) -> Response {
    let headers = response.headers_mut();
    headers.insert(X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff"));
    headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

async fn welcome(State(campaign): State<OpenCampaign>) -> String {
    let shared = &campaign.0;
    let status = campaign.status();
    format!(
        "This is an open campaign of bezzel: it counts the solutions of the n-queens problem, {}.\n\
         {} of {} units still need results. Policy: {}.\n\n\
         To take part:\n  bezzel key new my.key\n  bezzel work --from ADDRESS --key my.key\n\n\
         The log of all results is at /log; `bezzel campaign verify --log FILE` checks it.\n",
        shared.units.title(),
        status.open,
        status.units,
        shared.policy,
    )
}

/// Description of a campaign.
#[derive(Serialize)]
struct Description<'a> {
    /// Version of this interface.
    version: u32,
    n: u32,
    /// First line of files of units and results.
    header: String,
    policy: &'a str,
    /// True if results must be committed to their parts.
    commit_parts: bool,
    max_lines: usize,
    max_body_bytes: usize,
    lease_seconds: u64,
    status: OpenStatus,
}

async fn campaign(
    State(campaign): State<OpenCampaign>,
    Address(address): Address,
) -> Result<Response, Refusal> {
    use axum::response::IntoResponse;
    campaign.charge(address, 1.0)?;
    let shared = &campaign.0;
    let description = Description {
        version: 1,
        n: shared.units.plan().n(),
        header: shared.units.header(),
        policy: &shared.policy,
        commit_parts: shared.commit_parts,
        max_lines: MAX_LINES,
        max_body_bytes: crate::app::limits::MAX_BODY_BYTES,
        lease_seconds: shared.limits.leases.time.as_secs(),
        status: campaign.status(),
    };
    Ok(Json(description).into_response())
}

async fn leases(
    State(campaign): State<OpenCampaign>,
    Address(address): Address,
    body: Bytes,
) -> Result<Json<Leased>, Refusal> {
    campaign.charge(address, 1.0)?;
    let text = str::from_utf8(&body).map_err(|_| Refusal::not_text());
    let request = text.and_then(|text| Ok(LeaseRequest::parse(text, &campaign.0.units)?));
    let request = request.inspect_err(|_| campaign.fine(address, rates::BAD_REQUEST))?;
    let leased = campaign.0.jobs.send(|reply| Job::Lease {
        request,
        address,
        reply,
    });
    leased.await.map(Json)
}

async fn results(
    State(campaign): State<OpenCampaign>,
    Address(address): Address,
    body: Bytes,
) -> Result<Json<answer::Outcomes>, Refusal> {
    campaign.charge(address, 1.0 + body.len() as f64 / rates::BYTES_PER_COST)?;
    let permit = campaign.0.verifying.acquire().await;
    let permit = permit.map_err(|_| Refusal::stopping())?;
    let shared = campaign.clone();
    let parsed = tokio::task::spawn_blocking(move || lines(&shared.0.units, &body)).await;
    drop(permit);
    let parsed = parsed.map_err(|_| Refusal::stopping())?;
    let parsed = parsed.inspect_err(|_| campaign.fine(address, rates::BAD_REQUEST))?;
    let bad = parsed.iter().filter(|line| line.is_err()).count();
    campaign.fine(address, bad as f64);
    let (mut records, mut outcomes) = (Vec::new(), Vec::new());
    for line in parsed {
        match line {
            Ok(record) => {
                records.push(record);
                outcomes.push(None);
            }
            Err(reason) => outcomes.push(Some(LineOutcome::refused(reason))),
        }
    }
    let stored = if records.is_empty() {
        Vec::new()
    } else {
        let stored = campaign
            .0
            .jobs
            .send(|reply| Job::Results { records, reply });
        stored.await?
    };
    let mut stored = stored.into_iter();
    let outcomes = outcomes
        .into_iter()
        .filter_map(|one| one.or_else(|| stored.next()));
    Ok(Json(answer::Outcomes {
        outcomes: outcomes.collect(),
    }))
}

/// Parses the header and the lines of a request. Fails if the header is wrong, or if there are too
/// many lines.
fn lines(units: &UnitList, body: &[u8]) -> Result<Vec<Result<Record, String>>, Refusal> {
    let text = str::from_utf8(body).map_err(|_| Refusal::not_text())?;
    let mut lines = text.lines();
    let header = lines.next().unwrap_or_default();
    if header != units.header() {
        return Err(Refusal::wrong_header(&units.header(), header));
    }
    let lines: Vec<&str> = lines
        .filter(|line| !line.is_empty())
        .take(MAX_LINES + 1)
        .collect();
    if lines.len() > MAX_LINES {
        return Err(Refusal::too_many_lines(MAX_LINES));
    }
    let parse = |line: &&str| {
        let record = units.parse(line).map_err(|error| error.to_string())?;
        match record.author() {
            Some(_) => Ok(record),
            None => Err("expected a signed result, found one without a signature".to_owned()),
        }
    };
    Ok(lines.iter().map(parse).collect())
}
