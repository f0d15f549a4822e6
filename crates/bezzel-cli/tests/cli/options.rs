//! Options and their values, written in any accepted form; tips for those that do not exist.

use crate::{Ran, bezzel, data, json, run, run_with_input};

#[test]
fn several_sizes_are_a_table() {
    assert_eq!(
        data(&["count", "0-3", "8"]),
        " n  solutions\n 0          1\n 1          1\n 2          0\n 3          0\n 8         92\n"
    );
    assert_eq!(
        data(&["count", "8", "9", "--fundamental", "--format", "csv"]),
        "n,solutions,fundamental,without_symmetry,half_turn,quarter_turn\n8,92,12,11,1,0\n9,352,46,42,4,0\n"
    );
    assert_eq!(
        data(&["count", "8", "--format", "csv"]),
        "n,solutions\n8,92\n"
    );
    assert_eq!(
        data(&["count", "8", "9", "--queen", "a1", "--format", "csv"]),
        "n,solutions\n8,4\n9,28\n"
    );
    let lines = data(&["count", "8-10", "--format", "json"]);
    let counts: Vec<_> = lines
        .lines()
        .map(|line| json(line)["solutions"].clone())
        .collect();
    assert_eq!(counts, ["92", "352", "724"]);
    let ran = run(&["count", "1"]);
    assert!(ran.stderr.starts_with("1 queen in "), "{}", ran.stderr);
    for (args, expected) in [
        (
            &["count", "8", "9", "--save", "x"][..],
            "expected one N with --save, found 2",
        ),
        (
            &["count", "8-10", "--sample", "3"],
            "expected one N with --sample, found 3",
        ),
        (
            &["count", "8", "--by-colour", "--format", "csv"],
            "--by-colour, found csv",
        ),
        (&["count", "9-8"], "a range such as 1-12"),
        (&["count", "8", "40", "--fundamental"], "found 40"),
    ] {
        let ran = run(args);
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{args:?}");
        assert!(ran.stderr.contains(expected), "{args:?}: {}", ran.stderr);
    }
}

#[test]
fn squares_have_two_names() {
    let corner = data(&["list", "8", "--queen", "7,0"]);
    assert_eq!(data(&["list", "8", "--queen", "a1"]), corner);
    assert_eq!(data(&["list", "8", "--queen", "A1"]), corner);
    assert_eq!(
        data(&["count", "8", "--block", "d8", "--block", "h8"]),
        data(&["count", "8", "--block", "0,3", "--block", "0,7"])
    );
    for (square, expected) in [
        ("i1", "expected a square from a1 to h8, found i1"),
        ("a0", "a chess square such as d1"),
        ("1a", "a chess square such as d1"),
        ("8,0", "8"),
    ] {
        let ran = run(&["list", "8", "--queen", square]);
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{square}");
        assert!(ran.stderr.contains(expected), "{square}: {}", ran.stderr);
    }
}

#[test]
fn a_board_is_a_word_a_file_or_stdin() {
    let folder = tempfile::tempdir().unwrap();
    let word = "1Q2/4/4/x3";
    let file = folder.path().join("board.txt");
    std::fs::write(&file, word).unwrap();
    let expected = data(&["list", "--board", word]);
    assert_eq!(expected, "1 3 0 2\n");
    assert_eq!(data(&["list", "--board", file.to_str().unwrap()]), expected);
    assert_eq!(
        run_with_input(&["list", "--board", "-"], word.as_bytes()).stdout,
        expected
    );
    // The free board of one square, as a word and as a document.
    assert_eq!(data(&["count", "--board", "1"]), "1\n");
    assert_eq!(
        run_with_input(&["count", "--board", "-"], b"1\n").stdout,
        "1\n"
    );
    // A file of that name comes first.
    let named = |board: &str| {
        let output = crate::bezzel()
            .args(["count", "--board", board])
            .current_dir(folder.path())
            .output()
            .unwrap();
        String::from_utf8(output.stdout).unwrap()
    };
    assert_eq!(named("1"), "1\n");
    std::fs::write(folder.path().join("1"), word).unwrap();
    assert_eq!(named("1"), "1\n");
    std::fs::write(folder.path().join("1"), "8/8/8/8/8/8/8/8").unwrap();
    assert_eq!(named("1"), "92\n");
    for (board, expected) in [
        ("Q3/2x1/5/1x2", "row 2: expected 4 squares, found more"),
        ("no/such/file", "cannot read no/such/file"),
    ] {
        let ran = run(&["list", "--board", board]);
        assert_eq!(ran.code, Some(2));
        assert!(ran.stderr.contains(expected), "{}", ran.stderr);
    }
}

#[test]
fn times_have_one_form() {
    for time in ["60", "60s", "1m", "0.1h"] {
        data(&["complete", "8", "--queen", "0,0", "--time-limit", time]);
        data(&["compare", "4", "--method", "bitmask", "--budget", time]);
    }
    let ran = run(&["complete", "8", "--time-limit", "soon"]);
    assert!(
        ran.stderr
            .contains("expected a time such as 10 (seconds), 90s"),
        "{}",
        ran.stderr
    );
}

#[test]
fn a_method_lists_boards_with_constraints() {
    let board = ["list", "8", "--queen", "0,0", "--block", "1,4"];
    let method = |name| run(&[&board[..], &["--method", name]].concat());
    assert_eq!(method("bitmask").stdout, data(&board));
    let refused = method("slope-test");
    assert_eq!(refused.code, Some(2));
    assert!(refused.stderr.contains("bitmask"), "{}", refused.stderr);
}

#[test]
fn tips_name_what_exists() {
    for (args, expected) in [
        (
            &["solve", "8"][..],
            &["bezzel first N", "bezzel list N", "bezzel count N"][..],
        ),
        (&["list", "8", "--json"], &["use `--format json`"]),
        (&["list", "8", "--svg"], &["use `--notation svg`"]),
        (&["serv"], &["'serve'"]),
        (&["judge", "a.py"], &["`bezzel judge -- python3 a.py`"]),
        (
            &["list"],
            &["give n, such as 8, or a board with --board FILE"],
        ),
        (
            &["count", "8", "--time-limit", "1"],
            &["--save <FILE>", "so that it can continue"],
        ),
        (&["check", "1 3 0 2"], &["`echo '1 3 0 2' | bezzel check`"]),
        (&["count", "8", "--treads", "2"], &["--threads"]),
    ] {
        let ran = run(args);
        assert_eq!((ran.code, &*ran.stdout), (Some(2), ""), "{args:?}");
        assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
        for part in expected {
            assert!(ran.stderr.contains(part), "{args:?}: {}", ran.stderr);
        }
        for wrong in ["-- --", "similar: ", "to pass"] {
            assert!(!ran.stderr.contains(wrong), "{args:?}: {}", ran.stderr);
        }
    }
    assert!(!run(&["solve", "8"]).stderr.contains("serve"));
}

#[test]
fn the_puzzle_of_today_is_that_of_its_date() {
    // The date may change between two calls, but not twice.
    let today = || data(&["puzzle", "new", "--day", "today"]);
    let same = (0..3).any(|_| {
        let made = today();
        let (_, rest) = made.split_once("puzzle of ").expect("a date");
        made == data(&["puzzle", "new", "--day", &rest[..10]])
    });
    assert!(same);
}

#[test]
#[cfg(unix)]
fn today_is_the_local_date() {
    // These clocks are 26 hours apart, so their dates always differ.
    let [east, west] = ["<+14>-14", "<-12>12"].map(|zone| {
        let mut command = bezzel();
        command
            .env("TZ", zone)
            .args(["puzzle", "new", "--day", "today"]);
        let ran = Ran::from(command.output().expect("bezzel starts"));
        let (_, rest) = ran.stdout.split_once("puzzle of ").expect("a date");
        rest[..10].to_owned()
    });
    assert!(east > west, "{east} {west}");
}

#[test]
fn lines_of_methods_fit_in_a_terminal() {
    for line in data(&["methods"]).lines() {
        assert!(line.chars().count() <= 100, "{line}");
    }
}
