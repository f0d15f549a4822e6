//! `bezzel list` and `bezzel complete --all`: solutions as they are found, in constant memory.

use std::io::{self, IsTerminal};
use std::ops::ControlFlow;

use anyhow::bail;
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
use crate::language::either;
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
        bail!(either(
            "expected an empty board with --fundamental, found placed queens or blocked squares",
            "--fundamental 只用于空棋盘，这个棋盘有给定的皇后或禁用的格子",
        ));
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
        Notation::Svg => walk(source, selection, &mut |_| Ok(()))?.found,
        _ => 0,
    };
    if let Source::Completions(board) = source {
        // Fails before a file is opened.
        if board.size() > MAX_COVERED_SIZE {
            board.completions()?;
        }
    }
    let file = args.output.path.is_some();
    let mut writer = board_output::writer(args, args.output.open()?, notation, boards);
    let mut progress = (file || !io::stdout().is_terminal())
        .then(|| ProgressLine::new(either("listing", "正在列出")));
    let walked = walk(source, selection, &mut |columns| {
        write_board(&mut writer, columns, selection.fundamental)?;
        let written = writer.written();
        // Reading the clock for each board would be slow.
        if let Some(progress) = progress.as_mut().filter(|_| written.is_multiple_of(1024)) {
            progress.show(None, written.into(), "board");
        }
        Ok(())
    })?;
    drop(progress);
    let (nothing, nothing_zh) = match file {
        true => (", no file was written", "，没有写出文件"),
        false => ("", ""),
    };
    if interrupt::stop_requested() {
        let found = walked.found;
        bail!(Interrupted(either(
            format!("{} found{nothing}", counted(found, "board")),
            format!("已找到 {found} 个{nothing_zh}"),
        )));
    }
    if let Some(error) = walked.failed {
        return Err(error.into());
    }
    if walked.is_late {
        if !file {
            writer.finish(None)?.finish()?;
        }
        let found = walked.found;
        bail!(either(
            format!(
                "expected all boards within the time limit, found {found} of them{nothing}: raise \
                 --time-limit"
            ),
            format!("限定时间内只找到 {found} 个{nothing_zh}：请增大 --time-limit"),
        ));
    }
    if walked.found == 0 {
        // The tutorial's program prints its total here too.
        if notation == Notation::Coordinates && !file {
            writer.finish(Some(0))?.finish()?;
        }
        return Ok(no_solution(board));
    }
    let whole = selection.limit.is_none_or(|limit| walked.found < limit);
    let finished = writer.finish(whole.then_some(walked.found))?;
    finished.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn write_board(writer: &mut Writer<Output>, columns: &[u32], fundamental: bool) -> io::Result<()> {
    if !fundamental {
        return writer.write_columns(columns.iter().copied());
    }
    let placement = Placement::from_columns(columns.iter().copied()).map_err(io::Error::other)?;
    let orbit_size = placement.orbit_size().map_err(io::Error::other)?;
    writer.write_fundamental(&placement, orbit_size)
}

/// Runs the search and passes the requested boards on.
fn walk(
    source: &Source,
    selection: Selection,
    each: &mut dyn FnMut(&[u32]) -> io::Result<()>,
) -> anyhow::Result<Walked> {
    let mut lister = Lister {
        selection,
        walked: Walked::default(),
        each,
    };
    match source {
        Source::Method(run) => {
            let each = &mut |columns: &[u32]| lister.solution(columns);
            let _ = run.visit_solutions(&interrupt::stop_requested, each);
        }
        Source::Completions(board) if board.size() > MAX_COMPLETED => {
            lister.large_completions(board)?;
        }
        Source::Completions(board) => lister.completions(board)?,
    }
    Ok(lister.walked)
}

#[derive(Default)]
struct Walked {
    found: u64,
    /// True if the time is up.
    is_late: bool,
    /// The error of a write.
    failed: Option<io::Error>,
}

struct Lister<'a> {
    selection: Selection,
    walked: Walked,
    each: &'a mut dyn FnMut(&[u32]) -> io::Result<()>,
}

impl Lister<'_> {
    fn completions(&mut self, board: &ConstrainedBoard) -> anyhow::Result<()> {
        let control = self.selection.control;
        let mut completions = board.completions()?;
        while !self.walked.is_late && !control.is_stopped() {
            match completions.advance(STEPS_PER_CHECK) {
                Advance::Solution(columns) if self.solution(columns).is_break() => break,
                Advance::Solution(_) | Advance::Paused => {}
                Advance::End => break,
            }
            self.walked.is_late = control.is_time_up();
        }
        Ok(())
    }

    /// Lists completions in the order in which they are found.
    fn large_completions(&mut self, board: &ConstrainedBoard) -> anyhow::Result<()> {
        let control = self.selection.control;
        let should_stop = || control.check().is_err();
        let flow = board.visit_completions(&should_stop, &mut |columns| {
            self.solution(columns)?;
            match should_stop() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        let is_cut = flow.is_break() && Some(self.walked.found) != self.selection.limit;
        self.walked.is_late = is_cut && control.is_time_up();
        Ok(())
    }

    fn solution(&mut self, columns: &[u32]) -> ControlFlow<()> {
        if self.selection.fundamental && !is_canonical(columns) {
            return ControlFlow::Continue(());
        }
        if let Err(error) = (self.each)(columns) {
            self.walked.failed = Some(error);
            return ControlFlow::Break(());
        }
        self.walked.found += 1;
        match Some(self.walked.found) == self.selection.limit {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    }
}
