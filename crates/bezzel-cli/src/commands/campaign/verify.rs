//! `bezzel campaign verify`: recounts units by another route, and checks certificates.

use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::process::ExitCode;
use std::sync::Arc;

use anyhow::{Context, bail};
use bezzel::counted;
use bezzel_campaign::{
    Certificate, ConflictingUnit, Ledger, ProcessInfo, ResultFilter, SecretKey, StoreOutcome,
};
use bezzel_run::{EnginePool, Job, LedgerStore, Store, UnitsJob};
use serde::Serialize;

use super::{CONFLICT, UNAFFECTED, opened, opened_to_read, program, run_interruptible};
use crate::args::Verify;
use crate::interrupt;
use crate::job::JobDisplay;
use crate::output;
use crate::stderr::write_note;

/// Fraction of the units to recount by default.
const FRACTION: f64 = 0.05;

/// Maximum length of a certificate in bytes. Certificates have a few kilobytes.
const MAX_CERTIFICATE_BYTES: u64 = 1 << 24;

/// The outcome of an interrupted verification.
const VERIFIED: &str = "confirmations so far are stored; run the same command again to verify more";

/// The output of `--format json`.
#[derive(Serialize)]
struct VerifyReport {
    certificate: Option<String>,
    counted_again: u64,
    agree: u64,
    conflicts: Vec<String>,
    /// Number of conflicts that `--resolve` has ended.
    resolved: u64,
    units: u64,
    confirmed: u64,
    confirmed_by_exchange: u64,
    /// Units that were counted once.
    unconfirmed: u64,
    own: u64,
    recounted: u64,
}

pub(super) fn run(args: &Verify) -> anyhow::Result<ExitCode> {
    let certificate = args.certificate.as_deref().map(certificate).transpose()?;
    let is_chosen = args.resolve || args.again || args.lacking;
    let file = &args.file;
    let only_reads = certificate.is_some() && args.fraction.is_none() && !is_chosen;
    let mut ledger = if only_reads {
        opened_to_read(file)?
    } else {
        opened(file)?
    };
    if let (Some(certificate), Some(path)) = (certificate.clone(), &args.certificate) {
        let checked =
            run_interruptible(UNAFFECTED, ledger, move |ledger| certificate.check(ledger));
        (ledger, ()) = checked.with_context(|| path.display().to_string())?;
    }
    let units = ledger.units().plan().len();
    let default = (certificate.is_none() && !is_chosen).then_some(FRACTION);
    let fraction = args.fraction.or(default).unwrap_or(0.0);
    let wanted = (fraction * units as f64).ceil() as u64;
    let uncounted = units - ledger.counted();
    if wanted > 0 && uncounted == units && units > 0 && !is_chosen {
        bail!(
            "{}: expected units with a result that counts, found none{}: count them with `bezzel \
             campaign run`",
            file.display(),
            withdrawn(&ledger)
        );
    }
    let conflicting = conflicts(&ledger)?;
    let mut recount = UnitRecount {
        args,
        key: args.signing.read()?,
        units: 0,
        agree: 0,
    };
    ledger = recount.count_selected(ledger, wanted)?;
    let (ledger, status) = run_interruptible(VERIFIED, ledger, |ledger| ledger.status())?;
    let left = conflicts(&ledger)?;
    let resolved = conflicting.iter().filter(|unit| !left.contains(unit));
    let report = VerifyReport {
        certificate: certificate.map(|certificate| certificate.fingerprint().to_owned()),
        counted_again: recount.units,
        agree: recount.agree,
        resolved: resolved.count() as u64,
        conflicts: left,
        units,
        confirmed: status.confirmed,
        confirmed_by_exchange: status.confirmed_by_exchange,
        unconfirmed: status.done,
        own: status.own,
        recounted: status.recounted,
    };
    // Units that were resolved earlier, or that an author was outvoted on, were not counted now.
    let resolved = status.resolved.iter();
    resolved
        .filter(|one| conflicting.contains(&one.unit))
        .for_each(write_resolved);
    if args.format.is_json() {
        output::print(serde_json::to_string(&report)? + "\n")?;
    } else {
        output::print(report.text(args.resolve))?;
    }
    if wanted > 0 && uncounted > 0 {
        write_note(format_args!(
            "{uncounted} of {} without a result that counts{}, so there was nothing to confirm",
            counted(units, "unit"),
            withdrawn(&ledger)
        ));
    }
    let sound = report.conflicts.is_empty();
    Ok(if sound {
        ExitCode::SUCCESS
    } else {
        ExitCode::from(CONFLICT)
    })
}

/// Writes the accepted value of a unit and its results.
fn write_resolved(resolved: &ConflictingUnit) {
    let right = resolved.accepted.as_deref().unwrap_or_default();
    write_note(format_args!(
        "resolved: {} is {right}; its results are",
        resolved.unit
    ));
    for line in &resolved.results {
        write_note(format_args!("  {line}"));
    }
}

/// Returns the number of withdrawals in force as text, empty if there are none.
fn withdrawn(ledger: &Ledger) -> String {
    let all = ledger.withdrawals();
    let in_force = all.iter().filter(|one| one.undone.is_none()).count();
    match in_force {
        0 => String::new(),
        _ => format!(" ({} in force)", counted(in_force, "withdrawal")),
    }
}

/// Reads a certificate. Fails if it was changed.
fn certificate(path: &Path) -> anyhow::Result<Certificate> {
    let file = path.to_owned();
    let read = move || -> io::Result<String> {
        let mut text = String::new();
        // A longer file is truncated, and its checksum does not match.
        File::open(file)?
            .take(MAX_CERTIFICATE_BYTES)
            .read_to_string(&mut text)?;
        Ok(text)
    };
    // Reading a pipe may block.
    let text = interrupt::run_interruptible(UNAFFECTED, read)?;
    let text = text.with_context(|| format!("cannot read {}", path.display()))?;
    Certificate::parse(&text).with_context(|| path.display().to_string())
}

/// Returns the names of the units in conflict.
fn conflicts(ledger: &Ledger) -> anyhow::Result<Vec<String>> {
    let name = |unit| Ok(ledger.units().unit(unit)?.to_string());
    ledger.conflicts().into_iter().map(name).collect()
}

/// Returns the units that lack results under the policy of the campaign.
fn lacking(ledger: &Ledger) -> anyhow::Result<Vec<u64>> {
    let mut units = Vec::new();
    ledger.each_open(None, None, &mut |unit| {
        units.push(unit.index());
        Ok::<_, anyhow::Error>(interrupt::check(VERIFIED)?)
    })?;
    Ok(units)
}

/// Returns the counted units that `--again` selects, in random order, and the ledger.
fn again(args: &Verify, ledger: Ledger) -> anyhow::Result<(Ledger, Vec<u64>)> {
    let filter = ResultFilter {
        host: args.host.clone(),
        author: args.author,
        ..ResultFilter::default()
    };
    let select = move |ledger: &mut Ledger| Ok(ledger.units_with(&filter));
    let (ledger, mut units) = run_interruptible(VERIFIED, ledger, select)?;
    let wanted = args.fraction.unwrap_or(1.0) * units.len() as f64;
    let mut random = bezzel::seeded(args.seed.unwrap_or_else(|| fastrand::u64(..)));
    random.shuffle(&mut units);
    units.truncate(wanted.ceil() as usize);
    Ok((ledger, units))
}

/// Recounts, and their sums.
struct UnitRecount<'a> {
    args: &'a Verify,
    key: Option<Arc<SecretKey>>,
    units: u64,
    agree: u64,
}

impl UnitRecount<'_> {
    /// Recounts the units that the arguments select, or `wanted` random units.
    fn count_selected(&mut self, mut ledger: Ledger, wanted: u64) -> anyhow::Result<Ledger> {
        let process = ProcessInfo::current(&program());
        if self.args.resolve {
            self.count(LedgerStore::conflicts(&mut ledger, process.clone()))?;
        }
        if self.args.lacking {
            let chosen = lacking(&ledger)?;
            self.count(LedgerStore::again(&mut ledger, process.clone(), chosen))?;
        }
        if self.args.again {
            let chosen;
            (ledger, chosen) = again(self.args, ledger)?;
            self.count(LedgerStore::again(&mut ledger, process, chosen))?;
        } else if wanted > 0 {
            let seed = self.args.seed.unwrap_or_else(|| fastrand::u64(..1 << 53));
            self.count(LedgerStore::sample(&mut ledger, process, wanted, seed))?;
        }
        Ok(ledger)
    }

    fn count(&mut self, store: LedgerStore) -> anyhow::Result<()> {
        let mut pool = EnginePool::start(self.args.engines.open()?);
        let mut store = store.signed(self.key.clone());
        self.units += store.units_again();
        let last_route = store.routes().last().copied();
        let mut display = JobDisplay::naming(store.ledger().units().clone());
        display = display.resolving(store.routes().len() > 1);
        let ended =
            UnitsJob::new(&mut store, &mut pool).run(&interrupt::control(), &mut |progress| {
                if let Some(units) = &progress.units {
                    let confirmed =
                        (units.stored.iter().zip(units.outcomes)).filter(|(stored, outcome)| {
                            let agrees =
                                matches!(outcome, StoreOutcome::Confirmed | StoreOutcome::Repeated);
                            Some(stored.route) == last_route && agrees
                        });
                    self.agree += confirmed.count() as u64;
                }
                display.show(progress);
            });
        interrupt::answer(ended, || VERIFIED.to_owned())
    }
}

impl VerifyReport {
    fn text(&self, is_resolving: bool) -> String {
        let mut text = String::new();
        if let Some(fingerprint) = &self.certificate {
            text += &format!("the certificate agrees with the ledger: fingerprint {fingerprint}\n");
        }
        if self.counted_again > 0 || self.certificate.is_none() {
            text += &format!(
                "{} recounted, {} with equal results\n",
                counted(self.counted_again, "unit"),
                self.agree
            );
        }
        if is_resolving {
            text += &format!(
                "{} resolved, {} left\n",
                counted(self.resolved, "conflict"),
                self.conflicts.len()
            );
        }
        text += &format!(
            "{} of {} confirmed by both routes",
            self.confirmed_by_exchange,
            counted(self.units, "unit")
        );
        let by_repeat = self.confirmed - self.confirmed_by_exchange;
        if by_repeat > 0 {
            text += &format!(", {by_repeat} by one route");
        }
        text += &format!(
            "; counted here: {}, by both routes: {}\n",
            self.own, self.recounted
        );
        if self.unconfirmed > 0 {
            text += &format!("{} counted only once\n", counted(self.unconfirmed, "unit"));
        }
        for unit in &self.conflicts {
            text += &format!("CONFLICT: {unit}\n");
        }
        text
    }
}
