//! Boards with placed queens and blocked squares: why they are impossible, random completions,
//! squares, and the steps of a search.

use std::time::Duration;

use bezzel_server::{Access, App, Times, router};
use serde_json::{Value, json};

use crate::{app, get, post};

/// Reads `.` as a free square, `Q` as a queen, `x` as a blocked square; `/` ends a row.
fn board(drawing: &str) -> String {
    let rows: Vec<&str> = drawing.split('/').collect();
    let all = |letter| {
        let squares = rows.iter().enumerate().flat_map(|(row, text)| {
            let columns = text.char_indices().filter(|&(_, found)| found == letter);
            columns.map(move |(column, _)| json!({"row": row, "column": column}))
        });
        squares.collect::<Value>()
    };
    json!({"n": rows.len(), "queens": all('Q'), "blocked": all('x')}).to_string()
}

fn columns(found: &Value) -> Vec<u64> {
    let columns = found.as_array().unwrap().iter();
    columns.map(|column| column.as_u64().unwrap()).collect()
}

#[tokio::test]
async fn contradictions_are_named() {
    let app = app();
    for (drawing, kind, words) in [
        (
            "Q.../...Q/Q.../....",
            "attack",
            "found row 0 column 0 and row 2 column 0 on one column",
        ),
        (
            "Q../..x/...",
            "full-row",
            "a free square in row 1, found none",
        ),
        (".x./Qx./.x.", "full-column", "in column 1, found none"),
    ] {
        for path in ["complete", "random", "occupancy"] {
            let answer = post(&app, &format!("/api/board/{path}"), board(drawing)).await;
            let found = &answer.good()["contradiction"];
            assert_eq!(found["kind"], kind, "{drawing}");
            assert!(found["detail"].as_str().unwrap().contains(words), "{found}");
        }
    }
    let both =
        r#"{"n": 4, "queens": [{"row": 1, "column": 2}], "blocked": [{"row": 1, "column": 2}]}"#;
    let found = post(&app, "/api/board/complete", both).await.good();
    assert_eq!(found["contradiction"]["kind"], "queen-on-blocked-square");
    assert_eq!(
        found["contradiction"]["square"],
        json!({"row": 1, "column": 2})
    );
    let possible = post(&app, "/api/board/complete", board("Q.../..../..../....")).await;
    assert_eq!(
        possible.good()["contradiction"],
        Value::Null,
        "needs a search"
    );
}

#[tokio::test]
async fn impossible_boards_are_proved() {
    let app = app();
    let complete = async |body: String| post(&app, "/api/board/complete", body).await.good();
    let corner = complete(board("Q...../....../....../....../....../......")).await;
    assert_eq!(
        (&corner["first"], &corner["certain"]),
        (&Value::Null, &json!(true))
    );
    let proof = &corner["proof"];
    assert_eq!(proof["conclusion"]["conclusion"], "cases");
    assert_eq!(proof["conclusion"]["line"], json!({"row": 1}));
    let cases = proof["conclusion"]["cases"].as_array().unwrap();
    assert_eq!(cases.len(), 4);
    assert_eq!(cases[0]["square"], json!({"row": 1, "column": 2}));
    assert_eq!(cases[0]["proof"]["conclusion"]["conclusion"], "no-square");
    let three = complete(json!({"n": 3, "queens": []}).to_string()).await;
    assert_eq!(three["contradiction"], Value::Null);
    assert!(!three["proof"]["steps"].as_array().unwrap().is_empty());
    // A contradiction is the reason itself, and a completion needs no proof.
    for drawing in ["Q.../...Q/Q.../....", "..../..../..../...."] {
        assert_eq!(complete(board(drawing)).await["proof"], Value::Null);
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
    let long = complete(json!({"n": 16, "queens": [], "blocked": blocked}).to_string()).await;
    assert_eq!(
        (&long["first"], &long["certain"]),
        (&Value::Null, &json!(true))
    );
    assert!(long["proof"].is_null());
}

#[tokio::test]
async fn random_completions_contain_the_board_and_repeat_with_their_seed() {
    let app = app();
    let drawing = "...Q..../......../.......x/......../......../......../......../........";
    let draw = async |query: &str| {
        let path = format!("/api/board/random{query}");
        post(&app, &path, board(drawing)).await.good()
    };
    let one = draw("?count=20&seed=7").await;
    let boards = one["boards"].as_array().unwrap();
    assert_eq!(boards.len(), 20);
    for found in boards.iter().map(columns) {
        assert!(found[0] == 3 && found[2] != 7, "{found:?}");
        let queens: Vec<(i64, i64)> = (0..).zip(found.iter().map(|&at| at as i64)).collect();
        for (k, (a, b)) in queens.iter().enumerate() {
            let mut others = queens[..k].iter();
            assert!(others.all(|(c, d)| b != d && (a - c).abs() != (b - d).abs()));
        }
    }
    assert_eq!(draw("?count=20&seed=7").await, one);
    let unknown = draw("").await;
    assert_eq!(unknown["boards"].as_array().unwrap().len(), 1);
    let seed = unknown["seed"].as_u64().unwrap();
    assert_eq!(draw(&format!("?seed={seed}")).await, unknown);

    let none = post(&app, "/api/board/random", board("Q.../..../..../....")).await;
    assert_eq!(none.good()["boards"], json!([]));
    let empty = |n: u32| json!({"n": n, "queens": []}).to_string();
    for (query, body, words) in [
        (
            "",
            empty(19),
            "expected n of at most 18, or a board with few completions",
        ),
        ("", empty(33), "from 1 to 32"),
        ("?count=0", empty(19), "a board with few completions"),
        ("?count=1001", empty(8), "from 0 to 1000"),
        (
            "?seed=9007199254740992",
            empty(8),
            "seed from 0 to 9007199254740991",
        ),
    ] {
        let answer = post(&app, &format!("/api/board/random{query}"), body).await;
        answer.problem(422, words);
    }
    // No completion is drawn, and nothing is counted.
    let path = "/api/board/random?count=0";
    let accepted = post(&app, path, empty(18)).await.good();
    assert_eq!(accepted["boards"], json!([]));
    // Most rows of this board are given, so that it is drawn although n is large.
    let queens: Vec<Value> = (0..16)
        .map(|row| json!({"row": row, "column": 2 * row + 1}))
        .collect();
    let large = json!({"n": 32, "queens": queens}).to_string();
    let large = post(&app, "/api/board/random", large).await.good();
    assert_eq!(columns(&large["boards"][0])[15], 31);
}

#[tokio::test]
async fn squares_of_a_board_are_counted() {
    let app = app();
    let path = "/api/board/occupancy";
    let body = board("Q...../....../....../....../....../......");
    let none = post(&app, path, body).await.good();
    assert_eq!(
        (&none["solutions"], &none["occupancy"][0][0]),
        (&json!("0"), &json!("0"))
    );
    // The solutions of six queens begin with 1, 2, 3 and 4.
    let some = post(
        &app,
        path,
        board(".x..../....../....../....../....../......"),
    )
    .await;
    let some = some.good();
    assert_eq!(some["solutions"], "3");
    assert_eq!(some["occupancy"][0], json!(["0", "0", "1", "1", "1", "0"]));
    let large = json!({"n": 15, "queens": []}).to_string();
    post(&app, path, large).await.problem(422, "n from 1 to 14");
}

#[tokio::test]
async fn counts_of_completions_end_at_the_time_limit() {
    let times = Times {
        compute_timeout: Duration::ZERO,
        draw_timeout: Duration::ZERO,
        ..Times::default()
    };
    let app = router(&App::with_times(times), Access::Loopback);
    for (path, n) in [("occupancy", 14), ("random", 18)] {
        let body = json!({"n": n, "queens": []}).to_string();
        let answer = post(&app, &format!("/api/board/{path}"), body).await;
        answer.problem(
            422,
            "the time limit ended before all completions were counted",
        );
    }
}

#[tokio::test]
async fn a_method_searches_a_given_board() {
    let app = app();
    // One completion: 1 3 5 0 2 4.
    let given = "method=bitmask&n=6&board=x5/6/5Q/6/6/6";
    let run = get(&app, &format!("/api/run?{given}")).await.good();
    assert_eq!(run["counters"]["solutions"], 1);
    let found = get(&app, &format!("/api/steps/find?{given}")).await.good();
    let at = found["step"].as_u64().unwrap();
    let last = get(
        &app,
        &format!("/api/steps/find?{given}&back=true&at={}", at + 1),
    )
    .await;
    assert_eq!(last.good()["step"], at);
    let steps = get(&app, &format!("/api/steps?{given}&from={at}&len=1"))
        .await
        .good();
    assert_eq!(steps["steps"][0]["columns"], json!([1, 3, 5, 0, 2, 4]));
    let tree = get(&app, &format!("/api/tree?{given}&depth=1"))
        .await
        .good();
    let placed = tree["nodes"].as_array().unwrap().iter();
    let placed = placed.filter(|node| node["result"] == "placed");
    let placed: Vec<&Value> = placed.map(|node| &node["square"]["column"]).collect();
    assert!(
        !placed.contains(&&json!(0)) && placed.contains(&&json!(1)),
        "{placed:?}"
    );

    for (query, words) in [
        (
            "method=slope-test&n=6&board=x5/6/6/6/6/6",
            "that search such a board are bitmask",
        ),
        (
            "method=bitmask&n=5&board=6/6/6/6/6/6",
            "expected a board of 5 rows, found one of 6",
        ),
        (
            "method=bitmask&n=2&board=3/2",
            "row 0: expected 2 squares, found more",
        ),
        ("method=bitmask&n=17&board=17", "n from 1 to 16"),
    ] {
        for path in ["run", "steps", "steps/find", "tree"] {
            let depth = if path == "tree" { "&depth=1" } else { "" };
            let answer = get(&app, &format!("/api/{path}?{query}{depth}")).await;
            answer.problem(422, words);
        }
    }
    let methods = get(&app, "/api/methods").await.good();
    let methods = methods.as_array().unwrap().iter();
    let accepting = methods.filter(|method| method["accepts_constraints"] == true);
    let names: Vec<&Value> = accepting.map(|method| &method["name"]).collect();
    assert_eq!(names, ["bitmask"]);
}
