//! Soak tests of any length.
//!
//! ```text
//! cargo run --release -p bezzel-campaign --example soak -- --minutes 30 --seed 1
//! cargo run --release -p bezzel-campaign --example soak -- exchange --minutes 10 --seed 1
//! cargo run --release -p bezzel-campaign --example soak -- log --results 1000000
//! ```
//!
//! The first one runs campaigns whose processes are killed, also at a chosen write, whose results are
//! withdrawn, and whose files are moved, removed, replaced, overwritten in place, damaged and kept from
//! growing, at random moments. Every result that a process reported as stored must be found in the
//! end: in the ledger, or in a log that a message named. Each damaged copy is opened or refused, and
//! then recovered: every line that is still in it must be found, and a loss be named.
//!
//! The second one runs campaigns of five authors in twenty processes that exchange files. Three of the
//! authors send false results. The third one measures a log of this length.
//!
//! Each campaign must end with the published total. The seed is printed; the moments of faults depend
//! on the machine.

mod campaign;
mod exchange;
mod faults;
mod large;
mod overwriting;
mod worker;

use std::error::Error;
use std::path::Path;
use std::process::ExitCode;
use std::time::{Duration, Instant};

use campaign::{Campaign, Tally};

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    match run(&args) {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

fn run(args: &[String]) -> Result<(), Box<dyn Error>> {
    match args.first().map(String::as_str) {
        Some(worker::WORK) => worker::work(Path::new(&args[1])),
        Some(worker::IMPORT) => worker::import(Path::new(&args[1]), Path::new(&args[2])),
        Some(worker::MAKE) => worker::make(Path::new(&args[1]), &args[2]),
        Some(exchange::WORK) => exchange::work(&args[1..]),
        Some("exchange") => exchange::soak(Options::parse(&args[1..])?),
        Some("log") => large::measure(Options::parse(&args[1..])?.results),
        _ => soak(Options::parse(args)?),
    }
}

/// The options of a soak.
struct Options {
    minutes: f64,
    seed: u64,
    results: u64,
}

impl Options {
    fn parse(args: &[String]) -> Result<Self, Box<dyn Error>> {
        let mut options = Self {
            minutes: 1.0,
            seed: fastrand::u64(..1 << 53),
            results: 1_000_000,
        };
        let mut rest = args.iter();
        while let Some(flag) = rest.next() {
            let value = rest.next().ok_or("expected a number after each option")?;
            match flag.as_str() {
                "--minutes" => options.minutes = value.parse()?,
                "--seed" => options.seed = value.parse()?,
                "--results" => options.results = value.parse()?,
                _ => return Err(format!("expected --minutes or --seed, found {flag}").into()),
            }
        }
        Ok(options)
    }

    /// Prints the seed. Returns the random numbers, and the time at which the soak ends.
    fn start(&self) -> (fastrand::Rng, Instant) {
        println!("seed {}, {} minutes", self.seed, self.minutes);
        let end = Instant::now() + Duration::from_secs_f64(60.0 * self.minutes);
        (fastrand::Rng::with_seed(self.seed), end)
    }
}

fn soak(options: Options) -> Result<(), Box<dyn Error>> {
    let (seed, (mut random, until)) = (options.seed, options.start());
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
