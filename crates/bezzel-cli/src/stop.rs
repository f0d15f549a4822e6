//! The request of the user to stop.

use std::sync::atomic::{AtomicBool, Ordering};

static REQUESTED: AtomicBool = AtomicBool::new(false);

/// Asks the command to stop. Returns true if it was asked before.
pub(crate) fn request() -> bool {
    REQUESTED.swap(true, Ordering::SeqCst)
}

/// Returns true if the user asked to stop.
pub(crate) fn stop_requested() -> bool {
    REQUESTED.load(Ordering::Relaxed)
}
