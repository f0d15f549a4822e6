//! Withdrawals of results.

use std::sync::Arc;

use crate::running::run;
use bezzel_campaign::{
    Certificate, Ledger, RecoverOptions, ResultFilter, SecretKey, StoreOutcome, StoredResult,
};
use bezzel_count::{Backend, Engine, EngineInfo, Route, Unit, UnitResult};
use bezzel_run::{LedgerStore, Store};

use super::{all_results, forge, signed_by, truth, verify};
use crate::{N, Place, finish, origin, solutions};

use Route::Direct;

#[test]
fn withdrawn_results_are_kept_do_not_count_and_come_back() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let all = units.plan().len();
    let [liar, honest] = [(); 2].map(|()| SecretKey::new().unwrap());
    let mut ledger = place.ledger("q");
    let mut lies: Vec<StoredResult> = truth.direct[..10].to_vec();
    for (one, spoil) in lies.iter_mut().zip([false, true].iter().cycle()) {
        if *spoil {
            forge(one);
        }
        *one = signed_by(&units, &liar, one);
    }
    ledger.import(&lies).unwrap();
    let rest: Vec<_> = truth.direct[5..]
        .iter()
        .map(|one| signed_by(&units, &honest, one))
        .collect();
    ledger.import(&rest).unwrap();
    let filter = ResultFilter {
        author: Some(liar.author()),
        ..ResultFilter::default()
    };
    assert!(ledger.withdraw(filter.clone(), " ").is_err());
    assert!(
        ledger
            .withdraw(ResultFilter::default(), "no filter")
            .is_err()
    );
    let before = ledger.conflicts().len();
    let done = ledger
        .withdraw(filter.clone(), "it lies\nand more")
        .unwrap();
    assert_eq!(
        (done.withdrawal.number, done.results, done.open),
        (1, 10, 5)
    );
    assert_eq!(ledger.counted(), all - 5);
    assert!(ledger.conflicts().is_empty());
    assert_eq!(
        ledger
            .authors()
            .iter()
            .map(|one| one.withdrawn)
            .sum::<u64>(),
        10
    );
    // Later and backdated lines of the key arrive withdrawn; the lines of others count.
    let mut late = truth.exchanged[0].clone();
    late.time -= 1_000_000;
    let late = signed_by(&units, &liar, &late);
    assert_eq!(ledger.import(&[late]).unwrap(), [StoreOutcome::Withdrawn]);
    drop(ledger);
    let mut ledger = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(ledger.counted(), all - 5);
    finish(&mut ledger);
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
    let text = Certificate::of(&ledger).unwrap().text().to_owned();
    let line = format!(
        "withdrawal 1: author {}; reason: it lies\\nand more\n",
        liar.author()
    );
    assert!(text.contains(&line), "{text}");
    assert!(text.contains("withdrawn results: 11\n"), "{text}");
    // A certificate that hides it is invalid for the ledger.
    let whole = Certificate::parse(&text).unwrap();
    whole.check(&ledger).unwrap();
    let hidden =
        Certificate::parse(&super::certificates::rehash(&text.replacen(&line, "", 1))).unwrap();
    let error = hidden.check(&ledger).unwrap_err().to_string();
    assert!(
        error.contains("expected the withdrawals of the ledger"),
        "{error}"
    );
    // A recovered ledger keeps the withdrawal.
    let (recovered, _) = Ledger::recover(
        &place.file("q"),
        &place.file("new"),
        &RecoverOptions::default(),
    )
    .unwrap();
    assert_eq!(recovered.withdrawals(), ledger.withdrawals());
    assert_eq!(recovered.final_result().unwrap().withdrawn, 11);
    // Undone, the conflicts are back.
    assert!(ledger.undo_withdrawal(2).is_err());
    ledger.undo_withdrawal(1).unwrap();
    assert!(ledger.undo_withdrawal(1).is_err());
    assert_eq!(ledger.conflicts().len(), before + 2);
    assert!(Certificate::of(&ledger).is_err());
    drop(ledger);
    Ledger::open(&place.file("q")).unwrap();
}

#[test]
fn each_property_of_a_withdrawal_selects_its_results() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let counted = all_results(&ledger, Direct, "here");
    ledger.import(&counted[..4]).unwrap();
    let other = StoredResult {
        backend: "cuda".into(),
        ..counted[4].clone()
    };
    ledger.import(&[other]).unwrap();
    let text = |text: &str| Some(text.to_owned());
    let default = ResultFilter::default();
    for (filter, results) in [
        (
            ResultFilter {
                host: text("here"),
                ..default.clone()
            },
            5,
        ),
        (
            ResultFilter {
                host: text("her"),
                ..default.clone()
            },
            0,
        ),
        (
            ResultFilter {
                backend: text("cuda"),
                ..default.clone()
            },
            1,
        ),
        (
            ResultFilter {
                program: text("test"),
                backend: text("portable"),
                ..default.clone()
            },
            4,
        ),
        (
            ResultFilter {
                since: Some(0),
                ..default.clone()
            },
            5,
        ),
        (
            ResultFilter {
                until: Some(0),
                ..default.clone()
            },
            0,
        ),
        (
            ResultFilter {
                since: Some(i64::MAX),
                ..default
            },
            0,
        ),
    ] {
        let done = ledger.withdraw(filter.clone(), "test").unwrap();
        assert_eq!((done.results, done.open), (results, results), "{filter}");
        assert_eq!(ledger.counted(), 5 - results);
        // The process itself must not count what would be withdrawn.
        if filter.host == text("here") {
            let error = ledger.record(&counted[5..6]).unwrap_err().to_string();
            assert!(
                error.contains("results of host here are withdrawn (test)"),
                "{error}"
            );
        }
        ledger.undo_withdrawal(done.withdrawal.number).unwrap();
        assert_eq!(ledger.counted(), 5);
    }
}

/// An engine that must not be asked to count.
struct Idle;

impl Engine for Idle {
    fn info(&self) -> EngineInfo {
        EngineInfo::cpu(Backend::Portable)
    }

    fn run(&mut self, units: &[Unit], _: Route) -> Result<Vec<UnitResult>, bezzel_count::Error> {
        panic!("{} units are counted in vain", units.len())
    }
}

#[test]
fn own_results_under_a_withdrawal_are_refused_before_they_are_counted() {
    let place = Place::new();
    let key = Arc::new(SecretKey::new().unwrap());
    let me = origin("me");
    let text = |text: &str| Some(text.to_owned());
    let default = ResultFilter::default();
    let rules = [
        ResultFilter {
            host: text("me"),
            ..default.clone()
        },
        ResultFilter {
            program: text(&me.program),
            backend: text("portable"),
            ..default.clone()
        },
        ResultFilter {
            author: Some(key.author()),
            since: Some(0),
            ..default.clone()
        },
    ];
    let mut ledger = place.ledger("q");
    ledger
        .import(&all_results(&ledger, Direct, "other"))
        .unwrap();
    for rule in rules {
        let number = ledger.withdraw(rule, "test").unwrap().withdrawal.number;
        for verifies in [false, true] {
            let (me, key) = (me.clone(), Some(key.clone()));
            let mut queue: Box<dyn Store> = if verifies {
                let all = LedgerStore::sample(&mut ledger, me, u64::MAX, 1);
                Box::new(all.signed(key))
            } else {
                Box::new(LedgerStore::open_units(&mut ledger, me, false).signed(key))
            };
            let engines: Vec<Box<dyn Engine>> = vec![Box::new(Idle)];
            let ended = run(queue.as_mut(), engines, &mut |_| true);
            let error = ended.unwrap_err().to_string();
            assert!(error.contains("are withdrawn (test)"), "{error}");
        }
        ledger.undo_withdrawal(number).unwrap();
    }
    // A rule for others, or for another time, does not matter.
    let other = ResultFilter {
        host: text("me"),
        until: Some(0),
        ..default
    };
    ledger.withdraw(other, "test").unwrap();
    assert_eq!(verify(&mut ledger, 3), 3);
}

#[test]
fn a_reopened_unit_is_leased_and_counted_again() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let results = all_results(&ledger, Direct, "there");
    ledger.import(&results).unwrap();
    let filter = ResultFilter {
        host: Some("there".to_owned()),
        ..ResultFilter::default()
    };
    ledger.withdraw(filter, "faulty memory").unwrap();
    let leases = ledger.lease(3).unwrap();
    assert_eq!(leases.len(), 3);
    Ledger::open(&place.file("q")).expect("leased units have withdrawn results");
    drop(ledger);
    let mut ledger = Ledger::open(&place.file("q")).unwrap();
    finish(&mut ledger);
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
}
