//! `bezzel judge --leetcode`.

use tempfile::TempDir;

use crate::judging::{PROGRAMS, tool};
use crate::run;

/// Answers to LeetCode 51 and 52, called as LeetCode calls them: right ones in each language, state that is kept
/// between calls, and faults.
#[test]
fn answers_to_leetcode_are_called() {
    let kept = "call 2 in one process, totalNQueens(2), returns 1; alone, it returns 0";
    let [solve, total] =
        ["solve", "total"].map(|name| format!("{name}NQueens: right for n = 1 to 9"));
    let one = "attack each other along one anti-diagonal";
    let same = "likely cause: every solution is the same list";
    let raised = "it crashed: exit code 1, ValueError: no";
    for (name, tool_of, code, says) in [
        ("right.py", "python3", 0, &*solve),
        ("right.js", "node", 0, &total),
        ("right.c", "gcc", 0, &total),
        ("right.cpp", "g++", 0, &solve),
        ("right.rs", "rustc", 0, &total),
        ("right.go", "go", 0, &total),
        ("kept.py", "python3", 1, kept),
        ("kept.java", "javac", 1, kept),
        ("one_diagonal.py", "python3", 1, one),
        ("emptied.py", "python3", 1, same),
        ("raised.py", "python3", 1, raised),
    ] {
        let version = match tool_of {
            "go" => "version",
            _ => "--version",
        };
        if tool(name, &[tool_of, version]).is_none() {
            continue;
        }
        let file = format!("{PROGRAMS}/leetcode/{name}");
        let ran = run(&["judge", "--time-limit", "60s", "--leetcode", &file]);
        assert_eq!(ran.code, Some(code), "{name}: {}{}", ran.stdout, ran.stderr);
        ran.prints(says);
        if name == "kept.java" {
            // Its other method is right.
            ran.prints(&solve);
        }
    }
    // Run as a program, it prints nothing, and no cause is named.
    let file = format!("{PROGRAMS}/leetcode/emptied.py");
    let ran = run(&["judge", "--to", "1", "--", "python3", &file]);
    let says = "the program defines the class Solution, and no line calls it; judge an answer to LeetCode with --leetcode";
    ran.prints(says);
    assert!(!ran.stdout.contains("likely cause"), "{}", ran.stdout);
    for line in [
        "count.py => expected a function totalNQueens or solveNQueens, alone",
        "count.py => count.py; to judge a program that reads n, use `bezzel judge -- python3 /",
        "total.pl => expected a file that ends in .py",
        "missing.py => cannot read",
    ] {
        let (name, says) = line.split_once(" => ").expect(line);
        let ran = run(&["judge", "--leetcode", &format!("{PROGRAMS}/{name}")]);
        ran.refuses(says);
    }
    // Before they are compiled, the programs of others are looked at.
    let folder = TempDir::new().expect("a folder");
    let class =
        "error: expected a class Solution with a public function totalNQueens or solveNQueens";
    let function = "error: expected a function totalNQueens or solveNQueens";
    for (name, text, says) in [
        ("a.cpp", "int totalNQueens(int n) { return 1; }", class),
        (
            "b.cc",
            "class Solution2 { int totalNQueens(int n); };",
            class,
        ),
        (
            "C.java",
            "class C { int totalNQueens(int n) { return 1; } }",
            class,
        ),
        ("d.cpp", "int main() {", class),
        ("e.c", "int main() {", function),
        ("f.go", "func main() {", function),
        (
            "g.rs",
            "fn totalNQueens(n: i32) {",
            "error: expected a function total_n_queens or solve_n_queens",
        ),
        ("h.js", "while (true)", function),
        ("i.ts", "while (true)", function),
    ] {
        let file = folder.path().join(name);
        std::fs::write(&file, text).expect("a file");
        run(&["judge", "--leetcode", file.to_str().expect("a name")]).refuses(says);
    }
}
