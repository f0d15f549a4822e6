//! Ctrl-C: the first one asks the running command to stop cleanly, a second one ends at once.

use std::process::{ExitCode, exit};
use std::sync::atomic::{AtomicBool, Ordering};

use anyhow::Context;

/// The exit code of a command that was interrupted, as shells expect it (128 + SIGINT).
pub(crate) const INTERRUPTED: u8 = 130;

static ASKED: AtomicBool = AtomicBool::new(false);

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
