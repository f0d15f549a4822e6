//! The units that are to be counted, read on a thread of its own: who writes into a pipe may
//! take long.

use std::fs::File;
use std::io::{self, BufReader, Read};
use std::path::Path;
use std::sync::mpsc::{Receiver, RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

use anyhow::Context;
use bezzel_campaign::{Error, ExchangeLine, ExchangeReader, UnitList};

use crate::interrupt;

/// Lines that are read ahead.
const AHEAD: usize = 4096;
/// How long the next line is waited for.
const LINE_TIMEOUT: Duration = Duration::from_millis(50);

/// What comes next.
pub(super) enum Next {
    /// A line.
    ExchangeLine(ExchangeLine),
    /// Nothing yet.
    Waiting,
    /// Nothing any more.
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
        let (sender, lines) = sync_channel(AHEAD);
        let read = move || {
            for line in &mut from {
                // Nobody listens any more when the command ends.
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

    /// The next line. Fails, with the name of the file, if it does not fit.
    pub(super) fn next(&self) -> Result<Next, Error> {
        match self.lines.recv_timeout(LINE_TIMEOUT) {
            Ok(Ok(line)) => Ok(Next::ExchangeLine(line)),
            Ok(Err(Error::Line { what })) => Err(Error::Line {
                what: format!("{}: {what}", self.name),
            }),
            Ok(Err(Error::Result { what })) => Err(Error::Result {
                what: format!("{}: {what}", self.name),
            }),
            Ok(Err(error)) => Err(error),
            Err(RecvTimeoutError::Timeout) => Ok(Next::Waiting),
            Err(RecvTimeoutError::Disconnected) => Ok(Next::End),
        }
    }
}
