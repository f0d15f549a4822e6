//! The flags of `bezzel campaign` and `bezzel work`.

use std::path::PathBuf;
use std::time::Duration;

use bezzel_count::MAX_COUNT_SIZE;
use bezzel_gpu::BackendSet;
use clap::{Args, Subcommand};

use super::{Force, Format};
use crate::named;

/// Count for days, on many machines, and keep every result in one file.
///
/// A campaign is a ledger: a file with the units of one n, and each result that was ever
/// received. It survives crashes, several processes may work on it at once, and a wrong byte in
/// it is found and named. docs/cluster.md says how to count on many machines.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign new 24 q24.bezzel\n  \
    bezzel campaign run q24.bezzel --until 8h\n  \
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
    Recover(Recover),
}

/// Make the ledger of a campaign.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel campaign new 24 q24.bezzel")]
pub(crate) struct New {
    /// The number of queens, 0 to 32.
    #[arg(value_name = "N", value_parser = size, allow_negative_numbers = true)]
    pub(crate) n: u32,
    /// The file to make. It must not exist.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}

/// Count what the ledger lacks.
///
/// TimeLimit it when you like and run it again; run it several times at once. Ctrl-C gives the units
/// in work back and ends with exit code 130. When all is counted the total is printed.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign run q24.bezzel\n  \
    bezzel campaign run q24.bezzel --threads 8 --until 8h\n  \
    bezzel campaign run q24.bezzel --backend cuda,avx512")]
pub(crate) struct Run {
    /// The ledger.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) engines: Engines,
    /// Take no more units after this time, as 90s, 45m, 8h or 2d.
    #[arg(long, value_name = "TIME", value_parser = time)]
    pub(crate) until: Option<Duration>,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Tell how far the campaign is.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign status q24.bezzel --watch\n  \
    bezzel campaign status q24.bezzel --format json")]
pub(crate) struct Status {
    /// The ledger.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Tell it again and again, until Ctrl-C or until all is counted.
    #[arg(long, short)]
    pub(crate) watch: bool,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Count units again with rows and columns exchanged, or check a certificate.
///
/// The exchanged count goes through entirely different lists. A unit that gives another result
/// is set to conflict; then the exit code is 1. `--settle` counts the units in conflict by both
/// routes: the result that both give is right, and the other one is named.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign verify q24.bezzel --fraction 5%\n  \
    bezzel campaign verify q24.bezzel --settle\n  \
    bezzel campaign verify q24.bezzel --certificate q24.txt --fraction 1%")]
pub(crate) struct Verify {
    /// The ledger.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The part of all units to count again, drawn at random among those that were not yet
    /// [default: 5%, or none with --settle or --certificate].
    #[arg(long, value_name = "PERCENT", value_parser = percent)]
    pub(crate) fraction: Option<f64>,
    /// The seed of the draw [default: another one each time].
    #[arg(long, value_name = "SEED")]
    pub(crate) seed: Option<u64>,
    /// Count the units in conflict by both routes.
    #[arg(long, conflicts_with = "certificate")]
    pub(crate) settle: bool,
    /// Check that this certificate is one of this ledger.
    #[arg(long, value_name = "CERTIFICATE")]
    pub(crate) certificate: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Write the units that are not counted, one per line, or the results.
///
/// `bezzel work` counts such units anywhere, and `bezzel campaign merge` takes the results in.
/// A line begins with the name of the unit, which says what to count; in a result there follow
/// route, value, work counters, who, how long, attempt, time and checksum.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign export q24.bezzel > units\n  \
    bezzel campaign export q24.bezzel --results --output q24.results")]
pub(crate) struct Export {
    /// The ledger.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write all results instead.
    #[arg(long)]
    pub(crate) results: bool,
    /// Write to this file, which appears only when it is complete (- for stdout).
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

/// Take in the results of other ledgers and of files of results.
///
/// A result is merged (the first of its unit), identical (it was there already), confirmed
/// (another count, which agrees) or in CONFLICT. The exit code is 1 if there is a conflict.
/// Nothing is taken from a file in which a line or checksum does not fit.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel campaign merge q24.bezzel results.*\n  \
    bezzel campaign merge q24.bezzel other.bezzel --format json")]
pub(crate) struct Merge {
    /// The ledger that takes them in.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Ledgers, or files that `bezzel work` wrote.
    #[arg(value_name = "OTHER", required = true)]
    pub(crate) others: Vec<PathBuf>,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Write what was found, and how it was checked, as a text that others can check.
///
/// The lines down to the fingerprint are the same for every campaign of the same n.
/// `bezzel campaign verify FILE --certificate CERTIFICATE` checks it.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel campaign certificate q24.bezzel --output q24.txt")]
pub(crate) struct Certificate {
    /// The ledger. All its units must be counted.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Write to this file, which appears only when it is complete (- for stdout).
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

/// Make a new ledger of what is sound in a damaged one.
///
/// Copies every result that fits its checksum, also from ledgers of earlier formats. The damaged
/// file is only read. `bezzel campaign run` then counts the units that are missing.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel campaign recover q24.bezzel q24-new.bezzel")]
pub(crate) struct Recover {
    /// The damaged ledger.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// The file to make. It must not exist.
    #[arg(value_name = "NEW")]
    pub(crate) new: PathBuf,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Count the units of a file, for job schedulers.
///
/// Reads units as `bezzel campaign export` writes them, and writes each result as a line as soon
/// as it is known. With `--output` results are added to a file, and units that are in it already
/// are left out, so that the same command goes on after a crash.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel work units > results\n  \
    bezzel work units --part 3/100 --output results.3\n  \
    bezzel work units --exchanged > confirmations")]
pub(crate) struct Work {
    /// The units, or - for stdin.
    #[arg(value_name = "UNITFILE")]
    pub(crate) units: PathBuf,
    /// Add the results to this file.
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
    /// Count only the K-th of M parts, K from 1 to M: every M-th unit.
    #[arg(long, value_name = "K/M", value_parser = part)]
    pub(crate) part: Option<Part>,
    /// Count with rows and columns exchanged, to confirm what was counted elsewhere.
    #[arg(long)]
    pub(crate) exchanged: bool,
    #[command(flatten)]
    pub(crate) engines: Engines,
}

/// What counts.
#[derive(Debug, Args)]
pub(crate) struct Engines {
    /// Threads of the processor, 1 to 1024 [default: all].
    #[arg(long, short, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
    /// What counts: a vector unit of the processor [default: its fastest], graphics cards (all, or
    /// one as cuda:0), or several with commas, as cuda,avx512.
    #[arg(long, value_name = "BACKEND", value_parser = named::backends())]
    pub(crate) backend: Option<BackendSet>,
}

/// One of several parts.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Part {
    /// From 1.
    pub(crate) number: u64,
    pub(crate) of: u64,
}

fn size(text: &str) -> Result<u32, String> {
    let n = text.parse().ok().filter(|n| *n <= MAX_COUNT_SIZE);
    n.ok_or_else(|| format!("accepted are whole numbers from 0 to {MAX_COUNT_SIZE}"))
}

fn part(text: &str) -> Result<Part, String> {
    let parse = || {
        let (number, of) = text.split_once('/')?;
        let part = Part {
            number: number.parse().ok()?,
            of: of.parse().ok()?,
        };
        (part.number >= 1 && part.number <= part.of).then_some(part)
    };
    parse().ok_or_else(|| "accepted are parts as 3/100, from 1/100 to 100/100".to_owned())
}

fn time(text: &str) -> Result<Duration, String> {
    let parse = || {
        let (number, unit) = text.split_at_checked(text.len().checked_sub(1)?)?;
        let seconds = match unit {
            "s" => 1.0,
            "m" => 60.0,
            "h" => 3_600.0,
            "d" => 86_400.0,
            _ => return None,
        };
        let number: f64 = number.parse().ok()?;
        Duration::try_from_secs_f64(number * seconds).ok()
    };
    parse().ok_or_else(|| "accepted are times as 90s, 45m, 8h or 2d".to_owned())
}

fn percent(text: &str) -> Result<f64, String> {
    let number: Option<f64> = text
        .strip_suffix('%')
        .and_then(|number| number.parse().ok());
    match number {
        Some(percent) if percent > 0.0 && percent <= 100.0 => Ok(percent / 100.0),
        _ => Err("accepted are parts above 0% and up to 100%, as 5%".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_and_their_bounds() {
        assert_eq!(time("1.5h"), Ok(Duration::from_secs(5400)));
        assert_eq!(time("2d"), Ok(Duration::from_secs(172_800)));
        for wrong in ["", "h", "8", "-1s", "8 h", "1e99d", "8hours", "½h", "NaNs"] {
            assert!(time(wrong).is_err(), "{wrong}");
        }
        assert_eq!(percent("5%"), Ok(0.05));
        assert_eq!(percent("100%"), Ok(1.0));
        for wrong in ["", "%", "5", "0%", "-1%", "101%", "NaN%"] {
            assert!(percent(wrong).is_err(), "{wrong}");
        }
        assert_eq!(part("3/100"), Ok(Part { number: 3, of: 100 }));
        for wrong in ["", "3", "0/4", "5/4", "1/0", "a/b", "1/2/3"] {
            assert!(part(wrong).is_err(), "{wrong}");
        }
    }
}
