//! Counts Q(n), or samples it: `count N [--backend NAME] [--sample UNITS] [--seed S]`.
//! `count N --backend search` counts by search instead, `count N --role exchanged` with rows
//! and columns exchanged.

use std::sync::LazyLock;
use std::time::Instant;

use bezzel::count::{Backend, Counter, Plan, Tally, backtrack};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let n = arguments.next().ok_or("count N")?.parse()?;
    let (mut backend, mut sample, mut seed) = (Backend::detect(), 0u64, 1u64);
    let mut exchanged = false;
    while let Some(flag) = arguments.next() {
        let value = arguments.next().ok_or("a value is missing")?;
        match flag.as_str() {
            "--backend" if value == "search" => {
                let start = seconds();
                println!("Q = {}", backtrack::count(n)?);
                println!("{:.4} s by search", seconds() - start);
                return Ok(());
            }
            "--backend" => backend = value.parse()?,
            "--role" => exchanged = value == "exchanged",
            "--sample" => sample = value.parse()?,
            "--seed" => seed = value.parse()?,
            _ => return Err(format!("unknown flag {flag}").into()),
        }
    }
    let start = Instant::now();
    let plan = Plan::new(n)?;
    println!(
        "n = {n}, {} units, backend {backend}, planned in {:.3} s",
        plan.len(),
        start.elapsed().as_secs_f64()
    );
    if sample > 0 {
        sampled(&plan, backend, sample, seed)?;
        return Ok(());
    }
    let mut counter = Counter::new(backend)?;
    let start = seconds();
    let mut tally = Tally::default();
    let (mut joined, mut tests, mut blocks) = (0, 0, 0);
    for unit in plan.units() {
        let result = match exchanged {
            true => counter.run_exchanged(&unit),
            false => counter.run(&unit),
        };
        tally.add(&unit, &result);
        joined += result.joined;
        tests += result.tests;
        blocks += result.blocks;
    }
    let seconds = seconds() - start;
    println!("Q = {:?}", tally.total());
    println!(
        "{seconds:.4} s, {joined} joined, {:.3} ns each, {tests} tests, {blocks} blocks",
        seconds * 1e9 / joined as f64
    );
    Ok(())
}

/// Units drawn with probability proportional to their cost: the mean of value / probability
/// is unbiased, and so is that of the seconds.
fn sampled(
    plan: &Plan,
    backend: Backend,
    sample: u64,
    seed: u64,
) -> Result<(), Box<dyn std::error::Error>> {
    let mut sums = Vec::with_capacity(plan.len() as usize);
    let mut total = 0.0;
    for unit in plan.units() {
        total += unit.cost();
        sums.push(total);
    }
    let mut counter = Counter::new(backend)?;
    let mut state = seed;
    let mut estimates: [Vec<f64>; 3] = Default::default();
    for _ in 0..sample {
        let at = uniform(&mut state) * total;
        let index = sums.partition_point(|&sum| sum <= at).min(sums.len() - 1);
        let unit = plan.unit(index as u64).ok_or("no such unit")?;
        let start = seconds();
        let result = counter.run(&unit);
        let seconds = seconds() - start;
        let inverse = total / unit.cost();
        let values = [
            result.value as f64 / Plan::SCALE as f64,
            seconds,
            result.joined as f64,
        ];
        for (estimate, value) in estimates.iter_mut().zip(values) {
            estimate.push(value * inverse);
        }
    }
    for (name, values) in ["solutions", "seconds", "joined"].iter().zip(&estimates) {
        let (mean, error) = mean_and_error(values);
        println!(
            "{name:>9}: {mean:.4e} ± {error:.1e} ({:.1} %)",
            100.0 * error / mean
        );
    }
    let spent: f64 = estimates[1].iter().sum::<f64>() / estimates[2].iter().sum::<f64>();
    println!("{:.4} ns per joined pair", spent * 1e9);
    Ok(())
}

fn mean_and_error(values: &[f64]) -> (f64, f64) {
    let count = values.len() as f64;
    let mean = values.iter().sum::<f64>() / count;
    let variance = values.iter().map(|v| (v - mean).powi(2)).sum::<f64>() / (count - 1.0).max(1.0);
    (mean, (variance / count).sqrt())
}

/// splitmix64, as a fraction of one.
fn uniform(state: &mut u64) -> f64 {
    *state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let mut z = *state;
    z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    ((z ^ z >> 31) >> 11) as f64 / (1u64 << 53) as f64
}

/// Seconds that this thread has spent on a processor, where the system tells (Linux), so that
/// other programs on a busy machine do not count; otherwise seconds on the clock.
fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    std::fs::read_to_string("/proc/thread-self/schedstat")
        .ok()
        .and_then(|text| text.split(' ').next()?.parse::<f64>().ok())
        .map_or_else(
            || START.elapsed().as_secs_f64(),
            |nanoseconds| nanoseconds * 1e-9,
        )
}
