//! Files that exist already, appear meanwhile, or cannot be written to their end.

use std::fs;
use std::path::PathBuf;

use crate::ledgers::Place;
use crate::waiting::{long_count, until};
use crate::{data, run};

const N: &str = "8";

/// Every command that writes a file.
fn commands<'a>(ledger: &'a str, file: &'a str) -> Vec<Vec<&'a str>> {
    vec![
        vec!["list", N, "--output", file],
        vec!["first", N, "--notation", "svg", "-o", file],
        vec!["random", N, "-o", file],
        vec!["complete", N, "-o", file],
        vec!["generate", "completion", N, "-o", file],
        vec!["occupancy", N, "--format", "csv", "-o", file],
        vec!["occupancy", N, "--svg", file],
        vec!["puzzle", "new", N, "--seed", "1", "-o", file],
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
        vec!["ledger", "certificate", ledger, "-o", file],
    ]
}

/// A complete ledger.
fn prepared(place: &Place) -> String {
    let ledger = place.file("ledger");
    data(&["count", N, "--save", &ledger]);
    ledger
}

/// Whatever the file contains: also boards that the command itself wrote, and nothing.
#[test]
fn an_existing_file_is_replaced_with_force_only() {
    let place = Place::new();
    let ledger = prepared(&place);
    let file = place.file("file");
    for args in commands(&ledger, &file) {
        data(&args);
        let written = fs::read(&file).unwrap();
        for content in [&written[..], b"", b"Dear Max,\n"] {
            fs::write(&file, content).unwrap();
            let ran = run(&args);
            let what = format!("{args:?}: {}", ran.stderr);
            assert_eq!((ran.code, ran.stdout.as_str()), (Some(2), ""), "{what}");
            assert_eq!(ran.stderr.lines().count(), 1, "{what}");
            assert!(
                ran.stderr.contains(&file) && ran.stderr.contains("--force"),
                "{what}"
            );
            assert_eq!(fs::read(&file).unwrap(), content, "{what}");
        }
        data(&[&args[..], &["--force"]].concat());
        assert_ne!(fs::read(&file).unwrap(), b"Dear Max,\n", "{args:?}");
        fs::remove_file(&file).unwrap();
    }
}

/// Not even by force.
#[test]
fn a_ledger_is_not_replaced_by_what_is_read_from_it() {
    let place = Place::new();
    let ledger = prepared(&place);
    let before = fs::read(&ledger).unwrap();
    let args = ["ledger", "certificate", &ledger, "-o", &ledger, "--force"];
    let ran = run(&args);
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

/// The limit of `ulimit -f` is an error like a full disk.
#[test]
fn a_limit_of_file_sizes_is_an_error_and_leaves_no_partial_file() {
    let place = Place::new();
    let file = place.file("boards");
    let limited = "ulimit -f 8; exec \"$0\" \"$@\"";
    let output = std::process::Command::new("sh")
        .args(["-c", limited])
        .arg(&*crate::BINARY)
        .args(["list", "12", "--output", &file])
        .output()
        .unwrap();
    let ran = crate::Ran::from(output);
    assert_eq!(ran.code, Some(2), "{}", ran.stderr);
    let said = format!("error: cannot write {file}: File too large");
    assert!(ran.stderr.starts_with(&said), "{}", ran.stderr);
    assert_eq!(ran.stderr.lines().count(), 1, "{}", ran.stderr);
    assert_eq!(fs::read_dir(place.path("")).unwrap().count(), 0);
}
