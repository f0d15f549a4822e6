//! How long a whole count would take, by the calls in which a sample of it was counted.
//!
//! The seconds of each unit divided by the probability with which the sample has it add up to
//! the seconds of the whole count, on average over samples. A backend that counted some of the
//! units has a part of the sample, and its units are there with that part of the probability. Of
//! a call with many units only the seconds of all of them are known, and each has an equal
//! share. The units of a call cost about the same, so that the shares do no harm; and the calls
//! are the draws whose spread gives the error.
//!
//! The engines of one card share it, and so they share the time: the seconds of their calls are
//! made smaller by one factor, so that together they are those in which any of them was at work.
//! Threads of the processor, of which each has a core, take CPU time (wall time where that is
//! not measured), and divide it by their number.
//!
//! Cards, and the threads of the processor, each would take a time T for the whole count alone.
//! Together they take 1 / Σ 1/T.

use std::collections::HashMap;
use std::time::{Duration, Instant};

use bezzel_count::{Draw, Estimate, Spread};

use crate::commands::timing::TimedBatch;

/// The probability with which the sample has a unit, by its place in the plan.
pub(super) type Probabilities = HashMap<u64, f64>;

/// How long a card, or all threads of the processor, would take alone.
pub(super) struct Speed {
    pub(super) backend: String,
    pub(super) units: usize,
    pub(super) seconds: Estimate,
}

/// The speeds of these backends, as far as they counted anything, the processor on so many threads.
pub(super) fn of(
    backends: &[String],
    calls: &[TimedBatch],
    threads: u32,
    probabilities: &Probabilities,
) -> Vec<Speed> {
    let all: usize = calls.iter().map(|call| call.counted.len()).sum();
    let of = |backend: &String| {
        let calls: Vec<&TimedBatch> = calls
            .iter()
            .filter(|call| call.engine == *backend)
            .collect();
        let part = if calls.iter().any(|call| call.is_device) {
            busy(&calls).as_secs_f64()
                / calls
                    .iter()
                    .map(|call| call.taken.as_secs_f64())
                    .sum::<f64>()
        } else {
            1.0 / f64::from(threads)
        };
        Speed {
            backend: backend.clone(),
            units: calls.iter().map(|call| call.counted.len()).sum(),
            seconds: alone(&calls, part, all, probabilities),
        }
    };
    let speeds = backends.iter().map(of);
    speeds.filter(|speed| speed.units > 0).collect()
}

/// How long all take together.
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

/// The seconds of the whole count, if the calls took this part of their time and have so many of
/// the units of the sample.
fn alone(calls: &[&TimedBatch], part: f64, all: usize, probabilities: &Probabilities) -> Estimate {
    let units: usize = calls.iter().map(|call| call.counted.len()).sum();
    let has = units as f64 / all as f64;
    let draws = calls.iter().map(|call| {
        let probability = |index: u64| has * probabilities.get(&index).copied().unwrap_or(1.0);
        let probabilities = || {
            call.counted
                .iter()
                .map(|(unit, _)| probability(unit.index()))
        };
        let count = call.counted.len() as f64;
        let each = part * call.taken.as_secs_f64() / count;
        Draw {
            quotients: probabilities().map(|probability| each / probability).sum(),
            units: call.counted.len(),
            uncertainty: probabilities()
                .map(|probability| 1.0 - probability)
                .sum::<f64>()
                / count,
        }
    });
    Estimate::of(&draws.collect::<Vec<_>>())
}

/// The time in which any of the calls went on.
fn busy(calls: &[&TimedBatch]) -> Duration {
    let mut spans: Vec<(Instant, Instant)> = calls
        .iter()
        .map(|call| (call.started, call.ended))
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
    use super::*;
    use bezzel_campaign::Clock;
    use bezzel_count::{Plan, UnitResult};

    /// Calls of so many units each, whose times are made up.
    fn calls(engine: &str, batch: usize, spans: &[(u64, u64)]) -> Vec<TimedBatch> {
        let plan = Plan::new(14).unwrap();
        let mut units = plan.units();
        let zero = Instant::now();
        let spans = spans.iter().map(|&(from, to)| TimedBatch {
            engine: engine.to_owned(),
            is_device: engine != "avx2",
            started: zero + Duration::from_millis(from),
            ended: zero + Duration::from_millis(to),
            taken: Duration::from_millis(to - from),
            clock: Clock::Wall,
            counted: (0..batch)
                .map(|_| (units.next().unwrap(), UnitResult::default()))
                .collect(),
        });
        spans.collect()
    }

    /// As if each unit of n = 14 were in the sample with this probability.
    fn even(probability: f64) -> Probabilities {
        (0..64).map(|index| (index, probability)).collect()
    }

    #[test]
    fn engines_that_share_a_card_share_its_time() {
        let card = ["cuda:0 (X)".to_owned()];
        // Two engines by turns, always one of them at work: ten units in 500 ms.
        let spans = [(0, 100), (50, 200), (100, 300), (200, 400), (350, 500)];
        let calls = calls(&card[0], 2, &spans);
        let speeds = of(&card, &calls, 0, &even(0.1));
        assert!((speeds[0].seconds.value - 5.0).abs() < 1e-9);
        assert_eq!(speeds[0].units, 10);
        let error = speeds[0].seconds.error.unwrap();
        assert!(error.standard > 0.0 && error.interval_95 > 3.0 * error.standard);
        // Four calls say as much of the time, but nothing of its error.
        let speeds = of(&card, &calls[..4], 0, &even(0.1));
        assert!((speeds[0].seconds.value - 4.0).abs() < 1e-9);
        assert_eq!(speeds[0].seconds.error, None);
        // Units that are all there is are no estimate.
        let speeds = of(&card, &calls[..4], 0, &even(1.0));
        assert_eq!(speeds[0].seconds.error.unwrap().standard, 0.0);
    }

    #[test]
    fn time_in_which_a_card_waits_is_not_its_own() {
        let calls = calls(
            "cuda:0 (X)",
            1,
            &[(500, 600), (0, 100), (550, 700), (20, 80)],
        );
        let all: Vec<&TimedBatch> = calls.iter().collect();
        assert_eq!(busy(&all), Duration::from_millis(300));
    }

    #[test]
    fn one_unit_in_a_call_is_a_plain_estimate() {
        let calls = calls(
            "avx2",
            1,
            &[(0, 100), (0, 130), (100, 190), (0, 50), (0, 80)],
        );
        let draws = calls.iter().map(|call| {
            let seconds = call.taken.as_secs_f64() / 2.0;
            Draw::one(seconds, 0.05)
        });
        let plain = Estimate::of(&draws.collect::<Vec<_>>());
        let speed = &of(&["avx2".to_owned()], &calls, 2, &even(0.05))[0];
        assert!((speed.seconds.value / plain.value - 1.0).abs() < 1e-9);
        let [found, expected] = [speed.seconds, plain].map(|one| one.error.unwrap().interval_95);
        assert!((found / expected - 1.0).abs() < 1e-9);
    }

    /// What a backend counted is a part of the sample, from which it knows its time alone.
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
        let mut both = calls(&names[0], 1, &spans);
        both[5].engine = names[1].clone();
        let speeds = of(&names, &both, 0, &even(0.1));
        for speed in &speeds {
            // Six units in a tenth of all at 100 ms each: sixty.
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
    fn cards_and_processor_add_their_speeds() {
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
        let idle = of(&names, &calls(&names[0], 1, &[(0, 1)]), 0, &even(0.1));
        assert_eq!(idle.len(), 1, "what counted nothing has no speed");
    }
}
