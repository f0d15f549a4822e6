//! A saved count: creates a ledger, counts with a time limit, resumes, and prints the certificate.
//!
//! `cargo run --release -p bezzel-run --example ledger -- 16`

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use bezzel_count::Plan;
use bezzel_run::{
    Certificate, Control, EnginePool, EngineSelection, Job, JobError, Ledger, LedgerJob,
    this_process,
};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(12), |n| n.parse())?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("count.bezzel");
    let mut pool = EnginePool::start(EngineSelection::new(None, None).open()?);
    loop {
        // A second process could do the same with this file at the same time.
        let ledger = Ledger::open_or_create(&path, Plan::new(n)?)?;
        let ledger = Arc::new(Mutex::new(ledger));
        let mut job = LedgerJob::new(&ledger, &mut pool, this_process("example"), false);
        let ended = job.run(
            &Control::never().within(Duration::from_secs(1)),
            &mut |_| {},
        );
        let ledger = ledger.lock().unwrap_or_else(PoisonError::into_inner);
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
