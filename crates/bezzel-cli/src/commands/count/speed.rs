//! Estimated run time of a whole count, from the batches in which a sample of it was counted.
//!
//! The seconds of each unit, divided by the probability with which the sample contains it, add up
//! to the seconds of the whole count on average over samples. Only the total time of a batch is
//! known; its units cost about the same, so each gets an equal part. The batches are the draws
//! whose spread gives the error.
//!
//! The engines of GPUs, and the CPU threads beside them, count at the same time. Their seconds are
//! scaled by one factor so that they add up to the time in which any of them was busy. CPU threads
//! without GPUs, one per core, add up their CPU time (or wall time), which is divided by their number.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use bezzel_count::{Draw, Estimate};
use bezzel_run::Batch;

/// The probability that the sample contains a unit, by its index in the plan.
pub(super) type Probabilities = HashMap<u64, f64>;

/// Estimates the seconds of the whole count on all engines that counted the batches, with `threads` CPU
/// threads.
pub(super) fn of(batches: &[Batch], threads: u32, probabilities: &Probabilities) -> Estimate {
    let part = match batches.iter().any(|batch| batch.is_device) {
        true => {
            let taken: Duration = batches.iter().map(|batch| batch.taken).sum();
            busy(batches).as_secs_f64() / taken.as_secs_f64()
        }
        false => 1.0 / f64::from(threads),
    };
    let draws = batches.iter().map(|batch| {
        let units = batch.units.iter();
        let probabilities = units.map(|unit| probabilities.get(unit).copied().unwrap_or(1.0));
        let count = batch.units.len() as f64;
        let each = part * batch.taken.as_secs_f64() / count;
        let missing = probabilities.clone().map(|probability| 1.0 - probability);
        Draw {
            quotients: probabilities.map(|probability| each / probability).sum(),
            units: batch.units.len(),
            uncertainty: missing.sum::<f64>() / count,
        }
    });
    Estimate::of(&draws.collect::<Vec<_>>())
}

/// Returns the time in which any of the batches was being counted.
fn busy(batches: &[Batch]) -> Duration {
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
        let gpu = "cuda:0 (X)";
        // Two engines in turns, so that one is always busy: ten units in 500 ms.
        let spans = [(0, 100), (50, 200), (100, 300), (200, 400), (350, 500)];
        let measured = batches(gpu, 2, &spans);
        let seconds = of(&measured, 0, &even(0.1));
        assert!((seconds.value - 5.0).abs() < 1e-9);
        let error = seconds.error.unwrap();
        assert!(error.standard > 0.0 && error.interval_95 > 3.0 * error.standard);
        // Four batches give an estimate, but too few draws for its error.
        let seconds = of(&measured[..4], 0, &even(0.1));
        assert!((seconds.value - 4.0).abs() < 1e-9);
        assert_eq!(seconds.error, None);
        // A sample of all units has no error.
        let seconds = of(&measured[..4], 0, &even(1.0));
        assert_eq!(seconds.error.unwrap().standard, 0.0);
    }

    #[test]
    fn time_in_which_a_gpu_waits_is_not_its_own() {
        let measured = batches(
            "cuda:0 (X)",
            1,
            &[(500, 600), (0, 100), (550, 700), (20, 80)],
        );
        assert_eq!(busy(&measured), Duration::from_millis(300));
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
        let seconds = of(&measured, 2, &even(0.05));
        assert!((seconds.value / plain.value - 1.0).abs() < 1e-9);
        let [found, expected] = [seconds, plain].map(|one| one.error.unwrap().interval_95);
        assert!((found / expected - 1.0).abs() < 1e-9);
    }
}
