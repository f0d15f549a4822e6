//! `bezzel ledger verify`: recounts units by another route, and checks certificates.

use std::path::{Path, PathBuf};

use anyhow::{Context, bail};
use bezzel::counted;
use bezzel_count::{Route, StoredResult, Unit, plain_value};
use bezzel_run::{
    Certificate, ConflictingUnit, EnginePool, Ledger, Store, StoreOutcome, UnitState, this_process,
};
use clap::Args;
use serde::Serialize;

use super::{conflict, opened, opened_to_read, program, run_interruptible};
use crate::args::{Engines, Format, sample_size, whole_number};
use crate::commands::engines;
use crate::exit::ExitCode;
use crate::input::{self, shown};
use crate::interrupt;
use crate::job::JobDisplay;
use crate::language::either;
use crate::output::write_note;

/// Fraction of the units to recount by default.
const FRACTION: f64 = 0.05;

/// Recount units with rows and columns exchanged, or check a certificate.
///
/// The two routes begin with the same lists of placements on a quarter of the board. All further
/// lists and tables differ, so equal results confirm each other. If results differ, bezzel accepts
/// the result that more routes and kinds of device support. If that is a tie, the unit is in
/// conflict, and the exit code is 1. `--resolve` counts such units again by both routes. If you stop
/// bezzel, run the same command again: the ledger keeps all results of the recount.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel ledger verify q24.bezzel --fraction 5%\n  \
    bezzel ledger verify q24.bezzel --resolve\n  \
    bezzel ledger verify q24.bezzel --plain 3\n  \
    bezzel ledger verify q24.bezzel --certificate q24.txt --fraction 1%")]
pub(super) struct Verify {
    /// Ledger to verify.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Percentage of all units to recount, drawn at random from the units without a result by the
    /// exchanged route [default: 5%, none with --resolve, --plain or --certificate].
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    fraction: Option<f64>,
    /// Seed of the draw [default: random].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Resolve conflicts: count these units by both routes.
    #[arg(long, conflicts_with = "certificate")]
    resolve: bool,
    /// Compare this certificate with the ledger.
    #[arg(long, value_name = "CERTIFICATE")]
    certificate: Option<PathBuf>,
    /// Compare the values of K random units, or of 'all', with the values of a plain search, which
    /// shares neither code nor tables with the counter. The search takes about a hundred times as
    /// long as the counter, and bezzel stores nothing.
    #[arg(long, value_name = "K", value_parser = sample_size)]
    plain: Option<u64>,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    format: Format,
}

fn percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text
        .strip_suffix('%')
        .and_then(|number| number.parse().ok());
    match number {
        Some(percent) if percent > 0.0 && percent <= 100.0 => Ok(percent / 100.0),
        _ => Err(either!(
            "expected a percentage above 0% and up to 100%, such as 5%",
            "应为大于 0%、不超过 100% 的百分数，如 5%"
        )),
    }
}

#[derive(Serialize)]
struct VerifyReport {
    /// The fingerprint of a certificate whose result agrees.
    certificate: Option<String>,
    /// True if the statements of the certificate about the count agree too.
    statements_agree: Option<bool>,
    counted_again: u64,
    agree: u64,
    /// Units that were compared with a plain search.
    plain: Option<PlainCheck>,
    conflicts: Vec<String>,
    /// Number of conflicts that `--resolve` has ended.
    resolved: u64,
    units: u64,
    confirmed: u64,
    confirmed_by_exchange: u64,
    counted_once: u64,
}

pub(super) fn run(args: &Verify) -> anyhow::Result<ExitCode> {
    let certificate = args.certificate.as_deref().map(certificate).transpose()?;
    let file = args.file.clone();
    let is_read = certificate.is_some() || args.plain.is_some();
    let only_reads = is_read && args.fraction.is_none() && !args.resolve;
    let mut ledger = match only_reads {
        true => opened_to_read(&file)?,
        false => opened(move || Ledger::open(&file))?,
    };
    let mut statements_agree = None;
    if let (Some(certificate), Some(path)) = (certificate.clone(), &args.certificate) {
        let agree;
        (ledger, agree) = compared(ledger, certificate, path)?;
        statements_agree = Some(agree);
    }
    let units = ledger.plan().len();
    let default = (!is_read && !args.resolve).then_some(FRACTION);
    let fraction = args.fraction.or(default).unwrap_or(0.0);
    let wanted = (fraction * units as f64).ceil() as u64;
    let uncounted = units - ledger.counted();
    if wanted > 0 && uncounted == units && units > 0 && !args.resolve {
        let file = shown(&args.file);
        bail!(either!(
            "{file}: expected units with a result, found none: count them with `bezzel count --save`",
            "{file}：还没有任何工作单元有结果，请先用 `bezzel count --save` 计数"
        ));
    }
    let conflicting = conflicts(&ledger);
    let recounted = Recounted::by(args, &mut ledger, wanted)?;
    let (ledger, status) = run_interruptible(ledger, |ledger| ledger.status())?;
    let plain = match args.plain {
        Some(wanted) => Some(PlainCheck::new(args, &ledger, wanted)?),
        None => None,
    };
    let left = conflicts(&ledger);
    let resolved = conflicting.iter().filter(|unit| !left.contains(unit));
    let report = VerifyReport {
        certificate: certificate.map(|certificate| certificate.fingerprint().to_owned()),
        statements_agree,
        counted_again: recounted.units,
        agree: recounted.agree,
        plain,
        resolved: resolved.count() as u64,
        conflicts: left,
        units,
        confirmed: status.confirmed,
        confirmed_by_exchange: status.confirmed_by_exchange,
        counted_once: status.counted_once,
    };
    // Units that were resolved earlier were not counted now.
    let resolved = status.resolved.iter();
    resolved
        .filter(|one| conflicting.contains(&one.unit))
        .for_each(write_resolved);
    args.format.print(&report, || report.text(args.resolve))?;
    if wanted > 0 && uncounted > 0 {
        write_note(either!(
            "{uncounted} of {all} without a result, so there was nothing to confirm",
            "{units} 个工作单元中有 {uncounted} 个还没有结果，无法确认",
            all = counted(units, "unit")
        ));
    }
    let sound =
        report.conflicts.is_empty() && report.plain.is_none_or(|plain| plain.differ.is_empty());
    Ok(ExitCode::of_answer(sound))
}

/// Compares a certificate with the ledger: fails if its result differs. Returns whether its statements
/// about the count agree, after a note of the first that does not.
fn compared(
    ledger: Ledger,
    certificate: Certificate,
    path: &Path,
) -> anyhow::Result<(Ledger, bool)> {
    let path = shown(path);
    let checked = run_interruptible(ledger, move |ledger| certificate.check(ledger));
    let (ledger, differing) = checked.with_context(|| path.clone())?;
    if let Some([ours, theirs]) = &differing {
        write_note(either!(
            "{path}: its statements about the count differ from the ledger now: expected \
             '{ours}', found '{theirs}' (not an error: the result agrees)",
            "{path}：证书对计数的说明与计数文件现在的内容不符，应为“{ours}”，实际为“{theirs}”（不影响结果）"
        ));
    }
    Ok((ledger, differing.is_none()))
}

/// Writes the accepted value of a unit and its results.
fn write_resolved(resolved: &ConflictingUnit) {
    let right = resolved.accepted.as_deref().unwrap_or_default();
    let unit = &resolved.unit;
    write_note(either!(
        "resolved: {unit} is {right}; its results are",
        "已解决：{unit} 的值是 {right}；各个结果是"
    ));
    for line in &resolved.results {
        write_note(format_args!("  {line}"));
    }
}

/// Reads a certificate. Fails if it was changed.
fn certificate(path: &Path) -> anyhow::Result<Certificate> {
    let file = path.to_owned();
    // Reading a pipe may block.
    let text = interrupt::run_interruptible(move || input::read_text(&file))??;
    Certificate::parse(&text).with_context(|| shown(path))
}

/// Returns the names of the units in conflict.
fn conflicts(ledger: &Ledger) -> Vec<String> {
    let units = ledger.units_in(UnitState::Conflict).into_iter();
    units
        .filter_map(|unit| Some(ledger.plan().unit(unit)?.to_string()))
        .collect()
}

/// Returns the units to recount by the exchanged route, the most expensive first: so many random ones
/// that are counted, but not by this route.
fn sample(ledger: &Ledger, wanted: u64, seed: u64) -> Vec<u64> {
    let mut units = ledger.without_route(Route::Exchanged);
    units.retain(|unit| ledger.state(*unit) != UnitState::Open);
    bezzel::seeded(seed).shuffle(&mut units);
    units.truncate(usize::try_from(wanted).unwrap_or(usize::MAX));
    let cost = |unit: &u64| ledger.plan().unit(*unit).map_or(0.0, |unit| unit.cost());
    units.sort_by(|a, b| cost(b).total_cmp(&cost(a)).then(a.cmp(b)));
    units
}

/// Units whose values were compared with the values of a plain search.
#[derive(Serialize)]
struct PlainCheck {
    compared: u64,
    differ: Vec<String>,
}

impl PlainCheck {
    /// Compares random units that have a value.
    fn new(args: &Verify, ledger: &Ledger, wanted: u64) -> anyhow::Result<Self> {
        let plan = ledger.plan();
        let mut order: Vec<u64> = (0..plan.len()).collect();
        bezzel::seeded(args.seed.unwrap_or_else(|| fastrand::u64(..))).shuffle(&mut order);
        let values = order.into_iter().filter_map(|unit| {
            let value = ledger.accepted_value(unit)?;
            Some((plan.unit(unit)?, value))
        });
        let values: Vec<_> = values
            .take(usize::try_from(wanted).unwrap_or(usize::MAX))
            .collect();
        if values.is_empty() && !plan.is_empty() {
            let file = shown(&args.file);
            bail!(either!(
                "{file}: expected units with a value, found none: count them with `bezzel count --save`",
                "{file}：还没有任何工作单元有确定的值，请先用 `bezzel count --save` 计数"
            ));
        }
        let compared = values.len() as u64;
        let differ = interrupt::run_interruptible(move || {
            let differs = |(unit, value): &(Unit, u128)| {
                let plain = plain_value(unit, &interrupt::stop_requested);
                plain.is_some_and(|plain| plain != *value)
            };
            let found = values.iter().filter(|one| differs(one));
            found.map(|(unit, _)| unit.to_string()).collect()
        })?;
        Ok(Self { compared, differ })
    }
}

/// Number of units that were counted again, and number of results that agree.
#[derive(Default)]
struct Recounted {
    units: u64,
    agree: u64,
}

impl Recounted {
    /// Counts units in conflict again, if that is asked for, and a sample of this many units.
    fn by(args: &Verify, ledger: &mut Ledger, wanted: u64) -> anyhow::Result<Self> {
        let mut recounted = Self::default();
        if args.resolve {
            let units = ledger.units_in(UnitState::Conflict);
            recounted.count(ledger, &args.engines, units, &Route::ALL)?;
        }
        if wanted > 0 {
            let seed = args.seed.unwrap_or_else(|| fastrand::u64(..1 << 53));
            let units = sample(ledger, wanted, seed);
            recounted.count(ledger, &args.engines, units, &[Route::Exchanged])?;
        }
        Ok(recounted)
    }

    fn count(
        &mut self,
        ledger: &mut Ledger,
        engines: &Engines,
        units: Vec<u64>,
        routes: &[Route],
    ) -> anyhow::Result<()> {
        let mut pool = EnginePool::start(engines.open()?);
        self.units += units.len() as u64;
        let mut display = JobDisplay::naming(ledger.plan().clone(), routes.len() > 1);
        let process = this_process(&program());
        let mut store = Store::again(ledger, process, units, routes);
        let last_route = routes.last();
        engines::count(&mut pool, &mut store, &mut |progress| {
            if let Some(units) = &progress.units {
                use StoreOutcome::{Confirmed, Repeated};
                let agrees = |(stored, outcome): &(&StoredResult, &StoreOutcome)| {
                    Some(&stored.route) == last_route && matches!(outcome, Confirmed | Repeated)
                };
                let agree = units.stored.iter().zip(units.outcomes).filter(agrees);
                self.agree += agree.count() as u64;
            }
            display.show(progress);
            Ok(())
        })
    }
}

impl VerifyReport {
    fn text(&self, is_resolving: bool) -> String {
        let mut text = String::new();
        if let Some(fingerprint) = &self.certificate {
            text += &either!(
                "the result of the certificate agrees with the ledger: fingerprint {fingerprint}\n",
                "证书的结果与计数文件一致：指纹 {fingerprint}\n"
            );
        }
        if let Some(plain) = &self.plain {
            let compared = plain.compared;
            let equal = compared - plain.differ.len() as u64;
            text += &either!(
                "{units} compared with a plain search, {equal} with equal values\n",
                "用普通搜索核对了 {compared} 个工作单元，{equal} 个的值相同\n",
                units = counted(compared, "unit")
            );
        }
        if self.counted_again > 0 || self.certificate.is_none() && self.plain.is_none() {
            let (again, agree) = (self.counted_again, self.agree);
            text += &either!(
                "{units} recounted, {agree} with equal results\n",
                "重算了 {again} 个工作单元，{agree} 个的结果相同\n",
                units = counted(again, "unit")
            );
        }
        if is_resolving {
            let (resolved, left) = (self.resolved, self.conflicts.len());
            text += &either!(
                "{conflicts} resolved, {left} left\n",
                "解决了 {resolved} 个冲突，还剩 {left} 个\n",
                conflicts = counted(resolved, "conflict")
            );
        }
        text + &self.confirmations()
    }

    /// Says which units are confirmed, counted once, in conflict and wrong.
    fn confirmations(&self) -> String {
        let (units, by_both, once) = (self.units, self.confirmed_by_exchange, self.counted_once);
        let mut text = either!(
            "{by_both} of {all} confirmed by both routes",
            "{units} 个工作单元中，{by_both} 个由两条路线确认",
            all = counted(units, "unit")
        );
        let by_repeat = self.confirmed - by_both;
        if by_repeat > 0 {
            text += &either!(
                ", {by_repeat} by one route on two kinds of device",
                "，{by_repeat} 个由同一条路线在两种设备上确认"
            );
        }
        text.push('\n');
        if once > 0 {
            text += &either!(
                "{units} counted only once\n",
                "{once} 个工作单元只数过一次\n",
                units = counted(once, "unit")
            );
        }
        for unit in &self.conflicts {
            text += &conflict(unit);
        }
        for unit in self.plain.iter().flat_map(|plain| &plain.differ) {
            text += &either!(
                "WRONG: {unit}: the plain search counts another value\n",
                "错误：{unit}：普通搜索得到另一个值\n"
            );
        }
        text
    }
}
