//! The time and memory that a large log needs.

use std::fs::{self, File};
use std::io::{BufWriter, Write};

use bezzel_campaign::{Clock, Ledger, ProcessInfo, SecretKey, Stopwatch, StoredResult};
use bezzel_count::{Backend, Counter, Route};

use crate::campaign::SoakResult;

/// A board whose plan has hundreds of thousands of units.
const N: u32 = 28;

/// Writes a log with this number of signed results, opens it, and prints what that takes.
pub(crate) fn measure(results: u64) -> SoakResult<()> {
    let folder = tempfile::tempdir()?;
    let path = folder.path().join("large.bezzel");
    let ledger = Ledger::create(&path, N)?;
    let units = ledger.units();
    let small = bezzel_campaign::UnitList::new(8)?;
    let mut counter = Counter::new(Backend::Portable)?;
    let origin = ProcessInfo::current("soak");
    let one = StoredResult::count(&mut counter, &[small.unit(0)?], Route::Direct, &origin)?;
    let mut stored = one[0].clone();
    // Signatures of own results are not verified when the log is opened.
    units.sign(&mut stored, &SecretKey::new()?)?;
    let mut out = BufWriter::new(File::options().append(true).open(&path)?);
    for number in 0..results {
        stored.unit = number % units.plan().len();
        stored.result.value = 12 * u128::from(stored.unit);
        stored.microseconds = number;
        writeln!(out, "r {}", units.line(&stored)?)?;
    }
    out.flush()?;
    drop((out, ledger));
    let bytes = fs::metadata(&path)?.len();
    println!("{results} results, {bytes} bytes, n = {N}");
    let watch = Stopwatch::start(true);
    let mut ledger = Ledger::open(&path)?;
    report("open", &watch);
    let watch = Stopwatch::start(true);
    let status = ledger.status()?;
    report("status", &watch);
    assert_eq!(ledger.stored_results(), results);
    assert_eq!(
        status.conflicts + status.done + status.confirmed,
        ledger.counted()
    );
    let watch = Stopwatch::start(true);
    stored.microseconds = results;
    ledger.record(&[stored])?;
    report("append", &watch);
    let memory = fs::read_to_string("/proc/self/status")?;
    let lines = memory.lines().filter(|line| line.starts_with("VmHWM"));
    lines.for_each(|line| println!("{line}"));
    Ok(())
}

fn report(what: &str, watch: &Stopwatch) {
    let (time, clock) = watch.elapsed();
    let kind = if clock == Clock::Cpu { "CPU s" } else { "s" };
    println!("{what} {:.3} {kind}", time.as_secs_f64());
}
