//! Policies: who may add results, and how many of them a unit needs.

use std::collections::BTreeMap;

use bezzel_campaign::{
    Certificate, Error, Ledger, Policy, SecretKey, StoreOutcome, StoredResult, UnitList,
    parse_authors,
};
use bezzel_count::{Backend, Counter, Route, Unit, UnitResult};
use proptest::prelude::*;

use super::{forge, ledger_with, listed, signed_by, truth, write_lines};
use crate::{N, Place, origin, solutions};

use Route::{Direct, Exchanged};

#[test]
fn attacks_on_a_campaign_with_a_list_of_authors_are_refused_by_name() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let [one, two, stranger] = [(); 3].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: Some(listed(&[&one, &two])),
        copies: 2,
        ..Policy::default()
    };
    let mut ledger = ledger_with(&place, "q", policy);
    let honest = &truth.direct[3];
    let lines = place.file("lines");
    let mut refused = |stored: &StoredResult, why: &str| {
        write_lines(&lines, &units, std::slice::from_ref(stored));
        let merged = ledger.merge(&lines).unwrap_err().to_string();
        let imported = ledger
            .import(std::slice::from_ref(stored))
            .unwrap_err()
            .to_string();
        for error in [merged, imported] {
            assert!(error.contains(why), "{error} does not contain {why}");
            assert!(!error.contains('\n'));
        }
        assert_eq!(ledger.counted(), 0);
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
        &StoredResult {
            route: Exchanged,
            ..sound.clone()
        },
        &invalid,
    );
    refused(
        &StoredResult {
            time: sound.time - 86_400,
            ..sound.clone()
        },
        &invalid,
    );
    refused(
        &StoredResult {
            unit: 4,
            ..sound.clone()
        },
        &invalid,
    );
    // A signature of another result, and of the same result for another plan.
    let other = signed_by(&units, &one, &truth.direct[5]);
    refused(
        &StoredResult {
            signature: other.signature,
            ..sound.clone()
        },
        &invalid,
    );
    let replayed = {
        let units = UnitList::new(N + 1).unwrap();
        let stored = StoredResult {
            unit: 3,
            ..honest.clone()
        };
        let signature = signed_by(&units, &one, &stored).signature;
        StoredResult {
            signature,
            ..honest.clone()
        }
    };
    refused(&replayed, &invalid);
    // The honest line itself is accepted, and two signatures of one author are one author.
    ledger.import(std::slice::from_ref(&sound)).unwrap();
    let again = signed_by(&units, &one, &truth.exchanged[3]);
    assert_eq!(ledger.import(&[again]).unwrap(), [StoreOutcome::Repeated]);
    let second = signed_by(&units, &two, honest);
    assert_eq!(ledger.import(&[second]).unwrap(), [StoreOutcome::Confirmed]);
    assert_eq!(ledger.status().unwrap().confirmed, 1);
    drop(ledger);
    let ledger = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(ledger.policy().copies, 2);
    assert_eq!(ledger.results(3).unwrap().len(), 3);
    let reports = ledger.authors();
    let counts: Vec<_> = reports
        .iter()
        .map(|one| (one.author, one.results, one.agreed))
        .collect();
    let mut expected = [(Some(one.author()), 2, 2), (Some(two.author()), 1, 1)];
    expected.sort();
    assert_eq!(counts, expected);
}

#[test]
fn lists_that_are_too_short_for_their_policy_are_refused() {
    let keys = [(); 3].map(|()| SecretKey::new().unwrap());
    let check = |copies, authors: &[&SecretKey]| {
        let policy = Policy {
            authors: Some(listed(authors)),
            copies,
            ..Policy::default()
        };
        policy.check().map_err(|error| error.to_string())
    };
    let [one, two, _] = &keys;
    let error = check(2, &[one]).unwrap_err();
    assert!(
        error.starts_with("expected a list of at least 2 authors, found 1"),
        "{error}"
    );
    assert!(check(3, &[one, two]).is_err());
    assert!(check(1, &[one]).is_ok() && check(2, &[one, two]).is_ok());
    for copies in [0, 101] {
        let error = check(copies, &[one]).unwrap_err();
        assert!(error.starts_with("expected 1 to 100 copies"), "{error}");
    }
    // Without a list, one person may be many.
    let anyone = Policy {
        copies: 2,
        ..Policy::default()
    };
    let error = anyone.check().unwrap_err().to_string();
    assert!(
        error.starts_with("expected a list of authors for 2 copies"),
        "{error}"
    );
}

/// Both authors count all units by the direct route. Each of them, or a third one, can add the
/// exchanged one.
#[test]
fn a_campaign_of_two_authors_who_counted_the_same_route_can_be_completed_by_them() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let all = units.plan().len();
    let [one, two, three] = [(); 3].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: Some(listed(&[&one, &two, &three])),
        copies: 2,
        both_routes: true,
    };
    let mut ledger = ledger_with(&place, "q", policy);
    let by = |key: &SecretKey, results: &[StoredResult]| -> Vec<StoredResult> {
        let signed = results.iter().map(|stored| signed_by(&units, key, stored));
        signed.collect()
    };
    let open = |ledger: &Ledger, author: Option<&SecretKey>, route| {
        let (author, mut open) = (author.map(SecretKey::author), 0);
        let mut count = |_: &_| {
            open += 1;
            Ok::<_, Error>(())
        };
        ledger.each_open(author, route, &mut count).unwrap();
        open
    };
    ledger.import(&by(&one, &truth.direct)).unwrap();
    assert_eq!(open(&ledger, Some(&one), None), 0);
    assert_eq!(open(&ledger, Some(&two), Some(Exchanged)), all);
    assert_eq!(open(&ledger, None, Some(Direct)), 0);
    ledger.import(&by(&two, &truth.direct)).unwrap();
    let lacking = ledger.status().unwrap().lacking;
    assert_eq!((lacking.authors, lacking.exchanged_route), (0, all));
    for key in [&one, &two, &three] {
        assert_eq!(open(&ledger, Some(key), None), all);
        assert_eq!(open(&ledger, Some(key), Some(Direct)), 0);
    }
    let outcomes = ledger.import(&by(&one, &truth.exchanged)).unwrap();
    assert!(outcomes.iter().all(|one| *one == StoreOutcome::Confirmed));
    assert_eq!(open(&ledger, None, None), 0);
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
}

/// A unit that has both routes and lacks an author is given to one by either route.
#[test]
fn a_third_author_may_count_either_route() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let [one, two, three] = [(); 3].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: Some(listed(&[&one, &two, &three])),
        copies: 3,
        both_routes: true,
    };
    let mut ledger = ledger_with(&place, "q", policy);
    for (key, stored) in [(&one, &truth.direct[0]), (&two, &truth.exchanged[0])] {
        ledger.import(&[signed_by(&units, key, stored)]).unwrap();
    }
    for route in [Direct, Exchanged] {
        let mut open = Vec::new();
        let mut add = |unit: &Unit| {
            open.push(unit.index());
            Ok::<_, Error>(())
        };
        let author = Some(three.author());
        ledger.each_open(author, Some(route), &mut add).unwrap();
        assert!(open.contains(&truth.direct[0].unit), "{route:?}");
    }
}

#[test]
fn a_policy_says_what_is_missing_until_it_is_met() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let all = units.plan().len();
    let keys = [(); 3].map(|()| SecretKey::new().unwrap());
    let policy = Policy {
        authors: Some(listed(&[&keys[0], &keys[1], &keys[2]])),
        copies: 2,
        both_routes: true,
    };
    let mut ledger = ledger_with(&place, "q", policy);
    let open = |ledger: &Ledger| {
        let mut open = 0;
        let mut count = |_: &_| {
            open += 1;
            Ok::<_, Error>(())
        };
        ledger.each_open(None, None, &mut count).unwrap();
        open
    };
    let by = |key: &SecretKey, results: &[StoredResult]| -> Vec<StoredResult> {
        results
            .iter()
            .map(|one| signed_by(&units, key, one))
            .collect()
    };
    assert_eq!(open(&ledger), all);
    ledger.import(&by(&keys[0], &truth.direct)).unwrap();
    let status = ledger.status().unwrap();
    assert_eq!(
        (status.lacking.authors, status.lacking.exchanged_route),
        (all, 0)
    );
    assert_eq!(open(&ledger), all, "every unit needs another author");
    let error = ledger.final_result().unwrap_err();
    assert!(
        matches!(error, Error::PolicyUnmet { missing, .. } if missing == all),
        "{error}"
    );
    ledger.import(&by(&keys[1], &truth.direct)).unwrap();
    let status = ledger.status().unwrap();
    assert_eq!(
        (status.lacking.authors, status.lacking.exchanged_route),
        (0, all)
    );
    ledger.import(&by(&keys[2], &truth.exchanged[1..])).unwrap();
    assert_eq!(open(&ledger), 1);
    assert!(Certificate::of(&ledger).is_err());
    ledger.import(&by(&keys[2], &truth.exchanged[..1])).unwrap();
    assert_eq!(ledger.final_result().unwrap().total.solutions, solutions(N));
    let certificate = Certificate::of(&ledger).unwrap();
    let text = certificate.text();
    let policy = "policy: signed results of 3 listed authors; 2 different authors and both routes for \
                  each unit\n";
    assert!(text.contains(policy), "{text}");
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

/// A liar who answers second does not end a campaign that needs both routes: others are asked.
#[test]
fn one_liar_who_answers_second_is_outvoted() {
    let place = Place::new();
    let truth = truth();
    let units = truth.ledger.units().clone();
    let keys = [(); 3].map(|()| SecretKey::new().unwrap());
    let [one, liar, other] = &keys;
    for copies in [1, 2] {
        let policy = Policy {
            authors: Some(listed(&[one, liar, other])),
            copies,
            both_routes: true,
        };
        let mut ledger = ledger_with(&place, &format!("q{copies}"), policy);
        let unit = super::forgeable(&ledger) as usize;
        let open = |ledger: &Ledger, author: &SecretKey, route| {
            let mut open = Vec::new();
            let mut add = |unit: &Unit| {
                open.push(unit.index());
                Ok::<_, Error>(())
            };
            ledger
                .each_open(Some(author.author()), route, &mut add)
                .unwrap();
            open.contains(&(unit as u64))
        };
        let mut lie = truth.exchanged[unit].clone();
        forge(&mut lie);
        ledger
            .import(&[signed_by(&units, one, &truth.direct[unit])])
            .unwrap();
        let outcome = ledger.import(&[signed_by(&units, liar, &lie)]).unwrap();
        assert_eq!(outcome, [StoreOutcome::Conflict]);
        assert!(
            open(&ledger, other, None),
            "the unit is given to a third author"
        );
        for route in [Direct, Exchanged] {
            assert!(
                open(&ledger, other, Some(route)),
                "also if a route is named"
            );
        }
        assert!(!open(&ledger, liar, None));
        let outcome = ledger
            .import(&[signed_by(&units, other, &truth.direct[unit])])
            .unwrap();
        assert_eq!(outcome, [StoreOutcome::Conflict]);
        // Two authors agree, and the other route is lacking.
        assert!(open(&ledger, one, Some(Exchanged)) && !open(&ledger, one, Some(Direct)));
        let outcome = ledger
            .import(&[signed_by(&units, one, &truth.exchanged[unit])])
            .unwrap();
        assert_eq!(outcome, [StoreOutcome::Confirmed]);
        let reports = ledger.authors();
        let named: Vec<_> = reports.iter().filter(|one| one.disagreed > 0).collect();
        assert_eq!((named.len(), named[0].author), (1, Some(liar.author())));
    }
}

#[test]
fn lists_of_authors_are_kept_with_their_names() {
    let place = Place::new();
    let key = SecretKey::new().unwrap();
    let list = parse_authors(&format!("{} Ada\n", key.author())).unwrap();
    let policy = Policy {
        authors: Some(list),
        ..Policy::default()
    };
    drop(ledger_with(&place, "q", policy.clone()));
    let ledger = Ledger::open(&place.file("q")).unwrap();
    assert_eq!(ledger.policy(), &policy);
    let reports = ledger.authors();
    assert_eq!((reports[0].name.as_str(), reports[0].results), ("Ada", 0));
}

/// Behaviour of an author for a unit.
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
        n in 14..18_u32,
        copies in 2..4_usize,
        both_routes: bool,
        seed: u64,
    ) {
        const UNITS: u64 = 14;
        let truth = values_of(n);
        let place = Place::new();
        let units = UnitList::new(n).unwrap();
        let mut random = fastrand::Rng::with_seed(seed);
        // Up to K - 1 liars, and enough honest authors.
        let liars = random.usize(..copies);
        let keys: Vec<SecretKey> = (0..2 * copies).map(|_| SecretKey::new().unwrap()).collect();
        let all: Vec<&SecretKey> = keys.iter().collect();
        let policy = Policy { authors: Some(listed(&all)), copies: copies as u32, both_routes };
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
                prop_assert_eq!(found.total.solutions, solutions(n));
            }
        }
        let found = ledger.final_result().unwrap();
        prop_assert_eq!(found.total.solutions, solutions(n));
        let lies = ledger.authors().iter().map(|one| one.disagreed).sum::<u64>();
        prop_assert_eq!(lies, found.rejected.len() as u64);
    }
}

/// The true results of all units by unit, counted once.
fn values_of(n: u32) -> BTreeMap<u64, UnitResult> {
    static VALUES: std::sync::Mutex<BTreeMap<u32, BTreeMap<u64, UnitResult>>> =
        std::sync::Mutex::new(BTreeMap::new());
    let count = || {
        let units = UnitList::new(n).unwrap();
        let mut counter = Counter::new(Backend::detect()).unwrap();
        let mut count = |unit: Unit| (unit.index(), counter.count(&unit, Direct));
        units.plan().units().map(&mut count).collect()
    };
    VALUES
        .lock()
        .unwrap()
        .entry(n)
        .or_insert_with(count)
        .clone()
}

/// A result with the true value, without counting it again.
fn simulated(truth: &BTreeMap<u64, UnitResult>, unit: u64, route: Route) -> StoredResult {
    StoredResult {
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
