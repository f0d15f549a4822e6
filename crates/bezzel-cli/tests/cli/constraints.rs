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
    run(&[&all[..], &["0"]].concat()).refuses("expected a whole number from 1");
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
fn bad_constraints_are_refused_in_one_line() {
    for command in ["count", "list", "complete", "show"] {
        let with = |more: &str| run(&*format!("{command} 8 {more}"));
        with("--queen 8,0").refuses("row and column below 8, found row 8 column 0");
        with("--queen -1,0").refuses("expected a row and a column from 0");
        with("--block 3").refuses("expected a row and a column from 0");
        with("--block-diagonal 8").refuses("|row - column| below 8");
        with("--block-diagonal x").refuses("such as -2");
        with("--block-anti-diagonal 15").refuses("row + column below 15");
        with("--board no-such-file").refuses("cannot read no-such-file");
        with("--board .").refuses("cannot read .");
        let input = |text: &[u8]| run_with_input(&[command, "8", "--board", "-"], text);
        input(b"Q..\n...\n...\n").refuses("expected a board of 8 rows, found one of 3");
        input(b"Q..\n..#\n...\n").refuses("expected a board of 8 rows, found one of 3");
        input(b"Q7/8/8/9/8/8/8/8").refuses("standard input: line 1: row 3 has 9 squares, not 8");
        input(b"1Q2/4/4/4\n1Q2/4/4/4\n")
            .refuses("standard input: expected one board, found another in line 2");
        input(b"4/4/4/\xff").refuses("standard input: line 1 is ");
        input(b"\x00\xff\xfe\x01").refuses("standard input: ");
        input(b"").refuses("standard input: ");
        input(b"Q.. .\n").refuses("line 1 is 'Q.. .': not understood");
        run_with_input(&[command, "--board", "-"], b"\n")
            .refuses("standard input: expected a board, found an empty line");
        input(b"1 3 0 2\n2 0 3 1\n").refuses("expected one board, found another in line 2");
        input(".".repeat(100_000).as_bytes()).refuses("not understood");
    }
    let large = format!("0 {}", vec!["-"; 99_999].join(" "));
    for command in ["count", "list", "complete"] {
        let ran = run_with_input(
            &[command, "--board", "-", "--queen", "0,0"],
            large.as_bytes(),
        );
        ran.refuses("found 100000");
    }
    run("count 8 --queen 0,0 -m bitmask").refuses("an empty board with bitmask");
    for list in ["count", "list"] {
        let fundamental = [list, "8", "--queen", "0,0", "--fundamental"];
        run(&fundamental).refuses("with --fundamental");
    }
    run("count").refuses("<N>");
    let long = ["random", "26", "--queen", "0,0"];
    run(&long).refuses("hours for this board of 26 rows: place more");
    for seeded in ["random 30", "count 12 --sample 1", "generate completion 8"] {
        let negative = run(&*format!("{seeded} --seed -1"));
        negative.refuses("expected a whole number from 0 to");
    }
    // An empty line is the board of n = 0 if N says so.
    let empty = run_with_input("count 0 --board -", b"\n");
    assert_eq!((empty.code, empty.stdout.as_str()), (Some(0), "1\n"));
}

#[test]
fn time_limits_end_the_search() {
    let ran = run("complete 32 --queen 0,0 --all --time-limit 0");
    ran.refuses("raise --time-limit");
    let never = run("complete 12 --queen 0,0 --time-limit -1");
    never.refuses("expected a time such as 10 (seconds)");
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
    let bad = |more: &str| run(&*format!("generate completion {more}"));
    bad("1001 --seed 1").refuses("0 to 1000");
    bad("8 --parameter -1").refuses("expected a number");
    bad("8 --parameter 1.5").refuses("expected a whole number");
    bad("8 --seed 1 --parameter 9").refuses("expected a number of queens up to");
    bad("8 --model blocked-squares --parameter 1").refuses("share of blocked squares");
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

#[test]
fn wrong_json_boards_are_refused() {
    for (text, expected) in [
        ("{\"n\":4,\"queens\":[[0,4]]}", "row and column below 4"),
        ("{\"queens\":[[0,1]]}", "missing field `n`"),
        ("{\"n\":4,\"queens\":[[0]]}", "found another one"),
        (
            "{\"n\":4,\"queens\":[[0,1]],\"block\":[]}",
            "unknown field `block`",
        ),
        ("{\"n\":4,\"blocked\":[[0,1]", "EOF while parsing"),
        (
            "{\"n\":4,\"queens\":[1,3,0]}",
            "a board of 4 rows is expected, but 3 rows",
        ),
    ] {
        run_with_input("count --board -", text.as_bytes()).refuses(expected);
    }
}
