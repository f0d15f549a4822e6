//! Ctrl-C and SIGTERM while a command waits for input, for a reader of its output or for a lock.

use std::fs;
use std::io::Write;
use std::os::unix::process::ExitStatusExt;
use std::process::{Command, ExitStatus};
use std::thread;

use crate::data;
use crate::ledgers::{signal, start};
use crate::waiting::processes::until_it_listens;
use crate::waiting::{Running, until};

fn unread(pipe: impl std::os::fd::AsFd) -> u64 {
    rustix::io::ioctl_fionread(pipe).unwrap()
}

fn end(child: &mut Running, what: &str) -> ExitStatus {
    until(&format!("one signal ends {what}"), || child.has_ended());
    child.wait().unwrap()
}

/// Nothing is to be saved, so the signal has its usual effect.
#[test]
fn one_signal_ends_a_command_that_reads() {
    let folder = tempfile::tempdir().unwrap();
    let pipe = folder.path().join("pipe");
    let pipe = pipe.to_str().unwrap();
    assert!(Command::new("mkfifo").arg(pipe).status().unwrap().success());
    let puzzle = fs::read_to_string(concat!(
        env!("CARGO_MANIFEST_DIR"),
        "/../../docs/examples/puzzle.txt"
    ));
    let puzzles = (puzzle.unwrap() + "\n").repeat(500);
    let boards = "0 2 4 6 1 3 5\n".repeat(5000);
    let moves = "n 4\n".to_owned() + &"place 0 1\nremove 0 1\n".repeat(5000);
    let commands: [(&[&str], &str); 8] = [
        (&["check"], &boards),
        (&["puzzle", "solve"], &puzzles),
        (&["puzzle", "hint"], &puzzles),
        (&["puzzle", "grade"], &puzzles),
        (&["complete", "--board", "-"], "....\n"),
        (&["count", "--board", "-"], "....\n"),
        (&["show", "--trace", "/dev/stdin"], &moves),
        (&["check", pipe], ""),
    ];
    for (args, text) in commands {
        for (name, number) in [("-INT", 2), ("-TERM", 15)] {
            let mut child = start(args);
            let mut input = child.stdin.take().unwrap();
            let mut output = child.stdout.take().unwrap();
            let reading = thread::spawn(move || std::io::copy(&mut output, &mut std::io::sink()));
            input.write_all(text.as_bytes()).unwrap();
            until("it has read all", || unread(&input) == 0);
            signal(&child, name);
            let status = end(&mut child, &args.join(" "));
            assert_eq!(status.signal(), Some(number), "{args:?}: {status}");
            reading.join().unwrap().unwrap();
            drop(input);
        }
    }
}

/// The first signal asks to stop, the second one ends a command whose output nobody reads.
#[test]
fn two_signals_end_a_command_whose_reader_does_not_read() {
    for args in [&["list", "14"][..], &["first", "10000000"]] {
        let mut child = start(args);
        let stdout = child.stdout.take().unwrap();
        until("the pipe is full", || unread(&stdout) >= 60_000);
        until_it_listens(&mut child);
        signal(&child, "-INT");
        // A signal that has not arrived yet would swallow the second one.
        let pending = format!("/proc/{}/status", child.id());
        until("it has arrived", || {
            let status = fs::read_to_string(&pending).unwrap();
            status
                .lines()
                .any(|line| line == "ShdPnd:\t0000000000000000")
        });
        until("the second one ends it", || {
            signal(&child, "-INT");
            child.has_ended()
        });
        assert_eq!(child.wait().unwrap().code(), Some(130), "{args:?}");
    }
}

#[test]
fn ledgers_that_others_keep_locked_keep_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let (small, open, large) = (path("q8"), path("q9"), path("q19"));
    data(&["count", "8", "--save", &small]);
    for (n, file) in [(9, &open), (19, &large)] {
        let plan = bezzel_count::Plan::new(n).unwrap();
        bezzel_run::Ledger::create(file.as_ref(), plan).unwrap();
    }
    let lock = |file: &str| {
        let file = fs::File::options()
            .read(true)
            .write(true)
            .open(file)
            .unwrap();
        file.lock().unwrap();
        file
    };
    let locked = [lock(&small), lock(&open)];
    // Readers lock nothing.
    data(&["ledger", "status", &small]);
    // A complete ledger has nothing to write.
    assert_eq!(data(&["count", "--save", &small]), "92\n");
    let commands: [&[&str]; 3] = [
        &["count", "--save", &open],
        &["ledger", "verify", &small],
        &["ledger", "merge", &open, &open],
    ];
    let is_stopped = |mut child: Running, what: &str| {
        until_it_listens(&mut child);
        signal(&child, "-TERM");
        let ran = child.ended();
        assert_eq!(ran.code, Some(130), "{what}");
        let stderr = ran.stderr;
        let last = stderr.lines().last().unwrap_or_default();
        assert!(
            last.starts_with("stopped before the end"),
            "{what}: {stderr}"
        );
    };
    for args in commands {
        is_stopped(start(args), &args.join(" "));
    }
    drop(locked);
    // A run that already counts waits for the lock between two units.
    let child = start(&["count", "--save", &large, "-t", "1"]);
    until("there are results", || {
        let ledger = bezzel_run::Ledger::open_to_read(large.as_ref());
        ledger.is_ok_and(|ledger| ledger.counted() > 0)
    });
    let locked = lock(&large);
    is_stopped(child, "a run");
    drop(locked);
    data(&["ledger", "status", &large]);
}
