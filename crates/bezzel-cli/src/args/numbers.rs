//! Numbers as values of arguments. Each error names the accepted numbers.

use std::fmt::Display;
use std::ops::RangeInclusive;
use std::time::Duration;

use bezzel::MAX_SIZE;
use bezzel::methods::Method;
use bezzel_count::{Backend, MAX_COUNT_SIZE};
use bezzel_run::MAX_THREADS;

use crate::language::either;

/// Returns the parser of whole numbers of a range.
pub(crate) fn whole(
    range: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let [from, to] = [range.start(), range.end()];
        number.ok_or_else(|| expected_whole(from, to))
    }
}

fn expected_whole(from: impl Display, to: impl Display) -> String {
    either!(
        "expected a whole number from {from} to {to}",
        "应为 {from} 到 {to} 的整数"
    )
}

/// Parses the size of a count. Sizes that are too large for the colour-split counter may be sizes of a
/// method, which checks them.
pub(crate) fn count_size(text: &str) -> Result<u32, String> {
    size_of_method(text, MAX_COUNT_SIZE)
}

/// Parses the size of boards that a method searches. The method checks its limit.
pub(crate) fn method_size(text: &str) -> Result<u32, String> {
    let limits = Method::ALL.map(|method| method.about().max_n);
    size_of_method(text, limits.into_iter().max().unwrap_or(0))
}

fn size_of_method(text: &str, limit: u32) -> Result<u32, String> {
    size(text, || {
        either!(
            "expected a whole number from 0 to {limit}, or to the limit of --method",
            "应为 0 到 {limit}（或 --method 的上限）的整数"
        )
    })
}

fn size(text: &str, expected: impl Fn() -> String) -> Result<u32, String> {
    // An input method for Chinese may write full-width digits.
    let digit = |letter| match letter {
        '０'..='９' => char::from(b'0' + (u32::from(letter) - u32::from('０')) as u8),
        other => other,
    };
    let text: String = text.chars().map(digit).collect();
    let n = text.parse().ok().filter(|n| *n <= MAX_SIZE);
    n.ok_or_else(expected)
}

/// A size such as `8`, or a range of sizes such as `1-12`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Sizes(RangeInclusive<u32>);

impl Sizes {
    /// Returns all sizes in the order in which they were written.
    pub(crate) fn all(sizes: &[Self]) -> Vec<u32> {
        sizes.iter().flat_map(|sizes| sizes.0.clone()).collect()
    }
}

/// Returns the parser of a size that `size` accepts, or of a range of them.
pub(crate) fn sizes(
    size: fn(&str) -> Result<u32, String>,
) -> impl Fn(&str) -> Result<Sizes, String> + Clone + Send + Sync + 'static {
    move |text| {
        let range = match text.split_once('-') {
            Some((from, to)) => size(from).ok().zip(size(to).ok()),
            None => size(text).ok().map(|n| (n, n)),
        };
        match range {
            Some((from, to)) if from <= to => Ok(Sizes(from..=to)),
            Some((from, to)) => Err(either!(
                "the range is reversed, use {to}-{from}",
                "范围写反了，应为 {to}-{from}"
            )),
            None => {
                let error = size("").expect_err("no size");
                Err(either!(
                    "{error}; or a range such as 1-12",
                    "{error}，或 1-12 这样的范围"
                ))
            }
        }
    }
}

/// Largest sample, in units.
pub(crate) const MAX_SAMPLE: u64 = 1_000_000;
/// Sample size that stands for all units.
const ALL_UNITS: u64 = u64::MAX;

pub(crate) fn sample_size(text: &str) -> Result<u64, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(ALL_UNITS);
    }
    match text.parse() {
        Ok(units) if (1..=MAX_SAMPLE).contains(&units) => Ok(units),
        _ => Err(either!(
            "expected a whole number from 1 to {MAX_SAMPLE}, or 'all'",
            "应为 1 到 {MAX_SAMPLE} 的整数，或“all”"
        )),
    }
}

/// The largest number of 64 bits, as people read it.
const U64_MAX: &str = "2^64 - 1";

pub(crate) fn whole_number(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| expected_whole(0, U64_MAX))
}

pub(crate) fn at_least_one(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| expected_whole(1, U64_MAX))
}

/// Returns the help of an option with a number of CPU threads.
pub(crate) fn threads_help() -> String {
    format!("Number of CPU threads, 1 to {MAX_THREADS} [default: all]")
}

/// Returns the help of `--backend`.
pub(crate) fn backend_help() -> String {
    let [first @ .., last] = &Backend::ALL.map(Backend::name);
    format!(
        "Backends, comma-separated: {} or {last} (CPU), cuda (all GPUs, or one as cuda:0) \
         [default: the fastest CPU backend]",
        first.join(", ")
    )
}

/// Parses a number of CPU threads.
pub(crate) fn threads(text: &str) -> Result<u32, String> {
    whole(1..=MAX_THREADS)(text)
}

/// Longest time that an option accepts, in seconds: about 30 years.
const MAX_SECONDS: f64 = 1e9;

/// Parses a time: a number of seconds, or a number with a unit.
pub(crate) fn time(text: &str) -> Result<Duration, String> {
    let parse = || {
        let (number, seconds) = match text.char_indices().last()? {
            (at, 's') => (&text[..at], 1.0),
            (at, 'm') => (&text[..at], 60.0),
            (at, 'h') => (&text[..at], 3_600.0),
            (at, 'd') => (&text[..at], 86_400.0),
            _ => (text, 1.0),
        };
        let number: f64 = number.parse().ok()?;
        let time = Some(number * seconds).filter(|time| (0.0..=MAX_SECONDS).contains(time))?;
        Duration::try_from_secs_f64(time).ok()
    };
    parse().ok_or_else(|| {
        either!(
            "expected a time such as 10 (seconds), 90s, 45m, 8h or 2d, up to 1000000000 seconds",
            "应为 10（秒）、90s、45m、8h 或 2d 这样的时间，最多 1000000000 秒"
        )
    })
}
