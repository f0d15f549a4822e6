//! The manual, the version, and the tables in the documents.

use std::process::Command;

use bezzel::methods::Method;
use bezzel_count::Backend;

use crate::{bezzel, contains, data};

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

/// The documents list the CPU backends that there are.
#[test]
fn the_names_of_backends_are_current() {
    let names = Backend::ALL.map(|backend| format!("`{backend}`"));
    let [first @ .., last] = &names;
    let documents = [
        (
            include_str!("../../../../docs/counting.md"),
            format!("{} or {last}", first.join(", ")),
        ),
        (
            include_str!("../../../../docs/json.md"),
            format!("{} or {last}", first.join(", ")),
        ),
        (
            include_str!("../../../../docs/glossary.md"),
            names.join(", "),
        ),
        (
            include_str!("../../../bezzel-count/README.md"),
            format!("{} and {last}", first.join(", ")),
        ),
    ];
    for (document, list) in documents {
        let document = document.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(document.contains(&list), "expected {list}");
    }
}

/// `bezzel methods` and the tables of the documents have the texts of the descriptions of the methods.
#[test]
fn the_tables_of_methods_are_current() {
    let listed = data("methods");
    let english = include_str!("../../../../docs/methods.md");
    let chinese = include_str!("../../../../docs/methods.zh-CN.md");
    for method in Method::ALL {
        let about = method.about();
        let fast = |never: &str| match about.largest_in_a_second {
            Some(n) => n.to_string(),
            None => never.to_owned(),
        };
        let expected = [
            about.idea.english.to_string(),
            about.time.english.to_string(),
            fast("does not count"),
        ];
        assert_eq!(row(english, about.name), expected);
        let max = about.max_n.to_string();
        let others = [
            about.name,
            &about.memory.english,
            &about.source.english,
            &max,
        ];
        for text in expected.iter().map(String::as_str).chain(others) {
            assert!(listed.contains(text), "{method}: {text}");
        }
        let (name, _) = about.title.chinese.split_once(' ').expect("two names");
        let expected = [
            name.to_owned(),
            about.idea.chinese.to_string(),
            about.time.chinese.to_string(),
            fast("不计数"),
        ];
        assert_eq!(row(chinese, about.name), expected);
    }
}

/// Returns the cells of the row of a table that begins with this name.
fn row<'a>(document: &'a str, name: &str) -> Vec<&'a str> {
    let row = document
        .lines()
        .find_map(|line| line.strip_prefix(&format!("| {name} | ")));
    let cells = row.unwrap_or_else(|| panic!("no row of {name}"));
    cells.trim_end_matches(" |").split(" | ").collect()
}

/// The commands of a ledger write files, so they run in a folder of their own.
#[test]
fn the_ledger_of_the_documents_shows_real_output() {
    let document = include_str!("../../../../docs/counting.md");
    let (_, block) = document.split_once("```text\n$ bezzel ").expect("a ledger");
    let (block, _) = block.split_once("```").expect("its end");
    let folder = tempfile::tempdir().unwrap();
    let commands: Vec<_> = block.split("$ bezzel ").collect();
    for command in &commands {
        let (words, expected) = command.split_once('\n').expect("a line");
        let ran = bezzel()
            .args(words.split_whitespace())
            .current_dir(folder.path())
            .output()
            .expect("bezzel starts");
        let printed = [ran.stdout, ran.stderr].map(|text| String::from_utf8(text).unwrap());
        // On a busy machine the progress is shown too.
        let lines = printed.iter().flat_map(|text| text.lines());
        // The run time is another one.
        let is_shown = |line: &&str| !line.contains(" left") && !line.starts_with("16 queens in ");
        let shown: Vec<_> = lines.filter(is_shown).collect();
        assert_eq!(shown, expected.lines().collect::<Vec<_>>(), "{words}");
    }
    assert!(commands.len() >= 4, "only {} commands", commands.len());
}

#[test]
fn the_book_has_every_document() {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let summary = std::fs::read_to_string(format!("{docs}/SUMMARY.md")).unwrap();
    let mut pages = 0;
    for entry in std::fs::read_dir(docs).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.ends_with(".md") && name != "SUMMARY.md" {
            contains(&summary, &format!("({name})"));
            pages += 1;
        }
    }
    assert!(pages > 15, "only {pages} pages");
}
