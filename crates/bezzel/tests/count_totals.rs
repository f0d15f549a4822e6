//! Totals by colour against published values, on every backend of this processor.

use bezzel::count::{Backend, Counter, Plan};

/// n and Q(n), from the vector file of the oracle crate.
fn totals() -> Vec<(u32, u128)> {
    include_str!("../../bezzel-oracle/vectors/totals.csv")
        .lines()
        .filter(|line| line.starts_with(|first: char| first.is_ascii_digit()))
        .map(|line| {
            let mut fields = line.split(',');
            let mut next = || fields.next().and_then(|field| field.parse::<u128>().ok());
            (next().expect("n") as u32, next().expect("total"))
        })
        .collect()
}

fn backends() -> impl Iterator<Item = Backend> {
    Backend::ALL
        .into_iter()
        .filter(|backend| backend.is_available())
}

fn count(n: u32, backend: Backend) -> u128 {
    let plan = Plan::new(n).expect("a size that can be counted");
    let mut counter = Counter::new(backend).expect("an available backend");
    let shares = plan.units().map(|unit| counter.run(&unit).value).sum();
    plan.total(shares).expect("divisible by the scale")
}

#[test]
fn small_boards() {
    for backend in backends() {
        assert_eq!(count(0, backend), 1);
        for &(n, total) in totals().iter().filter(|(n, _)| *n <= 13) {
            assert_eq!(count(n, backend), total, "n = {n} on {backend}");
        }
    }
}
