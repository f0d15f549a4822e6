//! Random numbers from a seed.
//!
//! Seeds that people choose follow each other: 1, 2, 3. [`fastrand`] adds a constant to the seed and
//! mixes it once, so the first numbers of neighbouring seeds depend on each other. The output function
//! of SplitMix64 mixes the seed before; it changes about half of all bits if one bit of the seed does.

use fastrand::Rng;

use crate::random::Random;

/// Returns a generator of random numbers, which the seed determines. Generators of seeds that follow each
/// other give independent numbers. All that draws with the seed of a user starts here.
///
/// ```
/// let mut die = bezzel::seeded(1);
/// let rolls: Vec<u32> = (0..5).map(|_| die.u32(1..=6)).collect();
/// let mut again = bezzel::seeded(1);
/// assert!(rolls.iter().all(|&roll| roll == again.u32(1..=6)));
/// ```
pub fn seeded(seed: u64) -> Rng {
    Rng::with_seed(Random::new(seed).next_number())
}

#[cfg(test)]
mod tests {
    use super::*;

    const SEEDS: u64 = 100_000;

    /// Returns the correlation of the numbers of each seed with those of the seed `apart` further.
    fn correlation(apart: u64, draw: impl Fn(u64) -> f64) -> f64 {
        let centred = |seed| draw(seed) - 0.5;
        let products = (0..SEEDS).map(|seed| centred(seed) * centred(seed + apart));
        // The variance of uniform numbers in (0, 1) is 1/12.
        12.0 * products.sum::<f64>() / SEEDS as f64
    }

    #[test]
    fn neighbouring_seeds_give_independent_numbers() {
        for apart in [1, 2, 3, 8, 1 << 32] {
            for number in 0..3 {
                let drawn = |mut random: Rng| {
                    (0..number).for_each(|_| _ = random.f64());
                    random.f64()
                };
                // Independent numbers have a standard error of 1 / √100,000 = 0.003.
                let mixed = correlation(apart, |seed| drawn(seeded(seed)));
                assert!(mixed.abs() < 0.013, "{apart}, number {number}: {mixed}");
            }
        }
        let unmixed = correlation(1, |seed| Rng::with_seed(seed).f64());
        assert!(unmixed.abs() > 0.05, "the test sees dependence: {unmixed}");
    }

    #[test]
    fn first_numbers_of_neighbouring_seeds_are_uniform() {
        for bound in [4, 92, 1000] {
            let mut found = vec![0.0; bound];
            for seed in 0..SEEDS {
                found[seeded(seed).usize(..bound)] += 1.0;
            }
            let expected = SEEDS as f64 / bound as f64;
            let deviation = |found: &f64| (found - expected).powi(2) / expected;
            let chi_square: f64 = found.iter().map(deviation).sum();
            let freedom = bound as f64 - 1.0;
            let deviations = (chi_square - freedom) / (2.0 * freedom).sqrt();
            assert!(deviations.abs() < 4.0, "below {bound}: {chi_square}");
        }
    }
}
