//! Ledgers of boards with constraints, from `new` to `certificate`.

use std::fs;

use crate::campaign::Place;
use crate::{data, json, run, run_with_input};

/// Constraints that have no symmetry.
const BOARD: [&str; 4] = ["--queen", "0,1", "--block", "5,7"];

/// Solutions of n = 12 on this board, found by search.
fn total() -> String {
    data(&[&["count", "12"][..], &BOARD].concat())
}

fn refused(args: &[&str], expected: &str) {
    let ran = run(args);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{args:?}");
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert!(ran.stderr.contains(expected), "{}", ran.stderr);
}

#[test]
fn a_board_is_saved_and_counted_twice() {
    let place = Place::new();
    let file = place.file("board.bezzel");
    let count = [&["count", "12"][..], &BOARD].concat();
    let saved = [&count[..], &["--save", &file]].concat();
    assert_eq!(data(&saved), total());
    let again = run(&[&saved[..], &["--double-check"]].concat());
    assert_eq!(again.stdout, total());
    let said = again
        .stderr
        .lines()
        .find(|line| line.contains("double check: "));
    let [agree, units]: [u64; 2] = said
        .unwrap()
        .split(|c: char| !c.is_ascii_digit())
        .filter_map(|number| number.parse().ok())
        .collect::<Vec<_>>()
        .try_into()
        .unwrap();
    assert!(agree == units && units > 1, "{said:?}");

    let other = ["count", "12", "--queen", "0,1", "--save", &file];
    refused(&other, "expected a ledger for n = 12, board 1Q10/12");
    refused(
        &["count", "12", "--save", &file],
        "expected a ledger for n = 12, found one for n = 12, board 1Q10/",
    );
    let new = place.file("new.bezzel");
    let attack = ["--queen", "0,0", "--queen", "1,1"];
    for args in [
        [&["count", "12", "--save", &new], &attack[..]].concat(),
        [&["campaign", "new", "12", &new], &attack[..]].concat(),
        [&["count", "12", "--sample", "3"], &attack[..]].concat(),
    ] {
        let ran = run(&args);
        let counts = args.contains(&"--save");
        assert_eq!(ran.code, Some(i32::from(!counts)), "{}", ran.stderr);
        let said = "on one diagonal";
        assert!(
            ran.stderr.contains("no solution: ") && ran.stderr.contains(said),
            "{}",
            ran.stderr
        );
        assert!(!place.path("new.bezzel").exists());
    }
    refused(
        &["campaign", "new", "12", &new, "--queen", "12,0"],
        "row and column below 12",
    );
    assert!(!place.path("new.bezzel").exists());
}

#[test]
fn a_board_is_counted_by_units_merged_and_certified() {
    let place = Place::new();
    let [file, lines, certificate] =
        ["board.bezzel", "lines", "certificate"].map(|name| place.file(name));
    let ran = run(&[&["campaign", "new", "12", &file][..], &BOARD].concat());
    assert!(
        ran.stderr.contains(": n = 12, board 1Q10/12/"),
        "{}",
        ran.stderr
    );
    let units = data(&["campaign", "export", &file]);
    let header = units.lines().next().unwrap();
    let (_, compact) = header.split_once(" board ").unwrap();
    let counted = run_with_input(&["count", "--board", "-"], compact.as_bytes());
    assert_eq!(counted.stdout, total());
    let half = run_with_input(
        &["work", "-", "--part", "1/2", "--output", &lines],
        units.as_bytes(),
    );
    assert_eq!(half.code, Some(0), "{}", half.stderr);
    let merged = run(&["campaign", "merge", &file, &lines]);
    assert_eq!(merged.code, Some(0), "{}", merged.stderr);
    let empty = place.ledger("empty.bezzel", "12");
    refused(
        &["campaign", "merge", &empty, &lines],
        "expected results for n = 12, found one for n = 12, board 1Q10/12",
    );

    let finished = run(&["campaign", "run", &file, "--format", "json"]);
    assert_eq!(json(&finished.stdout)["solutions"], total().trim());
    assert_eq!(json(&finished.stdout)["board"], compact);
    let status = data(&["campaign", "status", &file]);
    assert!(
        status.starts_with(&format!("n = 12, board {compact}: 100.00 %")),
        "{status}"
    );
    let verified = run(&["campaign", "verify", &file, "--fraction", "100%"]);
    assert_eq!(
        verified.code,
        Some(0),
        "{}{}",
        verified.stdout,
        verified.stderr
    );
    let said = run(&["campaign", "run", &file]).stderr;
    assert!(said.contains("divisible by 12\n"), "{said}");

    data(&["campaign", "certificate", &file, "--output", &certificate]);
    let text = fs::read_to_string(&certificate).unwrap();
    for line in [
        format!("board: {compact}"),
        format!("solutions: {}", total().trim()),
    ] {
        assert!(text.lines().any(|found| found == line), "{line} in {text}");
    }
    assert!(!text.contains("fundamental"), "{text}");
    data(&["campaign", "verify", &file, "--certificate", &certificate]);
    let recovered = place.file("recovered.bezzel");
    data(&["campaign", "recover", &file, &recovered]);
    assert_eq!(data(&["campaign", "run", &recovered]), total());

    let drawn = data(&[
        "random",
        "12",
        "--count",
        "20",
        "--seed",
        "1",
        "--ledger",
        &file,
        "--notation",
        "positions",
    ]);
    for line in drawn.lines() {
        let columns: Vec<&str> = line.split_whitespace().collect();
        assert!(columns[0] == "1" && columns[5] != "7", "{line}");
    }
}

#[test]
fn a_sample_of_all_units_is_exact() {
    let all = [
        &["count", "12", "--sample", "1000000", "--format", "json"][..],
        &BOARD,
    ]
    .concat();
    let report = json(&data(&all));
    assert_eq!(report["units"], report["units_sampled"]);
    assert_eq!(
        format!("{}\n", report["solutions_estimate"].as_f64().unwrap()),
        total()
    );
}
