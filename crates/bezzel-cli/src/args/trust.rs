//! Arguments about results of others: the policy of a campaign, authors and withdrawals.

use std::path::PathBuf;

use bezzel_campaign::Author;
use bezzel_count::Route;
use clap::{ArgGroup, Args, ValueEnum};

use super::Format;
use super::numbers::whole;

/// The policy of a new campaign.
#[derive(Debug, Args)]
#[command(next_help_heading = "Policy")]
pub(crate) struct PolicyArgs {
    /// Accept only results that are signed by the authors in FILE: one author per line, with an optional
    /// name [default: results of anyone, which are counted but confirm nothing].
    #[arg(long, value_name = "FILE")]
    pub(crate) authors: Option<PathBuf>,
    /// Number of different authors who must agree on each unit, 1 to 100. More than 1 needs --authors.
    #[arg(long, value_name = "K", default_value_t = 1, value_parser = whole(1..=100), allow_negative_numbers = true)]
    pub(crate) copies: u32,
    /// Routes of the agreeing results of a unit.
    #[arg(long, value_name = "ROUTES", default_value = "any")]
    pub(crate) routes: Routes,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum Routes {
    /// One route suffices.
    Any,
    /// Both routes are needed.
    Both,
}

/// A route that units lack.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ExportRoute {
    /// For `bezzel work`.
    Direct,
    /// For `bezzel work --exchanged`.
    Exchanged,
}

impl ExportRoute {
    pub(crate) fn route(self) -> Route {
        match self {
            Self::Direct => Route::Direct,
            Self::Exchanged => Route::Exchanged,
        }
    }
}

/// List who counted what, agreed and disagreed.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel campaign authors q24.bezzel")]
pub(crate) struct Authors {
    /// Ledger of the campaign.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Withdraw results: they are kept but no longer count, and their units are open again.
///
/// Results must have all given properties. Results that arrive later are withdrawn as well.
/// Without options, lists the withdrawals of a campaign. The certificate lists them, too.
#[derive(Debug, Args)]
#[command(
    // `--version` is another name of `--program` here.
    disable_version_flag = true,
    group = ArgGroup::new("rule").multiple(true).conflicts_with("undo").requires("reason"),
    after_help = "Examples:\n  \
    bezzel campaign withdraw q24.bezzel --host node7 --reason \"faulty memory\"\n  \
    bezzel campaign withdraw q24.bezzel --backend cuda --since 2026-11-20T08:00:00Z --reason \"driver\"\n  \
    bezzel campaign withdraw q24.bezzel --undo 1"
)]
pub(crate) struct Withdraw {
    /// Ledger of the campaign.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
    /// Results signed by this author (64 hexadecimal digits).
    #[arg(long, value_name = "AUTHOR", value_parser = author, group = "rule")]
    pub(crate) author: Option<Author>,
    /// Results of this machine.
    #[arg(long, value_name = "HOST", group = "rule")]
    pub(crate) host: Option<String>,
    /// Results of this program, such as bezzel-0.2.0 (as `campaign status` prints it).
    #[arg(
        long,
        value_name = "PROGRAM",
        visible_alias = "version",
        group = "rule"
    )]
    pub(crate) program: Option<String>,
    /// Results of this backend, such as avx512.
    #[arg(long, value_name = "BACKEND", group = "rule")]
    pub(crate) backend: Option<String>,
    /// Results that this ledger received at TIME or later, in seconds since 1970 or such as
    /// 2026-11-20T08:00:00Z.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = moment,
        group = "rule",
        allow_negative_numbers = true
    )]
    pub(crate) since: Option<i64>,
    /// Results that this ledger received at TIME or earlier.
    #[arg(
        long,
        value_name = "TIME",
        value_parser = moment,
        group = "rule",
        allow_negative_numbers = true
    )]
    pub(crate) until: Option<i64>,
    /// Reason, which the certificate states.
    #[arg(long, value_name = "TEXT", requires = "rule")]
    pub(crate) reason: Option<String>,
    /// Undo the withdrawal with this number.
    #[arg(long, value_name = "NUMBER")]
    pub(crate) undo: Option<u64>,
    #[command(flatten)]
    pub(crate) format: Format,
}

pub(crate) fn author(text: &str) -> Result<Author, String> {
    Author::parse(text).map_err(|error| error.to_string())
}

/// Parses a time: seconds since 1970, or a date with a time.
fn moment(text: &str) -> Result<i64, String> {
    let of_date = || chrono::DateTime::parse_from_rfc3339(text).map(|date| date.timestamp());
    let seconds = text.parse().or_else(|_| of_date()).ok();
    seconds.filter(|seconds| *seconds >= 0).ok_or_else(|| {
        "expected a time in UTC such as 2026-11-20T08:00:00Z, or seconds since 1970".to_owned()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_in_utc() {
        assert_eq!(moment("1970-01-01T00:00:00Z"), Ok(0));
        assert_eq!(moment("2000-02-29T12:30:01Z"), Ok(951_827_401));
        assert_eq!(moment("2026-11-22T07:20:00Z"), Ok(1_795_332_000));
        // Every day of 400 years, after which the calendar repeats, at another time of the day; then the
        // last day that has four digits for the year.
        let days = (0..146_097 * 86_400).step_by(86_401);
        for seconds in days.chain([253_402_214_400, 253_402_300_799]) {
            let text = bezzel_campaign::utc(seconds);
            assert_eq!(moment(&text), Ok(seconds), "{text}");
        }
        for wrong in [
            "",
            "-5",
            "now",
            "2026-11-22",
            "2026-13-01T00:00:00Z",
            "2025-02-29T00:00:00Z",
            "2026-11-22T24:00:00Z",
            "2026-11-22T07:20:00",
            "2026-+1-22T07:20:00Z",
        ] {
            assert!(moment(wrong).is_err(), "{wrong}");
        }
    }
}
