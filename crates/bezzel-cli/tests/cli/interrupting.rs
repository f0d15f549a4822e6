//! Ctrl-C while a large plan is made or a large ledger is read, which cannot be interrupted from
//! within. The progress of a process is read from Linux.

use std::fs;
use std::process::Stdio;

use crate::ledgers::{Place, signal};
use crate::waiting::processes::{cpu_ticks, until_it_computes, until_it_is_done};
use crate::waiting::{Running, line};
use crate::{bezzel, data};

/// Maximum CPU time of a command after Ctrl-C, in ticks of 10 ms. The whole plan takes many times
/// as much.
const MAX_TICKS_AFTER_CTRL_C: u64 = 100;

/// An empty ledger for 32 queens, whose plan takes long.
fn large(place: &Place) -> String {
    let file = place.file("large");
    fs::write(&file, line("plan n32 p3")).unwrap();
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
    let (file, small) = (large(&place), place.ledger("small", "8"));
    let (none, results) = (place.file("none"), place.file("results"));
    let board = place.file("board");
    data(&[&GENERATE[..], &["-o", &board]].concat());
    let before = names(&place);
    let commands = [
        vec!["count", "--save", &file],
        vec!["ledger", "status", &file],
        vec!["ledger", "verify", &file],
        vec!["ledger", "merge", &file, &small],
        vec!["ledger", "merge", &none, &file],
        vec!["ledger", "certificate", &file, "-o", &none],
        vec!["work", &file, "-o", &results],
        vec!["work", "32"],
        vec!["count", "32"],
        vec!["count", "32", "--double-check"],
        vec!["count", "32", "--save", &none],
        vec!["count", "32", "--save", &file],
        vec!["count", "32", "--sample", "5"],
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
        running.iter_mut().for_each(until_it_computes);
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
    data(&["ledger", "status", &small]);
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
