//! Recovery of damaged ledgers: all that is intact is kept, and all that is lost is said.

use std::fs;

use bezzel_campaign::{
    Error, Ledger, Policy, RecoverOptions, Recovered, ResultFilter, SecretKey, StoredResult,
    UnitList,
};
use bezzel_count::Plan;

use super::{finish, results, stored_result};
use crate::{N, Place};

const WITHOUT_POLICY: RecoverOptions = RecoverOptions {
    without_policy: true,
    board: None,
};

fn recover_with(place: &Place, options: &RecoverOptions) -> Result<(Ledger, Recovered), Error> {
    let _ = fs::remove_file(place.file("new"));
    let before = fs::read(place.file("q")).unwrap();
    let recovered = Ledger::recover(&place.file("q"), &place.file("new"), options);
    let after = fs::read(place.file("q")).unwrap();
    assert!(after == before, "it is only read");
    assert_eq!(place.file("new").exists(), recovered.is_ok());
    recovered
}

fn recover(place: &Place) -> Result<(Ledger, Recovered), Error> {
    recover_with(place, &RecoverOptions::default())
}

/// Changes the lines of the ledger.
fn tamper(place: &Place, change: &dyn Fn(&mut Vec<String>)) {
    let text = fs::read_to_string(place.file("q")).unwrap();
    let mut lines = text.lines().map(str::to_owned).collect();
    change(&mut lines);
    fs::write(place.file("q"), lines.join("\n") + "\n").unwrap();
    let error = Ledger::open(&place.file("q")).err().expect("it is refused");
    let error = error.to_string();
    assert!(!error.contains('\n'), "{error}");
}

/// Damages the lines that begin with this text.
fn damage(lines: &mut [String], kind: &str) {
    let chosen: Vec<_> = lines
        .iter_mut()
        .filter(|one| one.starts_with(kind))
        .collect();
    assert!(!chosen.is_empty(), "{kind}");
    for line in chosen {
        line.insert(line.len() / 2, '?');
    }
}

fn remove(lines: &mut Vec<String>, kind: &str) {
    let before = lines.len();
    lines.retain(|line| !line.starts_with(kind));
    assert_ne!(lines.len(), before, "{kind}");
}

/// A ledger that accepts signed results of two authors, with results of both, two withdrawals and the
/// end of one.
fn signed(place: &Place) -> u64 {
    let units = UnitList::new(N).unwrap();
    let keys = [(); 2].map(|()| SecretKey::new().unwrap());
    let authors = keys.iter().map(|key| (key.author(), String::new()));
    let policy = Policy {
        authors: Some(authors.collect()),
        ..Policy::default()
    };
    let mut ledger = Ledger::create_with(&place.file("q"), units.clone(), policy).unwrap();
    for (host, key) in ["first", "second"].into_iter().zip(&keys) {
        let mut results: Vec<StoredResult> = (0..20)
            .map(|unit| stored_result(&ledger, unit, host))
            .collect();
        for stored in &mut results {
            units.sign(stored, key).unwrap();
        }
        ledger.import(&results).unwrap();
    }
    for host in ["third", "first"] {
        let filter = ResultFilter {
            host: Some(host.to_owned()),
            ..ResultFilter::default()
        };
        ledger.withdraw(filter, "faulty memory").unwrap();
    }
    ledger.undo_withdrawal(1).unwrap();
    ledger.stored_results()
}

#[test]
fn an_intact_ledger_is_copied_and_nothing_is_lost() {
    let place = Place::new();
    let all = signed(&place);
    let (new, recovered) = recover(&place).unwrap();
    let whole = Recovered {
        results: all,
        withdrawals: 2,
        restored: Vec::new(),
        lost: Vec::new(),
    };
    assert_eq!(recovered, whole);
    let old = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(new.policy(), old.policy());
    assert_eq!(new.withdrawals(), old.withdrawals());
    assert_eq!(results(&place.file("new")), results(&place.file("q")));
    assert_eq!(place.names(), ["new", "q"]);
}

#[test]
fn damage_to_withdrawals_is_named_and_costs_no_result() {
    type Change = fn(&mut Vec<String>);
    let changes: [(&str, Change, usize, usize); 6] = [
        ("one damaged", |lines| damage(lines, "w 2 "), 1, 0),
        ("one removed", |lines| remove(lines, "w 2 "), 1, 0),
        // Its end is left out with it.
        ("an ended one removed", |lines| remove(lines, "w 1 "), 1, 1),
        ("an end removed", |lines| remove(lines, "u "), 2, 2),
        ("an end damaged", |lines| damage(lines, "u "), 2, 2),
        (
            "one in the place of another",
            |lines| {
                let first = lines.iter().position(|line| line.starts_with("w 1 "));
                lines[first.unwrap() + 1] = lines[first.unwrap()].clone();
            },
            1,
            0,
        ),
    ];
    for (what, change, kept, in_force) in changes {
        let place = Place::new();
        let all = signed(&place);
        tamper(&place, &change);
        let (new, recovered) = recover(&place).unwrap();
        assert_eq!(recovered.results, all, "{what}");
        assert_eq!(recovered.withdrawals, kept as u64, "{what}");
        assert!(!recovered.lost.is_empty(), "{what}");
        let known = new.withdrawals();
        assert_eq!(known.len(), kept, "{what}");
        let left = known.iter().filter(|one| one.undone.is_none()).count();
        assert_eq!(left, in_force, "{what}");
    }
}

#[test]
fn a_damaged_policy_is_not_replaced_without_a_word() {
    type Change = fn(&mut Vec<String>);
    let changes: [Change; 4] = [
        |lines| damage(lines, "a "),
        |lines| drop(lines.remove(1)),
        |lines| lines.insert(1, lines[2].replacen("a ", "a 0", 1)),
        |lines| {
            remove(lines, "bezzel-campaign ");
            remove(lines, "s ");
            // The authors belong to any plan, so they do not show that of this board.
            lines.push("r n8-a0-c00 damaged".to_owned());
        },
    ];
    for change in changes {
        let place = Place::new();
        let all = signed(&place);
        tamper(&place, &change);
        match recover(&place) {
            // A line too many costs nothing.
            Ok((new, recovered)) => {
                assert_eq!(new.policy().authors.as_ref().unwrap().len(), 2);
                assert_eq!(recovered.lost.len(), 1, "{:?}", recovered.lost);
                continue;
            }
            Err(error) => {
                assert!(error.to_string().contains("--without-policy"), "{error}");
            }
        }
        let (new, recovered) = recover_with(&place, &WITHOUT_POLICY).unwrap();
        assert_eq!((recovered.results, recovered.withdrawals), (all, 2));
        let lost = &recovered.lost;
        let is_said = lost
            .iter()
            .any(|one| one.starts_with("the policy of the campaign"));
        assert!(is_said, "{lost:?}");
        assert!(new.policy().is_default());
    }
    // An intact policy is kept, whatever was asked.
    let place = Place::new();
    signed(&place);
    let (new, recovered) = recover_with(&place, &WITHOUT_POLICY).unwrap();
    assert!(!new.policy().is_default());
    assert!(recovered.lost.is_empty());
}

#[test]
fn a_lost_header_is_restored_from_a_seal() {
    let place = Place::new();
    let all = signed(&place);
    tamper(&place, &|lines| damage(lines, "bezzel-campaign "));
    let (new, recovered) = recover(&place).unwrap();
    assert_eq!((recovered.results, recovered.withdrawals), (all, 2));
    assert_eq!(recovered.restored, ["the header, from a seal"]);
    assert_eq!(recovered.lost.len(), 1, "{:?}", recovered.lost);
    assert_eq!(new.policy().authors.as_ref().unwrap().len(), 2);
}

/// A campaign with a constraint.
#[test]
fn a_lost_board_can_be_given() {
    let board = "Q11/12/12/12/12/12/12/12/12/12/12/12";
    let place = Place::new();
    let units = UnitList::of_plan(Plan::of_text(N, Some(board)).unwrap()).unwrap();
    let board = units.plan().constraint().unwrap().to_owned();
    let mut ledger = Ledger::create_for(&place.file("q"), units).unwrap();
    let results: Vec<StoredResult> = (0..3)
        .map(|unit| stored_result(&ledger, unit, "h"))
        .collect();
    ledger.record(&results).unwrap();
    drop(ledger);
    tamper(&place, &|lines| {
        remove(lines, "bezzel-campaign ");
        remove(lines, "s ");
    });
    let given = |board: &str| {
        let board = Some(board.to_owned());
        recover_with(
            &place,
            &RecoverOptions {
                board,
                ..WITHOUT_POLICY
            },
        )
    };
    for wrong in [None, Some("1Q10/12/12/12/12/12/12/12/12/12/12/12")] {
        let error = match wrong {
            None => recover_with(&place, &WITHOUT_POLICY).err(),
            Some(board) => given(board).err(),
        };
        let error = error.expect("it is refused");
        assert!(matches!(error, Error::Unrecoverable { .. }), "{error}");
    }
    let (new, recovered) = given(&board).unwrap();
    assert_eq!(recovered.results, 3);
    assert_eq!(new.units().plan().constraint(), Some(&*board));
}

#[test]
fn what_contains_nothing_is_refused_and_leaves_no_file() {
    let place = Place::in_memory();
    let units = UnitList::new(N).unwrap();
    let unit = units.unit(0).unwrap();
    let readme = concat!(env!("CARGO_MANIFEST_DIR"), "/README.md");
    let mut random = fastrand::Rng::with_seed(29);
    let noise: Vec<u8> = (0..1 << 20).map(|_| random.u8(..)).collect();
    let header = fs::read({
        drop(place.ledger("empty"));
        place.file("empty")
    });
    fs::remove_file(place.file("empty")).unwrap();
    let junk: [Vec<u8>; 11] = [
        Vec::new(),
        b"\n".to_vec(),
        "[".repeat(100).into(),
        vec![0; 1 << 20],
        noise,
        fs::read(readme).unwrap(),
        header.unwrap(),
        format!("r {unit} 0123456789abcdef ").repeat(10_000).into(),
        "bezzel-campaign 1 n=12 plan=3 ".repeat(10_000).into(),
        "s 99999999999999999999 0 0 n=1\n".repeat(10_000).into(),
        "0123456789abcdef ".repeat(50_000).into(),
    ];
    for (number, bytes) in junk.into_iter().enumerate() {
        fs::write(place.file("q"), bytes).unwrap();
        for options in [RecoverOptions::default(), WITHOUT_POLICY] {
            let error = recover_with(&place, &options).err().expect("junk");
            let is_said = matches!(error, Error::Unrecoverable { .. });
            assert!(
                is_said && !error.to_string().contains('\n'),
                "{number}: {error}"
            );
        }
        assert_eq!(place.names(), ["q"], "{number}");
    }
}

#[cfg(unix)]
#[test]
fn only_files_are_recovered() {
    let place = Place::new();
    let pipe = place.file("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.unwrap().success());
    for from in [place.path(), &pipe, "/dev/zero".as_ref()] {
        let error = Ledger::recover(from, &place.file("new"), &WITHOUT_POLICY).err();
        assert!(matches!(error, Some(Error::NotALedger { .. })), "{error:?}");
    }
    assert_eq!(place.names(), ["pipe"]);
}

#[test]
fn a_recovered_ledger_is_continued_to_the_total() {
    let place = Place::new();
    finish(&mut place.ledger("q"));
    tamper(&place, &|lines| {
        let third = lines.len() / 3;
        damage(&mut lines[third..2 * third], "r ");
    });
    let (mut new, recovered) = recover(&place).unwrap();
    assert!(!recovered.lost.is_empty() && !new.is_complete());
    finish(&mut new);
}

#[test]
fn a_recovery_replaces_no_file() {
    let place = Place::new();
    signed(&place);
    fs::write(place.file("new"), "mine").unwrap();
    let options = RecoverOptions::default();
    let error = Ledger::recover(&place.file("q"), &place.file("new"), &options).err();
    assert!(matches!(error, Some(Error::AlreadyExists { .. })));
    assert_eq!(fs::read(place.file("new")).unwrap(), b"mine");
    assert_eq!(place.names(), ["new", "q"]);
}
