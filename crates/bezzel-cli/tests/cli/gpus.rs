//! GPUs by name. OpenCL represents all of them: it also runs on the CPU.
//!
//! With `BEZZEL_OPENCL=required`, a missing device is a failure.

use std::collections::BTreeSet;
use std::path::Path;
use std::{env, fs};

use bezzel_count::Backend;

use crate::{data, json, run};

const TOTAL: &str = "14200\n";

/// Returns true if a driver has this device.
fn is_there(device: &str) -> bool {
    let devices = json(&data(&["backends", "--format", "json"]));
    let mut devices = devices.as_array().expect("a list").iter();
    devices.any(|one| one["backend"] == device)
}

fn opencl() -> bool {
    let there = is_there("opencl:0");
    if !there {
        assert!(
            env::var_os("BEZZEL_OPENCL").is_none(),
            "OpenCL has no device"
        );
        eprintln!("skipped: no device");
    }
    there
}

fn refused(args: &[&str], expected: &str) {
    let ran = run(args);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
    assert_eq!(ran.stderr.lines().count(), 1, "{args:?}: {}", ran.stderr);
    assert!(ran.stderr.starts_with("error: "), "{}", ran.stderr);
    assert!(ran.stderr.contains(expected), "{args:?}: {}", ran.stderr);
}

#[test]
fn each_cpu_backend_says_which_features_it_needs() {
    let listed = json(&data(&["backends", "--format", "json"]));
    let (text, notes) = {
        let ran = run(&["backends"]);
        (ran.stdout, ran.stderr)
    };
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
        let (shown, hidden) = (line(&text), line(&notes));
        if missing.is_empty() {
            let shown = shown.expect("a line on stdout");
            assert!(features.keys().all(|one| shown.contains(one)), "{shown}");
            assert_eq!(
                shown.contains("; the default"),
                one["is_default"] == true,
                "{shown}"
            );
        } else {
            let hidden = hidden.expect("a note on stderr");
            assert!(
                missing.iter().all(|(one, _)| hidden.contains(*one)),
                "{hidden}"
            );
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
        "this CPU does not support backend '{name}', it lacks {lacks}: `bezzel backends` lists"
    );
    on_all_commands(name, |args| refused(args, &expected));
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
    let names = ["q.bezzel", "counted.bezzel", "units", "save", "results"];
    let [ledger, counted, units, save, results] = names.map(place);
    data(&["campaign", "new", "10", &ledger]);
    data(&["campaign", "new", "10", &counted]);
    data(&["campaign", "run", &counted]);
    data(&["campaign", "export", &ledger, "--output", &units]);
    let before = content(folder.path());
    let with = |args: &[&str]| check(&[args, &["--backend", backend]].concat());
    with(&["count", "12"]);
    with(&["count", "12", "--save", &save]);
    with(&["count", "12", "--sample", "5"]);
    with(&["campaign", "run", &ledger]);
    with(&["campaign", "verify", &counted]);
    with(&["work", &units, "--output", &results]);
    with(&["bench", "12"]);
    assert!(before == content(folder.path()), "a file was written");
}

#[test]
fn names_that_are_none() {
    for name in ["", "gpu", "cuda:", "cuda:-1", "opencl:x", "portable,avx2"] {
        on_all_commands(name, |args| refused(args, "expected portable, neon, avx2"));
    }
    let near = ["count", "12", "--backend", "OpenCL"];
    refused(&near, "did you mean 'opencl'?");
    refused(
        &["count", "12", "--backend", "cuda,cuda:0"],
        "'cuda,cuda:0'",
    );
    refused(&["backends", "12"], "12");
}

#[test]
fn cards_that_are_not_there_leave_nothing_behind() {
    for name in ["cuda:4000000", "opencl:4000000"] {
        on_all_commands(name, |args| refused(args, &format!("error: {name}: ")));
        let both = format!("{name},portable");
        refused(&["count", "12", "--backend", &both], name);
    }
}

#[test]
fn cuda_counts_or_says_why_not() {
    if is_there("cuda:0") {
        assert_eq!(data(&["count", "12", "--backend", "cuda"]), TOTAL);
    } else {
        on_all_commands("cuda", |args| refused(args, "error: cuda: "));
    }
}

#[test]
fn counts_on_opencl() {
    if !opencl() {
        return;
    }
    let ran = run(&["count", "12", "--backend", "opencl", "--double-check"]);
    assert_eq!(ran.stdout, TOTAL, "{}", ran.stderr);
    assert!(
        ran.stderr
            .contains("units confirmed by the exchanged route")
    );
    let last = ran.stderr.lines().last().unwrap();
    assert!(
        last.contains(" joined pairs/s, colour-split-counter on opencl:"),
        "{last}"
    );
    assert!(
        !last.contains("thread,") && !last.ends_with("threads"),
        "{last}"
    );

    let args = ["count", "12", "--by-colour", "--format", "json"];
    let on_device = [&args[..], &["--backend", "opencl:0", "-t", "3"]].concat();
    let [device, cpu] = [&on_device[..], &args[..]].map(|args| json(&data(args)));
    assert_eq!(device["by_black_queens"], cpu["by_black_queens"]);
    assert_eq!(device["joined_pairs"], cpu["joined_pairs"]);
    assert_eq!(device["threads"], 0, "no CPU threads");
    let name = device["backend"].as_str().unwrap();
    assert!(name.starts_with("opencl:0 ("), "{name}");
}

/// The first words of the backends of all results of a ledger.
fn backends(ledger: &str) -> BTreeSet<String> {
    let status = json(&data(&["campaign", "status", ledger, "--format", "json"]));
    let machines = status["machines"].as_array().unwrap().iter();
    let names = machines.map(|machine| machine["backend"].as_str().unwrap());
    names
        .map(|name| name.split_once('_').map_or(name, |(first, _)| first))
        .map(str::to_owned)
        .collect()
}

#[test]
fn cards_and_processor_work_on_one_ledger() {
    if !opencl() {
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    let place = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let save = place("save");
    let both = ["--backend", "opencl:0,portable", "-t", "1"];
    let ran = run(&[&["count", "12", "--save", &save], &both[..]].concat());
    assert_eq!(ran.stdout, TOTAL, "{}", ran.stderr);
    assert!(
        ran.stderr.contains(", portable, 1 thread\n"),
        "{}",
        ran.stderr
    );
    let expected = ["opencl:0", "portable"].map(str::to_owned);
    assert_eq!(backends(&save), expected.into());

    // Campaigns, results of files, and the exchanged route.
    let [ledger, units, results] = ["q.bezzel", "units", "results"].map(place);
    data(&["campaign", "new", "11", &ledger]);
    data(&["campaign", "export", &ledger, "--output", &units]);
    let half = ["work", &units, "--part", "1/2", "--output", &results];
    let ran = run(&[&half[..], &["--backend", "opencl:0"]].concat());
    assert_eq!(ran.code, Some(0), "{}", ran.stderr);
    assert!(
        ran.stderr.starts_with("counting on opencl:0 ("),
        "{}",
        ran.stderr
    );
    let again = ["campaign", "merge", &ledger, &results];
    assert_eq!(run(&again).code, Some(0));
    let rest = ["campaign", "run", &ledger, "--backend", "opencl:0"];
    assert_eq!(data(&rest), "2680\n");
    assert_eq!(backends(&ledger), ["opencl:0".to_owned()].into());
    let verify = ["campaign", "verify", &ledger, "--fraction", "100%"];
    let all = data(&[&verify[..], &["--backend", "opencl:0"]].concat());
    let units = bezzel_count::Plan::new(11).unwrap().len();
    let agree = format!("{units} units recounted, {units} with equal results\n");
    assert!(all.starts_with(&agree), "{all}");
}

#[test]
fn samples_on_opencl() {
    if !opencl() {
        return;
    }
    let sample = ["count", "13", "--sample", "60", "--seed", "3"];
    let on_device = [&sample[..], &["--backend", "opencl:0"]].concat();
    let as_json = [&on_device[..], &["--format", "json"]].concat();
    let report = json(&data(&as_json));
    let value = |name: &str| report[name].as_f64().unwrap_or_else(|| panic!("{report}"));
    let off = value("solutions_estimate") - 73712.0;
    assert!(
        off.abs() <= 4.0 * value("solutions_standard_error"),
        "{report}"
    );
    assert!(value("seconds_estimate") > 0.0 && value("seconds_standard_error") > 0.0);
    assert!(report.get("cpu_seconds_estimate").is_none(), "{report}");
    let alone = &report["backends"][0];
    assert_eq!(alone["units_sampled"], 60);
    assert_eq!(alone["seconds_estimate"], report["seconds_estimate"]);
    let cpu = [&sample[..], &["--format", "json"]].concat();
    let cpu = json(&data(&cpu));
    let exact = |report: &serde_json::Value| report["joined_pairs_estimate"].as_f64().unwrap();
    assert!((exact(&report) / exact(&cpu) - 1.0).abs() < 1e-9);

    let text = data(&on_device);
    assert!(text.contains("\nseconds on opencl:0 ("), "{text}");
    let last = text.lines().last().unwrap();
    assert!(last.starts_with("the whole count: about "), "{text}");
    assert!(
        last.contains(" on opencl:0 (") && !last.contains("thread,"),
        "{text}"
    );
    let both = [&sample[..], &["--backend", "opencl:0,portable", "-t", "1"]].concat();
    let text = data(&both);
    assert!(text.contains("\nseconds on portable alone: "), "{text}");
    assert!(text.ends_with(", portable, 1 thread\n"), "{text}");
}

#[test]
fn the_bench_on_opencl() {
    if !opencl() {
        return;
    }
    let bench = ["bench", "12", "--units", "3", "--format", "json"];
    let report = json(&data(&[&bench[..], &["--backend", "opencl:0"]].concat()));
    let cpu = json(&data(&bench));
    let [row, expected] = [&report, &cpu].map(|report| &report["results"][0]);
    assert_eq!(row["joined_pairs"], expected["joined_pairs"]);
    assert!(row["phase_nanoseconds"].is_null() && row["seconds"].as_f64().unwrap() > 0.0);
    let table = data(&["bench", "12", "--backend", "opencl:0"]);
    assert!(table.contains("|      - |"), "{table}");
    assert!(table.contains("\nbackend: opencl:0 ("), "{table}");
}
