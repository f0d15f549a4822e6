//! `list`, `first` and `check`, which must understand each other.

use bezzel::methods::Method;
use bezzel::notation::Notation;

use crate::{data, json, run, run_with_input};

#[test]
fn list_prints_all_solutions_in_order() {
    let listed = data("list 8");
    let expected: String = bezzel_oracle::solutions(8)
        .iter()
        .map(|board| {
            let columns: Vec<_> = board.iter().map(u32::to_string).collect();
            columns.join(" ") + "\n"
        })
        .collect();
    assert_eq!(listed, expected);
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
                assert_eq!(
                    checked.code,
                    Some(0),
                    "{args:?}\n{document}{}",
                    checked.stderr
                );
                assert!(checked.stdout.ends_with(" valid, 0 wrong\n"));
                let told = ["check", "-", "-q", "--notation", notation.name()];
                assert_eq!(
                    run_with_input(&told, document.as_bytes()).stdout,
                    checked.stdout
                );
            }
        }
    }
}

#[test]
fn one_based_positions_go_both_ways() {
    let listed = data("list 6 --one-based --limit 1");
    assert_eq!(listed, "2 4 6 1 3 5\n");
    let checked = run_with_input("check --one-based", listed.as_bytes());
    assert_eq!(
        checked.stdout,
        "line 1: valid (n = 6)\n1 board: 1 valid, 0 wrong\n"
    );
    // The 6 shows it.
    let shown = run_with_input("check", listed.as_bytes());
    assert_eq!(shown.code, Some(0));
    assert_eq!(
        shown.stderr,
        "read as 1 list of columns of 6 × 6, numbered from 1\n"
    );
}

#[test]
fn check_names_the_attacking_pair() {
    let boards = b"0 4 7 5 2 6 1 3\n0 4 7 5 2 6 3 1\n1 3 - 2\n0 0\n";
    let ran = run_with_input("check", boards);
    assert_eq!(ran.code, Some(1));
    assert_eq!(
        ran.stdout,
        "line 1: valid (n = 8)\n\
         line 2: wrong (n = 8): the queens at row 2 column 7 and row 6 column 3 attack each other \
         along one anti-diagonal (rows and columns count from 0)\n\
         line 3: wrong (n = 4): row 2 has no queen (rows count from 0)\n\
         line 4: wrong (n = 2): the queens at row 0 column 0 and row 1 column 0 attack each other \
         along one column (rows and columns count from 0)\n\
         4 boards: 1 valid, 3 wrong\n"
    );
    let quiet = run_with_input("check --quiet --partial", boards).stdout;
    assert!(quiet.starts_with("line 2") && quiet.ends_with("4 boards: 2 valid, 2 wrong\n"));
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

/// A queen moved within her row, in each of the drawn notations.
#[test]
fn a_moved_queen_is_found_in_each_notation() {
    let moved = [
        ("positions", "0 4 7", "1 4 7"),
        ("coordinates", "(1, 1)", "(2, 1)"),
        ("grid", "Q.......", ".Q......"),
        ("leetcode", "\"Q.......\"", "\".Q......\""),
        ("json", "[0,4", "[1,4"),
        ("unicode", "│♛ ░░", "│  ♛░"),
        ("fen", "Q7", "1Q6"),
    ];
    for (notation, from, to) in moved {
        let document = data(&["list", "8", "--limit", "1", "--notation", notation]);
        let changed = document.replacen(from, to, 1);
        assert_ne!(document, changed, "{notation}: {document}");
        let ran = run_with_input("check", changed.as_bytes());
        assert_eq!(ran.code, Some(1), "{notation}: {}{changed}", ran.stderr);
        let pair = match notation {
            // Its list counts from 1, and x is downwards.
            "coordinates" => "row 1 column 2 and row 6 column 7",
            _ => "row 0 column 1 and row 5 column 6",
        };
        ran.prints(pair);
    }
}

#[test]
fn first_answers_for_every_n() {
    assert_eq!(data("first 8"), "1 3 5 7 2 0 6 4\n");
    let large = data("first 1000000");
    let ran = run_with_input("check", large.as_bytes());
    assert_eq!(
        ran.stdout,
        "line 1: valid (n = 1000000)\n1 board: 1 valid, 0 wrong\n"
    );
}

#[test]
fn json_boards_say_their_symmetry() {
    let listed = data("list 4 --fundamental --format json");
    let board = json(&listed);
    assert_eq!(board["n"], 4);
    assert_eq!(board["queens"], json("[1,3,0,2]"));
    assert_eq!(board["symmetry"], "quarter-turn");
    assert_eq!(board["orbit_size"], 2);
}

#[test]
fn a_whole_listing_in_coordinates_ends_with_its_total() {
    let coordinates = ["list", "6", "--notation", "coordinates"];
    assert!(data(&coordinates).ends_with("Total: 4\n"));
    let limited = run(&[&coordinates[..], &["--limit", "3"]].concat());
    assert!(!limited.stdout.contains("Total"));
}

#[test]
fn lists_of_columns_are_checked() {
    for (document, boards) in [
        ("[1,3,0,2]", 1),
        ("[1, 3, 0, 2]\n[2, 0, 3, 1]\n", 2),
        ("[[1,3,0,2],[2,0,3,1]]", 2),
        ("[[1,3,0,2],[\"..Q.\",\"Q...\",\"...Q\",\".Q..\"]]", 2),
    ] {
        let ran = run_with_input("check --quiet", document.as_bytes());
        assert_eq!(ran.code, Some(0), "{document}: {}", ran.stderr);
        assert!(
            ran.stdout.contains(&format!(": {boards} valid, 0 wrong")),
            "{document}"
        );
    }
    let partial = run_with_input("check --partial", b"[1,null,0,2]");
    assert_eq!(partial.code, Some(0), "{}", partial.stderr);
}

#[test]
fn the_numbering_is_inferred_or_asked_about() {
    for document in ["2 4 1 3\n", "[2,4,1,3]", "4 2 4 1 3\n"] {
        let ran = run_with_input("check --show", document.as_bytes());
        assert_eq!(ran.code, Some(0), "{}", ran.stderr);
        ran.prints(".Q..\n...Q\nQ...\n..Q.\n");
        ran.says("numbered from 1");
    }
    for (option, n) in [(&["--one-based"][..], 4), (&["--notation", "positions"], 5)] {
        let ran = run_with_input(&[&["check"], option].concat(), b"4 1 2 4 3\n");
        ran.prints(&format!("(n = {n})"));
    }
}

#[test]
fn an_empty_input_has_no_board() {
    for notation in [None, Some("grid"), Some("svg")] {
        let told: &[&str] = match &notation {
            Some(name) => &["--notation", name],
            None => &[],
        };
        let ran = run_with_input(&[&["check"], told].concat(), b"");
        assert_eq!(ran.code, Some(0));
        assert_eq!(ran.stdout, "0 boards: 0 valid, 0 wrong\n");
        assert_eq!(ran.stderr, "no board in standard input\n");
    }
    let empty = run_with_input("check --format json", b"\n").stdout;
    let summary = json(empty.lines().last().expect("a summary"));
    assert_eq!(summary["boards"], 1);
    assert_eq!(summary["read"], "1 list of columns of 0 × 0");
}
