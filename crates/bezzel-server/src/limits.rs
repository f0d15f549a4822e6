//! Limits on requests. A request beyond a limit is rejected with an error that names it.

use std::time::Duration;

/// Largest n that is counted without a ledger.
pub const MAX_COUNT_N: u32 = 27;
/// Maximum number of counts that run at the same time.
pub const MAX_RUNNING_COUNTS: usize = 2;
/// Maximum size of a request body.
pub const MAX_BODY_BYTES: usize = 64 * 1024;
/// Maximum number of open connections: a quarter of the file descriptors that Linux gives a process.
/// Further ones wait until one is closed.
pub const MAX_CONNECTIONS: usize = 256;
/// Time limit for the head of a request: a client that sends none is disconnected. Browsers connect again.
pub const HEAD_TIMEOUT: Duration = Duration::from_secs(5);
/// Time limit for the next part of the body of a request.
pub const BODY_TIMEOUT: Duration = Duration::from_secs(5);
