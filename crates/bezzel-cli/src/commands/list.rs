//! `bezzel list` and `bezzel complete --all`: solutions as they are found, in constant memory.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

use anyhow::{anyhow, bail};
use bezzel::methods::{Method, Run};
use bezzel::notation::{Notation, Writer};
use bezzel::{
    Advance, ConstrainedBoard, MAX_COMPLETED, MAX_COVERED_SIZE, Placement, counted, is_canonical,
};
use bezzel_run::Control;

use super::board_output;
use super::constraints::no_solution;
use crate::args::{List, Writing};
use crate::exit::ExitCode;
use crate::interrupt::{self, Interrupted};
use crate::output::Output;
use crate::progress::ProgressLine;

/// Steps of the search between two checks for Ctrl-C.
const STEPS_PER_CHECK: u64 = 1 << 16;

enum Source {
    /// The solutions that a method finds, in its order.
    Method(Run),
    /// The completions of a board, in lexicographic order.
    Completions(ConstrainedBoard),
}

#[derive(Clone, Copy)]
struct Selection {
    fundamental: bool,
    limit: Option<u64>,
    control: Control<'static>,
}

pub(crate) fn run(args: &List) -> anyhow::Result<ExitCode> {
    let board = args.constraints.board(args.n)?;
    let selection = Selection {
        fundamental: args.fundamental,
        limit: args.limit,
        control: interrupt::control(),
    };
    if args.fundamental && !board.is_unconstrained() {
        bail!("expected an empty board with --fundamental, found placed queens or blocked squares");
    }
    let source = match args.method {
        None if !board.is_unconstrained() => Source::Completions(board.clone()),
        method => {
            let method = method.unwrap_or(Method::Bitmask);
            method.check_count(board.size())?;
            Source::Method(Run::new(method, &board)?)
        }
    };
    write(&board, &source, selection, &args.writing)
}

pub(super) fn completions(
    board: ConstrainedBoard,
    limit: Option<u64>,
    control: Control<'static>,
    writing: &Writing,
) -> anyhow::Result<ExitCode> {
    let selection = Selection {
        fundamental: false,
        limit,
        control,
    };
    let source = Source::Completions(board.clone());
    write(&board, &source, selection, writing)
}

/// Writes the solutions of a board.
fn write(
    board: &ConstrainedBoard,
    source: &Source,
    selection: Selection,
    args: &Writing,
) -> anyhow::Result<ExitCode> {
    let notation = board_output::notation(args, board.size())?;
    let boards = match notation {
        // A gallery is laid out before its first board is drawn.
        Notation::Svg => walk(source, selection, Counted(0))?.sink.0,
        _ => 0,
    };
    if let Source::Completions(board) = source {
        // Fails before a file is opened.
        if board.size() > MAX_COVERED_SIZE {
            board.completions()?;
        }
    }
    let out = board_output::output(args)?;
    let failed = out.describe();
    let writer = Writer::new(out, notation, board_output::options(args, boards));
    let file = args.output.path.is_some();
    let sink = Written {
        writer,
        failed: None,
        progress: (file || !io::stdout().is_terminal()).then(|| ProgressLine::new("listing")),
    };
    let walked = walk(source, selection, sink)?;
    if let Some(error) = walked.sink.failed {
        return Err(anyhow!(error).context(failed));
    }
    let nothing = if file { ", no file was written" } else { "" };
    if interrupt::stop_requested() {
        bail!(Interrupted(format!(
            "{} found{nothing}",
            counted(walked.found, "board")
        )));
    }
    if walked.is_late {
        if !file {
            walked.sink.writer.finish(None)?.finish()?;
        }
        bail!(
            "expected all boards within the time limit, found {} of them{nothing}: raise \
             --time-limit",
            walked.found
        );
    }
    if walked.found == 0 {
        // The tutorial's program prints its total here too.
        if notation == Notation::Coordinates && !file {
            let finished = walked.sink.writer.finish(Some(0));
            finished
                .map_err(|error| anyhow!(error).context(failed))?
                .finish()?;
        }
        return Ok(no_solution(board));
    }
    let whole = selection.limit.is_none_or(|limit| walked.found < limit);
    let finished = walked.sink.writer.finish(whole.then_some(walked.found));
    finished
        .map_err(|error| anyhow!(error).context(failed))?
        .finish()?;
    Ok(ExitCode::SUCCESS)
}

/// Runs the search and passes the requested boards to `sink`.
fn walk<S: Sink>(source: &Source, selection: Selection, sink: S) -> anyhow::Result<Lister<S>> {
    let mut lister = Lister {
        fundamental: selection.fundamental,
        limit: selection.limit.unwrap_or(u64::MAX),
        found: 0,
        is_late: false,
        sink,
    };
    match source {
        Source::Method(run) => {
            let each = &mut |columns: &[u32]| lister.solution(columns);
            let _ = run.visit_solutions(&interrupt::stop_requested, each);
        }
        Source::Completions(board) => {
            let _ = lister.completions(board, selection.control)?;
        }
    }
    Ok(lister)
}

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

struct Written {
    writer: Writer<Output>,
    failed: Option<io::Error>,
    progress: Option<ProgressLine>,
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
            progress.show(None, written.into(), "board");
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

struct Lister<S> {
    fundamental: bool,
    limit: u64,
    found: u64,
    /// True if the time is up.
    is_late: bool,
    sink: S,
}

impl<S: Sink> Lister<S> {
    fn completions(
        &mut self,
        board: &ConstrainedBoard,
        control: Control,
    ) -> anyhow::Result<ControlFlow<()>> {
        if board.size() > MAX_COMPLETED {
            return self.large_completions(board, control);
        }
        let mut completions = board.completions()?;
        loop {
            match completions.advance(STEPS_PER_CHECK) {
                Advance::Solution(columns) => {
                    if self.solution(columns).is_break() {
                        return Ok(ControlFlow::Break(()));
                    }
                }
                Advance::Paused => {}
                Advance::End => return Ok(ControlFlow::Continue(())),
            }
            self.is_late = control.is_time_up();
            if self.is_late || control.is_stopped() {
                return Ok(ControlFlow::Break(()));
            }
        }
    }

    /// Lists completions in the order in which they are found.
    fn large_completions(
        &mut self,
        board: &ConstrainedBoard,
        control: Control,
    ) -> anyhow::Result<ControlFlow<()>> {
        let should_stop = || control.check().is_err();
        let flow = board.visit_completions(&should_stop, &mut |columns| {
            self.solution(columns)?;
            match should_stop() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        self.is_late = flow.is_break() && self.found < self.limit && control.is_time_up();
        Ok(flow)
    }

    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        if self.fundamental && !is_canonical(columns) {
            return ControlFlow::Continue(());
        }
        self.sink.board(columns, self.fundamental)?;
        self.found += 1;
        if self.found == self.limit {
            return ControlFlow::Break(());
        }
        ControlFlow::Continue(())
    }
}
