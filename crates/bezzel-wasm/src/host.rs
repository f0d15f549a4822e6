//! Services that the engine needs from the program that runs it.

/// The program that runs an engine: a worker of a browser, or a test.
pub trait Host {
    /// Returns the seconds since a fixed time.
    fn seconds(&self) -> f64;

    /// Receives a message about a request that is not answered yet, as JSON.
    fn tell(&mut self, message: &[u8]);
}

/// The end of a computation with a time limit.
pub(crate) struct Deadline<'a> {
    host: &'a dyn Host,
    began: f64,
    seconds: f64,
}

impl<'a> Deadline<'a> {
    pub(crate) fn new(host: &'a dyn Host, seconds: f64) -> Self {
        Self {
            host,
            began: host.seconds(),
            seconds,
        }
    }

    /// Returns the seconds since the start of the computation.
    pub(crate) fn elapsed(&self) -> f64 {
        self.host.seconds() - self.began
    }

    pub(crate) fn is_over(&self) -> bool {
        self.elapsed() > self.seconds
    }
}
