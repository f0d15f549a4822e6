//! An open campaign: leases, results, limits and the public log.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::path::{Path, PathBuf};

use axum::Router;
use axum::body::Body;
use axum::http::Request;
use bezzel_campaign::{
    Admission, Certificate, LeaseAction, LeaseLimits, LeaseRequest, Ledger, Policy, ProcessInfo,
    PublicLog, Record, ResultFilter, SecretKey, UnitList,
};
use bezzel_count::{Backend, Counter, Plan, Route};
use bezzel_server::{OpenCampaign, OpenLimits};
use serde_json::Value;
use tempfile::TempDir;

use crate::{Answer, send};

const N: u32 = 12;

struct Place {
    folder: TempDir,
    units: UnitList,
}

impl Place {
    fn new(policy: Policy) -> Self {
        let folder = tempfile::tempdir().unwrap();
        let units = UnitList::new(N).unwrap();
        let path = folder.path().join("q.bezzel");
        Ledger::create_with(&path, units.clone(), policy).unwrap();
        Self { folder, units }
    }

    fn file(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn ledger(&self) -> Ledger {
        Ledger::open(&self.file("q.bezzel")).unwrap()
    }

    fn open(&self, limits: OpenLimits) -> Router {
        let ledger = self.ledger();
        let log = PublicLog::open(&self.file("log"), &ledger).unwrap();
        OpenCampaign::start(ledger, log, limits).unwrap().router()
    }

    /// Counts units as the server names them, and signs the results.
    fn count(&self, leased: &Value, key: &SecretKey, run: &str) -> Vec<String> {
        let lines = leased["units"].as_array().unwrap().iter();
        lines
            .map(|line| {
                let (unit, route) = line.as_str().unwrap().split_once(' ').unwrap();
                let route = match route {
                    "direct" => Route::Direct,
                    _ => Route::Exchanged,
                };
                let unit = self.units.unit_by_name(unit).unwrap();
                self.line(&self.record(unit.index(), route, key, run))
            })
            .collect()
    }

    fn record(&self, unit: u64, route: Route, key: &SecretKey, run: &str) -> Record {
        let mut counter = Counter::new(Backend::Portable).unwrap();
        let mut origin = (*ProcessInfo::current("test")).clone();
        origin.run = run.to_owned();
        let unit = [self.units.unit(unit).unwrap()];
        let mut record = Record::count(&mut counter, &unit, route, &origin.into())
            .unwrap()
            .remove(0);
        self.units.sign(&mut record, key).unwrap();
        record
    }

    fn line(&self, record: &Record) -> String {
        self.units.line(record).unwrap()
    }

    fn request(&self, key: &SecretKey, action: LeaseAction) -> String {
        LeaseRequest::new(&self.units, 1, action, key).to_string()
    }
}

fn signed(copies: u32) -> Policy {
    Policy {
        authors: Admission::Signed,
        copies,
        ..Policy::default()
    }
}

fn keys<const NUMBER: usize>() -> [SecretKey; NUMBER] {
    std::array::from_fn(|_| SecretKey::new().unwrap())
}

async fn post(app: &Router, path: &str, body: impl Into<Body>) -> Answer {
    let request = Request::builder().method("POST").uri(path);
    send(app, request.body(body.into()).unwrap()).await
}

async fn get(app: &Router, path: &str, range: Option<&str>) -> Answer {
    let mut request = Request::builder().uri(path);
    if let Some(range) = range {
        request = request.header("range", range);
    }
    send(app, request.body(Body::empty()).unwrap()).await
}

async fn lease(app: &Router, place: &Place, key: &SecretKey, count: u32) -> Value {
    let request = place.request(key, LeaseAction::More(count));
    post(app, "/leases", request).await.good()
}

/// Sends lines and returns the outcomes.
async fn give(app: &Router, place: &Place, lines: &[String]) -> Vec<Value> {
    let body = format!("{}\n{}\n", place.units.header(), lines.join("\n"));
    let answer = post(app, "/results", body).await.good();
    answer["outcomes"].as_array().unwrap().clone()
}

fn kinds(outcomes: &[Value]) -> BTreeMap<String, usize> {
    let mut kinds = BTreeMap::new();
    for one in outcomes {
        let kind = one["outcome"].as_str().unwrap().to_owned();
        *kinds.entry(kind).or_default() += 1;
    }
    kinds
}

fn kind(name: &str, number: usize) -> BTreeMap<String, usize> {
    [(name.to_owned(), number)].into()
}

fn certificate(ledger: &Ledger) -> String {
    Certificate::of(ledger).unwrap().text().to_owned()
}

/// Rebuilds the campaign from its log and returns the certificate.
fn replayed(log: &str, to: &Path) -> String {
    let ledger = Ledger::replay(&mut Cursor::new(log), to).unwrap();
    certificate(&ledger)
}

#[tokio::test]
async fn two_authors_count_everything_and_the_log_gives_the_same_certificate() {
    let place = Place::new(signed(2));
    let app = place.open(OpenLimits::default());
    let [ada, bob] = keys();
    let units = place.units.plan().len() as usize;
    let described = get(&app, "/campaign", None).await.good();
    assert_eq!(described["header"], place.units.header());
    assert_eq!(described["status"]["open"], units);
    let text = get(&app, "/", None).await.text;
    assert!(text.contains("bezzel work --from"), "{text}");

    let first = lease(&app, &place, &ada, 1024).await;
    assert_eq!(first["units"].as_array().unwrap().len(), units);
    let lines = place.count(&first, &ada, "a");
    assert_eq!(
        kinds(&give(&app, &place, &lines).await),
        kind("merged", units)
    );
    // The same lines once more, as after an answer that was lost.
    assert_eq!(
        kinds(&give(&app, &place, &lines).await),
        kind("identical", units)
    );
    // Every unit needs another author, who counts by the other route.
    let none = lease(&app, &place, &ada, 1024).await;
    assert_eq!(
        (none["units"].as_array().unwrap().len(), &none["more_later"]),
        (0, &false.into())
    );
    let second = lease(&app, &place, &bob, 1024).await;
    assert!(
        second["units"]
            .as_array()
            .unwrap()
            .iter()
            .all(|line| { line.as_str().unwrap().ends_with(" exchanged") })
    );
    let lines = place.count(&second, &bob, "b");
    assert_eq!(
        kinds(&give(&app, &place, &lines).await),
        kind("confirmed", units)
    );
    let described = get(&app, "/campaign", None).await.good();
    assert_eq!(described["status"]["open"], 0);

    let log = get(&app, "/log", None).await;
    assert_eq!(log.headers["content-length"], log.text.len().to_string());
    let own = certificate(&place.ledger());
    assert_eq!(replayed(&log.text, &place.file("copy.bezzel")), own);
    // The same log in two parts.
    let [start, rest] = ["bytes=0-99", "bytes=100-"].map(|range| get(&app, "/log", Some(range)));
    let (start, rest) = (start.await, rest.await);
    assert_eq!((start.status.as_u16(), rest.status.as_u16()), (206, 206));
    assert_eq!(
        start.headers["content-range"],
        format!("bytes 0-99/{}", log.text.len())
    );
    assert_eq!(start.text + &rest.text, log.text);
    let end = format!("bytes={}-", log.text.len());
    assert_eq!(get(&app, "/log", Some(&end)).await.status, 416);
}

#[tokio::test]
async fn a_result_that_is_not_valid_or_not_wanted_is_refused_by_name_and_others_are_stored() {
    let place = Place::new(signed(1));
    let app = place.open(OpenLimits::default());
    let [ada, bob] = keys();
    let good = place.record(0, Route::Direct, &ada, "a");
    let mut forged = place.record(1, Route::Direct, &ada, "a");
    forged.result.value += 96;
    let mut unsigned = place.record(2, Route::Direct, &ada, "a");
    unsigned.signature = None;
    let lines = [
        place.line(&good),
        place.line(&forged),
        place.line(&unsigned),
        "a line".to_owned(),
        place.line(&good).replace('a', "b"),
    ];
    let outcomes = give(&app, &place, &lines).await;
    assert_eq!(outcomes[0]["outcome"], "merged");
    let reasons = [
        "expected a valid signature",
        "expected a signed result",
        "expected a result of this plan",
        "expected a result of this plan",
    ];
    for (outcome, reason) in outcomes[1..].iter().zip(reasons) {
        assert_eq!(outcome["outcome"], "refused");
        let found = outcome["reason"].as_str().unwrap();
        assert!(found.contains(reason), "{found}");
    }
    // One author suffices: a result of another one that nobody asked for is not stored.
    let more = [place.line(&place.record(0, Route::Direct, &bob, "b"))];
    assert_eq!(kinds(&give(&app, &place, &more).await), kind("unneeded", 1));
    assert_eq!(place.ledger().stored_results().unwrap(), 1);

    let other = UnitList::new(N + 1).unwrap();
    let answer = post(&app, "/results", other.header()).await;
    answer.problem(422, "expected the plan '# bezzel n 12");
    post(&app, "/results", vec![0xff])
        .await
        .problem(400, "expected text");
    let many = format!("{}\n{}", place.units.header(), "x\n".repeat(257));
    post(&app, "/results", many)
        .await
        .problem(413, "at most 256 results");
    let request = LeaseRequest::new(&other, 1, LeaseAction::More(1), &ada).to_string();
    post(&app, "/leases", request)
        .await
        .problem(400, "expected a request for the plan");
    post(&app, "/leases", "x".repeat(1000))
        .await
        .problem(400, "expected a request");
    let forged = place
        .request(&ada, LeaseAction::More(1))
        .replace("more-1", "more-2");
    post(&app, "/leases", forged)
        .await
        .problem(422, "expected a valid signature");
    get(&app, "/other", None).await.problem(404, "expected /");
    get(&app, "/leases", None)
        .await
        .problem(405, "expected POST");
}

#[tokio::test]
async fn one_author_cannot_fill_the_ledger_with_results_of_one_unit() {
    let place = Place::new(signed(2));
    let app = place.open(OpenLimits::default());
    let [ada] = keys();
    // The bound of a unit must leave room for lies.
    let has_room = |unit: &u64| {
        let mut one = place.record(*unit, Route::Direct, &ada, "r");
        one.result.value += 120;
        place.units.check(&one).is_ok()
    };
    let unit = (0..place.units.plan().len()).find(has_room).unwrap();
    let records = (0..10).map(|run| place.record(unit, Route::Direct, &ada, &format!("r{run}")));
    let records: Vec<Record> = records.collect();
    let lines: Vec<String> = records.iter().map(|one| place.line(one)).collect();
    let outcomes = kinds(&give(&app, &place, &lines).await);
    assert_eq!((outcomes["merged"], outcomes["unneeded"]), (1, 9));
    let lies = records.into_iter().zip(1..).map(|(mut one, lie)| {
        one.result.value += 12 * lie;
        place.units.sign(&mut one, &ada).unwrap();
        place.line(&one)
    });
    let lies: Vec<String> = lies.collect();
    let outcomes = kinds(&give(&app, &place, &lies).await);
    assert_eq!((outcomes["conflict"], outcomes["refused"]), (3, 7));
    assert_eq!(
        kinds(&give(&app, &place, &lies[9..]).await),
        kind("refused", 1)
    );
    assert_eq!(
        kinds(&give(&app, &place, &lies[..1]).await),
        kind("identical", 1)
    );
    assert_eq!(place.ledger().stored_results().unwrap(), 4);
}

#[tokio::test]
async fn authors_outside_the_list_get_neither_units_nor_results_in() {
    let [ada, eve] = keys();
    let list = [(ada.author(), "Ada".to_owned())].into();
    let place = Place::new(Policy {
        authors: Admission::Listed(list),
        ..Policy::default()
    });
    let app = place.open(OpenLimits::default());
    let request = place.request(&eve, LeaseAction::More(1));
    post(&app, "/leases", request)
        .await
        .problem(403, &eve.author().to_string());
    let line = [place.line(&place.record(0, Route::Direct, &eve, "e"))];
    let outcome = give(&app, &place, &line).await.remove(0);
    assert_eq!(outcome["outcome"], "refused");
    assert!(
        outcome["reason"]
            .as_str()
            .unwrap()
            .contains(&eve.author().to_string())
    );
    assert_eq!(
        lease(&app, &place, &ada, 1).await["units"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

/// A lie causes a conflict, and another honest result ends it: both change the number at once.
#[tokio::test]
async fn the_number_of_conflicts_follows_the_results_that_cause_and_end_them() {
    let [ada, bob, liar] = keys();
    let listed = [&ada, &bob, &liar].map(|key| (key.author(), String::new()));
    let place = Place::new(Policy {
        authors: Admission::Listed(listed.into()),
        copies: 2,
        ..Policy::default()
    });
    let app = place.open(OpenLimits::default());
    let conflicts = async || {
        let described = get(&app, "/campaign", None).await.good();
        let status = &described["status"];
        (status["conflicts"].clone(), status["open"].clone())
    };
    let lie = |unit: u64| {
        let mut record = place.record(unit, Route::Direct, &liar, "l");
        record.result.value += 8 * u128::from(Plan::VALUE_SCALE);
        place.units.sign(&mut record, &liar).unwrap();
        place.units.check(&record).is_ok().then_some(record)
    };
    let all = place.units.plan().len();
    let lie = (0..all).rev().find_map(lie).unwrap();
    let honest = |key| place.line(&place.record(lie.unit, Route::Direct, key, "h"));
    let steps = [
        (honest(&ada), "merged", (0, all)),
        (place.line(&lie), "conflict", (1, all)),
        (honest(&bob), "confirmed", (0, all - 1)),
    ];
    for (line, outcome, (expected, open)) in steps {
        assert_eq!(kinds(&give(&app, &place, &[line]).await), kind(outcome, 1));
        assert_eq!(
            conflicts().await,
            (expected.into(), open.into()),
            "{outcome}"
        );
    }
}

#[tokio::test]
async fn an_author_whose_results_are_withdrawn_gets_no_units() {
    let place = Place::new(signed(1));
    let [ada] = keys();
    let rule = ResultFilter {
        author: Some(ada.author()),
        ..ResultFilter::default()
    };
    place.ledger().withdraw(rule, "wrong values").unwrap();
    let app = place.open(OpenLimits::default());
    let request = place.request(&ada, LeaseAction::More(1));
    post(&app, "/leases", request)
        .await
        .problem(403, "are withdrawn: wrong values");
    let line = [place.line(&place.record(0, Route::Direct, &ada, "a"))];
    assert_eq!(kinds(&give(&app, &place, &line).await), kind("refused", 1));
}

/// Both authors counted every unit by the direct route and sent files: each can add the other route.
#[tokio::test]
async fn units_that_lack_only_a_route_are_leased_again_to_those_who_counted_the_other_one() {
    let place = Place::new(Policy {
        both_routes: true,
        ..signed(2)
    });
    let [ada, bob] = keys();
    let units = place.units.plan().len() as usize;
    for key in [&ada, &bob] {
        let all = 0..units as u64;
        let records = all.map(|unit| place.record(unit, Route::Direct, key, "file"));
        let records: Vec<Record> = records.collect();
        place.ledger().import(&records).unwrap();
    }
    let app = place.open(OpenLimits::default());
    let described = get(&app, "/campaign", None).await.good();
    assert_eq!(described["status"]["open"], units);
    let half = lease(&app, &place, &ada, units as u32 / 2).await;
    let rest = lease(&app, &place, &bob, 1024).await;
    let mut given = 0;
    for (leased, key) in [(half, &ada), (rest, &bob)] {
        let lines = place.count(&leased, key, "server");
        assert!(lines.iter().all(|line| line.contains(" exchanged ")));
        given += lines.len();
        let outcomes = give(&app, &place, &lines).await;
        assert_eq!(kinds(&outcomes), kind("confirmed", lines.len()));
    }
    assert_eq!(given, units);
    let described = get(&app, "/campaign", None).await.good();
    assert_eq!(described["status"]["open"], 0);
    place.ledger().final_result().unwrap();
}

#[tokio::test]
async fn results_without_parts_and_backdated_ones_are_refused_where_they_are_not_wanted() {
    let policy = Policy {
        commit_parts: true,
        ..signed(1)
    };
    let place = Place::new(policy.begun().unwrap());
    let app = place.open(OpenLimits::default());
    let [ada] = keys();
    let described = get(&app, "/campaign", None).await.good();
    assert_eq!(described["commit_parts"], true);
    let plain = place.record(0, Route::Direct, &ada, "a");
    let mut counter = Counter::new(Backend::Portable).unwrap();
    let unit = [place.units.unit(0).unwrap()];
    let found = Record::count_by_parts(&mut counter, &unit, Route::Direct, &plain.origin);
    let mut good = found.unwrap().remove(0);
    let mut old = good.clone();
    old.time = 0;
    place.units.sign(&mut old, &ada).unwrap();
    place.units.sign(&mut good, &ada).unwrap();
    let lines = [&plain, &old, &good].map(|record| place.line(record));
    let outcomes = give(&app, &place, &lines).await;
    let reason = |at: usize| outcomes[at]["reason"].as_str().unwrap().to_owned();
    assert!(reason(0).contains("expected a result that is committed to its parts"));
    assert!(reason(1).contains("found 1970-01-01T00:00:00Z: the result is backdated"));
    assert_eq!(outcomes[2]["outcome"], "merged");
    let log = get(&app, "/log", None).await.text;
    assert!(log.contains(" parts="), "the log has the parts");
}

#[tokio::test]
async fn a_log_that_names_audited_units_is_published_at_the_end() {
    let place = Place::new(Policy {
        audit: 500_000,
        seed: 1,
        ..signed(1)
    });
    let app = place.open(OpenLimits::default());
    for key in keys::<2>() {
        let refused = get(&app, "/log", None).await;
        refused.problem(403, "names the audited units");
        let leased = lease(&app, &place, &key, 1024).await;
        let lines = place.count(&leased, &key, "a");
        give(&app, &place, &lines).await;
    }
    assert!(get(&app, "/log", None).await.status.is_success());
}

#[tokio::test]
async fn limits_hold_for_each_address() {
    let place = Place::new(signed(1));
    let limits = OpenLimits {
        requests_per_minute: 60,
        leases: LeaseLimits {
            per_address: 2,
            ..LeaseLimits::default()
        },
        trust_forwarded_for: true,
        ..OpenLimits::default()
    };
    let app = place.open(limits);
    let [ada] = keys();
    let from = async |address: &str, body: String| {
        let request = Request::builder().method("POST").uri("/leases");
        let request = request.header("x-forwarded-for", format!("6.6.6.6, {address}"));
        send(&app, request.body(Body::from(body)).unwrap()).await
    };
    let request = place.request(&ada, LeaseAction::More(5));
    let leased = from("10.0.0.1", request.clone()).await.good();
    assert_eq!(leased["units"].as_array().unwrap().len(), 2);
    let mut sent = 1;
    let refused = loop {
        let answer = from("10.0.0.1", "nonsense".to_owned()).await;
        if answer.status != 400 {
            break answer;
        }
        sent += 1;
        assert!(sent < 30, "a bad request costs more than a good one");
    };
    refused.problem(429, "too many requests");
    assert!(refused.headers.contains_key("retry-after"));
    assert!(from("10.0.0.2", request).await.status.is_success());
}

#[tokio::test]
async fn the_log_follows_the_ledger_also_after_a_crash() {
    let place = Place::new(signed(1));
    let [ada] = keys();
    let app = place.open(OpenLimits::default());
    let leased = lease(&app, &place, &ada, 4).await;
    let lines = place.count(&leased, &ada, "a");
    give(&app, &place, &lines).await;
    let log = std::fs::read_to_string(place.file("log")).unwrap();
    drop(app);

    // The log loses its end; results and a withdrawal arrive by other ways.
    let mut ledger = place.ledger();
    let rest = 4..place.units.plan().len();
    let rest: Vec<Record> = rest
        .map(|unit| place.record(unit, Route::Direct, &ada, "m"))
        .collect();
    ledger.import(&rest).unwrap();
    let rule = ResultFilter {
        host: Some("nowhere".to_owned()),
        ..ResultFilter::default()
    };
    ledger.withdraw(rule, "a test").unwrap();
    let path = place.file("cut");
    for cut in [0, 5, 400, log.len() - 20, log.len()] {
        std::fs::write(&path, &log[..cut]).unwrap();
        let mut opened = PublicLog::open(&path, &ledger).unwrap();
        let text = std::fs::read_to_string(&path).unwrap();
        assert_eq!(opened.len(), text.len() as u64);
        assert!(!opened.is_behind(&ledger).unwrap());
        let copy = place.file(&format!("copy{cut}.bezzel"));
        assert_eq!(replayed(&text, &copy), certificate(&ledger));
        opened.complete(&ledger).unwrap();
        assert_eq!(opened.len(), text.len() as u64, "nothing was missing");
    }
    // A withdrawal is undone: the log says so at its end.
    let mut opened = PublicLog::open(&path, &ledger).unwrap();
    ledger.undo_withdrawal(1).unwrap();
    assert!(opened.is_behind(&ledger).unwrap());
    opened.complete(&ledger).unwrap();
    let text = std::fs::read_to_string(&path).unwrap();
    let copy = place.file("undone.bezzel");
    assert_eq!(replayed(&text, &copy), certificate(&ledger));
    // The same content, written again, is no change; another one is, and is not written to.
    opened.check().unwrap();
    std::fs::write(&path, &text).unwrap();
    opened.check().unwrap();
    for changed in [text.len() - 1, text.len() + 1, 0] {
        let file = std::fs::File::options().write(true).open(&path).unwrap();
        file.set_len(changed as u64).unwrap();
        for error in [opened.check().unwrap_err(), opened.append(&[]).unwrap_err()] {
            let why = format!("expected {} bytes, found {changed}", text.len());
            assert!(error.to_string().contains(&why), "{error}");
        }
        assert_eq!(std::fs::metadata(&path).unwrap().len(), changed as u64);
    }
    std::fs::write(&path, text.replacen("result ", "rasult ", 1)).unwrap();
    let error = opened.check().unwrap_err().to_string();
    assert!(error.contains("overwritten by another program"), "{error}");
    drop(opened);
    // Other files are not changed.
    std::fs::write(place.file("wrong"), "other\ntext\n").unwrap();
    let error = PublicLog::open(&place.file("wrong"), &ledger).unwrap_err();
    assert!(error.to_string().contains("line 1: expected"), "{error}");
    let kept = std::fs::read_to_string(place.file("wrong")).unwrap();
    assert_eq!(kept, "other\ntext\n");
    let damaged = log.replacen(" direct ", " exchanged ", 1);
    std::fs::write(place.file("damaged"), &damaged).unwrap();
    let error = PublicLog::open(&place.file("damaged"), &ledger).unwrap_err();
    assert!(
        error.to_string().contains("line 4: expected 'a result"),
        "{error}"
    );
}
