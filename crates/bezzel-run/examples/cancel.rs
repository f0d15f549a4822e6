//! Counts Q(n), prints the progress, cancels the count when its first units are being counted, and resumes it.
//!
//! `cargo run --release -p bezzel-run --example cancel -- 18`

use std::cell::Cell;

use bezzel::ConstrainedBoard;
use bezzel_run::{Control, CountJob, CountResult, Job, JobError};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(14), |n| n.parse())?;
    let (result, was_cancelled) = cancelled_and_resumed(n)?;
    if !was_cancelled {
        println!("not cancelled: a count below n = 12 has no units");
    }
    let by = result.algorithm;
    println!("Q({n}) = {} by {by}", result.solutions);
    Ok(())
}

/// Returns the result, and whether the count was cancelled before.
pub fn cancelled_and_resumed(n: u32) -> Result<(CountResult, bool), JobError> {
    let mut job = CountJob::fastest(ConstrainedBoard::new(n)?, None)?;
    let started = Cell::new(0);
    let is_cancelled = || started.get() > 0;
    let first = job.run(&Control::new(&is_cancelled), &mut |progress| {
        started.set(started.get() + progress.units.map_or(0, |units| units.started.len()));
    });
    if !matches!(first, Err(JobError::Cancelled)) {
        return Ok((first?, false));
    }
    println!("cancelled: {} units have begun", started.get());
    let resumed = job.run(&Control::never(), &mut |progress| {
        println!("{:.1}%", 100.0 * progress.fraction.unwrap_or(0.0));
    })?;
    Ok((resumed, true))
}
