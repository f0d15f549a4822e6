//! Estimates the run time of a method from shorter runs.

use bezzel::methods::Method;
use bezzel::methods::growth;

/// Minimum run time in seconds for extrapolation.
const MIN_MEASURED_SECONDS: f64 = 0.005;

/// Estimates the seconds for `n` queens by timing smaller boards of the same parity (the
/// mirrored methods save more on odd ones) and scaling the last of them up.
pub(crate) fn seconds(method: Method, n: u32) -> anyhow::Result<f64> {
    let mut size = n % 2;
    loop {
        let (_, measured) = super::timed(method, size)?;
        if measured >= MIN_MEASURED_SECONDS || size == n {
            return Ok(
                (size + 1..=n).fold(measured, |seconds, n| seconds * growth::expected(method, n))
            );
        }
        size += 2;
    }
}
