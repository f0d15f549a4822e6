//! Estimates of a whole count from some of its units.
//!
//! Units are drawn with replacement, each with probability p in proportion to its expected
//! cost. For whatever a unit adds to a total (solutions, seconds, joined pairs), the mean of
//! value / p over the draws is an unbiased estimate of that total, and its standard error
//! follows from the spread. The estimate of the solutions is the better the more evenly
//! solutions follow costs.

use super::{Plan, Unit};

/// Draws units of a plan at random; the same seed gives the same units.
#[derive(Debug, Clone)]
pub struct Sampler<'a> {
    plan: &'a Plan,
    /// The cost of all units before each chapter of the plan, and in the end of all.
    costs: Vec<f64>,
    random: fastrand::Rng,
}

/// A unit that was drawn.
#[derive(Debug, Clone, PartialEq)]
pub struct Drawn {
    /// The unit.
    pub unit: Unit,
    /// The probability with which it is drawn each time.
    pub probability: f64,
}

impl<'a> Sampler<'a> {
    /// A sampler of this plan.
    pub fn new(plan: &'a Plan, seed: u64) -> Self {
        let mut sum = 0.0;
        let mut costs = vec![0.0];
        for (_, cost) in plan.chapters() {
            sum += cost;
            costs.push(sum);
        }
        Self {
            plan,
            costs,
            random: fastrand::Rng::with_seed(seed),
        }
    }
}

impl Iterator for Sampler<'_> {
    type Item = Drawn;

    /// Draws a chapter by its cost, and one of its units, which cost about the same.
    fn next(&mut self) -> Option<Drawn> {
        let all = *self.costs.last()?;
        let at = self.random.f64() * all;
        let chapter =
            (self.costs.partition_point(|&cost| cost <= at) - 1).min(self.costs.len() - 2);
        let (units, cost) = self.plan.chapters().nth(chapter)?;
        let unit = self.plan.unit(self.random.u64(units.clone()))?;
        Some(Drawn {
            unit,
            probability: cost / all / (units.end - units.start) as f64,
        })
    }
}

/// An estimated total.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Estimate {
    /// The estimate.
    pub value: f64,
    /// Its standard error; infinite for a single draw, which tells nothing about the spread.
    pub standard_error: f64,
}

impl Estimate {
    /// From the quotients value / probability of independent draws.
    ///
    /// ```
    /// use bezzel::count::Estimate;
    /// let estimate = Estimate::from_draws(&[9.0, 11.0, 10.0, 10.0]);
    /// assert_eq!(estimate.value, 10.0);
    /// assert!((estimate.standard_error - (2.0f64 / 3.0 / 4.0).sqrt()).abs() < 1e-12);
    /// ```
    pub fn from_draws(quotients: &[f64]) -> Self {
        let draws = quotients.len() as f64;
        let value = quotients.iter().sum::<f64>() / draws;
        let squares: f64 = quotients.iter().map(|q| (q - value).powi(2)).sum();
        let standard_error = match quotients.len() {
            0 | 1 => f64::INFINITY,
            _ => (squares / (draws - 1.0) / draws).sqrt(),
        };
        Self {
            value,
            standard_error,
        }
    }
}
