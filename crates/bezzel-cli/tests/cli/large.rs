//! Tests of full size. With assertions they would take minutes, so `scripts/test --all` runs them with
//! the command of the release build, named by `BEZZEL_BINARY`.

use std::process::Command;

use bezzel::methods::Method;

use crate::{BINARY, contains, data};

/// Runs a shell line with `bezzel` as $BEZZEL, in at most so much memory per process.
fn shell(line: &str, kibibytes: u64) -> String {
    let output = Command::new("sh")
        .args(["-c", &format!("ulimit -v {kibibytes}; {line}")])
        .env("BEZZEL", &*BINARY)
        .output()
        .expect("a shell");
    let stderr = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{line}: {stderr}");
    String::from_utf8(output.stdout).expect("UTF-8")
}

#[test]
#[ignore = "needs the release build: scripts/test --all runs it"]
fn a_hundred_million_queens_in_less_than_two_gibibytes() {
    let checked = shell("$BEZZEL first 100000000 | $BEZZEL check -", 2 << 20);
    let said = "line 1: valid (n = 100000000)\n1 board: 1 valid, 0 wrong\n";
    assert_eq!(checked, said);
}

#[test]
#[ignore = "needs the release build: scripts/test --all runs it"]
fn a_long_listing_does_not_grow() {
    let counted = shell("$BEZZEL list 15 | wc -l", 400 << 10);
    assert_eq!(counted.trim(), "2279184");
}

#[test]
#[ignore = "needs the release build: scripts/test --all runs it"]
fn compare_names_brute_force_as_skipped() {
    // Of the budget of ten seconds, n = 8 needs less than one on a slow machine, n = 10 more than
    // ten times as much on a fast one.
    let text = data("compare 8 10 12 --repeat 1");
    let rows = text.lines().filter(|line| line.starts_with("|  8 |"));
    let counting = Method::ALL.into_iter().filter(|method| method.counts());
    assert_eq!(rows.count(), counting.count(), "{text}");
    contains(&text, "skipped: brute-force for n = 10: estimated time");
    contains(&text, "skipped: brute-force for n = 12: estimated time");
    assert!(text.contains("marker arrays reach n = 12"), "{text}");
    // The other claims are about larger boards.
    assert_eq!(text.matches("claim: ").count(), 1, "{text}");
}
