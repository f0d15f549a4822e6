//! Other files that are copied over a ledger during a count: its name and inode stay the same.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use crate::running::{of_store, run};
use bezzel_campaign::{Error, Ledger, StoredResult};
use bezzel_count::Engine;
use bezzel_run::LedgerStore;

use super::moved::{
    ALL, Gate, Gated, LIMIT, nothing_is_lost, rescued, run_on_after_fault, run_with_fault,
};
use super::{finish, many, results, stored_result};
use crate::{N, Place, counter, origin};

/// The words of a message about such a file.
const SAID: &str = "q was truncated, changed or overwritten by another program while it was in use";

/// Makes the files that are copied over the ledger `q`, which has a result of another process.
fn others(place: &Place) -> Vec<&'static str> {
    let mut ledger = place.ledger("q");
    fs::copy(place.file("q"), place.file("older")).unwrap();
    let known = stored_result(&ledger, 30, "earlier");
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
        assert!(outcome.error.contains(SAID), "{name}: {}", outcome.error);
        let is_untouched = fs::read(&file).unwrap() == fs::read(&other).unwrap();
        assert!(is_untouched, "{name}: nothing is written to it");
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
    let [first, second] = [0, 1].map(|unit| stored_result(&ledger, unit, "here"));
    ledger.record(&[first]).unwrap();
    fs::copy(place.file("q"), place.file("earlier")).unwrap();
    let again = |place: &Place| fs::copy(place.file("earlier"), place.file("q")).unwrap();
    // As it is: nothing is lost.
    again(&place);
    ledger.maintain().unwrap();
    ledger.record(&[second]).unwrap();
    again(&place);
    let error = ledger.check_place().unwrap_err();
    assert!(error.to_string().contains(SAID), "{error}");
    let error = ledger.rescue(error, &[]).to_string();
    assert!(error.contains("2 results saved in"), "{error}");
    assert_eq!(results(&rescued(&error).unwrap()).len(), 2);
    drop(ledger);
    assert_eq!(
        results(&place.file("q")).len(),
        1,
        "nothing is written to it"
    );
}

#[test]
fn another_ledger_of_the_same_length_is_noticed() {
    let place = Place::new();
    let mut twins = ["q", "twin"].map(|name| place.ledger(name));
    for (ledger, host) in twins.iter_mut().zip(["here", "hare"]) {
        let one = StoredResult {
            microseconds: 1,
            ..stored_result(ledger, 0, host)
        };
        ledger.record(&[one]).unwrap();
    }
    let [mut ledger, _twin] = twins;
    let length = |name: &str| fs::metadata(place.file(name)).unwrap().len();
    assert_eq!(length("q"), length("twin"));
    fs::copy(place.file("twin"), place.file("q")).unwrap();
    let next: Vec<StoredResult> = vec![stored_result(&ledger, 1, "here")];
    let error = ledger.record(&next).unwrap_err();
    assert!(matches!(error, Error::Gone { .. }), "{error}");
    let error = ledger.rescue(error, &next).to_string();
    assert!(error.contains("2 results saved in"), "{error}");
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
        let mut counting = LedgerStore::open_units(&mut ledger, origin("here"), false);
        let mut is_copied = false;
        let limit = Instant::now() + LIMIT;
        let ended = run(&mut counting, vec![engine], &mut |news| {
            if news.units.unwrap().in_work > 0.0 && !is_copied {
                is_copied = true;
                fs::copy(place.file(name), &file).unwrap();
            }
            Instant::now() < limit
        });
        gate.allow(1 << 20);
        let error = of_store(ended.expect_err("it is noticed"));
        assert!(matches!(error, Error::Gone { .. }), "{name}: {error}");
    }
}

/// A bit that flips in lines that nothing reads again during the run.
#[test]
fn a_run_never_succeeds_beside_a_damaged_file() {
    const TRIALS: u64 = 24;
    for trial in 0..TRIALS {
        let place = Place::in_memory();
        let mut ledger = place.ledger("q");
        ledger.record(&many(&ledger, "earlier", 20)).unwrap();
        drop(ledger);
        let file = place.file("q");
        let before = results(&file);
        let mut outcome = run_on_after_fault(&file, ALL, || {
            let length = fs::metadata(&file).unwrap().len();
            flip(&file, length * trial / TRIALS, trial % 8);
        });
        assert!(outcome.error.contains(SAID), "{}", outcome.error);
        assert!(Ledger::open(&file).is_err(), "{trial}");
        outcome.stored.extend(before);
        nothing_is_lost(&outcome, &[]);
        assert!(Ledger::open(&rescued(&outcome.error).unwrap()).is_ok());
    }
}

fn flip(file: &Path, at: u64, bit: u64) {
    use std::os::unix::fs::FileExt;
    let file = fs::File::options().read(true).write(true).open(file);
    let file = file.unwrap();
    let mut byte = [0];
    file.read_exact_at(&mut byte, at).unwrap();
    file.write_all_at(&[byte[0] ^ (1 << bit)], at).unwrap();
}

/// Other programs that write to the end.
#[test]
fn foreign_text_at_the_end_is_refused_and_nothing_is_written_after_it() {
    let place = Place::new();
    drop(place.ledger("q"));
    let file = place.file("q");
    let append = |text: &str| {
        use std::io::Write;
        let mut file = fs::File::options().append(true).open(&file).unwrap();
        file.write_all(text.as_bytes()).unwrap();
    };
    let mut ledger = Ledger::open(&file).unwrap();
    append("Dear diary,\n");
    let one = [stored_result(&ledger, 0, "h")];
    let error = ledger.record(&one).unwrap_err();
    assert!(matches!(error, Error::Damaged { .. }), "{error}");
    let error = ledger.rescue(error, &one).to_string();
    assert_eq!(results(&rescued(&error).expect("a log")).len(), 1);
    let text = fs::read_to_string(&file).unwrap();
    assert!(text.ends_with("Dear diary,\n"));
}
