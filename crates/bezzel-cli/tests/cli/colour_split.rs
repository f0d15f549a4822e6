//! The colour-split counter: backends, double check, samples, colours, bench.

use std::collections::BTreeMap;

use bezzel_count::Backend;
use bezzel_oracle::{solutions, totals};

use crate::{data, json, run};

#[test]
fn every_backend_counts_the_published_numbers() {
    for backend in Backend::ALL
        .into_iter()
        .filter(|backend| backend.is_available())
    {
        for published in totals().iter().take(14) {
            let n = published.n.to_string();
            let counted = data(&["count", &n, "--backend", backend.name()]);
            assert_eq!(
                counted.trim_end(),
                published.all.to_string(),
                "n = {n}, {backend}"
            );
        }
    }
}

#[test]
fn the_double_check_covers_every_unit() {
    let ran = run("count 13 --double-check");
    assert_eq!(ran.stdout, "73712\n");
    let units = bezzel_count::Plan::new(13).unwrap().len();
    ran.says(&format!("{units} of {units} units confirmed"));
}

#[test]
fn colours_are_those_of_the_listed_solutions() {
    for n in [0, 1, 4, 5, 8, 9] {
        let mut expected = BTreeMap::new();
        for board in solutions(n) {
            let black = (0..)
                .zip(&board)
                .filter(|(row, column)| (row + **column) % 2 == 0)
                .count();
            *expected.entry(black.to_string()).or_insert(0u32) += 1;
        }
        let expected: serde_json::Value = expected
            .into_iter()
            .map(|(black, count)| (black, serde_json::Value::from(count.to_string())))
            .collect();
        let report = json(&data(&format!("count {n} --by-colour --format json")));
        assert_eq!(report["by_black_queens"], expected, "n = {n}");
    }
}

#[test]
fn samples_estimate_the_published_numbers() {
    let largest = if cfg!(debug_assertions) { 16 } else { 25 };
    let sizes = 16..=largest;
    for published in totals().iter().filter(|line| sizes.contains(&line.n)) {
        let n = published.n;
        // Units of n = 24 and 25 take seconds.
        let draws = match n {
            ..=22 => 40,
            23 => 20,
            _ => 6,
        };
        let args = format!("count {n} --sample {draws} --seed 7 --format json");
        let report = json(&data(&args));
        let value = |name: &str| report[name].as_f64().unwrap();
        let off = value("solutions_estimate") - published.all as f64;
        let error = value("solutions_standard_error");
        let said = format!("n = {n}: off by {off}, standard error {error}");
        assert!(off.abs() <= 4.0 * error, "{said}");
        assert!(error > 0.0 && error < 0.8 * published.all as f64, "{said}");
        assert!(value("cpu_seconds_estimate") > 0.0 && value("joined_pairs_estimate") > 0.0);
        assert!(value("cpu_seconds_standard_error") > 0.0);
        assert_eq!(
            (&report["units_sampled"], &report["n"]),
            (&draws.into(), &n.into())
        );
        assert!(report["units"].as_u64().unwrap() > 40);
    }
}

#[test]
fn the_same_seed_draws_the_same_units() {
    let args = "count 14 --sample 5 --seed 9 --format json";
    let [first, second] = [0, 1].map(|_| json(&data(args)));
    // Threads add them up in a different order.
    let solutions = |report: &serde_json::Value| report["solutions_estimate"].as_f64().unwrap();
    assert!((solutions(&first) / solutions(&second) - 1.0).abs() < 1e-9);
}

#[test]
fn the_bench_measures_fixed_units() {
    let report = json(&data("bench 13 14 --units 2 --format json"));
    let again = json(&data("bench 13 14 --units 2 --format json"));
    assert_eq!(report["results"][1]["n"], 14);
    let first = &report["results"][0];
    assert_eq!(first["joined_pairs"], again["results"][0]["joined_pairs"]);
    assert!(first["nanoseconds_per_joined_pair"].as_f64() > Some(0.0));
    let by_a = report["results"][1]["by_a"].as_array().unwrap();
    let units = by_a.iter().map(|part| part["units"].as_u64().unwrap());
    assert_eq!(units.sum::<u64>(), 2);
    let mut seconds = by_a.iter().map(|part| part["whole_seconds"].as_f64());
    assert!(seconds.all(|seconds| seconds > Some(0.0)));
    assert!(data("bench 12").contains("| 12 | all |"));
}
