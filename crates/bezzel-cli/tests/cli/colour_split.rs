//! The colour-split counter: double check, samples, bench.

use crate::{data, json, run};

#[test]
fn the_double_check_covers_every_unit() {
    let ran = run("count 13 --double-check");
    assert_eq!(ran.stdout, "73712\n");
    let units = bezzel_count::Plan::new(13).unwrap().len();
    ran.says(&format!("{units} of {units} units confirmed"));
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
