//! `bezzel list`: solutions as they are found, in constant memory.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;
use std::process::ExitCode;

use anyhow::{anyhow, bail};
use bezzel::methods::{Data, Event, Method, Observer};
use bezzel::notation::{Notation, Writer};
use bezzel::{Placement, is_canonical};

use super::writing;
use crate::args::List;
use crate::interrupt::{self, Interrupted};
use crate::output::Output;
use crate::progress::Progress;

pub(crate) fn run(args: &List) -> anyhow::Result<ExitCode> {
    let n = args.board.n;
    let method = args.method.unwrap_or(Method::Bitmask);
    method.check_size(n)?;
    let notation = writing::notation(&args.writing, n)?;
    let boards = match notation {
        // A gallery is laid out before its first board is drawn.
        Notation::Svg => walk(args, method, Counted(0))?.sink.0,
        _ => 0,
    };
    let out = writing::output(&args.writing)?;
    let failed = out.describe();
    let writer = Writer::new(out, notation, writing::options(&args.writing, boards));
    let file = args.writing.output.is_some();
    let sink = Written {
        writer,
        failed: None,
        progress: (file || !io::stdout().is_terminal()).then(|| Progress::new("listing")),
    };
    let walked = walk(args, method, sink)?;
    if let Some(error) = walked.sink.failed {
        return Err(anyhow!(error).context(failed));
    }
    if interrupt::stop_requested() {
        let nothing = if file { ", no file was written" } else { "" };
        bail!(Interrupted(format!(
            "{} boards found{nothing}",
            walked.found
        )));
    }
    let whole = args.limit.is_none_or(|limit| walked.found < limit);
    let finished = walked.sink.writer.finish(whole.then_some(walked.found));
    finished
        .map_err(|error| anyhow!(error).context(failed))?
        .finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the search and passes the requested boards to `sink`.
fn walk<S: Sink>(args: &List, method: Method, sink: S) -> anyhow::Result<Lister<S>> {
    let mut lister = Lister {
        fundamental: args.fundamental,
        limit: args.limit.unwrap_or(u64::MAX),
        found: 0,
        sink,
    };
    if lister.limit > 0 {
        let _ = method.observe(args.board.n, &mut lister)?;
    }
    Ok(lister)
}

/// Receiver of the boards of a listing.
trait Sink {
    fn board(&mut self, columns: &[u32], fundamental: bool) -> ControlFlow<()>;
}

/// Counts the boards only.
struct Counted(u64);

impl Sink for Counted {
    fn board(&mut self, _: &[u32], _: bool) -> ControlFlow<()> {
        self.0 += 1;
        ControlFlow::Continue(())
    }
}

/// Writes the boards.
struct Written {
    writer: Writer<Output>,
    failed: Option<io::Error>,
    progress: Option<Progress>,
}

impl Sink for Written {
    fn board(&mut self, columns: &[u32], fundamental: bool) -> ControlFlow<()> {
        if let Err(error) = self.write(columns, fundamental) {
            self.failed = Some(error);
            return ControlFlow::Break(());
        }
        let written = self.writer.written();
        // Reading the clock for each board would be slow.
        if let Some(progress) = self
            .progress
            .as_mut()
            .filter(|_| written.is_multiple_of(1024))
        {
            progress.show(None, written.into(), "boards");
        }
        ControlFlow::Continue(())
    }
}

impl Written {
    fn write(&mut self, columns: &[u32], fundamental: bool) -> io::Result<()> {
        if !fundamental {
            return self.writer.write_columns(columns.iter().copied());
        }
        let placement =
            Placement::from_columns(columns.iter().copied()).map_err(io::Error::other)?;
        let orbit_size = placement.orbit_size().map_err(io::Error::other)?;
        self.writer.write_fundamental(&placement, orbit_size)
    }
}

/// Selects the boards from the events of a method.
struct Lister<S> {
    fundamental: bool,
    limit: u64,
    found: u64,
    sink: S,
}

impl<S: Sink> Observer for Lister<S> {
    #[inline]
    fn event(&mut self, event: Event<'_>, _: &dyn Fn() -> Data) -> ControlFlow<()> {
        match event {
            Event::Solution { columns, .. } => {
                if self.fundamental && !is_canonical(&columns) {
                    return ControlFlow::Continue(());
                }
                self.sink.board(&columns, self.fundamental)?;
                self.found += 1;
                if self.found == self.limit {
                    return ControlFlow::Break(());
                }
                ControlFlow::Continue(())
            }
            Event::Place { .. } if interrupt::stop_requested() => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }
}
