//! Appends: kills at any byte, and their cost. The system kills a process that writes beyond its limit of
//! the length of a file, so a limit at a byte is a kill at the write of this byte.

use std::collections::HashSet;
use std::fs;
use std::io::{BufWriter, Write};
use std::os::unix::process::ExitStatusExt;
use std::path::Path;

use bezzel_campaign::{Ledger, ProcessInfo, Stopwatch, StoreOutcome, StoredResult};
use bezzel_count::UnitResult;
use rustix::process::{Resource, Rlimit, Signal, setrlimit};

use super::{finish, many, results, run_in_child, stored_result};
use crate::{N, Place};

/// Number of results in the append that is killed.
const ADDED: usize = 8;
/// These variables mark another process, and contain its file and its limit.
const FILE: &str = "BEZZEL_TEST_FILE";
const LIMIT: &str = "BEZZEL_TEST_LIMIT";

fn limit_files_to(bytes: u64) {
    let limits = Rlimit {
        current: Some(bytes),
        maximum: Some(bytes),
    };
    setrlimit(Resource::Fsize, limits).unwrap();
}

/// Returns the file and the limit of this process, if it is another one.
fn arguments() -> Option<(std::path::PathBuf, u64)> {
    let limit = std::env::var(LIMIT).ok()?.parse().unwrap();
    Some((std::env::var_os(FILE)?.into(), limit))
}

fn run_limited(test: &str, file: &Path, limit: u64) -> std::process::ExitStatus {
    let file = file.to_str().unwrap().to_owned();
    run_in_child(test, &[(FILE, file), (LIMIT, limit.to_string())])
}

/// Returns the whole lines of results in the bytes of a log.
fn whole_lines(bytes: &[u8]) -> HashSet<String> {
    let text = std::str::from_utf8(bytes).unwrap();
    let whole = text.rfind('\n').map_or(0, |end| end + 1);
    let lines = text[..whole].lines();
    lines
        .filter_map(|line| line.strip_prefix("r ").map(str::to_owned))
        .collect()
}

#[test]
fn a_kill_at_any_byte_of_an_append_loses_nothing() {
    const TEST: &str = "faults::growth::a_kill_at_any_byte_of_an_append_loses_nothing";
    if let Some((file, limit)) = arguments() {
        let mut ledger = Ledger::open(&file).unwrap();
        let results = many(&ledger, "added", ADDED);
        limit_files_to(limit);
        ledger.record(&results).unwrap();
        return;
    }
    let place = Place::new();
    let mut ledger = place.ledger("before");
    ledger.record(&many(&ledger, "stored", 20)).unwrap();
    drop(ledger);
    let before = fs::read(place.file("before")).unwrap();
    let stored = whole_lines(&before);
    let file = place.file("q");
    let write = |limit: u64| {
        fs::write(&file, &before).unwrap();
        run_limited(TEST, &file, limit)
    };
    assert!(write(1 << 30).success());
    let after = fs::read(&file).unwrap();
    let start = before.len() as u64;
    // The seal at the end is another write.
    let seal = after[..after.len() - 1].iter().rposition(|b| *b == b'\n');
    let end = seal.unwrap() as u64;
    let line_ends = (start..end).filter(|at| after[*at as usize] == b'\n');
    let near: Vec<u64> = line_ends.flat_map(|at| [at, at + 1]).collect();
    for limit in (start..end).step_by(73).chain(near) {
        let status = write(limit);
        assert_eq!(status.signal(), Some(Signal::XFSZ.as_raw()), "{limit}");
        let killed = fs::read(&file).unwrap();
        assert_eq!(killed.len() as u64, limit);
        let reader = Ledger::open_to_read(&file).unwrap();
        let torn = killed.iter().rev().take_while(|b| **b != b'\n').count();
        assert_eq!(
            reader.incomplete_bytes(),
            torn as u64,
            "{limit}: it is said"
        );
        let known = whole_lines(&killed);
        assert!(known.is_superset(&stored), "{limit}");
        let found: HashSet<String> = results(&file).into_iter().collect();
        assert!(found == known, "{limit}: whole lines are results");
        assert!(fs::read(&file).unwrap() == killed, "{limit}: read only");
        let mut ledger = Ledger::open(&file).unwrap();
        let next = stored_result(&ledger, 30, "next");
        let outcome = ledger.record(&[next]).unwrap();
        assert_eq!(outcome, [StoreOutcome::Merged]);
        assert_eq!(ledger.incomplete_bytes(), 0, "{limit}: it is cut off");
        drop(ledger);
        assert_eq!(results(&file).len(), known.len() + 1, "{limit}");
        assert_eq!(place.names(), ["before", "q"], "{limit}");
    }
}

#[test]
fn a_kill_at_any_byte_of_a_creation_leaves_no_ledger() {
    const TEST: &str = "faults::growth::a_kill_at_any_byte_of_a_creation_leaves_no_ledger";
    if let Some((file, limit)) = arguments() {
        limit_files_to(limit);
        drop(Ledger::create(&file, N));
        return;
    }
    let place = Place::new();
    let file = place.file("q");
    drop(place.ledger("whole"));
    let length = fs::metadata(place.file("whole")).unwrap().len();
    for limit in (0..length).step_by(29) {
        let status = run_limited(TEST, &file, limit);
        assert_eq!(status.signal(), Some(Signal::XFSZ.as_raw()), "{limit}");
        assert!(!file.exists());
        assert_eq!(place.names().len(), 2, "those of earlier kills are removed");
    }
    assert!(run_limited(TEST, &file, length).success());
    assert_eq!(place.names(), ["q", "whole"]);
    finish(&mut Ledger::open(&file).unwrap());
}

/// Returns the numbers of bytes that this thread has read and written.
fn transferred() -> [u64; 2] {
    let text = fs::read_to_string("/proc/thread-self/io").unwrap();
    ["rchar: ", "wchar: "].map(|key| {
        let line = text.lines().find_map(|line| line.strip_prefix(key));
        line.unwrap().parse().unwrap()
    })
}

#[test]
fn the_cost_of_an_append_does_not_depend_on_the_size() {
    let place = Place::in_memory();
    let costs = [10, 4_000].map(|stored| {
        let mut ledger = place.ledger(&stored.to_string());
        ledger.record(&many(&ledger, "stored", stored)).unwrap();
        let one = [stored_result(&ledger, 30, "h")];
        ledger.maintain().unwrap();
        let before = transferred();
        ledger.record(&one).unwrap();
        ledger.maintain().unwrap();
        let after = transferred();
        [0, 1].map(|at| after[at] - before[at])
    });
    for (small, large) in costs[0].into_iter().zip(costs[1]) {
        assert!(large < small + 1000, "{costs:?}");
    }
}

/// Writes a log in which one unit has this number of results, which differ in value, process and
/// device, and returns the CPU time of opening it and of all reports.
fn time_of_flood(results: u64) -> f64 {
    let place = Place::in_memory();
    let mut ledger = place.ledger("q");
    let units = ledger.units().clone();
    let one = stored_result(&ledger, 0, "h");
    ledger.record(std::slice::from_ref(&one)).unwrap();
    drop(ledger);
    let file = fs::File::options().append(true).open(place.file("q"));
    let mut out = BufWriter::new(file.unwrap());
    for number in 0..results {
        let mut one = one.clone();
        one.result.value = number.into();
        one.backend = format!("gpu{number}").into();
        let run = number.to_string();
        one.origin = ProcessInfo {
            run,
            ..(*one.origin).clone()
        }
        .into();
        writeln!(out, "r {}", units.line(&one).unwrap()).unwrap();
    }
    out.flush().unwrap();
    let watch = Stopwatch::start(true);
    let mut ledger = Ledger::open(&place.file("q")).unwrap();
    let mut later = one.clone();
    later.microseconds += 1;
    let outcome = ledger.record(&[later]).unwrap();
    assert_eq!(outcome, [StoreOutcome::Conflict]);
    assert_eq!(ledger.stored_results(), results + 2);
    assert_eq!(ledger.status().unwrap().conflicts, 1);
    let authors = ledger.authors();
    assert_eq!(authors[0].in_conflict, results + 2);
    ledger.final_result().unwrap_err();
    watch.elapsed().0.as_secs_f64()
}

#[test]
fn a_flood_of_results_of_one_unit_takes_linear_time() {
    time_of_flood(100);
    let [few, many] = [25_000, 100_000].map(time_of_flood);
    // Quadratic time would make it sixteen times as long.
    assert!(many < 8.0 * few, "{few} s, {many} s");
}

#[test]
fn memory_grows_by_a_few_words_for_each_result() {
    const TEST: &str = "faults::growth::memory_grows_by_a_few_words_for_each_result";
    const RESULTS: u64 = 50_000;
    if let Some((file, _)) = arguments() {
        let resident = || {
            let text = fs::read_to_string("/proc/self/status").unwrap();
            let line = text.lines().find_map(|line| line.strip_prefix("VmHWM:"));
            let kilobytes = line.unwrap().trim().trim_end_matches(" kB");
            kilobytes.parse::<u64>().unwrap() << 10
        };
        let before = resident();
        let ledger = Ledger::open(&file).unwrap();
        ledger.status().unwrap();
        assert_eq!(ledger.stored_results(), RESULTS);
        // Some lines are kept, for the case that the file is overwritten.
        let most = (34 << 20) + RESULTS * 120;
        let found = resident() - before;
        assert!(found < most, "{found} bytes, at most {most}");
        return;
    }
    let place = Place::in_memory();
    let template = stored_result(&place.ledger("small"), 0, "h");
    let ledger = Ledger::create(&place.file("q"), 22).unwrap();
    let units = ledger.units();
    let file = fs::File::options().append(true).open(place.file("q"));
    let mut out = BufWriter::new(file.unwrap());
    for microseconds in 0..RESULTS {
        let one = StoredResult {
            unit: microseconds % units.plan().len(),
            microseconds,
            result: UnitResult::default(),
            ..template.clone()
        };
        writeln!(out, "r {}", units.line(&one).unwrap()).unwrap();
    }
    out.flush().unwrap();
    assert!(run_limited(TEST, &place.file("q"), 0).success());
}
