//! Puzzles of seeds and of days, their analysis and hints.

use bezzel_puzzle::Generator;
use serde_json::{Value, json};

use crate::{all_refused, good, refused};

fn new(n: u32, grade: &str, seed: u64) -> Value {
    json!({"puzzle": {"new": {"n": n, "grade": grade, "seed": seed}}})
}

fn analyse(regions: &Value) -> Value {
    json!({"puzzle": {"analyse": regions}})
}

fn hint(regions: &Value, marks: &Value) -> Value {
    json!({"puzzle": {"hint": {"regions": regions, "marks": marks}}})
}

#[test]
fn puzzles_are_those_of_the_library() {
    for seed in [1, 7, u64::MAX] {
        let made = good(json!({"puzzle": {"new": {"n": 7, "seed": seed}}}));
        let expected = Generator::new(7, seed).unwrap().next().unwrap();
        let letters = expected.puzzle.to_string();
        let letters: Vec<&str> = letters.lines().collect();
        assert_eq!(made["regions"], json!(letters));
        assert_eq!(made["grade"], json!(expected.grade));
        assert_eq!(made["solutions"].as_array().unwrap().len(), 1);
        assert_eq!(good(analyse(&made["regions"])), made);
    }
    for grade in ["easy", "medium", "hard"] {
        assert_eq!(good(new(7, grade, 3))["grade"], grade);
    }
    let day = good(json!({"puzzle": {"day": "2026-11-22"}}));
    assert_eq!(good(analyse(&day["regions"])), day);
}

#[test]
fn hints_lead_to_the_solution() {
    let puzzle = good(new(6, "easy", 5));
    let regions = &puzzle["regions"];
    let mut marks = vec![vec!['.'; 6]; 6];
    let rows = |marks: &[Vec<char>]| -> Value {
        marks
            .iter()
            .map(|row| row.iter().collect::<String>())
            .collect()
    };
    let first = good(hint(regions, &rows(&marks)));
    assert_eq!(first["wrong"], json!([]));
    assert!(first["hint"].is_object());
    // In an easy puzzle with one solution, a queen in each corner is too many.
    for (row, column) in [(0, 0), (0, 5), (5, 0), (5, 5)] {
        marks[row][column] = 'Q';
    }
    let wrong = good(hint(regions, &rows(&marks)));
    assert_ne!(wrong["wrong"], json!([]));
    assert_eq!(wrong["hint"], Value::Null);
}

#[test]
fn bad_puzzles_are_refused() {
    let requests = r#"
{"new": {"n": 0, "seed": 1}} => expected a board of 5 to 16 rows, found 0
{"new": {"n": 1, "seed": 1}} => expected a board of 5 to 16 rows, found 1
{"new": {"n": 17, "seed": 1}} => expected a board of 5 to 16 rows, found 17
{"new": {"n": 4294967295, "grade": "easy", "seed": 1}} => expected a board of 5 to 16 rows, found
{"new": {"n": 8, "grade": "impossible", "seed": 1}} => unknown variant `impossible`
{"new": {"n": 8, "seed": -1}} => expected u64
{"new": {"n": 8}} => missing field `seed`
{"day": ""} => date
{"day": "today"} => date
{"day": "2026-02-30"} => date
{"day": "2026-13-01"} => date
{"day": "99999-01-01"} => date
{"hint": {"regions": ["ABCD", "ABCD", "ABCD", "ABCD"], "marks": ["QQQQQ"]}} => 
{"analyse": 8} => expected a sequence
"#;
    all_refused(requests, |request| vec![json!({"puzzle": request})]);
    let both = |regions: Value| vec![analyse(&regions), hint(&regions, &json!([]))];
    let regions = r#"
[] => expected
[""] => expected
["AB"] => expected
["ABCD", "ABCD", "ABCD"] => expected
["ABCD", "ABCD", "ABCD", "ABC"] => expected
["ABCD", "ABCD", "ABCD", "AB?D"] => expected
["皇后皇后", "ABCD", "ABCD", "ABCD"] => expected
["ABCD", "", "ABCD", "ABCD", "ABCD"] => expected
"#;
    all_refused(regions, both);
    for rows in [17, 24, 40] {
        let letters = ('A'..='Z').cycle().take(rows);
        let regions: Value = letters
            .map(|letter| letter.to_string().repeat(rows))
            .collect();
        let words = match rows {
            40 => "expected".to_owned(),
            rows => format!("expected rows from 4 to 16, found {rows}"),
        };
        both(regions)
            .into_iter()
            .for_each(|request| refused(request, &words));
    }
}
