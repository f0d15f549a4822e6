//! A soak of any length: saved counts whose processes are killed, and whose files are moved, removed,
//! truncated and overwritten at random moments.
//!
//! `cargo run --release -p bezzel-run --example soak -- --minutes 30 --seed 1`
//!
//! A worker prints the number of results of the ledger after each of its writes: these results were
//! reported as stored. They must be found in the end, in the ledger or in a file that a message named.
//! Each count must end with the published total.

use std::collections::HashSet;
use std::error::Error;
use std::fs;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, ExitCode, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use bezzel_count::{Backend, Counter, Plan, Route};
use bezzel_run::{Ledger, LedgerError, count_units, this_process};

type Outcome<T> = Result<T, Box<dyn Error>>;

/// The size of the board and its solutions.
const N: u32 = 13;
const SOLUTIONS: u128 = 73_712;

fn main() -> ExitCode {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let value = |flag: &str| {
        let at = args.iter().position(|arg| arg == flag)?;
        args.get(at + 1)?.parse::<f64>().ok()
    };
    let ended = match args.first().map(String::as_str) {
        Some("work") => work(Path::new(&args[1])),
        _ => {
            let seed = value("--seed").map_or_else(|| fastrand::u64(..1 << 53), |seed| seed as u64);
            let minutes = value("--minutes").unwrap_or(1.0);
            println!("seed {seed}, {minutes} minutes");
            soak(seed, Duration::from_secs_f64(60.0 * minutes))
        }
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("error: {error}");
            ExitCode::from(2)
        }
    }
}

/// Counts open units one by one, and prints each line that is stored.
fn work(path: &Path) -> Outcome<()> {
    let mut ledger = Ledger::open_or_create(path, Plan::new(N)?)?;
    let mut counter = Counter::new(Backend::Portable)?;
    let process = this_process("soak");
    while !ledger.is_complete() {
        let units = ledger.lease(1 + fastrand::usize(..4))?;
        if units.is_empty() {
            thread::sleep(Duration::from_millis(5));
            ledger.refresh()?;
            continue;
        }
        let results = count_units(&mut counter, &units, Route::Direct, &process)?;
        let stored = ledger.store(&results).and_then(|_| ledger.maintain());
        if let Err(error) = stored {
            return Err(ledger.rescue(error, &results).into());
        }
        for stored in &results {
            println!("{}", bezzel_count::result_line(ledger.plan(), stored)?);
        }
        // A small board would be counted before anything happens to it.
        thread::sleep(Duration::from_millis(fastrand::u64(..20)));
    }
    Ok(())
}

/// What has happened so far.
#[derive(Default)]
struct Tally {
    counts: u64,
    kills: u64,
    faults: u64,
    reported: usize,
}

fn soak(seed: u64, time: Duration) -> Outcome<()> {
    let (mut random, until) = (fastrand::Rng::with_seed(seed), Instant::now() + time);
    let mut tally = Tally::default();
    while Instant::now() < until {
        let folder = tempfile::tempdir()?;
        if let Err(error) = count(folder.path(), &mut random, &mut tally) {
            let kept = folder.keep();
            return Err(format!("seed {seed}: {error} (kept in {})", kept.display()).into());
        }
    }
    println!(
        "{} counts, {} kills, {} faults, 0 of {} reported results lost",
        tally.counts, tally.kills, tally.faults, tally.reported
    );
    Ok(())
}

/// Counts once, with faults, and checks what is left.
fn count(folder: &Path, random: &mut fastrand::Rng, tally: &mut Tally) -> Outcome<()> {
    let path = folder.join("q.bezzel");
    // All lines that were reported as stored.
    let mut reported: HashSet<String> = HashSet::new();
    for round in 0.. {
        let mut workers: Vec<Child> = (0..random.usize(1..4))
            .map(|_| start(&path))
            .collect::<Outcome<_>>()?;
        thread::sleep(Duration::from_millis(random.u64(..300)));
        let is_last = round > 6;
        let has_fault = !is_last && random.bool() && path.exists();
        if has_fault {
            disturb(&path, random)?;
            tally.faults += 1;
        } else if !is_last {
            for worker in &mut workers {
                worker.kill()?;
                tally.kills += 1;
            }
        }
        for mut worker in workers {
            let out = worker.stdout.take().ok_or("no output")?;
            // Half a line is no report.
            let lines = BufReader::new(out).lines().map_while(Result::ok);
            let is_whole =
                |line: &String| line.rsplit(' ').next().is_some_and(|sum| sum.len() == 16);
            reported.extend(lines.filter(is_whole));
            worker.wait()?;
        }
        gather(folder, &path)?;
        let ledger = match Ledger::open(&path) {
            Ok(ledger) => ledger,
            Err(LedgerError::NotFound(_) | LedgerError::NotALedger(..)) if reported.is_empty() => {
                continue;
            }
            Err(error) => return Err(error.into()),
        };
        let missing = reported.difference(&lines(&path)?).count();
        if missing > 0 {
            return Err(
                format!("{missing} of {} reported results are lost", reported.len()).into(),
            );
        }
        if ledger.is_complete() {
            let solutions = ledger.final_result()?.total.solutions;
            if solutions != SOLUTIONS {
                return Err(format!("expected {SOLUTIONS} solutions, found {solutions}").into());
            }
            tally.counts += 1;
            tally.reported += reported.len();
            return Ok(());
        }
    }
    Ok(())
}

fn start(path: &Path) -> Outcome<Child> {
    let mut command = Command::new(std::env::current_exe()?);
    command
        .arg("work")
        .arg(path)
        .stdout(Stdio::piped())
        .stderr(Stdio::null());
    Ok(command.spawn()?)
}

/// Does to the file of a run what another program might do.
fn disturb(path: &Path, random: &mut fastrand::Rng) -> Outcome<()> {
    let content = fs::read(path)?;
    match random.u32(..4) {
        0 => fs::rename(path, path.with_extension("moved.bezzel"))?,
        1 => {
            // The content is lost with the file, unless a run rescues it: so it is copied before.
            fs::write(path.with_extension("copy.bezzel"), content)?;
            fs::remove_file(path)?;
        }
        2 => {
            fs::write(path.with_extension("copy.bezzel"), &content)?;
            fs::File::options()
                .write(true)
                .open(path)?
                .set_len(content.len() as u64 / 2)?;
        }
        _ => {
            fs::write(path.with_extension("copy.bezzel"), &content)?;
            fs::write(path, vec![b'x'; content.len()])?;
        }
    }
    Ok(())
}

/// Merges all files of the folder into the ledger.
fn gather(folder: &Path, path: &Path) -> Outcome<()> {
    let entries: Vec<PathBuf> = fs::read_dir(folder)?
        .flatten()
        .map(|entry| entry.path())
        .collect();
    if matches!(Ledger::open(path), Err(LedgerError::NotALedger(..))) {
        fs::remove_file(path)?;
    }
    for other in entries {
        if other == path || other.extension() != Some("bezzel".as_ref()) {
            continue;
        }
        let mut ledger = Ledger::open_or_create(path, Plan::new(N)?)?;
        match ledger.merge(&other) {
            Ok(_) | Err(LedgerError::NotALedger(..)) => fs::remove_file(other)?,
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

/// Returns the result lines of a file.
fn lines(path: &Path) -> Outcome<HashSet<String>> {
    let text = String::from_utf8_lossy(&fs::read(path)?).into_owned();
    Ok(text
        .lines()
        .filter(|line| line.starts_with("u "))
        .map(str::to_owned)
        .collect())
}
