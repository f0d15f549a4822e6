//! Estimates the run time of a method from shorter runs.

use bezzel::methods::Method;

/// Minimum run time in seconds for extrapolation.
const MIN_MEASURED_SECONDS: f64 = 0.005;

/// Estimates the seconds for `n` queens by timing smaller boards of the same parity (the
/// mirrored methods save more on odd ones) and scaling the last of them up.
pub(super) fn seconds(method: Method, n: u32) -> anyhow::Result<f64> {
    let mut size = n % 2;
    loop {
        let (_, measured) = super::timed(method, size)?;
        if measured >= MIN_MEASURED_SECONDS || size == n {
            return Ok((size + 1..=n).fold(measured, |seconds, n| seconds * growth(method, n)));
        }
        size += 2;
    }
}

/// Returns the growth factor of the time from n − 1 to n queens.
fn growth(method: Method, n: u32) -> f64 {
    let n = f64::from(n);
    match method {
        // n^n boards with n rows.
        Method::BruteForce if n > 1.0 => n * (n / (n - 1.0)).powf(n - 1.0),
        Method::ColourSplit => 6.0,
        // The search tree grows with Q(n), which is about (0.143 n)^n (M. Simkin, 2021):
        // from n - 1 to n by 0.143 e n.
        _ => (0.389 * n).max(1.5),
    }
}
