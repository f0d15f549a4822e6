//! Results of strangers: forged lines, recounts, signatures, policies and withdrawals.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use bezzel_campaign::{
    Admission, AuthorList, Certificate, Error, Ledger, Policy, ProcessInfo, Record, RecordOutcome,
    ResultFilter, SecretKey, TimeLimit, UnitList, VerificationQueue, parse_authors, run,
};
use bezzel_count::{Route, UnitResult};
use proptest::prelude::*;

use crate::{N, Place, counter, finish, origin, record, solutions};

use Route::{Direct, Exchanged};

/// Writes records as a file of lines.
fn write_lines(path: &Path, units: &UnitList, records: &[Record]) {
    let lines = records.iter().map(|one| units.line(one).unwrap() + "\n");
    fs::write(path, units.header() + "\n" + &lines.collect::<String>()).unwrap();
}

/// The results of all units by one route, as this host counts them.
fn all_records(ledger: &Ledger, route: Route, host: &str) -> Vec<Record> {
    let units = 0..ledger.units().plan().len();
    units
        .map(|unit| record(ledger, unit, route, host))
        .collect()
}

/// A false value that passes all checks of a unit and of the total: 96 is 8 solutions.
fn forge(record: &mut Record) {
    record.result.value += 96;
}

fn verify(ledger: &mut Ledger, units: u64) -> u64 {
    let mut queue = VerificationQueue::some(ledger, ProcessInfo::current("t"), units, 1).unwrap();
    let drawn = queue.units();
    run(&mut queue, vec![counter()], TimeLimit::none(), &mut |_| {
        true
    })
    .unwrap();
    drawn
}

fn resolve(ledger: &mut Ledger) {
    let mut queue = VerificationQueue::conflicts(ledger, ProcessInfo::current("t")).unwrap();
    run(&mut queue, vec![counter()], TimeLimit::none(), &mut |_| {
        true
    })
    .unwrap();
}

/// The unit whose value is forged in these tests: the forged total passes all checks.
fn forgeable(ledger: &Ledger) -> u64 {
    let units = ledger.units();
    let fits = |unit: &u64| {
        let mut one = record(ledger, *unit, Direct, "h");
        forge(&mut one);
        units.check(&one).is_ok() && one.result.value > 96
    };
    (0..units.plan().len()).find(fits).expect("a unit has room")
}

#[test]
fn a_forged_line_that_is_sent_by_both_routes_confirms_nothing_and_is_found() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let units = ledger.units().clone();
    let mut records = all_records(&ledger, Direct, "liar");
    let forged = forgeable(&ledger);
    forge(&mut records[forged as usize]);
    records.push(Record {
        route: Exchanged,
        ..records[forged as usize].clone()
    });
    write_lines(&place.file("forged"), &units, &records);
    let merge = ledger.merge(&place.file("forged")).unwrap();
    assert_eq!((merge.merged, merge.repeated), (units.plan().len(), 1));
    assert_eq!(merge.confirmed, 0);
    assert_eq!(ledger.status().unwrap().confirmed, 0);
    let before = ledger.final_result().map(|it| it.unconfirmed_imports);
    // A check of the total may find some forgeries, but not all of them.
    assert!(before.is_err() || before.unwrap() == units.plan().len());
    // The forged unit is drawn like every other one.
    assert_eq!(verify(&mut ledger, u64::MAX), units.plan().len());
    assert_eq!(ledger.conflicts().unwrap(), [forged]);
    resolve(&mut ledger);
    let found = ledger.final_result().unwrap();
    assert_eq!(found.total.solutions, solutions(N));
    assert_eq!((found.rejected.len(), found.recounted), (2, 1));
    assert_eq!(found.confirmed_by_exchange, units.plan().len());
    // An honest line that arrives later agrees.
    let honest = record(&ledger, forged, Direct, "honest");
    let outcome = ledger.import(&[honest]).unwrap();
    assert_eq!(outcome, [RecordOutcome::Confirmed]);
    drop(ledger);
    Ledger::open(&place.file("q")).unwrap();
}

#[test]
fn forging_both_routes_under_several_names_does_not_move_an_own_recount() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    finish(&mut ledger);
    verify(&mut ledger, u64::MAX);
    let units = ledger.units().clone();
    let mut forged = Vec::new();
    for host in ["a", "b", "c"] {
        for route in [Direct, Exchanged] {
            let mut one = record(&ledger, 5, route, host);
            forge(&mut one);
            forged.push(one);
        }
    }
    write_lines(&place.file("forged"), &units, &forged);
    let merge = ledger.merge(&place.file("forged")).unwrap();
    assert_eq!(merge.conflicts, 6, "all are named");
    assert!(ledger.conflicts().unwrap().is_empty());
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
    assert_eq!(ledger.final_result().unwrap().rejected.len(), 6);
    // Against a unit that is not recounted, they cause a conflict, which a recount ends.
    let mut other = place.ledger("other");
    finish(&mut other);
    assert_eq!(other.merge(&place.file("forged")).unwrap().conflicts, 6);
    assert_eq!(other.conflicts().unwrap(), [5]);
    resolve(&mut other);
    assert_eq!(other.final_result().unwrap().total.solutions, solutions(N));
}

#[test]
fn units_of_a_host_are_counted_again_also_if_they_are_confirmed() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let honest = all_records(&ledger, Direct, "honest");
    ledger.import(&honest).unwrap();
    // Two names of one liar confirm each other.
    let mut liar = vec![];
    for host in ["liar", "friend"] {
        let mut one = record(&ledger, 7, Exchanged, host);
        forge(&mut one);
        liar.push(one);
    }
    let mut empty = place.ledger("empty");
    empty.import(&liar).unwrap();
    assert_eq!(empty.status().unwrap().confirmed, 1);
    let filter = ResultFilter {
        host: Some("liar".to_owned()),
        ..ResultFilter::default()
    };
    let chosen = empty.units_with(&filter).unwrap();
    assert_eq!(chosen, [7]);
    let mut queue = VerificationQueue::chosen(&mut empty, origin("me"), chosen);
    run(&mut queue, vec![counter()], TimeLimit::none(), &mut |_| {
        true
    })
    .unwrap();
    let results = empty.status().unwrap();
    assert_eq!((results.conflicts, results.resolved.len()), (0, 1));
    let right = record(&empty, 7, Direct, "x").result.value.to_string();
    assert_eq!(results.resolved[0].accepted, Some(right));
}

/// Results of all units by both routes, once for all tests of this file.
struct Truth {
    ledger: Ledger,
    direct: Vec<Record>,
    exchanged: Vec<Record>,
    _place: Place,
}

fn truth() -> Truth {
    let place = Place::new();
    let ledger = place.ledger("truth");
    Truth {
        direct: all_records(&ledger, Direct, "h"),
        exchanged: all_records(&ledger, Exchanged, "h"),
        ledger,
        _place: place,
    }
}

fn listed(keys: &[&SecretKey]) -> Admission {
    let list: AuthorList = keys
        .iter()
        .map(|key| (key.author(), String::new()))
        .collect();
    Admission::Listed(list)
}

fn ledger_with(place: &Place, name: &str, policy: Policy) -> Ledger {
    let units = UnitList::new(N).unwrap();
    Ledger::create_with(&place.file(name), units, policy).unwrap()
}

fn signed_by(units: &UnitList, key: &SecretKey, record: &Record) -> Record {
    let mut record = record.clone();
    units.sign(&mut record, key).unwrap();
    record
}

#[test]
fn attacks_on_a_campaign_with_a_list_of_authors_are_refused_by_name() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let [one, two, stranger] = [(); 3].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: listed(&[&one, &two]),
        copies: 2,
        ..Policy::default()
    };
    let mut ledger = ledger_with(&place, "q", policy);
    let honest = &truth.direct[3];
    let lines = place.file("lines");
    let mut refused = |record: &Record, why: &str| {
        write_lines(&lines, &units, std::slice::from_ref(record));
        let merged = ledger.merge(&lines).unwrap_err().to_string();
        let imported = ledger
            .import(std::slice::from_ref(record))
            .unwrap_err()
            .to_string();
        for error in [merged, imported] {
            assert!(error.contains(why), "{error} does not contain {why}");
            assert!(!error.contains('\n'));
        }
        assert_eq!(ledger.counted().unwrap(), 0);
    };
    refused(honest, "expected a result signed by an author in the list");
    // One author with further keys.
    let foreign = signed_by(&units, &stranger, honest);
    refused(&foreign, &format!("found author {}", stranger.author()));
    // Altered values, routes and times with recomputed checksums.
    let sound = signed_by(&units, &one, honest);
    let invalid = format!("expected a valid signature of author {}", one.author());
    let mut altered = sound.clone();
    forge(&mut altered);
    refused(&altered, &invalid);
    refused(
        &Record {
            route: Exchanged,
            ..sound.clone()
        },
        &invalid,
    );
    refused(
        &Record {
            time: sound.time - 86_400,
            ..sound.clone()
        },
        &invalid,
    );
    refused(
        &Record {
            unit: 4,
            ..sound.clone()
        },
        &invalid,
    );
    // A signature of another result, and of the same result for another plan.
    let other = signed_by(&units, &one, &truth.direct[5]);
    refused(
        &Record {
            signature: other.signature,
            ..sound.clone()
        },
        &invalid,
    );
    let replayed = {
        let units = UnitList::new(N + 1).unwrap();
        let record = Record {
            unit: 3,
            ..honest.clone()
        };
        let signature = signed_by(&units, &one, &record).signature;
        Record {
            signature,
            ..honest.clone()
        }
    };
    refused(&replayed, &invalid);
    // The honest line itself is accepted, and two signatures of one author are one author.
    ledger.import(std::slice::from_ref(&sound)).unwrap();
    let again = signed_by(&units, &one, &truth.exchanged[3]);
    assert_eq!(ledger.import(&[again]).unwrap(), [RecordOutcome::Repeated]);
    let second = signed_by(&units, &two, honest);
    assert_eq!(
        ledger.import(&[second]).unwrap(),
        [RecordOutcome::Confirmed]
    );
    assert_eq!(ledger.status().unwrap().confirmed, 1);
    drop(ledger);
    let ledger = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(ledger.policy().copies, 2);
    assert_eq!(ledger.results(3).unwrap().len(), 3);
    let reports = ledger.authors().unwrap();
    let counts: Vec<_> = reports
        .iter()
        .map(|one| (one.author, one.results, one.agreed))
        .collect();
    let mut expected = [(Some(one.author()), 2, 2), (Some(two.author()), 1, 1)];
    expected.sort();
    assert_eq!(counts, expected);
}

#[test]
fn a_policy_says_what_is_missing_until_it_is_met() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let all = units.plan().len();
    let keys = [(); 3].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: listed(&[&keys[0], &keys[1], &keys[2]]),
        copies: 2,
        both_routes: true,
        ..Policy::default()
    };
    let mut ledger = ledger_with(&place, "q", policy);
    let open = |ledger: &Ledger| {
        let mut open = 0;
        let mut count = |_: &_| {
            open += 1;
            Ok::<_, Error>(())
        };
        ledger.each_open(&mut count).unwrap();
        open
    };
    let by = |key: &SecretKey, records: &[Record]| -> Vec<Record> {
        records
            .iter()
            .map(|one| signed_by(&units, key, one))
            .collect()
    };
    assert_eq!(open(&ledger), all);
    ledger.import(&by(&keys[0], &truth.direct)).unwrap();
    let status = ledger.status().unwrap();
    assert_eq!((status.lacking.authors, status.lacking.routes), (all, 0));
    assert_eq!(open(&ledger), all, "every unit needs another author");
    let error = ledger.final_result().unwrap_err();
    assert!(
        matches!(error, Error::PolicyUnmet { missing, .. } if missing == all),
        "{error}"
    );
    ledger.import(&by(&keys[1], &truth.direct)).unwrap();
    let status = ledger.status().unwrap();
    assert_eq!((status.lacking.authors, status.lacking.routes), (0, all));
    ledger.import(&by(&keys[2], &truth.exchanged[1..])).unwrap();
    assert_eq!(open(&ledger), 1);
    assert!(Certificate::of(&ledger).is_err());
    ledger.import(&by(&keys[2], &truth.exchanged[..1])).unwrap();
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
    let certificate = Certificate::of(&ledger).unwrap();
    let text = certificate.text();
    let policy = "policy: signed results of 3 listed authors; 2 different authors for each unit; \
                  both routes\n";
    assert!(text.contains(policy), "{text}");
    assert!(text.contains("of K = 3 or more origins"), "{text}");
    certificate.check(&ledger).unwrap();
    // The same results under another policy are another certificate.
    let mut lax = place.ledger("lax");
    lax.merge(&place.file("q")).unwrap();
    let error = certificate.check(&lax).unwrap_err().to_string();
    assert!(
        error.contains("expected the policy 'results of anyone"),
        "{error}"
    );
}

#[test]
fn units_of_newcomers_need_another_author_until_enough_have_agreed() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let all = units.plan().len();
    let [one, two] = [(); 2].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: Admission::Signed,
        probation: 3,
        ..Policy::default()
    };
    let mut ledger = ledger_with(&place, "q", policy);
    let by = |key: &SecretKey, records: &[Record]| -> Vec<Record> {
        records
            .iter()
            .map(|one| signed_by(&units, key, one))
            .collect()
    };
    ledger.import(&by(&one, &truth.direct)).unwrap();
    assert_eq!(ledger.status().unwrap().lacking.probation, all);
    assert!(ledger.authors().unwrap()[0].on_probation);
    ledger.import(&by(&two, &truth.direct[..2])).unwrap();
    assert_eq!(ledger.status().unwrap().lacking.probation, all - 2);
    ledger.import(&by(&two, &truth.direct[2..3])).unwrap();
    assert_eq!(ledger.status().unwrap().lacking.units(), 0);
    assert!(
        ledger
            .authors()
            .unwrap()
            .iter()
            .all(|one| !one.on_probation)
    );
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
    // An audit of every unit asks for a second author of all others.
    let audited = Policy {
        authors: Admission::Signed,
        audit: 1_000_000,
        ..Policy::default()
    };
    let mut audited = ledger_with(&place, "audited", audited);
    audited.merge(&place.file("q")).unwrap();
    assert_eq!(audited.status().unwrap().lacking.authors, all - 3);
}

#[test]
fn withdrawn_results_are_kept_do_not_count_and_come_back() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let all = units.plan().len();
    let [liar, honest] = [(); 2].map(|()| SecretKey::new().unwrap());
    let mut ledger = place.ledger("q");
    let mut lies: Vec<Record> = truth.direct[..10].to_vec();
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
    let before = serde_json::to_value(ledger.status().unwrap()).unwrap();
    let done = ledger
        .withdraw(filter.clone(), "it lies\nand more")
        .unwrap();
    assert_eq!(
        (done.withdrawal.number, done.results, done.open),
        (1, 10, 5)
    );
    assert_eq!(ledger.counted().unwrap(), all - 5);
    assert!(ledger.conflicts().unwrap().is_empty());
    assert_eq!(
        ledger
            .authors()
            .unwrap()
            .iter()
            .map(|one| one.withdrawn)
            .sum::<u64>(),
        10
    );
    // Later and backdated lines of the key arrive withdrawn; the lines of others count.
    let mut late = truth.exchanged[0].clone();
    late.time -= 1_000_000;
    let late = signed_by(&units, &liar, &late);
    assert_eq!(ledger.import(&[late]).unwrap(), [RecordOutcome::Withdrawn]);
    drop(ledger);
    let mut ledger = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(ledger.counted().unwrap(), all - 5);
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
    let hidden = Certificate::parse(&rehash(&text.replacen(&line, "", 1))).unwrap();
    let error = hidden.check(&ledger).unwrap_err().to_string();
    assert!(
        error.contains("expected the withdrawals of the ledger"),
        "{error}"
    );
    // A recovered ledger keeps the withdrawal.
    let (recovered, _) = Ledger::recover(&place.file("q"), &place.file("new")).unwrap();
    assert_eq!(
        recovered.withdrawals().unwrap(),
        ledger.withdrawals().unwrap()
    );
    assert_eq!(recovered.final_result().unwrap().withdrawn, 11);
    // Undone, the conflicts are back.
    assert!(ledger.undo_withdrawal(2).is_err());
    ledger.undo_withdrawal(1).unwrap();
    assert!(ledger.undo_withdrawal(1).is_err());
    assert_eq!(
        ledger.conflicts().unwrap().len() as u64,
        before["conflicts"].as_u64().unwrap() + 2
    );
    assert!(Certificate::of(&ledger).is_err());
    drop(ledger);
    Ledger::open(&place.file("q")).unwrap();
}

#[test]
fn each_property_of_a_withdrawal_selects_its_results() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let records = all_records(&ledger, Direct, "here");
    ledger.import(&records[..4]).unwrap();
    let other = Record {
        backend: "cuda".into(),
        ..records[4].clone()
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
        assert_eq!(ledger.counted().unwrap(), 5 - results);
        // The process itself must not count what would be withdrawn.
        if filter.host == text("here") {
            let error = ledger.record(&records[5..6]).unwrap_err().to_string();
            assert!(
                error.contains("results of host here are withdrawn (test)"),
                "{error}"
            );
        }
        ledger.undo_withdrawal(done.withdrawal.number).unwrap();
        assert_eq!(ledger.counted().unwrap(), 5);
    }
}

#[test]
fn a_reopened_unit_is_leased_and_counted_again() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    let records = all_records(&ledger, Direct, "there");
    ledger.import(&records).unwrap();
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

/// Computes fingerprint and checksum of a changed certificate again, as anyone can.
fn rehash(text: &str) -> String {
    let line = "fingerprint: ";
    let at = text.find(line).unwrap();
    let (first, rest) = text.split_at(at);
    let rest = &rest[line.len() + 64..];
    let hex = |text: &str| -> String {
        use sha2::{Digest, Sha256};
        let digest = Sha256::digest(text);
        digest.iter().map(|byte| format!("{byte:02x}")).collect()
    };
    let text = format!("{first}{line}{}{rest}", hex(first));
    let body = &text[..text.rfind("checksum: ").unwrap()];
    format!("{body}checksum: {}\n", hex(body))
}

#[test]
fn forged_certificates_whose_lines_contradict_each_other_are_refused() {
    let place = Place::new();
    let mut ledger = place.ledger("q");
    finish(&mut ledger);
    let text = Certificate::of(&ledger).unwrap().text().to_owned();
    Certificate::parse(&rehash(&text)).unwrap();
    for (from, to) in [
        ("solutions: 14200\n", "solutions: 14208\n"),
        (
            "fundamental solutions: 1787\n",
            "fundamental solutions: 1788\n",
        ),
        (
            "the solutions are 0 modulo 8",
            "the solutions are 1 modulo 8",
        ),
        ("add up to 14200\n", "add up to 14201\n"),
    ] {
        assert!(text.contains(from), "{text}");
        let forged = rehash(&text.replacen(from, to, 1));
        assert!(Certificate::parse(&forged).is_err(), "{forged}");
    }
}

/// What an author does with a unit.
#[derive(Debug, Clone, Copy)]
enum Deed {
    Honest,
    Lie,
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 8 } else { 400 }))]

    /// Fewer than K liars among the authors of a unit never change the total under a policy of K
    /// listed authors, in whatever order and by whatever route results arrive. Liars agree on the
    /// same false value.
    #[test]
    fn liars_below_the_bound_of_the_policy_never_change_the_total(
        copies in 2..4_usize,
        both_routes: bool,
        seed: u64,
    ) {
        const UNITS: u64 = 14;
        let truth = values_of_14();
        let place = Place::new();
        let units = UnitList::new(14).unwrap();
        let mut random = fastrand::Rng::with_seed(seed);
        // Up to K - 1 liars, and enough honest authors.
        let liars = random.usize(..copies);
        let keys: Vec<SecretKey> = (0..2 * copies).map(|_| SecretKey::new().unwrap()).collect();
        let all: Vec<&SecretKey> = keys.iter().collect();
        let policy = Policy { authors: listed(&all), copies: copies as u32, both_routes, ..Policy::default() };
        let mut ledger = Ledger::create_with(&place.file("q"), units.clone(), policy).unwrap();
        let mut sent = Vec::new();
        for unit in 0..units.plan().len() {
            for (number, key) in keys.iter().enumerate() {
                let deed = if number < liars && unit < UNITS { Deed::Lie } else { Deed::Honest };
                // Routes alternate, so that K honest authors have both.
                let route = if number % 2 == 0 { Direct } else { Exchanged };
                let mut one = simulated(&truth, unit, route);
                if matches!(deed, Deed::Lie) {
                    one.result.value += 12;
                }
                if units.check(&one).is_ok() {
                    sent.push(signed_by(&units, key, &one));
                }
            }
        }
        random.shuffle(&mut sent);
        for chunk in sent.chunks(50) {
            ledger.import(chunk).unwrap();
            if let Ok(found) = ledger.final_result() {
                prop_assert_eq!(found.total.solutions, solutions(14));
            }
        }
        let found = ledger.final_result().unwrap();
        prop_assert_eq!(found.total.solutions, solutions(14));
        let lies = ledger.authors().unwrap().iter().map(|one| one.disagreed).sum::<u64>();
        prop_assert_eq!(lies, found.rejected.len() as u64);
    }
}

/// The true results of n = 14 by unit, counted once.
fn values_of_14() -> BTreeMap<u64, UnitResult> {
    static VALUES: std::sync::OnceLock<BTreeMap<u64, UnitResult>> = std::sync::OnceLock::new();
    let count = || {
        let units = UnitList::new(14).unwrap();
        let mut counter = counter();
        let count = |unit: bezzel_count::Unit| {
            let index = unit.index();
            (index, counter.run(&[unit], Direct).unwrap().remove(0))
        };
        units.plan().units().map(count).collect()
    };
    VALUES.get_or_init(count).clone()
}

/// A result with the true value, without counting it again.
fn simulated(truth: &BTreeMap<u64, UnitResult>, unit: u64, route: Route) -> Record {
    Record {
        unit,
        route,
        result: truth[&unit],
        backend: "portable".into(),
        origin: origin("h"),
        microseconds: 1,
        clock: bezzel_campaign::Clock::Cpu,
        attempt: 1,
        time: 0,
        signature: None,
    }
}

#[test]
fn lists_of_authors_are_kept_with_their_names() {
    let place = Place::new();
    let key = SecretKey::new().unwrap();
    let list = parse_authors(&format!("{} Ada\n", key.author())).unwrap();
    let policy = Policy {
        authors: Admission::Listed(list),
        ..Policy::default()
    };
    drop(ledger_with(&place, "q", policy.clone()));
    let ledger = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(ledger.policy(), &policy);
    let reports = ledger.authors().unwrap();
    assert_eq!((reports[0].name.as_str(), reports[0].results), ("Ada", 0));
}

fn log_of(ledger: &Ledger) -> String {
    let mut log = String::new();
    let mut write = |line: &str| {
        log += line;
        log.push('\n');
        Ok::<_, Error>(())
    };
    ledger.each_log_line(&mut write).unwrap();
    log
}

#[test]
fn a_log_alone_gives_the_same_certificate() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let [one, two] = [(); 2].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: listed(&[&one, &two]),
        copies: 2,
        audit: 100_000,
        seed: u64::MAX - 5,
        ..Policy::default()
    };
    let mut ledger = ledger_with(&place, "q", policy);
    for (key, records) in [(&one, &truth.direct), (&two, &truth.exchanged)] {
        let signed: Vec<_> = records
            .iter()
            .map(|one| signed_by(&units, key, one))
            .collect();
        ledger.import(&signed).unwrap();
    }
    let filter = ResultFilter {
        host: Some("a\"b".to_owned()),
        ..ResultFilter::default()
    };
    ledger.withdraw(filter, "of no consequence").unwrap();
    let mut lacking = Vec::new();
    let mut note = |unit: &bezzel_count::Unit| {
        lacking.push(unit.index());
        Ok::<_, Error>(())
    };
    ledger.each_open(&mut note).unwrap();
    assert!(!lacking.is_empty(), "some units are audited");
    let mut queue = VerificationQueue::chosen(&mut ledger, origin("me"), lacking);
    run(&mut queue, vec![counter()], TimeLimit::none(), &mut |_| {
        true
    })
    .unwrap();
    let log = log_of(&ledger);
    let replayed = Ledger::replay(&mut log.as_bytes(), &place.file("replayed")).unwrap();
    assert_eq!(log_of(&replayed), log);
    assert_eq!(
        Certificate::of(&replayed).unwrap(),
        Certificate::of(&ledger).unwrap()
    );
    drop(replayed);
    Ledger::open(&place.file("replayed")).unwrap();
    // Any change is refused with its line, or changes the certificate.
    let lines: Vec<&str> = log.lines().collect();
    let with = |at: usize, from: &str, to: &str| {
        let mut lines = lines.clone();
        assert!(lines[at].contains(from), "{}", lines[at]);
        let line = lines[at].replacen(from, to, 1);
        lines[at] = &line;
        lines.join("\n") + "\n"
    };
    let is_direct = |line: &&str| line.starts_with("result imported ") && line.contains(" direct ");
    let result = lines.iter().position(is_direct).unwrap();
    let foreign = SecretKey::new().unwrap().author().to_string();
    let names = lines[3].split(' ').nth(1).unwrap();
    for (text, why) in [
        (String::new(), "line 1: expected a log"),
        (with(0, "1", "2"), "line 1: expected a log"),
        (with(1, "n 12", "n 13"), "expected the plan"),
        (with(2, "listed", "all"), "expected authors 'anyone'"),
        (with(2, "copies", "copy"), "line 3: expected a valid policy"),
        (
            with(2, "\"copies\":2", "\"copies\":0"),
            "expected 1 to 100 copies",
        ),
        (with(3, names, &foreign), "in the list of the campaign"),
        (
            with(5, "number", "nummer"),
            "line 6: expected a valid withdrawal",
        ),
        (
            with(result, "imported", "borrowed"),
            "expected 'own' or 'imported'",
        ),
        (
            with(result, " direct ", " exchanged "),
            "expected a result of this plan",
        ),
        (
            log[..log.len() - 1].to_owned(),
            "expected a complete last line",
        ),
        (log.clone() + "more\n", "expected a result, found 'more'"),
    ] {
        let to = place.file("other");
        let _ = fs::remove_file(&to);
        let error = Ledger::replay(&mut text.as_bytes(), &to).err();
        let error = error.map(|error| error.to_string()).unwrap_or_default();
        assert!(
            error.contains(why) && !error.contains('\n'),
            "{error} does not contain {why}"
        );
    }
}
