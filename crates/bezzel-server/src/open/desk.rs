//! The thread that owns the ledger of an open campaign.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use bezzel_campaign::{
    Assignments, Author, Demand, Error, Holder, LeaseAction, LeaseLimits, LeaseRequest, Ledger,
    PublicLog, Record, RecordOutcome, ResultFilter,
};
use bezzel_count::Route;
use tokio::sync::oneshot;

use super::OpenStatus;
use super::answer::{Leased, LineOutcome, Refusal};

/// Maximum number of requests that wait for the desk.
const MAX_WAITING: usize = 1024;
/// Maximum number of results in one transaction, and of requests that it answers.
const MAX_RESULTS_PER_WRITE: usize = 4096;
const MAX_JOBS_PER_WRITE: usize = 256;
/// Maximum number of results of one author for one unit.
const MAX_RESULTS_PER_UNIT: usize = 4;
/// Minimum interval at which the desk looks for changes that other processes made to the ledger,
/// and the maximum part of its time that it spends on that.
const CHECK_INTERVAL: Duration = Duration::from_secs(10);
const CHECKS_PER_TIME: u32 = 20;
/// Interval at which the desk looks whether the ledger and the log are still at their paths.
const WATCH_INTERVAL: Duration = Duration::from_millis(500);

/// The results of authors for units, as far as they matter for the next write.
type Known = HashMap<(u64, Author), Vec<Record>>;
type Reply<T> = oneshot::Sender<Result<T, Refusal>>;

/// A request to the desk.
pub(super) enum Job {
    /// A request for units.
    Lease {
        request: LeaseRequest,
        address: IpAddr,
        reply: Reply<Leased>,
    },
    /// Results with valid signatures.
    Results {
        records: Vec<Record>,
        reply: Reply<Vec<LineOutcome>>,
    },
    /// The end of the server.
    Stop,
}

/// The waiting requests.
pub(super) struct Jobs(SyncSender<Job>);

pub(super) fn queue() -> (Jobs, Receiver<Job>) {
    let (sender, receiver) = sync_channel(MAX_WAITING);
    (Jobs(sender), receiver)
}

impl Jobs {
    /// Sends a request and waits for the answer.
    pub(super) async fn send<T>(&self, job: impl FnOnce(Reply<T>) -> Job) -> Result<T, Refusal> {
        let (reply, answer) = oneshot::channel();
        match self.0.try_send(job(reply)) {
            Ok(()) => answer.await.unwrap_or_else(|_| Err(Refusal::stopping())),
            Err(TrySendError::Full(_)) => Err(Refusal::busy()),
            Err(TrySendError::Disconnected(_)) => Err(Refusal::stopping()),
        }
    }

    /// Ends the desk after the waiting requests.
    pub(super) fn stop(&self) {
        // The desk may have ended already.
        let _ = self.0.send(Job::Stop);
    }
}

/// The progress that requests see.
#[derive(Default)]
pub(super) struct Progress(Mutex<OpenStatus>);

impl Progress {
    pub(super) fn status(&self) -> OpenStatus {
        self.0
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .clone()
    }

    fn set(&self, status: OpenStatus) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = status;
    }
}

pub(super) struct Desk {
    ledger: Ledger,
    log: PublicLog,
    demand: Demand,
    assignments: Assignments,
    /// Authors all of whose results are withdrawn, with the reasons.
    withdrawn: HashMap<Author, String>,
    lease_time: Duration,
    progress: Arc<Progress>,
    conflicts: u64,
    results: u64,
    warning: Option<String>,
    next_check: Instant,
    next_watch: Instant,
}

impl Desk {
    pub(super) fn new(
        ledger: Ledger,
        log: PublicLog,
        limits: LeaseLimits,
        progress: Arc<Progress>,
    ) -> Result<Self, Error> {
        let (units, policy) = (ledger.units().plan().len(), ledger.policy().clone());
        let assignments = Assignments::new(units, |unit| policy.authors_per_unit(unit), limits);
        let mut desk = Self {
            demand: Demand::of(&ledger)?,
            ledger,
            log,
            assignments,
            withdrawn: HashMap::new(),
            lease_time: limits.time,
            progress,
            conflicts: 0,
            results: 0,
            warning: None,
            next_check: Instant::now() + CHECK_INTERVAL,
            next_watch: Instant::now() + WATCH_INTERVAL,
        };
        desk.reload()?;
        desk.publish();
        Ok(desk)
    }

    /// Answers requests until the server stops. Fails if the ledger cannot be used any more.
    pub(super) fn run(mut self, jobs: &Receiver<Job>) -> Result<(), Error> {
        loop {
            let mut waiting = Vec::new();
            match jobs.recv_timeout(WATCH_INTERVAL) {
                Ok(Job::Stop) | Err(RecvTimeoutError::Disconnected) => return self.check(),
                Ok(job) => waiting.push(job),
                Err(RecvTimeoutError::Timeout) => {}
            }
            let mut results = 0;
            let mut is_last = false;
            while results < MAX_RESULTS_PER_WRITE && waiting.len() < MAX_JOBS_PER_WRITE {
                match jobs.try_recv() {
                    Ok(Job::Stop) => is_last = true,
                    Ok(job) => {
                        if let Job::Results { records, .. } = &job {
                            results += records.len();
                        }
                        waiting.push(job);
                        continue;
                    }
                    Err(_) => {}
                }
                break;
            }
            self.answer(waiting)?;
            if is_last {
                // The log may lack what could not be written, for example on a full disk.
                return self.check();
            }
            if Instant::now() >= self.next_watch {
                self.watch()?;
            }
            if Instant::now() >= self.next_check {
                self.check()?;
                self.publish();
            }
        }
    }

    fn answer(&mut self, jobs: Vec<Job>) -> Result<(), Error> {
        let (mut posts, mut leases) = (Vec::new(), Vec::new());
        for job in jobs {
            match job {
                Job::Results { records, reply } => posts.push((records, reply)),
                Job::Lease {
                    request,
                    address,
                    reply,
                } => leases.push((request, address, reply)),
                Job::Stop => {}
            }
        }
        if !posts.is_empty() {
            self.store(posts)?;
        }
        let leased: Vec<_> = leases
            .into_iter()
            .map(|(request, address, reply)| (self.lease(&request, address), reply))
            .collect();
        self.publish();
        for (leased, reply) in leased {
            // The client may have disconnected.
            let _ = reply.send(leased);
        }
        Ok(())
    }

    fn lease(&mut self, request: &LeaseRequest, address: IpAddr) -> Result<Leased, Refusal> {
        self.accepts(request.author())?;
        let holder = Holder {
            author: request.author(),
            worker: request.worker,
            address,
        };
        let count = match request.action {
            LeaseAction::Begin(count) => {
                self.assignments.release(holder);
                count
            }
            LeaseAction::More(count) => count,
            LeaseAction::Release => {
                self.assignments.release(holder);
                0
            }
        };
        let now = Instant::now();
        let grant = self.assignments.lease(holder, count as usize, now);
        let units = grant.units.iter().map(|(unit, route)| {
            let route = match route {
                Route::Direct => "direct",
                Route::Exchanged => "exchanged",
            };
            Ok(format!("{} {route}", self.ledger.units().unit(*unit)?))
        });
        Ok(Leased {
            units: units.collect::<Result<_, Error>>()?,
            lease_seconds: self.lease_time.as_secs(),
            more_later: grant.is_more_expected,
            open: self.assignments.open() as u64,
        })
    }

    /// Stores the results of all these requests in one transaction, then answers them.
    fn store(&mut self, posts: Vec<(Vec<Record>, Reply<Vec<LineOutcome>>)>) -> Result<(), Error> {
        let mut accepted: Vec<Record> = Vec::new();
        let mut added = Known::new();
        let mut answers = Vec::new();
        for (records, reply) in posts {
            let mut outcomes = Vec::new();
            for record in records {
                let outcome = self.judge(&record, &mut added)?;
                if let Some(author) = record.author() {
                    self.assignments.returned(record.unit, author);
                }
                if outcome.is_none() {
                    accepted.push(record);
                }
                outcomes.push(outcome);
            }
            answers.push((outcomes, reply));
        }
        let stored = if accepted.is_empty() {
            Ok(Vec::new())
        } else {
            self.ledger.receive(&accepted)
        };
        let received = match stored {
            Ok(received) => received,
            Err(error) => {
                let refusal = Refusal::from(match &error {
                    Error::DiskFull { path } => Error::DiskFull { path: path.clone() },
                    other => Error::Storage {
                        path: self.ledger.path().to_owned(),
                        why: other.to_string(),
                    },
                });
                for (_, reply) in answers {
                    let _ = reply.send(Err(refusal.clone()));
                }
                return self.survive(error);
            }
        };
        if !received.is_empty() {
            self.warning = None;
        }
        // Another result can end a conflict.
        if self.conflicts > 0
            || received
                .iter()
                .any(|one| one.outcome == RecordOutcome::Conflict)
        {
            self.conflicts = self.ledger.conflicts()?.len() as u64;
        }
        if let Err(error) = self.log.append(&received) {
            // The next check appends what is missing.
            self.warning = Some(error.to_string());
        }
        for record in &accepted {
            let demand = self.demand.of_unit(&self.ledger, record.unit)?;
            self.assignments.update(&demand);
        }
        self.publish();
        let mut stored = received.iter();
        for (outcomes, reply) in answers {
            let outcomes = outcomes.into_iter().filter_map(|outcome| {
                outcome.or_else(|| Some(LineOutcome::stored(stored.next()?.outcome)))
            });
            // The results are stored even if the client has disconnected.
            let _ = reply.send(Ok(outcomes.collect()));
        }
        Ok(())
    }

    /// Fails if the campaign does not accept results of this author, or no longer.
    fn accepts(&self, author: Author) -> Result<(), Error> {
        if let Some(reason) = self.withdrawn.get(&author) {
            let what = format!("the results of author {author} are withdrawn: {reason}");
            return Err(Error::NotAccepted { what });
        }
        self.ledger.accepts(author)
    }

    /// Returns the outcome of a result that is not to be stored.
    fn judge(&self, record: &Record, added: &mut Known) -> Result<Option<LineOutcome>, Error> {
        let Some(author) = record.author() else {
            return Ok(Some(LineOutcome::refused(
                "expected a signed result".to_owned(),
            )));
        };
        let accepted = self
            .accepts(author)
            .and_then(|()| self.ledger.admit(record));
        if let Err(Error::NotAccepted { what }) = accepted {
            return Ok(Some(LineOutcome::refused(what)));
        }
        let known = added.entry((record.unit, author)).or_default();
        if known.is_empty() && self.assignments.has_counted(record.unit, author) {
            let results = self.ledger.results(record.unit)?;
            let own = results
                .into_iter()
                .filter(|one| one.author() == Some(author));
            known.extend(own);
        }
        if known.contains(record) {
            return Ok(Some(LineOutcome::stored(RecordOutcome::Identical)));
        }
        let agrees = |one: &Record| one.route == record.route && one.result.agrees(&record.result);
        if known.iter().any(agrees) {
            return Ok(Some(LineOutcome::unneeded()));
        }
        if known.len() >= MAX_RESULTS_PER_UNIT {
            return Ok(Some(LineOutcome::refused(format!(
                "expected at most {MAX_RESULTS_PER_UNIT} results of one author for a unit"
            ))));
        }
        let is_wanted = self.assignments.is_open(record.unit)
            || self.assignments.is_leased_to(record.unit, author);
        if !is_wanted {
            return Ok(Some(LineOutcome::unneeded()));
        }
        known.push(record.clone());
        Ok(None)
    }

    /// Fails if another program has moved or overwritten the ledger or the log.
    fn watch(&mut self) -> Result<(), Error> {
        let checked = self.ledger.check_place().and_then(|()| self.log.check());
        self.next_watch = Instant::now() + WATCH_INTERVAL;
        checked.or_else(|error| {
            self.survive(error)?;
            self.publish();
            Ok(())
        })
    }

    /// Notes changes that other processes made to the ledger, and completes the log.
    fn check(&mut self) -> Result<(), Error> {
        let started = Instant::now();
        let checked = self.check_place_and_log();
        let wait = CHECK_INTERVAL.max(started.elapsed() * CHECKS_PER_TIME);
        self.next_check = Instant::now() + wait;
        checked.or_else(|error| self.survive(error))
    }

    fn check_place_and_log(&mut self) -> Result<(), Error> {
        self.ledger.check_place()?;
        self.log.check()?;
        if self.log.is_behind(&self.ledger)? {
            self.log.complete(&self.ledger)?;
            self.warning = None;
            self.reload()?;
        } else if self.ledger.policy().probation > 0 {
            self.reload()?;
        }
        Ok(())
    }

    fn reload(&mut self) -> Result<(), Error> {
        self.conflicts = self.ledger.conflicts()?.len() as u64;
        self.withdrawn = withdrawn(&self.ledger)?;
        self.demand = Demand::of(&self.ledger)?;
        let assignments = &mut self.assignments;
        self.demand.each(&self.ledger, &mut |demand| {
            assignments.update(&demand);
            Ok::<_, Error>(())
        })
    }

    /// Continues after a failure that may pass, such as a full disk.
    fn survive(&mut self, error: Error) -> Result<(), Error> {
        match error {
            Error::DiskFull { .. } | Error::Storage { .. } | Error::ReadOnly { .. } => {
                self.warning = Some(error.to_string());
                Ok(())
            }
            // If the file is gone, its results are written to another one.
            fatal => Err(self.ledger.rescue(fatal, &[])),
        }
    }

    fn publish(&mut self) {
        // A number that cannot be read now remains as it was.
        if let Ok(results) = self.ledger.stored_results() {
            self.results = results;
        }
        self.progress.set(OpenStatus {
            units: self.ledger.units().plan().len(),
            open: self.assignments.open() as u64,
            conflicts: self.conflicts,
            leased: self.assignments.leased() as u64,
            results: self.results,
            log_bytes: self.log.len(),
            warning: self.warning.clone(),
        });
    }
}

/// Returns the authors all of whose results are withdrawn, with the reasons.
fn withdrawn(ledger: &Ledger) -> Result<HashMap<Author, String>, Error> {
    let all = ledger.withdrawals()?.into_iter();
    let in_force = all.filter(|one| one.undone.is_none());
    let of_author = in_force.filter_map(|one| {
        let author = one.rule.author?;
        let rule = ResultFilter {
            author: Some(author),
            ..ResultFilter::default()
        };
        (one.rule == rule).then_some((author, one.reason))
    });
    Ok(of_author.collect())
}
