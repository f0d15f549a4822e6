//! The rate of a count over time.

use std::time::Duration;

use serde::Serialize;

/// Maximum number of points; neighbours are merged when it is reached.
const MAX_POINTS: usize = 256;

/// Minimum distance between two points at the start of a count.
const MIN_INTERVAL: Duration = Duration::from_millis(20);

/// A point of the rate plot.
#[derive(Debug, Clone, Copy, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Point {
    /// Run time of the count in seconds.
    seconds: f64,
    /// Joined pairs per second.
    rate: f64,
}

/// Rates at increasing distances in time.
#[derive(Debug, Default)]
pub(super) struct RateHistory {
    points: Vec<Point>,
    /// Time and joined pairs of the last point.
    last: (Duration, u128),
    interval: Duration,
}

impl RateHistory {
    /// Adds a point, unless the last one is too recent.
    pub(super) fn add(&mut self, elapsed: Duration, joined: u128) {
        let (before, joined_before) = self.last;
        let passed = elapsed.saturating_sub(before);
        if passed < self.interval.max(MIN_INTERVAL) {
            return;
        }
        self.last = (elapsed, joined);
        self.points.push(Point {
            seconds: elapsed.as_secs_f64(),
            rate: (joined - joined_before) as f64 / passed.as_secs_f64(),
        });
        if self.points.len() >= MAX_POINTS {
            self.points = self.points.chunks(2).map(merged).collect();
            self.interval = 2 * self.interval.max(MIN_INTERVAL);
        }
    }

    pub(super) fn points(&self) -> &[Point] {
        &self.points
    }
}

/// Merges neighbouring points, which cover about the same time.
fn merged(points: &[Point]) -> Point {
    let rates: f64 = points.iter().map(|point| point.rate).sum();
    Point {
        seconds: points[points.len() - 1].seconds,
        rate: rates / points.len() as f64,
    }
}
