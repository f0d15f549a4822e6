//! Counts Q(n), prints the progress, cancels the count when its first units are being counted, and resumes it.
//!
//! `cargo run --release -p bezzel-run --example cancel -- 18`

use bezzel_run::{Count, CountEvent, CountRequest, CountResult, Error};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(14), |n| n.parse())?;
    let (result, was_cancelled) = cancelled_and_resumed(n)?;
    if !was_cancelled {
        println!("not cancelled: a count below n = 12 has no units");
    }
    let by = result.algorithm.name();
    println!("Q({n}) = {} by {by}", result.solutions);
    Ok(())
}

/// Returns the result, and whether the count was cancelled before.
pub fn cancelled_and_resumed(n: u32) -> Result<(CountResult, bool), Error> {
    let mut count = Count::new(CountRequest::new(n))?;
    let mut was_cancelled = false;
    let first = count.run(&mut |event| match event {
        CountEvent::Units { progress, .. } if !progress.started.is_empty() => {
            let units = progress.started.len();
            println!("cancelled: {units} units have begun");
            was_cancelled = true;
            false
        }
        _ => true,
    })?;
    if let Some(result) = first {
        return Ok((result, was_cancelled));
    }
    let resumed = count.run(&mut |event| {
        if let CountEvent::Units { progress, .. } = event {
            println!("{:.1} %", 100.0 * progress.fraction.unwrap_or(0.0));
        }
        true
    })?;
    let result = resumed.expect("a count that is not cancelled has a result");
    Ok((result, was_cancelled))
}
