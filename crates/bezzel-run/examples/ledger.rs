//! A saved count: creates a ledger, counts with a time limit, resumes, and prints the certificate.
//!
//! `cargo run --release -p bezzel-run --example ledger -- 16`

use std::time::{Duration, Instant};

use bezzel_count::Plan;
use bezzel_run::{
    Certificate, Control, CountJob, CountUnits, EngineSelection, Job, JobError, Ledger, Storage,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(12), |n| n.parse())?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("count.bezzel");
    loop {
        // A second process could do the same with this file at the same time.
        let ledger = Ledger::open_or_create(&path, Plan::new(n)?)?;
        let units = CountUnits::new(EngineSelection::new(None, None));
        let mut job = CountJob::by_units(Storage::Ledger(Box::new(ledger)), units)?;
        let end = Instant::now().checked_add(Duration::from_secs(1));
        let ended = job.run(&Control::never().until(end), &mut |_| {});
        let ledger = Ledger::open_to_read(&path)?;
        eprintln!("{} of {} units", ledger.counted(), ledger.plan().len());
        match ended {
            Ok(_) => {
                print!("{}", Certificate::of(&ledger)?.text());
                return Ok(());
            }
            Err(JobError::TimeUp) => {}
            Err(error) => return Err(error.into()),
        }
    }
}
