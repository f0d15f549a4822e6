//! `count` and `methods`, and the numbers in their JSON.

use std::io::{BufRead, BufReader};

use bezzel::methods::Method;

use crate::ledgers::{signal, start};
use crate::{data, json, run};

#[test]
fn every_method_and_thread_number_counts_the_same() {
    for method in Method::ALL.into_iter().filter(|method| method.counts()) {
        for threads in ["1", "2", "5"] {
            let args = format!("count 7 --method {method} --threads {threads}");
            assert_eq!(data(&args), "40\n", "{args:?}");
        }
    }
}

#[test]
fn the_table_of_methods_lists_all() {
    let table = data("methods");
    let report = json(&data("methods --format json"));
    for (index, method) in Method::ALL.iter().enumerate() {
        assert!(table.contains(&*method.about().idea.english));
        assert_eq!(report[index]["name"], method.name());
    }
}

#[test]
fn a_method_that_finds_one_solution_does_not_count() {
    assert!(!data("compare 5").contains("min-conflicts"));
    let shown = data("show 6 --method min-conflicts --steps 5000");
    assert!(shown.contains("the run has ended after"), "{shown}");
    let seeded = |seed| data(&["show", "6", "-m", "min-conflicts", "--seed", seed]);
    assert_eq!(seeded("7"), seeded("7"));
    assert_ne!(seeded("7"), seeded("8"));
}

#[test]
fn long_counts_suggest_to_save() {
    let mut child = start(&["count", "25", "-t", "1"]);
    let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
    let said = lines
        .find_map(|line| {
            line.ok()
                .filter(|line| line.starts_with("the count will take "))
        })
        .expect("how long it will take");
    signal(&child, "-INT");
    assert_eq!(child.ended().code, Some(130));
    assert!(said.contains("`--save q25.bezzel`"), "{said}");
    // 0.13 core-days of one core with AVX-512; without optimisation it takes many times longer.
    let units = ["minutes", "hours", "days", "years"];
    assert!(units.iter().any(|unit| said.contains(unit)), "{said}");
    let quiet = run("count 14");
    assert!(!quiet.stderr.contains("--save"), "{}", quiet.stderr);
}
