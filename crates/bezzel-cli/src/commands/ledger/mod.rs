//! `bezzel ledger`: the results of long counts.

mod status;
mod verify;

use std::fmt::Display;
use std::path::{Path, PathBuf};

use anyhow::bail;
use bezzel::counted;
use bezzel_count::lines::Faults;
use bezzel_run::{Certificate, Ledger, LedgerError, Merge};
use clap::{Args, Subcommand};
use serde::Serialize;

use crate::args::{Format, OutputFile};
use crate::exit::ExitCode;
use crate::input::shown;
use crate::interrupt::{self, stop_requested};
use crate::language::either;
use crate::output::write_note;

/// Show, verify, merge and certify the results that `count --save` stores.
///
/// The file is called a ledger. It is a text file that only grows. Each result is one line, which
/// states what was counted and ends with a checksum. So you can select results with `grep`, and a
/// damaged line loses only its own result. The file survives crashes, and several processes of one
/// machine can use it at once. docs/cluster.md describes counts on many machines.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel count 24 --save q24.bezzel          (creates a ledger)\n  \
    bezzel count --save q24.bezzel             (continues it)\n  \
    bezzel ledger status q24.bezzel\n  \
    bezzel ledger verify q24.bezzel --fraction 5%\n  \
    bezzel ledger merge q24.bezzel other.bezzel\n  \
    bezzel ledger certificate q24.bezzel")]
pub(crate) struct LedgerArgs {
    #[command(subcommand)]
    command: LedgerCommand,
}

#[derive(Debug, Subcommand)]
enum LedgerCommand {
    Status(status::StatusArgs),
    Verify(verify::Verify),
    Merge(MergeArgs),
    Certificate(CertificateArgs),
}

/// Add the results of other files to a ledger
///
/// The other files are ledgers, damaged ledgers, or parts of ledgers that `grep` wrote. bezzel
/// counts damaged lines and skips them. It creates the ledger if it does not exist. If you stop
/// bezzel, run the same command again to import the rest. Each result is one of these:
///
/// - first: the first result of its unit
/// - identical: it was already stored
/// - confirmed: two routes or two kinds of device now agree on the unit
/// - repeated: it agrees, but confirms nothing
/// - rejected: it differs from an accepted result with more support; it is kept but does not count
/// - CONFLICT: it differs, and no result of the unit is accepted; the exit code is then 1
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "Examples:\n  \
    bezzel ledger merge q24.bezzel part-*.bezzel\n  \
    bezzel ledger merge new.bezzel damaged.bezzel    (recovers what is intact)\n  \
    bezzel ledger merge q24.bezzel other.bezzel --format json")]
struct MergeArgs {
    /// Ledger that receives the results.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Files from which to take results.
    #[arg(value_name = "OTHER", required = true)]
    others: Vec<PathBuf>,
    #[command(flatten)]
    format: Format,
}

/// Write a certificate: the total and its checks, as text that others can verify.
///
/// The lines up to and including `fingerprint` are the same for every count of the same board.
/// `bezzel ledger verify FILE --certificate CERTIFICATE` checks it.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel ledger certificate q24.bezzel --output q24.txt")]
struct CertificateArgs {
    /// Ledger with a result for every unit.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    output: OutputFile,
}

pub(crate) fn run(args: &LedgerArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        LedgerCommand::Status(args) => status::run(args),
        LedgerCommand::Verify(args) => verify::run(args),
        LedgerCommand::Merge(args) => merge(args),
        LedgerCommand::Certificate(args) => certificate(args),
    }
}

/// Opens a ledger, reads all of it, and names its faults.
pub(crate) fn opened(
    open: impl FnOnce() -> Result<Ledger, LedgerError> + Send + 'static,
) -> anyhow::Result<Ledger> {
    let mut ledger = interrupt::run_interruptible(open)??;
    ledger.end_waits_if(stop_requested);
    note_faults(
        ledger.path(),
        ledger.faults(),
        ledger.incomplete_bytes() > 0,
    );
    Ok(ledger)
}

/// Opens a ledger for reading only.
pub(crate) fn opened_to_read(path: &Path) -> anyhow::Result<Ledger> {
    let path = path.to_owned();
    opened(move || Ledger::open_to_read(&path))
}

/// Says what was skipped in a file.
pub(crate) fn note_faults(path: &Path, faults: &Faults, is_torn: bool) {
    let file = shown(path);
    let Faults { number, named } = faults;
    if *number > 0 {
        let skipped = counted(*number, "damaged or unknown line");
        write_note(either!(
            "{file}: {skipped} skipped",
            "{file}：跳过了 {number} 行损坏或无法识别的内容"
        ));
    }
    for fault in named {
        let chinese = fault.replacen("line ", "第 ", 1).replacen(": ", " 行：", 1);
        let chinese = chinese.replacen("damaged or unknown: ", "", 1);
        write_note(either!("  {fault}", "  {chinese}"));
    }
    if *number > named.len() as u64 {
        let more = number - named.len() as u64;
        write_note(either!("  and {more} more", "  还有 {more} 行"));
    }
    if is_torn {
        write_note(either!(
            "{file}: its last line is incomplete, probably because a process was killed; bezzel skips it",
            "{file}：最后一行不完整，已跳过；写文件的进程可能中途终止了"
        ));
    }
}

/// Runs work that reads or writes all of a ledger, and returns the ledger.
pub(crate) fn run_interruptible<T: Send + 'static>(
    mut ledger: Ledger,
    work: impl FnOnce(&mut Ledger) -> Result<T, LedgerError> + Send + 'static,
) -> anyhow::Result<(Ledger, T)> {
    let both = interrupt::run_interruptible(move || {
        let done = work(&mut ledger);
        done.map(|done| (ledger, done))
    });
    Ok(both??)
}

/// Returns the name of this program in results.
pub(crate) fn program() -> String {
    let version = env!("CARGO_PKG_VERSION");
    format!("bezzel-{version}+{}", env!("BEZZEL_COMMIT"))
}

fn certificate(args: &CertificateArgs) -> anyhow::Result<ExitCode> {
    let ledger = opened_to_read(&args.file)?;
    let path = args.output.path.as_deref();
    if let Some(path) = path.filter(|path| ledger.is_at(path)) {
        let path = shown(path);
        bail!(either!(
            "cannot write {path}: expected a file other than the ledger",
            "无法写入 {path}：证书不能写进计数文件本身"
        ));
    }
    let (_, certificate) = run_interruptible(ledger, |ledger| Certificate::of(ledger))?;
    args.output.open()?.finish_with(certificate.text())?;
    Ok(ExitCode::SUCCESS)
}

/// The output of `--format json` for each file.
#[derive(Serialize)]
struct MergeReport<'a> {
    file: String,
    #[serde(flatten)]
    merge: &'a Merge,
}

fn merge(args: &MergeArgs) -> anyhow::Result<ExitCode> {
    // Fails before the first import rather than between two.
    if let Some(missing) = args.others.iter().find(|other| !other.exists()) {
        let missing = shown(missing);
        bail!(either!(
            "{missing}: file not found; nothing was imported",
            "{missing}：文件不存在，没有导入任何结果"
        ));
    }
    let file = args.file.clone();
    let first = args.others[0].clone();
    let mut ledger = opened(move || match file.metadata() {
        Ok(found) if found.len() > 0 => Ledger::open(&file),
        // Another merge may create it at the same time.
        _ => {
            let plan = Ledger::open_to_read(&first)?.plan().clone();
            Ledger::open_or_create(&file, plan)
        }
    })?;
    let mut conflicts = 0;
    for other in &args.others {
        let path = other.clone();
        let merge;
        (ledger, merge) = run_interruptible(ledger, move |ledger| ledger.merge(&path))?;
        conflicts += merge.conflicts;
        let report = MergeReport {
            file: shown(other),
            merge: &merge,
        };
        args.format.print(&report, || text(&report.file, &merge))?;
        let faults = Faults {
            number: merge.damaged,
            named: merge.faults,
        };
        note_faults(other, &faults, merge.torn);
    }
    let (done, units) = (ledger.counted(), ledger.plan().len());
    let file = shown(&args.file);
    write_note(either!(
        "{file}: {done} of {all} counted",
        "{file}：共 {units} 个工作单元，已数 {done} 个",
        all = counted(units, "unit")
    ));
    // A later result may have ended them.
    let is_ended = ledger.units_in(bezzel_run::UnitState::Conflict).is_empty();
    if conflicts > 0 && is_ended {
        write_note(either!(
            "results that were read later ended these conflicts: no unit is in conflict",
            "后来读到的结果解决了这些冲突：没有工作单元处于冲突状态"
        ));
    }
    Ok(ExitCode::of_answer(conflicts == 0 || is_ended))
}

/// Returns the line of a unit in conflict.
fn conflict(unit: impl Display) -> String {
    either!("CONFLICT: {unit}\n", "冲突：{unit}\n")
}

fn text(file: &str, merge: &Merge) -> String {
    let Merge {
        first,
        identical,
        confirmed,
        conflicts,
        ..
    } = merge;
    let mut text = either!(
        "{file}: {first} first, {identical} identical, {confirmed} confirmed, {conflicts} CONFLICT",
        "{file}：新增 {first}，重复 {identical}，确认 {confirmed}，冲突 {conflicts}"
    );
    for (number, what) in [
        (merge.repeated, either!("repeated", "一致但不算确认")),
        (merge.rejected, either!("rejected", "未采用")),
    ] {
        if number > 0 {
            text += &either!(", {number} {what}", "，{what} {number}");
        }
    }
    text.push('\n');
    for unit in &merge.conflicting {
        text += &conflict(unit);
    }
    text
}
