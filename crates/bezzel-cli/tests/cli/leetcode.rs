//! `bezzel judge --leetcode`.

use crate::judging::{PROGRAMS, tool};
use crate::run;

/// Answers to LeetCode 51 and 52, called as LeetCode calls them: right ones in each language, state that is kept
/// between calls, and faults.
#[test]
fn answers_to_leetcode_are_called() {
    let kept = "call 2 in one process, totalNQueens(2), returns 1; alone, it returns 0";
    for (name, tool_of, code, says) in [
        (
            "right.py",
            "python3",
            0,
            "solveNQueens: right for n = 1 to 9",
        ),
        ("right.js", "node", 0, "totalNQueens: right for n = 1 to 9"),
        ("right.c", "gcc", 0, "totalNQueens: right for n = 1 to 9"),
        ("right.cpp", "g++", 0, "solveNQueens: right for n = 1 to 9"),
        ("right.rs", "rustc", 0, "totalNQueens: right for n = 1 to 9"),
        ("right.go", "go", 0, "totalNQueens: right for n = 1 to 9"),
        ("kept.py", "python3", 1, kept),
        ("kept.java", "javac", 1, kept),
        (
            "one_diagonal.py",
            "python3",
            1,
            "attack each other along one anti-diagonal",
        ),
        (
            "emptied.py",
            "python3",
            1,
            "likely cause: every solution is the same list",
        ),
        (
            "raised.py",
            "python3",
            1,
            "it crashed: exit code 1, ValueError: no",
        ),
    ] {
        let version = if tool_of == "go" {
            "version"
        } else {
            "--version"
        };
        if tool(name, &[tool_of, version]).is_none() {
            continue;
        }
        let file = format!("{PROGRAMS}/leetcode/{name}");
        let ran = run(&["judge", "--time-limit", "60s", "--leetcode", &file]);
        assert_eq!(ran.code, Some(code), "{name}: {}{}", ran.stdout, ran.stderr);
        ran.prints(says);
        // Its other method is right.
        let other = "solveNQueens: right for n = 1 to 9";
        assert!(
            name != "kept.java" || ran.stdout.contains(other),
            "{}",
            ran.stdout
        );
    }
    // Run as a program, it prints nothing, and no cause is named.
    let file = format!("{PROGRAMS}/leetcode/emptied.py");
    let ran = run(&["judge", "--to", "1", "--", "python3", &file]);
    let says = "the program defines the class Solution, and no line calls it; judge an answer to LeetCode with --leetcode";
    ran.prints(says);
    assert!(!ran.stdout.contains("likely cause"), "{}", ran.stdout);
    for (name, says) in [
        (
            "../count.py",
            "expected a function totalNQueens or solveNQueens",
        ),
        ("../total.pl", "expected a file that ends in .py"),
        ("missing.py", "cannot read"),
    ] {
        let file = format!("{PROGRAMS}/leetcode/{name}");
        let ran = run(&["judge", "--leetcode", &file]);
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{name}");
        ran.says(says);
    }
}
