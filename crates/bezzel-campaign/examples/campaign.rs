//! A campaign: creates a ledger, counts with a time limit, resumes, and prints the certificate.
//!
//! `cargo run --release -p bezzel-campaign --example campaign -- 16`

use std::time::Duration;

use bezzel_campaign::{
    Certificate, Ledger, LedgerQueue, ProcessInfo, RunOutcome, TimeLimit, UnitList, run,
};
use bezzel_count::{Backend, Counter, Engine};

fn main() -> Result<(), Box<dyn std::error::Error>> {
    let n = std::env::args().nth(1).map_or(Ok(12), |n| n.parse())?;
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("campaign.bezzel");
    loop {
        // A second process could do the same with this file at the same time.
        let mut ledger = Ledger::open_or_create_for(&path, UnitList::new(n)?)?;
        let engines: Vec<Box<dyn Engine>> = vec![Box::new(Counter::new(Backend::detect())?)];
        let mut queue = LedgerQueue::new(&mut ledger, ProcessInfo::current("example"));
        let limit = TimeLimit::after(Duration::from_secs(1));
        let outcome = run(&mut queue, engines, limit, &mut |_| true)?;
        eprintln!(
            "{} of {} units",
            ledger.counted(),
            ledger.units().plan().len()
        );
        if outcome == RunOutcome::Complete {
            print!("{}", Certificate::of(&ledger)?.text());
            return Ok(());
        }
    }
}
