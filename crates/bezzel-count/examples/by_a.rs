//! Times units by a, the number of queens on EE: crowded colours cost more per joined pair.
//!
//! ```sh
//! cargo run --release -p bezzel-count --example by_a -- 22 2
//! ```
//!
//! The units are the same whenever it is run, so that two versions can be compared. On Linux, times
//! are CPU times, which other programs disturb less.

use std::sync::LazyLock;
use std::time::Instant;

use bezzel_count::{Backend, Counter, Plan, Route, Unit, UnitResult};

/// At most this many units of the plan are looked at.
const CANDIDATES: u64 = 20_000;

fn seconds() -> f64 {
    static START: LazyLock<Instant> = LazyLock::new(Instant::now);
    let cpu = std::fs::read_to_string("/proc/thread-self/schedstat").ok();
    let cpu = cpu.and_then(|text| text.split(' ').next()?.parse::<f64>().ok());
    cpu.map_or_else(|| START.elapsed().as_secs_f64(), |ns| ns / 1e9)
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let n = arguments.next().map_or(Ok(20), |n| n.parse())?;
    let units = arguments.next().map_or(Ok(2), |units| units.parse())?;
    let backend = (arguments.next()).map_or(Ok(Backend::detect()), |name| name.parse())?;

    let plan = Plan::new(n)?;
    let step = plan.len().div_ceil(CANDIDATES);
    let mut by_a: Vec<Vec<Unit>> = vec![Vec::new(); n as usize + 1];
    for unit in plan.units().step_by(step as usize) {
        by_a[unit.extent().0 as usize].push(unit);
    }
    println!("a  cost share  seconds  joined pairs  ns/pair  tests/pair  finished/pair  cost/time");
    for (a, candidates) in by_a
        .iter()
        .enumerate()
        .filter(|(_, units)| !units.is_empty())
    {
        let mut counter = Counter::new(backend)?;
        let mut random = fastrand::Rng::with_seed(a as u64);
        let (mut sum, mut cost, begin) = (UnitResult::default(), 0.0, seconds());
        for _ in 0..units {
            let unit = &candidates[random.usize(..candidates.len())];
            sum += counter.count(unit, Route::Direct);
            cost += unit.cost();
        }
        let time = seconds() - begin;
        let share = candidates.iter().map(Unit::cost).sum::<f64>() * step as f64 / plan.cost();
        let per_pair = |number: f64| number / sum.joined as f64;
        println!(
            "{a:<2} {share:10.4} {time:8.3} {:13} {:8.3} {:11.3} {:14.4} {:10.2}",
            sum.joined,
            per_pair(time * 1e9),
            per_pair(sum.tests as f64),
            per_pair(sum.finished as f64),
            cost / (time * 1e9),
        );
    }
    Ok(())
}
