//! No wrong total is returned: a test makes each check fail.

use bezzel_count::{Backend, Counter, Plan, Route, Tally, Unit, UnitResult};

/// Returns the units of n = 12 with their results.
fn counted() -> (Plan, Vec<(Unit, UnitResult)>) {
    let plan = Plan::new(12).unwrap();
    let mut counter = Counter::new(Backend::Portable).unwrap();
    let results = plan
        .units()
        .map(|unit| {
            let result = counter.count(&unit, Route::Direct);
            (unit, result)
        })
        .collect();
    (plan, results)
}

fn refusal(plan: &Plan, results: &[(Unit, UnitResult)]) -> String {
    let mut tally = Tally::default();
    for (unit, result) in results {
        tally.add(unit, result).unwrap();
    }
    tally.verified_total(plan).unwrap_err().to_string()
}

#[test]
fn correct_results_pass() {
    let (plan, results) = counted();
    let mut tally = Tally::default();
    for (unit, result) in &results {
        tally.add(unit, result).unwrap();
    }
    let total = tally.verified_total(&plan).unwrap();
    assert_eq!(total.solutions, 14200);
    assert_eq!(total.by_black_queens.iter().sum::<u128>(), 14200);
}

#[test]
fn a_missing_unit_is_noticed() {
    let (plan, results) = counted();
    let error = refusal(&plan, &results[1..]);
    let left = results.len() - 1;
    assert!(
        error.contains(&format!("expected {} units, found {left}", results.len())),
        "{error}"
    );
}

#[test]
fn a_fraction_of_a_solution_is_noticed() {
    let (plan, mut results) = counted();
    results[0].1.value += 1;
    let error = refusal(&plan, &results);
    assert!(error.contains("whole solutions"), "{error}");
}

/// An odd number can already fail the check for each number of black queens, because a unit can
/// contribute to two of them; the remainder modulo 8 finds the others.
#[test]
fn a_few_solutions_too_many_are_noticed() {
    for wrong in 1..8 {
        let (plan, mut results) = counted();
        results[0].1.value += u128::from(Plan::VALUE_SCALE) * wrong;
        let error = refusal(&plan, &results);
        let noticed = error.contains("modulo 8") || error.contains("whole solutions");
        assert!(noticed, "{wrong} too many: {error}");
        if wrong % 2 == 0 {
            assert!(error.contains("modulo 8"), "{wrong} too many: {error}");
        }
    }
}
