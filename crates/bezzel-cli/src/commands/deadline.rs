//! The time limit of a search.

use std::time::{Duration, Instant};

/// The time at which a search stops.
#[derive(Debug, Clone, Copy)]
pub(super) struct Deadline(Instant);

impl Deadline {
    pub(super) fn after(time: Duration) -> Self {
        Self(Instant::now() + time)
    }

    pub(super) fn has_passed(self) -> bool {
        Instant::now() >= self.0
    }
}
