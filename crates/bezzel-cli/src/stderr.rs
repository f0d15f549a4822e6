//! Words for people, on stderr. A full or closed stderr is no reason to fail, nor is one that
//! nobody reads a reason to wait after Ctrl-C.

use std::fmt::Display;
use std::io::{self, Write};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::thread;
use std::time::Duration;

use bezzel_campaign::printable;

use crate::interrupt;

/// How long it is waited, after Ctrl-C, for whoever reads stderr.
const WRITE_TIMEOUT: Duration = Duration::from_millis(250);

/// Writes one line to stderr, or several. What quotes the input of others is shown as it is, but
/// nothing in it commands the terminal.
pub(crate) fn write_note(text: impl Display) {
    let text = text.to_string();
    let lines: Vec<_> = text.split('\n').map(printable).collect();
    let text = lines.join("\n") + "\n";
    let (sender, written) = mpsc::channel();
    let write = move || {
        let _ = io::stderr().write_all(text.as_bytes());
        // Nobody may wait for it any more.
        let _ = sender.send(());
    };
    // Where there are no more threads, there is little to say either.
    if thread::Builder::new().spawn(write).is_err() {
        return;
    }
    loop {
        let is_stopping = interrupt::stop_requested();
        match written.recv_timeout(WRITE_TIMEOUT) {
            Err(RecvTimeoutError::Timeout) if !is_stopping => {}
            _ => return,
        }
    }
}
