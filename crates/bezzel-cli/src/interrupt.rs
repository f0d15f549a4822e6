//! Ctrl-C: the first one asks the running command to stop cleanly, a second one ends at once.

use std::io::{self, Write};
use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use anyhow::{Context, anyhow};
use thiserror::Error;

/// The exit code of a command that was interrupted, as shells expect it (128 + SIGINT).
pub(crate) const INTERRUPTED: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

/// The user stopped the command. It says what became of its work.
#[derive(Debug, Error)]
#[error("stopped before the end: {0}")]
pub(crate) struct Interrupted(pub(crate) String);

/// Starts listening for Ctrl-C, SIGTERM and SIGHUP.
pub(crate) fn listen() -> anyhow::Result<()> {
    ctrlc::set_handler(|| {
        if ASKED.swap(true, Ordering::SeqCst) {
            exit(INTERRUPTED.into());
        }
    })
    .context("cannot listen for Ctrl-C")
}

/// Whether the user asked to stop.
pub(crate) fn asked() -> bool {
    ASKED.load(Ordering::Relaxed)
}

/// The exit code after a clean stop.
pub(crate) fn exit_code() -> ExitCode {
    ExitCode::from(INTERRUPTED)
}

/// Fails with these words if the user asked to stop.
pub(crate) fn check(words: &str) -> Result<(), Interrupted> {
    if asked() {
        return Err(Interrupted(words.to_owned()));
    }
    Ok(())
}

/// Does work that cannot be interrupted on a thread of its own, which is left behind if the
/// user asks to stop. Then it fails with these words.
pub(crate) fn patiently<T: Send + 'static>(
    words: &str,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    let (sender, result) = mpsc::channel();
    let started = thread::Builder::new().spawn(move || {
        // The other end is closed only when nobody waits any more.
        let _ = sender.send(work());
    });
    started.context("the system gives no more threads")?;
    loop {
        match result.recv_timeout(Duration::from_millis(50)) {
            Ok(result) => return Ok(result),
            Err(RecvTimeoutError::Timeout) => check(words)?,
            Err(RecvTimeoutError::Disconnected) => {
                return Err(anyhow!("a thread failed: this is a bug"));
            }
        }
    }
}

/// A writer that fails when the user asks to stop.
pub(crate) struct Interruptible<W>(pub(crate) W);

impl<W: Write> Write for Interruptible<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if asked() {
            return Err(io::Error::other("interrupted"));
        }
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}
