//! Estimated run time of a whole count, from the batches in which a sample of it was counted.
//!
//! The seconds of each unit, divided by the probability with which the sample contains it, add up
//! to the seconds of the whole count on average over samples. A backend that counted part of the
//! sample has its units with that part of their probability. Only the total time of a batch is
//! known; its units cost about the same, so each gets an equal part. The batches are the draws
//! whose spread gives the error.
//!
//! The engines of one GPU share it, and their times overlap. Their seconds are scaled by one
//! factor so that they add up to the time in which any of them was busy. CPU threads, one per
//! core, add up their CPU time (or wall time), which is divided by their number.
//!
//! If each GPU, or all CPU threads, alone would take a time T, together they take 1 / Σ 1/T.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use bezzel_count::{Draw, Estimate, Spread};
use bezzel_run::Batch;

/// The probability that the sample contains a unit, by its index in the plan.
pub(super) type Probabilities = HashMap<u64, f64>;

/// Estimated run time of the whole count on one GPU, or on all CPU threads, alone.
pub(super) struct Speed {
    pub(super) backend: String,
    pub(super) units: usize,
    pub(super) seconds: Estimate,
}

/// Estimates the run times of the backends that counted units, with `threads` CPU threads.
pub(super) fn of(
    backends: &[String],
    batches: &[Batch],
    threads: u32,
    probabilities: &Probabilities,
) -> Vec<Speed> {
    let all: usize = batches.iter().map(|batch| batch.units.len()).sum();
    let of = |backend: &String| {
        let batches: Vec<&Batch> = batches
            .iter()
            .filter(|batch| batch.engine == *backend)
            .collect();
        let part = if batches.iter().any(|batch| batch.is_device) {
            busy(&batches).as_secs_f64()
                / batches
                    .iter()
                    .map(|batch| batch.taken.as_secs_f64())
                    .sum::<f64>()
        } else {
            1.0 / f64::from(threads)
        };
        Speed {
            backend: backend.clone(),
            units: batches.iter().map(|batch| batch.units.len()).sum(),
            seconds: alone(&batches, part, all, probabilities),
        }
    };
    let speeds = backends.iter().map(of);
    speeds.filter(|speed| speed.units > 0).collect()
}

/// Returns the run time of all backends together.
pub(super) fn together(speeds: &[Speed]) -> Estimate {
    if let [alone] = speeds {
        return alone.seconds;
    }
    let each = || speeds.iter().map(|speed| speed.seconds);
    let value = 1.0 / each().map(|one| 1.0 / one.value).sum::<f64>();
    let sum = |of: fn(Spread) -> f64| {
        let squares = each().map(|one| Some((of(one.error?) / one.value.powi(2)).powi(2)));
        Some(value.powi(2) * squares.sum::<Option<f64>>()?.sqrt())
    };
    let error = sum(|error| error.standard).zip(sum(|error| error.interval_95));
    let error = error.map(|(standard, interval_95)| Spread {
        standard,
        interval_95,
    });
    Estimate { value, error }
}

/// Estimates the seconds of the whole count from batches, only part of whose time counts, and
/// which have some of the `all` units of the sample.
fn alone(batches: &[&Batch], part: f64, all: usize, probabilities: &Probabilities) -> Estimate {
    let units: usize = batches.iter().map(|batch| batch.units.len()).sum();
    let has = units as f64 / all as f64;
    let draws = batches.iter().map(|batch| {
        let probability = |index: u64| has * probabilities.get(&index).copied().unwrap_or(1.0);
        let probabilities = || batch.units.iter().map(|unit| probability(*unit));
        let count = batch.units.len() as f64;
        let each = part * batch.taken.as_secs_f64() / count;
        Draw {
            quotients: probabilities().map(|probability| each / probability).sum(),
            units: batch.units.len(),
            uncertainty: probabilities()
                .map(|probability| 1.0 - probability)
                .sum::<f64>()
                / count,
        }
    });
    Estimate::of(&draws.collect::<Vec<_>>())
}

/// Returns the time in which any of the batches was being counted.
fn busy(batches: &[&Batch]) -> Duration {
    let mut spans: Vec<(Instant, Instant)> = batches
        .iter()
        .map(|batch| (batch.started, batch.ended))
        .collect();
    spans.sort();
    let mut busy = Duration::ZERO;
    let mut until = None;
    for (started, ended) in spans {
        let from = until.map_or(started, |until: Instant| until.max(started));
        busy += ended.saturating_duration_since(from);
        until = Some(ended.max(from));
    }
    busy
}

#[cfg(test)]
mod tests {
    use bezzel_count::Clock;

    use super::*;

    /// Batches of this size with invented times.
    fn batches(engine: &str, batch: usize, spans: &[(u64, u64)]) -> Vec<Batch> {
        let mut units = 0..64;
        let zero = Instant::now();
        let spans = spans.iter().map(|&(from, to)| Batch {
            engine: engine.to_owned(),
            is_device: engine != "avx2",
            started: zero + Duration::from_millis(from),
            ended: zero + Duration::from_millis(to),
            taken: Duration::from_millis(to - from),
            clock: Clock::Wall,
            units: units.by_ref().take(batch).collect(),
        });
        spans.collect()
    }

    /// The same probability for each unit of n = 14.
    fn even(probability: f64) -> Probabilities {
        (0..64).map(|index| (index, probability)).collect()
    }

    #[test]
    fn engines_that_share_a_gpu_share_its_time() {
        let gpu = ["cuda:0 (X)".to_owned()];
        // Two engines in turns, one of which is always busy: ten units in 500 ms.
        let spans = [(0, 100), (50, 200), (100, 300), (200, 400), (350, 500)];
        let measured = batches(&gpu[0], 2, &spans);
        let speeds = of(&gpu, &measured, 0, &even(0.1));
        assert!((speeds[0].seconds.value - 5.0).abs() < 1e-9);
        assert_eq!(speeds[0].units, 10);
        let error = speeds[0].seconds.error.unwrap();
        assert!(error.standard > 0.0 && error.interval_95 > 3.0 * error.standard);
        // Four batches give an estimate, but too few draws for its error.
        let speeds = of(&gpu, &measured[..4], 0, &even(0.1));
        assert!((speeds[0].seconds.value - 4.0).abs() < 1e-9);
        assert_eq!(speeds[0].seconds.error, None);
        // A sample of all units has no error.
        let speeds = of(&gpu, &measured[..4], 0, &even(1.0));
        assert_eq!(speeds[0].seconds.error.unwrap().standard, 0.0);
    }

    #[test]
    fn time_in_which_a_gpu_waits_is_not_its_own() {
        let measured = batches(
            "cuda:0 (X)",
            1,
            &[(500, 600), (0, 100), (550, 700), (20, 80)],
        );
        let all: Vec<&Batch> = measured.iter().collect();
        assert_eq!(busy(&all), Duration::from_millis(300));
    }

    #[test]
    fn one_unit_in_a_batch_is_a_plain_estimate() {
        let measured = batches(
            "avx2",
            1,
            &[(0, 100), (0, 130), (100, 190), (0, 50), (0, 80)],
        );
        let draws = measured.iter().map(|batch| {
            let seconds = batch.taken.as_secs_f64() / 2.0;
            Draw::one(seconds, 0.05)
        });
        let plain = Estimate::of(&draws.collect::<Vec<_>>());
        let speed = &of(&["avx2".to_owned()], &measured, 2, &even(0.05))[0];
        assert!((speed.seconds.value / plain.value - 1.0).abs() < 1e-9);
        let [found, expected] = [speed.seconds, plain].map(|one| one.error.unwrap().interval_95);
        assert!((found / expected - 1.0).abs() < 1e-9);
    }

    /// Each backend estimates its time from its part of the sample.
    #[test]
    fn backends_that_share_a_sample_each_estimate_the_whole() {
        let names = ["cuda:0 (X)", "cuda:1 (X)"].map(str::to_owned);
        let spans = [
            (0, 100),
            (100, 200),
            (200, 300),
            (300, 400),
            (400, 500),
            (500, 600),
        ];
        let mut both = batches(&names[0], 1, &spans);
        both[5].engine = names[1].clone();
        let speeds = of(&names, &both, 0, &even(0.1));
        for speed in &speeds {
            // Six sampled units at 100 ms, a tenth of all: 6 s.
            assert!(
                (speed.seconds.value - 6.0).abs() < 1e-9,
                "{}",
                speed.seconds.value
            );
        }
        assert_eq!((speeds[0].units, speeds[1].units), (5, 1));
        assert!(speeds[0].seconds.error.is_some() && speeds[1].seconds.error.is_none());
        assert_eq!(together(&speeds).error, None);
    }

    #[test]
    fn gpus_and_cpu_add_their_speeds() {
        let speed = |seconds: f64| Speed {
            backend: String::new(),
            units: 1,
            seconds: Estimate {
                value: seconds,
                error: Some(Spread {
                    standard: 0.1 * seconds,
                    interval_95: 0.2 * seconds,
                }),
            },
        };
        let alone = 0.050_109_103_401_279_574;
        assert_eq!(together(&[speed(alone)]), speed(alone).seconds);
        let both = together(&[speed(3.0), speed(6.0)]);
        assert!((both.value - 2.0).abs() < 1e-9);
        let error = both.error.unwrap();
        assert!(error.standard > 0.1 && error.standard < 0.2);
        assert!((error.interval_95 / error.standard - 2.0).abs() < 1e-9);
        let names = ["cuda:0 (X)", "cuda:1 (X)"].map(str::to_owned);
        let idle = of(&names, &batches(&names[0], 1, &[(0, 1)]), 0, &even(0.1));
        assert_eq!(idle.len(), 1, "a backend without units has no speed");
    }
}
