//! Terminal: raw mode during the show, restored however it ends.

use std::fs::File;
use std::io;
use std::panic;
use std::thread;
use std::time::Duration;

use anyhow::Context;
use crossterm::cursor::{Hide, Show};
use crossterm::execute;
use crossterm::terminal::{
    EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode, enable_raw_mode,
};

use crate::interrupt;

/// Restores the terminal when dropped. (If the program panics, a hook restores it before the
/// message is printed.)
pub(crate) struct Session;

impl Session {
    pub(crate) fn start() -> anyhow::Result<Self> {
        interrupt::react_with(end);
        let hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            restore();
            hook(info);
        }));
        // A start that fails halfway is undone too.
        let session = Self;
        enable_raw_mode()
            .and_then(|()| execute!(io::stdout(), EnterAlternateScreen, Hide))
            .context("cannot set up the terminal")?;
        Ok(session)
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        restore();
    }
}

fn restore() {
    // Whoever sees no terminal any more needs none.
    let _ = disable_raw_mode();
    let _ = execute!(io::stdout(), LeaveAlternateScreen, Show);
}

/// Gives the show time to end. If the terminal is gone, its reader may never return; then this ends
/// the program.
fn end() {
    const END_TIMEOUT: Duration = Duration::from_secs(1);
    thread::sleep(END_TIMEOUT);
    // If the terminal blocks output, this does not return either.
    if thread::Builder::new().spawn(restore).is_ok() {
        thread::sleep(END_TIMEOUT);
    }
    interrupt::end_at_once();
}

/// Returns `true` if there is a terminal that can be drawn on and one to read keys from.
pub(crate) fn is_there() -> bool {
    use io::IsTerminal;
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    let has_keys = || io::stdin().is_terminal() || controls();
    io::stdout().is_terminal() && !is_dumb && has_keys()
}

/// Returns `true` if keys can be read from the controlling terminal although input is redirected.
fn controls() -> bool {
    let terminal = || File::options().read(true).write(true).open("/dev/tty");
    cfg!(not(unix)) || terminal().is_ok()
}
