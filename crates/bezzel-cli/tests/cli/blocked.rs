//! Ctrl-C and SIGTERM while a command waits for input or for a reader of its output.

use std::fs::{self, File};
use std::io::{Read, Write};
use std::os::fd::AsFd;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::waiting::{HANG_TIMEOUT, until};
use crate::{bezzel, data};

fn start(args: &[&str]) -> Child {
    let mut command = bezzel();
    command.args(args).stdin(Stdio::piped());
    command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().unwrap()
}

/// Waits until the process handles SIGINT and SIGTERM.
fn listens(child: &Child) {
    let status = format!("/proc/{}/status", child.id());
    until("it handles signals", || {
        let text = fs::read_to_string(&status).unwrap_or_default();
        let caught = text.lines().find_map(|line| line.strip_prefix("SigCgt:\t"));
        let caught = u64::from_str_radix(caught.unwrap_or("0"), 16).unwrap();
        [Signal::SIGINT, Signal::SIGTERM]
            .iter()
            .all(|signal| caught >> (*signal as u64 - 1) & 1 == 1)
    });
}

fn unread(pipe: impl AsFd) -> u64 {
    rustix::io::ioctl_fionread(pipe).unwrap()
}

/// Waits until the pipe is full: it no longer grows.
fn is_full(pipe: impl AsFd) {
    let mut last = (0, Instant::now());
    until("the pipe is full", || {
        let now = unread(&pipe);
        if now != last.0 {
            last = (now, Instant::now());
        }
        // The rest of a page in the pipe may be too small for a write.
        now >= 60_000 && last.1.elapsed() > Duration::from_millis(500)
    });
}

fn ask(child: &Child, signal: Signal) {
    kill(Pid::from_raw(child.id() as i32), signal).unwrap();
}

fn end(child: &mut Child, what: &str) -> ExitStatus {
    let mut ended = None;
    until(&format!("one signal ends {what}"), || {
        ended = child.try_wait().unwrap();
        ended.is_some()
    });
    ended.unwrap()
}

fn rest(pipe: &mut impl Read) -> String {
    let mut text = String::new();
    pipe.read_to_string(&mut text).unwrap();
    text
}

fn fifo(folder: &tempfile::TempDir, name: &str) -> PathBuf {
    let path = folder.path().join(name);
    assert!(
        Command::new("mkfifo")
            .arg(&path)
            .status()
            .unwrap()
            .success()
    );
    path
}

#[test]
fn input_that_does_not_come_is_not_waited_for() {
    for signal in [Signal::SIGINT, Signal::SIGTERM] {
        let mut child = start(&["check"]);
        let mut input = child.stdin.take().unwrap();
        input.write_all(b"0 2 4 6 1 3 5\n0 0\n").unwrap();
        until("it reads", || unread(&input) == 0);
        listens(&child);
        ask(&child, signal);
        let status = end(&mut child, "check");
        assert_eq!(status.code(), Some(130));
        let stderr = rest(&mut child.stderr.take().unwrap());
        assert!(stderr.starts_with("stopped before the end: "), "{stderr}");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        drop(input);
    }
}

#[test]
fn what_was_checked_before_the_signal_is_said() {
    let mut child = start(&["check"]);
    let mut input = child.stdin.take().unwrap();
    let mut stdout = child.stdout.take().unwrap();
    let boards = 20_000;
    let verdicts = (1..=boards).map(|line| format!("line {line}: valid (n = 7)\n").len());
    // All but what the buffer of the command may hold, which fits into the pipe: the command does
    // not wait for this thread when it stops.
    let written = verdicts.sum::<usize>() - (1 << 16);
    let (sender, begun) = std::sync::mpsc::channel();
    let reading = thread::spawn(move || {
        let mut text = vec![0; written];
        stdout.read_exact(&mut text).unwrap();
        sender.send(()).unwrap();
        stdout.read_to_end(&mut text).unwrap();
        String::from_utf8(text).unwrap()
    });
    input
        .write_all("0 2 4 6 1 3 5\n".repeat(boards).as_bytes())
        .unwrap();
    begun.recv_timeout(HANG_TIMEOUT).expect("verdicts");
    listens(&child);
    ask(&child, Signal::SIGINT);
    assert_eq!(end(&mut child, "check").code(), Some(130));
    let stdout = reading.join().unwrap();
    let stderr = rest(&mut child.stderr.take().unwrap());
    let said = format!(
        "stopped before the end: {} boards checked\n",
        stdout.lines().count()
    );
    assert_eq!(stderr, said);
    assert!(stdout.starts_with("line 1: valid (n = 7)\n") && stdout.ends_with('\n'));
    drop(input);
}

/// The first signal ends a command although nobody reads its output.
#[test]
fn a_reader_that_does_not_read_keeps_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let boards = path("boards");
    data(&["list", "9", "--output", &boards]);
    let many = (0..100).map(|_| fs::read_to_string(&boards).unwrap());
    let many: String = many.collect();
    fs::write(&boards, many).unwrap();
    let commands: [&[&str]; 6] = [
        &["list", "14"],
        &["list", "14", "--notation", "grid"],
        &["list", "14", "--format", "json"],
        &["first", "10000000"],
        &["check", &boards],
        &["show", "8", "--method", "brute-force", "--steps", "100000"],
    ];
    for args in commands {
        for signal in [Signal::SIGINT, Signal::SIGTERM] {
            let mut child = start(args);
            let stdout = child.stdout.take().unwrap();
            is_full(&stdout);
            listens(&child);
            ask(&child, signal);
            let status = end(&mut child, &args.join(" "));
            assert_eq!(status.code(), Some(130), "{args:?}");
            let stderr = rest(&mut child.stderr.take().unwrap());
            let last = stderr.lines().last().unwrap_or_default();
            assert!(
                last.starts_with("stopped before the end: "),
                "{args:?}: {stderr}"
            );
        }
    }
}

/// A full pipe whose reader does not read.
fn stuffed() -> (Stdio, File) {
    let (reader, writer) = std::io::pipe().unwrap();
    let writer = File::from(std::os::fd::OwnedFd::from(writer));
    let mut writing = writer.try_clone().unwrap();
    // The thread stays blocked in its write when the pipe is full.
    thread::spawn(move || {
        let _ = writing.write_all(&vec![b'x'; 1 << 20]);
    });
    let reader = File::from(std::os::fd::OwnedFd::from(reader));
    is_full(&reader);
    (Stdio::from(writer), reader)
}

#[test]
fn pipes_that_are_full_from_the_start_keep_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str| folder.path().join(name).to_str().unwrap().to_owned();
    let small = path("q8");
    data(&["count", "8", "--save", &small]);
    let commands: [&[&str]; 14] = [
        &["count", "8"],
        &["count", "12"],
        &["count", "12", "--sample", "5"],
        &["first", "8"],
        &["methods"],
        &["man"],
        &["completions", "bash"],
        &["compare", "6"],
        &["bench", "12", "--units", "1"],
        &["ledger", "status", &small],
        &["ledger", "certificate", &small],
        &["ledger", "verify", &small],
        &["count", "--save", &small],
        &["work", "16"],
    ];
    // First only stdout is blocked, then stderr too.
    for both in [false, true] {
        for args in commands {
            let (stdout, _unread) = stuffed();
            let (stderr, _unread_too) = if both {
                let (stderr, unread) = stuffed();
                (stderr, Some(unread))
            } else {
                (Stdio::null(), None)
            };
            let mut command = bezzel();
            command.args(args).stdin(Stdio::null());
            let mut child = command.stdout(stdout).stderr(stderr).spawn().unwrap();
            listens(&child);
            ask(&child, Signal::SIGTERM);
            let status = end(&mut child, &args.join(" "));
            assert_eq!(status.code(), Some(130), "{args:?}, both: {both}");
        }
    }
}

#[test]
fn named_pipes_keep_no_command() {
    let folder = tempfile::tempdir().unwrap();
    let small = folder.path().join("q8").to_str().unwrap().to_owned();
    data(&["count", "8", "--save", &small]);
    for opened in [false, true] {
        let pipe = fifo(&folder, &format!("opened-{opened}"));
        let name = pipe.to_str().unwrap();
        let commands: [&[&str]; 3] = [
            &["ledger", "verify", &small, "--certificate", name],
            &["check", name],
            &["list", "8", "--output", name],
        ];
        for args in commands {
            // With a writer that writes nothing, and without a writer.
            let writes = args[0] == "list";
            let mut child = start(args);
            let other = (opened && !writes).then(|| File::options().write(true).open(&pipe));
            listens(&child);
            ask(&child, Signal::SIGINT);
            let status = end(&mut child, &args.join(" "));
            assert_eq!(status.code(), Some(130), "{args:?}, opened: {opened}");
            let stderr = rest(&mut child.stderr.take().unwrap());
            assert!(
                stderr.starts_with("stopped before the end: "),
                "{args:?}: {stderr}"
            );
            drop(other);
        }
    }
    data(&["ledger", "status", &small]);
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
    assert_eq!(
        data(&["random", "8", "--ledger", &small, "--seed", "1"])
            .lines()
            .count(),
        1
    );
    data(&["ledger", "status", &small]);
    // A complete ledger has nothing to write.
    assert_eq!(data(&["count", "--save", &small]), "92\n");
    let commands: [&[&str]; 3] = [
        &["count", "--save", &open],
        &["ledger", "verify", &small],
        &["ledger", "merge", &open, &open],
    ];
    let is_stopped = |mut child: Child, what: &str| {
        listens(&child);
        ask(&child, Signal::SIGTERM);
        assert_eq!(end(&mut child, what).code(), Some(130), "{what}");
        let stderr = rest(&mut child.stderr.take().unwrap());
        let last = stderr.lines().last().unwrap_or_default();
        assert!(
            last.starts_with("stopped before the end: "),
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

/// A blocked command leaves no incomplete file.
#[test]
fn words_that_nobody_reads_leave_no_partial_file() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("boards");
    let (stderr, _unread) = stuffed();
    let mut command = bezzel();
    command.args(["list", "20", "--output", file.to_str().unwrap()]);
    command.stdin(Stdio::null()).stdout(Stdio::null());
    let mut child = command.stderr(stderr).spawn().unwrap();
    listens(&child);
    until("there is a partial file", || {
        fs::read_dir(folder.path()).unwrap().count() > 0
    });
    ask(&child, Signal::SIGINT);
    assert_eq!(end(&mut child, "list").code(), Some(130));
    assert_eq!(fs::read_dir(folder.path()).unwrap().count(), 0);
}
