//! Messages on stderr. A full or closed stderr is not an error, and after Ctrl-C nothing waits for
//! its reader.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use bezzel_run::printable;

use crate::stop::stop_requested;

/// Maximum time to wait for a reader of stderr after Ctrl-C.
const WRITE_TIMEOUT: Duration = Duration::from_millis(250);

/// Writes lines to stderr. Control characters, which may come from foreign input, are escaped.
pub(crate) fn write_note(text: impl Display) {
    let text = text.to_string();
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    let text = lines.join("\n") + "\n";
    let (sender, events) = mpsc::channel();
    let write = move || {
        // The caller may no longer wait.
        let _ = sender.send(());
        let _ = io::stderr().write_all(text.as_bytes());
        let _ = sender.send(());
    };
    // Without a thread the message is dropped.
    if thread::Builder::new().spawn(write).is_err() {
        return;
    }
    // A busy machine may start the thread late, which is not the fault of the reader.
    let _ = events.recv();
    loop {
        let is_stopping = stop_requested();
        match events.recv_timeout(WRITE_TIMEOUT) {
            Err(RecvTimeoutError::Timeout) if !is_stopping => {}
            _ => return,
        }
    }
}
