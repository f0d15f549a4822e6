//! Ctrl-C: the first one asks the running command to stop cleanly, a second one ends the process.
//!
//! A command that computes polls [`stop_requested`]. A command that waits cannot: input is read on
//! a separate thread ([`Input`], [`run_interruptible`]), waiting for a locked ledger fails, and a
//! blocked write ([`writing`]) is given
//! up by ending the process.

use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;
#[cfg(unix)]
use std::sync::Arc;
use std::sync::OnceLock;
use std::sync::mpsc::{self, Receiver, RecvTimeoutError};
use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, anyhow};
use bezzel_run::{Control, JobError, detached};
use thiserror::Error;

use crate::stderr::write_note;
use crate::stop;
pub(crate) use crate::stop::stop_requested;
use crate::writing;

/// Exit code of an interrupted command, as shells expect it (128 + SIGINT).
pub(crate) const INTERRUPTED: u8 = 130;

/// Interval at which a waiting command checks for a request to stop.
const STOP_POLL_INTERVAL: Duration = Duration::from_millis(50);
/// Number of such intervals after Ctrl-C that one write may block.
const POLLS_UNTIL_STUCK: u32 = 5;

/// The user stopped the command; the text is the state of its work.
#[derive(Debug, Error)]
#[error("stopped before the end: {0}")]
pub(crate) struct Interrupted(pub(crate) String);

/// Replaces the usual reaction to a request to stop.
static REACTION: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// Installs the handler of Ctrl-C, SIGTERM and SIGHUP. The first action of the program, because a
/// signal that arrives earlier ends it without a message.
pub(crate) fn listen() -> anyhow::Result<()> {
    // The signal of `ulimit -f` would end the process without a word; a write that fails is reported.
    #[cfg(unix)]
    signal_hook::flag::register(signal_hook::consts::SIGXFSZ, Arc::default())
        .context("cannot handle signals")?;
    ctrlc::set_handler(|| {
        if let Some(react) = REACTION.get() {
            stop::request();
            react();
            return;
        }
        // Without a thread for the watch, a blocked write ends with the second Ctrl-C.
        if stop::request() || thread::Builder::new().spawn(watch).is_err() {
            end_at_once();
        }
    })
    .context("cannot handle Ctrl-C")
}

/// Replaces the usual reaction to a request to stop, which may end the process at any time. Each
/// signal after that calls `react` on the thread that handles signals.
pub(crate) fn react_with(react: impl Fn() + Send + Sync + 'static) {
    // Only one command runs.
    let _ = REACTION.set(Box::new(react));
}

/// Ends the process if one write blocks.
fn watch() {
    let (mut last, mut looks) = (None, 0);
    while looks < POLLS_UNTIL_STUCK {
        thread::sleep(STOP_POLL_INTERVAL);
        let now = writing::current();
        looks = if now.is_some() && now == last {
            looks + 1
        } else {
            0
        };
        last = now;
    }
    write_note(Interrupted(
        "the reader of the output does not read".to_owned(),
    ));
    end_at_once();
}

/// Ends the process without flushing buffers, which may block.
pub(crate) fn end_at_once() -> ! {
    signal_hook::low_level::exit(INTERRUPTED.into())
}

/// Returns the exit code after a clean stop.
pub(crate) fn exit_code() -> ExitCode {
    ExitCode::from(INTERRUPTED)
}

/// Fails with this outcome if the user asked to stop.
pub(crate) fn check(outcome: &str) -> Result<(), Interrupted> {
    if stop_requested() {
        return Err(Interrupted(outcome.to_owned()));
    }
    Ok(())
}

/// Returns the control of a job, which stops when the user asks to stop.
pub(crate) fn control() -> Control<'static> {
    Control::new(&stop_requested)
}

/// Returns the answer of a job. Fails with this outcome if the user asked to stop.
pub(crate) fn answer<T>(
    ended: Result<T, JobError>,
    outcome: impl FnOnce() -> String,
) -> anyhow::Result<T> {
    ended.map_err(|error| match error {
        JobError::Cancelled => anyhow!(Interrupted(outcome())),
        JobError::Failed(error) => anyhow!(error),
        error @ JobError::TimeUp => anyhow!(error),
    })
}

/// Runs uninterruptible work on a separate thread, which is abandoned if the user asks to stop;
/// fails with this outcome then.
pub(crate) fn run_interruptible<T: Send + 'static>(
    outcome: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    answer(detached(&control(), work), || outcome.to_owned())
}

/// Runs work as [`run_interruptible`] does; returns `None` if it takes longer than until `end`.
pub(crate) fn run_until<T: Send + 'static>(
    end: Option<Instant>,
    outcome: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<Option<T>> {
    match detached(&control().until(end), work) {
        Err(JobError::TimeUp) => Ok(None),
        ended => answer(ended, || outcome.to_owned()).map(Some),
    }
}

/// Columns of a solution until the user interrupts; then a column outside the board, so that
/// the writer fails. It checks all columns before it writes, which takes seconds for large n.
#[derive(Clone)]
pub(crate) struct UntilInterrupted<I>(pub(crate) I);

impl<I: Iterator<Item = u32>> Iterator for UntilInterrupted<I> {
    type Item = u32;

    fn next(&mut self) -> Option<u32> {
        let column = self.0.next()?;
        Some(if stop_requested() { u32::MAX } else { column })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.0.size_hint()
    }
}

impl<I: ExactSizeIterator<Item = u32>> ExactSizeIterator for UntilInterrupted<I> {}

/// A writer that fails when the user asks to stop.
pub(crate) struct Interruptible<W>(pub(crate) W);

impl<W: Write> Write for Interruptible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if stop_requested() {
            return Err(io::Error::other("interrupted"));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

/// Input whose reads may block. Reading fails when the user asks to stop.
pub(crate) struct Input {
    chunks: Receiver<io::Result<Vec<u8>>>,
    chunk: Vec<u8>,
    /// Number of consumed bytes of the chunk.
    at: usize,
}

impl Input {
    const CHUNK_BYTES: usize = 1 << 16;
    /// Number of chunks read ahead.
    const MAX_CHUNKS_AHEAD: usize = 4;

    /// Opens and reads the input on a separate thread, because opening a named pipe blocks until it
    /// has a writer.
    pub(crate) fn open<R: Read>(
        open: impl FnOnce() -> io::Result<R> + Send + 'static,
    ) -> io::Result<Self> {
        let (sender, chunks) = mpsc::sync_channel(Self::MAX_CHUNKS_AHEAD);
        thread::Builder::new().spawn(move || {
            let mut input = match open() {
                Ok(input) => input,
                // The receiver is gone when the input is dropped.
                Err(error) => return drop(sender.send(Err(error))),
            };
            loop {
                let mut chunk = vec![0; Self::CHUNK_BYTES];
                let read = match input.read(&mut chunk) {
                    Ok(0) => return,
                    Err(error) if error.kind() == io::ErrorKind::Interrupted => continue,
                    read => read,
                };
                let failed = read.is_err();
                let chunk = read.map(|length| {
                    chunk.truncate(length);
                    chunk
                });
                if sender.send(chunk).is_err() || failed {
                    return;
                }
            }
        })?;
        let (chunk, at) = (Vec::new(), 0);
        Ok(Self { chunks, chunk, at })
    }
}

impl BufRead for Input {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        while self.at == self.chunk.len() {
            match self.chunks.recv_timeout(STOP_POLL_INTERVAL) {
                Ok(chunk) => (self.chunk, self.at) = (chunk?, 0),
                Err(RecvTimeoutError::Timeout) if stop_requested() => {
                    return Err(io::Error::other("interrupted"));
                }
                Err(RecvTimeoutError::Timeout) => {}
                Err(RecvTimeoutError::Disconnected) => break,
            }
        }
        Ok(&self.chunk[self.at..])
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount;
    }
}

impl Read for Input {
    fn read(&mut self, bytes: &mut [u8]) -> io::Result<usize> {
        let read = self.fill_buf()?.read(bytes)?;
        self.consume(read);
        Ok(read)
    }
}
