//! What a unit took: CPU time where it can be measured, wall time elsewhere.
//!
//! On a busy machine a thread waits for its turn, and its wall time says more about the others.
//! The CPU time of a thread is measured on Linux, macOS and Windows. It is the cost of a unit
//! only if the engine counts on the thread that calls it: a GPU counts elsewhere.

use std::time::{Duration, Instant};

use cpu_time::ThreadTime;

/// What a number of seconds was measured by.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Clock {
    /// The time in which a CPU worked for this thread.
    Cpu,
    /// The time that passed.
    Wall,
}

impl Clock {
    /// Returns what goes before "seconds": "CPU" or "wall".
    pub fn name(self) -> &'static str {
        match self {
            Self::Cpu => "CPU",
            Self::Wall => "wall",
        }
    }
}

/// Measures what this thread does from now on.
pub struct Stopwatch {
    /// `None` if the system does not measure it, or if the work is done elsewhere.
    cpu: Option<ThreadTime>,
    started: Instant,
}

impl Stopwatch {
    /// Starts. `on_this_thread` says whether the work is done by the calling thread alone.
    pub fn start(on_this_thread: bool) -> Self {
        let measured = || ThreadTime::try_now().ok();
        Self {
            cpu: on_this_thread.then(measured).flatten(),
            started: Instant::now(),
        }
    }

    /// Returns the time since the start, and by which clock.
    pub fn elapsed(&self) -> (Duration, Clock) {
        let cpu = self.cpu.as_ref().and_then(|cpu| cpu.try_elapsed().ok());
        match cpu {
            Some(time) => (time, Clock::Cpu),
            None => (self.started.elapsed(), Clock::Wall),
        }
    }
}
