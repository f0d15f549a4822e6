//! The terminal: taken over while the show runs, and given back however it ends.

use std::fs::File;
use std::io;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use ratatui::DefaultTerminal;

use crate::interrupt;

/// Gives the terminal back when dropped. (If the program panics, a hook that is installed
/// along with it does so before the message is printed.)
pub(crate) struct Session {
    pub(crate) terminal: DefaultTerminal,
    stopped: Arc<AtomicBool>,
}

impl Session {
    pub(crate) fn start() -> anyhow::Result<Self> {
        let stopped = Arc::new(AtomicBool::new(false));
        let stop = Arc::clone(&stopped);
        ctrlc::set_handler(move || end(&stop)).context("cannot listen for signals")?;
        // What was done of the start must be undone too if it fails halfway.
        let terminal = ratatui::try_init()
            .inspect_err(|_| ratatui::restore())
            .context("cannot take over the terminal")?;
        Ok(Self { terminal, stopped })
    }

    /// Whether a signal asked the program to end.
    pub(crate) fn is_stopped(&self) -> bool {
        self.stopped.load(Ordering::Relaxed)
    }
}

/// Asks the show to end. If the terminal is gone, its reader may never come back to hear of
/// it; then this ends the program.
fn end(stopped: &AtomicBool) {
    const PATIENCE: Duration = Duration::from_secs(1);
    stopped.store(true, Ordering::Relaxed);
    thread::sleep(PATIENCE);
    // Where the terminal takes nothing any more, this does not come back either.
    if thread::Builder::new().spawn(ratatui::restore).is_ok() {
        thread::sleep(PATIENCE);
    }
    interrupt::end_at_once();
}

impl Drop for Session {
    fn drop(&mut self) {
        ratatui::restore();
    }
}

/// Whether there is a terminal to draw on, one that understands more than lines of text, and
/// one to read keys from.
pub(crate) fn is_there() -> bool {
    use io::IsTerminal;
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let has_keys = || io::stdin().is_terminal() || controls();
    io::stdout().is_terminal() && !is_dumb && has_keys()
}

/// Whether keys can be read from the controlling terminal where input comes from elsewhere.
fn controls() -> bool {
    let terminal = || File::options().read(true).write(true).open("/dev/tty");
    cfg!(not(unix)) || terminal().is_ok()
}
