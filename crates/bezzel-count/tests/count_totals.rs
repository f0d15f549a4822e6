//! Totals of the colour-split counter against published values, on every backend.

use std::thread;

use bezzel_count::{Backend, Counter, Plan, Route, Tally};

/// Returns n and Q(n) from the vector file of the oracle crate.
fn totals(largest: u32) -> Vec<(u32, u128)> {
    include_str!("../../bezzel-oracle/vectors/totals.csv")
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
