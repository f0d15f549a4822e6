//! Counts that go on by themselves.

use std::path::Path;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use bezzel_campaign::{Ledger, ProcessInfo, Record};
use bezzel_count::{Backend, Counter, Route};
use bezzel_server::{Access, App, router};
use http_body_util::BodyExt;
use serde_json::{Value, json};
use tower::ServiceExt;

use crate::{Answer, app, get, post, request, send, wait};

async fn start(app: &Router, body: Value) -> u64 {
    let count = post(app, "/api/counts", body.to_string()).await;
    assert_eq!(count.status, 201);
    let id = count.good()["id"].as_u64().unwrap();
    assert_eq!(count.headers["location"], format!("/api/counts/{id}"));
    id
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
        let go = post(&app, &format!("/api/counts/{id}/go"), "").await;
        go.problem(409, "has ended");
    }
    let all = get(&app, "/api/counts").await.good();
    let sizes: Vec<_> = all
        .as_array()
        .unwrap()
        .iter()
        .map(|count| count["n"].clone())
        .collect();
    assert_eq!(sizes, [12, 8, 2, 1]);
}

#[tokio::test]
async fn a_stream_tells_the_end_and_closes() {
    let app = app();
    let id = start(&app, json!({"n": 12})).await;
    let stream = get(&app, &format!("/api/counts/{id}/events")).await;
    assert_eq!(stream.headers["content-type"], "text/event-stream");
    let mut messages = stream
        .text
        .lines()
        .filter_map(|line| line.strip_prefix("data: "));
    let last: Value = serde_json::from_str(messages.next_back().unwrap()).unwrap();
    assert_eq!(
        (&last["state"], &last["total"]["solutions"]),
        (&json!("done"), &json!("14200"))
    );
}

#[tokio::test]
async fn counts_are_stopped_continued_and_deleted() {
    let app = app();
    // It would go on for many minutes.
    let id = start(&app, json!({"n": 22, "threads": 1})).await;
    let stopped = post(&app, &format!("/api/counts/{id}/stop"), "")
        .await
        .good();
    assert!(["stopping", "stopped"].contains(&stopped["state"].as_str().unwrap()));
    let stopped = until(&app, id, "stopped").await;
    assert!(stopped["units_done"].as_u64().unwrap() < stopped["units"].as_u64().unwrap());
    post(&app, &format!("/api/counts/{id}/go"), "").await.good();
    let gone = request("DELETE", &format!("/api/counts/{id}"))
        .body("".into())
        .unwrap();
    assert_eq!(send(&app, gone).await.status, 204);
    for path in [String::new(), "/events".to_owned()] {
        get(&app, &format!("/api/counts/{id}{path}"))
            .await
            .problem(404, "there is no count");
    }
    get(&app, "/api/counts/first").await.problem(400, "");
}

#[tokio::test]
async fn campaigns_are_opened_and_continued() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("q14.bezzel");
    let mut ledger = Ledger::create(&file, 14).unwrap();
    let units: Vec<_> = ledger.units().plan().units().take(5).collect();
    let mut counter = Counter::new(Backend::detect()).unwrap();
    let origin = ProcessInfo::current("test");
    let records = Record::count(&mut counter, &units, Route::Direct, &origin).unwrap();
    ledger.record(&records).unwrap();
    drop(ledger);
    let app = folder_app(folder.path());
    let listed = get(&app, "/api/campaigns").await.good();
    let closed = json!({"folder": true, "campaigns": [{"file": "q14.bezzel", "count": null}]});
    assert_eq!(listed, closed);
    let opened = open(&app, "q14.bezzel").await.good();
    assert_eq!(
        (&opened["state"], &opened["n"], &opened["units_done"]),
        (&json!("stopped"), &json!(14), &json!(5))
    );
    assert_eq!(opened["campaign"], "q14.bezzel");
    // Opened again it is the same count.
    assert_eq!(open(&app, "q14.bezzel").await.good()["id"], opened["id"]);
    let listed = get(&app, "/api/campaigns").await.good();
    assert_eq!(listed["campaigns"][0]["count"], opened["id"]);
    post(&app, "/api/counts/1/go", "").await.good();
    let done = until(&app, 1, "done").await;
    assert_eq!(done["total"]["solutions"], "365596");
    delete(&app, 1).await;
    drop(app);
    // What was counted is in the file, where the next server finds it.
    let app = folder_app(folder.path());
    open(&app, "q14.bezzel").await.good();
    let done = until(&app, 1, "done").await;
    assert_eq!(
        (&done["units_done"], &done["total"]["solutions"]),
        (&json!(64), &json!("365596"))
    );
}

fn folder_app(folder: &Path) -> Router {
    router(&App::with_campaigns(folder).unwrap(), Access::Loopback)
}

async fn open(app: &Router, file: &str) -> Answer {
    post(app, "/api/campaigns", json!({ "file": file }).to_string()).await
}

async fn delete(app: &Router, id: u64) {
    let gone = request("DELETE", &format!("/api/counts/{id}"));
    let gone = send(app, gone.body("".into()).unwrap()).await;
    assert_eq!(gone.status, 204);
}

#[cfg(unix)]
#[tokio::test]
async fn no_name_leads_out_of_the_folder_of_campaigns() {
    let outside = tempfile::tempdir().unwrap();
    let secret = outside.path().join("secret.bezzel");
    drop(Ledger::create(&secret, 8).unwrap());
    let folder = outside.path().join("campaigns");
    std::fs::create_dir_all(folder.join("inner.bezzel")).unwrap();
    drop(Ledger::create(&folder.join("q8.bezzel"), 8).unwrap());
    drop(Ledger::create(&folder.join("inner.bezzel/q9.bezzel"), 9).unwrap());
    drop(Ledger::create(&folder.join("q10.other"), 10).unwrap());
    std::os::unix::fs::symlink(&secret, folder.join("link.bezzel")).unwrap();
    std::fs::write(folder.join("text.bezzel"), "no ledger").unwrap();
    let app = folder_app(&folder);
    let listed = get(&app, "/api/campaigns").await.good();
    let files: Vec<_> = listed["campaigns"].as_array().unwrap().iter().collect();
    let files: Vec<_> = files
        .iter()
        .map(|campaign| campaign["file"].clone())
        .collect();
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
        folder.join("q8.bezzel").to_str().unwrap(),
    ] {
        open(&app, file).await.problem(404, "has no file");
    }
    open(&app, "text.bezzel").await.problem(409, "not a ledger");
    open(&app, "q8.bezzel").await.good();
    let none = crate::app();
    open(&none, "q8.bezzel").await.problem(404, "--campaigns");
    let nothing = get(&none, "/api/campaigns").await.good();
    assert_eq!(nothing, json!({"folder": false, "campaigns": []}));
    assert!(App::with_campaigns(&folder.join("missing")).is_err());
    assert!(App::with_campaigns(&secret).is_err());
}

#[tokio::test]
async fn a_stream_ends_when_its_count_is_stopped() {
    let app = app();
    // It would go on for many minutes.
    let id = start(&app, json!({"n": 22, "threads": 1})).await;
    let path = format!("/api/counts/{id}/events");
    let events = request("GET", &path).body(Body::empty()).unwrap();
    let mut events = app.clone().oneshot(events).await.unwrap().into_body();
    let first = wait("an event", events.frame()).await;
    assert!(first.is_some_and(|frame| frame.is_ok()));
    post(&app, &format!("/api/counts/{id}/stop"), "")
        .await
        .good();
    let rest = wait("the stream ends", events.collect()).await.unwrap();
    let text = String::from_utf8(rest.to_bytes().into()).unwrap();
    let last = text.lines().rfind(|line| line.starts_with("data: "));
    assert!(last.unwrap().contains(r#""state":"stopped""#), "{last:?}");
    // And one that is stopped already is told once.
    let told = get(&app, &path).await;
    assert_eq!(told.text.matches("data: ").count(), 1);
}

#[tokio::test]
async fn threads_of_deleted_counts_are_bounded_and_given_back() {
    let app = app();
    // Each unit takes far longer than starting the few counts that there are threads for.
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let body = json!({"n": 20, "threads": threads.min(256)}).to_string();
    let started = async |is_wanted: bool| {
        loop {
            let count = post(&app, "/api/counts", body.clone()).await;
            let is_started = count.status == 201;
            if is_started {
                delete(&app, count.good()["id"].as_u64().unwrap()).await;
            } else {
                count.problem(409, "finishing their last units");
            }
            if is_started == is_wanted {
                return;
            }
            tokio::time::sleep(Duration::from_millis(1)).await;
        }
    };
    wait("a count is refused", started(false)).await;
    wait("threads are given back", started(true)).await;
}

#[tokio::test]
async fn only_so_many_counts_run_and_are_kept() {
    let app = app();
    let large = json!({"n": 22, "threads": 1});
    let ids = [
        start(&app, large.clone()).await,
        start(&app, large.clone()).await,
    ];
    let third = post(&app, "/api/counts", large.to_string()).await;
    third.problem(409, "2 counts are running");
    for id in ids {
        let gone = request("DELETE", &format!("/api/counts/{id}"))
            .body("".into())
            .unwrap();
        assert_eq!(send(&app, gone).await.status, 204);
    }
    for _ in 0..16 {
        let id = start(&app, json!({"n": 4})).await;
        until(&app, id, "done").await;
    }
    post(&app, "/api/counts", json!({"n": 4}).to_string())
        .await
        .problem(409, "16 counts are kept");
}

#[tokio::test]
async fn bad_counts_are_refused() {
    let app = app();
    for (body, status, words) in [
        (json!({"n": 0}), 422, "accepted are 1 to 27"),
        (json!({"n": 28}), 422, "accepted are 1 to 27"),
        (json!({"n": 8, "threads": 0}), 422, "accepted are 1 to 256"),
        (
            json!({"n": 8, "threads": 257}),
            422,
            "accepted are 1 to 256",
        ),
        (json!({"n": "8"}), 422, "n: "),
        (
            json!({"n": 8, "save": "/etc/passwd"}),
            422,
            "unknown field `save`",
        ),
    ] {
        post(&app, "/api/counts", body.to_string())
            .await
            .problem(status, words);
    }
    let form = request("POST", "/api/counts").header("content-type", "text/plain");
    let form = form.body(r#"{"n": 8}"#.into()).unwrap();
    send(&app, form).await.problem(415, "Content-Type");
}

#[tokio::test]
async fn records_are_the_published_totals() {
    let records = get(&app(), "/api/records").await.good();
    let vectors = include_str!("../../../bezzel-oracle/vectors/totals.csv");
    let published = vectors
        .lines()
        .filter(|line| line.starts_with(|c: char| c.is_ascii_digit()));
    let records: Vec<_> = records.as_array().unwrap().iter().collect();
    assert_eq!(records.len(), published.clone().count());
    for (record, line) in records.into_iter().zip(published) {
        let mut fields = line.split(',');
        assert_eq!(record["n"].to_string(), fields.next().unwrap());
        assert_eq!(record["solutions"], fields.next().unwrap());
        assert_eq!(record["fundamental"], fields.next().unwrap());
    }
}

#[tokio::test]
async fn records_have_the_processor_times_of_the_campaigns() {
    let records = get(&app(), "/api/records").await.good();
    let records = records.as_array().unwrap().iter();
    let served: Vec<_> = records
        .filter(|record| !record["processor_seconds"].is_null())
        .map(|record| {
            let seconds = record["processor_seconds"].as_f64().unwrap();
            (record["n"].as_f64().unwrap(), seconds)
        })
        .collect();
    let kept: Vec<_> = include_str!("../../../../RECORDS.md")
        .lines()
        .filter_map(|line| {
            let fields: Vec<f64> = line.split('|').map_while(number).collect();
            Some((*fields.get(1)?, *fields.get(6)?))
        })
        .collect();
    assert_eq!(served, kept);
    assert!(kept.len() >= 5, "{kept:?}");
}

/// A field of a table; nothing stands before the first.
fn number(field: &str) -> Option<f64> {
    match field.trim() {
        "" => Some(0.0),
        field => field.parse().ok(),
    }
}
