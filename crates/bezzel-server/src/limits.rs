//! Limits on requests. A request beyond a limit is rejected with an error that names it.

use std::time::Duration;

/// Largest n that is counted without a campaign.
pub const MAX_COUNT_N: u32 = 27;
/// Maximum number of counts that run at the same time.
pub const MAX_RUNNING_COUNTS: usize = 2;
/// Maximum number of device engines of a count, if a count has stopped for each running one.
pub const MAX_DEVICE_ENGINES: usize = 64;
/// Maximum number of counts that are stored.
pub const MAX_STORED_COUNTS: usize = 16;
/// Maximum size of a request body.
pub const MAX_BODY_BYTES: usize = 64 * 1024;
/// Maximum number of open streams; at most half of the connections.
pub const MAX_STREAMS: usize = 256;
/// Maximum number of open connections, if there are enough file descriptors.
pub const MAX_CONNECTIONS: usize = 1024;
/// File descriptors reserved for ledgers, logs and threads.
pub const RESERVED_DESCRIPTORS: usize = 64;
/// Maximum size of a request head.
pub const MAX_HEAD_BYTES: usize = 64 * 1024;
/// Time limit for the head of a request, including the idle time before it.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// Time limit for the body of a request.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(5);
/// Time after which a response of which the client reads no byte is dropped.
pub const WRITE_TIMEOUT: Duration = Duration::from_secs(10);

/// Returns the number of CPU threads available to the process, at least 1.
pub(crate) fn available_cpus() -> usize {
    std::thread::available_parallelism().map_or(1, usize::from)
}
