//! Predicted growth of the run time of the methods with n.

use super::Method;

/// Returns the expected factor by which the run time grows from n − 1 to n queens.
///
/// ```
/// use bezzel::methods::Method;
/// let factor = bezzel::methods::growth::expected(Method::Bitmask, 12);
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

/// Returns an upper bound of that factor. It is below twice the factor.
///
/// ```
/// use bezzel::methods::Method;
/// let bound = bezzel::methods::growth::upper_bound(Method::Bitmask, 12);
/// assert!(bound > bezzel::methods::growth::expected(Method::Bitmask, 12));
/// ```
pub fn upper_bound(method: Method, n: u32) -> f64 {
    let size = f64::from(n);
    match method {
        // The comparisons on each board grow too.
        Method::BruteForce if n > 1 => 1.3 * brute_force(n),
        // Odd n divide the search by up to eight, even n by two.
        Method::MirroredMarkers if n.is_multiple_of(2) => 1.8 * size,
        Method::MirroredMarkers => 2.0,
        _ => size / 2.0 + 1.2,
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

    fn work(method: Method, n: u32) -> f64 {
        let counters = method.run(n).expect("the size is small").counters();
        counters.tests.max(counters.tried) as f64
    }

    /// The work of small sizes predicts the time of large sizes.
    #[test]
    fn the_bound_is_between_the_factor_and_twice_the_factor() {
        for method in Method::ALL.into_iter().filter(|method| method.counts()) {
            let sizes = if method == Method::BruteForce {
                6..=7
            } else {
                8..=11
            };
            for n in sizes {
                let ratio = work(method, n) / work(method, n - 1);
                let bound = upper_bound(method, n);
                assert!(
                    ratio <= bound && bound < 2.0 * ratio,
                    "{method}, n = {n}: {ratio} and {bound}"
                );
            }
        }
    }
}
