//! Boards with constraints: why they are impossible, random completions, and the steps of a search.

use serde_json::{Value, json};

use crate::runs::about;
use crate::{all_refused, board as empty_board, fields, good, refused};

/// Reads `.` as a free square, `Q` as a queen, `x` as a blocked square; `/` ends a row.
fn board(drawing: &str) -> Value {
    let rows: Vec<&str> = drawing.split('/').collect();
    let all = |letter| {
        let squares = rows.iter().enumerate().flat_map(|(row, text)| {
            let columns = text.char_indices().filter(|&(_, found)| found == letter);
            columns.map(move |(column, _)| json!({"row": row, "column": column}))
        });
        squares.collect::<Value>()
    };
    json!({"n": rows.len(), "queens": all('Q'), "blocked": all('x')})
}

fn complete(board: Value) -> Value {
    good(json!({"board": {"complete": board}}))
}

fn random(board: &Value, count: usize, seed: u64) -> Value {
    json!({"count": {"random": {"board": board, "count": count, "seed": seed}}})
}

fn columns(found: &Value) -> Vec<u64> {
    let columns = found.as_array().unwrap().iter();
    columns.map(|column| column.as_u64().unwrap()).collect()
}

#[test]
fn contradictions_are_named() {
    for (drawing, words) in [
        (
            "Q.../...Q/Q.../....",
            "the queens at row {0} column {0} and row {2} column {0} attack each other along one column",
        ),
        (
            "Q../..x/...",
            "every square of row {1} is blocked or attacked",
        ),
        (
            ".x./Qx./.x.",
            "every square of column {1} is blocked or attacked",
        ),
    ] {
        let whole = json!({"of": "occupancy", "board": board(drawing)});
        for answer in [
            complete(board(drawing)),
            good(random(&board(drawing), 1, 1)),
        ] {
            let found = &answer["contradiction"]["english"];
            assert!(found.as_str().unwrap().contains(words), "{found}");
        }
        let total = good(json!({"count": {"whole": whole}}));
        assert_eq!(total["solutions"], "0", "{drawing}");
    }
    let square = json!({"row": 1, "column": 2});
    let found = complete(json!({"n": 4, "queens": [square], "blocked": [square]}));
    let said = &found["contradiction"]["chinese"];
    assert_eq!(said, "第 {1} 行第 {2} 列的皇后在禁用格上");
    let possible = complete(board("Q.../..../..../...."));
    assert_eq!(possible["contradiction"], Value::Null, "needs a search");
}

#[test]
fn impossible_boards_are_proved() {
    let corner = complete(board("Q...../....../....../....../....../......"));
    assert_eq!(fields(&corner, ["first", "certain"]), json!([null, true]));
    let text = corner["proof"]["text"]["english"].as_str().unwrap();
    assert!(text.starts_with("Row {1} has 4 free squares"), "{text}");
    let lines = text.lines().count() as u64;
    // A case has a line for itself and one for the conclusion of its own proof.
    assert_eq!(corner["proof"]["length"], lines - 5, "{text}");
    let three = complete(empty_board(3, &[]));
    assert_eq!(three["contradiction"], Value::Null);
    assert!(three["proof"]["length"].as_u64().unwrap() > 0);
    // A contradiction is the reason itself, and a completion needs no proof.
    for drawing in ["Q.../...Q/Q.../....", "..../..../..../...."] {
        assert_eq!(complete(board(drawing))["proof"], Value::Null);
    }
    // Seven rows have six columns: a longer proof, which is not sent.
    let is_free = |row: u32, column: u32| {
        ![0, 2, 5, 7, 10, 12, 15].contains(&row) || [0, 3, 6, 9, 12, 15].contains(&column)
    };
    let squares = (0..16).flat_map(|row| (0..16).map(move |column| (row, column)));
    let blocked: Vec<Value> = squares
        .filter(|&(row, column)| !is_free(row, column))
        .map(|(row, column)| json!({"row": row, "column": column}))
        .collect();
    let long = complete(json!({"n": 16, "queens": [], "blocked": blocked}));
    assert_eq!(fields(&long, ["first", "certain"]), json!([null, true]));
    assert!(long["proof"].is_null());
}

/// Those that are drawn equal the library's: see `count`.
#[test]
fn random_completions_of_large_and_impossible_boards_are_drawn_or_refused() {
    let none = good(random(&board("Q.../..../..../...."), 1, 1));
    assert_eq!(none["boards"], json!([]));
    let empty = |n| empty_board(n, &[]);
    refused(random(&empty(33), 1, 1), "from 1 to 32");
    // No completion is drawn, and nothing is counted.
    let accepted = good(random(&empty(20), 0, 1));
    assert_eq!(accepted["boards"], json!([]));
    // Most rows of this board are given, so that it is drawn although n is large.
    let queens: Vec<(u32, u32)> = (0..16).map(|row| (row, 2 * row + 1)).collect();
    let large = good(random(&empty_board(32, &queens), 1, 1));
    assert_eq!(columns(&large["boards"][0])[15], 31);
}

#[test]
fn a_method_searches_a_given_board() {
    // One completion: 1 3 5 0 2 4.
    let run = json!({"method": "bitmask", "n": 6, "board": "x5/6/5Q/6/6/6"});
    let length = good(json!({"run": {"length": run}}));
    assert_eq!(length["counters"]["solutions"], 1);
    let found = good(json!({"run": {"find": {"run": run}}}));
    let at = found["step"].as_u64().unwrap();
    let last = json!({"run": run, "back": true, "at": at + 1});
    assert_eq!(good(json!({"run": {"find": last}}))["step"], at);
    let page = json!({"run": run, "from": at, "len": 1});
    let steps = good(json!({"run": {"steps": page}}));
    assert_eq!(steps["steps"][0]["columns"], json!([1, 3, 5, 0, 2, 4]));
    let tree = good(json!({"run": {"tree": {"run": run, "depth": 1}}}));
    let placed = tree["nodes"].as_array().unwrap().iter();
    let placed = placed.filter(|node| node["result"] == "placed");
    let placed: Vec<&Value> = placed.map(|node| &node["square"]["column"]).collect();
    assert!(
        !placed.contains(&&json!(0)) && placed.contains(&&json!(1)),
        "{placed:?}"
    );

    let runs = r#"
{"method": "slope-test", "n": 6, "board": "x5/6/6/6/6/6"} => methods search such a board: bitmask
{"method": "bitmask", "n": 5, "board": "6/6/6/6/6/6"} => expected a board of 5 rows, found one of 6
{"method": "bitmask", "n": 2, "board": "3/2"} => expected a board in one word
{"method": "bitmask", "n": 17, "board": "17"} => n from 1 to 16
{"method": "bitmask", "n": 3, "board": "Q2/1Q1/3"} => along one diagonal
{"method": "bitmask", "n": 3, "board": ""} => expected a board of 3 rows, found one of 0
{"method": "bitmask", "n": 3, "board": "八/八/八"} => expected a board in one word
"#;
    all_refused(runs, about);
}
