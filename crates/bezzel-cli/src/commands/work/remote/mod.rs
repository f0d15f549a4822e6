//! `bezzel work --from`: counts units that a server leases, and sends the results to it.
//!
//! The run loop counts; the [courier] talks to the server on a separate thread, so that
//! counting continues while the server cannot be reached. Results are in the [outbox], a
//! file, from the moment they are counted until the server has acknowledged them.

mod client;
mod courier;
mod outbox;

use std::ffi::OsString;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use bezzel_campaign::{
    EnginePool, Error, Lease, ProcessInfo, Record, RecordOutcome, RunOutcome, RunProgress,
    SecretKey, TimeLimit, UnitList, WorkQueue,
};
use bezzel_count::Route;

use crate::args::Work;
use crate::commands::campaign::{RunDisplay, program};
use crate::interrupt::{self, Interrupted};
use crate::stderr::write_note;
use client::Client;
use courier::{Courier, Mailbox};
use outbox::Outbox;

/// Exit code if the server refused results.
const REFUSED: u8 = 1;

pub(super) fn run(args: &Work, url: &str) -> anyhow::Result<ExitCode> {
    let key_path = args.signing.key.as_deref().context("expected --key")?;
    let key = args.signing.read()?.context("expected --key")?;
    let client = Client::new(url)?;
    let engines = args.engines.open()?;
    let threads = engines.len();
    let campaign = contact(&client)?;
    let header = campaign.header.clone();
    let units = move || UnitList::from_header(&header);
    let units = interrupt::run_interruptible("nothing was counted", units)?
        .with_context(|| url.to_owned())?;
    write_note(format_args!(
        "{url}: {}, {} of {} units need results; policy: {}",
        units.title(),
        campaign.status.open,
        campaign.status.units,
        campaign.policy
    ));
    let path = args.output.clone().unwrap_or_else(|| beside(key_path));
    let (at, of) = (path.clone(), units.clone());
    let opened =
        interrupt::run_interruptible("nothing was counted", move || Outbox::open(&at, &of));
    let (outbox, waiting) = opened??;
    if !waiting.is_empty() {
        write_note(format_args!(
            "{}: {} results were not acknowledged and are sent now",
            path.display(),
            waiting.len()
        ));
    }
    let by_parts = args.commit_parts || campaign.commit_parts;
    let mailbox = Arc::new(Mailbox::new(outbox, waiting, threads));
    let courier = Courier {
        client,
        mailbox: mailbox.clone(),
        units: units.clone(),
        key: key.clone(),
        worker: worker(&path),
        campaign,
    };
    courier
        .start()
        .context("the system gives no more threads")?;
    let mut queue = RemoteQueue {
        mailbox: mailbox.clone(),
        units,
        key,
        origin: ProcessInfo::current(&program()),
        by_parts,
        route: Route::Direct,
        again: Vec::new(),
        in_work: 0,
    };
    let mut pool = EnginePool::start(engines);
    let outcome = count(&mut pool, &mut queue);
    let left = mailbox.close();
    for note in mailbox.take_notes() {
        write_note(note);
    }
    let sent = mailbox.sent();
    let is_gone = matches!(
        &outcome,
        Err(Error::Gone { .. } | Error::Rescued { .. } | Error::Lost { .. })
    );
    let kept = if left == 0 || is_gone {
        format!("{sent} results sent")
    } else {
        format!(
            "{sent} results sent; {left} are in {} and are sent when the same command runs again",
            path.display()
        )
    };
    match outcome {
        Err(error) => bail!("{error}; {kept}"),
        Ok(RunOutcome::Stopped) => bail!(Interrupted(kept)),
        Ok(_) => write_note(format_args!(
            "{kept}; the campaign needs nothing more from you"
        )),
    }
    Ok(if mailbox.refused() > 0 {
        ExitCode::from(REFUSED)
    } else {
        ExitCode::SUCCESS
    })
}

/// Counts leased units by both routes until the campaign needs no more, and shows the progress.
fn count(pool: &mut EnginePool, queue: &mut RemoteQueue) -> Result<RunOutcome, Error> {
    let mailbox = queue.mailbox.clone();
    let mut shown = RunDisplay::new("counting");
    loop {
        let mut observe = |news: &RunProgress| {
            for note in mailbox.take_notes() {
                shown.note(note);
            }
            shown.show(news)
        };
        match pool.run(queue, TimeLimit::none(), &mut observe) {
            // The units of this route are counted; those of the other one may follow.
            Ok(RunOutcome::Complete) if queue.turn() => {}
            other => return other,
        }
    }
}

/// Asks the server for its campaign, repeatedly while it cannot be reached.
fn contact(client: &Client) -> anyhow::Result<client::Campaign> {
    let mut backoff = client::Backoff::default();
    loop {
        let asking = client.clone();
        let asked = move || asking.campaign();
        match interrupt::run_interruptible("nothing was counted", asked)? {
            Ok(campaign) => return Ok(campaign),
            Err(failure) => {
                let wait = backoff.wait(&failure)?;
                write_note(format_args!(
                    "{failure}; next attempt in {} s",
                    wait.as_secs()
                ));
                interrupt::sleep("nothing was counted", wait)?;
            }
        }
    }
}

/// Returns the outbox that belongs to a key file.
fn beside(key: &Path) -> PathBuf {
    let mut path = OsString::from(key);
    path.push(".outbox");
    path.into()
}

/// Returns a number for this worker, the same after a restart.
fn worker(outbox: &Path) -> u64 {
    let mut hash = DefaultHasher::new();
    let path = std::path::absolute(outbox);
    path.unwrap_or_else(|_| outbox.to_owned()).hash(&mut hash);
    ProcessInfo::current("").host.hash(&mut hash);
    hash.finish()
}

/// A work queue of units that a server leases. It counts by one route at a time.
struct RemoteQueue {
    mailbox: Arc<Mailbox>,
    units: UnitList,
    key: Arc<SecretKey>,
    origin: Arc<ProcessInfo>,
    by_parts: bool,
    route: Route,
    again: Vec<u64>,
    in_work: usize,
}

impl RemoteQueue {
    /// Turns to the route of the units that are ready. Returns false if nothing more is expected.
    fn turn(&mut self) -> bool {
        match self.mailbox.next_route() {
            Some(route) => {
                self.route = route;
                true
            }
            None => false,
        }
    }

    fn lines(&self, records: &[Record]) -> Result<Vec<String>, Error> {
        let line = |record: &Record| {
            let mut record = record.clone();
            self.units.sign(&mut record, &self.key)?;
            self.units.line(&record)
        };
        records.iter().map(line).collect()
    }
}

impl WorkQueue for RemoteQueue {
    fn routes(&self) -> &'static [Route] {
        match self.route {
            Route::Direct => &[Route::Direct],
            Route::Exchanged => &[Route::Exchanged],
        }
    }

    fn commits_to_parts(&self) -> bool {
        self.by_parts
    }

    fn origin(&self) -> Arc<ProcessInfo> {
        self.origin.clone()
    }

    fn lease(&mut self, count: usize) -> Result<Vec<Lease>, Error> {
        let mut leases = Vec::new();
        while leases.len() < count {
            let next = self.again.pop().or_else(|| self.mailbox.take(self.route));
            let Some(unit) = next else {
                break;
            };
            let unit = self.units.unit(unit)?;
            leases.push(Lease { unit, attempt: 1 });
        }
        self.in_work += leases.len();
        Ok(leases)
    }

    fn record(&mut self, records: &[Record]) -> Result<Vec<RecordOutcome>, Error> {
        let lines = self.lines(records)?;
        self.mailbox.put(lines)?;
        self.in_work -= records.len();
        Ok(vec![RecordOutcome::Merged; records.len()])
    }

    fn rescue(&mut self, error: Error, records: &[Record]) -> Error {
        let lines = self.lines(records).unwrap_or_default();
        self.mailbox.rescue(error, &lines)
    }

    fn release(&mut self, units: &[u64]) -> Result<(), Error> {
        self.again.extend(units);
        self.in_work -= units.len();
        Ok(())
    }

    fn is_finished(&mut self) -> Result<bool, Error> {
        let is_idle = self.again.is_empty() && self.in_work == 0;
        Ok(is_idle && self.mailbox.is_finished(self.route))
    }

    fn maintain(&mut self) -> Result<(), Error> {
        self.mailbox.check()
    }

    fn check_stored(&mut self) -> Result<(), Error> {
        self.mailbox.check()
    }

    fn fraction(&self) -> Option<f64> {
        None
    }
}
