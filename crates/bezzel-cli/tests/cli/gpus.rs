//! Backends of CPUs and GPUs by name.

use std::fs;
use std::path::Path;

use bezzel_count::Backend;

use crate::{contains, data, json, run};

const TOTAL: &str = "14200\n";

/// Returns true if a driver has this device.
fn is_there(device: &str) -> bool {
    let devices = json(&data("backends --format json"));
    let mut devices = devices.as_array().expect("a list").iter();
    devices.any(|one| one["backend"] == device)
}

#[test]
fn each_cpu_backend_says_which_features_it_needs() {
    let listed = json(&data("backends --format json"));
    let ran = run("backends");
    let cpu = listed.as_array().expect("a list").iter();
    let cpu: Vec<_> = cpu.filter(|one| one["features"].is_object()).collect();
    let default: Vec<_> = cpu.iter().filter(|one| one["is_default"] == true).collect();
    assert_eq!(default.len(), 1);
    assert_eq!(default[0]["backend"], Backend::detect().name());
    for one in cpu {
        let name = one["backend"].as_str().expect("a name");
        let features = one["features"].as_object().expect("features");
        let missing: Vec<_> = features.iter().filter(|(_, has)| **has == false).collect();
        assert_eq!(one["is_available"], missing.is_empty(), "{one}");
        let line = |of: &str| {
            let start = format!("{name}: ");
            of.lines()
                .find(|line| line.starts_with(&start))
                .map(str::to_owned)
        };
        let (shown, hidden) = (line(&ran.stdout), line(&ran.stderr));
        if missing.is_empty() {
            let shown = shown.expect("a line on stdout");
            features.keys().for_each(|one| contains(&shown, one));
            let is_default = shown.contains("; the default");
            assert_eq!(one["is_default"], is_default, "{shown}");
        } else {
            let hidden = hidden.expect("a note on stderr");
            missing.iter().for_each(|(one, _)| contains(&hidden, one));
            assert!(shown.is_none(), "{shown:?}");
        }
    }
}

#[test]
fn a_backend_of_another_cpu_is_refused_with_what_is_missing() {
    let (name, lacks) = if cfg!(target_arch = "aarch64") {
        ("avx2", "x86-64")
    } else {
        ("neon", "aarch64")
    };
    let expected = format!(
        "this CPU does not support the backend '{name}', because it has no {lacks}: `bezzel backends` lists"
    );
    on_all_commands(name, |args| run(args).refuses(&expected));
}

/// The names of the files in a folder, and what is in them.
fn content(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut content: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| {
            let name = entry.file_name().into_string().unwrap();
            (name, fs::read(entry.path()).unwrap())
        })
        .collect();
    content.sort();
    content
}

/// Every command that counts, with a backend.
fn on_all_commands(backend: &str, check: impl Fn(&[&str])) {
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let names = ["q.bezzel", "counted.bezzel", "save", "results"];
    let [ledger, counted, save, results] = names.map(place);
    let plan = bezzel_count::Plan::new(10).unwrap();
    bezzel_run::Ledger::create(ledger.as_ref(), plan).unwrap();
    data(&["count", "10", "--save", &counted]);
    let before = content(folder.path());
    let with = |args: &[&str]| check(&[args, &["--backend", backend]].concat());
    with(&["count", "12"]);
    with(&["count", "12", "--save", &save]);
    with(&["count", "12", "--sample", "5"]);
    with(&["count", "--save", &ledger]);
    with(&["ledger", "verify", &counted]);
    with(&["work", "10", "--output", &results]);
    with(&["bench", "12"]);
    assert!(before == content(folder.path()), "a file was written");
}

#[test]
fn names_that_are_none() {
    for name in ["", "gpu", "cuda:", "cuda:-1", "cuda:x", "portable,avx2"] {
        on_all_commands(name, |args| {
            run(args).refuses("expected portable, neon, avx2")
        });
    }
}

#[test]
fn cards_that_are_not_there_leave_nothing_behind() {
    let name = "cuda:4000000";
    on_all_commands(name, |args| run(args).refuses(&format!("error: {name}: ")));
    let both = format!("{name},portable");
    run(&["count", "12", "--backend", &both]).refuses(name);
}

#[test]
fn cuda_counts_or_says_why_not() {
    if !is_there("cuda:0") {
        return on_all_commands("cuda", |args| run(args).refuses("error: cuda: "));
    }
    let ran = run("count 12 --backend cuda --double-check");
    assert_eq!(ran.stdout, TOTAL, "{}", ran.stderr);
    let last = ran.stderr.lines().last().unwrap();
    assert!(
        last.contains("colour-split-counter on cuda:") && !last.contains("thread"),
        "{last}"
    );
    let reports = [
        vec!["count", "12", "--by-colour"],
        vec!["count", "13", "--sample", "60", "--seed", "3"],
        vec!["bench", "12", "--units", "3"],
    ];
    for args in reports {
        let args = [&args[..], &["--format", "json"]].concat();
        let gpu = json(&data(&[&args[..], &["--backend", "cuda:0"]].concat()));
        let cpu = json(&data(&args));
        for name in ["by_black_queens", "joined_pairs", "joined_pairs_estimate"] {
            assert_eq!(gpu[name], cpu[name], "{args:?}");
        }
    }
}
