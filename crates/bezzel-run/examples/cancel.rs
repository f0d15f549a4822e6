//! Counts Q(n), prints the progress, cancels the count half-way and resumes it.
//!
//! `cargo run --release -p bezzel-run --example cancel -- 18`

use bezzel_run::{Count, CountEvent, CountRequest};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(14), |n| n.parse())?;
    let mut count = Count::new(CountRequest::new(n))?;
    let cancelled = count.run(&mut |event| match event {
        CountEvent::Units { progress, .. } => {
            let fraction = progress.fraction.unwrap_or(0.0);
            println!("{:.1} %", 100.0 * fraction);
            fraction < 0.5
        }
        _ => true,
    })?;
    if cancelled.is_none() {
        println!("cancelled; resuming");
    }
    let result = match cancelled {
        Some(result) => Some(result),
        None => count.run(&mut |_| true)?,
    };
    if let Some(result) = result {
        println!(
            "Q({n}) = {} by {}",
            result.solutions,
            result.algorithm.name()
        );
    }
    Ok(())
}
