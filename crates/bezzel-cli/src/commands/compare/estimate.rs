//! How long a method will take, from shorter runs of it.

use bezzel::methods::Method;
use bezzel_run::growth;

/// A run that takes this long is measured well enough to be scaled up.
const LONG_ENOUGH: f64 = 0.005;

/// Estimates the seconds for `n` queens by timing smaller boards of the same parity (the
/// mirrored methods save more on odd ones) and scaling the last of them up.
pub(super) fn seconds(method: Method, n: u32) -> anyhow::Result<f64> {
    let mut size = n % 2;
    loop {
        let (_, measured) = super::timed(method, size)?;
        if measured >= LONG_ENOUGH || size == n {
            return Ok(
                (size + 1..=n).fold(measured, |seconds, n| seconds * growth::expected(method, n))
            );
        }
        size += 2;
    }
}
