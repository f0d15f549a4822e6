//! `bezzel show` on a terminal: however it ends, the terminal is given back.

use std::fs::File;
use std::io::{Read, Write};
use std::process::{Child, Stdio};
use std::sync::mpsc::{Receiver, channel};
use std::thread;
use std::time::Instant;

use nix::pty::{Winsize, openpty};
use nix::sys::signal::{Signal, kill};
use nix::unistd::Pid;

use crate::bezzel;
use crate::waiting::HANG_TIMEOUT;

const ENTER: &str = "\x1b[?1049h";
const LEAVE: &str = "\x1b[?1049l";
const HIDE_CURSOR: &str = "\x1b[?25l";
const SHOW_CURSOR: &str = "\x1b[?25h";

/// The show, and the side of its terminal where the viewer sits.
struct Viewer {
    show: Child,
    keyboard: File,
    output: Receiver<Vec<u8>>,
    seen: String,
}

impl Viewer {
    fn start() -> Self {
        let size = Winsize {
            ws_row: 24,
            ws_col: 80,
            ws_xpixel: 0,
            ws_ypixel: 0,
        };
        let pty = openpty(&size, None).expect("a pseudo-terminal");
        let end = || Stdio::from(pty.slave.try_clone().expect("a second handle"));
        let show = bezzel()
            .args(["show", "6"])
            .env("TERM", "xterm")
            .stdin(end())
            .stdout(end())
            .stderr(end())
            .spawn()
            .expect("the show starts");
        let keyboard = File::from(pty.master);
        let mut screen = keyboard.try_clone().expect("a second handle");
        let (sender, output) = channel();
        thread::spawn(move || {
            let mut buffer = [0; 4096];
            while let Ok(len @ 1..) = screen.read(&mut buffer) {
                if sender.send(buffer[..len].to_vec()).is_err() {
                    return;
                }
            }
        });
        let mut viewer = Self {
            show,
            keyboard,
            output,
            seen: String::new(),
        };
        viewer.wait_for(ENTER);
        viewer.wait_for(HIDE_CURSOR);
        viewer
    }

    /// Reads until this is written.
    fn wait_for(&mut self, text: &str) {
        let start = Instant::now();
        while !self.seen.contains(text) {
            let left = HANG_TIMEOUT.saturating_sub(start.elapsed());
            match self.output.recv_timeout(left) {
                Ok(bytes) => self.seen += &String::from_utf8_lossy(&bytes),
                Err(error) => panic!("{error}: {text:?} is missing in {:?}", self.seen),
            }
        }
    }

    /// The terminal is given back, and the show ends as one that was interrupted.
    fn expect_end(mut self) {
        self.wait_for(LEAVE);
        self.wait_for(SHOW_CURSOR);
        let code = self.show.wait().expect("an exit status").code();
        assert_eq!(code, Some(130));
    }
}

impl Drop for Viewer {
    fn drop(&mut self) {
        // It has ended already unless the test failed.
        let _ = self.show.kill();
        let _ = self.show.wait();
    }
}

#[test]
fn ctrl_c_gives_the_terminal_back() {
    let mut viewer = Viewer::start();
    viewer.keyboard.write_all(b"\x03").expect("a key");
    viewer.expect_end();
}

#[test]
fn a_signal_gives_the_terminal_back() {
    let viewer = Viewer::start();
    let show = Pid::from_raw(viewer.show.id().try_into().expect("a process id"));
    kill(show, Signal::SIGTERM).expect("a signal");
    viewer.expect_end();
}
