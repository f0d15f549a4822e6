//! The manual and the version.

use std::process::Command;

use crate::{contains, data};

#[test]
fn the_manual_has_a_page_for_each_command() {
    let folder = tempfile::tempdir().unwrap();
    data(&["man", folder.path().to_str().unwrap()]);
    for page in ["bezzel", "bezzel-count", "bezzel-list", "bezzel-show"] {
        let page = format!("{page}.1");
        assert!(folder.path().join(&page).is_file(), "{page}");
    }
}

#[test]
fn the_version_says_what_was_built() {
    let version = data("--version");
    contains(&version, env!("CARGO_PKG_VERSION"));
    contains(&version, "commit: ");
    contains(&version, "compiler: rustc ");
    contains(&version, "target: ");
}

#[test]
fn the_version_names_the_commit_of_a_checkout() {
    let git = Command::new("git")
        .args(["rev-parse", "--short=9", "HEAD"])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output();
    let commit = match git {
        Ok(said) if said.status.success() => String::from_utf8(said.stdout).unwrap(),
        _ => "unknown".to_owned(),
    };
    let version = data("--version");
    let expected = format!("\ncommit: {}", commit.trim());
    contains(&version, &expected);
}
