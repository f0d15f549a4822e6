//! The command line, run as people run it.

#[cfg(target_os = "linux")]
mod adversity;
mod answers;
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
mod leetcode;
mod no_solution;
mod options;
mod outputs;
mod puzzles;
mod samples;
mod saved;
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

/// The arguments of a command: words, or a line of words without spaces.
trait Arguments: std::fmt::Debug + Copy {
    fn words(&self) -> Vec<&str>;
}

impl Arguments for &str {
    fn words(&self) -> Vec<&str> {
        self.split(' ').collect()
    }
}

impl Arguments for &String {
    fn words(&self) -> Vec<&str> {
        self.split(' ').collect()
    }
}

impl<const N: usize> Arguments for &[&str; N] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl Arguments for &[&str] {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

impl Arguments for &Vec<&str> {
    fn words(&self) -> Vec<&str> {
        self.to_vec()
    }
}

fn run(args: impl Arguments) -> Ran {
    run_with_input(args, b"")
}

fn run_with_input(args: impl Arguments, input: &[u8]) -> Ran {
    use std::io::Write;
    let mut child = bezzel()
        .args(args.words())
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

impl Ran {
    /// The command refuses its input in one line, which says this.
    #[track_caller]
    fn refuses(&self, expected: &str) {
        let stderr = &self.stderr;
        self.exits(2, "");
        assert_eq!(stderr.lines().count(), 1, "{stderr}");
        assert!(stderr.starts_with("error: "), "{stderr}");
        self.says(expected);
    }

    #[track_caller]
    fn exits(&self, code: i32, stdout: &str) {
        let found = (self.code, &*self.stdout);
        assert_eq!(found, (Some(code), stdout), "{}", self.stderr);
    }

    #[track_caller]
    fn prints(&self, expected: &str) {
        contains(&self.stdout, expected);
    }

    #[track_caller]
    fn says(&self, expected: &str) {
        contains(&self.stderr, expected);
    }
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

#[track_caller]
fn contains(text: &str, part: &str) {
    assert!(text.contains(part), "{part:?} is not in {text}");
}

/// Runs a command that must succeed and returns its data.
fn data(args: impl Arguments) -> String {
    let ran = run(args);
    assert_eq!(ran.code, Some(0), "{args:?}: {}", ran.stderr);
    ran.stdout
}

fn json(text: &str) -> serde_json::Value {
    serde_json::from_str(text).unwrap_or_else(|error| panic!("{error} in {text}"))
}
