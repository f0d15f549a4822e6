//! Options and their values, written in any accepted form.

use crate::{Ran, bezzel, data, json, run_with_input};

#[test]
fn a_board_is_a_word_a_file_or_stdin() {
    let folder = tempfile::tempdir().unwrap();
    let word = "1Q2/4/4/x3";
    let file = folder.path().join("board.txt");
    std::fs::write(&file, word).unwrap();
    let expected = data(&["list", "--board", word]);
    assert_eq!(expected, "1 3 0 2\n");
    assert_eq!(data(&["list", "--board", file.to_str().unwrap()]), expected);
    run_with_input("list --board -", word.as_bytes()).exits(0, &expected);
    // A file of that name comes first.
    let named_1 = || {
        let mut command = bezzel();
        command
            .args(["count", "--board", "1"])
            .current_dir(folder.path());
        Ran::from(command.output().unwrap()).stdout
    };
    assert_eq!(named_1(), "1\n");
    std::fs::write(folder.path().join("1"), word).unwrap();
    assert_eq!(named_1(), "1\n");
    std::fs::write(folder.path().join("1"), "8/8/8/8/8/8/8/8").unwrap();
    assert_eq!(named_1(), "92\n");
}

#[test]
fn times_have_one_form() {
    for (time, seconds) in [
        ("10", 10.0),
        ("0.5", 0.5),
        ("90s", 90.0),
        ("5m", 300.0),
        ("1.5h", 5400.0),
        ("2d", 172_800.0),
        ("0", 0.0),
    ] {
        let compared = data(&["compare", "4", "--budget", time, "--format", "json"]);
        assert_eq!(json(&compared)["budget_seconds"], seconds, "{time}");
    }
}

#[test]
fn a_method_lists_boards_with_constraints() {
    let board = "list 8 --queen 0,0 --block 1,4";
    assert_eq!(data(&*format!("{board} --method bitmask")), data(board));
}

#[test]
fn the_puzzle_of_today_is_that_of_its_date() {
    // The date may change between two calls, but not twice.
    let today = || data("puzzle new --day today");
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
