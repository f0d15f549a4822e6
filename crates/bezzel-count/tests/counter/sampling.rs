//! Samples of a count: drawn without repetition, exact when they are whole, and with errors
//! that are as large as they say.

use std::collections::HashSet;

use bezzel_count::{Backend, Counter, Draw, Estimate, Plan, Route, Sample, UnitResult};

/// All units of a plan with their results, counted once for thousands of samples.
struct Counted {
    plan: Plan,
    results: Vec<UnitResult>,
}

/// The quantity of a unit that is estimated.
type Value = fn(&UnitResult) -> f64;

const VALUES: [Value; 2] = [
    |result| result.value as f64 / Plan::VALUE_SCALE as f64,
    |result| result.joined as f64,
];

impl Counted {
    fn new(n: u32) -> Self {
        let plan = Plan::new(n).unwrap();
        let mut counter = Counter::new(Backend::detect()).unwrap();
        let results = plan.units().map(|unit| counter.count(&unit, Route::Direct));
        Self {
            results: results.collect(),
            plan,
        }
    }

    fn total(&self, value: Value) -> f64 {
        self.results.iter().map(value).sum()
    }

    fn estimate(&self, sample: &Sample, value: Value) -> Estimate {
        let draws = sample.drawn.iter().map(|drawn| {
            let result = &self.results[drawn.unit.index() as usize];
            Draw::one(value(result), drawn.probability)
        });
        Estimate::of(&draws.collect::<Vec<_>>())
    }

    /// The estimates of each value from samples of many seeds.
    fn estimates(&self, units: u64) -> [Vec<Estimate>; 2] {
        let samples: Vec<_> = (0..SEEDS)
            .map(|seed| Sample::draw(&self.plan, units, seed))
            .collect();
        VALUES.map(|value| {
            let estimates = samples.iter().map(|sample| self.estimate(sample, value));
            estimates.collect()
        })
    }
}

const SIZES: std::ops::RangeInclusive<u32> = 12..=16;
const SEEDS: u64 = if cfg!(debug_assertions) { 500 } else { 4000 };

/// Over many seeds the 95% interval contains the true value in 95% of the samples, the mean is the true value, and
/// the estimates of seeds that follow each other do not depend on each other. The tolerance of the intervals is
/// 3.5 binomial standard deviations plus the effect of skewed quotients: up to 4 percentage points for one n and
/// number of units, and 1 for all n together.
#[test]
fn estimates_are_right_on_average_independent_and_as_exact_as_they_say() {
    let counted: Vec<Counted> = SIZES.map(Counted::new).collect();
    let margin = |samples: f64| 3.5 * (0.95 * 0.05 / samples).sqrt();
    for units in [1, 2, 5, 8, 20, 40] {
        let mut parts = Vec::new();
        for counted in &counted {
            for (value, estimates) in VALUES.into_iter().zip(counted.estimates(units)) {
                let total = counted.total(value);
                let what = format!("n = {}, {units} units", counted.plan.n());
                assert_mean(&estimates, total, &what);
                if units >= 5 && counted.plan.len() > units {
                    assert_independence(&estimates, &what);
                    let part = covered(&estimates, total);
                    let limit = 0.04 + margin(SEEDS as f64);
                    assert!((part - 0.95).abs() < limit, "{what}: {part}");
                    parts.push(part);
                }
            }
        }
        if !parts.is_empty() {
            let part = parts.iter().sum::<f64>() / parts.len() as f64;
            let limit = 0.01 + margin((SEEDS * parts.len() as u64) as f64);
            assert!((part - 0.95).abs() < limit, "{units} units: {part}");
        }
    }
}

/// Returns the part of the 95% intervals that contain this value.
fn covered(estimates: &[Estimate], total: f64) -> f64 {
    let covers = |estimate: &&Estimate| {
        let error = estimate.error.as_ref().expect("five units or more");
        (estimate.value - total).abs() <= error.interval_95
    };
    estimates.iter().filter(covers).count() as f64 / estimates.len() as f64
}

fn assert_mean(estimates: &[Estimate], total: f64, what: &str) {
    let seeds = estimates.len() as f64;
    let values = || estimates.iter().map(|estimate| estimate.value / total);
    let mean = values().sum::<f64>() / seeds;
    let squares: f64 = values().map(|one| (one - mean).powi(2)).sum();
    let error = (squares / (seeds - 1.0) / seeds).sqrt();
    assert!(
        (mean - 1.0).abs() < 4.0 * error + 0.003,
        "{what}: a mean of {mean}"
    );
}

fn assert_independence(estimates: &[Estimate], what: &str) {
    let seeds = estimates.len() as f64;
    let mean = estimates.iter().map(|one| one.value).sum::<f64>() / seeds;
    let sum = |apart: usize| -> f64 {
        let pairs = estimates.iter().zip(&estimates[apart..]);
        pairs
            .map(|(a, b)| (a.value - mean) * (b.value - mean))
            .sum()
    };
    for apart in 1..=3 {
        let correlation = sum(apart) / sum(0);
        let limit = 4.0 / seeds.sqrt();
        assert!(
            correlation.abs() < limit,
            "{what}, {apart} apart: {correlation}"
        );
    }
}

#[test]
fn a_sample_has_each_unit_once_and_a_whole_one_is_exact() {
    for n in 0..=14 {
        let counted = Counted::new(n);
        let all = counted.plan.len();
        for units in [1, 2, 5, all / 2, all - 1, all, all + 1, 1_000_000] {
            let sample = Sample::draw(&counted.plan, units, 3);
            let places: HashSet<u64> = sample.drawn.iter().map(|one| one.unit.index()).collect();
            assert_eq!(places.len(), sample.drawn.len());
            assert_eq!(places.len() as u64, units.min(all), "n = {n}");
            assert_eq!(sample.is_whole(), units >= all);
            let probable = |probability| probability > 0.0 && probability <= 1.0;
            assert!(sample.drawn.iter().all(|one| probable(one.probability)));
            for value in VALUES {
                let estimate = counted.estimate(&sample, value);
                if sample.is_whole() {
                    assert_eq!(estimate.value, counted.total(value), "n = {n}");
                    assert_eq!(estimate.error.unwrap().interval_95, 0.0);
                } else {
                    assert_eq!(estimate.error.is_some(), sample.drawn.len() >= 5);
                }
            }
        }
        let again = [1, 1, 2].map(|seed| Sample::draw(&counted.plan, 5, seed));
        assert_eq!(again[0], again[1], "the same seed, the same units");
        assert!(
            all < 40 || again[0] != again[2],
            "another seed, other units"
        );
    }
}

/// Units of one split subproblem have the same probability and are drawn together: none of them
/// is drawn twice either. Subproblems are split from n = 23 on.
#[test]
fn units_alike_are_drawn_once() {
    let plan = Plan::new(25).unwrap();
    for units in [500, plan.len() / 2, plan.len() - 1] {
        let sample = Sample::draw(&plan, units, 5);
        let places: HashSet<u64> = sample.drawn.iter().map(|one| one.unit.index()).collect();
        assert_eq!(places.len() as u64, units);
        assert_eq!(sample.drawn.len() as u64, units);
    }
}

/// Units of large plans are drawn in proportion to their costs.
#[test]
fn large_plans_are_drawn_from_by_cost() {
    let plan = Plan::new(24).unwrap();
    let sample = Sample::draw(&plan, 500, 1);
    assert_eq!(sample.drawn.len(), 500);
    for drawn in &sample.drawn {
        let part = drawn.probability / 500.0;
        let cost = drawn.unit.cost() / plan.cost();
        assert!(drawn.probability < 1.0 && part / cost < 2.0, "{drawn:?}");
    }
    let estimate = Estimate::of(
        &sample
            .drawn
            .iter()
            .map(|drawn| Draw::one(drawn.unit.cost(), drawn.probability))
            .collect::<Vec<_>>(),
    );
    let off = (estimate.value - plan.cost()).abs() / plan.cost();
    assert!(off < 0.05, "{off}");
}
