//! The engine and the library count the same, and wrong results are refused.

use bezzel::{ConstrainedBoard, Square};
use bezzel_count::{parse_plan, parse_result};
use bezzel_run::{Control, DrawJob, EngineSelection, Job, OccupancyJob, RandomMethod};
use bezzel_wasm::Engine;
use serde_json::{Value, json};

use crate::{Program, ask_with, fields};

/// Returns the answer to a request about counts, or the sentence that refuses it.
fn ask(engine: &mut Engine, request: Value) -> Result<Value, String> {
    let answer = ask_with(
        engine,
        &mut Program::ticking(1.0),
        &json!({ "count": request }),
    );
    answer.map_err(|problem| problem["detail"].as_str().unwrap().to_owned())
}

/// Returns the lines of all units, with the line of the plan.
fn lines(engine: &mut Engine, n: u32) -> Vec<String> {
    let plan = ask(engine, json!({"plan": {"n": n, "ledger": ""}})).unwrap();
    let order = plan["order"].as_array().unwrap();
    let mut indices: Vec<u64> = order.iter().map(|index| index.as_u64().unwrap()).collect();
    let line = |index: &u64| {
        let request = json!({"unit": {"n": n, "index": index, "time": 1_800_000_000}});
        let result = ask(engine, request).unwrap();
        assert_eq!(result["index"], *index);
        result["line"].as_str().unwrap().to_owned()
    };
    let first = plan["line"].as_str().unwrap().to_owned();
    let lines = std::iter::once(first).chain(indices.iter().map(line));
    let lines = lines.collect();
    indices.sort_unstable();
    assert!(indices.into_iter().eq(0..order.len() as u64), "each once");
    lines
}

fn total(engine: &mut Engine, n: u32, lines: &[String]) -> Result<Value, String> {
    let ledger = lines.join("\n");
    ask(engine, json!({"total": {"n": n, "ledger": ledger}}))
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
    let mut job = OccupancyJob::new(board.clone(), EngineSelection::new(None, None));
    let (occupancy, total) = job.run(&Control::never(), &mut |_| {}).unwrap();
    let row = |row| occupancy.row(row).iter().map(u128::to_string).collect();
    (total.solutions, (0..board.size()).map(row).collect())
}

#[test]
fn totals_and_occupancies_are_those_of_the_library() {
    let mut engine = Engine::default();
    for (board, constrained) in boards() {
        let (solutions, occupancy) = expected(&constrained);
        for of in ["solutions", "occupancy"] {
            let request = json!({"whole": {"of": of, "board": board}});
            let found = ask(&mut engine, request).unwrap();
            assert_eq!(found["solutions"], solutions.to_string(), "{board}");
            if of == "occupancy" {
                assert_eq!(found["occupancy"], json!(occupancy), "{board}");
            }
        }
    }
}

/// The lines have the form of a ledger: the command reads them, too.
#[test]
fn units_are_counted_by_several_engines_as_lines_of_a_ledger() {
    let [mut engine, mut other] = [Engine::default(), Engine::default()];
    for n in [1, 2, 3, 5, 8, 11, 12] {
        let mut lines = lines(&mut engine, n);
        let found = total(&mut engine, n, &lines).unwrap();
        let solutions = expected(&ConstrainedBoard::new(n).unwrap()).0;
        assert_eq!(found["solutions"], solutions.to_string(), "n = {n}");
        let plan = parse_plan(&lines[0]).unwrap();
        for line in &lines[1..] {
            let stored = parse_result(&plan, line).unwrap();
            assert_eq!(stored.time, 1_800_000_000, "{line}");
        }
        // In any order.
        lines.reverse();
        assert_eq!(total(&mut other, n, &lines).unwrap(), found);
    }
}

#[test]
fn a_total_has_the_checks_of_the_command() {
    let mut engine = Engine::default();
    let board = json!({"n": 12, "queens": []});
    let whole = |of: &str| json!({"whole": {"of": of, "board": board}});
    let total = ask(&mut engine, whole("occupancy")).unwrap();
    assert_eq!(
        fields(&total, ["solutions", "fundamental"]),
        json!(["14200", "1787"])
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
            let (method, engines) = (RandomMethod::Uniform, EngineSelection::new(None, None));
            let job = DrawJob::new(constrained.clone(), Some(method), engines, 3, seed);
            let expected = job.unwrap().run(&Control::never(), &mut |_| {}).unwrap();
            assert_eq!(drawn["boards"], json!(expected), "{board}");
            assert_eq!(drawn["seed"], seed);
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
    for of in ["solutions", "occupancy"] {
        let total = ask(&mut engine, json!({"whole": {"of": of, "board": board}})).unwrap();
        assert_eq!(total["solutions"], "0");
    }
    let request = json!({"random": {"board": board, "count": 1, "seed": 1}});
    let drawn = ask(&mut engine, request).unwrap();
    assert_eq!(drawn["boards"], json!([]));
    assert!(drawn["contradiction"]["english"].is_string());
}

#[test]
fn damaged_and_foreign_lines_are_units_that_are_open() {
    let mut engine = Engine::default();
    let right = lines(&mut engine, 10);
    let others = lines(&mut engine, 11);
    let units = right.len() - 1;
    let mut counted = |lines: &[String]| {
        let request = json!({"plan": {"n": 10, "ledger": lines.join("\n")}});
        let plan = ask(&mut engine, request).unwrap();
        let found = plan["counted"].as_array().unwrap();
        let open = plan["order"].as_array().unwrap();
        assert_eq!(found.len() + open.len(), units);
        for unit in found {
            assert!(lines.contains(&unit["line"].as_str().unwrap().to_owned()));
            assert!(!open.contains(&unit["index"]));
        }
        found.len()
    };
    let changed = |line: &str| line.replacen(" direct ", " exchanged ", 1);
    let cases = [
        (right.clone(), units),
        (right[3..].to_vec(), units - 2),
        ([&right[..], &right[1..]].concat(), units),
        (
            [&right[..2], &[changed(&right[2])], &right[3..]].concat(),
            units - 1,
        ),
        (
            [&right[..units], &[right[units][..90].to_owned()]].concat(),
            units - 1,
        ),
        ([&others[..], &right[..3]].concat(), 2),
        (vec!["{".to_owned(), right[1].clone()], 1),
        (Vec::new(), 0),
    ];
    for (lines, intact) in cases {
        assert_eq!(counted(&lines), intact, "{lines:?}");
        assert_eq!(
            total(&mut Engine::default(), 10, &lines).is_ok(),
            intact == units
        );
    }
}

#[test]
fn requests_out_of_range_are_refused() {
    let mut engine = Engine::default();
    let mut refused = |request| ask(&mut engine, request).unwrap_err();
    let board = |n: u32| json!({"n": n, "queens": []});
    let plan = |n| json!({"plan": {"n": n, "ledger": ""}});
    assert_eq!(refused(plan(0)), "expected n from 1 to 24, found 0");
    assert_eq!(refused(plan(25)), "expected n from 1 to 24, found 25");
    let unit = json!({"unit": {"n": 8, "index": 8, "time": 0}});
    assert_eq!(refused(unit), "expected unit from 0 to 7, found 8");
    let whole = json!({"whole": {"of": "solutions", "board": board(25)}});
    assert!(refused(whole).starts_with("expected n of at most 24"));
    let random = |n, count: u64, seed: u64| json!({"random": {"board": board(n), "count": count, "seed": seed}});
    assert_eq!(
        refused(random(8, 1001, 1)),
        "expected count from 0 to 1000, found 1001"
    );
    let seed = "expected seed from 0 to 9007199254740991, found 9007199254740992";
    assert_eq!(refused(random(8, 1, 1 << 53)), seed);
    for count in [0, 1] {
        let words = "expected n of at most 20, or a board with few completions";
        assert!(refused(random(21, count, 1)).starts_with(words));
    }
    let unknown = json!({"whole": {"of": "queens", "board": board(8)}});
    assert!(refused(unknown).contains("unknown variant `queens`"));
}
