//! Totals of the colour-split counter against published values and a search, on every backend.

use std::thread;

use bezzel_count::{Backend, Counter, Plan, Route, Tally};

mod search;

/// Returns n and Q(n) from the vector file of the oracle crate.
fn totals(largest: u32) -> Vec<(u32, u128)> {
    include_str!("../../../bezzel-oracle/vectors/totals.csv")
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .map(|line| {
            let mut fields = line.split(',');
            let mut next = || fields.next().and_then(|field| field.parse::<u128>().ok());
            (next().expect("n") as u32, next().expect("total"))
        })
        .filter(|(n, _)| *n <= largest)
        .collect()
}

fn tally(n: u32, backend: Backend) -> Tally {
    let plan = Plan::new(n).expect("a size that can be counted");
    let half = |first| {
        let mut counter = Counter::new(backend).expect("an available backend");
        let units = plan.units().skip(first).step_by(2);
        units
            .map(|unit| (counter.count(&unit, Route::Direct), unit))
            .collect::<Vec<_>>()
    };
    // The WebAssembly runtimes of the tests have no threads.
    let (even, odd) = if cfg!(target_family = "wasm") {
        (half(0), half(1))
    } else {
        thread::scope(|scope| {
            let odd = scope.spawn(|| half(1));
            (half(0), odd.join().expect("no panic"))
        })
    };
    let mut tally = Tally::default();
    for (result, unit) in even.iter().chain(&odd) {
        tally.add(unit, result).unwrap();
    }
    tally
}

/// Checks all totals up to 20, or up to 12 with debug assertions.
#[test]
fn backends_find_the_published_totals() {
    let largest = if cfg!(debug_assertions) { 12 } else { 20 };
    for backend in Backend::ALL {
        if !backend.is_available() {
            println!("skipped: this CPU does not support {backend}");
            continue;
        }
        assert_eq!(tally(0, backend).total(), Some(1));
        for (n, total) in totals(largest) {
            assert_eq!(
                tally(n, backend).total(),
                Some(total),
                "n = {n} on {backend}"
            );
        }
    }
}

#[test]
fn search_finds_the_published_totals() {
    let largest = if cfg!(debug_assertions) { 11 } else { 14 };
    for (n, total) in totals(largest) {
        assert_eq!(u128::from(search::count(n)), total, "n = {n}");
    }
}

/// Same values and work counters of each unit on each backend, and same values on both routes.
#[test]
fn every_unit_is_the_same_on_every_backend() {
    let largest = if cfg!(debug_assertions) { 11 } else { 15 };
    for n in 0..=largest {
        let mut reference = Counter::new(Backend::Portable).expect("always available");
        for unit in Plan::new(n).expect("a small size").units() {
            let expected = reference.count(&unit, Route::Direct);
            for backend in Backend::ALL
                .into_iter()
                .filter(|backend| backend.is_available())
            {
                let mut counter = Counter::new(backend).expect("available");
                assert_eq!(
                    counter.count(&unit, Route::Direct),
                    expected,
                    "{unit} on {backend}"
                );
                let exchanged = counter.count(&unit, Route::Exchanged);
                assert!(exchanged.agrees(&expected), "{unit} exchanged on {backend}");
            }
        }
    }
}

/// A reflection of an even board exchanges the colours of its squares.
#[test]
fn even_boards_have_a_symmetric_histogram() {
    for n in [4, 6, 8, 10, 12] {
        let histogram = tally(n, Backend::detect())
            .by_black_queens()
            .expect("whole numbers");
        let mirrored: Vec<u128> = histogram.iter().rev().copied().collect();
        assert_eq!(histogram, mirrored, "n = {n}");
    }
}

#[test]
fn plans_cover_every_unit_once_in_order() {
    // At n = 25 some subproblems are split into several units.
    for n in [0, 1, 9, 20, 25] {
        let plan = Plan::new(n).expect("within the limit");
        let mut names = std::collections::HashSet::new();
        for (index, unit) in plan.units().enumerate() {
            assert_eq!(unit.index(), index as u64);
            assert!(unit.cost() > 0.0);
            assert!(names.insert(unit.to_string()));
        }
        assert_eq!(names.len() as u64, plan.len());
    }
    assert!(Plan::new(33).is_err());
}
