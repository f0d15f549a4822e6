//! Files that outputs may replace, and files that they may not.

use std::fs;
use std::path::PathBuf;

use crate::ledgers::Place;
use crate::waiting::{long_count, until};
use crate::{data, run};

const N: &str = "8";

/// Every command that writes a file, with the kind of what it writes.
fn commands<'a>(ledger: &'a str, file: &'a str) -> Vec<(&'a str, Vec<&'a str>)> {
    vec![
        ("boards", vec!["list", N, "--output", file]),
        ("boards", vec!["list", N, "--notation", "svg", "-o", file]),
        ("boards", vec!["list", N, "--format", "json", "-o", file]),
        ("boards", vec!["first", N, "--notation", "grid", "-o", file]),
        ("boards", vec!["first", N, "--one-based", "-o", file]),
        ("occupancy", vec!["occupancy", N, "-o", file]),
        (
            "occupancy",
            vec!["occupancy", N, "--format", "csv", "-o", file],
        ),
        (
            "occupancy",
            vec!["occupancy", N, "--format", "json", "-o", file],
        ),
        (
            "puzzles",
            vec!["puzzle", "new", N, "--seed", "1", "-o", file],
        ),
        (
            "puzzles",
            vec![
                "puzzle", "new", N, "--count", "2", "--format", "json", "-o", file,
            ],
        ),
        (
            "plot",
            vec![
                "compare",
                "4",
                "-m",
                "brute-force",
                "-r",
                "1",
                "--plot",
                file,
            ],
        ),
        (
            "certificate",
            vec!["ledger", "certificate", ledger, "-o", file],
        ),
    ]
}

/// A complete ledger.
fn prepared(place: &Place) -> String {
    let ledger = place.file("ledger");
    data(&["count", N, "--save", &ledger]);
    ledger
}

#[test]
fn an_output_replaces_only_what_bezzel_wrote_as_the_same_kind() {
    let place = Place::new();
    let ledger = prepared(&place);
    let file = place.file("file");
    // A file of each kind, and others.
    let mut others: Vec<(&str, Vec<u8>)> = vec![
        ("ledger", fs::read(&ledger).unwrap()),
        ("letter", b"Dear Max,\n".to_vec()),
        ("numbers", b"3 1 4 1 5\n9 2 6 5 3\n".to_vec()),
        ("wrong boards", b"0 1 2 3\n".to_vec()),
        (
            "drawing",
            b"<svg xmlns='http://www.w3.org/2000/svg'/>\n".to_vec(),
        ),
        ("bytes", vec![0; 5000]),
    ];
    for (kind, args) in commands(&ledger, &file) {
        data(&args);
        others.push((kind, fs::read(&file).unwrap()));
        fs::remove_file(&file).unwrap();
    }
    for (kind, args) in commands(&ledger, &file) {
        for (other, content) in &others {
            fs::write(&file, content).unwrap();
            let ran = run(&args);
            let what = format!("{args:?} over {other}: {}", ran.stderr);
            if *other == kind {
                assert_eq!(ran.code, Some(0), "{what}");
                continue;
            }
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{what}");
            assert_eq!(ran.stderr.lines().count(), 1, "{what}");
            assert!(ran.stderr.contains("--force"), "{what}");
            assert_eq!(fs::read(&file).unwrap(), *content, "{what}");
        }
        // What is empty has nothing to lose, and what is forced is the user's choice.
        fs::write(&file, "").unwrap();
        data(&args);
        fs::write(&file, "Dear Max,\n").unwrap();
        data(&[&args[..], &["--force"]].concat());
        assert_ne!(fs::read(&file).unwrap(), b"Dear Max,\n");
    }
}

/// Not even by force.
#[test]
fn a_ledger_is_not_replaced_by_what_is_read_from_it() {
    let place = Place::new();
    let ledger = prepared(&place);
    let before = fs::read(&ledger).unwrap();
    let ran = run(&["ledger", "certificate", &ledger, "-o", &ledger, "--force"]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert_eq!(fs::read(&ledger).unwrap(), before);
}

/// Files that are being written, or were when a command was killed.
fn partial(place: &Place) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(place.path("")).unwrap();
    let paths = entries.map(|entry| entry.unwrap().path());
    paths.filter(|path| path.extension().is_some_and(|suffix| suffix == "partial"))
}

/// A file that comes to the place of the output while that is being written.
#[test]
fn what_comes_to_the_place_meanwhile_stays() {
    let place = Place::new();
    let file = place.file("boards");
    let child = crate::ledgers::start(&["random", &long_count().0, "--output", &file]);
    until("it begins", || partial(&place).next().is_some());
    // It has opened its output and counts.
    crate::ledgers::signal(&child, "-STOP");
    fs::write(&file, "Dear Max,\n").unwrap();
    crate::ledgers::signal(&child, "-CONT");
    let ran = child.ended();
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert_eq!(fs::read(&file).unwrap(), b"Dear Max,\n");
}

#[test]
fn manual_pages_replace_files_with_force_only() {
    let place = Place::new();
    let folder = place.file("");
    data(&["man", &folder]);
    let pages = fs::read_dir(&folder).unwrap().count();
    assert!(pages > 10);
    let page = place.path("bezzel-count.1");
    fs::write(&page, "Dear Max,\n").unwrap();
    let ran = run(&["man", &folder]);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    assert!(
        ran.stderr.contains(": expected no file, found a file"),
        "{}",
        ran.stderr
    );
    assert_eq!(fs::read(&page).unwrap(), b"Dear Max,\n");
    data(&["man", &folder, "--force"]);
    assert!(fs::read(&page).unwrap().starts_with(b".ie"));
    assert_eq!(fs::read_dir(&folder).unwrap().count(), pages);
}

#[test]
fn partial_files_of_killed_commands_are_removed_by_the_next_one() {
    let place = Place::new();
    let file = place.file("boards");
    // This would take hours.
    let child = crate::ledgers::start(&["list", "20", "--output", &file]);
    until("boards are written", || {
        partial(&place).any(|path| fs::metadata(path).is_ok_and(|found| found.len() > 0))
    });
    child.kill();
    assert_eq!(partial(&place).count(), 1);
    let kept = [
        (".boards.letter.partial", "Dear Max,\n"),
        (".boards.locked.partial", "0 4 7 5 2 6 1 3\n"),
        (".others.aB3dE6.partial", "0 4 7 5 2 6 1 3\n"),
    ];
    for (name, content) in kept {
        fs::write(place.path(name), content).unwrap();
    }
    // Another process is writing this file.
    let writing = fs::File::open(place.path(kept[1].0)).unwrap();
    writing.lock().unwrap();
    data(&["first", N, "--output", &file]);
    let mut names: Vec<_> = partial(&place)
        .map(|path| path.file_name().unwrap().to_owned())
        .collect();
    names.sort();
    assert_eq!(names, kept.map(|(name, _)| name));
}
