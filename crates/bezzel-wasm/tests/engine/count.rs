//! Counts of the engine equal those of the library, and wrong results are refused.

use bezzel::{ConstrainedBoard, Square};
use bezzel_count::{
    Backend, Counter, DrawCounter, OccupancyCounter, OccupancyPlan, Plan, Route, Tally,
    UniformDraws, draw_listed,
};
use bezzel_wasm::Engine;
use serde_json::{Value, json};

use crate::{Program, ask_with as ask_json};

/// Returns the answer to a request about counts, or the sentence that refuses it.
fn ask_with(engine: &mut Engine, program: &mut Program, request: Value) -> Result<Value, String> {
    let answer = ask_json(engine, program, &json!({ "count": request }));
    answer.map_err(|problem| problem["detail"].as_str().unwrap().to_owned())
}

fn ask(engine: &mut Engine, request: Value) -> Result<Value, String> {
    ask_with(engine, &mut Program::ticking(1.0), request)
}

/// Returns the results of all units.
fn results(engine: &mut Engine, of: &str, board: &Value) -> Vec<Value> {
    let plan = ask(engine, json!({"plan": {"of": of, "board": board}})).unwrap();
    let order = plan["order"].as_array().unwrap();
    let mut indices: Vec<u64> = order.iter().map(|index| index.as_u64().unwrap()).collect();
    let result = |index: &u64| {
        let request = json!({"unit": {"of": of, "board": board, "index": index}});
        let result = ask(engine, request).unwrap();
        assert_eq!(result["name"], plan["names"][*index as usize]);
        result
    };
    let results = indices.iter().map(result).collect();
    indices.sort_unstable();
    assert!(indices.into_iter().eq(0..order.len() as u64), "each once");
    results
}

fn total(engine: &mut Engine, of: &str, board: &Value, results: &[Value]) -> Result<Value, String> {
    ask(
        engine,
        json!({"total": {"of": of, "board": board, "results": results}}),
    )
}

/// Empty boards, a board whose completions are listed, and one that is counted in units.
fn boards() -> Vec<(Value, ConstrainedBoard)> {
    let mut boards = Vec::new();
    for n in [1, 2, 3, 5, 8, 11, 12] {
        boards.push((
            json!({"n": n, "queens": []}),
            ConstrainedBoard::new(n).unwrap(),
        ));
    }
    for (n, [row, column], blocked) in [(8, [0, 3], [7, 7]), (14, [3, 2], [13, 0])] {
        let mut board = ConstrainedBoard::new(n).unwrap();
        board.place(Square::new(row, column)).unwrap();
        board.block(Square::new(blocked[0], blocked[1])).unwrap();
        let queen = json!({"row": row, "column": column});
        let square = json!({"row": blocked[0], "column": blocked[1]});
        boards.push((
            json!({"n": n, "queens": [queen], "blocked": [square]}),
            board,
        ));
    }
    boards
}

/// Returns the number of completions, and that with a queen on each square.
fn expected(board: &ConstrainedBoard) -> (u128, Vec<Vec<String>>) {
    let plan = Plan::constrained(board).unwrap();
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let mut tally = Tally::default();
    for unit in plan.units() {
        let result = counter.count(&unit, Route::Direct);
        tally.add(&unit, &result).unwrap();
    }
    let solutions = tally.verified_total(&plan).unwrap().solutions;
    let plan = OccupancyPlan::constrained(board, Route::Direct).unwrap();
    let mut counter = OccupancyCounter::new(Backend::detect()).unwrap();
    let mut sums = plan.zeros();
    for unit in plan.units() {
        sums.add(&counter.count(unit).unwrap());
    }
    let occupancy = plan.occupancy(&sums).unwrap();
    let row = |row| occupancy.row(row).iter().map(u128::to_string).collect();
    (solutions, (0..board.size()).map(row).collect())
}

#[test]
fn totals_and_occupancies_are_those_of_the_library() {
    let mut engine = Engine::default();
    for (board, constrained) in boards() {
        let (solutions, occupancy) = expected(&constrained);
        for of in ["solutions", "occupancy"] {
            let mut results = results(&mut engine, of, &board);
            let found = total(&mut engine, of, &board, &results).unwrap();
            assert_eq!(found["solutions"], solutions.to_string(), "{board}");
            if of == "occupancy" {
                assert_eq!(found["occupancy"], json!(occupancy), "{board}");
            }
            // In any order, by any engine, and in one request.
            results.reverse();
            let mut other = Engine::default();
            assert_eq!(total(&mut other, of, &board, &results).unwrap(), found);
            let mut program = Program::ticking(1.0);
            let request = json!({"whole": {"of": of, "board": board}});
            let whole = ask_with(&mut other, &mut program, request).unwrap();
            assert_eq!(whole, found);
            let fractions = program.messages.iter();
            let fractions: Vec<f64> = fractions.map(|m| m["fraction"].as_f64().unwrap()).collect();
            assert_eq!(fractions.len(), results.len());
            assert!(fractions.is_sorted() && fractions.last() == Some(&1.0));
        }
    }
}

#[test]
fn a_total_has_the_checks_of_the_command() {
    let mut engine = Engine::default();
    let board = json!({"n": 12, "queens": []});
    let whole = |of: &str| json!({"whole": {"of": of, "board": board}});
    let total = ask(&mut engine, whole("occupancy")).unwrap();
    assert_eq!(
        (&total["solutions"], &total["fundamental"]),
        (&json!("14200"), &json!("1787"))
    );
    let checks = [
        "units",
        "bounds",
        "whole-solutions",
        "half-turn",
        "lines",
        "black-squares",
    ];
    assert_eq!(total["checks"], json!(checks));
    let black = total["by_black_queens"].as_array().unwrap().iter();
    let black = black.map(|count| count.as_str().unwrap().parse::<u64>().unwrap());
    assert_eq!(black.sum::<u64>(), 14_200);
    let total = ask(&mut engine, whole("solutions")).unwrap();
    assert_eq!(total["checks"], json!(checks[..4]));
}

#[test]
fn random_completions_are_those_of_the_library() {
    let mut engine = Engine::default();
    for (board, constrained) in boards() {
        for seed in [1, 7] {
            let request = json!({"random": {"board": board, "count": 3, "seed": seed}});
            let drawn = ask(&mut engine, request).unwrap();
            let reduced = constrained.reduced();
            let is_listed =
                !reduced.is_unconstrained() && bezzel_count::lists_completions(&reduced);
            let expected = match is_listed {
                true => draw_listed(&reduced, 3, seed, bezzel::NEVER)
                    .unwrap()
                    .unwrap(),
                false => {
                    let plan = Plan::constrained(&constrained).unwrap();
                    let mut counter = Counter::new(Backend::detect()).unwrap();
                    let value = |unit| counter.count(&unit, Route::Direct).value;
                    let values = plan.units().map(value).collect();
                    let mut draws = UniformDraws::new(plan, values).unwrap().draw(3, seed);
                    let mut counter = DrawCounter::new(Backend::detect()).unwrap();
                    while let Some(unit) = draws.next_unit() {
                        let solutions = counter.solutions(&unit).unwrap();
                        draws.add(&unit, solutions);
                    }
                    draws.finish().unwrap()
                }
            };
            assert_eq!(drawn["boards"], json!(expected), "{board}");
            let n = constrained.size();
            assert_eq!(expected.len(), if n == 2 || n == 3 { 0 } else { 3 });
        }
    }
}

#[test]
fn a_board_that_contradicts_itself_has_no_completion() {
    let mut engine = Engine::default();
    let queens = [
        json!({"row": 0, "column": 0}),
        json!({"row": 1, "column": 1}),
    ];
    let board = json!({"n": 8, "queens": queens});
    let plan = ask(
        &mut engine,
        json!({"plan": {"of": "solutions", "board": board}}),
    )
    .unwrap();
    assert!(plan["contradiction"]["detail"].is_string());
    for of in ["solutions", "occupancy"] {
        let total = ask(&mut engine, json!({"whole": {"of": of, "board": board}})).unwrap();
        assert_eq!(total["solutions"], "0");
    }
    let request = json!({"random": {"board": board, "count": 1, "seed": 1}});
    let drawn = ask(&mut engine, request).unwrap();
    assert_eq!(drawn["boards"], json!([]));
    assert!(drawn["contradiction"]["detail"].is_string());
}

#[test]
fn wrong_results_are_refused_with_the_name_of_the_unit() {
    let mut engine = Engine::default();
    let board = json!({"n": 10, "queens": []});
    for of in ["solutions", "occupancy"] {
        let right = results(&mut engine, of, &board);
        let units = right.len();
        let name = right[2]["name"].as_str().unwrap().to_owned();
        let mut refused = |change: &dyn Fn(&mut Vec<Value>)| {
            let mut changed = right.clone();
            change(&mut changed);
            total(&mut engine, of, &board, &changed).unwrap_err()
        };
        let missing = refused(&|results| drop(results.remove(2)));
        let expected = format!(
            "expected results of {units} units, found {}: the first missing one is {name}",
            units - 1
        );
        assert_eq!(missing, expected);
        let doubled = refused(&|results| results.push(results[2].clone()));
        assert_eq!(doubled, format!("expected one result of {name}, found two"));
        let replaced = refused(&|results| results[1] = results[2].clone());
        assert_eq!(
            replaced,
            format!("expected one result of {name}, found two")
        );
        let damaged = format!(
            "expected a result of {name} with its checksum, found another one: count the unit again"
        );
        let field = if right[2]["solutions"].is_object() {
            "solutions"
        } else {
            "squares"
        };
        let place = if field == "solutions" {
            "/solutions/value"
        } else {
            "/squares/7"
        };
        let changed = refused(&|results| *results[2].pointer_mut(place).unwrap() = json!("192"));
        assert_eq!(changed, damaged);
        let emptied = refused(&|results| results[2][field] = Value::Null);
        assert_eq!(emptied, damaged);
        let moved = refused(&|results| results[2]["index"] = results[1]["index"].clone());
        assert!(moved.starts_with("expected a result of "), "{moved}");
        let outside = refused(&|results| results[2]["index"] = json!(units));
        assert_eq!(
            outside,
            format!("expected a unit below {units}, found unit {units}")
        );
        let no_number = refused(&|results| *results[2].pointer_mut(place).unwrap() = json!("12x"));
        assert!(
            no_number.contains("expected a number as a string of digits"),
            "{no_number}"
        );
    }
    // Of a count with the same number of units.
    let other = results(&mut engine, "solutions", &json!({"n": 11, "queens": []}));
    let found = total(&mut engine, "solutions", &board, &other).unwrap_err();
    assert!(found.contains("found one of n11-"), "{found}");
}

#[test]
fn requests_out_of_range_are_refused() {
    let mut engine = Engine::default();
    let mut refused = |request| ask(&mut engine, request).unwrap_err();
    let board = |n: u32| json!({"n": n, "queens": []});
    let plan = |n| json!({"plan": {"of": "solutions", "board": board(n)}});
    assert_eq!(refused(plan(0)), "expected n from 1 to 32, found 0");
    assert_eq!(refused(plan(33)), "expected n from 1 to 32, found 33");
    assert!(refused(plan(25)).starts_with("expected n of at most 24"));
    let unit = json!({"unit": {"of": "solutions", "board": board(8), "index": 8}});
    assert_eq!(refused(unit), "expected a unit below 8, found unit 8");
    let random = |n, count: u64, seed: u64| json!({"random": {"board": board(n), "count": count, "seed": seed}});
    assert_eq!(
        refused(random(8, 1001, 1)),
        "expected count from 0 to 1000, found 1001"
    );
    let seed = "expected seed from 0 to 9007199254740991, found 9007199254740992";
    assert_eq!(refused(random(8, 1, 1 << 53)), seed);
    for count in [0, 1] {
        assert!(refused(random(21, count, 1)).starts_with("expected n of at most 20"));
    }
    let unknown = json!({"plan": {"of": "queens", "board": board(8)}});
    assert!(refused(unknown).contains("unknown variant `queens`"));
}
