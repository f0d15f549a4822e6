//! Programs of learners: verdicts, moves, and their place among methods.

use serde_json::{Value, json};

use crate::{good, refused};

/// Writes the moves of a backtracking search; `leave` decides if a queen stays where it is.
fn moves(n: i64, leave: bool) -> String {
    fn search(n: i64, queens: &mut Vec<(i64, i64)>, leave: bool, out: &mut String) {
        let row = queens.len() as i64;
        if row == n {
            *out += "3 solution\n";
            return;
        }
        for column in 0..n {
            let attacks = |&(r, c): &(i64, i64)| c == column || (c - column).abs() == row - r;
            if queens.iter().any(attacks) {
                continue;
            }
            *out += &format!("7 place {row} {column}\n");
            queens.push((row, column));
            search(n, queens, leave, out);
            queens.pop();
            if !leave {
                *out += &format!("9 remove {row} {column}\n");
            }
        }
    }
    let mut out = String::new();
    search(n, &mut Vec::new(), leave, &mut out);
    out
}

fn run(n: i64, printed: &str, moves: &str) -> Value {
    json!({"n": n, "printed": printed, "moves": moves, "ending": {"ending": "ended"}})
}

fn judged(runs: &[Value]) -> Value {
    good(json!({"judge": {"runs": {"program": "", "mode": "all", "runs": runs}}}))
}

#[test]
fn what_a_silent_program_has_is_said() {
    let program = "def solve(n):\n    return 2\n";
    let request =
        |printed: &str| json!({"program": program, "mode": "all", "runs": [run(4, printed, "")]});
    let verdict = good(json!({"judge": {"runs": request("")}}));
    assert_eq!(
        verdict["uncalled"],
        json!({
            "english": "the program defines the function solve, and no line calls it; read n, call it and print what it returns",
            "chinese": "程序定义了函数 solve，但没有调用；请读入 n，调用它并输出结果",
        })
    );
    let summary = json!({"english": "no output for n = 4", "chinese": "n = 4 时没有任何输出"});
    assert_eq!(
        (&verdict["summary"], &verdict["kind"]),
        (&summary, &Value::Null)
    );
    let verdict = good(json!({"judge": {"runs": request("2\n")}}));
    assert_eq!(verdict["uncalled"], Value::Null);
}

#[test]
fn a_program_that_only_moves_is_judged_by_its_solutions() {
    let right: Vec<_> = (1..=6).map(|n| run(n, "", &moves(n, false))).collect();
    let verdict = judged(&right);
    assert_eq!(verdict["right"], true, "{verdict:#}");
    assert_eq!(verdict["runs"][5]["boards"], 4);

    let mut missing = right.clone();
    missing[5] = run(6, "", "");
    let verdict = judged(&missing);
    assert_eq!(
        verdict["runs"][5]["findings"][0]["english"],
        "no correct solution is printed, but there are 4 solutions, the first is {1} {3} {5} {0} {2} {4}"
    );
    assert_eq!(
        verdict["runs"][5]["shown"][1],
        json!({"row": 1, "column": 3})
    );

    let verdict = judged(&[run(4, "", &moves(4, true))]);
    assert_eq!(
        verdict["runs"][0]["findings"][0],
        json!({
            "english": "line 7 of the program: a second queen is placed at row {1} column {3}",
            "chinese": "程序第 7 行：第 {1} 行第 {3} 列已有皇后，又放了一个",
        })
    );
}

#[test]
fn outputs_are_judged_and_limits_on_large_boards_are_no_fault() {
    let mut runs: Vec<_> = [1, 0, 0, 2, 10, 40]
        .into_iter()
        .zip(1..)
        .map(|(number, n)| run(n, &format!("{number}\n"), ""))
        .collect();
    let verdict = judged(&runs);
    assert_eq!(verdict["right"], false);
    assert_eq!(
        verdict["runs"][5]["findings"][0]["chinese"],
        "输出的第 1 行：数字是 40，但应有 4 个解"
    );
    runs[5] = run(6, "4\n", "");
    let mut late = run(7, "", "");
    late["ending"] = json!({"ending": "too-long", "seconds": 10.0});
    runs.push(late.clone());
    let verdict = judged(&runs);
    assert_eq!(verdict["right"], true, "{verdict:#}");
    assert_eq!(
        verdict["stopped"]["english"],
        "n = 7: it was stopped after 10 s, the limit"
    );
    late["moves"] = json!(moves(7, false));
    runs.truncate(6);
    runs.push(late.clone());
    let verdict = judged(&runs);
    assert_eq!(
        (&verdict["right"], &verdict["kind"]["english"]),
        (&json!(true), &json!("prints a number"))
    );
    late["n"] = json!(6);
    runs.truncate(5);
    runs.push(late);
    assert_eq!(judged(&runs)["right"], false);
    let large = json!({"program": "", "mode": "one", "runs": [run(13, "1", "")]});
    refused(json!({"judge": {"runs": large}}), "n from 1 to 8");
}

#[test]
fn moves_are_checked_and_counted_from_0() {
    let text = "n 4\nplace 1 2\nplace 1 2\nplace 4 1\nremove 3 3\nplace 5 1\nsolution\n";
    let checked = good(json!({"judge": {"moves": text}}));
    assert_eq!(checked["n"], 4);
    let first = json!({"line": 2, "kind": "place", "row": 0, "column": 1});
    assert_eq!(checked["moves"][0], first);
    let faults: Vec<_> = checked["faults"]
        .as_array()
        .unwrap()
        .iter()
        .map(|fault| {
            (
                fault["index"].as_u64().unwrap(),
                fault["text"]["english"].as_str().unwrap(),
            )
        })
        .collect();
    let expected = [
        (1, "a second queen is placed at row {0} column {1}"),
        (
            3,
            "a queen is removed from row {2} column {2}, where there is no queen",
        ),
        (4, "row {4} column {0} is outside the board"),
        (5, "a solution is reported with 2 queens on the board"),
    ];
    assert_eq!(faults, expected);
    refused(json!({"judge": {"moves": "place 0 77"}}), "n from 1 to 32");
}

#[test]
fn the_place_of_a_program_is_between_methods() {
    let place = |seconds: f64| {
        let methods = [("slope-test", 0.5), ("bitmask", 0.01)];
        good(json!({"judge": {"place": {"seconds": seconds, "methods": methods}}}))["english"]
            .clone()
    };
    assert_eq!(
        place(0.1),
        "between slope-test and bitmask; bitmask is 10.0 times as fast"
    );
    assert_eq!(place(0.001), "faster than bitmask, the fastest method");
    let methods = [("穷举法 brute-force", 0.5), ("位运算 bitmask", 0.01)];
    let said = good(json!({"judge": {"place": {"seconds": 0.1, "methods": methods}}}));
    assert_eq!(
        said["chinese"],
        "介于穷举法 brute-force 与位运算 bitmask 之间；位运算 bitmask 的速度是这个程序的 10.0 倍"
    );
    assert_eq!(
        place(1.0),
        "slower than all methods that were measured; slope-test is 2.0 times as fast"
    );
}
