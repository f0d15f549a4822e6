//! `bezzel campaign open`: serves a campaign to strangers.

use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, bail};
use bezzel_campaign::{Admission, LeaseLimits, PublicLog};
use bezzel_server::{OpenCampaign, OpenLimits, OpenStatus, serve_campaign};
use tokio::net::TcpListener;

use super::opened;
use crate::args::Open;
use crate::interrupt::{self, Interrupted};
use crate::output;
use crate::stderr::write_note;

/// Time between two lines of progress.
const NOTE_INTERVAL: Duration = Duration::from_secs(60);
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);

pub(super) fn run(args: &Open) -> anyhow::Result<ExitCode> {
    let path = log_path(args);
    let ledger = opened(&args.file)?;
    if ledger.is_at(&path) {
        bail!(
            "cannot write {}: expected another file than the ledger",
            path.display()
        );
    }
    let policy = ledger.policy().clone();
    let log = path.clone();
    let limits = limits(args);
    let start = move || -> Result<_, bezzel_campaign::Error> {
        let log = PublicLog::open(&log, &ledger)?;
        OpenCampaign::start(ledger, log, limits)
    };
    let campaign = interrupt::run_interruptible("the server was not started", start)??;
    write_note(format_args!("policy: {policy}"));
    if policy.copies < 2 && !matches!(policy.authors, Admission::Listed(_)) {
        write_note(
            "anyone can add a wrong value to the total: `bezzel campaign new --copies 2` creates a \
             campaign in which two authors must agree",
        );
    }
    write_note(format_args!("public log: {}", path.display()));
    if policy.audit > 0 {
        write_note("it names the audited units, and is served when no unit needs results");
    }
    let runtime = tokio::runtime::Runtime::new().context("cannot start threads")?;
    runtime.block_on(serve(args, campaign.clone()))?;
    runtime.shutdown_background();
    let status = campaign.status();
    if is_complete(&status) {
        write_note(format_args!(
            "server stopped; the campaign is complete: `bezzel campaign certificate {}` writes the \
             certificate",
            args.file.display()
        ));
        return Ok(ExitCode::SUCCESS);
    }
    bail!(Interrupted(
        "server stopped; all acknowledged results are in the ledger".to_owned()
    ))
}

/// Returns true if no unit needs more results under the policy, and none is in conflict.
fn is_complete(status: &OpenStatus) -> bool {
    status.open == 0 && status.conflicts == 0
}

/// Returns the path of the log.
fn log_path(args: &Open) -> PathBuf {
    args.log.clone().unwrap_or_else(|| {
        let mut path = OsString::from(&args.file);
        path.push(".log");
        path.into()
    })
}

fn limits(args: &Open) -> OpenLimits {
    OpenLimits {
        leases: LeaseLimits {
            per_author: args.leases_per_author as usize,
            per_address: args.leases_per_address as usize,
            time: args.lease_time,
            ..LeaseLimits::default()
        },
        requests_per_minute: args.requests_per_minute,
        trust_forwarded_for: args.trust_forwarded_for,
        ..OpenLimits::default()
    }
}

async fn serve(args: &Open, campaign: OpenCampaign) -> anyhow::Result<()> {
    let address = args.listen;
    let listener = TcpListener::bind(address)
        .await
        .with_context(|| format!("cannot listen on {address} (choose another with --listen)"))?;
    let address = listener.local_addr().context("cannot read the port")?;
    output::print(format_args!("http://{address}/\n")).context("cannot write the address")?;
    if !address.ip().is_loopback() {
        write_note(
            "connections are not encrypted: put a reverse proxy with HTTPS in front of this server",
        );
    }
    write_note("press Ctrl-C to stop");
    let shown = campaign.clone();
    let file = args.file.display().to_string();
    let watch = async move {
        let mut notes = Notes::of(&file);
        while !interrupt::stop_requested() {
            notes.show(&shown.status());
            tokio::time::sleep(STOP_POLL_INTERVAL).await;
        }
    };
    Ok(serve_campaign(campaign, listener, watch).await?)
}

/// The progress as last shown.
struct Notes<'a> {
    /// The ledger, for suggestions.
    file: &'a str,
    last: Option<(Instant, OpenStatus)>,
    warning: Option<String>,
}

impl<'a> Notes<'a> {
    fn of(file: &'a str) -> Self {
        Self {
            file,
            last: None,
            warning: None,
        }
    }

    fn show(&mut self, status: &OpenStatus) {
        if status.warning != self.warning {
            self.warning.clone_from(&status.warning);
            match &status.warning {
                Some(warning) => write_note(format_args!("waiting: {warning}")),
                None => write_note("results are stored again"),
            }
        }
        let is_due = match &self.last {
            None => true,
            Some((_, last)) if status.open == 0 && last.open > 0 => true,
            Some((_, last)) if status.open == 0 && last.conflicts != status.conflicts => true,
            Some((time, last)) => {
                time.elapsed() >= NOTE_INTERVAL
                    && (last.results, last.leased) != (status.results, status.leased)
            }
        };
        if !is_due {
            return;
        }
        write_note(format_args!(
            "{} of {} units need results, {} leased, {} in conflict, {} results, log of {:.1} MB",
            status.open,
            status.units,
            status.leased,
            status.conflicts,
            status.results,
            status.log_bytes as f64 / 1e6,
        ));
        let file = self.file;
        if is_complete(status) {
            write_note("no unit needs more: `bezzel campaign certificate` writes the certificate");
        } else if status.open == 0 {
            write_note(format_args!(
                "other authors cannot end the conflicts: `bezzel campaign verify {file} --resolve` counts \
                 these units here and ends them"
            ));
        }
        self.last = Some((Instant::now(), status.clone()));
    }
}
