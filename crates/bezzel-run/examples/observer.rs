//! A custom observer: draws a map of the units, with those that are being counted.
//!
//! `cargo run --release -p bezzel-run --example observer -- 16`

use bezzel_run::{Count, CountEvent, CountRequest};

/// The state of each unit: `.` open, `o` being counted, `#` counted.
#[derive(Default)]
struct UnitMap(Vec<u8>);

impl UnitMap {
    fn observe(&mut self, event: &CountEvent) {
        match event {
            CountEvent::Started { units, .. } => self.0 = vec![b'.'; *units as usize],
            CountEvent::Units { progress, .. } => {
                for unit in progress.started {
                    self.0[*unit as usize] = b'o';
                }
                for record in progress.records {
                    self.0[record.unit as usize] = b'#';
                }
                if !progress.records.is_empty() {
                    println!("{}", String::from_utf8_lossy(&self.0));
                }
            }
            _ => {}
        }
    }
}

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(12), |n| n.parse())?;
    let mut request = CountRequest::new(n);
    request.threads = Some(2);
    request.double_check = true;
    let mut map = UnitMap::default();
    let result = Count::new(request)?.run(&mut |event| {
        map.observe(event);
        true
    })?;
    if let Some(result) = result {
        println!("Q({n}) = {}", result.solutions);
    }
    Ok(())
}
