//! The thread that talks to the server.

use std::collections::VecDeque;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use bezzel_campaign::{Error, LeaseAction, LeaseRequest, SecretKey, UnitList};
use bezzel_count::Route;

use super::client::{Backoff, Campaign, Client, Failure, Leased};
use super::outbox::Outbox;

/// Number of results that are sent at once without waiting for more.
const RESULTS_PER_REQUEST: usize = 64;
/// Maximum time that a result waits for others.
const SEND_INTERVAL: Duration = Duration::from_secs(2);
/// Work that is leased ahead, and the maximum number of these units.
const TIME_AHEAD: Duration = Duration::from_secs(60);
const MAX_UNITS_AHEAD: usize = 512;
/// Minimum number of units ahead for each engine.
const MIN_UNITS_PER_ENGINE: usize = 2;
/// Part of the lease time after which leases are renewed.
const RENEWALS_PER_LEASE: u32 = 3;
/// Maximum time for the last requests when the command ends.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(5);
/// Maximum time between two looks at the mailbox.
const POLL_INTERVAL: Duration = Duration::from_millis(500);
/// Number of refusals that are shown.
const MAX_SHOWN_REFUSALS: u64 = 10;

/// State that the run loop and the courier share.
pub(super) struct Mailbox {
    state: Mutex<State>,
    changed: Condvar,
}

struct State {
    outbox: Outbox,
    /// Results that the server has not acknowledged.
    waiting: VecDeque<String>,
    /// Time of the oldest of them that was not sent yet; `None` for those of an earlier run, which
    /// are sent before units are requested: the server would lease theirs again.
    since: Option<Instant>,
    /// Units to count by the direct and by the exchanged route.
    ready: [VecDeque<u64>; 2],
    engines: usize,
    started: Instant,
    counted: usize,
    sent: u64,
    refused: u64,
    notes: Vec<String>,
    /// True if the server has no units for this author now and expects none.
    no_more: bool,
    failure: Option<String>,
    is_closing: bool,
    is_closed: bool,
}

fn index(route: Route) -> usize {
    match route {
        Route::Direct => 0,
        Route::Exchanged => 1,
    }
}

impl Mailbox {
    pub(super) fn new(outbox: Outbox, waiting: Vec<String>, engines: usize) -> Self {
        let state = State {
            outbox,
            waiting: waiting.into(),
            since: None,
            ready: Default::default(),
            engines: engines.max(1),
            started: Instant::now(),
            counted: 0,
            sent: 0,
            refused: 0,
            notes: Vec::new(),
            no_more: false,
            failure: None,
            is_closing: false,
            is_closed: false,
        };
        Self {
            state: Mutex::new(state),
            changed: Condvar::new(),
        }
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes a unit to count.
    pub(super) fn take(&self, route: Route) -> Option<u64> {
        let unit = self.lock().ready[index(route)].pop_front();
        self.changed.notify_all();
        unit
    }

    /// Stores results and has them sent.
    pub(super) fn put(&self, lines: Vec<String>) -> Result<(), Error> {
        let mut state = self.lock();
        state.outbox.append(&lines)?;
        if state.waiting.is_empty() {
            state.since = Some(Instant::now());
        }
        state.counted += lines.len();
        state.waiting.extend(lines);
        drop(state);
        self.changed.notify_all();
        Ok(())
    }

    pub(super) fn rescue(&self, error: Error, lines: &[String]) -> Error {
        self.lock().outbox.rescue(error, lines)
    }

    /// Returns true if no unit of this route can be expected before those of the other one.
    pub(super) fn is_finished(&self, route: Route) -> bool {
        let state = self.lock();
        let [here, other] = match route {
            Route::Direct => [0, 1],
            Route::Exchanged => [1, 0],
        };
        let is_over = state.no_more && state.waiting.is_empty();
        state.ready[here].is_empty() && (!state.ready[other].is_empty() || is_over)
    }

    /// Returns a route of which units are ready, or `None`.
    pub(super) fn next_route(&self) -> Option<Route> {
        let state = self.lock();
        let routes = [Route::Direct, Route::Exchanged];
        routes
            .into_iter()
            .find(|route| !state.ready[index(*route)].is_empty())
    }

    /// Fails if the server has refused a request for good, or if another program has moved or changed
    /// the outbox.
    pub(super) fn check(&self) -> Result<(), Error> {
        let mut state = self.lock();
        match &state.failure {
            Some(what) => Err(Error::Line { what: what.clone() }),
            None => state.outbox.check(),
        }
    }

    pub(super) fn take_notes(&self) -> Vec<String> {
        std::mem::take(&mut self.lock().notes)
    }

    /// Sends what is left, gives the leases back and ends the courier, within a few seconds.
    /// Returns the number of results that were not acknowledged.
    pub(super) fn close(&self) -> usize {
        let mut state = self.lock();
        state.is_closing = true;
        self.changed.notify_all();
        let until = Instant::now() + CLOSE_TIMEOUT;
        while !state.is_closed && Instant::now() < until {
            let left = until.saturating_duration_since(Instant::now());
            let waited = self.changed.wait_timeout(state, left);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        state.waiting.len()
    }

    pub(super) fn sent(&self) -> u64 {
        self.lock().sent
    }

    pub(super) fn refused(&self) -> u64 {
        self.lock().refused
    }
}

impl State {
    /// Returns the number of units that should be ready.
    fn target(&self) -> usize {
        let per_second = self.counted as f64 / self.started.elapsed().as_secs_f64().max(1.0);
        let ahead = (per_second * TIME_AHEAD.as_secs_f64()) as usize;
        ahead.clamp(
            MIN_UNITS_PER_ENGINE * self.engines,
            MAX_UNITS_AHEAD.max(self.engines),
        )
    }

    fn ready(&self) -> usize {
        self.ready.iter().map(VecDeque::len).sum()
    }

    fn is_send_due(&self) -> bool {
        let is_due = self.waiting.len() >= RESULTS_PER_REQUEST
            || self
                .since
                .is_none_or(|since| since.elapsed() >= SEND_INTERVAL)
            || self.no_more
            || self.is_closing;
        !self.waiting.is_empty() && is_due
    }
}

/// The courier, before its thread starts.
pub(super) struct Courier {
    pub(super) client: Client,
    pub(super) mailbox: Arc<Mailbox>,
    pub(super) units: UnitList,
    pub(super) key: Arc<SecretKey>,
    pub(super) worker: u64,
    pub(super) campaign: Campaign,
}

/// Tells the run loop when the courier ends, however it ends.
struct Ending(Arc<Mailbox>);

impl Drop for Ending {
    fn drop(&mut self) {
        let mut state = self.0.lock();
        state.is_closed = true;
        if !state.is_closing {
            state.failure = Some("a thread failed: this is a bug".to_owned());
        }
        self.0.changed.notify_all();
    }
}

/// The next request.
enum Next {
    Send(Vec<String>),
    Lease(usize),
    End,
}

/// The times of the next requests.
struct Schedule {
    backoff: Backoff,
    /// Waits after answers without units.
    idle: Backoff,
    has_begun: bool,
    not_before: Instant,
    /// Time of the next request for units, if any are needed.
    next_lease: Instant,
    renew_at: Instant,
}

impl Courier {
    pub(super) fn start(self) -> std::io::Result<()> {
        thread::Builder::new().spawn(move || self.run()).map(drop)
    }

    fn run(self) {
        let _ending = Ending(self.mailbox.clone());
        let now = Instant::now();
        let mut schedule = Schedule {
            backoff: Backoff::default(),
            idle: Backoff::default(),
            has_begun: false,
            not_before: now,
            next_lease: now,
            renew_at: now,
        };
        loop {
            let next = self.next(&schedule);
            let asked = match next {
                Next::End => break,
                Next::Send(lines) => self.send(&lines),
                Next::Lease(count) => self.lease(count, &mut schedule),
            };
            match asked {
                Ok(()) => schedule.backoff.reset(),
                Err(failure) => {
                    if !self.postpone(&failure, &mut schedule) {
                        break;
                    }
                }
            }
        }
        if schedule.has_begun {
            // If this fails, the leases end by themselves.
            let request = self.request(LeaseAction::Release);
            let _ = self.client.lease(&request);
        }
    }

    /// Waits for the time of the next request.
    fn next(&self, schedule: &Schedule) -> Next {
        let mut state = self.mailbox.lock();
        loop {
            let now = Instant::now();
            if state.is_closing && (state.waiting.is_empty() || state.failure.is_some()) {
                return Next::End;
            }
            let is_allowed = now >= schedule.not_before && state.failure.is_none();
            if is_allowed || state.is_closing {
                if state.is_send_due() {
                    return Next::Send(self.first(&state));
                }
                let (ready, target) = (state.ready(), state.target());
                let wanted = if now >= schedule.next_lease && ready <= target / 2 {
                    target - ready
                } else {
                    0
                };
                if wanted > 0 || now >= schedule.renew_at {
                    return Next::Lease(wanted);
                }
            }
            let waited = self.mailbox.changed.wait_timeout(state, POLL_INTERVAL);
            state = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
    }

    /// Returns the first waiting results, as many as one request may have.
    fn first(&self, state: &State) -> Vec<String> {
        let mut bytes = self.units.header().len() + 1;
        let fits = |line: &&String| {
            bytes += line.len() + 1;
            bytes <= self.campaign.max_body_bytes
        };
        let first = state.waiting.iter().take(self.campaign.max_lines.max(1));
        let lines: Vec<String> = first.take_while(fits).cloned().collect();
        if lines.is_empty() {
            // The server decides about a line that is longer than it accepts.
            return state.waiting.iter().take(1).cloned().collect();
        }
        lines
    }

    fn send(&self, lines: &[String]) -> Result<(), Failure> {
        let mut text = self.units.header();
        for line in lines {
            text.push('\n');
            text += line;
        }
        text.push('\n');
        let outcomes = self.client.send(&text)?.outcomes;
        let mut state = self.mailbox.lock();
        let State {
            waiting, outbox, ..
        } = &mut *state;
        // Only the courier removes results, and lines are answered in order.
        let answered = outcomes.len().min(lines.len()).min(waiting.len());
        waiting.drain(..answered);
        outbox.acknowledge(answered, waiting.iter());
        if state.since.is_some() || state.waiting.is_empty() {
            state.since = Some(Instant::now());
        }
        for (line, outcome) in lines.iter().zip(&outcomes) {
            if outcome.outcome != "refused" {
                state.sent += 1;
                continue;
            }
            state.refused += 1;
            if state.refused <= MAX_SHOWN_REFUSALS {
                let unit = line.split(' ').next().unwrap_or_default();
                let reason = outcome.reason.as_deref().unwrap_or("no reason given");
                let note = format!("the server refused the result of unit {unit}: {reason}");
                state.notes.push(note);
            }
        }
        drop(state);
        self.mailbox.changed.notify_all();
        Ok(())
    }

    fn request(&self, action: LeaseAction) -> String {
        LeaseRequest::new(&self.units, self.worker, action, &self.key).to_string()
    }

    fn lease(&self, count: usize, schedule: &mut Schedule) -> Result<(), Failure> {
        let count = count as u32;
        let action = if schedule.has_begun {
            LeaseAction::More(count)
        } else {
            LeaseAction::Begin(count)
        };
        let leased = self.client.lease(&self.request(action))?;
        schedule.has_begun = true;
        let time = Duration::from_secs(leased.lease_seconds.clamp(10, 30 * 86_400));
        schedule.renew_at = Instant::now() + time / RENEWALS_PER_LEASE;
        let is_empty = leased.units.is_empty();
        self.accept(leased, count > 0);
        if is_empty && count > 0 {
            schedule.next_lease = Instant::now() + schedule.idle.next();
        } else {
            schedule.idle.reset();
        }
        Ok(())
    }

    /// Adds the units of a lease.
    fn accept(&self, leased: Leased, was_asked: bool) {
        let mut state = self.mailbox.lock();
        for line in &leased.units {
            let parsed = line.split_once(' ').and_then(|(name, route)| {
                let route = match route {
                    "direct" => 0,
                    "exchanged" => 1,
                    _ => return None,
                };
                Some((self.units.unit_by_name(name).ok()?.index(), route))
            });
            match parsed {
                Some((unit, route)) => state.ready[route].push_back(unit),
                None => {
                    let what = "expected units of the campaign and their routes from the server";
                    state.failure = Some(what.to_owned());
                }
            }
        }
        if was_asked {
            state.no_more = leased.units.is_empty() && !leased.more_later;
        }
        drop(state);
        self.mailbox.changed.notify_all();
    }

    /// Plans the next attempt. Returns false if there is none.
    fn postpone(&self, failure: &Failure, schedule: &mut Schedule) -> bool {
        let mut state = self.mailbox.lock();
        if state.is_closing {
            return false;
        }
        match schedule.backoff.wait(failure) {
            Ok(wait) => {
                schedule.not_before = Instant::now() + wait;
                let seconds = wait.as_secs();
                let waiting = state.waiting.len();
                let note = format!(
                    "{failure}; next attempt in {seconds} s, {waiting} results are in the outbox"
                );
                state.notes.push(note);
                true
            }
            Err(error) => {
                state.failure = Some(error.to_string());
                // The command closes the mailbox next.
                true
            }
        }
    }
}
