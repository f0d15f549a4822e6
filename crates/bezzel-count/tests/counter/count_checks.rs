//! No wrong total is returned: a test makes each check fail.

use bezzel::{ConstrainedBoard, NEVER, Square};
use bezzel_count::{Backend, Counter, Plan, Route, Tally, Unit, UnitResult, plain_value};

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

#[test]
fn the_plain_search_counts_what_the_engines_count() {
    let mut board = ConstrainedBoard::new(12).unwrap();
    board.place(Square::new(3, 5)).unwrap();
    for square in [(0, 0), (0, 1), (7, 8), (11, 4)] {
        board.block(Square::new(square.0, square.1)).unwrap();
    }
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let mut plans: Vec<_> = (0..=13).map(|n| Plan::new(n).unwrap()).collect();
    plans.push(Plan::constrained(&board).unwrap());
    for unit in plans.iter().flat_map(Plan::units) {
        let found = counter.count(&unit, Route::Exchanged);
        assert_eq!(plain_value(&unit, NEVER), Some(found.value), "{unit}");
    }
}

/// The total of NQueens@home for n = 24 was too small by 182 · 2³².
#[test]
fn the_plain_search_sees_a_lost_multiple_of_a_power_of_two_and_the_check_modulo_8_does_not() {
    let plan = Plan::new(16).unwrap();
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let mut tally = Tally::default();
    let largest = |unit: &Unit| unit.largest_result().value;
    let victim = plan.units().max_by_key(largest).unwrap();
    let lost = 1 << 17;
    for unit in plan.units() {
        let mut result = counter.count(&unit, Route::Direct);
        if unit == victim {
            result.value -= u128::from(Plan::VALUE_SCALE) * lost;
            assert_ne!(plain_value(&unit, NEVER), Some(result.value));
        }
        tally.add(&unit, &result).unwrap();
    }
    let total = tally.verified_total(&plan).unwrap();
    assert_eq!(total.solutions, 14_772_512 - lost, "it passes");
}
