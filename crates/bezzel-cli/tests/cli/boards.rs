//! `list`, `first` and `check`, which must understand each other.

use bezzel::methods::Method;
use bezzel::notation::Notation;

use crate::{data, json, run, run_with_input};

#[test]
fn list_prints_all_solutions_in_order() {
    let solutions = bezzel_oracle::solutions(8);
    let lines = solutions.iter().map(|board| {
        let columns: Vec<_> = board.iter().map(u32::to_string).collect();
        columns.join(" ") + "\n"
    });
    assert_eq!(data("list 8"), lines.collect::<String>());
    assert_eq!(data("list 8 --fundamental").lines().count(), 12);
    assert_eq!(data("list 8 --limit 5").lines().count(), 5);
}

#[test]
fn every_method_lists_the_same_fundamental_boards() {
    let mut expected: Vec<String> = lines(&["list", "7", "--fundamental"]);
    expected.sort();
    for method in Method::ALL.into_iter().filter(|method| method.counts()) {
        let mut listed = lines(&["list", "7", "--fundamental", "--method", method.name()]);
        listed.sort();
        assert_eq!(listed, expected, "{method}");
    }
}

fn lines(args: &[&str]) -> Vec<String> {
    data(args).lines().map(str::to_owned).collect()
}

#[test]
fn check_accepts_what_list_and_first_write_in_each_notation() {
    // Pictures are only written.
    for notation in Notation::ALL
        .into_iter()
        .filter(|&notation| notation != Notation::Svg)
    {
        for n in ["0", "1", "2", "3", "4", "5", "6", "7", "8"] {
            if n == "0" && notation == Notation::Coordinates {
                // Its drawing is a border around nothing.
                continue;
            }
            for args in [
                vec!["list", n],
                vec!["list", n, "--limit", "2"],
                vec!["list", n, "--fundamental"],
                vec!["first", n],
            ] {
                let args = [args, vec!["--notation", notation.name()]].concat();
                let ran = run(&args);
                let has_none = ["2", "3"].contains(&n);
                assert_eq!(ran.code, Some(has_none.into()), "{args:?}");
                let has_total = notation == Notation::Coordinates && args[0] == "list";
                let none = if has_total { "Total: 0\n" } else { "" };
                assert_eq!(ran.stdout == none, has_none, "{args:?}");
                let document = ran.stdout;
                let checked = run_with_input("check -q", document.as_bytes());
                checked.prints(" valid, 0 wrong\n");
                let told = ["check", "-", "-q", "--notation", notation.name()];
                run_with_input(&told, document.as_bytes()).exits(0, &checked.stdout);
            }
        }
    }
}

#[test]
fn check_gives_json_line_by_line() {
    let grid = b"Q.Q.\n...Q\nQ...\n..Q.\n\n.Q..\n...Q\nQ...\n..Q.\n";
    let ran = run_with_input("check --format json", grid);
    assert_eq!(ran.code, Some(1));
    let lines: Vec<_> = ran.stdout.lines().map(json).collect();
    assert_eq!(lines[0]["valid"], false);
    assert_eq!(lines[0]["conflict"]["line"], "row");
    assert_eq!(lines[0]["conflict"]["second"]["column"], 2);
    assert_eq!(lines[1]["line"], 6);
    assert_eq!(lines[1]["valid"], true);
    assert_eq!(lines[2]["boards"], 2);
    assert_eq!(lines[2]["read"], "2 drawings of 4 × 4, queens 'Q'");
}

#[test]
fn first_answers_for_every_n() {
    let large = data("first 1000000");
    let said = "line 1: valid (n = 1000000)\n1 board: 1 valid, 0 wrong\n";
    run_with_input("check", large.as_bytes()).exits(0, said);
}

#[test]
fn a_part_of_a_listing_in_coordinates_has_no_total() {
    let limited = data("list 6 --notation coordinates --limit 3");
    assert!(!limited.contains("Total"));
}
