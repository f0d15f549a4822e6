//! A custom observer: draws a map of the units, with those that are being counted.
//!
//! `cargo run --release -p bezzel-run --example observer -- 16`

use bezzel_count::Plan;
use bezzel_run::{Control, CountJob, CountUnits, EngineSelection, Job, Storage, UnitNews};

/// The state of each unit: `.` open, `o` being counted, `#` counted.
struct UnitMap(Vec<u8>);

impl UnitMap {
    fn show(&mut self, news: &UnitNews) {
        for unit in news.started {
            self.0[*unit as usize] = b'o';
        }
        for stored in news.stored {
            self.0[stored.unit as usize] = b'#';
        }
        if !news.stored.is_empty() {
            println!("{}", String::from_utf8_lossy(&self.0));
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(12), |n| n.parse())?;
    let plan = Plan::new(n)?;
    let mut map = UnitMap(vec![b'.'; plan.len() as usize]);
    let mut units = CountUnits::new(EngineSelection::new(None, Some(2)));
    units.double_check = true;
    let mut job = CountJob::by_units(Storage::Plan(plan), units)?;
    let result = job.run(&Control::never(), &mut |progress| {
        if let Some(news) = &progress.units {
            map.show(news);
        }
    })?;
    println!("Q({n}) = {}", result.solutions);
    Ok(())
}
