//! Files that exist already, appear meanwhile, or cannot be written to their end.

use std::fs;
use std::path::{Path, PathBuf};

use crate::ledgers::Place;
use crate::waiting::{long_count, until};
use crate::{data, run};

const N: &str = "8";

/// Every command that writes a file, with a ledger that it may read.
fn commands(ledger: &str, file: &str) -> Vec<String> {
    let table = format!(
        "list {N} --output {file}
first {N} --notation svg -o {file}
random {N} -o {file}
complete {N} -o {file}
generate completion {N} -o {file}
occupancy {N} --format csv -o {file}
occupancy {N} --svg {file}
puzzle new {N} --seed 1 -o {file}
compare 4 -m brute-force -r 1 --plot {file}
ledger certificate {ledger} -o {file}"
    );
    table.lines().map(str::to_owned).collect()
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
        data(&*args);
        let written = fs::read(&file).unwrap();
        for content in [&written[..], b"", b"Dear Max,\n"] {
            fs::write(&file, content).unwrap();
            let ran = run(&*args);
            ran.refuses(&file);
            ran.says("--force");
            assert_eq!(fs::read(&file).unwrap(), content, "{args}");
        }
        data(&*format!("{args} --force"));
        assert_ne!(fs::read(&file).unwrap(), b"Dear Max,\n", "{args}");
        fs::remove_file(&file).unwrap();
    }
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

const PAGE: &str = "bezzel-count.1";

/// Pages in a folder that a stranger has prepared: what is no plain file is refused, also with force.
#[cfg(unix)]
#[test]
fn manual_pages_replace_plain_files_with_force_only() {
    use std::os::unix::fs::symlink;
    type Prepare = fn(&Path, &Place);
    let cases: [(&str, Prepare); 6] = [
        ("a file", |at, _| fs::write(at, "Dear Max,\n").unwrap()),
        ("a link", |at, place| {
            symlink(place.path("own"), at).unwrap()
        }),
        ("a link", |at, place| {
            symlink(place.path("dangling"), at).unwrap();
        }),
        ("a link", |at, _| symlink(at, at).unwrap()),
        ("a directory", |at, _| fs::create_dir(at).unwrap()),
        ("a pipe or device", |at, _| {
            drop(std::os::unix::net::UnixListener::bind(at).unwrap());
        }),
    ];
    for (found, prepare) in cases {
        let place = Place::new();
        let folder = place.file("folder");
        fs::create_dir(&folder).unwrap();
        fs::write(place.path("own"), "mine").unwrap();
        let page = place.path("folder").join(PAGE);
        prepare(&page, &place);
        for force in [&[][..], &["--force"]] {
            let args = [&["man", &folder], force].concat();
            if found == "a file" && !force.is_empty() {
                data(&args);
                assert!(fs::read(&page).unwrap().starts_with(b".ie"));
                continue;
            }
            let ran = run(&args);
            assert_eq!(ran.code, Some(2), "{}", ran.stderr);
            ran.says(match force.is_empty() {
                true => "already exists: use another name, or replace it with --force",
                false => "there is a link, a directory or a device",
            });
            ran.says(PAGE);
            let names = fs::read_dir(&folder).unwrap();
            assert_eq!(names.count(), 1, "before anything is written");
            assert!(!place.path("dangling").exists());
        }
        assert_eq!(fs::read(place.path("own")).unwrap(), b"mine", "{found}");
    }
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_other_names_and_other_files_stay() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt};
    let place = Place::new();
    let folder = place.file("folder");
    fs::create_dir(&folder).unwrap();
    let (own, page) = (place.path("own"), place.path("folder").join(PAGE));
    fs::write(&own, "mine").unwrap();
    fs::hard_link(&own, &page).unwrap();
    let read_only = place.path("folder").join("bezzel-list.1");
    fs::write(&read_only, "old").unwrap();
    fs::set_permissions(&read_only, fs::Permissions::from_mode(0o444)).unwrap();
    // A list that a stranger wrote names files outside the folder.
    let list = r#"{"program": "bezzel 0.2.0", "files": ["../own", "notes", "bezzel.1"]}"#;
    for (name, text) in [("bezzel-site.json", list), ("notes", "mine too")] {
        fs::write(place.path("folder").join(name), text).unwrap();
    }
    data(&["man", &folder, "--force"]);
    assert_eq!(fs::read(&own).unwrap(), b"mine");
    assert_eq!(fs::metadata(&own).unwrap().nlink(), 1);
    for page in [&page, &read_only] {
        assert!(fs::read(page).unwrap().starts_with(b".ie"));
        // Others may read what a web server shows.
        assert_eq!(fs::metadata(page).unwrap().mode() & 0o444, 0o444);
    }
    let notes = place.path("folder").join("notes");
    assert_eq!(fs::read(notes).unwrap(), b"mine too");
    let pages = fs::read_dir(&folder).unwrap().count();
    assert!(pages > 10 && place.path("folder").join("bezzel-site.json").exists());
}

/// The limit of `ulimit -f` is an error like a full disk.
#[test]
fn a_limit_of_file_sizes_is_an_error_and_leaves_no_partial_file() {
    let place = Place::new();
    let file = place.file("boards");
    for (language, said) in [
        (
            "en",
            format!(
                "error: cannot write {file}: the limit on the size of files is reached (`ulimit -f` shows it)\n"
            ),
        ),
        (
            "zh",
            format!("错误：无法写入 {file}：文件大小达到了上限（`ulimit -f` 显示上限）\n"),
        ),
    ] {
        let args = ["list", "12", "--output", &file, "--lang", language];
        let ran = crate::saved::with_small_files(&args);
        ran.exits(2, "");
        assert_eq!(ran.stderr, said);
    }
    assert_eq!(fs::read_dir(place.path("")).unwrap().count(), 0);
}
