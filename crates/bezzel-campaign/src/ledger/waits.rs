//! Waiting for the locks of other processes.

use std::sync::OnceLock;
use std::time::Duration;

/// Maximum time that a process waits for the write of another one.
const BUSY_TIMEOUT: Duration = Duration::from_secs(60);
/// The same after a request to stop: the write of another process usually takes milliseconds.
const STOPPED_TIMEOUT: Duration = Duration::from_secs(1);
/// Time between two attempts.
const BUSY_RETRY_INTERVAL: Duration = Duration::from_millis(10);

static IS_STOPPED: OnceLock<fn() -> bool> = OnceLock::new();

/// Sets a function that returns true when this process is to end, for example after Ctrl-C. A call
/// that then waits for a locked ledger for more than a second fails with
/// [`Error::Locked`](crate::Error::Locked). Only the first function is used.
///
/// ```
/// use std::sync::atomic::{AtomicBool, Ordering};
/// static STOPPED: AtomicBool = AtomicBool::new(false);
/// bezzel_campaign::end_waits_if(|| STOPPED.load(Ordering::Relaxed));
/// ```
pub fn end_waits_if(is_stopped: fn() -> bool) {
    // A second function is ignored.
    let _ = IS_STOPPED.set(is_stopped);
}

/// Waits before the next attempt to lock a file. Returns false if there is to be none.
pub(super) fn wait_for_lock(attempt: i32) -> bool {
    let is_stopped = IS_STOPPED.get().is_some_and(|is_stopped| is_stopped());
    let waited = BUSY_RETRY_INTERVAL * attempt.unsigned_abs();
    let timeout = if is_stopped {
        STOPPED_TIMEOUT
    } else {
        BUSY_TIMEOUT
    };
    if waited >= timeout {
        return false;
    }
    std::thread::sleep(BUSY_RETRY_INTERVAL);
    true
}
