//! The run time of units: CPU time where it can be measured, otherwise wall time.
//!
//! On a busy machine, wall time includes the time of other processes. The CPU time of a thread is
//! available on Linux, macOS and Windows. It is the cost of a unit only if the engine counts on the
//! calling thread; a GPU does not.

use std::time::{Duration, Instant};

use bezzel_count::Clock;
use cpu_time::ThreadTime;

/// A measurement of the run time of this thread.
///
/// ```
/// use bezzel_run::{Clock, Stopwatch};
/// let watch = Stopwatch::start(false); // The work is done elsewhere, such as on a GPU.
/// let (_, clock) = watch.elapsed();
/// assert_eq!(clock, Clock::Wall);
/// ```
pub struct Stopwatch {
    /// `None` if the system does not measure it, or if the work is done elsewhere.
    cpu: Option<ThreadTime>,
    started: Instant,
}

impl Stopwatch {
    /// Starts a measurement. `on_this_thread` is true if the calling thread alone does the work.
    pub fn start(on_this_thread: bool) -> Self {
        let measured = || ThreadTime::try_now().ok();
        Self {
            cpu: on_this_thread.then(measured).flatten(),
            started: Instant::now(),
        }
    }

    /// Returns the time since the start and its clock.
    pub fn elapsed(&self) -> (Duration, Clock) {
        let cpu = self.cpu.as_ref().and_then(|cpu| cpu.try_elapsed().ok());
        match cpu {
            Some(time) => (time, Clock::Cpu),
            None => (self.started.elapsed(), Clock::Wall),
        }
    }
}
