//! Counts and ledgers.

use std::path::Path;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use bezzel::{ConstrainedBoard, NEVER};
use bezzel_count::{Backend, Counter, Plan, Route};
use bezzel_run::{Ledger, count_units, this_process};
use bezzel_server::{Access, App, router};
use futures_util::StreamExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::{Answer, app, ask, get, post, request, send, wait};

async fn start(app: &Router, body: Value) -> u64 {
    let count = post(app, "/api/counts", body.to_string()).await;
    assert_eq!(count.status, 201);
    let id = count.good()["id"].as_u64().unwrap();
    assert_eq!(count.headers["location"], format!("/api/counts/{id}"));
    id
}

/// Stops or resumes a count.
async fn change(app: &Router, id: u64, how: &str) -> Answer {
    post(app, &format!("/api/counts/{id}/{how}"), "").await
}

async fn delete(app: &Router, id: u64) {
    let gone = ask(app, "DELETE", &format!("/api/counts/{id}")).await;
    assert_eq!(gone.status, 204);
}

/// Checks the backend, the threads and the total of a count.
#[track_caller]
fn counted_on(count: &Value, backend: &str, threads: u32) {
    let found = [
        &count["backend"],
        &count["threads"],
        &count["total"]["solutions"],
    ];
    assert_eq!(json!(found), json!([backend, threads, "14200"]));
}

async fn until(app: &Router, id: u64, state: &str) -> Value {
    let reached = async {
        loop {
            let count = get(app, &format!("/api/counts/{id}")).await.good();
            if count["state"] == state {
                return count;
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    };
    wait(state, reached).await
}

#[tokio::test]
async fn counts_come_to_the_published_totals() {
    let app = app();
    for (n, solutions, fundamental) in [
        (1, "1", "1"),
        (2, "0", "0"),
        (8, "92", "12"),
        (12, "14200", "1787"),
    ] {
        let id = start(&app, json!({"n": n, "double_check": true, "threads": 2})).await;
        let count = until(&app, id, "done").await;
        assert_eq!(count["total"]["solutions"], solutions);
        assert_eq!(count["total"]["fundamental"], fundamental);
        assert_eq!(count["fraction"], 1.0);
        assert_eq!(count["units"], count["units_done"]);
        let resumed = change(&app, id, "resume").await;
        resumed.problem(409, "already ended");
    }
    let all = get(&app, "/api/counts").await.good();
    let sizes: Vec<_> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|count| &count["n"])
        .collect();
    assert_eq!(sizes, [12, 8, 2, 1]);
}

#[tokio::test]
async fn counts_run_on_the_requested_backends() {
    let app = app();
    let body = json!({"n": 12, "backend": "portable", "threads": 1, "double_check": true});
    let id = start(&app, body).await;
    counted_on(&until(&app, id, "done").await, "portable", 1);
    for (backend, words) in [
        (
            "gpu",
            "unknown backend 'gpu': expected portable, neon, avx2",
        ),
        ("", "unknown backend"),
        ("portable,portable", "each device once and one CPU backend"),
        ("cuda:4000000", "available here: portable"),
        ("cuda:4000000,portable", "available here: portable"),
    ] {
        let body = json!({"n": 12, "backend": backend});
        let answer = post(&app, "/api/counts", body.to_string()).await;
        answer.problem(422, words);
        let text = &answer.json()["text"]["chinese"];
        assert!(text.as_str().unwrap().contains(backend), "{text}");
    }
    let listed = get(&app, "/api/backends").await.good();
    let portable = json!({"backend": "portable", "device": null, "features": {}});
    assert_eq!(listed[0], portable);
    // Those whose features this CPU lacks are in the list too, but are not offered in errors.
    for backend in Backend::of_this_architecture() {
        let mut views = listed.as_array().unwrap().iter();
        let view = views.find(|one| one["backend"] == backend.name());
        let features = view.unwrap()["features"].as_object().unwrap();
        assert_eq!(
            features.values().all(|one| one == true),
            backend.is_available()
        );
        assert_eq!(features.len(), backend.features().len());
    }
    let gpus = listed.as_array().unwrap().iter();
    if !gpus.clone().any(|one| one["backend"] == "cuda:0") {
        return;
    }
    for (backend, threads) in [("cuda:0", 0), ("cuda:0,portable", 1)] {
        let body = json!({"n": 12, "backend": backend, "threads": 1});
        let id = start(&app, body).await;
        counted_on(&until(&app, id, "done").await, backend, threads);
    }
}

#[tokio::test]
async fn a_stream_sends_the_end_and_closes() {
    let app = app();
    let id = start(&app, json!({"n": 12})).await;
    let stream = get(&app, &format!("/api/counts/{id}/events")).await;
    assert_eq!(stream.headers["content-type"], "text/event-stream");
    let mut messages = stream
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "));
    let last: Value = serde_json::from_str(messages.next_back().unwrap()).unwrap();
    assert_eq!(last["state"], "done");
    assert_eq!(last["total"]["solutions"], "14200");
}

#[tokio::test]
async fn counts_are_stopped_resumed_and_deleted() {
    let app = app();
    // This count takes many minutes.
    let id = start(&app, json!({"n": 22, "threads": 1})).await;
    let stopped = change(&app, id, "stop").await.good();
    assert!(["stopping", "stopped"].contains(&stopped["state"].as_str().unwrap()));
    let resumed = change(&app, id, "resume").await;
    if resumed.status == 409 {
        resumed.problem(409, "still stopping");
    } else {
        assert_eq!(resumed.good()["state"], "running");
        change(&app, id, "stop").await.good();
    }
    let stopped = until(&app, id, "stopped").await;
    assert!(stopped["units_done"].as_u64().unwrap() < stopped["units"].as_u64().unwrap());
    change(&app, id, "resume").await.good();
    delete(&app, id).await;
    for path in ["", "/events"] {
        let gone = get(&app, &format!("/api/counts/{id}{path}")).await;
        gone.problem(404, "no count has the number");
    }
    get(&app, "/api/counts/first").await.problem(400, "");
}

#[tokio::test]
async fn ledgers_are_opened_and_resumed() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("q14.bezzel");
    let mut ledger = Ledger::create(&file, Plan::new(14).unwrap()).unwrap();
    let units: Vec<_> = ledger.plan().units().take(5).collect();
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let origin = this_process("test");
    let results = count_units(&mut counter, &units, Route::Direct, &origin).unwrap();
    ledger.store(&results).unwrap();
    drop(ledger);
    let app = directory_app(directory.path());
    let listed = get(&app, "/api/ledgers").await.good();
    let closed = json!({"directory": true, "ledgers": [{"file": "q14.bezzel", "count": null}]});
    assert_eq!(listed, closed);
    let opened = open(&app, "q14.bezzel").await.good();
    let found = [
        &opened["state"],
        &opened["n"],
        &opened["units_done"],
        &opened["ledger"],
    ];
    assert_eq!(json!(found), json!(["stopped", 14, 5, "q14.bezzel"]));
    // Opening it again returns the same count.
    assert_eq!(open(&app, "q14.bezzel").await.good()["id"], opened["id"]);
    let listed = get(&app, "/api/ledgers").await.good();
    assert_eq!(listed["ledgers"][0]["count"], opened["id"]);
    change(&app, 1, "resume").await.good();
    let done = until(&app, 1, "done").await;
    assert_eq!(done["total"]["solutions"], "365596");
    delete(&app, 1).await;
    drop(app);
    // The results are in the file, and the next server reads them.
    let app = directory_app(directory.path());
    open(&app, "q14.bezzel").await.good();
    let done = until(&app, 1, "done").await;
    assert_eq!(done["units_done"], 64);
    assert_eq!(done["total"]["solutions"], "365596");
}

#[tokio::test]
async fn a_ledger_of_a_given_board_names_it() {
    let directory = tempfile::tempdir().unwrap();
    let board = "1Q6/8/8/5x2/8/8/8/8";
    let plan = Plan::of_text(8, Some(board)).unwrap();
    let file = directory.path().join("board.bezzel");
    drop(Ledger::create(&file, plan).unwrap());
    let app = directory_app(directory.path());
    assert_eq!(open(&app, "board.bezzel").await.good()["board"], board);
    change(&app, 1, "resume").await.good();
    let total = &until(&app, 1, "done").await["total"];
    let searched = ConstrainedBoard::from_compact(board).unwrap();
    let searched = searched.count_completions(NEVER).unwrap().unwrap();
    assert_eq!(total["solutions"], searched.to_string());
    assert_eq!(total["fundamental"], Value::Null);
}

fn directory_app(directory: &Path) -> Router {
    router(&App::new(Some(directory)).unwrap(), Access::Loopback)
}

async fn open(app: &Router, file: &str) -> Answer {
    post(app, "/api/ledgers", json!({ "file": file }).to_string()).await
}

#[tokio::test]
async fn ledgers_are_counted_on_the_chosen_backend() {
    let directory = tempfile::tempdir().unwrap();
    drop(Ledger::create(&directory.path().join("q10.bezzel"), Plan::new(10).unwrap()).unwrap());
    let app = directory_app(directory.path());
    let open_with = async |choice: Value| {
        let mut request = choice;
        request["file"] = json!("q10.bezzel");
        post(&app, "/api/ledgers", request.to_string()).await
    };
    let unknown = open_with(json!({ "backend": "abacus" })).await;
    unknown.problem(422, "unknown backend 'abacus'");
    for threads in [0, 1025] {
        let wrong = open_with(json!({ "threads": threads })).await;
        wrong.problem(422, "1024");
    }
    let opened = open_with(json!({ "backend": "portable", "threads": 1 })).await;
    let opened = opened.good();
    assert_eq!(
        json!([opened["backend"], opened["threads"]]),
        json!(["portable", 1])
    );
    change(&app, 1, "resume").await.good();
    let done = until(&app, 1, "done").await;
    assert_eq!(done["total"]["solutions"], "724");
    let ledger = Ledger::open_to_read(&directory.path().join("q10.bezzel")).unwrap();
    assert_eq!(ledger.status().unwrap().machines[0].backend, "portable");
}

#[cfg(unix)]
#[tokio::test]
async fn no_name_refers_to_a_file_outside_the_ledger_directory() {
    let outside = tempfile::tempdir().unwrap();
    let create = |file: &Path| drop(Ledger::create(file, Plan::new(8).unwrap()).unwrap());
    let secret = outside.path().join("secret.bezzel");
    create(&secret);
    let directory = outside.path().join("ledgers");
    std::fs::create_dir_all(directory.join("inner.bezzel")).unwrap();
    for name in ["q8.bezzel", "inner.bezzel/q9.bezzel", "q10.other"] {
        create(&directory.join(name));
    }
    std::os::unix::fs::symlink(&secret, directory.join("link.bezzel")).unwrap();
    std::fs::write(directory.join("text.bezzel"), "no ledger").unwrap();
    let app = directory_app(&directory);
    let listed = get(&app, "/api/ledgers").await.good();
    let files = listed["ledgers"].as_array().unwrap().iter();
    let files: Vec<_> = files.map(|ledger| &ledger["file"]).collect();
    assert_eq!(files, ["q8.bezzel", "text.bezzel"]);
    for file in [
        "",
        ".",
        "..",
        "../secret.bezzel",
        "./q8.bezzel",
        "q8.bezzel/",
        "..\\secret.bezzel",
        "link.bezzel",
        "inner.bezzel",
        "inner.bezzel/q9.bezzel",
        "q10.other",
        "Q8.BEZZEL",
        "q8.bezzel\0",
        secret.to_str().unwrap(),
        directory.join("q8.bezzel").to_str().unwrap(),
    ] {
        open(&app, file).await.problem(404, "has no file");
    }
    let text = open(&app, "text.bezzel").await;
    text.problem(409, "expected a bezzel ledger");
    open(&app, "q8.bezzel").await.good();
    let none = crate::app();
    open(&none, "q8.bezzel").await.problem(404, "--ledgers");
    let nothing = get(&none, "/api/ledgers").await.good();
    assert_eq!(nothing, json!({"directory": false, "ledgers": []}));
    assert!(App::new(Some(&directory.join("missing"))).is_err());
    assert!(App::new(Some(&secret)).is_err());
}

#[tokio::test]
async fn a_stream_ends_when_its_count_is_stopped() {
    let app = app();
    // This count takes many minutes.
    let id = start(&app, json!({"n": 22, "threads": 1})).await;
    let path = format!("/api/counts/{id}/events");
    let events = request("GET", &path).body(Body::empty()).unwrap();
    let events = app.clone().oneshot(events).await.unwrap();
    let mut events = events.into_body().into_data_stream();
    let first = wait("an event", events.next()).await;
    assert!(first.is_some_and(|frame| frame.is_ok()));
    change(&app, id, "stop").await.good();
    let rest = events.map(Result::unwrap).collect::<Vec<_>>();
    let rest = wait("the stream ends", rest).await.concat();
    let text = String::from_utf8(rest).unwrap();
    let last = text.lines().rfind(|line| line.starts_with("data: "));
    assert!(last.unwrap().contains(r#""state":"stopped""#), "{last:?}");
    // The stream of a stopped count has one event.
    let stopped = get(&app, &path).await;
    assert_eq!(stopped.text.matches("data: ").count(), 1);
}

#[tokio::test]
async fn running_counts_are_limited() {
    let app = app();
    let large = json!({"n": 22, "threads": 1});
    let ids = [
        start(&app, large.clone()).await,
        start(&app, large.clone()).await,
    ];
    let third = post(&app, "/api/counts", large.to_string()).await;
    third.problem(409, "limit of 2 running counts");
    for id in ids {
        delete(&app, id).await;
    }
}

#[tokio::test]
async fn bad_counts_are_rejected() {
    let app = app();
    let bodies = r#"
{"n": 0} => from 1 to 27
{"n": 28} => from 1 to 27
{"n": 8, "threads": 0} => from 1 to 1024
{"n": 8, "threads": 1025} => from 1 to 1024
{"n": "8"} => n: 
{"n": -1} => n: 
{"n": 99999999999} => n: 
{} => missing field `n`
{"n": 8, "save": "/etc/passwd"} => unknown field `save`
{"n": 8, "n": 9} => duplicate field `n`
"#;
    for line in bodies.lines().filter(|line| !line.is_empty()) {
        let (body, words) = line.split_once(" => ").unwrap();
        let answer = post(&app, "/api/counts", body).await;
        answer.problem(422, words);
    }
    for (body, status, words) in [
        ("{".to_owned(), 400, "EOF"),
        (String::new(), 400, "EOF"),
        ("[".repeat(10_000), 422, "invalid type"),
        (
            format!("{{\"n\":{}}}", "9".repeat(50_000)),
            400,
            "number out of range",
        ),
        (" ".repeat(70_000), 413, "length limit exceeded"),
    ] {
        post(&app, "/api/counts", body).await.problem(status, words);
    }
    let form = request("POST", "/api/counts").header("content-type", "text/plain");
    let form = form.body(r#"{"n": 8}"#.into()).unwrap();
    send(&app, form).await.problem(415, "Content-Type");
}
