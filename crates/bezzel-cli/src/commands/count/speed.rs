//! How long a whole count would take, by the calls in which a sample of it was counted.
//!
//! The seconds of a unit divided by the probability with which it is drawn are, on average over
//! the draws, the seconds of the whole count. Of a call with many units only the seconds of all
//! of them are known, and each has an equal share. The units of a call cost about the same, so
//! that the shares do no harm; and the calls are the draws whose spread gives the error.
//!
//! The engines of one card share it, and so they share the time: the seconds of their calls are
//! made smaller by one factor, so that together they are those in which any of them was at work.
//! Threads of the processor, of which each has a core, divide their seconds by their number.
//!
//! Cards, and the threads of the processor, each would take a time T for the whole count alone.
//! Together they take 1 / Σ 1/T.

use std::time::{Duration, Instant};

use bezzel::count::Estimate;

use crate::commands::engines::is_card;
use crate::commands::lot::Call;

/// How long a card, or all threads of the processor, would take alone.
pub(super) struct Speed {
    pub(super) backend: String,
    pub(super) units: usize,
    pub(super) seconds: Estimate,
}

/// The speeds of these backends, as far as they counted anything, the processor on so many threads.
pub(super) fn of(backends: &[String], calls: &[Call], threads: u32) -> Vec<Speed> {
    let of = |backend: &String| {
        let calls: Vec<&Call> = calls
            .iter()
            .filter(|call| call.engine == *backend)
            .collect();
        let part = if is_card(backend) {
            busy(&calls).as_secs_f64() / calls.iter().map(|call| seconds(call)).sum::<f64>()
        } else {
            1.0 / f64::from(threads)
        };
        Speed {
            backend: backend.clone(),
            units: calls.iter().map(|call| call.counted.len()).sum(),
            seconds: alone(&calls, part),
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
    let squares = each().map(|one| (one.standard_error / one.value.powi(2)).powi(2));
    Estimate {
        value,
        standard_error: value.powi(2) * squares.sum::<f64>().sqrt(),
    }
}

fn seconds(call: &Call) -> f64 {
    (call.ended - call.started).as_secs_f64()
}

/// The seconds of the whole count, if the calls took this part of their time.
fn alone(calls: &[&Call], part: f64) -> Estimate {
    let all: usize = calls.iter().map(|call| call.counted.len()).sum();
    let draws = || {
        calls.iter().map(|call| {
            let weights = call
                .counted
                .iter()
                .map(|(drawn, _)| 1.0 / drawn.probability);
            let units = call.counted.len() as f64;
            let each = part * seconds(call) / units;
            (units / all as f64, each * weights.sum::<f64>() / units)
        })
    };
    let value = draws().map(|(weight, draw)| weight * draw).sum::<f64>();
    let squares = draws().map(|(weight, draw)| (weight * (draw - value)).powi(2));
    let squares = squares.sum::<f64>();
    let standard_error = match calls.len() as f64 {
        calls if calls < 2.0 => f64::INFINITY,
        calls => (squares * calls / (calls - 1.0)).sqrt(),
    };
    Estimate {
        value,
        standard_error,
    }
}

/// The time in which any of the calls went on.
fn busy(calls: &[&Call]) -> Duration {
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
    use bezzel::count::{Drawn, Plan, Sampler, UnitResult};

    /// Calls of so many units each, whose times are made up.
    fn calls(engine: &str, batch: usize, spans: &[(u64, u64)]) -> Vec<Call> {
        let plan = Plan::new(14).unwrap();
        let mut drawn = Sampler::new(&plan, 1);
        let zero = Instant::now();
        let spans = spans.iter().map(|&(from, to)| Call {
            engine: engine.to_owned(),
            started: zero + Duration::from_millis(from),
            ended: zero + Duration::from_millis(to),
            counted: (0..batch)
                .map(|_| (drawn.next().unwrap(), UnitResult::default()))
                .collect(),
        });
        spans.collect()
    }

    /// As if every unit were drawn with this probability.
    fn even(mut calls: Vec<Call>, probability: f64) -> Vec<Call> {
        let drawn = calls.iter_mut().flat_map(|call| &mut call.counted);
        drawn.for_each(|(drawn, _)| drawn.probability = probability);
        calls
    }

    #[test]
    fn engines_that_share_a_card_share_its_time() {
        let card = ["cuda:0 (X)".to_owned()];
        // Two engines by turns, always one of them at work: eight units in 400 ms.
        let spans = [(0, 100), (50, 200), (100, 300), (200, 400)];
        let calls = even(calls(&card[0], 2, &spans), 1.0 / 80.0);
        let speeds = of(&card, &calls, 0);
        assert!((speeds[0].seconds.value - 4.0).abs() < 1e-9);
        assert_eq!(speeds[0].units, 8);
        assert!(speeds[0].seconds.standard_error.is_finite());
        // A single call says the same of its time, but nothing of its error.
        let speeds = of(&card, &calls[3..], 0);
        assert!((speeds[0].seconds.value - 8.0).abs() < 1e-9);
        assert!(speeds[0].seconds.standard_error.is_infinite());
    }

    #[test]
    fn time_in_which_a_card_waits_is_not_its_own() {
        let calls = calls(
            "cuda:0 (X)",
            1,
            &[(500, 600), (0, 100), (550, 700), (20, 80)],
        );
        let all: Vec<&Call> = calls.iter().collect();
        assert_eq!(busy(&all), Duration::from_millis(300));
    }

    #[test]
    fn one_unit_in_a_call_is_a_plain_estimate() {
        let calls = calls("avx2", 1, &[(0, 100), (0, 130), (100, 190)]);
        let quotient = |call: &Call| {
            let Drawn { probability, .. } = call.counted[0].0;
            seconds(call) / probability / 2.0
        };
        let plain = Estimate::from_draws(&calls.iter().map(quotient).collect::<Vec<_>>());
        let speed = &of(&["avx2".to_owned()], &calls, 2)[0];
        assert!((speed.seconds.value / plain.value - 1.0).abs() < 1e-9);
        let errors = speed.seconds.standard_error / plain.standard_error;
        assert!((errors - 1.0).abs() < 1e-9);
    }

    #[test]
    fn cards_and_processor_add_their_speeds() {
        let speed = |seconds: f64| Speed {
            backend: String::new(),
            units: 1,
            seconds: Estimate {
                value: seconds,
                standard_error: 0.1 * seconds,
            },
        };
        let alone = 0.050_109_103_401_279_574;
        assert_eq!(together(&[speed(alone)]), speed(alone).seconds);
        let both = together(&[speed(3.0), speed(6.0)]);
        assert!((both.value - 2.0).abs() < 1e-9);
        assert!(both.standard_error > 0.1 && both.standard_error < 0.2);
        let names = ["cuda:0 (X)", "cuda:1 (X)"].map(str::to_owned);
        let idle = of(&names, &calls(&names[0], 1, &[(0, 1)]), 0);
        assert_eq!(idle.len(), 1, "what counted nothing has no speed");
    }
}
