//! Output files and closed pipes.

use std::fs;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::ledgers::start;
use crate::{data, run};

fn files_in(folder: &Path) -> Vec<String> {
    let names = fs::read_dir(folder).unwrap();
    names
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect()
}

#[test]
fn an_output_file_holds_what_stdout_would() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards.txt");
    let name = path.to_str().unwrap();
    assert_eq!(data(&["list", "8", "--output", name]), "");
    assert_eq!(fs::read_to_string(&path).unwrap(), data("list 8"));
    // It replaces an older file, and no other file remains.
    data(&["first", "8", "--output", name, "--force"]);
    assert_eq!(fs::read_to_string(&path).unwrap(), data("first 8"));
    assert_eq!(files_in(folder.path()), ["boards.txt"]);
}

#[test]
fn a_refused_command_leaves_the_old_file() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("boards.txt");
    fs::write(&path, "mine").unwrap();
    let name = path.to_str().unwrap();
    run(&["list", "99", "--force", "--output", name]).exits(2, "");
    run(&["first", "3", "--force", "--output", name]).exits(1, "");
    assert_eq!(fs::read_to_string(&path).unwrap(), "mine");
}

#[cfg(unix)]
#[test]
fn links_and_permissions_stay() {
    use std::os::unix::fs::{PermissionsExt, symlink};
    let folder = tempfile::tempdir().unwrap();
    let [link, target] = ["link", "target"].map(|name| folder.path().join(name));
    symlink("target", &link).unwrap();
    // First the link is dangling, then it leads to a file.
    for round in 0..2 {
        data(&["first", "8", "--force", "--output", link.to_str().unwrap()]);
        assert!(link.is_symlink(), "round {round}");
        assert_eq!(fs::read_to_string(&target).unwrap(), data("first 8"));
    }
    fs::set_permissions(&target, fs::Permissions::from_mode(0o600)).unwrap();
    data(&["first", "8", "--force", "--output", link.to_str().unwrap()]);
    let mode = fs::metadata(&target).unwrap().permissions().mode();
    assert_eq!(mode & 0o777, 0o600);
}

#[test]
fn a_closed_pipe_ends_a_listing_quietly() {
    let mut child = start(&["list", "16"]);
    let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
    assert!(lines.next().unwrap().unwrap().starts_with("0 2 4 1 12"));
    drop(lines);
    let ran = child.ended();
    assert_eq!((ran.code, ran.stderr.as_str()), (Some(0), ""));
}
