//! Files that are damaged, of another type, or of another plan.

use std::fs;
use std::path::Path;

use bezzel_campaign::{Error, Ledger, UnitList};
use bezzel_count::Plan;

use crate::{N, Place, finish, solutions};

/// Returns the error of a rejected file, which must not change.
fn refused(path: &Path) -> Error {
    let before = fs::read(path).unwrap();
    let error = Ledger::open(path).err().expect("it is refused");
    let after = fs::read(path).unwrap();
    assert_eq!(after, before, "{error}: the file is left as it is");
    assert!(!error.to_string().contains('\n'), "{error}");
    error
}

fn finished(place: &Place) -> Vec<u8> {
    let mut ledger = place.ledger("q");
    finish(&mut ledger);
    drop(ledger);
    fs::read(place.file("q")).unwrap()
}

#[test]
fn foreign_files_are_refused() {
    let place = Place::new();
    let file = place.file("file");
    for content in [
        &b""[..],
        b"my shopping list\n",
        &[0xff; 5000],
        b"SQLite format 3\0",
        b"# bezzel n 12 plan 3\n",
    ] {
        fs::write(&file, content).unwrap();
        assert!(matches!(refused(&file), Error::NotALedger { .. }));
    }
    fs::write(&file, "bezzel-campaign 2 n=12\n").unwrap();
    let error = refused(&file).to_string();
    assert!(
        error.contains("expected a ledger of version 1, found version 2"),
        "{error}"
    );
    let none = Ledger::open(&place.file("none"));
    assert!(matches!(none, Err(Error::NotFound { .. })));
    assert!(Ledger::open(place.folder.path()).is_err());
    let made = Ledger::create(&file, N);
    assert!(matches!(made, Err(Error::AlreadyExists { .. })));
    assert!(Ledger::create(&place.file("no/folder"), N).is_err());
    assert!(Ledger::create(&place.file("large"), 33).is_err());
    assert!(!place.file("large").exists());
}

/// A truncated log has the results of its whole lines, or its header is damaged.
#[test]
fn truncated_ledgers_have_the_results_of_their_whole_lines() {
    let place = Place::new();
    let bytes = finished(&place);
    let header = bytes.iter().position(|byte| *byte == b'\n').unwrap();
    let units = UnitList::new(N).unwrap().plan().len();
    for cut in (1..bytes.len()).step_by(97).chain([header, header + 1]) {
        let file = place.file("cut");
        fs::write(&file, &bytes[..cut]).unwrap();
        if cut < header {
            let error = refused(&file);
            let is_known = matches!(error, Error::Damaged { .. } | Error::NotALedger { .. });
            assert!(
                is_known || matches!(error, Error::OtherPlan { .. }),
                "{cut}: {error}"
            );
            continue;
        }
        if cut == header {
            refused(&file);
            continue;
        }
        let is_result = |line: &&[u8]| line.starts_with(b"r ");
        let whole = bytes[..cut].split_inclusive(|byte| *byte == b'\n');
        let whole = whole.filter(|line| line.ends_with(b"\n"));
        let results = whole.filter(is_result).count() as u64;
        let mut ledger = Ledger::open(&file).unwrap();
        assert_eq!(ledger.counted(), results, "{cut}");
        assert_eq!(ledger.final_result().is_ok(), results == units);
        if cut % 5 == 0 {
            finish(&mut ledger);
            assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
        }
    }
}

/// Every line has a checksum, so every flipped bit is found, with the number of its line, except in the
/// newline at the end of the file.
#[test]
fn no_flipped_bit_changes_a_total() {
    let place = Place::new();
    let bytes = finished(&place);
    let file = place.file("flipped");
    for at in (0..bytes.len() - 1).step_by(61).chain(0..300) {
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        fs::write(&file, &flipped).unwrap();
        let error = refused(&file).to_string();
        let line = 1 + bytes[..at].iter().filter(|byte| **byte == b'\n').count();
        let is_named = error.contains(&format!("line {line} at byte")) || line == 1;
        assert!(is_named, "byte {at}: {error}");
    }
}

/// Replaces a line by others.
fn changed(place: &Place, at: usize, lines: &[&str]) -> Result<Ledger, Error> {
    let text = fs::read_to_string(place.file("q")).unwrap();
    let mut all: Vec<&str> = text.lines().collect();
    all.splice(at..=at, lines.iter().copied());
    let file = place.file("changed");
    fs::write(&file, all.join("\n") + "\n").unwrap();
    Ledger::open(&file)
}

#[test]
fn lines_that_are_removed_doubled_or_moved_are_found_by_the_seal() {
    let place = Place::new();
    let text = String::from_utf8(finished(&place)).unwrap();
    let lines: Vec<&str> = text.lines().collect();
    assert!(lines.last().unwrap().starts_with("s "), "{text}");
    for at in 1..lines.len() - 1 {
        for with in [
            &[][..],
            &[lines[at], lines[at]],
            &[lines[at + 1], lines[at]],
        ] {
            let error = changed(&place, at, with).err().expect("it is found");
            assert!(error.to_string().contains("seal"), "{at}: {error}");
        }
        let error = changed(&place, at, &["r"]).err().unwrap().to_string();
        assert!(error.contains(&format!("line {}", at + 1)), "{error}");
    }
}

#[test]
fn two_concatenated_ledgers_are_one_whose_second_part_is_imported() {
    let place = Place::new();
    let own = finished(&place);
    let mut other = place.ledger("other");
    finish(&mut other);
    drop(other);
    let other = fs::read(place.file("other")).unwrap();
    let file = place.file("both");
    fs::write(&file, [own.clone(), other].concat()).unwrap();
    let mut ledger = Ledger::open(&file).unwrap();
    let units = ledger.units().plan().len();
    let status = ledger.status().unwrap();
    // Lines of the second ledger may by chance equal those of the first one.
    assert!(status.own == units && ledger.stored_results() > units);
    assert_eq!(
        status.confirmed, 0,
        "the second part is not of a known source"
    );
    // Results that are added belong to the first one again.
    let exchanged = crate::stored_result(&ledger, 3, bezzel_count::Route::Exchanged, "here");
    ledger.record(&[exchanged]).unwrap();
    drop(ledger);
    let ledger = Ledger::open(&file).unwrap();
    assert_eq!(ledger.status().unwrap().recounted, 1);
    // Results of another plan are no part of it.
    let mut foreign = Ledger::create(&place.file("foreign"), N + 1).unwrap();
    finish(&mut foreign);
    drop(foreign);
    let foreign = fs::read(place.file("foreign")).unwrap();
    fs::write(&file, [own, foreign].concat()).unwrap();
    let error = refused(&file).to_string();
    assert!(error.contains("another plan"), "{error}");
}

#[test]
fn another_n_is_refused_by_open_or_create() {
    let place = Place::new();
    let file = place.file("q");
    let of = |n| UnitList::new(n).unwrap();
    drop(Ledger::open_or_create_for(&file, of(N)).unwrap());
    drop(Ledger::open_or_create_for(&file, of(N)).unwrap());
    let error = Ledger::open_or_create_for(&file, of(N + 1))
        .err()
        .unwrap()
        .to_string();
    assert!(
        error.contains("expected a ledger for n = 13, found one for n = 12"),
        "{error}"
    );
}

#[test]
fn a_constraint_is_part_of_the_ledger() {
    let place = Place::new();
    let text = format!("1Q{}{}", N - 2, format!("/{N}").repeat(N as usize - 1));
    let file = place.file("queen");
    let plan = Plan::of_text(N, Some(&text)).unwrap();
    let units = UnitList::of_plan(plan).unwrap();
    drop(Ledger::create_for(&file, units.clone()).unwrap());
    drop(Ledger::open_or_create_for(&file, units.clone()).unwrap());
    let opened = Ledger::open(&file).unwrap();
    assert_eq!(opened.units().plan().constraint(), Some(text.as_str()));
    assert_eq!(opened.units().fingerprint(), units.fingerprint());
    assert_eq!(opened.status().unwrap().board, Some(text.clone()));
    drop(opened);
    let log = fs::read_to_string(&file).unwrap();
    let changed = log.replacen("board=1Q", "board=Q1", 1);
    fs::write(&file, changed).unwrap();
    assert!(matches!(refused(&file), Error::Damaged { .. }));
}
