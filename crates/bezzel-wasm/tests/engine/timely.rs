//! Limits of time, with clocks that go on by the same time at each look: no test waits for a limit.

use bezzel::methods::Method;
use bezzel_wasm::Engine;
use serde_json::{Value, json};

use crate::{Program, ask_with, board, fields, good};

/// More than each limit.
const LONG: f64 = 1000.0;

/// Asks a new engine, whose clock goes on by some seconds at each look.
fn ask(seconds: f64, request: &Value) -> Result<Value, Value> {
    ask_with(
        &mut Engine::default(),
        &mut Program::ticking(seconds),
        request,
    )
}

fn run(method: Method, n: u32) -> Value {
    json!({"method": method.name(), "n": n})
}

#[test]
fn a_step_beyond_the_limit_is_not_reached() {
    let page = json!({"run": run(Method::BruteForce, 16), "from": 1_000_000, "len": 1});
    let request = json!({"run": {"steps": page}});
    let problem = ask(1.0, &request).unwrap_err();
    assert_eq!(
        problem["detail"],
        "the time limit ended before step 1000001"
    );
    // A clock that stands still has no limit.
    assert!(ask(0.0, &request).is_ok());
}

#[test]
fn the_result_of_a_search_is_uncertain_after_the_limit() {
    let run = run(Method::BruteForce, 15);
    let find = json!({"run": {"find": {"run": run}}});
    assert_eq!(
        ask(0.1, &find).unwrap(),
        json!({"step": null, "certain": false})
    );
    let back = json!({"run": run, "at": 50_000_000, "back": true});
    let found = ask(0.1, &json!({"run": {"find": back}})).unwrap();
    assert_eq!(found, json!({"step": null, "certain": false}));
}

#[test]
fn the_length_of_a_long_run_is_unknown() {
    let length = json!({"run": {"length": run(Method::BruteForce, 15)}});
    let long = ask(0.1, &length).unwrap();
    assert_eq!(long["steps"], Value::Null);
    let [reached, shown] = ["reached", "shown"].map(|name| long[name].as_u64().unwrap());
    assert!(shown > 0 && shown < reached, "{long}");
    let short = json!({"run": {"length": run(Method::Bitmask, 8)}});
    let short = ask(0.1, &short).unwrap();
    assert_eq!(
        fields(&short, ["steps", "reached"]),
        json!([12_246, 12_246])
    );
    assert_eq!(short["counters"]["solutions"], 92);
    assert_eq!(short["shown"], 12_246);
}

#[test]
fn every_method_shows_the_promised_steps_up_to_n_16() {
    for method in Method::ALL {
        let run = run(method, 16);
        let length = ask(0.01, &json!({"run": {"length": run}})).unwrap();
        let [shown, reached] = ["shown", "reached"].map(|name| length[name].as_u64().unwrap());
        assert!(shown <= 50_000_000, "{method}: {shown}");
        assert!(shown > 10 && shown <= reached, "{method}: {length}");
        let page = json!({"run": run, "from": shown - 10, "len": 10});
        let page = ask(0.01, &json!({"run": {"steps": page}})).unwrap();
        assert_eq!(page["steps"][9]["index"], shown - 1, "{method}");
    }
}

#[test]
fn a_tree_that_takes_too_long_is_incomplete() {
    let tree = json!({"run": {"tree": {"run": run(Method::SlopeTest, 8), "depth": 1}}});
    assert_eq!(good(tree.clone())["complete"], true);
    let part = ask(0.5, &tree).unwrap();
    assert_eq!(part["complete"], false);
    assert_ne!(part["nodes"], json!([]));
}

#[test]
fn a_list_of_solutions_that_takes_too_long_is_refused() {
    let request = json!({"board": {"solutions": {"n": 12, "from": 0, "len": 1}}});
    let problem = ask(0.5, &request).unwrap_err();
    assert_eq!(
        problem["detail"],
        "the time limit ended before all solutions were found"
    );
    assert_eq!(problem["text"]["chinese"], "超时：未能找出全部解");
    assert_eq!(good(request)["total"], 14_200);
}

#[test]
fn the_number_of_completions_is_a_lower_bound_after_the_limit() {
    let request = json!({"board": {"complete": board(12, &[])}});
    let part = ask(0.5, &request).unwrap();
    assert_eq!(part["certain"], false);
    let count: u64 = part["count"].as_str().unwrap().parse().unwrap();
    assert!(count > 0 && count < 14_200, "{count}");
    assert!(part["first"].is_array() && part["hint"].is_object());
    assert_eq!(good(request)["count"], "14200");
}

#[test]
fn nothing_is_known_of_a_board_whose_search_has_no_time() {
    let request = json!({"board": {"complete": board(6, &[(0, 0)])}});
    assert!(good(request.clone())["proof"].is_object());
    let none = ask(LONG, &request).unwrap();
    assert_eq!(none["certain"], false);
    for name in ["first", "hint", "proof", "contradiction"] {
        assert_eq!(none[name], Value::Null, "{name}");
    }
}
