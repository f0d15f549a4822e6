//! Ctrl-C: the first one asks the running command to stop cleanly, a second one ends the process.
//!
//! A command that computes asks [`stop_requested`], by itself or by its [`control`]. Before the first such
//! question a signal has its usual effect, so a command that only reads and prints needs nothing.

use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::{Relaxed, SeqCst};
use std::sync::{Once, OnceLock};

use anyhow::anyhow;
use bezzel_run::{Control, JobError, detached};
use thiserror::Error;

use crate::exit::ExitCode;
use crate::language::either;

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// The user stopped the command; the text is the state of its work, if there is something to say about it.
#[derive(Debug, Error)]
#[error("{said}", said = stopped(.0.as_deref()))]
pub(crate) struct Interrupted(pub(crate) Option<String>);

fn stopped(state: Option<&str>) -> String {
    match state {
        Some(state) => either!("stopped before the end: {state}", "提前停止：{state}"),
        None => either!("stopped before the end", "提前停止"),
    }
}

/// Replaces the usual reaction to a request to stop.
static REACTION: OnceLock<Box<dyn Fn() + Send + Sync>> = OnceLock::new();

/// Handles Ctrl-C, SIGTERM and SIGHUP from now on. Until something asks whether to stop, there is nothing
/// to save, and these signals end the process as usual, also while it waits for its input.
fn listen() {
    static LISTENING: Once = Once::new();
    LISTENING.call_once(|| {
        // Without a handler, the first signal ends the process.
        let _ = ctrlc::set_handler(|| match (REACTION.get(), REQUESTED.swap(true, SeqCst)) {
            (Some(react), _) => react(),
            (None, false) => {}
            (None, true) => end_at_once(),
        });
    });
}

/// Returns true if the user asked to stop.
pub(crate) fn stop_requested() -> bool {
    listen();
    is_stopping()
}

/// Returns true if the user asked to stop a command that reacts to it.
pub(crate) fn is_stopping() -> bool {
    REQUESTED.load(Relaxed)
}

/// Replaces the usual reaction to a request to stop, which may end the process at any time. Each
/// signal after that calls `react` on the thread that handles signals.
pub(crate) fn react_with(react: impl Fn() + Send + Sync + 'static) {
    // Only one command runs.
    let _ = REACTION.set(Box::new(react));
    listen();
}

/// Ends the process without flushing buffers, which may block.
pub(crate) fn end_at_once() -> ! {
    signal_hook::low_level::exit(ExitCode::INTERRUPTED.number().into())
}

/// Fails if the user asked to stop.
pub(crate) fn check() -> Result<(), Interrupted> {
    if stop_requested() {
        return Err(Interrupted(None));
    }
    Ok(())
}

/// Returns the control of a job, which stops when the user asks to stop.
pub(crate) fn control() -> Control<'static> {
    listen();
    Control::new(&stop_requested)
}

/// Returns the answer of a job. Fails if the user asked to stop.
pub(crate) fn answer<T>(ended: Result<T, JobError>) -> anyhow::Result<T> {
    ended.map_err(|error| match error {
        JobError::Cancelled => anyhow!(Interrupted(None)),
        JobError::Failed(error) => anyhow!(error),
        error @ JobError::TimeUp => anyhow!(error),
    })
}

/// Runs uninterruptible work on a separate thread. Fails if the user asks to stop, and abandons the thread.
pub(crate) fn run_interruptible<T: Send + 'static>(
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    answer(detached(&control(), work))
}
