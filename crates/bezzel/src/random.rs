//! Random numbers from a seed: a sequence that is part of formats, and a generator for all else.
//!
//! The sequence of [`Random`] never changes: the same seed gives the same puzzle or board in every
//! version and on every machine.
//!
//! Seeds that people choose follow each other: 1, 2, 3. [`fastrand`] adds a constant to the seed and
//! mixes it once, so the first numbers of neighbouring seeds depend on each other. The output function
//! of SplitMix64 mixes the seed before; it changes about half of all bits if one bit of the seed does.

use fastrand::Rng;

/// SplitMix64 (Steele, Lea, Flood: "Fast Splittable Pseudorandom Number Generators", 2014).
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Creates the generator of a seed.
    pub fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// Draws 64 bits, uniformly (SplitMix64).
    pub fn next_number(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut bits = self.0;
        bits = (bits ^ bits >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        bits = (bits ^ bits >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        bits ^ bits >> 31
    }

    /// Returns a number below `bound`, each with the same probability. Panics if `bound` is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let bound = bound as u64;
        // Numbers from the incomplete last block are rejected.
        let limit = u64::MAX - u64::MAX % bound;
        loop {
            let number = self.next_number();
            if number < limit {
                return (number % bound) as usize;
            }
        }
    }

    /// Puts the items in a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }
}

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

    /// Returns the correlation of the numbers of each seed with the numbers of the seed `apart` further.
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

    /// Values of the reference implementation for seed 1234567.
    #[test]
    fn published_values() {
        let mut random = Random::new(1_234_567);
        let numbers = [(); 3].map(|()| random.next_number());
        let published = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
        ];
        assert_eq!(numbers, published);
    }
}
