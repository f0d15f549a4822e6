//! Files that are damaged, of another type, or of another plan.

use std::fs;
use std::path::Path;

use bezzel_campaign::{Error, Ledger, UnitList};
use bezzel_count::Plan;
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::{N, Place, finish, solutions};

/// Returns the error of a rejected file, which must not change and must not gain a journal.
fn refused(path: &Path) -> Error {
    let before = fs::read(path).unwrap();
    let error = Ledger::open(path).err().expect("it is refused");
    assert_eq!(
        fs::read(path).unwrap(),
        before,
        "{error}: the file is left as it is"
    );
    assert!(!error.to_string().contains('\n'), "{error}");
    let log = path.with_file_name(format!(
        "{}-wal",
        path.file_name().unwrap().to_str().unwrap()
    ));
    assert!(!log.exists());
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
    ] {
        fs::write(&file, content).unwrap();
        assert!(matches!(refused(&file), Error::NotALedger { .. }));
    }
    fs::remove_file(&file).unwrap();
    let foreign = Connection::open(&file).unwrap();
    foreign
        .execute_batch("CREATE TABLE shopping (what TEXT)")
        .unwrap();
    drop(foreign);
    assert!(matches!(refused(&file), Error::NotALedger { .. }));
    assert!(matches!(
        Ledger::open(&place.file("none")),
        Err(Error::NotFound { .. })
    ));
    assert!(Ledger::open(place.folder.path()).is_err());
    assert!(matches!(
        Ledger::create(&file, N),
        Err(Error::AlreadyExists { .. })
    ));
    assert!(Ledger::create(&place.file("no/folder"), N).is_err());
    assert!(Ledger::create(&place.file("large"), 33).is_err());
    assert!(!place.file("large").exists());
}

#[test]
fn truncated_ledgers_are_refused() {
    let place = Place::new();
    let bytes = finished(&place);
    for cut in [
        1,
        100,
        4096,
        8192,
        bytes.len() / 2,
        bytes.len() - 4096,
        bytes.len() - 100,
    ] {
        let file = place.file("cut");
        fs::write(&file, &bytes[..bytes.len() - cut]).unwrap();
        let error = refused(&file);
        let known = matches!(error, Error::Damaged { .. } | Error::NotALedger { .. });
        assert!(known, "{cut}: {error}");
    }
}

/// For each flipped bit, either the ledger is rejected and unchanged, or the bit has no meaning and
/// the total is right.
#[test]
fn no_flipped_bit_changes_a_total() {
    let place = Place::new();
    let bytes = finished(&place);
    let (mut found, mut harmless) = (0, 0);
    for at in (0..bytes.len()).step_by(61).chain(0..100) {
        let file = place.file("flipped");
        let mut flipped = bytes.clone();
        flipped[at] ^= 1 << (at % 8);
        fs::write(&file, &flipped).unwrap();
        match Ledger::open(&file) {
            Err(error) => {
                assert!(!error.to_string().contains('\n'), "{error}");
                assert_eq!(fs::read(&file).unwrap(), flipped, "byte {at}: {error}");
                found += 1;
            }
            Ok(ledger) => {
                let total = ledger.final_result().unwrap().total.solutions;
                assert_eq!(total, solutions(N), "byte {at}");
                harmless += 1;
            }
        }
        let _ = fs::remove_file(place.file("flipped-wal"));
        let _ = fs::remove_file(place.file("flipped-shm"));
    }
    assert!(
        found > 50 && harmless > 50,
        "{found} found, {harmless} harmless"
    );
}

#[test]
fn a_flipped_byte_in_a_value_is_found_by_name() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    finish(&mut ledger);
    let unit = ledger.units().unit(9).unwrap().to_string();
    let value = ledger.results(9).unwrap()[0].result;
    drop(ledger);
    // The digits of value and joined pairs are adjacent in the file.
    let text = format!("{}{}", value.value, value.joined).into_bytes();
    let bytes = fs::read(place.file("q")).unwrap();
    let places: Vec<usize> = (0..bytes.len() - text.len())
        .filter(|at| bytes[*at..].starts_with(&text))
        .collect();
    assert_eq!(places.len(), 1, "the value is found once");
    for digit in 0..text.len() {
        let mut flipped = bytes.clone();
        flipped[places[0] + digit] ^= 1;
        fs::write(place.file("q"), flipped).unwrap();
        let error = refused(&place.file("q"));
        assert!(matches!(error, Error::Damaged { .. }));
        assert!(error.to_string().contains(&unit), "{error}");
    }
}

/// Changes a ledger without its API.
fn tampered(place: &Place, sql: &str) -> Error {
    let name = "tampered";
    fs::copy(place.file("q"), place.file(name)).unwrap();
    let db = Connection::open(place.file(name)).unwrap();
    db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)
        .unwrap();
    db.pragma_update(None, "foreign_keys", false).unwrap();
    db.execute_batch(sql).unwrap();
    db.close().unwrap();
    refused(&place.file(name))
}

#[test]
fn what_does_not_follow_from_the_results_is_refused() {
    let place = Place::new();
    finished(&place);
    for (sql, why) in [
        (
            "UPDATE units SET state = 3 WHERE unit = 2",
            "does not match its results",
        ),
        (
            "UPDATE units SET routes = 3 WHERE unit = 2",
            "does not match its results",
        ),
        ("DELETE FROM units WHERE unit = 2", "a result but no state"),
        (
            "DELETE FROM results WHERE unit = 2",
            "a state but no result",
        ),
        ("DELETE FROM results", "a state but no result"),
        (
            "UPDATE results SET value = '1' WHERE unit = 2",
            "does not fit its checksum",
        ),
        (
            "UPDATE results SET value = 'x' WHERE unit = 2",
            "is unreadable",
        ),
        (
            "UPDATE results SET route = 2 WHERE unit = 2",
            "does not fit its checksum",
        ),
        (
            "UPDATE results SET route = 7 WHERE unit = 2",
            "is unreadable",
        ),
        (
            "UPDATE results SET residue_31 = residue_31 + 1 WHERE unit = 2",
            "does not fit its checksum",
        ),
        (
            "UPDATE results SET residue_61 = residue_61 + 1 WHERE unit = 2",
            "does not fit its checksum",
        ),
        (
            "UPDATE results SET microseconds = microseconds + 1 WHERE unit = 2",
            "does not fit its checksum",
        ),
        (
            "UPDATE results SET unit = 9999 WHERE unit = 31",
            "number 9999",
        ),
        (
            "UPDATE results SET own = 0 WHERE unit = 2; UPDATE units SET own = 0 WHERE unit = 2",
            "joint checksum",
        ),
        (
            "UPDATE results SET received = received + 1 WHERE unit = 2",
            "joint checksum",
        ),
        (
            "UPDATE units SET own = 3 WHERE unit = 2",
            "does not match its results",
        ),
        (
            "UPDATE policy SET copies = 2",
            "its policy does not fit its checksum",
        ),
        (
            "UPDATE policy SET authors = 1",
            "its policy does not fit its checksum",
        ),
        ("DELETE FROM policy", "its policy is unreadable"),
        (
            "INSERT INTO policy SELECT * FROM policy",
            "one row in its table 'policy', found 2",
        ),
        (
            "INSERT INTO stored SELECT * FROM stored",
            "one row in its table 'stored', found 2",
        ),
        (
            "DELETE FROM stored_withdrawals",
            "table 'stored_withdrawals', found 0",
        ),
        (
            "UPDATE reopening SET active = 1",
            "its table 'reopening' was changed",
        ),
        (
            "UPDATE stored_withdrawals SET withdrawals = 1",
            "expected 1 withdrawals, found 0",
        ),
        (
            "UPDATE stored_withdrawals SET checksums = 1",
            "the joint checksum of its withdrawals",
        ),
        (
            "CREATE TRIGGER evil AFTER INSERT ON results BEGIN DELETE FROM runs; END",
            "expected no trigger 'evil', found one",
        ),
        (
            "CREATE VIEW seen AS SELECT 1",
            "expected no view 'seen', found one",
        ),
        (
            "CREATE TABLE extra (a)",
            "expected no table 'extra', found one",
        ),
        (
            "CREATE INDEX extra ON results (time)",
            "expected no index 'extra', found one",
        ),
        (
            "DROP TRIGGER results_stay",
            "its trigger 'results_stay' is missing",
        ),
        (
            "DROP TRIGGER results_stay; CREATE TRIGGER results_stay BEFORE UPDATE ON results
             BEGIN SELECT 1; END",
            "its trigger 'results_stay' was changed",
        ),
        (
            "INSERT INTO withdrawals VALUES (1, NULL, 'h', NULL, NULL, NULL, NULL, 'r', 1, NULL, 'x')",
            "withdrawal 1 does not fit its checksum",
        ),
        (
            "UPDATE origins SET host = 'liar'",
            "does not fit its checksum",
        ),
        ("DELETE FROM origins", "is unreadable"),
        (
            "UPDATE campaign SET plan_version = 99",
            "found plan version 99",
        ),
        (
            "UPDATE campaign SET n = 13",
            "its list of units is not that of n = 13",
        ),
        ("UPDATE campaign SET n = 99", "n = 99"),
        ("UPDATE campaign SET fingerprint = 'f'", "its list of units"),
        ("DELETE FROM campaign", "header is unreadable"),
        ("DROP TABLE campaign", "its table 'campaign' is missing"),
        ("PRAGMA user_version = 99", "format 99"),
    ] {
        let error = tampered(&place, sql).to_string();
        assert!(error.contains(why), "{sql}: {error}");
    }
}

#[test]
fn the_file_itself_refuses_to_go_backwards() {
    let place = Place::new();
    finished(&place);
    let db = Connection::open(place.file("q")).unwrap();
    for sql in [
        "DELETE FROM results",
        "UPDATE results SET value = '0'",
        "DELETE FROM units",
        "UPDATE units SET state = 0",
        "UPDATE units SET state = 1",
        "UPDATE campaign SET n = 8",
        "UPDATE policy SET copies = 9",
    ] {
        assert!(db.execute(sql, ()).is_err(), "{sql}");
    }
}

#[test]
fn another_n_is_refused_by_open_or_create() {
    let place = Place::new();
    let file = place.file("q");
    drop(Ledger::open_or_create(&file, N).unwrap());
    drop(Ledger::open_or_create(&file, N).unwrap());
    let error = Ledger::open_or_create(&file, N + 1)
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
    let damaged = |sql: &str| {
        fs::copy(&file, place.file("changed")).unwrap();
        let db = Connection::open(place.file("changed")).unwrap();
        db.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)
            .unwrap();
        db.execute_batch(sql).unwrap();
        drop(db);
        Ledger::open(&place.file("changed"))
            .err()
            .unwrap()
            .to_string()
    };
    let moved = "UPDATE board SET text = 'Q11' || substr(text, 5)";
    for (sql, why) in [
        ("UPDATE board SET text = ''", "belongs to one campaign"),
        (moved, "its list of units is not that"),
        (
            "UPDATE board SET text = 'Q'",
            "it claims to be for n = 12, board Q",
        ),
        ("DROP TABLE board", "its table 'board' is missing"),
        (
            "PRAGMA user_version = 4",
            "expected no table 'board', found one",
        ),
    ] {
        let said = match why {
            "belongs to one campaign" => {
                let db = Connection::open(&file).unwrap();
                db.execute_batch(sql).unwrap_err().to_string()
            }
            _ => damaged(sql),
        };
        assert!(said.contains(why), "{sql}: {said}");
    }
}
