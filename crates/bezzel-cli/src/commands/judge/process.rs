//! One run of a program: its output is read while limits are watched.
//!
//! Two threads read the pipes and pass pieces on through a short queue, so that a program that
//! prints faster than it is read waits, and its output never fills the memory.

use std::ffi::OsString;
use std::io::{Read, Write};
use std::process::{Child, Command, ExitStatus, Stdio};
use std::sync::Once;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use bezzel::printable::printable;
use bezzel_judge::{Ending, Printed, Reader};
use clap::Args;
use wait4::Wait4;

use super::watch;
use crate::args::{at_least_one, time};
use crate::interrupt;
use crate::language::either;
use crate::output::write_note;

/// Time for one n unless `--time-limit` is given.
const DEFAULT_TIME_LIMIT: Duration = Duration::from_secs(10);
/// Interval between two checks of memory and processes.
const WATCH_INTERVAL: Duration = Duration::from_millis(10);
/// Time for which output is read after all processes were ended.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(2);
/// Bytes of a piece of output.
const PIECE_BYTES: usize = 1 << 16;
/// Pieces that wait to be read.
const QUEUED_PIECES: usize = 16;
/// End of the error messages that is kept.
const MESSAGE_BYTES: usize = 1 << 16;

/// Limits of one run.
#[derive(Debug, Clone, Copy, Args)]
pub(super) struct Limits {
    /// Time limit for one n. Once a run for n = 6 (--least) or more takes longer than a second,
    /// bezzel tries no larger n [default: 10s].
    #[arg(long = "time-limit", value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    time: Option<Duration>,
    /// Memory of the program and all its processes, in MiB.
    #[arg(long = "memory-limit", value_name = "MIB", value_parser = mebibytes, default_value = "1024", allow_negative_numbers = true)]
    memory_bytes: u64,
    /// Output for one n, and size of each file that the program writes, in MiB.
    #[arg(long = "output-limit", value_name = "MIB", value_parser = mebibytes, default_value = "64", allow_negative_numbers = true)]
    pub(super) output_bytes: u64,
    /// Number of processes at the same time.
    #[arg(long = "process-limit", value_name = "K", value_parser = at_least_one, default_value_t = 64, allow_negative_numbers = true)]
    processes: u64,
}

fn mebibytes(text: &str) -> Result<u64, String> {
    Ok(at_least_one(text)?.saturating_mul(1 << 20))
}

/// A run that has ended.
pub(super) struct Ran {
    pub(super) printed: Printed,
    pub(super) ending: Ending,
    pub(super) measured: Measured,
}

/// What a run took.
pub(super) struct Measured {
    pub(super) n: u32,
    /// From the start of the process to its end.
    pub(super) seconds: f64,
    /// Of the process and its children, as the system counts them.
    pub(super) cpu_seconds: f64,
    /// Most resident memory of all processes at one moment, or of one as the system counts it; `None` if
    /// the run was too short to see it.
    pub(super) memory_bytes: Option<u64>,
    /// Processes that were still running when the program ended.
    pub(super) left_running: u64,
}

#[derive(Clone, Copy)]
enum Pipe {
    Output,
    Message,
}

/// Bytes that came through a pipe.
type Piece = (Pipe, Vec<u8>);

/// Runs a program with `input` on standard input.
pub(super) fn run(
    command: &[OsString],
    input: &str,
    limits: Limits,
    reader: Reader,
) -> anyhow::Result<Ran> {
    let mut child = start(command)?;
    let started = Instant::now();
    // Where nothing runs, nothing is said about it.
    static NOTED: Once = Once::new();
    NOTED.call_once(note_rights);
    watch::limit(child.id(), limits.output_bytes);
    if let Some(mut stdin) = child.stdin.take() {
        // A few bytes fit into the pipe; a program that does not read them has closed it.
        let _ = stdin.write_all(input.as_bytes());
    }
    let (sender, pieces) = sync_channel(QUEUED_PIECES);
    pass_on(child.stdout.take(), sender.clone(), Pipe::Output)?;
    pass_on(child.stderr.take(), sender, Pipe::Message)?;
    let mut running = Running {
        child,
        started,
        limits,
        reader,
        bytes: 0,
        message: Vec::new(),
        memory_bytes: 0,
    };
    let ended = running.until_end(&pieces);
    // Whatever happened, no process is left.
    let left_running = match &ended {
        Ok(None) => watch::usage().processes,
        _ => 0,
    };
    watch::end(&mut running.child);
    let seconds = started.elapsed().as_secs_f64();
    let limit = ended?;
    running.drain(&pieces);
    let used = running.child.wait4();
    let used = used.map_err(|error| anyhow!("cannot wait for the program: {error}"))?;
    let printed = running.reader.finish();
    Ok(Ran {
        measured: Measured {
            n: printed.n,
            seconds,
            cpu_seconds: (used.rusage.utime + used.rusage.stime).as_secs_f64(),
            memory_bytes: memory(running.memory_bytes, used.rusage.maxrss),
            left_running,
        },
        printed,
        ending: limit.unwrap_or_else(|| ending(used.status, &running.message)),
    })
}

/// Returns the most memory of a program: what was seen of all its processes, or what the system counts
/// for the largest. On Linux that includes the memory of this process before the program was loaded,
/// so that a smaller number says nothing.
fn memory(seen: u64, counted: u64) -> Option<u64> {
    let is_own = watch::own_peak().is_some_and(|own| counted <= own);
    let most = if is_own { seen } else { seen.max(counted) };
    (most > 0).then_some(most)
}

/// Says what programs may do here.
fn note_rights() {
    write_note(either!(
        "programs run with your rights and are not isolated",
        "程序以你的权限运行，没有隔离"
    ));
    if let Some(missing) = watch::missing_limits() {
        write_note(either!(
            "this system has no {missing}",
            "这个系统没有：{missing}"
        ));
    }
}

fn start(command: &[OsString]) -> anyhow::Result<Child> {
    let (name, arguments) = command.split_first().expect("a command has a name");
    let mut start = Command::new(name);
    start
        .args(arguments)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped());
    #[cfg(unix)]
    std::os::unix::process::CommandExt::process_group(&mut start, 0);
    start.spawn().with_context(|| {
        let name = printable(&name.to_string_lossy()).into_owned();
        either!("cannot run {name}", "无法运行 {name}")
    })
}

/// Starts a thread that passes on what comes through a pipe.
fn pass_on(
    reader: Option<impl Read + Send + 'static>,
    sender: SyncSender<Piece>,
    pipe: Pipe,
) -> anyhow::Result<()> {
    let Some(mut reader) = reader else {
        return Ok(());
    };
    let pass = move || {
        let mut buffer = vec![0; PIECE_BYTES];
        loop {
            match reader.read(&mut buffer) {
                Ok(0) => return,
                Ok(bytes) => {
                    if sender.send((pipe, buffer[..bytes].to_vec())).is_err() {
                        return;
                    }
                }
                Err(error) if error.kind() == std::io::ErrorKind::Interrupted => {}
                Err(_) => return,
            }
        }
    };
    let started = thread::Builder::new().spawn(pass);
    started.map_err(|error| anyhow!("cannot start a thread: {error}"))?;
    Ok(())
}

struct Running {
    child: Child,
    started: Instant,
    limits: Limits,
    reader: Reader,
    bytes: u64,
    /// End of its messages on standard error.
    message: Vec<u8>,
    memory_bytes: u64,
}

impl Running {
    /// Reads output until the program ends or reaches a limit.
    fn until_end(&mut self, pieces: &Receiver<Piece>) -> anyhow::Result<Option<Ending>> {
        let mut next_watch = Instant::now();
        loop {
            match pieces.recv_timeout(WATCH_INTERVAL / 2) {
                Ok(piece) => self.read(piece),
                Err(RecvTimeoutError::Timeout) => {}
                // Both pipes are closed; the program may still run.
                Err(RecvTimeoutError::Disconnected) => thread::sleep(Duration::from_millis(1)),
            }
            let bytes = self.limits.output_bytes;
            if self.bytes > bytes {
                return Ok(Some(Ending::TooMuchOutput { bytes }));
            }
            let limit = self.limits.time.unwrap_or(DEFAULT_TIME_LIMIT);
            if self.started.elapsed() > limit {
                let seconds = limit.as_secs_f64();
                return Ok(Some(Ending::TooLong { seconds }));
            }
            interrupt::check()?;
            if watch::has_ended(&mut self.child)? {
                return Ok(None);
            }
            if Instant::now() >= next_watch {
                if let Some(ending) = self.watch() {
                    return Ok(Some(ending));
                }
                next_watch = Instant::now() + WATCH_INTERVAL;
            }
        }
    }

    fn watch(&mut self) -> Option<Ending> {
        let usage = watch::usage();
        self.memory_bytes = self.memory_bytes.max(usage.bytes);
        if usage.bytes > self.limits.memory_bytes {
            let bytes = self.limits.memory_bytes;
            return Some(Ending::TooMuchMemory { bytes });
        }
        if usage.processes > self.limits.processes {
            let processes = self.limits.processes;
            return Some(Ending::TooManyProcesses { processes });
        }
        None
    }

    fn read(&mut self, (pipe, bytes): Piece) {
        self.bytes += bytes.len() as u64;
        match pipe {
            Pipe::Output => self.reader.push(&bytes),
            Pipe::Message => {
                self.message.extend(bytes);
                let extra = self.message.len().saturating_sub(MESSAGE_BYTES);
                self.message.drain(..extra);
            }
        }
    }

    /// Reads what is left in the pipes after the end.
    fn drain(&mut self, pieces: &Receiver<Piece>) {
        let end = Instant::now() + DRAIN_TIMEOUT;
        while let Some(left) = end.checked_duration_since(Instant::now()) {
            match pieces.recv_timeout(left) {
                Ok(piece) => self.read(piece),
                Err(_) => return,
            }
        }
    }
}

fn ending(status: ExitStatus, message: &[u8]) -> Ending {
    if status.success() {
        return Ending::Ended;
    }
    Ending::Crashed {
        status: describe(status),
        message: shortened(&cause(&String::from_utf8_lossy(message))),
    }
}

/// Returns the line of a message that names the error. After it, languages print the calls, which they indent, and
/// more, such as the version of Node.js.
fn cause(message: &str) -> String {
    let lines = message.lines().filter(|line| !line.trim().is_empty());
    let lines: Vec<_> = lines.collect();
    let is_plain = |line: &&str| !line.starts_with([' ', '\t']);
    let is_named = |line: &&str| {
        let is_error = ["rror", "Exception", "panic"]
            .iter()
            .any(|word| line.contains(word));
        line.contains("what():") || is_plain(line) && is_error
    };
    let is_end = |line: &&str| is_plain(line) && !line.ends_with(':');
    let at = lines.iter().rposition(is_named);
    let at = at.or_else(|| lines.iter().rposition(is_end));
    let at = at.unwrap_or(lines.len().saturating_sub(1));
    // Rust names the place on a line of its own.
    let more = lines.get(at).is_some_and(|line| line.ends_with(':'));
    let cause = lines.iter().skip(at).take(1 + usize::from(more));
    cause.map(|line| line.trim()).collect::<Vec<_>>().join(" ")
}

/// Shortens a line of others, without control characters.
pub(super) fn shortened(line: &str) -> String {
    const MAX_CHARS: usize = 200;
    let mut short: String = line
        .chars()
        .filter(|letter| !letter.is_control())
        .take(MAX_CHARS)
        .collect();
    if line.chars().nth(MAX_CHARS).is_some() {
        short.push('…');
    }
    short
}

fn describe(status: ExitStatus) -> String {
    #[cfg(unix)]
    if let Some(signal) = std::os::unix::process::ExitStatusExt::signal(&status) {
        let name = match signal {
            4 => " (SIGILL, invalid instruction)",
            6 => " (SIGABRT, abort)",
            7 => " (SIGBUS, bus error)",
            8 => " (SIGFPE, division by zero)",
            9 => " (SIGKILL, killed)",
            11 => " (SIGSEGV, invalid memory access or too deep recursion)",
            15 => " (SIGTERM, ended)",
            25 => " (SIGXFSZ, file too large)",
            _ => "",
        };
        return format!("signal {signal}{name}");
    }
    match status.code() {
        Some(code) => format!("exit code {code}"),
        None => status.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_error_is_found_in_the_messages_of_each_language() {
        for (message, expected) in [
            ("", ""),
            (
                "python3: can't open file 'a.py'\n",
                "python3: can't open file 'a.py'",
            ),
            (
                "Traceback (most recent call last):\n  File \"a.py\", line 1\nValueError: no\n",
                "ValueError: no",
            ),
            (
                "a.js:1\nx;\n^\n\nReferenceError: x\n    at a.js:1:1\n\nNode.js v20.20.2\n",
                "ReferenceError: x",
            ),
            (
                "Exception in thread \"main\" A: b\n\tat Q.main(Q.java:5)\n",
                "Exception in thread \"main\" A: b",
            ),
            (
                "thread 'main' panicked at a.rs:2:5:\nbad index\nnote: run with\n",
                "thread 'main' panicked at a.rs:2:5: bad index",
            ),
            (
                "panic: no\n\ngoroutine 1 [running]:\nmain.main()\n\t/a.go:3\nexit status 2\n",
                "panic: no",
            ),
            (
                "terminate called after 'std::runtime_error'\n  what():  no\n",
                "what():  no",
            ),
            (
                "a.rb:1:in `f': no (NameError)\n\tfrom a.rb:3\n",
                "a.rb:1:in `f': no (NameError)",
            ),
            (
                "lua: a.lua:1: no\nstack traceback:\n\t[C]: in ?\n",
                "lua: a.lua:1: no",
            ),
            (
                "Runtime error 201 at $00401234\n  $00401234\n",
                "Runtime error 201 at $00401234",
            ),
            ("  indented\n", "indented"),
        ] {
            assert_eq!(cause(message), expected, "{message}");
        }
    }
}
