//! Races.

use serde_json::{Value, json};

use crate::{app, get};

#[tokio::test]
async fn races_measure_all_sizes_and_count_right() {
    let race = get(&app(), "/api/race?methods=slope-test,bitmask&n=7").await;
    assert_eq!(race.headers["content-type"], "text/event-stream");
    let messages = race
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "));
    let messages: Vec<Value> = messages
        .map(|text| serde_json::from_str(text).unwrap())
        .collect();
    assert_eq!(messages.last().unwrap(), &json!({"event": "finished"}));
    assert_eq!(messages.len(), 2 * 4 + 1);
    let solutions = [2, 10, 4, 40];
    for (message, want) in messages
        .iter()
        .zip(solutions.iter().flat_map(|one| [one, one]))
    {
        assert_eq!(message["counters"]["solutions"], *want);
        assert!(message["seconds"].as_f64().unwrap() > 0.0);
    }
}

#[tokio::test]
async fn slow_methods_are_skipped() {
    let race = get(
        &app(),
        "/api/race?methods=brute-force,mirrored-bitmask&n=10",
    )
    .await;
    let skipped = race
        .text
        .lines()
        .find(|line| line.contains("skipped"))
        .expect("brute force");
    assert!(skipped.contains("brute-force"), "{skipped}");
    assert_eq!(race.text.matches("skipped").count(), 1);
}

#[tokio::test]
async fn bad_races_are_rejected() {
    let app = app();
    for (query, status, words) in [
        ("methods=bitmask&n=8", 422, "two to four methods"),
        ("methods=bitmask,bitmask&n=8", 422, "found bitmask twice"),
        (
            "methods=bitmask,nothing&n=8",
            422,
            "unknown method 'nothing'",
        ),
        ("methods=&n=8", 422, "unknown method ''"),
        (
            "methods=bitmask,slope-test,last-column,linked-columns,brute-force&n=8",
            422,
            "two to four",
        ),
        ("methods=bitmask,slope-test&n=17", 422, "from 1 to 16"),
        ("methods=bitmask,slope-test", 400, "missing field `n`"),
    ] {
        get(&app, &format!("/api/race?{query}"))
            .await
            .problem(status, words);
    }
}
