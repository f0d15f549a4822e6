//! Help, manual, completions, and the tables in the documents.

use std::process::Command;

use bezzel::methods::Method;

use crate::data;

#[test]
fn every_command_has_help_with_examples() {
    for command in [
        "count",
        "list",
        "complete",
        "generate completion",
        "first",
        "check",
        "compare",
        "show",
        "campaign",
        "campaign new",
        "campaign run",
        "campaign status",
        "campaign verify",
        "campaign export",
        "campaign merge",
        "campaign certificate",
        "puzzle",
        "puzzle new",
        "puzzle solve",
        "puzzle grade",
        "puzzle hint",
        "puzzle show",
        "campaign authors",
        "campaign withdraw",
        "key",
        "key new",
        "key show",
        "work",
        "completions",
        "man",
    ] {
        let words: Vec<_> = command.split(' ').chain(["--help"]).collect();
        let help = data(&words);
        assert!(help.contains("Example"), "{command}: {help}");
    }
}

/// The program of the README is that of the package, which its documentation tests run.
#[test]
fn the_rust_program_of_the_readme_is_tested() {
    let program = |document: &'static str| {
        let (_, program) = document.split_once("```rust\n").expect("a program");
        program.split_once("```").expect("its end").0
    };
    let tested = program(include_str!("../../../bezzel/README.md"));
    assert!(tested.contains("fn main()"), "{tested}");
    assert_eq!(program(include_str!("../../../../README.md")), tested);
}

#[test]
fn completions_exist_for_every_shell() {
    for shell in ["bash", "zsh", "fish", "powershell", "elvish"] {
        let script = data(&["completions", shell]);
        assert!(script.contains("bezzel"), "{shell}");
        assert!(script.contains("fundamental"), "{shell}");
    }
}

#[test]
fn the_manual_has_a_page_for_each_command() {
    assert!(data(&["man"]).contains(".TH bezzel"));
    let folder = tempfile::tempdir().unwrap();
    data(&["man", folder.path().to_str().unwrap()]);
    for page in [
        "bezzel.1",
        "bezzel-count.1",
        "bezzel-list.1",
        "bezzel-show.1",
    ] {
        assert!(folder.path().join(page).is_file(), "{page}");
    }
}

#[test]
fn the_version_says_what_was_built() {
    let version = data(&["--version"]);
    for fact in [
        env!("CARGO_PKG_VERSION"),
        "commit: ",
        "compiler: rustc ",
        "target: ",
    ] {
        assert!(version.contains(fact), "{version}");
    }
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
    let version = data(&["--version"]);
    let expected = format!("\ncommit: {}", commit.trim());
    assert!(
        version.contains(&expected),
        "{expected} is not in {version}"
    );
}

/// The tables in the documents have the same texts as the registry.
#[test]
fn tables_of_methods_are_current() {
    let documents = [
        ("README.md", include_str!("../../../../README.md")),
        (
            "methods/mod.rs",
            include_str!("../../../bezzel/src/methods/mod.rs"),
        ),
    ];
    let listed = data(&["methods"]);
    for method in Method::ALL {
        let about = method.about();
        let (fast, max) = (
            about.largest_in_a_second.to_string(),
            about.max_n.to_string(),
        );
        let expected = [
            about.name,
            about.idea,
            about.time,
            about.memory,
            &fast,
            &max,
            about.source,
        ];
        for (name, document) in documents {
            let row = document
                .lines()
                .find_map(|line| {
                    let line = line.trim_start_matches("//! ");
                    line.strip_prefix(&format!("| {method} "))
                })
                .unwrap_or_else(|| panic!("{name} has no row of {method}"));
            let cells: Vec<_> = row.split('|').map(str::trim).collect();
            assert_eq!(cells[1..7], expected[1..], "{name}");
        }
        for text in expected {
            assert!(listed.contains(text), "{method}: {text}");
        }
    }
}
