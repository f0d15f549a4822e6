//! The stored puzzles of days.

use std::collections::HashSet;

use bezzel_wasm::days::{FIRST_DAY, days, line};

const STORED: &str = include_str!("../../../bezzel-server/web/src/puzzle/days.json");

#[test]
fn stored_puzzles_are_those_of_their_days() {
    let stored: serde_json::Value = serde_json::from_str(STORED).unwrap();
    assert_eq!(stored["first"], FIRST_DAY);
    let puzzles: Vec<&str> = stored["puzzles"]
        .as_array()
        .unwrap()
        .iter()
        .map(|puzzle| puzzle.as_str().unwrap())
        .collect();
    assert_eq!(puzzles.len(), days().count());
    for (day, stored) in days().zip(&puzzles) {
        let line = line(day);
        assert!(
            *stored == line,
            "{day} is out of date: run `npm run days`\n{line}"
        );
    }
    // The page keeps progress by puzzle.
    let different: HashSet<&str> = puzzles.iter().copied().collect();
    assert_eq!(different.len(), puzzles.len());
}
