//! Writes that may block, because the reader of a pipe does not read.

use std::io::{self, Write};
use std::sync::atomic::{AtomicU32, AtomicU64, Ordering};

/// Number of writes in progress, and of all writes so far.
static WRITING: AtomicU32 = AtomicU32::new(0);
static WRITES: AtomicU64 = AtomicU64::new(0);

/// Returns the number of the write in progress, if there is one.
pub(crate) fn current() -> Option<u64> {
    let is_writing = WRITING.load(Ordering::SeqCst) > 0;
    is_writing.then(|| WRITES.load(Ordering::SeqCst))
}

/// Runs a write, or the opening of an output, that may block.
pub(crate) fn waiting<T>(write: impl FnOnce() -> T) -> T {
    struct Writing;
    impl Drop for Writing {
        fn drop(&mut self) {
            WRITING.fetch_sub(1, Ordering::SeqCst);
        }
    }
    WRITES.fetch_add(1, Ordering::SeqCst);
    WRITING.fetch_add(1, Ordering::SeqCst);
    let _writing = Writing;
    write()
}

/// A writer whose writes may block. It has no buffer, so that nothing is written later.
pub(crate) struct Waiting<W>(pub(crate) W);

impl<W: Write> Write for Waiting<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        waiting(|| {
            let written = self.0.write(bytes)?;
            self.0.flush()?;
            Ok(written)
        })
    }

    fn flush(&mut self) -> io::Result<()> {
        waiting(|| self.0.flush())
    }
}
