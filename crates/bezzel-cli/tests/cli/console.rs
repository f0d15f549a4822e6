//! The `console` blocks of the documents are run, and their output is compared.
//!
//! A block has commands, each after `$ `, and what they print on both streams. What differs from run
//! to run is compared by rule (see [`constant`]), so the documents show real times. A comment
//! `<!-- exit code 1 -->` before a block gives the exit code of its last command; it is 0 otherwise.
//! The commands of a block after `<!-- empty folder -->` may write files.

use std::io::Read;
use std::path::Path;
use std::{fs, io};

use tempfile::TempDir;

use crate::answers::words;
use crate::bezzel;

/// The commands name files as seen from the root of the repository.
const ROOT: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../..");

#[test]
fn documents_show_real_output() {
    let mut documents = vec![format!("{ROOT}/crates/bezzel-cli/README.md")];
    for folder in [ROOT.to_owned(), format!("{ROOT}/docs")] {
        for entry in fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|extension| extension == "md") {
                documents.push(path.to_str().expect("a plain name").to_owned());
            }
        }
    }
    let mut failures = Vec::new();
    let mut commands = 0;
    for document in &documents {
        let text = fs::read_to_string(document).expect("a document");
        for (block, needs_folder) in blocks(&text) {
            let folder = needs_folder.then(|| tempfile::tempdir().expect("a folder"));
            let folder = folder.as_ref().map_or(Path::new(ROOT), TempDir::path);
            for (line, shown, code) in block {
                commands += 1;
                let (printed, exit) = run(line, folder);
                if constant(&shown) != constant(&printed) || exit != code {
                    failures.push(format!(
                        "{document}: $ bezzel {line}\nexpected exit code {code}, found {exit}\n\
                         shown:\n{shown}\nprinted:\n{printed}"
                    ));
                }
            }
        }
    }
    assert!(failures.is_empty(), "{}", failures.join("\n\n"));
    assert!(commands > 20, "only {commands} commands");
}

/// A command, the text below it and its exit code.
type Shown<'a> = (&'a str, String, i32);

/// Returns the commands of each `console` block, and whether they need an empty folder.
fn blocks(text: &str) -> Vec<(Vec<Shown<'_>>, bool)> {
    let mut blocks = Vec::new();
    let mut parts = text.split("```console\n");
    let mut before = parts.next().expect("a first part");
    for part in parts {
        let (block, after) = part.split_once("\n```").expect("the end of a block");
        let code = before
            .trim_end()
            .rsplit_once("<!-- exit code ")
            .and_then(|(_, comment)| comment.strip_suffix(" -->")?.parse().ok())
            .unwrap_or(0);
        let needs_folder = before.trim_end().ends_with("<!-- empty folder -->");
        let mut commands: Vec<Shown<'_>> = Vec::new();
        for line in block.lines() {
            match (line.strip_prefix("$ bezzel "), commands.last_mut()) {
                (Some(command), _) => commands.push((command, String::new(), 0)),
                (None, Some((_, shown, _))) => *shown += &format!("{line}\n"),
                (None, None) => panic!("expected '$ bezzel', found '{line}'"),
            }
        }
        commands.last_mut().expect("a command").2 = code;
        blocks.push((commands, needs_folder));
        before = after;
    }
    blocks
}

/// Runs a command, and returns what it printed on both streams, in order, and its exit code.
fn run(line: &str, folder: &Path) -> (String, i32) {
    let (mut reader, writer) = io::pipe().expect("a pipe");
    let mut command = bezzel();
    command
        .current_dir(folder)
        .args(words(line))
        .env("LC_ALL", "C")
        .stdout(writer.try_clone().expect("the same pipe"))
        .stderr(writer);
    let mut child = command.spawn().expect("bezzel starts");
    // It holds the ends of the pipe for writing.
    drop(command);
    let mut printed = String::new();
    reader.read_to_string(&mut printed).expect("UTF-8");
    let exit = child.wait().expect("bezzel ends");
    (printed, exit.code().unwrap_or(-1))
}

/// Columns of tables whose cells are times or memory.
const MEASURED: [&str; 8] = [
    "seconds",
    "ratio",
    "growth",
    "MiB",
    "within 1 s",
    "用时（秒）",
    "增长",
    "一秒之内",
];

/// Replaces what differs from run to run: measured columns of tables with their widths, times with
/// their unit, and the rest of a line about speed. Empty lines at the end do not count.
fn constant(text: &str) -> String {
    let mut measured: Vec<bool> = Vec::new();
    let mut lines = Vec::new();
    for line in text.trim_end().lines() {
        if let Some(row) = line.strip_prefix('|') {
            let cells: Vec<_> = row.split('|').map(str::trim).collect();
            if measured.len() != cells.len() {
                measured = cells.iter().map(|cell| MEASURED.contains(cell)).collect();
            }
            let shown = cells.iter().zip(&measured).map(|(cell, measured)| {
                let is_rule = !cell.is_empty() && cell.bytes().all(|byte| byte == b'-');
                if *measured || is_rule { "…" } else { cell }
            });
            lines.push(shown.collect::<Vec<_>>().join("|"));
        } else {
            measured.clear();
            lines.push(without_times(line));
        }
    }
    lines.join("\n")
}

/// Replaces a number before a unit of time by `…`, and drops what follows the start of a speed.
fn without_times(line: &str) -> String {
    for start in ["within one second: ", "一秒之内："] {
        if line.starts_with(start) {
            return start.to_owned();
        }
    }
    if let Some((before, _)) = line.split_once("，用时 ") {
        return before.to_owned();
    }
    let mut shown: Vec<&str> = Vec::new();
    for word in line.split(' ') {
        let unit = word.trim_end_matches([',', ';', ')']);
        if matches!(unit, "s" | "ms" | "µs") && shown.last().is_some_and(|last| is_number(last)) {
            shown.pop();
            shown.push("…");
            shown.push(word);
            if line.contains(" queens in ") && word.ends_with(',') {
                break;
            }
        } else {
            shown.push(word);
        }
    }
    shown.join(" ")
}

fn is_number(word: &str) -> bool {
    word.trim_start_matches('(').parse::<f64>().is_ok()
}
