//! Boards with constraints: `count`, `list`, `complete`.

use std::fs;

use crate::{data, json, run, run_with_input};

/// Exit code, stdout and stderr of a board without a solution. Commands that count answer 0.
fn impossible(args: &str, stdout: &str, reason: &str) {
    let ran = run(args);
    let counts = args.starts_with("count") || args.starts_with("occupancy");
    assert_eq!(
        ran.code,
        Some(i32::from(!counts)),
        "{args:?}: {}",
        ran.stderr
    );
    if counts && reason.is_empty() {
        assert_eq!(ran.stdout, stdout, "{args:?}");
        return;
    }
    assert_eq!(ran.stdout, stdout, "{args:?}");
    let last = ran.stderr.lines().last();
    let last = last.unwrap_or_default();
    assert!(last.starts_with("no solution"), "{args:?}: {}", ran.stderr);
    assert!(last.contains(reason), "{args:?}: {}", ran.stderr);
}

#[test]
fn boards_are_counted() {
    assert_eq!(data("count 8 --queen 0,0"), "4\n");
    assert_eq!(data("count 8 --block 0,0"), "88\n");
    assert_eq!(data("count 8 --block-diagonal -7"), "88\n");
    assert_eq!(data("count 8 --block-anti-diagonal 0"), "88\n");
    let both = ["count", "8", "--queen", "0,3", "--queen", "1,5"];
    let ran = run(&both);
    assert_eq!((ran.code, ran.stdout.as_str()), (Some(0), "3\n"));
    assert!(ran.stderr.contains(" s, ") && ran.stderr.contains(", search, "));
    let report = json(&data(&[&both[..], &["--format", "json"]].concat()));
    assert_eq!(
        (&report["solutions"], &report["method"]),
        (&"3".into(), &"search".into())
    );
}

#[test]
fn board_files_are_read_in_every_notation() {
    let documents = [
        "Q.......\n........\n.....x..\n........\n........\n........\n........\n........\n",
        "Q.......\n........\n........\n........\n........\n........\n........\n........\n",
        "\nQ.......  \n........\t\n.....x.. \r\n........\n........\n........\n........\n........ \n \n",
        "Q7/8/5x2/8/8/8/8/8\n",
        "0 - - - - - - -\n",
        "{\"n\":8,\"queens\":[0,null,null,null,null,null,null,null]}\n",
        "{\"n\":8,\"queens\":[[0,0]]}\n",
        "{ \"n\": 8, \"queens\": [[0,0]],\n\"blocked\": [[2, 5]], \"blocked_diagonals\": [] }",
    ];
    for document in documents {
        let counted = run_with_input("count --board -", document.as_bytes());
        assert_eq!(counted.stdout, "4\n", "{document}{}", counted.stderr);
        let counted = run_with_input("count 8 --board -", document.as_bytes());
        assert_eq!(counted.stdout, "4\n", "{document}{}", counted.stderr);
    }
    let all = bezzel::notation::Notation::ALL;
    for notation in all.into_iter().filter(|&notation| notation.name() != "svg") {
        let document = data(&["list", "8", "--limit", "1", "--notation", notation.name()]);
        let counted = run_with_input("count --board -", document.as_bytes());
        assert_eq!(counted.stdout, "1\n", "{notation}: {}", counted.stderr);
    }
    // Options add to the file.
    let more = ["count", "--board", "-", "--queen", "1,4"];
    assert_eq!(run_with_input(&more, documents[3].as_bytes()).stdout, "1\n");
}

#[test]
fn completions_are_listed_in_order() {
    let listed = data("list 8 --queen 0,0");
    let all = data("list 8");
    let expected: String = all
        .lines()
        .filter(|line| line.starts_with('0'))
        .map(|line| format!("{line}\n"))
        .collect();
    assert_eq!(listed, expected);
    assert_eq!(data("complete 8 --queen 0,0 --all"), expected);
    let all = ["complete", "8", "--queen", "0,0", "--all", "--limit"];
    let limited = data(&[&all[..], &["1"]].concat());
    assert_eq!(limited, expected.lines().next().unwrap().to_owned() + "\n");
    let gallery = data("list 6 --block 0,1 --notation svg");
    assert!(gallery.starts_with("<svg "));
    let boards = data("complete 8 --queen 0,0 --format json");
    assert_eq!(json(&boards)["queens"][0], 0);
}

#[test]
fn one_completion_of_any_size() {
    for n in ["1", "8", "32", "33", "100"] {
        let args = ["complete", n, "--queen", "0,0", "--notation", "positions"];
        let found = data(&args);
        let checked = run_with_input("check -q", found.as_bytes());
        assert_eq!(
            checked.code,
            Some(0),
            "{n}: {}{}",
            checked.stdout,
            checked.stderr
        );
        assert!(found.starts_with('0'), "{found}");
    }
}

#[test]
fn uniqueness() {
    let one = run("complete 8 --queen 0,0 --queen 1,4 --unique");
    assert_eq!(
        (one.code, one.stdout.as_str()),
        (Some(0), "0 4 7 5 2 6 1 3\n")
    );
    assert!(one.stderr.starts_with("unique"), "{}", one.stderr);
    let two = run("complete 8 --queen 0,0 --unique");
    assert_eq!((two.code, two.stdout.lines().count()), (Some(1), 2));
    assert!(two.stderr.starts_with("not unique"), "{}", two.stderr);
    let report = run("complete 6 --queen 0,0 --unique --format json");
    assert_eq!(report.code, Some(1));
    assert_eq!(json(&report.stdout)["unique"], false);
    assert_eq!(json(&report.stdout)["completions"], json("[]"));
}

#[test]
fn impossible_boards_have_a_reason_and_a_proof() {
    let reason = "found row 0 column 0 and row 1 column 1 on one diagonal";
    impossible("count 8 --queen 0,0 --queen 1,1", "0\n", reason);
    impossible("list 8 --queen 0,0 --queen 1,1", "", reason);
    impossible("complete 8 --queen 0,0 --queen 1,1", "", reason);
    let blocked = "complete 8 --queen 2,3 --block-diagonal -1";
    impossible(blocked, "", "not blocked, found one at row 2 column 3");
    impossible("count 3 --block 0,0", "0\n", "");
    impossible("complete 6 --queen 0,0", "", "");
    impossible("complete 6 --queen 0,0 --format json", "", "");
    let ran = run("complete 6 --queen 0,0 --why");
    assert_eq!(ran.code, Some(1));
    assert!(ran.stdout.lines().count() > 1 && ran.stdout.contains("no free square"));
    let proof = run("complete 6 --queen 0,0 --why --format json");
    assert!(json(&proof.stdout)["proof"]["conclusion"].is_object());
    let possible = run("complete 8 --queen 0,0 --why");
    assert_eq!(possible.code, Some(0));
    possible.says("nothing to prove");
}

#[test]
fn an_empty_line_is_the_board_of_n_0_if_n_says_so() {
    let empty = run_with_input("count 0 --board -", b"\n");
    assert_eq!((empty.code, empty.stdout.as_str()), (Some(0), "1\n"));
}

#[test]
fn generated_boards_are_read() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("board.txt");
    let file = path.to_str().unwrap();
    for model in ["placed-queens", "excluded-diagonals", "blocked-squares"] {
        let generate = &*format!("generate completion 12 --model {model} --seed 5");
        let board = data(generate);
        assert_eq!(data(generate), board);
        let counted = run_with_input("count --board -", board.as_bytes());
        assert!(counted.code < Some(2), "{}", counted.stderr);
        let again = &*format!("{generate} --output {file}");
        // People write boards too, and a board without a seed cannot be drawn again.
        if fs::metadata(file).is_ok_and(|found| found.len() > 0) {
            let kept = fs::read_to_string(file).unwrap();
            run(again).refuses("expected no file, found one");
            assert_eq!(fs::read_to_string(file).unwrap(), kept);
        }
        assert_eq!(data(&*format!("{again} --force")), "");
        assert_eq!(run(&["count", "--board", file]).stdout, counted.stdout);
        let report = data(&*format!("{generate} --format json"));
        let counted_json = run_with_input("count --board -", report.as_bytes());
        assert_eq!(counted_json.stdout, counted.stdout, "{report}");
        let report = json(&report);
        assert_eq!((&report["n"], &report["seed"]), (&12.into(), &5.into()));
    }
    let few = data("generate completion 20 --seed 1 --parameter 3");
    assert_eq!(few.matches('Q').count(), 3);
    let seeded = run("generate completion 8");
    assert!(seeded.stderr.starts_with("seed "), "{}", seeded.stderr);
}

#[test]
fn contradictions_are_named_by_every_command() {
    let zeros = "0 0 0 0 0 0\n".repeat(6);
    for (given, reason) in [
        (
            "--queen 0,0 --queen 3,3",
            "row 0 column 0 and row 3 column 3 on one diagonal",
        ),
        (
            "--queen 0,1 --block 0,1",
            "not blocked, found one at row 0 column 1",
        ),
    ] {
        for (command, stdout) in [
            ("count 6", "0\n"),
            ("list 6", ""),
            ("show 6", ""),
            ("complete 6", ""),
            ("complete 6 --unique", ""),
            ("random 6", ""),
            ("occupancy 6", &zeros),
        ] {
            impossible(&format!("{command} {given}"), stdout, reason);
        }
    }
}
