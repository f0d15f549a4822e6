//! Puzzles: new, analysed, and those of days.

use bezzel_server::{Access, App, Times, router};
use serde_json::json;

use crate::{app, get, post};

#[tokio::test]
async fn new_puzzles_have_a_solution_and_steps_to_it() {
    let app = app();
    let made = get(&app, "/api/puzzles/new?n=7&seed=5&grade=medium")
        .await
        .good();
    assert_eq!(
        (&made["n"], &made["grade"], &made["solutions"]),
        (&json!(7), &json!("medium"), &json!(1))
    );
    let again = get(&app, "/api/puzzles/new?n=7&seed=5&grade=medium")
        .await
        .good();
    assert_eq!(made, again);
    let queens = made["queens"].as_array().unwrap();
    let steps = made["steps"].as_array().unwrap();
    let placed = steps.iter().filter_map(|step| step["step"].get("place"));
    for square in placed.clone() {
        assert_eq!(
            queens[square["row"].as_u64().unwrap() as usize],
            square["column"]
        );
    }
    assert_eq!(placed.count(), 7);
    let body = json!({"regions": made["regions"]}).to_string();
    assert_eq!(post(&app, "/api/puzzles/analysis", body).await.good(), made);
}

#[tokio::test]
async fn puzzles_without_a_single_solution_are_named() {
    let app = app();
    let analyse = async |rows: &[&str]| {
        let body = json!({"regions": rows}).to_string();
        post(&app, "/api/puzzles/analysis", body).await
    };
    let several = analyse(&["ABCDE"; 5]).await.good();
    assert_eq!(
        (&several["solutions"], &several["grade"]),
        (&json!(2), &json!(null))
    );
    let none = analyse(&["AABB", "AABB", "CCDD", "CCDD"]).await.good();
    assert_eq!(
        (&none["queens"].is_null(), &none["solutions"]),
        (&false, &json!(2))
    );
    let none = analyse(&["ABCC", "ABCC", "DDDD", "DDDD"]).await.good();
    assert_eq!(
        none["solutions"].as_u64().unwrap() < 2,
        none["solutions"] != json!(2)
    );
    analyse(&["AAAB", "ACBB", "CCCB", "DDCA"])
        .await
        .problem(422, "connected region A");
    analyse(&["AAAB", "ACBB", "CCCB"])
        .await
        .problem(422, "n from 4 to 12");
    analyse(&["AAAB", "ACBB", "CCCB", "DDCC", "...."])
        .await
        .problem(422, "");
    let long = "A".repeat(10_000);
    analyse(&[&long, "A", "A", "A"])
        .await
        .problem(422, "24 squares");
}

#[tokio::test]
async fn impossible_wishes_are_refused() {
    let app = app();
    for (query, words) in [
        ("n=4&seed=1", "n from 5 to 12"),
        ("n=13&seed=1", "n from 5 to 12"),
        ("n=8&seed=1&grade=hrad", "did you mean 'hard'?"),
        ("n=8&seed=-1", "seed"),
        ("n=8", "seed"),
    ] {
        let answer = get(&app, &format!("/api/puzzles/new?{query}")).await;
        assert!(answer.status.is_client_error(), "{query}: {}", answer.text);
        assert!(answer.text.contains(words), "{query}: {}", answer.text);
    }
    let compute_timeout = std::time::Duration::ZERO;
    let hurried = App::with_times(Times {
        compute_timeout,
        ..Times::default()
    });
    let hurried = router(&hurried, Access::Loopback);
    let expert = get(&hurried, "/api/puzzles/new?n=12&seed=1&grade=expert").await;
    expert.problem(422, "the time limit ended before a puzzle was found");
}

const STORED: &str = include_str!("../../web/src/puzzle/days.json");

#[test]
fn stored_puzzles_are_those_of_their_days() {
    use bezzel_server::days::{DAYS, FIRST_DAY, line};
    let stored: serde_json::Value = serde_json::from_str(STORED).unwrap();
    assert_eq!(stored["first"], FIRST_DAY);
    let puzzles = stored["puzzles"].as_array().unwrap();
    assert_eq!(puzzles.len(), DAYS as usize);
    for (at, stored) in (0..).zip(puzzles) {
        let line = line(FIRST_DAY + at);
        assert!(
            *stored == line,
            "day {at} is out of date: run `npm run days`\n{line}"
        );
    }
}
