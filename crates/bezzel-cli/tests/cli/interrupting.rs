//! Ctrl-C while a large plan is made or a large ledger is read, which cannot be interrupted from
//! within. The progress of a process is read from Linux.

use std::fs;
use std::process::Stdio;

use crate::campaign::{Place, signal};
use crate::waiting::processes::{
    cpu_ticks, until_it_computes, until_it_handles_ctrl_c, until_it_is_done,
};
use crate::waiting::{Running, changed_header};
use crate::{bezzel, data};

/// Maximum CPU time of a command after Ctrl-C, in ticks of 10 ms. The whole plan takes many times
/// as much.
const MAX_TICKS_AFTER_CTRL_C: u64 = 100;

/// A ledger that claims to be for 32 queens, whose plan takes long to refute that.
fn large(place: &Place) -> String {
    let file = place.ledger("large", "8");
    let header = changed_header(&file, "n=8", "n=32");
    fs::write(&file, header).unwrap();
    file
}

/// A board that search and colour-split counter both take long to decide.
const GENERATE: [&str; 7] = [
    "generate",
    "completion",
    "28",
    "--model",
    "excluded-diagonals",
    "--seed",
    "3",
];

fn start(args: &[&str]) -> Running {
    Running::start(
        bezzel()
            .args(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped()),
    )
}

#[test]
fn every_command_obeys_ctrl_c_before_it_counts() {
    let place = Place::new();
    let (file, small, list) = (
        large(&place),
        place.ledger("small", "8"),
        place.file("list"),
    );
    let (none, results) = (place.file("none"), place.file("results"));
    fs::write(&list, "# bezzel n 32 plan 3 units 1 fingerprint 0\n").unwrap();
    let board = place.file("board");
    data(&[&GENERATE[..], &["-o", &board]].concat());
    let before = names(&place);
    let commands = [
        vec!["campaign", "new", "32", &none],
        vec!["campaign", "run", &file],
        vec!["campaign", "status", &file],
        vec!["campaign", "status", &file, "--watch"],
        vec!["campaign", "verify", &file],
        vec!["campaign", "export", &file, "-o", &none],
        vec!["campaign", "merge", &file, &small],
        vec!["campaign", "merge", &small, &file],
        vec!["campaign", "merge", &small, &list],
        vec!["campaign", "certificate", &file, "-o", &none],
        vec!["work", &list, "-o", &results],
        vec!["work", "-"],
        vec!["count", "32"],
        vec!["count", "32", "--double-check"],
        vec!["count", "32", "--save", &none],
        vec!["count", "32", "--save", &file],
        vec!["count", "32", "--sample", "5"],
        vec!["count", "32", "--first-row"],
        vec!["count", "28", "--fundamental"],
        vec!["count", "--board", &board],
        vec!["occupancy", "32"],
        vec!["occupancy", "32", "--save", &none],
        vec!["occupancy", "30", "--queen", "0,3"],
        vec!["occupancy", "--board", &board, "--double-check"],
        vec!["random", "32", "--method", "uniform"],
        vec!["random", "28", "--method", "uniform"],
        vec!["random", "30", "--queen", "0,3", "--method", "uniform"],
        vec!["random", "--board", &board],
        vec!["random", "100000000"],
        vec!["list", "18", "--notation", "svg", "--output", &none],
        vec!["complete", "--board", &board, "--all"],
        vec!["bench", "32"],
        vec!["compare", "18", "--budget", "1000"],
    ];
    // A few at a time: each needs a CPU until it is stopped.
    for commands in commands.chunks(6) {
        let mut running: Vec<_> = commands.iter().map(|args| start(args)).collect();
        let inputs: Vec<_> = running.iter_mut().map(|child| child.stdin.take()).collect();
        let mut before = Vec::new();
        for (child, args) in running.iter_mut().zip(commands) {
            // One computes nothing: it waits for its input.
            match args[..] {
                ["work", "-"] => until_it_handles_ctrl_c(child),
                _ => until_it_computes(child),
            }
        }
        for child in &running {
            before.push(cpu_ticks(child));
            signal(child, "-INT");
        }
        for ((child, args), before) in running.into_iter().zip(commands).zip(before) {
            until_it_is_done(&child);
            let after = cpu_ticks(&child) - before;
            assert!(
                after < MAX_TICKS_AFTER_CTRL_C,
                "{args:?} used {after} ticks after Ctrl-C"
            );
            let ran = child.ended();
            assert_eq!(ran.code, Some(130), "{args:?}");
            // One writes each completion when it is found.
            let streams = args.contains(&"--all") && ran.stdout.ends_with('\n');
            assert!(ran.stdout.is_empty() || streams, "{args:?}: {}", ran.stdout);
            let said = ran.stderr.starts_with("stopped before the end: ");
            assert!(
                said && ran.stderr.lines().count() == 1,
                "{args:?}: {}",
                ran.stderr
            );
        }
        drop(inputs);
    }
    let made = names(&place)
        .into_iter()
        .filter(|name| !before.contains(name));
    assert_eq!(made.collect::<Vec<_>>(), [""; 0]);
    data(&["campaign", "status", &small]);
    assert_eq!(names(&place), before);
}

fn names(place: &Place) -> Vec<String> {
    let entries = fs::read_dir(place.path("")).unwrap();
    let name = |entry: std::io::Result<fs::DirEntry>| entry.unwrap().file_name();
    let mut names: Vec<String> = entries
        .map(|entry| name(entry).to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}
