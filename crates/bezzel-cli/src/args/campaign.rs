//! Arguments of `bezzel campaign` and `bezzel work`.

use std::path::PathBuf;
use std::time::Duration;

use bezzel_campaign::Author;
use bezzel_count::MAX_COUNT_SIZE;
use bezzel_gpu::BackendSet;
use clap::{Args, Subcommand};

use super::{
    Authors, ConstraintArgs, ExportRoute, Force, Format, PolicyArgs, Signing, Withdraw, author,
    backend_help, sample_size, threads, threads_help, time, whole, whole_number,
};
use crate::named;

/// Run long counts on one or many machines and store every result in one file.
///
/// The file, a ledger, is a text with one line for each result received, which only grows. It survives
/// crashes, several processes can use it at once, and checksums detect a corrupted byte.
/// docs/cluster.md describes counts on many machines.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign new 24 q24.bezzel\n  \
    bezzel campaign run q24.bezzel --time-limit 8h\n  \
    bezzel campaign status q24.bezzel --watch\n  \
    bezzel campaign verify q24.bezzel --fraction 5%\n  \
    bezzel campaign certificate q24.bezzel")]
pub(crate) struct Campaign {
    #[command(subcommand)]
    pub(crate) command: CampaignCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CampaignCommand {
    New(New),
    Run(Run),
    Status(Status),
    Verify(Verify),
    Export(Export),
    Merge(Merge),
    Certificate(Certificate),
    Authors(Authors),
    Withdraw(Withdraw),
    Recover(Recover),
}

/// Create the ledger of a campaign.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign new 24 q24.bezzel\n  \
    bezzel campaign new 22 corner.bezzel --queen 0,0\n  \
    bezzel campaign new 24 q24.bezzel --authors authors.txt --copies 2")]
pub(crate) struct New {
    /// Number of queens, 0 to 32.
    #[arg(value_name = "N", value_parser = whole(0..=MAX_COUNT_SIZE), allow_negative_numbers = true)]
    pub(crate) n: u32,
    /// Ledger to create; the file must not exist.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) policy: PolicyArgs,
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,
}

/// Count the remaining units of a campaign.
///
/// You can stop and rerun this command, or run several copies at once. Ctrl-C releases
/// unfinished units and exits with code 130. Prints the total when all units are counted.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign run q24.bezzel\n  \
    bezzel campaign run q24.bezzel --threads 8 --time-limit 8h\n  \
    bezzel campaign run q24.bezzel --backend cuda,avx512")]
pub(crate) struct Run {
    /// Ledger of the campaign.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) signing: Signing,
    /// Start no new units after TIME: seconds, or a time such as 45m, 8h or 2d.
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Show the progress of a campaign.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign status q24.bezzel --watch\n  \
    bezzel campaign status q24.bezzel --format json")]
pub(crate) struct Status {
    /// Ledger of the campaign.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Repeat until all units are counted, or until Ctrl-C.
    #[arg(long, short)]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Recount units with rows and columns exchanged, or check a certificate.
///
/// The exchanged route uses other intermediate data, so the same error cannot happen in both. If the
/// results of a unit differ, the unit is in conflict and the exit code is 1. `--resolve` counts conflicting units by
/// both routes and accepts the result on which they agree; the other one is rejected. If you recount
/// a unit here by both routes, your result wins over imported ones.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign verify q24.bezzel --fraction 5%\n  \
    bezzel campaign verify q24.bezzel --resolve\n  \
    bezzel campaign verify q24.bezzel --again --host node7\n  \
    bezzel campaign verify q24.bezzel --plain 3\n  \
    bezzel campaign verify q24.bezzel --certificate q24.txt --fraction 1%")]
pub(crate) struct Verify {
    /// Ledger of the campaign.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Percentage of all units to recount, drawn at random from those that were not counted here by
    /// the exchanged route [default: 5%, 100% with --again, none with --resolve, --lacking,
    /// --plain or --certificate].
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) fraction: Option<f64>,
    /// Seed of the draw [default: random].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Resolve conflicts: count these units by both routes.
    #[arg(long, conflicts_with = "certificate")]
    pub(crate) resolve: bool,
    /// Recount units by both routes, also if they are confirmed: the results outrank those of other
    /// machines.
    #[arg(long)]
    pub(crate) again: bool,
    /// Count units that lack results under the policy of the campaign, by both routes.
    #[arg(long)]
    pub(crate) lacking: bool,
    /// Recount only units with a result of this machine.
    #[arg(long, value_name = "HOST", requires = "again")]
    pub(crate) host: Option<String>,
    /// Recount only units with a result signed by this author.
    #[arg(long, value_name = "AUTHOR", value_parser = author, requires = "again")]
    pub(crate) author: Option<Author>,
    /// Check this certificate against the ledger.
    #[arg(long, value_name = "CERTIFICATE")]
    pub(crate) certificate: Option<PathBuf>,
    /// Compare the values of K random units, or of 'all', with those of a plain search, which shares
    /// neither code nor tables with the counter. It takes about a hundred times as long and stores nothing.
    #[arg(long, value_name = "K", value_parser = sample_size)]
    pub(crate) plain: Option<u64>,
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) signing: Signing,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Write the remaining units, one per line, or the results.
///
/// `bezzel work` counts such units on any machine, and `bezzel campaign merge` imports its results.
/// A line begins with the name of the unit. A result line continues with route, value, work
/// counters, backend, process, run time, attempt, time and checksum.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign export q24.bezzel > units\n  \
    bezzel campaign export q24.bezzel --results --output q24.results")]
pub(crate) struct Export {
    /// Ledger of the campaign.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write all results instead of the remaining units.
    #[arg(long)]
    pub(crate) results: bool,
    /// Write only units to which results of this author can add something.
    #[arg(long = "for", value_name = "AUTHOR", value_parser = author, conflicts_with = "results")]
    pub(crate) author: Option<Author>,
    /// Write only units to which a result by this route can add something.
    #[arg(long, value_name = "ROUTE", conflicts_with = "results")]
    pub(crate) route: Option<ExportRoute>,
    /// Output file, created only when complete (- for stdout).
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

/// Import results from other ledgers or from result files
///
/// Each result is one of these:
///
/// - merged: the first result of its unit
/// - identical: it was already stored
/// - confirmed: it agrees, and sources that you know (see --authors) now agree on the unit
/// - repeated: it agrees, but confirms nothing
/// - withdrawn: it is stored but does not count
/// - rejected: it differs from an accepted result with more support; it is kept but does not count
/// - CONFLICT: it differs, and no result of the unit is accepted; the exit code is then 1
///
/// Nothing is imported from a file with an invalid line, checksum or signature, or with an author that
/// the campaign does not accept.
#[derive(Debug, Args)]
#[command(verbatim_doc_comment)]
#[command(after_help = "Examples:\n  \
    bezzel campaign merge q24.bezzel results.*\n  \
    bezzel campaign merge q24.bezzel other.bezzel --format json")]
pub(crate) struct Merge {
    /// Ledger that receives the results.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Ledgers, or result files written by `bezzel work`.
    #[arg(value_name = "OTHER", required = true)]
    pub(crate) others: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Write a certificate: the total and its checks, as text that others can verify.
///
/// The lines up to the fingerprint are the same for every campaign of the same board.
/// `bezzel campaign verify FILE --certificate CERTIFICATE` checks it.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel campaign certificate q24.bezzel --output q24.txt")]
pub(crate) struct Certificate {
    /// Ledger in which all units are counted.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Output file, created only when complete (- for stdout).
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

/// Copy all intact lines of a damaged ledger, or of a piece of one, to a new ledger.
///
/// Only reads the old file. Names each loss; the exit code is then 1. If there is no intact result, no
/// file is created and the exit code is 2. `bezzel campaign run` counts the units that were lost.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel campaign recover q24.bezzel q24-new.bezzel")]
pub(crate) struct Recover {
    /// Damaged ledger.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Ledger to create; the file must not exist.
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    /// If the policy of the campaign is lost, recover the results into a ledger that accepts
    /// results of anyone.
    #[arg(long)]
    pub(crate) without_policy: bool,
    /// If the board of the campaign is lost, use that in a file (- for stdin): rows of '.', 'Q' and
    /// 'x', or one word such as Q3/2x1/4/1x2.
    #[arg(long, value_name = "BOARD")]
    pub(crate) board: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Count the units of a file, for job schedulers.
///
/// Reads units in the format of `bezzel campaign export` and writes each result as one line as
/// soon as it is known. With `--output`, appends results to a file and skips the units already in
/// it; run the same command again to resume after a crash.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel work units > results\n  \
    bezzel work units --part 3/100 --output results.3\n  \
    bezzel work units --exchanged > recounts")]
pub(crate) struct Work {
    /// File of units, or - for stdin.
    #[arg(value_name = "UNITFILE")]
    pub(crate) units: PathBuf,
    /// File to which results are appended.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
    /// Count only every M-th unit, from the K-th on (K from 1 to M).
    #[arg(long, value_name = "K/M", value_parser = part)]
    pub(crate) part: Option<Shard>,
    /// Count by the exchanged route, to compare with results of the direct route.
    #[arg(long)]
    pub(crate) exchanged: bool,
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) signing: Signing,
}

/// Engines of a run.
#[derive(Debug, Args)]
pub(crate) struct Engines {
    #[arg(long, short, value_name = "T", help = threads_help(), value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<u32>,
    #[arg(long, value_name = "BACKEND", help = backend_help(), value_parser = named::backends())]
    pub(crate) backend: Option<BackendSet>,
}

/// One of several equal parts of a list of units.
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

pub(super) fn percent(text: &str) -> Result<f64, String> {
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
    }
}
