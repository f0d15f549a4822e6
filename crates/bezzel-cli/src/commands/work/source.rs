//! The units to count, read on a separate thread because the writer of a pipe may be slow.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use bezzel_campaign::{Error, ExchangeLine, ExchangeReader, UnitList};

use crate::interrupt;

/// Number of lines read ahead.
const MAX_LINES_AHEAD: usize = 4096;
/// Maximum time to wait for the next line.
const LINE_TIMEOUT: Duration = Duration::from_millis(50);

/// The next line of a file of units.
pub(super) enum Next {
    /// A line.
    ExchangeLine(Box<ExchangeLine>),
    /// No line yet.
    Waiting,
    /// The end of the file.
    End,
}

/// A file of units.
pub(super) struct Source {
    name: String,
    units: UnitList,
    lines: Receiver<Result<ExchangeLine, Error>>,
}

impl Source {
    /// Reads the header of the file, or of stdin if the path is -.
    pub(super) fn open(path: &Path) -> anyhow::Result<Self> {
        let is_stdin = path == Path::new("-");
        let name = if is_stdin {
            "standard input".to_owned()
        } else {
            path.display().to_string()
        };
        let path = path.to_owned();
        let header = move || -> anyhow::Result<_> {
            let input: Box<dyn Read + Send> = if is_stdin {
                Box::new(io::stdin())
            } else {
                Box::new(File::open(path).context("it cannot be read")?)
            };
            Ok(ExchangeReader::new(BufReader::new(input))?)
        };
        let mut from = interrupt::run_interruptible("nothing was counted", header)?
            .with_context(|| name.clone())?;
        let units = from.units().clone();
        let (sender, lines) = sync_channel(MAX_LINES_AHEAD);
        let read = move || {
            for line in &mut from {
                // The receiver is gone when the command ends.
                if sender.send(line).is_err() {
                    break;
                }
            }
        };
        thread::Builder::new()
            .spawn(read)
            .context("the system gives no more threads")?;
        Ok(Self { name, units, lines })
    }

    pub(super) fn name(&self) -> &str {
        &self.name
    }

    pub(super) fn units(&self) -> &UnitList {
        &self.units
    }

    /// Returns the next line. Fails, with the name of the file, if it is invalid.
    pub(super) fn next(&self) -> Result<Next, Error> {
        match self.lines.recv_timeout(LINE_TIMEOUT) {
            Ok(Ok(line)) => Ok(Next::ExchangeLine(Box::new(line))),
            Ok(Err(Error::Line(what))) => Err(Error::Line(format!("{}: {what}", self.name))),
            Ok(Err(Error::Result(what))) => Err(Error::Result(format!("{}: {what}", self.name))),
            Ok(Err(error)) => Err(error),
            Err(RecvTimeoutError::Timeout) => Ok(Next::Waiting),
            Err(RecvTimeoutError::Disconnected) => Ok(Next::End),
        }
    }
}
