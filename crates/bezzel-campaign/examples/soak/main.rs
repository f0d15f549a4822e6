//! A soak test: campaigns whose processes are killed, also at a chosen write, whose results are
//! withdrawn, and whose files are moved, removed, replaced, overwritten in place, damaged and kept
//! from growing, at random moments for any length of time.
//!
//! ```text
//! cargo run --release -p bezzel-campaign --example soak -- --minutes 30 --seed 1
//! ```
//!
//! Every result that a process reported as stored must be found in the end: in the ledger, or in a
//! result file that a message named. Results may be missing only after deliberate damage, and then
//! opening the file must have failed, and its recovery must have said so. Each campaign must end with the published total. The seed is
//! printed; the moments of faults depend on the machine.

mod campaign;
mod faults;
mod overwriting;
mod worker;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use campaign::{Campaign, Tally};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let done = match args.first().map(String::as_str) {
        Some(worker::WORK) => worker::work(Path::new(&args[1])),
        Some(worker::IMPORT) => worker::import(Path::new(&args[1]), Path::new(&args[2])),
        Some(worker::MAKE) => worker::make(Path::new(&args[1]), &args[2]),
        _ => soak(&args),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn soak(args: &[String]) -> Result<(), Box<dyn Error>> {
    let (mut minutes, mut seed) = (1.0, fastrand::u64(..1 << 53));
    let mut rest = args.iter();
    while let Some(flag) = rest.next() {
        let value = rest.next().ok_or("expected a number after each option")?;
        match flag.as_str() {
            "--minutes" => minutes = value.parse()?,
            "--seed" => seed = value.parse()?,
            _ => return Err(format!("expected --minutes M or --seed S, found {flag}").into()),
        }
    }
    println!("seed {seed}, {minutes} minutes");
    let mut random = fastrand::Rng::with_seed(seed);
    let until = Instant::now() + Duration::from_secs_f64(60.0 * minutes);
    let mut tally = Tally::default();
    while Instant::now() < until {
        let mut campaign = Campaign::new(&mut random, &mut tally)?;
        let done = campaign.run(&mut random, &mut tally, until);
        if let Err(error) = done {
            let folder = campaign.keep();
            println!("{tally}");
            return Err(format!("seed {seed}: {error} (kept in {})", folder.display()).into());
        }
    }
    println!("{tally}");
    Ok(())
}
