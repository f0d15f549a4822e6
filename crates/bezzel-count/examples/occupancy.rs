//! Counts occupancies on one core, with the time.
//!
//! ```sh
//! cargo run --release -p bezzel-count --example occupancy -- 16
//! ```

use std::time::Instant;

use bezzel_count::{Backend, OccupancyCounter, OccupancyPlan, Route};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(16), |n| n.parse())?;
    let started = Instant::now();
    let plan = OccupancyPlan::new(n, Route::Direct)?;
    eprintln!(
        "{} units, planned in {:.3?}",
        plan.units().len(),
        started.elapsed()
    );
    let mut counter = OccupancyCounter::new(Backend::detect())?;
    let mut sums = plan.zeros();
    for unit in plan.units() {
        sums.add(&counter.count(unit)?);
    }
    let occupancy = plan.occupancy(&sums)?;
    for row in 0..n {
        println!(
            "{:?} {}",
            occupancy.row(row),
            occupancy.row(row).iter().sum::<u128>()
        );
    }
    eprintln!("{n} queens in {:.3?}", started.elapsed());
    Ok(())
}
