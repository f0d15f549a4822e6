//! The command line, run as people run it.

#[cfg(target_os = "linux")]
mod adversity;
mod bad_input;
#[cfg(target_os = "linux")]
mod blocked;
mod boards;
mod colour_split;
mod comparing;
mod console;
mod constraints;
mod counting;
#[cfg(unix)]
mod documents;
mod gpus;
#[cfg(target_os = "linux")]
mod interrupting;
mod judging;
mod language;
#[cfg(unix)]
mod large;
mod ledgers;
mod no_solution;
mod options;
mod outputs;
mod puzzles;
mod samples;
mod saved;
mod secrets;
mod serving;
mod squares;
mod stopping;
#[cfg(unix)]
mod terminal;
mod waiting;

use std::ffi::OsString;
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

/// A command that has ended.
struct Ran {
    code: Option<i32>,
    stdout: String,
    stderr: String,
}

/// The command under test.
static BINARY: LazyLock<OsString> = LazyLock::new(|| {
    std::env::var_os("BEZZEL_BINARY").unwrap_or_else(|| env!("CARGO_BIN_EXE_bezzel").into())
});

fn bezzel() -> Command {
    Command::new(&*BINARY)
}

fn run(args: &[&str]) -> Ran {
    run_with_input(args, b"")
}

fn run_with_input(args: &[&str], input: &[u8]) -> Ran {
    use std::io::Write;
    let mut child = bezzel()
        .args(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("bezzel starts");
    let mut stdin = child.stdin.take().expect("a pipe");
    let input = input.to_vec();
    // From a thread of its own, so that neither side waits for the other.
    let writing = std::thread::spawn(move || {
        let _ = stdin.write_all(&input);
    });
    let output = child.wait_with_output().expect("bezzel ends");
    writing.join().expect("input written");
    output.into()
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code(),
            stdout: String::from_utf8(output.stdout).expect("UTF-8 on stdout"),
            stderr: String::from_utf8(output.stderr).expect("UTF-8 on stderr"),
        }
    }
}

/// Runs a command that must succeed and returns its data.
fn data(args: &[&str]) -> String {
    let ran = run(args);
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.stderr);
    ran.stdout
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}
