//! Predicted growth of the run time of the methods with n.

use bezzel::methods::Method;

/// Returns the expected factor by which the run time grows from n − 1 to n queens.
///
/// ```
/// use bezzel::methods::Method;
/// let factor = bezzel_run::growth::expected(Method::Bitmask, 12);
/// assert!(factor > 4.0 && factor < 5.0);
/// ```
pub fn expected(method: Method, n: u32) -> f64 {
    match method {
        Method::ColourSplit => 6.0,
        Method::BruteForce if n > 1 => brute_force(n),
        // The search tree grows with Q(n), which is about (0.143 n)^n (M. Simkin, 2021): from
        // n − 1 to n by the factor 0.143 e n.
        _ => (0.389 * f64::from(n)).max(1.5),
    }
}

/// Returns an upper bound of that factor: a placement of n − 1 queens has at most n successors.
pub fn upper_bound(method: Method, n: u32) -> f64 {
    match method {
        Method::BruteForce if n > 1 => brute_force(n),
        _ => f64::from(n),
    }
}

/// n^n boards, with n rows each.
fn brute_force(n: u32) -> f64 {
    let n = f64::from(n);
    n * (n / (n - 1.0)).powf(n - 1.0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_bound_exceeds_the_expectation() {
        for method in Method::ALL {
            for n in 6..=32 {
                assert!(
                    upper_bound(method, n) >= expected(method, n),
                    "{method:?} {n}"
                );
            }
        }
    }
}
