//! Methods, their source code and their steps.

use std::time::Duration;

use axum::Router;
use axum::http::StatusCode;
use bezzel::methods::{Method, Run, steps};
use bezzel::{ConstrainedBoard, NEVER};
use bezzel_server::{Access, App, Times, router};
use serde_json::{Value, json};

use crate::{HANG_TIMEOUT, app, get};

fn with_times(times: Times) -> Router {
    router(&App::with_times(times), Access::Loopback)
}

#[tokio::test]
async fn methods_are_listed_with_their_source() {
    let app = app();
    let methods = get(&app, "/api/methods").await.good();
    let names: Vec<_> = methods
        .as_array()
        .unwrap()
        .iter()
        .map(|m| m["name"].clone())
        .collect();
    assert_eq!(names, Method::ALL.map(|method| json!(method.name())));
    for method in methods.as_array().unwrap() {
        let file = method["file"].as_str().unwrap();
        let source = get(&app, &format!("/api/sources/{file}")).await;
        assert_eq!(source.status, StatusCode::OK);
        assert!(source.text.starts_with("//! "), "{file}");
    }
    get(&app, "/api/sources/..%2Fboard.rs")
        .await
        .problem(404, "'../board.rs'");
}

#[tokio::test]
async fn pages_join_to_the_whole_run_and_name_real_lines() {
    let app = app();
    for method in Method::ALL {
        let whole = steps(method, 4, 0, 1 << 20, NEVER).unwrap();
        assert!(whole.ended);
        let mut joined = Vec::new();
        loop {
            let path = format!(
                "/api/steps?method={method}&n=4&from={}&len=37",
                joined.len()
            );
            let page = get(&app, &path).await.good();
            joined.extend(page["steps"].as_array().unwrap().clone());
            if page["ended"] == true {
                break;
            }
        }
        let run = Run::new(method, &ConstrainedBoard::new(4).unwrap()).unwrap();
        let shown: Vec<_> = whole
            .steps
            .iter()
            .cloned()
            .map(|step| run.shown(step))
            .collect();
        assert_eq!(
            Value::from(joined),
            serde_json::to_value(shown).unwrap(),
            "{method}"
        );
        for step in &whole.steps {
            let path = format!("/api/sources/{}", step.source.file);
            let text = get(&app, &path).await.text;
            let line = text
                .lines()
                .nth(step.source.line as usize - 1)
                .unwrap_or_default();
            assert!(
                !line.is_empty() && !line.contains("emit"),
                "{method}: line {} is {line}",
                step.source.line
            );
        }
    }
}

#[tokio::test]
async fn the_first_solution_is_found_forwards_and_backwards() {
    let app = app();
    let run = "method=bitmask&n=8";
    let first = get(&app, &format!("/api/steps/find?{run}")).await.good();
    let at = first["step"].as_u64().unwrap();
    let page = get(&app, &format!("/api/steps?{run}&from={at}&len=1"))
        .await
        .good();
    assert_eq!(page["steps"][0]["columns"], json!([0, 4, 7, 5, 2, 6, 1, 3]));
    let second = get(&app, &format!("/api/steps/find?{run}&at={at}"))
        .await
        .good();
    let second = second["step"].as_u64().unwrap();
    assert!(second > at);
    let back = get(
        &app,
        &format!("/api/steps/find?{run}&at={second}&back=true"),
    )
    .await
    .good();
    assert_eq!(back, first);
    let none = get(&app, &format!("/api/steps/find?{run}&at={at}&back=true"))
        .await
        .good();
    assert_eq!(none, json!({"step": null, "certain": true}));
}

#[tokio::test]
async fn long_runs_stop_at_the_time_limit() {
    let app = app();
    let run = get(&app, "/api/run?method=bitmask&n=8").await.good();
    assert_eq!(run["steps"], 12246);
    assert_eq!(run["counters"]["solutions"], 92);
    let app = with_times(Times {
        compute_timeout: Duration::from_millis(50),
        ..Times::default()
    });
    let long = get(&app, "/api/run?method=brute-force&n=15").await.good();
    assert_eq!(long["steps"], Value::Null);
    let none = get(&app, "/api/steps/find?method=brute-force&n=15")
        .await
        .good();
    assert_eq!(none, json!({"step": null, "certain": false}));
}

#[tokio::test]
async fn every_method_shows_the_promised_steps_up_to_n_16() {
    for method in Method::ALL {
        // 50 ms, or more if the method reaches no steps in that time.
        let mut probe_time = Duration::from_millis(50);
        loop {
            let app = with_times(Times {
                compute_timeout: 2 * probe_time,
                reach_probe_time: probe_time,
                steps_timeout: HANG_TIMEOUT,
                ..Times::default()
            });
            if shows_the_promised_steps(&app, method).await {
                break;
            }
            probe_time *= 10;
            assert!(probe_time < HANG_TIMEOUT, "{method}: no steps");
        }
    }
}

/// Requests the last steps that can be shown. Returns false if there are none.
async fn shows_the_promised_steps(app: &Router, method: Method) -> bool {
    let run = format!("method={method}&n=16");
    let length = get(app, &format!("/api/run?{run}")).await.good();
    let [shown, reached] = ["shown", "reached"].map(|name| length[name].as_u64().unwrap());
    assert!(shown <= 50_000_000, "{method}: {shown}");
    assert!(shown <= reached, "{method}: {shown} of {reached}");
    if shown == 0 {
        return false;
    }
    let from = shown - 10;
    let page = get(app, &format!("/api/steps?{run}&from={from}&len=10")).await;
    let page = page.good();
    assert_eq!(page["steps"][9]["index"], shown - 1, "{method}");
    get(app, &format!("/api/steps?method={method}&n=17"))
        .await
        .problem(422, "from 1 to 16");
    true
}

#[tokio::test]
async fn bad_requests_are_rejected_with_the_accepted_values() {
    let app = app();
    for (query, status, words) in [
        ("steps?method=bitmask&n=0", 422, "from 1 to 16"),
        ("steps?method=bitmask&n=17", 422, "from 1 to 16"),
        ("steps?method=bitmask&n=99999999999", 400, "n: "),
        ("steps?method=bitmask&n=-1", 400, "n: "),
        ("steps?method=bitmask&n=eight", 400, "n: "),
        ("steps?method=bitmask", 400, "missing field `n`"),
        ("steps?n=8", 400, "missing field `method`"),
        ("steps?method=bitmsk&n=8", 400, "did you mean 'bitmask'?"),
        (
            "steps?method=bitmask&n=8&from=50000001",
            422,
            "from 0 to 50000000",
        ),
        (
            "steps?method=bitmask&n=8&from=18446744073709551616",
            400,
            "from: ",
        ),
        ("steps?method=bitmask&n=8&len=0", 422, "from 1 to 1024"),
        ("steps?method=bitmask&n=8&len=1025", 422, "from 1 to 1024"),
        (
            "steps?method=bitmask&n=8&until=9",
            400,
            "unknown field `until`",
        ),
        ("steps?method=bitmask&n=8&n=9", 400, "duplicate field `n`"),
        ("steps/find?method=bitmask&n=8&back=maybe", 400, "back: "),
        (
            "steps/find?method=bitmask&n=8&at=50000001",
            422,
            "from 0 to",
        ),
        (
            "steps/find?method=bitmask&n=8&kinds=solutoin",
            400,
            "did you mean 'solution'?",
        ),
        ("tree?method=bitmask&n=8&depth=0", 422, "from 1 to 16"),
        ("tree?method=bitmask&n=17&depth=1", 422, "from 1 to 16"),
        ("listings/bitmsk", 404, "did you mean 'bitmask'?"),
        ("run?method=bitmask&n=17", 422, "from 1 to 16"),
        ("nothing", 404, "not found: '/api/nothing'"),
    ] {
        get(&app, &format!("/api/{query}"))
            .await
            .problem(status, words);
    }
    let long = "9".repeat(50_000);
    get(&app, &format!("/api/steps?method=bitmask&n={long}"))
        .await
        .problem(400, "n: ");
}

#[tokio::test]
async fn concurrent_readers_see_the_same() {
    let app = app();
    let path = "/api/steps?method=linked-columns&n=10&from=40000&len=64";
    let alone = get(&app, path).await.text;
    let readers = (0..200).map(|_| {
        let app = app.clone();
        tokio::spawn(async move { get(&app, path).await.text })
    });
    for reader in readers.collect::<Vec<_>>() {
        assert_eq!(reader.await.unwrap(), alone);
    }
}

#[tokio::test]
async fn listings_have_a_line_for_each_step() {
    let app = app();
    for method in Method::ALL {
        let listings = get(&app, &format!("/api/listings/{method}")).await.good();
        let listings = listings.as_array().unwrap();
        let languages: Vec<_> = listings.iter().map(|one| &one["language"]).collect();
        assert_eq!(languages, ["pseudocode", "python", "java", "cpp", "pascal"]);
        let step = get(&app, &format!("/api/steps?method={method}&n=4&len=1"))
            .await
            .good();
        let kind = &step["steps"][0]["kind"];
        for listing in listings {
            let lines = listing["lines"].as_array().unwrap().iter();
            let doing = lines.filter(|line| line["kinds"].as_array().unwrap().contains(kind));
            assert_eq!(doing.count(), 1, "{method}: {kind}");
        }
    }
}

/// Steps over, out of, and to the next step of a kind, against the steps themselves.
#[tokio::test]
async fn steps_are_found_by_kind_and_depth() {
    let app = app();
    let method = Method::SlopeTest;
    let whole = steps(method, 5, 0, usize::MAX, NEVER).unwrap().steps;
    let found = async |goal: &str, at: usize| {
        let path = format!("/api/steps/find?method={method}&n=5&at={at}&{goal}");
        get(&app, &path).await.good()["step"].as_u64()
    };
    for at in [0, 1, 7, 30, whole.len() - 1] {
        for kind in ["rejected", "remove", "exhausted"] {
            let later = whole[at + 1..].iter().find(|step| step.kind.name() == kind);
            let expected = later.map(|step| step.index);
            assert_eq!(found(&format!("kinds={kind}"), at).await, expected);
        }
        let depth = whole[at].depth();
        let later = whole[at + 1..].iter().find(|step| step.depth() <= depth);
        let over = found(&format!("depth={depth}"), at).await;
        assert_eq!(over, later.map(|step| step.index));
    }
}

#[tokio::test]
async fn decision_trees_hold_every_square() {
    let app = app();
    for method in Method::ALL.into_iter().filter(|method| method.counts()) {
        for n in [4, 5] {
            let path = format!("/api/tree?method={method}&n={n}&depth={n}");
            let tree = get(&app, &path).await.good();
            assert_eq!(tree["complete"], true);
            let nodes = tree["nodes"].as_array().unwrap();
            let with = |result: &str| nodes.iter().filter(|node| node["result"] == result).count();
            let work = method.counters(n).unwrap();
            assert_eq!(with("placed") as u64, work.placed, "{method}");
            assert!(nodes.iter().all(|node| node["folded"] != true));
            let top = nodes.iter().filter(|node| node["parent"].is_null());
            let solutions: u64 = top
                .map(|node| node["solutions"].as_u64().unwrap_or(0))
                .sum();
            assert_eq!(solutions, work.solutions, "{method}");
            let whole = steps(method, n, 0, usize::MAX, NEVER).unwrap().steps;
            for node in nodes {
                let step = &whole[node["step"].as_u64().unwrap() as usize];
                let kinds: &[&str] = match node["result"].as_str().unwrap() {
                    "placed" => &["place", "place-start"],
                    "rejected" => &["rejected"],
                    _ => &["exhausted"],
                };
                assert!(kinds.contains(&step.kind.name()), "{method}: {node}");
            }
        }
    }
}

#[tokio::test]
async fn a_part_of_a_tree_begins_at_any_queen() {
    let app = app();
    let tree = get(&app, "/api/tree?method=slope-test&n=6&depth=2")
        .await
        .good();
    let nodes = tree["nodes"].as_array().unwrap();
    let first = &nodes[0];
    assert_eq!(
        (&first["folded"], &first["parent"]),
        (&json!(true), &Value::Null)
    );
    let path = format!(
        "/api/tree?method=slope-test&n=6&depth=6&root={}",
        first["step"]
    );
    let part = get(&app, &path).await.good();
    assert_eq!(part["complete"], true);
    let placed = part["nodes"].as_array().unwrap().iter();
    let placed = placed.filter(|node| node["result"] == "placed").count() as u64;
    assert_eq!(first["placed"].as_u64(), Some(placed));
    let rows = part["nodes"].as_array().unwrap().iter();
    assert!(rows.into_iter().all(|node| node["square"]["row"] != 0));
}
