//! Numbers agree with their nouns: `1 unit`, `8 units`.

use std::fs;
use std::path::{Path, PathBuf};

use super::*;

/// Nouns that messages count, in the plural.
const COUNTED: &[&str] = &[
    "attempts",
    "authors",
    "boards",
    "bytes",
    "characters",
    "completions",
    "conflicts",
    "days",
    "devices",
    "files",
    "lines",
    "pairs",
    "placements",
    "processes",
    "puzzles",
    "queens",
    "regions",
    "results",
    "rows",
    "runs",
    "solutions",
    "squares",
    "steps",
    "streams",
    "tasks",
    "threads",
    "units",
    "withdrawals",
    "workers",
];

/// Returns the parts of a text in which the number 1, as a word for which `is_number` is true, is
/// followed by a plural, with at most one adjective between them.
fn wrong_plurals(text: &str, is_number: impl Fn(&str) -> bool) -> Vec<String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let is_plural = |word: &str| {
        let word = word.trim_end_matches([',', '.', ';', ':', ')', '"', '\\']);
        COUNTED.contains(&word)
    };
    let is_adjective = |word: &str| {
        let mut letters = word.chars();
        !["of", "with"].contains(&word)
            && letters.all(|letter| letter.is_ascii_lowercase() || letter == '-')
    };
    let mut found = Vec::new();
    for (at, number) in words.iter().enumerate() {
        let is_sum = at > 0 && words[at - 1] == "x";
        let Some(next) = words.get(at + 1).filter(|_| is_number(number) && !is_sum) else {
            continue;
        };
        let after = words.get(at + 2).filter(|_| is_adjective(next));
        if is_plural(next) || after.is_some_and(|after| is_plural(after)) {
            found.push(words[at..words.len().min(at + 3)].join(" "));
        }
    }
    found
}

/// Fails if a text of the command has a plural after the number 1.
pub(crate) fn check(text: &str) {
    for line in text.lines() {
        let found = wrong_plurals(line, |word| word.trim_start_matches('(') == "1");
        assert_eq!(found, [""; 0], "in {line}");
    }
}

/// Adds the Rust and Python sources of a folder, without tests.
fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_name().unwrap().to_str().unwrap();
        if path.is_dir() && name != "tests" {
            sources(&path, found);
        }
        if matches!(path.extension(), Some(end) if end == "rs" || end == "py") && name != "tests.rs"
        {
            found.push(path);
        }
    }
}

/// Each message with a number leaves the plural to `counted`. Largest accepted numbers, which are
/// constants, are never 1. Assertions of kernels are read by nobody but us.
#[test]
fn no_message_writes_a_plural_after_a_number_itself() {
    let crates = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = Vec::new();
    for one in fs::read_dir(&crates).unwrap() {
        for folder in ["src", "python"] {
            let folder = one.as_ref().unwrap().path().join(folder);
            if folder.is_dir() {
                sources(&folder, &mut files);
            }
        }
    }
    assert!(files.len() > 300, "{}", files.len());
    let kernels: PathBuf = ["bezzel-count", "src", "lanes"].iter().collect();
    let kernels = crates.join(kernels);
    files.retain(|file| !file.starts_with(&kernels));
    let is_number = |word: &str| {
        let name = word.trim_start_matches(|before| before != '{');
        let is_constant = |name: &str| name.chars().all(|letter| !letter.is_ascii_lowercase());
        let is_name = name == "{colour}";
        name.ends_with('}') && (name == "{}" || !is_constant(name)) && !is_name
    };
    let mut found = Vec::new();
    for file in files {
        let text = fs::read_to_string(&file).unwrap();
        let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap();
        for line in text.lines() {
            if !line.trim_start().starts_with("//") && !wrong_plurals(line, is_number).is_empty() {
                found.push(format!("{}: {}", file.display(), line.trim()));
            }
        }
    }
    assert_eq!(found, [""; 0], "use `counted`");
}

#[test]
fn messages_about_one_thing_have_no_plural() {
    for word in [
        "1 queens",
        "1 open streams",
        "(1 units)",
        "all 1 boards, which",
    ] {
        assert_eq!(
            wrong_plurals(word, |word| word.trim_start_matches('(') == "1").len(),
            1
        );
    }
    let folder = tempfile::tempdir().unwrap();
    for n in ["0", "1", "2"] {
        let file = |name: &str| format!("{}/{name}-{n}", folder.path().display());
        let (ledger, other) = (file("ledger"), file("other"));
        let (certificate, units, results) = (file("certificate"), file("units"), file("results"));
        let campaign = |args: &[&str]| data(&[&["campaign"], args].concat());
        for args in [
            &["count", n] as &[&str],
            &["count", n, "--double-check"],
            &["count", n, "--sample", "1"],
            &["list", n, "--notation", "svg"],
            &["occupancy", n],
            &["random", n, "--count", "1"],
            &["show", n, "--method", "slope-test"],
            &["show", n, "--method", "colour-split"],
        ] {
            run(args);
        }
        campaign(&["new", n, &ledger]);
        campaign(&["new", n, &other]);
        campaign(&["status", &ledger]);
        campaign(&["export", &ledger, "--output", &units]);
        data(&["work", &units, "--output", &results]);
        campaign(&["merge", &ledger, &results]);
        campaign(&["run", &ledger]);
        campaign(&["run", &other]);
        campaign(&["status", &ledger]);
        campaign(&["authors", &ledger]);
        campaign(&["certificate", &ledger, "--output", &certificate]);
        campaign(&["verify", &ledger, "--certificate", &certificate]);
        campaign(&["verify", &ledger, "--fraction", "100%"]);
        campaign(&["merge", &other, &ledger]);
        campaign(&["recover", &ledger, &file("recovered")]);
        campaign(&["withdraw", &other, "--since", "0", "--reason", "a test"]);
        campaign(&["withdraw", &other, "--undo", "1"]);
    }
    let two = "ABBB\nAAAB\nCCDD\nCCDD\n";
    for puzzle in [two, "AABB\nAABB\nCCDD\nCCDD\n", "ABBB\nABCB\nACCB\nDDCC\n"] {
        for command in ["solve", "grade", "hint", "show"] {
            run_with_input(&["puzzle", command], puzzle.as_bytes());
        }
    }
}
