//! Puzzles: those of seeds and days, their analysis and hints.

use bezzel_puzzle::Generator;
use serde_json::{Value, json};

use crate::{good, refused};

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
    for n in [0, 1, 17, 33, u32::MAX] {
        refused(
            new(n, "easy", 1),
            "expected a board of 5 to 16 rows, found ",
        );
    }
    refused(new(8, "impossible", 1), "unknown variant `impossible`");
    refused(
        json!({"puzzle": {"new": {"n": 8, "seed": -1}}}),
        "expected u64",
    );
    refused(json!({"puzzle": {"new": {"n": 8}}}), "missing field `seed`");
    for date in ["", "today", "2026-02-30", "2026-13-01", "99999-01-01"] {
        refused(json!({"puzzle": {"day": date}}), "date");
    }
    let row = "ABCD";
    for regions in [
        json!([]),
        json!([""]),
        json!(["AB"]),
        json!([row, row, row]),
        json!([row, row, row, "ABC"]),
        json!([row, row, row, "AB?D"]),
        json!(["皇后皇后", row, row, row]),
        json!([row, "", row, row, row]),
        json!(vec!["A".repeat(40); 40]),
    ] {
        refused(analyse(&regions), "expected");
        refused(hint(&regions, &json!([])), "expected");
    }
    for rows in [17, 24] {
        let letters = ('A'..='Z').take(rows);
        let regions: Value = letters
            .map(|letter| letter.to_string().repeat(rows))
            .collect();
        let words = format!("expected rows from 4 to 16, found {rows}");
        refused(analyse(&regions), &words);
        refused(hint(&regions, &json!([])), &words);
    }
    let marks = json!(["QQQQQ"]);
    refused(hint(&json!([row, row, row, row]), &marks), "");
    refused(analyse(&json!(8)), "expected a sequence");
}
