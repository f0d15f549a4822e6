//! `occupancy`, `random`, and the colour-split counter on boards with
//! constraints.

use std::fmt::Debug;
use std::fs;
use std::str::FromStr;

use bezzel_oracle::{by_colour, occupancy};

use crate::waiting::line;
use crate::{Arguments, data, json, run, run_with_input};

#[test]
fn occupancies_are_the_stored_ones() {
    for n in ["1", "4", "9", "12"] {
        let size: u32 = n.parse().unwrap();
        let rows: Vec<Vec<u128>> = numbers(&["occupancy", n]);
        assert_eq!(Some(&rows), occupancy(size).as_ref(), "n = {n}");

        let csv = data(&["occupancy", n, "--format", "csv"]);
        let mut lines = csv.lines();
        assert_eq!(lines.next(), Some("row,column,solutions"));
        let expected = rows.iter().enumerate().flat_map(|(row, cells)| {
            let cells = cells.iter().enumerate();
            cells.map(move |(column, cell)| format!("{row},{column},{cell}"))
        });
        assert!(lines.eq(expected), "{csv}");
    }
}

#[test]
fn the_json_has_rows_of_strings_and_the_colours() {
    let value = json(&data("occupancy 9 --format json --by-colour"));
    assert_eq!(value["solutions"], "352");
    let expected = occupancy(9).unwrap();
    for (row, cells) in expected.iter().enumerate() {
        for (column, cell) in cells.iter().enumerate() {
            assert_eq!(value["occupancy"][row][column], cell.to_string());
        }
    }
    for (black, count) in by_colour(9).unwrap().into_iter().enumerate() {
        let found = value["by_black_queens"].get(black.to_string());
        let expected = (count > 0).then(|| count.to_string());
        assert_eq!(found.and_then(|found| found.as_str()), expected.as_deref());
    }
}

#[test]
fn the_colour_split_counter_counts_boards_with_constraints() {
    let stored = occupancy(13).unwrap()[0][0].to_string();
    let args = ["count", "13", "--queen", "0,0"];
    let searched = run(&args);
    assert_eq!(searched.stdout, stored.clone() + "\n");
    searched.says("search");
    let counted = run(&[&args[..], &["--double-check", "--backend", "portable"]].concat());
    assert_eq!(counted.stdout, searched.stdout);
    counted.says("colour-split-counter (portable)");
    counted.says("units confirmed by the exchanged route");
    let blocked = "count 10 --block 0,0 --block 3,4 --block-diagonal 2";
    let colours = data(&*format!("{blocked} --by-colour"));
    let mut lines = colours.lines();
    assert_eq!(lines.next(), data(blocked).lines().next());
    assert!(
        lines.all(|line| line.contains(" on even squares: ")),
        "{colours}"
    );
    run("count 18 --queen 0,0").says("colour-split-counter");
}

#[test]
fn saved_units_are_not_counted_again_and_wrong_ones_are_noticed() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("occupancy.txt");
    let args = ["occupancy", "10", "--save", path.to_str().unwrap()];
    let expected = data("occupancy 10");
    assert_eq!(data(&args), expected);
    let saved = fs::read_to_string(&path).unwrap();
    assert!(
        saved.starts_with("o n10 p1 direct 0-") && saved.lines().count() == 1,
        "{saved}"
    );
    assert_eq!(data(&args), expected);
    // Nothing is counted again.
    assert_eq!(fs::read_to_string(&path).unwrap(), saved);

    // The second route is added to the file, and a doubled line counts once.
    let ran = run(&[&args[..], &["--double-check"]].concat());
    assert_eq!(ran.stdout, expected);
    ran.says("both routes agree");
    let both = fs::read_to_string(&path).unwrap();
    assert!(
        both.starts_with(&saved) && both.contains("\no n10 p1 exchanged 0-"),
        "{both}"
    );
    fs::write(&path, both.repeat(2)).unwrap();
    assert_eq!(data(&[&args[..], &["--double-check"]].concat()), expected);

    // A damaged line is named, and its units are counted again.
    for damaged in [
        saved[..saved.len() - 5].to_owned(),
        saved.replacen(',', ",1", 1),
    ] {
        let unknown = line("o n10 p1 direct 0-99 1,2");
        fs::write(&path, format!("{damaged}\n{unknown}")).unwrap();
        let ran = run(&args);
        ran.exits(0, &expected);
        ran.says("2 damaged or unknown lines skipped");
        assert_eq!(data(&args), expected);
    }
    // A line with a wrong sum and a right checksum is found by the checks of the sums.
    let (body, _) = saved.trim_end().rsplit_once(' ').unwrap();
    let wrong = body.replacen(",4,", ",14,", 1).replacen(",64,", ",164,", 1);
    fs::write(&path, line(&wrong)).unwrap();
    let ran = run(&args);
    ran.exits(2, "");
    for (text, words) in [
        (
            line("o n11 p1 direct 0 1"),
            "expected parts of n10 p1, found one of n11 p1",
        ),
        ("0,0,64\n".to_owned(), "expected a bezzel ledger"),
    ] {
        fs::write(&path, &text).unwrap();
        let ran = run(&args);
        assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{text}");
        ran.says(words);
        assert_eq!(fs::read_to_string(&path).unwrap(), text);
    }
}

#[cfg(feature = "plot")]
#[test]
fn a_heat_map_has_a_square_for_each_of_the_board() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("map.svg");
    data(&["occupancy", "6", "--svg", path.to_str().unwrap()]);
    let picture = fs::read_to_string(&path).unwrap();
    let squares = picture.matches("<rect").count();
    assert_eq!(squares, 1 + 36 + 64, "background, board, scale");
}

#[test]
fn occupancies_of_a_board_are_those_of_its_completions() {
    let directory = tempfile::tempdir().unwrap();
    let path = directory.path().join("occupancy.txt");
    let given = "8 --queen 0,3 --block 4,4 --block-diagonal 2";
    let mut expected = vec![vec![0; 8]; 8];
    for columns in numbers::<usize>(&*format!("list {given}")) {
        for (row, column) in columns.into_iter().enumerate() {
            expected[row][column] += 1;
        }
    }
    let args = format!("occupancy {given}");
    let more = format!("{args} --double-check --save {}", path.to_str().unwrap());
    for args in [&*args, &more, &more] {
        let found: Vec<Vec<u32>> = numbers(args);
        assert_eq!(found, expected, "{args:?}");
    }
    let saved = fs::read_to_string(&path).unwrap();
    assert!(saved.starts_with("o n8:3Q4/"), "{saved}");
    let other = run(&["occupancy", "8", "--save", path.to_str().unwrap()]);
    other.exits(2, "");
    other.says("expected parts of n8 p1, found one of n8:3Q4/");
}

#[test]
fn random_completions_contain_the_given_queens() {
    let given = ["--queen", "0,3", "--block", "4,4"];
    let args = [&["random", "8", "--count", "30", "--seed", "3"], &given[..]].concat();
    let all = numbers::<u32>(&[&["list", "8"], &given[..]].concat());
    let drawn = numbers(&args);
    assert!(drawn.len() == 30 && drawn.iter().all(|columns| all.contains(columns)));
    let ran = run(&args);
    ran.says("all completions of the board have the same probability");
    let portable = ["--backend", "portable"];
    assert_eq!(numbers::<u32>(&[&args[..], &portable].concat()), drawn);
}

/// Returns the numbers of each line.
fn numbers<T: FromStr<Err: Debug>>(args: impl Arguments) -> Vec<Vec<T>> {
    let of_line = |line: &str| {
        line.split_whitespace()
            .map(|word| word.parse().unwrap())
            .collect()
    };
    data(args).lines().map(of_line).collect()
}

#[test]
fn random_solutions_are_solutions_and_repeat_with_their_seed() {
    let args = ["random", "9", "--count", "50", "--seed", "3"];
    let drawn = data(&args);
    let checked = run_with_input("check -q", drawn.as_bytes());
    assert!(checked.stdout.ends_with("50 boards: 50 valid, 0 wrong\n"));
    assert!(drawn.lines().all(|line| line.len() == 17), "{drawn}");
    for backend in ["portable", "avx2", "cuda"] {
        let ran = run(&[&args[..], &["--backend", backend, "--threads", "1"]].concat());
        if ran.code == Some(0) {
            assert_eq!(ran.stdout, drawn, "{backend}");
            ran.says("seed 3, uniform");
        }
    }
    assert_ne!(data("random 9 --count 50 --seed 4"), drawn);
}

#[test]
fn large_boards_are_found_by_local_search_and_labelled() {
    let ran = run("random 3000 --seed 1");
    ran.says("min-conflicts: not uniform");
    let checked = run_with_input("check --quiet", ran.stdout.as_bytes());
    assert_eq!(checked.code, Some(0), "{}", checked.stderr);
    let small = run("random 6 --method min-conflicts --count 20");
    small.says("not uniform");
    assert_eq!(small.stdout.lines().count(), 20);
}
