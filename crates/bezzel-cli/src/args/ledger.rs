//! Arguments of `bezzel ledger` and `bezzel work`.

use std::path::PathBuf;

use bezzel_count::MAX_COUNT_SIZE;
use bezzel_gpu::BackendSet;
use clap::{Args, Subcommand};

use super::{
    ConstraintArgs, Force, Format, backend_help, sample_size, threads, threads_help, whole,
    whole_number,
};
use crate::named;

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
pub(crate) struct Ledger {
    #[command(subcommand)]
    pub(crate) command: LedgerCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LedgerCommand {
    Status(Status),
    Verify(Verify),
    Merge(Merge),
    Certificate(Certificate),
}

/// Show the progress of a count.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel ledger status q24.bezzel\n  \
    bezzel ledger status q24.bezzel --format json")]
pub(crate) struct Status {
    /// Ledger whose progress to show.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Recount units with rows and columns exchanged, or check a certificate.
///
/// The exchanged route shares no intermediate list with the direct route, so equal results confirm
/// each other. If results differ, bezzel takes the one that more routes and kinds of device
/// support. If that is a tie, the unit is in conflict, and the exit code is 1. `--resolve` counts
/// such units again by both routes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel ledger verify q24.bezzel --fraction 5%\n  \
    bezzel ledger verify q24.bezzel --resolve\n  \
    bezzel ledger verify q24.bezzel --plain 3\n  \
    bezzel ledger verify q24.bezzel --certificate q24.txt --fraction 1%")]
pub(crate) struct Verify {
    /// Ledger to verify.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Percentage of all units to recount, drawn at random from the units without a result by the
    /// exchanged route [default: 5%, none with --resolve, --plain or --certificate].
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) fraction: Option<f64>,
    /// Seed of the draw [default: random].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Resolve conflicts: count these units by both routes.
    #[arg(long, conflicts_with = "certificate")]
    pub(crate) resolve: bool,
    /// Compare this certificate with the ledger.
    #[arg(long, value_name = "CERTIFICATE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Compare the values of K random units, or of 'all', with those of a plain search, which
    /// shares neither code nor tables with the counter. It takes about a hundred times as long and
    /// stores nothing.
    #[arg(long, value_name = "K", value_parser = sample_size)]
    pub(crate) plain: Option<u64>,
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Add the results of other files to a ledger
///
/// The other files are ledgers, damaged ledgers, or parts of ledgers that `grep` wrote. bezzel
/// counts damaged lines and skips them. It creates the ledger if it does not exist. Each result is
/// one of these:
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
pub(crate) struct Merge {
    /// Ledger that receives the results.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Files from which to take results.
    #[arg(value_name = "OTHER", required = true)]
    pub(crate) others: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Write a certificate: the total and its checks, as text that others can verify.
///
/// The lines up to and including `fingerprint` are the same for every count of the same board.
/// `bezzel ledger verify FILE --certificate CERTIFICATE` checks it.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel ledger certificate q24.bezzel --output q24.txt")]
pub(crate) struct Certificate {
    /// Ledger with a result for every unit.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Output file, which appears only when it is complete (- for stdout).
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

/// Count a part of the units, for job schedulers.
///
/// Each job writes its results to a ledger of its own, or to stdout, as lines that
/// `bezzel ledger merge` joins. To resume after a crash, run the same command again. If you give a
/// ledger instead of N, bezzel counts only the units that have no result in it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel work 24 --part 3/100 --output part-3.bezzel\n  \
    bezzel ledger merge q24.bezzel part-*.bezzel\n  \
    bezzel work q24.bezzel --part 3/100 --output more-3.bezzel\n  \
    bezzel work q24.bezzel --exchanged > recounts")]
pub(crate) struct Work {
    /// Number of queens, 0 to 32, or a ledger.
    #[arg(value_name = "N|FILE", required_unless_present = "board_file")]
    #[arg(value_parser = target, allow_negative_numbers = true)]
    pub(crate) target: Option<Target>,
    /// Ledger to which bezzel appends the results; bezzel creates it if it does not exist.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Count part K of M: every M-th unit, beginning with the K-th.
    #[arg(long, value_name = "K/M", value_parser = part)]
    pub(crate) part: Option<Shard>,
    /// Count by the exchanged route, to compare with results of the direct route.
    #[arg(long)]
    pub(crate) exchanged: bool,
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,
}

/// What `bezzel work` counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Target {
    Size(u32),
    File(PathBuf),
}

fn target(text: &str) -> Result<Target, String> {
    let is_number = |byte: u8| byte.is_ascii_digit() || b"-+.".contains(&byte);
    match !text.is_empty() && text.bytes().all(is_number) {
        true => whole(0..=MAX_COUNT_SIZE)(text).map(Target::Size),
        false => Ok(Target::File(text.into())),
    }
}

/// Engines of a run.
#[derive(Debug, Args)]
pub(crate) struct Engines {
    #[arg(long, short, value_name = "T", help = threads_help(), value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<u32>,
    #[arg(long, value_name = "BACKEND", help = backend_help(), value_parser = named::backends())]
    pub(crate) backend: Option<BackendSet>,
}

/// One of several equal parts of the units.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Shard {
    /// Number of the part, from 1.
    pub(crate) number: u64,
    /// Number of parts.
    pub(crate) of: u64,
}

fn part(text: &str) -> Result<Shard, String> {
    let parse = || {
        let (number, of) = text.split_once('/')?;
        let part = Shard {
            number: number.parse().ok()?,
            of: of.parse().ok()?,
        };
        (part.number >= 1 && part.number <= part.of).then_some(part)
    };
    parse().ok_or_else(|| "expected a part such as 3/100, from 1/100 to 100/100".to_owned())
}

fn percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text
        .strip_suffix('%')
        .and_then(|number| number.parse().ok());
    match number {
        Some(percent) if percent > 0.0 && percent <= 100.0 => Ok(percent / 100.0),
        _ => Err("expected a percentage above 0% and up to 100%, such as 5%".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_their_bounds() {
        assert_eq!(percent("5%"), Ok(0.05));
        assert_eq!(percent("100%"), Ok(1.0));
        for wrong in ["", "%", "5", "0%", "-1%", "101%", "NaN%"] {
            assert!(percent(wrong).is_err(), "{wrong}");
        }
        assert_eq!(part("3/100"), Ok(Shard { number: 3, of: 100 }));
        for wrong in ["", "3", "0/4", "5/4", "1/0", "a/b", "1/2/3"] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
        assert_eq!(target("24"), Ok(Target::Size(24)));
        assert_eq!(target("q24.bezzel"), Ok(Target::File("q24.bezzel".into())));
        for wrong in ["33", "-1", "4.5"] {
            assert!(target(wrong).is_err(), "{wrong}");
        }
    }
}
