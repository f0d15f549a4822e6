//! Ctrl-C during long work, also while a large plan is made or a large ledger is read, which cannot be
//! interrupted from within. The progress of a process is read from Linux.

use std::fs;

use crate::ledgers::{Place, signal, start};
use crate::waiting::line;
use crate::waiting::processes::{cpu_ticks, until_it_computes, until_it_is_done};
use crate::{Arguments, data};

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
const GENERATE: &str = "generate completion 28 --model excluded-diagonals --seed 3";

#[test]
fn every_command_obeys_ctrl_c_before_it_counts() {
    let place = Place::new();
    let (file, small) = (large(&place), place.ledger("small", "8"));
    let (none, results) = (place.file("none"), place.file("results"));
    let board = place.file("board");
    data(&*format!("{GENERATE} -o {board}"));
    let before = names(&place);
    // Each command, and what it says besides.
    let table = format!(
        "
count --save {file}
ledger status {file}
ledger verify {file}
ledger merge {file} {small}
ledger merge {none} {file}
ledger certificate {file} -o {none}
work {file} -o {results}
work 32
count 23
count 32
count 32 --double-check
count 32 --save {none}
count 32 --save {file}
count 27 --sample 1000
count 32 --sample 5
count 28 --fundamental
count --board {board}
occupancy 32
occupancy 32 --save {none}
occupancy 30 --queen 0,3
occupancy --board {board} --double-check
random 32 --method uniform
random 28 --method uniform
random 30 --queen 0,3 --method uniform
random --board {board}
random 100000000
list 18 --notation svg --output {none}
list 20 --output {none} => no file was written
first 2000000000 --output {none} => the output is not complete
complete --board {board} --all
bench 32
compare 15 --repeat 1000
compare 18 --budget 1000
"
    );
    let commands: Vec<_> = table.lines().filter(|line| !line.is_empty()).collect();
    // A few at a time: each needs a CPU until it is stopped.
    for commands in commands.chunks(6) {
        let commands = commands
            .iter()
            .map(|line| line.split_once(" => ").unwrap_or((line, "")));
        let mut running: Vec<_> = commands
            .clone()
            .map(|(args, _)| start(&args.words()))
            .collect();
        let inputs: Vec<_> = running.iter_mut().map(|child| child.stdin.take()).collect();
        let mut before = Vec::new();
        running.iter_mut().for_each(until_it_computes);
        for child in &running {
            before.push(cpu_ticks(child));
            signal(child, "-INT");
        }
        for ((child, (args, expected)), before) in running.into_iter().zip(commands).zip(before) {
            until_it_is_done(&child);
            let after = cpu_ticks(&child) - before;
            assert!(
                after < MAX_TICKS_AFTER_CTRL_C,
                "{args:?} used {after} ticks after Ctrl-C"
            );
            let ran = child.ended();
            assert_eq!(ran.code, Some(130), "{args:?}");
            // One writes each completion when it is found.
            let streams = args.ends_with("--all") && ran.stdout.ends_with('\n');
            assert!(ran.stdout.is_empty() || streams, "{args:?}: {}", ran.stdout);
            let said = ran.stderr.starts_with("stopped before the end");
            ran.says(expected);
            let lines = ran.stderr.lines().count();
            assert!(said && lines == 1, "{args:?}: {}", ran.stderr);
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
