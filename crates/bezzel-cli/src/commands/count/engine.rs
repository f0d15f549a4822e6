//! Counting with the record counter: a campaign of one machine, or a count that is not kept.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use bezzel_campaign::{
    InMemoryQueue, Ledger, LedgerQueue, ProcessInfo, RunOutcome, RunProgress, TimeLimit, UnitList,
    VerificationQueue, WorkQueue,
};
use bezzel_count::{Engine, Plan, Total};

use crate::commands::campaign::{RunDisplay, final_result, program, run_interruptible};
use crate::commands::engines::EngineSelection;
use crate::interrupt::{self, Interrupted};
use crate::progress::duration;
use crate::stderr::write_note;

/// From this n on a count takes so long that it should be kept.
const SUGGEST_CAMPAIGN_FROM_N: u32 = 24;
/// How long is counted before it is said how long it will take.
const ESTIMATE_AFTER: Duration = Duration::from_secs(5);

/// What is to be counted, and how.
pub(super) struct Job<'a> {
    pub(super) n: u32,
    pub(super) choice: EngineSelection,
    pub(super) double_check: bool,
    pub(super) save: Option<&'a Path>,
}

/// Counts the whole plan, or what a ledger lacks of it, on what was chosen and is open.
pub(super) fn count(job: &Job, engines: Vec<Box<dyn Engine>>) -> anyhow::Result<Total> {
    match job.save {
        Some(path) => kept(job, engines, path),
        None => unkept(job, engines),
    }
}

fn kept(job: &Job, engines: Vec<Box<dyn Engine>>, path: &Path) -> anyhow::Result<Total> {
    let words = format!(
        "what is counted is in {}, and the same command goes on from there",
        path.display()
    );
    let goes_on = || Interrupted(words.clone());
    let mut ledger = opened_or_created(path, job.n)?;
    let origin = ProcessInfo::current(&program());
    let mut counting = if job.double_check {
        LedgerQueue::twice(&mut ledger, origin.clone())
    } else {
        LedgerQueue::new(&mut ledger, origin.clone())
    };
    let mut shown = RunDisplay::new("counting");
    let ended = bezzel_campaign::run(&mut counting, engines, TimeLimit::none(), &mut |news| {
        shown.show(news)
    })?;
    if ended == RunOutcome::Stopped {
        bail!(goes_on());
    }
    drop((shown, counting));
    if job.double_check {
        // What an earlier run without the double check has counted.
        let mut verifying = VerificationQueue::some(&mut ledger, origin, u64::MAX, 0)?;
        let mut shown = RunDisplay::new("verifying");
        let engines = job.choice.open()?;
        let ended =
            bezzel_campaign::run(&mut verifying, engines, TimeLimit::none(), &mut |news| {
                shown.show(news)
            })?;
        if ended == RunOutcome::Stopped {
            bail!(goes_on());
        }
    }
    if let Some(unit) = ledger.conflicts()?.first() {
        let unit = ledger.units().unit(*unit)?;
        bail!(
            "the results of unit {unit} differ: `bezzel campaign verify {} --resolve` counts it again",
            path.display()
        );
    }
    let (ledger, final_result) = run_interruptible(&words, ledger, final_result)?;
    if job.double_check {
        agreed(final_result.confirmed_by_exchange, ledger.units().plan());
    }
    Ok(final_result.total)
}

/// The ledger at this place, which must be for n queens, or a new one.
fn opened_or_created(path: &Path, n: u32) -> anyhow::Result<Ledger> {
    if fs::symlink_metadata(path).is_err() {
        let units = interrupt::run_interruptible("no file was made", move || UnitList::new(n))??;
        return Ok(Ledger::create_for(path, units)?);
    }
    let path = path.to_owned();
    let words = "nothing was counted";
    Ok(interrupt::run_interruptible(words, move || {
        Ledger::open_or_create(&path, n)
    })??)
}

fn unkept(job: &Job, mut engines: Vec<Box<dyn Engine>>) -> anyhow::Result<Total> {
    const WORDS: &str = "nothing was counted";
    let (n, origin, twice) = (job.n, ProcessInfo::current(&program()), job.double_check);
    let mut counting = interrupt::run_interruptible(WORDS, move || {
        Plan::new(n).map(|plan| InMemoryQueue::new(plan, origin, twice))
    })??;
    let plan = counting.plan().clone();
    if !job.choice.has_cards() {
        engines.truncate(plan.len().max(1) as usize);
    }
    let mut shown = RunDisplay::new("counting");
    let mut suggestion = Suggestion::new(job, engines.len(), counting.cost());
    let ended = bezzel_campaign::run(&mut counting, engines, TimeLimit::none(), &mut |news| {
        suggestion.consider(news);
        shown.show(news)
    });
    drop(shown);
    if let Some((unit, [direct, exchanged])) = counting.differing() {
        return Err(anyhow!(
            "the double check of unit {unit} failed: {} of {} joined pairs by rows, {} of {} by \
             columns",
            direct.value,
            direct.joined,
            exchanged.value,
            exchanged.joined,
        ));
    }
    if ended? == RunOutcome::Stopped {
        bail!(Interrupted(WORDS.to_owned()));
    }
    if twice {
        agreed(counting.agreed(), &plan);
    }
    Ok(interrupt::run_interruptible(WORDS, move || {
        counting.total()
    })??)
}

fn agreed(units: u64, plan: &Plan) {
    write_note(format_args!(
        "double check: {units} of {} units agree by the exchanged route",
        plan.len()
    ));
}

/// Says once that a long count should be a campaign, and how long it will take. The count
/// itself tells: no other work is done for it.
struct Suggestion {
    n: u32,
    engines: usize,
    started: Instant,
    cost: f64,
    said: bool,
}

impl Suggestion {
    fn new(job: &Job, engines: usize, cost: f64) -> Self {
        Self {
            n: job.n,
            engines,
            started: Instant::now(),
            cost,
            said: job.n < SUGGEST_CAMPAIGN_FROM_N,
        }
    }

    fn consider(&mut self, news: &RunProgress) {
        let elapsed = self.started.elapsed();
        let enough = news.results >= self.engines as u64;
        if self.said || !enough && elapsed < ESTIMATE_AFTER {
            return;
        }
        self.said = true;
        let done = news.fraction.unwrap_or(0.0);
        let in_work = news.in_work / self.cost;
        let (about, part) = if done > 0.0 {
            ("about", done + in_work / 2.0)
        } else {
            ("more than", in_work)
        };
        let n = self.n;
        let time = if part > 0.0 {
            format!("{about} {}", duration(elapsed.as_secs_f64() / part))
        } else {
            "very long".to_owned()
        };
        write_note(format_args!(
            "this will take {time} and nothing is kept if it is stopped: \
             `bezzel campaign new {n} q{n}.bezzel` and `bezzel campaign run q{n}.bezzel` keep \
             what is counted, as `--save q{n}.bezzel` does"
        ));
    }
}
