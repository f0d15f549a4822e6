//! Races.

use bezzel_wasm::Engine;
use serde_json::{Value, json};

use crate::{Program, all_refused, ask_with};

/// Runs a race and returns its messages.
fn measured(methods: &[&str], n: u32) -> Vec<Value> {
    let mut program = Program::new();
    let race = json!({"run": {"race": {"methods": methods, "n": n}}});
    let answer = ask_with(&mut Engine::default(), &mut program, &race);
    assert_eq!(answer, Ok(Value::Null));
    program.messages
}

#[test]
fn races_measure_all_sizes_and_count_right() {
    let messages = measured(&["slope-test", "bitmask"], 7);
    assert_eq!(messages.len(), 2 * 4);
    let solutions = [2, 10, 4, 40];
    for (message, want) in messages
        .iter()
        .zip(solutions.iter().flat_map(|one| [one, one]))
    {
        assert_eq!(message["event"], "measured");
        assert_eq!(message["counters"]["solutions"], *want);
        assert!(message["seconds"].as_f64().unwrap() > 0.0);
    }
    let sizes: Vec<&Value> = messages.iter().map(|message| &message["n"]).collect();
    assert_eq!(sizes, [4, 4, 5, 5, 6, 6, 7, 7]);
}

#[test]
fn a_race_of_small_boards_has_one_size() {
    for n in 1..4 {
        let messages = measured(&["slope-test", "bitmask"], n);
        let sizes: Vec<&Value> = messages.iter().map(|message| &message["n"]).collect();
        assert_eq!(sizes, [n, n]);
    }
}

#[test]
fn slow_methods_are_skipped() {
    let messages = measured(&["brute-force", "mirrored-bitmask"], 10);
    let skipped: Vec<&Value> = messages
        .iter()
        .filter(|message| message["event"] == "skipped")
        .collect();
    assert_eq!(skipped.len(), 1, "{skipped:?}");
    assert_eq!(skipped[0]["method"], "brute-force");
}

#[test]
fn bad_races_are_refused() {
    let races = r#"
{"methods": ["bitmask"], "n": 8} => two to four methods
{"methods": [], "n": 8} => two to four methods
{"methods": ["bitmask", "bitmask"], "n": 8} => found bitmask twice
{"methods": ["bitmask", "nothing"], "n": 8} => unknown method 'nothing'
{"methods": ["bitmask", ""], "n": 8} => unknown method ''
{"methods": ["bitmask", "min-conflicts"], "n": 8} => min-conflicts
{"methods": ["bitmask", "slope-test", "last-column", "linked-columns", "brute-force"], "n": 8} => two to four
{"methods": ["bitmask", "slope-test"], "n": 0} => from 1 to 16
{"methods": ["bitmask", "slope-test"], "n": 17} => from 1 to 16
{"methods": ["bitmask", "slope-test"], "n": 4294967295} => found 4294967295
{"methods": ["bitmask", "slope-test"]} => missing field `n`
{"methods": ["bitmask", "slope-test"], "n": 8, "runs": 3} => unknown field `runs`
"#;
    all_refused(races, |race| vec![json!({"run": {"race": race}})]);
}
