//! Numbers as values of arguments. Each error names the accepted numbers.

use std::ops::RangeInclusive;

use bezzel::MAX_SIZE;
use bezzel::methods::Method;
use bezzel_count::MAX_COUNT_SIZE;

/// Returns the parser of whole numbers of a range.
pub(super) fn whole(
    range: RangeInclusive<u32>,
) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    move |text| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let [from, to] = [range.start(), range.end()];
        number.ok_or_else(|| format!("expected a whole number from {from} to {to}"))
    }
}

/// Returns the parser of sizes up to `limit`, which its errors name. It accepts any size of a board:
/// the command refuses sizes above the limit, and names its reason.
pub(super) fn sizes_to(
    limit: u32,
) -> impl Fn(&str) -> Result<u32, String> + Clone + Send + Sync + 'static {
    move |text| {
        size(text, || {
            format!("expected a whole number from 0 to {limit}")
        })
    }
}

/// Parses the size of a count. Larger sizes than the record counter accepts may be those of a
/// method, which checks them.
pub(super) fn count_size(text: &str) -> Result<u32, String> {
    size_of_method(text, MAX_COUNT_SIZE)
}

/// Parses the size of boards that a method searches. The method checks its limit.
pub(super) fn method_size(text: &str) -> Result<u32, String> {
    let limits = Method::ALL.map(|method| method.about().max_n);
    size_of_method(text, limits.into_iter().max().unwrap_or(0))
}

fn size_of_method(text: &str, limit: u32) -> Result<u32, String> {
    size(text, || {
        format!("expected a whole number from 0 to {limit}, or to the limit of --method")
    })
}

fn size(text: &str, expected: impl Fn() -> String) -> Result<u32, String> {
    let n = text.parse().ok().filter(|n| *n <= MAX_SIZE);
    n.ok_or_else(expected)
}

/// Largest sample, in units.
pub(crate) const MAX_SAMPLE: u64 = 1_000_000;
/// Sample size that stands for all units.
const ALL_UNITS: u64 = u64::MAX;

pub(super) fn sample_size(text: &str) -> Result<u64, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(ALL_UNITS);
    }
    match text.parse() {
        Ok(units) if (1..=MAX_SAMPLE).contains(&units) => Ok(units),
        _ => Err(format!(
            "expected a whole number from 1 to {MAX_SAMPLE}, or 'all'"
        )),
    }
}

pub(super) fn whole_number(text: &str) -> Result<u64, String> {
    let expected = |_| format!("expected a whole number from 0 to {}", u64::MAX);
    text.parse().map_err(expected)
}

pub(super) fn at_least_one(text: &str) -> Result<u64, String> {
    let number = text.parse().ok().filter(|number| *number > 0);
    number.ok_or_else(|| format!("expected a whole number from 1 to {}", u64::MAX))
}

pub(super) fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("expected seconds from 0 to 1000000000".to_owned()),
    }
}
