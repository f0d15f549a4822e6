//! Runs of methods: their steps, searches, decision trees, listings and sources.

use bezzel::NEVER;
use bezzel::methods::Method;
use bezzel_wasm::Engine;
use serde_json::{Value, json};

use crate::{Program, all_refused, ask_with, fields, good, refused};

fn run(method: impl ToString, n: u32) -> Value {
    json!({"method": method.to_string(), "n": n})
}

fn page(run: &Value, from: u64, len: u64) -> Value {
    json!({"run": {"steps": {"run": run, "from": from, "len": len}}})
}

fn find(search: &Value) -> Value {
    json!({"run": {"find": search}})
}

fn tree(run: &Value, depth: u32) -> Value {
    json!({"run": {"tree": {"run": run, "depth": depth}}})
}

fn source(file: &str) -> Value {
    json!({"run": {"source": file}})
}

#[test]
fn methods_have_their_source() {
    for method in Method::ALL {
        let text = good(source(method.source().name));
        assert!(text.as_str().unwrap().starts_with("//! "), "{method}");
    }
    refused(source("../board.rs"), "found '../board.rs'");
    refused(source(""), "found ''");
}

#[test]
fn pages_join_to_the_whole_run_and_name_real_lines() {
    for method in Method::ALL {
        let whole = method.run(4).unwrap().steps(0, 1 << 20, NEVER);
        assert!(whole.ended);
        let (mut joined, mut tree) = (Vec::new(), Vec::new());
        loop {
            let mut page = good(page(&run(method, 4), joined.len() as u64, 37));
            assert_eq!(page["tree"], json!(tree), "{method}");
            for mut step in page["steps"].as_array_mut().unwrap().drain(..) {
                let own = step.as_object_mut().unwrap();
                assert_eq!(
                    own.remove("depth"),
                    Some(json!(whole.steps[joined.len()].depth()))
                );
                if let Some(last) = own.remove("last") {
                    tree.truncate(last["at"].as_u64().unwrap() as usize);
                    tree.push(last["node"].clone());
                }
                let open = tree.iter().filter(|node| node["result"] == "open").count();
                let queens = own["queens"].as_array().unwrap().len();
                assert!(open == queens || !method.counts(), "{method}: {step}");
                joined.push(step);
            }
            if page["ended"] == true {
                break;
            }
        }
        let run = method.run(4).unwrap();
        let top = tree.iter().filter(|node| node["parent"].is_null());
        let number = |name: &str| {
            top.clone()
                .map(|node| node[name].as_u64().unwrap_or(0))
                .sum::<u64>()
        };
        if method.counts() {
            let found = (
                number("solutions"),
                number("placed") + top.clone().count() as u64,
            );
            let work = run.counters();
            assert_eq!(found, (work.solutions, work.placed), "{method}");
        }
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
            let text = good(source(step.source.file));
            let mut lines = text.as_str().unwrap().lines();
            let line = lines.nth(step.source.line as usize - 1).unwrap_or_default();
            assert!(
                !line.is_empty() && !line.contains("report"),
                "{method}: line {} is {line}",
                step.source.line
            );
        }
    }
}

#[test]
fn the_first_solution_is_found_forwards_and_backwards() {
    let run = run("bitmask", 8);
    let first = good(find(&json!({"run": run})));
    let at = first["step"].as_u64().unwrap();
    let page = good(page(&run, at, 1));
    assert_eq!(page["steps"][0]["columns"], json!([0, 4, 7, 5, 2, 6, 1, 3]));
    let second = good(find(&json!({"run": run, "at": at})));
    let second = second["step"].as_u64().unwrap();
    assert!(second > at);
    let back = |at| good(find(&json!({"run": run, "at": at, "back": true})));
    assert_eq!(back(second), first);
    assert_eq!(back(at), json!({"step": null, "certain": true}));
}

#[test]
fn an_engine_answers_a_request_again() {
    let (mut engine, mut program) = (Engine::default(), Program::new());
    let request = page(&run("linked-columns", 10), 40_000, 64);
    let first = ask_with(&mut engine, &mut program, &request).unwrap();
    assert_eq!(first["steps"].as_array().unwrap().len(), 64);
    for other in [find(&json!({"run": run("bitmask", 8)})), request.clone()] {
        ask_with(&mut engine, &mut program, &other).unwrap();
    }
    assert_eq!(
        ask_with(&mut engine, &mut program, &request).unwrap(),
        first
    );
}

#[test]
fn bad_requests_are_refused_with_the_accepted_values() {
    let runs = r#"
{"method": "bitmask", "n": 0} => n from 1 to 16, found 0
{"method": "bitmask", "n": 17} => n from 1 to 16, found 17
{"method": "bitmask", "n": 33} => n from 1 to 16, found 33
{"method": "bitmask", "n": 4294967295} => from 1 to 16, found 4294967295
{"method": "bitmask", "n": 99999999999} => expected u32
{"method": "bitmask", "n": -1} => expected u32
{"method": "bitmask", "n": "eight"} => expected u32
{"method": "bitmask", "n": null} => expected u32
{"method": "bitmask"} => missing field `n`
{"n": 8} => missing field `method`
{"method": "bitmsk", "n": 8} => did you mean 'bitmask'?
{"method": "", "n": 8} => unknown method ''
{"method": "bitmask", "n": 8, "until": 9} => unknown field `until`
"#;
    all_refused(runs, about);
    let bitmask = run("bitmask", 8).to_string();
    let requests = r#"
{"steps": {"run": RUN, "from": 50000001, "len": 1}} => from 0 to 50000000
{"steps": {"run": RUN, "from": 18446744073709551615, "len": 1}} => from 0 to 50000000
{"steps": {"run": RUN, "from": 0, "len": 0}} => from 1 to 1024
{"steps": {"run": RUN, "from": 0, "len": 1025}} => from 1 to 1024
{"steps": {"run": RUN, "from": 0, "len": 18446744073709551615}} => from 1 to 1024
{"steps": {"run": RUN, "from": 18446744073709551616, "len": 1}} => expected u64
{"steps": {"run": RUN, "from": 0, "len": 1, "until": 9}} => unknown field `until`
{"find": {"run": RUN, "back": "maybe"}} => expected a boolean
{"find": {"run": RUN, "at": 50000001}} => from 0 to
{"find": {"run": RUN, "at": 18446744073709551615}} => from 0 to
{"find": {"run": RUN, "kinds": ["solutoin"]}} => did you mean 'solution'?
{"tree": {"run": RUN, "depth": 0}} => from 1 to 16
{"tree": {"run": RUN, "depth": 17}} => from 1 to 16
{"tree": {"run": RUN, "depth": 1, "root": 50000001}} => from 0 to
{"listings": {"method": "bitmsk"}} => did you mean 'bitmask'?
"#;
    let about_run = |request| vec![json!({"run": request})];
    all_refused(&requests.replace("RUN", &bitmask), about_run);
}

/// Returns requests about a run.
pub(crate) fn about(run: Value) -> Vec<Value> {
    vec![
        page(&run, 0, 1),
        find(&json!({"run": run})),
        tree(&run, 1),
        json!({"run": {"length": run}}),
    ]
}

#[test]
fn listings_have_a_line_for_each_step() {
    for method in Method::ALL {
        let listings = good(json!({"run": {"listings": {"method": method.name()}}}));
        let listings = listings.as_array().unwrap();
        // Once for each form: with counting, with printing, and with the test first.
        for form in listings.chunks(5) {
            let languages: Vec<_> = form.iter().map(|one| &one["language"]).collect();
            assert_eq!(languages, ["pseudocode", "python", "java", "cpp", "pascal"]);
        }
        let step = good(page(&run(method, 4), 0, 1));
        let kind = &step["steps"][0]["kind"];
        for listing in listings {
            let lines = listing["lines"].as_array().unwrap().iter();
            let doing = lines.filter(|line| line["kinds"].as_array().unwrap().contains(kind));
            assert_eq!(doing.count(), 1, "{method}: {kind}");
        }
    }
}

/// Steps over, out of, and to the next step of a kind, against the steps themselves.
#[test]
fn steps_are_found_by_kind_and_depth() {
    let method = Method::SlopeTest;
    let run = run(method, 5);
    let whole = method.run(5).unwrap().steps(0, usize::MAX, NEVER).steps;
    let found = |name: &str, goal: Value, at: usize| {
        let search = json!({"run": run, "at": at, name: goal});
        good(find(&search))["step"].as_u64()
    };
    for at in [0, 1, 7, 30, whole.len() - 1] {
        for kind in ["rejected", "remove", "exhausted"] {
            let later = whole[at + 1..].iter().find(|step| step.kind.name() == kind);
            let expected = later.map(|step| step.index);
            assert_eq!(found("kinds", json!([kind]), at), expected);
        }
        let depth = whole[at].depth();
        let later = whole[at + 1..].iter().find(|step| step.depth() <= depth);
        let over = found("depth", json!(depth), at);
        assert_eq!(over, later.map(|step| step.index));
    }
}

#[test]
fn decision_trees_hold_every_square() {
    for method in Method::ALL.into_iter().filter(|method| method.counts()) {
        for n in [4, 5] {
            let tree = good(tree(&run(method, n), n));
            assert_eq!(tree["complete"], true);
            let nodes = tree["nodes"].as_array().unwrap();
            let with = |result: &str| nodes.iter().filter(|node| node["result"] == result).count();
            let work = method.run(n).unwrap().counters();
            assert_eq!(with("placed") as u64, work.placed, "{method}");
            assert!(nodes.iter().all(|node| node["folded"] != true));
            let top = nodes.iter().filter(|node| node["parent"].is_null());
            let solutions: u64 = top
                .map(|node| node["solutions"].as_u64().unwrap_or(0))
                .sum();
            assert_eq!(solutions, work.solutions, "{method}");
            let whole = method.run(n).unwrap().steps(0, usize::MAX, NEVER).steps;
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

#[test]
fn a_part_of_a_tree_begins_at_any_queen() {
    let run = run("slope-test", 6);
    let tree = good(tree(&run, 2));
    let nodes = tree["nodes"].as_array().unwrap();
    let first = &nodes[0];
    assert_eq!(fields(first, ["folded", "parent"]), json!([true, null]));
    let part = json!({"run": run, "depth": 6, "root": first["step"]});
    let part = good(json!({"run": {"tree": part}}));
    assert_eq!(part["complete"], true);
    let placed = part["nodes"].as_array().unwrap().iter();
    let placed = placed.filter(|node| node["result"] == "placed").count() as u64;
    assert_eq!(first["placed"].as_u64(), Some(placed));
    let rows = part["nodes"].as_array().unwrap().iter();
    assert!(rows.into_iter().all(|node| node["square"]["row"] != 0));
}
