//! Estimates Q(n) and the time of a full count from a random sample of units.
//!
//! ```sh
//! cargo run --release -p bezzel-count --example sample -- 22 20
//! ```

use std::time::Instant;

use bezzel_count::{Backend, Counter, Draw, Estimate, Plan, Route, Sample};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let mut arguments = std::env::args().skip(1);
    let n = arguments.next().map_or(Ok(18), |n| n.parse())?;
    let units = arguments.next().map_or(Ok(20), |units| units.parse())?;

    let plan = Plan::new(n)?;
    let mut counter = Counter::new(Backend::detect())?;
    let (mut solutions, mut seconds) = (Vec::new(), Vec::new());
    for drawn in &Sample::draw(&plan, units, 1).drawn {
        let started = Instant::now();
        let result = counter.count(&drawn.unit, Route::Direct);
        let value = result.value as f64 / Plan::VALUE_SCALE as f64;
        solutions.push(Draw::one(value, drawn.probability));
        seconds.push(Draw::one(
            started.elapsed().as_secs_f64(),
            drawn.probability,
        ));
    }
    for (name, draws) in [("solutions", solutions), ("core-seconds", seconds)] {
        let estimate = Estimate::of(&draws);
        let error = estimate.error.map_or(String::from("unknown"), |spread| {
            format!("{:.1}%", 100.0 * spread.interval_95 / estimate.value)
        });
        println!("{name}: {:.4e}, 95% interval ± {error}", estimate.value);
    }
    Ok(())
}
