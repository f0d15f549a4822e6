//! Boards with constraints: `count`, `list`, `complete`.

use std::fs;

use crate::{data, json, run, run_with_input};

#[test]
fn board_files_are_read_in_every_notation() {
    let all = bezzel::notation::Notation::ALL;
    for notation in all.into_iter().filter(|&notation| notation.name() != "svg") {
        let document = data(&["list", "8", "--limit", "1", "--notation", notation.name()]);
        let counted = run_with_input("count --board -", document.as_bytes());
        assert_eq!(counted.stdout, "1\n", "{notation}: {}", counted.stderr);
    }
}

#[test]
fn completions_are_listed_in_order() {
    let listed = data("list 8 --queen 0,0");
    let all = data("list 8");
    let lines = all.split_inclusive('\n');
    let expected: String = lines.filter(|line| line.starts_with('0')).collect();
    assert_eq!(listed, expected);
    assert_eq!(data("complete 8 --queen 0,0 --all"), expected);
    let limited = data("complete 8 --queen 0,0 --all --limit 1");
    assert_eq!(limited, expected.lines().next().unwrap().to_owned() + "\n");
}

#[test]
fn one_completion_of_any_size() {
    for n in ["1", "8", "32", "33", "100"] {
        let args = ["complete", n, "--queen", "0,0", "--notation", "positions"];
        let found = data(&args);
        let checked = run_with_input("check -q", found.as_bytes());
        assert_eq!(checked.code, Some(0), "{n}: {}", checked.stdout);
        assert!(found.starts_with('0'), "{found}");
    }
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
            run(again).refuses("the file already exists");
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
