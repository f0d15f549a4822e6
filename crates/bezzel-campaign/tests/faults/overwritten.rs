//! Other files that are copied over a ledger during a count: its name and inode stay the same.

use std::collections::HashSet;
use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use bezzel_campaign::{Error, Ledger, LedgerQueue, Record, TimeLimit, run};
use bezzel_count::Engine;

use crate::moved::{BEFORE, Gate, Gated, LIMIT, nothing_is_lost, rescued, run_with_fault};
use crate::{N, Place, counter, finish, origin, record, results};

/// Makes the files that are copied over the ledger `q`, which has a result of another process.
fn others(place: &Place) -> Vec<&'static str> {
    let mut ledger = place.ledger("q");
    fs::copy(place.file("q"), place.file("older")).unwrap();
    let known = record(&ledger, 30, "earlier");
    ledger.record(&[known]).unwrap();
    drop(ledger);
    drop(place.ledger("fresh"));
    finish(&mut place.ledger("finished"));
    drop(Ledger::create(&place.file("another-n"), N + 1).unwrap());
    fs::copy(place.file("q"), place.file("at-the-start")).unwrap();
    fs::write(place.file("text"), "Dear diary,\n").unwrap();
    fs::write(place.file("empty"), "").unwrap();
    vec![
        "older",
        "at-the-start",
        "fresh",
        "finished",
        "another-n",
        "text",
        "empty",
    ]
}

#[test]
fn a_file_that_is_copied_over_a_ledger_ends_the_run_and_loses_nothing() {
    let names = others(&Place::new());
    for name in names {
        let place = Place::new();
        others(&place);
        let (file, other) = (place.file("q"), place.file(name));
        let before = results(&file);
        let mut outcome = run_with_fault(&file, || {
            fs::copy(&other, &file).unwrap();
        });
        let said = "q was overwritten or damaged while it was in use: ";
        assert!(outcome.error.contains(said), "{name}: {}", outcome.error);
        let is_untouched = fs::read(&file).unwrap() == fs::read(&other).unwrap();
        assert!(is_untouched, "{name}: nothing is written to it");
        assert!(!place.names().contains(&"q-journal".to_owned()), "{name}");
        // Also those that the process has only read.
        outcome.stored.extend(before);
        nothing_is_lost(&outcome, &[]);
        if let Ok(mut ledger) = Ledger::open(&file) {
            let lines = rescued(&outcome.error).unwrap();
            if name != "another-n" {
                ledger.merge(&lines).unwrap();
                finish(&mut ledger);
            }
        }
    }
}

/// A state of the file from the middle of the same run, to which it returns.
#[test]
fn an_earlier_state_of_the_run_itself_is_noticed() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let first = record(&ledger, 0, "here");
    ledger.lease(3).unwrap();
    ledger.record(&[first]).unwrap();
    fs::copy(place.file("q"), place.file("earlier")).unwrap();
    let again = |place: &Place| fs::copy(place.file("earlier"), place.file("q")).unwrap();
    // As it is: nothing is lost.
    again(&place);
    ledger.check_place().unwrap();
    ledger.lease(1).unwrap();
    // It has the same results, but no longer the last lease.
    again(&place);
    let error = ledger.check_place().unwrap_err();
    assert!(error.to_string().contains("last write of this process"));
    // The fault stays, whatever is at the path.
    assert!(matches!(ledger.counted(), Err(Error::Gone { .. })));
    let error = ledger.rescue(error, &[]).to_string();
    assert!(error.contains("1 results are in"), "{error}");
    assert!(rescued(&error).is_some());
}

/// SQLite would use its pages in memory, because the change counters are equal.
#[test]
fn a_ledger_with_the_same_change_counter_is_noticed() {
    let place = Place::new();
    let mut twins = ["q", "twin"].map(|name| place.ledger(name));
    for (ledger, host) in twins.iter_mut().zip(["here", "there"]) {
        let one = record(ledger, 0, host);
        ledger.record(&[one]).unwrap();
    }
    let header = |name: &str| fs::read(place.file(name)).unwrap()[..100].to_vec();
    assert_eq!(header("q"), header("twin"));
    let [mut ledger, twin] = twins;
    drop(twin);
    fs::copy(place.file("twin"), place.file("q")).unwrap();
    let next: Vec<Record> = vec![record(&ledger, 1, "here")];
    let error = ledger.record(&next).unwrap_err();
    assert!(matches!(error, Error::Gone { .. }), "{error}");
    let error = ledger.rescue(error, &next).to_string();
    assert!(error.contains("2 results are in"), "{error}");
    assert_eq!(results(&place.file("q")), results(&place.file("twin")));
}

/// No unit is finished, so nothing is written.
#[test]
fn a_run_that_waits_notices_too() {
    let place = Place::new();
    for name in others(&place) {
        let file = place.file(&format!("waits-{name}"));
        drop(Ledger::create(&file, N).unwrap());
        let mut ledger = Ledger::open(&file).unwrap();
        let gate = Arc::new(Gate::default());
        let engine: Box<dyn Engine> = Box::new(Gated(gate.clone(), counter()));
        let mut counting = LedgerQueue::new(&mut ledger, origin("here"));
        let mut is_copied = false;
        let limit = Instant::now() + LIMIT;
        let ended = run(
            &mut counting,
            vec![engine],
            TimeLimit::none(),
            &mut |news| {
                if news.in_work > 0.0 && !is_copied {
                    is_copied = true;
                    fs::copy(place.file(name), &file).unwrap();
                }
                Instant::now() < limit
            },
        );
        gate.allow(1 << 20);
        let error = ended.expect_err("it is noticed");
        assert!(matches!(error, Error::Gone { .. }), "{name}: {error}");
    }
}

/// The part of a file that nothing reads during the run.
#[test]
fn a_page_that_is_overwritten_is_noticed_at_the_end() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let one = record(&ledger, 0, "earlier");
    let many = (0..600).map(|microseconds| Record {
        microseconds,
        ..one.clone()
    });
    ledger.record(&many.collect::<Vec<_>>()).unwrap();
    let file = place.file("q");
    let page = leaf_of_results(&file);
    let units = ledger.units().clone();
    // Other units are counted only after the page was overwritten.
    let gate = Arc::new(Gate::default());
    gate.allow(BEFORE);
    let engine: Box<dyn Engine> = Box::new(Gated(gate.clone(), counter()));
    let mut counting = LedgerQueue::new(&mut ledger, origin("here"));
    let mut stored = Vec::new();
    let limit = Instant::now() + LIMIT;
    let ended = run(
        &mut counting,
        vec![engine],
        TimeLimit::none(),
        &mut |news| {
            stored.extend(news.records.iter().map(|one| units.line(one).unwrap()));
            if stored.len() >= BEFORE {
                let mut bytes = fs::read(&file).unwrap();
                bytes[page * 4096 - 8..page * 4096].fill(0x5a);
                write_in_place(&file, &bytes[..page * 4096]);
                gate.allow(1 << 20);
            }
            Instant::now() < limit
        },
    );
    gate.allow(1 << 20);
    let error = ended.expect_err("the fault is noticed").to_string();
    assert!(error.contains("overwritten or damaged"), "{error}");
    let found: HashSet<String> = results_of_lines(&rescued(&error).unwrap());
    assert!(stored.iter().all(|line| found.contains(line)));
    assert_eq!(found.len(), 600 + stored.len());
}

fn write_in_place(file: &Path, bytes: &[u8]) {
    use std::os::unix::fs::FileExt;
    let file = fs::File::options().write(true).open(file).unwrap();
    file.write_all_at(bytes, 0).unwrap();
}

fn results_of_lines(file: &Path) -> HashSet<String> {
    let lines = fs::read_to_string(file).unwrap();
    lines.lines().skip(1).map(str::to_owned).collect()
}

/// Returns the number of a leaf page in the middle of the results.
fn leaf_of_results(file: &Path) -> usize {
    const INDEX_LEAF: u8 = 10;
    let bytes = fs::read(file).unwrap();
    let pages = bytes.chunks(4096).zip(1..);
    // Byte 4 is the low byte of the number of rows: the other indexes have few.
    let leaves = pages.filter(|(page, _)| page[0] == INDEX_LEAF && page[4] > 8);
    let leaves: Vec<usize> = leaves.map(|(_, number)| number).collect();
    leaves[leaves.len() / 2]
}

/// The journal is removed while SQLite writes.
#[test]
fn a_journal_that_is_removed_during_a_write_is_named() {
    let place = Place::new();
    drop(place.ledger("q"));
    let journal = place.file("q-journal");
    let is_stopped = Arc::new(std::sync::atomic::AtomicBool::new(false));
    let remover = {
        let (journal, is_stopped) = (journal.clone(), is_stopped.clone());
        std::thread::spawn(move || {
            while !is_stopped.load(std::sync::atomic::Ordering::Relaxed) {
                // It is missing most of the time.
                let _ = fs::remove_file(&journal);
            }
        })
    };
    let mut ledger = Ledger::open(&place.file("q")).unwrap();
    let records = crate::journal::many(&ledger, "here", 64);
    let mut stored = Vec::new();
    let error = records.iter().cycle().find_map(|record| {
        let mut record = record.clone();
        record.microseconds = 1000 + stored.len() as u64;
        match ledger.record(std::slice::from_ref(&record)) {
            Ok(_) => {
                stored.push(ledger.units().line(&record).unwrap());
                None
            }
            Err(error) => Some(error),
        }
    });
    is_stopped.store(true, std::sync::atomic::Ordering::Relaxed);
    remover.join().unwrap();
    let error = error.unwrap().to_string();
    let said = "q-journal was removed by another program during a write to the ledger";
    assert!(error.contains(said), "{error}");
    drop(ledger);
    let found: HashSet<String> = results(&place.file("q")).into_iter().collect();
    assert!(stored.iter().all(|line| found.contains(line)));
}
