//! Recovery of damaged ledgers: all that is intact is kept, and all that is lost is said.

use std::fs;

use bezzel::ConstrainedBoard;
use bezzel_campaign::{
    Admission, Error, Ledger, Policy, Record, RecoverOptions, Recovered, ResultFilter, SecretKey,
    UnitList,
};
use bezzel_count::Plan;
use rusqlite::Connection;
use rusqlite::config::DbConfig;

use crate::journal::many;
use crate::{N, Place, finish, record, refused, results};

/// Changes a file without its API.
fn tamper(place: &Place, name: &str, sql: &str) {
    let db = Connection::open(place.file(name)).unwrap();
    for (config, on) in [
        (DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false),
        (DbConfig::SQLITE_DBCONFIG_ENABLE_FKEY, false),
    ] {
        db.set_db_config(config, on).unwrap();
    }
    db.execute_batch(sql).unwrap();
}

fn recover(place: &Place) -> Result<(Ledger, Recovered), Error> {
    let _ = fs::remove_file(place.file("new"));
    let before = fs::read(place.file("q")).unwrap();
    let recovered = Ledger::recover(&place.file("q"), &place.file("new"));
    assert!(
        fs::read(place.file("q")).unwrap() == before,
        "it is only read"
    );
    if recovered.is_err() {
        assert!(!place.file("new").exists(), "no ledger is left");
    } else {
        Ledger::open(&place.file("new")).unwrap();
    }
    recovered
}

/// A ledger that accepts signed results of two authors, with results of both and two withdrawals.
fn signed(place: &Place) -> u64 {
    let units = UnitList::new(N).unwrap();
    let policy = Policy {
        authors: Admission::Signed,
        ..Policy::default()
    };
    let mut ledger = Ledger::create_with(&place.file("q"), units.clone(), policy).unwrap();
    let mut results = 0;
    for host in ["first", "second"] {
        let key = SecretKey::new().unwrap();
        let mut records: Vec<Record> = (0..20).map(|unit| record(&ledger, unit, host)).collect();
        for record in &mut records {
            units.sign(record, &key).unwrap();
        }
        ledger.import(&records).unwrap();
        results += records.len() as u64;
    }
    for host in ["third", "first"] {
        let filter = ResultFilter {
            host: Some(host.to_owned()),
            ..ResultFilter::default()
        };
        ledger.withdraw(filter, "faulty memory").unwrap();
    }
    results
}

#[test]
fn an_intact_ledger_is_copied_and_nothing_is_lost() {
    let place = Place::new();
    let all = signed(&place);
    let (new, recovered) = recover(&place).unwrap();
    let whole = Recovered {
        results: all,
        stored: Some(all),
        withdrawals: 2,
        restored: Vec::new(),
        lost: Vec::new(),
    };
    assert_eq!(recovered, whole);
    assert_eq!(new.policy().authors, Admission::Signed);
    let old = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(new.withdrawals(), old.withdrawals());
    assert_eq!(results(&place.file("new")), results(&place.file("q")));
    assert_eq!(place.names(), ["new", "q"]);
}

#[test]
fn damage_to_withdrawals_is_named_and_costs_no_result() {
    for (sql, refusal, kept, lost) in [
        (
            "UPDATE withdrawals SET reason = 'x' WHERE id = 2",
            "withdrawal 2 does not fit its checksum",
            1,
            "withdrawal 2 (host first; reason: x)",
        ),
        (
            "UPDATE withdrawals SET author = x'00' WHERE id = 2",
            "its table of withdrawals is unreadable",
            1,
            "withdrawal 2, which is unreadable",
        ),
        (
            "DELETE FROM withdrawals WHERE id = 2",
            "expected 2 withdrawals, found 1",
            1,
            "1 withdrawals, which are missing",
        ),
        (
            "UPDATE stored_withdrawals SET checksums = checksums + 1",
            "joint checksum of its withdrawals",
            2,
            "a withdrawal, which was changed or removed",
        ),
        (
            "DELETE FROM stored_withdrawals",
            "its table 'stored_withdrawals', found 0",
            2,
            "the number of its withdrawals",
        ),
    ] {
        let place = Place::new();
        let all = signed(&place);
        tamper(&place, "q", sql);
        let error = refused(&place.file("q"));
        assert!(error.contains(refusal), "{sql}: {error}");
        let (new, recovered) = recover(&place).unwrap();
        assert_eq!((recovered.results, recovered.withdrawals), (all, kept));
        assert_eq!(recovered.lost.len(), 1, "{sql}: {:?}", recovered.lost);
        assert!(recovered.lost[0].starts_with(lost), "{:?}", recovered.lost);
        assert_eq!(new.withdrawals().len() as u64, kept);
    }
}

#[test]
fn a_damaged_policy_is_not_replaced_without_a_word() {
    let without_policy = RecoverOptions {
        without_policy: true,
        ..RecoverOptions::default()
    };
    for (sql, refusal) in [
        ("UPDATE policy SET copies = 3", "does not fit its checksum"),
        ("UPDATE policy SET copies = 0", "its policy is unreadable"),
        ("DELETE FROM policy", "its policy is unreadable"),
    ] {
        let place = Place::new();
        let all = signed(&place);
        tamper(&place, "q", sql);
        let error = refused(&place.file("q"));
        assert!(error.contains(refusal), "{sql}: {error}");
        let error = recover(&place).err().unwrap().to_string();
        assert!(error.contains("--without-policy"), "{error}");
        let (from, to) = (place.file("q"), place.file("new"));
        let (new, recovered) = Ledger::recover(&from, &to, &without_policy).unwrap();
        assert_eq!((recovered.results, recovered.withdrawals), (all, 2));
        assert!(recovered.lost[0].starts_with("the policy of the campaign"));
        assert!(new.policy().is_default());
    }
    // An intact policy is kept, whatever was asked.
    let place = Place::new();
    signed(&place);
    let (from, to) = (place.file("q"), place.file("new"));
    let (new, recovered) = Ledger::recover(&from, &to, &without_policy).unwrap();
    assert_eq!(new.policy().authors, Admission::Signed);
    assert!(recovered.lost.is_empty());
}

#[test]
fn a_damaged_author_or_process_costs_only_its_own_results() {
    for sql in [
        "UPDATE authors SET key = x'00' WHERE id = 1",
        "UPDATE authors SET key = zeroblob(32) WHERE id = 1",
        "DELETE FROM authors WHERE id = 1",
        "UPDATE origins SET host = 'liar' WHERE id = 1",
        "DELETE FROM origins WHERE id = 1",
        "DELETE FROM results WHERE author = 1",
    ] {
        let place = Place::new();
        let all = signed(&place);
        tamper(&place, "q", sql);
        refused(&place.file("q"));
        let (_, recovered) = recover(&place).unwrap();
        assert_eq!(recovered.results, all / 2, "{sql}");
        assert_eq!(recovered.lost.len(), 1, "{:?}", recovered.lost);
        let lost = &recovered.lost[0];
        assert!(lost.starts_with("20 of 40 results, which are damaged"));
        let is_said = lost.contains("whose key may be damaged");
        let is_known = !sql.starts_with("DELETE FROM origins") && !sql.contains("results");
        assert_eq!(is_said, is_known, "{sql}: {lost}");
    }
}

#[test]
fn what_cannot_be_recovered_leaves_no_ledger() {
    let place = Place::new();
    signed(&place);
    tamper(&place, "q", "DELETE FROM origins");
    let error = recover(&place).err().unwrap().to_string();
    let said = "nothing can be recovered: none of its 40 results is intact; no ledger was created";
    assert!(error.contains(said), "{error}");
    tamper(&place, "q", "PRAGMA user_version = 99");
    let error = recover(&place).err().unwrap().to_string();
    assert!(error.contains("found format 99"), "{error}");
    assert!(
        error.contains("use the version of bezzel that wrote it"),
        "{error}"
    );
    fs::write(place.file("q"), "SQLite format 3\0").unwrap();
    let error = recover(&place).err().unwrap().to_string();
    assert!(error.contains("or a damaged header"), "{error}");
    assert_eq!(place.names(), ["q"]);
}

#[test]
fn a_file_that_lacks_its_end_is_recovered_as_far_as_it_goes() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    ledger.record(&many(&ledger, "h", 300)).unwrap();
    drop(ledger);
    let bytes = fs::read(place.file("q")).unwrap();
    let pages = bytes.len() / 4096;
    for missing in [1, 2] {
        for rest in [0, 100] {
            let length = 4096 * (pages - missing) + rest;
            fs::write(place.file("q"), &bytes[..length]).unwrap();
            let (new, recovered) = recover(&place).unwrap();
            assert_eq!(recovered.stored, Some(300));
            assert!(recovered.results > 100, "{missing}: {recovered:?}");
            assert_eq!(recovered.lost.is_empty(), recovered.results == 300);
            drop(new);
        }
    }
    let (mut new, _) = recover(&place).unwrap();
    finish(&mut new);
    drop(new);
    // In a small ledger, the last pages are those of the schema and of small tables.
    let other = Place::new();
    let mut ledger = other.ledger("q");
    ledger.record(&many(&ledger, "h", 5)).unwrap();
    drop(ledger);
    let small = fs::read(other.file("q")).unwrap();
    let mut whole = 0;
    for missing in 1..=6 {
        fs::write(place.file("q"), &small[..small.len() - 4096 * missing]).unwrap();
        match recover(&place) {
            Ok((_, recovered)) => {
                whole += u32::from(recovered.results == 5);
                assert!(!recovered.lost.is_empty() || recovered.results == 5);
            }
            Err(error) => assert!(matches!(error, Error::Unrecoverable { .. }), "{error}"),
        }
    }
    assert!(whole > 0, "the results are in other pages");
}

/// A recovery writes to a partial file, which a kill leaves and the next command removes.
#[test]
fn a_recovery_appears_at_its_path_when_it_is_complete() {
    let place = Place::new();
    signed(&place);
    fs::write(place.file("new"), "mine").unwrap();
    let error = Ledger::recover(&place.file("q"), &place.file("new")).err();
    assert!(matches!(error, Some(Error::AlreadyExists { .. })));
    assert_eq!(fs::read(place.file("new")).unwrap(), b"mine");
    assert_eq!(place.names(), ["new", "q"]);
}

/// A foreign trigger would remove what is written. Nothing is written, and recovery leaves it out.
#[test]
fn a_foreign_trigger_never_runs() {
    let place = Place::new();
    let all = signed(&place);
    tamper(
        &place,
        "q",
        "CREATE TRIGGER evil AFTER INSERT ON results BEGIN DELETE FROM runs; END;
         CREATE TRIGGER worse AFTER UPDATE ON units BEGIN INSERT INTO runs VALUES (9, 'e', 1, 1); END",
    );
    let error = refused(&place.file("q"));
    assert!(
        error.contains("expected no trigger 'evil', found one"),
        "{error}"
    );
    let (new, recovered) = recover(&place).unwrap();
    assert_eq!((recovered.results, recovered.lost.len()), (all, 0));
    drop(new);
    let db = Connection::open(place.file("new")).unwrap();
    let sql = "SELECT count(*) FROM sqlite_schema WHERE name IN ('evil', 'worse')";
    let evil: i64 = db.query_row(sql, (), |row| row.get(0)).unwrap();
    assert_eq!(evil, 0);
}

/// Pages of a transaction that was not finished may be in the file in the place of others.
#[test]
fn as_many_other_results_are_not_taken_for_those_that_were_stored() {
    let place = Place::new();
    let all = signed(&place);
    tamper(
        &place,
        "q",
        "UPDATE results SET received = received + 1 WHERE unit = 3",
    );
    refused(&place.file("q"));
    let (_, recovered) = recover(&place).unwrap();
    assert_eq!((recovered.results, recovered.stored), (all, Some(all)));
    assert_eq!(recovered.lost.len(), 1);
    assert!(
        recovered.lost[0].contains("joint checksum"),
        "{:?}",
        recovered.lost
    );
}

/// The schema is a fifth of a small ledger.
#[test]
fn damage_to_the_schema_costs_no_result() {
    let place = Place::new();
    let all = signed(&place);
    let bytes = fs::read(place.file("q")).unwrap();
    let texts: [&[u8]; 4] = [
        b"CREATE TABLE campaign",
        b"unit INTEGER NOT NULL",
        b"TRIGGER results_stay",
        b"CREATE TABLE stored_withdrawals",
    ];
    for text in texts {
        let found = bytes.windows(text.len()).position(|part| part == text);
        let start = found.expect("a part of the schema");
        // Of the text, and of the numbers before it.
        for at in [start - 30, start - 5, start + 1, start + 8, start + 14] {
            let mut damaged = bytes.clone();
            damaged[at] ^= 1 << (at % 7);
            fs::write(place.file("q"), &damaged).unwrap();
            if Ledger::open(&place.file("q")).is_ok() {
                continue;
            }
            let (_, recovered) = recover(&place).unwrap();
            assert_eq!(
                (recovered.results, recovered.withdrawals),
                (all, 2),
                "byte {at}"
            );
            assert!(recovered.lost.is_empty(), "byte {at}: {:?}", recovered.lost);
        }
    }
}

/// The checksum of a result covers the key of its author, and reveals which bit of it is wrong.
#[test]
fn a_wrong_bit_in_a_key_is_corrected() {
    let place = Place::new();
    let all = signed(&place);
    let before = results(&place.file("q"));
    tamper(
        &place,
        "q",
        "DROP TRIGGER results_are_kept; DELETE FROM results WHERE author = 2",
    );
    let bytes = fs::read(place.file("q")).unwrap();
    let db = Connection::open(place.file("q")).unwrap();
    let sql = "SELECT key FROM authors WHERE id = 1";
    let key: [u8; 32] = db.query_row(sql, (), |row| row.get(0)).unwrap();
    drop(db);
    for (bit, wrong) in [(3, 1), (200, 1), (77, 2)] {
        let mut damaged = key;
        for byte in damaged.iter_mut().skip(bit / 8).take(wrong) {
            *byte ^= 1 << (bit % 8);
        }
        fs::write(place.file("q"), &bytes).unwrap();
        let damaged: String = damaged.iter().map(|byte| format!("{byte:02x}")).collect();
        let sql = format!("UPDATE authors SET key = x'{damaged}' WHERE id = 1");
        tamper(&place, "q", &sql);
        refused(&place.file("q"));
        match recover(&place) {
            Ok((_, recovered)) => {
                assert_eq!((wrong, recovered.results), (1, all / 2), "{recovered:?}");
                assert!(recovered.restored[0].starts_with("the key of author "));
                let found = results(&place.file("new"));
                assert!(found.iter().all(|line| before.contains(line)));
            }
            Err(error) => {
                assert_eq!(wrong, 2, "{error}");
                let said = "all results of their author, whose key may be damaged";
                assert!(error.to_string().contains(said), "{error}");
            }
        }
    }
}

/// The fingerprint of the plan tells the board.
#[test]
fn a_damaged_board_is_restored_or_given() {
    let place = Place::new();
    let mut rows = vec![N.to_string(); N as usize];
    rows[0] = "Q11".to_owned();
    let board = rows.join("/");
    let constrained = ConstrainedBoard::from_compact(&board).unwrap();
    let plan = Plan::constrained(&constrained).unwrap();
    let board = plan.constraint().unwrap().to_owned();
    let units = UnitList::of_plan(plan).unwrap();
    let mut ledger = Ledger::create_for(&place.file("q"), units).unwrap();
    let some: Vec<Record> = (0..3).map(|unit| record(&ledger, unit, "h")).collect();
    ledger.record(&some).unwrap();
    drop(ledger);
    let whole = fs::read(place.file("q")).unwrap();
    let other = board.replace("Q11", "1Q10");
    for (sql, is_restored) in [
        (
            "UPDATE board SET text = replace(text, 'Q', 'P')".to_owned(),
            true,
        ),
        (
            "UPDATE board SET text = CAST(x'ff' || substr(text, 2) AS TEXT)".to_owned(),
            false,
        ),
        ("DELETE FROM board".to_owned(), false),
        (format!("UPDATE board SET text = '{other}'"), false),
        (
            "UPDATE campaign SET fingerprint = 'x' || substr(fingerprint, 2)".to_owned(),
            true,
        ),
    ] {
        fs::write(place.file("q"), &whole).unwrap();
        let unlock = "DROP TRIGGER the_board_stays; DROP TRIGGER the_campaign_stays;";
        tamper(&place, "q", &format!("{unlock} {sql}"));
        refused(&place.file("q"));
        match recover(&place) {
            Ok((new, recovered)) => {
                assert!(is_restored, "{sql}");
                assert_eq!(recovered.restored.len(), 1, "{sql}: {recovered:?}");
                assert_eq!(new.units().plan().constraint(), Some(&*board));
                continue;
            }
            Err(error) => {
                assert!(!is_restored, "{sql}: {error}");
                assert!(matches!(error, Error::BoardLost { .. }), "{error}");
            }
        }
        let given = |board: &str| {
            let options = RecoverOptions {
                board: Some(board.to_owned()),
                ..RecoverOptions::default()
            };
            let _ = fs::remove_file(place.file("new"));
            Ledger::recover(&place.file("q"), &place.file("new"), &options)
        };
        let wrong = other.replace("1Q10", "2Q9");
        assert!(
            matches!(given(&wrong), Err(Error::BoardLost { .. })),
            "{sql}"
        );
        let (new, recovered) = given(&board).unwrap();
        assert_eq!(recovered.results, 3, "{sql}: {recovered:?}");
        assert!(recovered.restored[0].starts_with("the board of the campaign"));
        assert_eq!(new.units().plan().constraint(), Some(&*board));
    }
}
