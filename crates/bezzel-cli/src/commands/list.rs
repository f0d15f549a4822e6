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
use clap::Args;

use super::board_output;
use super::constraints::no_solution;
use crate::args::{ConstraintArgs, Writing, at_least_one, method_size};
use crate::exit::ExitCode;
use crate::interrupt::{self, Interrupted};
use crate::language::either;
use crate::named;
use crate::output::Output;
use crate::progress::ProgressLine;

/// Steps of the search between two checks for Ctrl-C.
const STEPS_PER_CHECK: u64 = 1 << 16;

/// What to list of a board.
pub(super) struct Listing<'a> {
    pub(super) board: &'a ConstrainedBoard,
    /// The solutions that a method finds, in its order; without one, the completions of the board, up to
    /// n = 32 in lexicographic order.
    pub(super) method: Option<Run>,
    pub(super) fundamental: bool,
    pub(super) limit: Option<u64>,
    pub(super) control: Control<'static>,
}

/// List the solutions.
///
/// bezzel prints the solutions in the order in which the method finds them. With the default
/// method, this is the lexicographic order. The exit code is 1 if there is no solution. With
/// `--notation svg`, bezzel searches twice, because the size of the picture depends on the number
/// of solutions.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel list 8 --limit 3\n  \
    bezzel list 8 --fundamental --notation unicode\n  \
    bezzel list 8 --notation svg --output boards.svg\n  \
    bezzel list 8 --queen 0,3 --block 1,0\n  \
    bezzel list 16 | head")]
pub(crate) struct List {
    /// Number of queens, rows and columns.
    #[arg(value_name = "N", value_parser = method_size, allow_negative_numbers = true)]
    #[arg(required_unless_present = "board_file")]
    n: Option<u32>,
    /// Stop after K boards.
    #[arg(long, short, value_name = "K", value_parser = at_least_one, allow_negative_numbers = true)]
    limit: Option<u64>,
    /// List only fundamental solutions: the lexicographically smallest one of each set of rotated
    /// and reflected solutions. The board must be empty.
    #[arg(long, short)]
    fundamental: bool,
    /// Search by this method [default: bitmask]; `bezzel methods` lists them. Only bitmask searches
    /// boards with placed queens or blocked squares.
    #[arg(long, short, value_name = "METHOD", value_parser = named::counting_method())]
    method: Option<Method>,
    #[command(flatten)]
    constraints: ConstraintArgs,
    #[command(flatten)]
    writing: Writing,
}

pub(crate) fn run(args: &List) -> anyhow::Result<ExitCode> {
    let board = &args.constraints.board(args.n)?;
    if args.fundamental && !board.is_unconstrained() {
        bail!(not_empty());
    }
    let method = match args.method {
        None if !board.is_unconstrained() => None,
        method => {
            let method = method.unwrap_or(Method::Bitmask);
            method.check_count(board.size())?;
            Some(Run::new(method, board)?)
        }
    };
    let listing = Listing {
        board,
        method,
        fundamental: args.fundamental,
        limit: args.limit,
        control: interrupt::control(),
    };
    write(&listing, &args.writing)
}

/// The error of `--fundamental` with constraints.
pub(crate) fn not_empty() -> anyhow::Error {
    anyhow!(either!(
        "expected an empty board with --fundamental, found placed queens or blocked squares",
        "--fundamental 只用于空棋盘，这个棋盘有给定的皇后或禁用的格子"
    ))
}

/// Fails if a board of n rows is too large for a search for its completions.
pub(super) fn check_completed(n: u32) -> anyhow::Result<()> {
    if n > MAX_COVERED_SIZE {
        bail!(either!(
            "expected n from 0 to {MAX_COVERED_SIZE} for completing a board, found {n}",
            "补全棋盘时 n 应为 0 到 {MAX_COVERED_SIZE}，实际为 {n}"
        ));
    }
    Ok(())
}

/// Writes the solutions of a board.
pub(super) fn write(listing: &Listing<'_>, args: &Writing) -> anyhow::Result<ExitCode> {
    let board = listing.board;
    let notation = board_output::notation(args, board.size())?;
    let boards = match notation {
        // A gallery is laid out before its first board is drawn.
        Notation::Svg => walk(listing, &mut |_| Ok(()))?.found,
        _ => 0,
    };
    if listing.method.is_none() {
        // Fails before a file is opened.
        check_completed(board.size())?;
    }
    let file = args.output.path.is_some();
    let mut writer = board_output::writer(args, args.output.open()?, notation, boards);
    let mut progress = (file || !io::stdout().is_terminal())
        .then(|| ProgressLine::new(either!("listing", "正在列出")));
    let walked = walk(listing, &mut |columns| {
        write_board(&mut writer, columns, listing.fundamental)?;
        let written = writer.written();
        // Reading the clock for each board would be slow.
        if let Some(progress) = progress.as_mut().filter(|_| written.is_multiple_of(1024)) {
            progress.show(None, written.into(), "board");
        }
        Ok(())
    })?;
    drop(progress);
    let nothing = match file {
        true => either!(", no file was written", "，没有写出文件"),
        false => String::new(),
    };
    if interrupt::stop_requested() {
        let found = walked.found;
        bail!(Interrupted(Some(either!(
            "{boards} found{nothing}",
            "已找到 {found} 个解{nothing}",
            boards = counted(found, "board")
        ))));
    }
    if let Some(error) = walked.failed {
        return Err(error.into());
    }
    if walked.is_late {
        if !file {
            writer.finish(None)?.finish()?;
        }
        let found = walked.found;
        bail!(either!(
            "expected all boards within the time limit, found {found} of them{nothing}: raise \
             --time-limit",
            "限定时间内只找到 {found} 个解{nothing}；请增大 --time-limit"
        ));
    }
    if walked.found == 0 {
        // The tutorial's program prints its total here too.
        if notation == Notation::Coordinates && !file {
            writer.finish(Some(0))?.finish()?;
        }
        return Ok(no_solution(board));
    }
    let whole = listing.limit.is_none_or(|limit| walked.found < limit);
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

#[derive(Default)]
struct Walked {
    found: u64,
    /// True if the time is up.
    is_late: bool,
    /// The error of a write.
    failed: Option<io::Error>,
}

/// Runs the search and passes the requested boards on.
fn walk(
    listing: &Listing<'_>,
    each: &mut dyn FnMut(&[u32]) -> io::Result<()>,
) -> anyhow::Result<Walked> {
    let Listing { board, control, .. } = listing;
    let mut walked = Walked::default();
    let mut solution = |columns: &[u32]| {
        if listing.fundamental && !is_canonical(columns) {
            return ControlFlow::Continue(());
        }
        if let Err(error) = each(columns) {
            walked.failed = Some(error);
            return ControlFlow::Break(());
        }
        walked.found += 1;
        match Some(walked.found) == listing.limit {
            true => ControlFlow::Break(()),
            false => ControlFlow::Continue(()),
        }
    };
    if let Some(run) = &listing.method {
        let _ = run.visit_solutions(&interrupt::stop_requested, &mut solution);
    } else if board.size() > MAX_COMPLETED {
        let should_stop = || control.check().is_err();
        let flow = board.visit_completions(&should_stop, &mut |columns| {
            solution(columns)?;
            match should_stop() {
                true => ControlFlow::Break(()),
                false => ControlFlow::Continue(()),
            }
        })?;
        let is_cut = flow.is_break() && Some(walked.found) != listing.limit;
        walked.is_late = is_cut && control.is_time_up();
    } else {
        let mut completions = board.completions()?;
        let mut is_late = false;
        while !is_late && !control.is_stopped() {
            match completions.advance(STEPS_PER_CHECK) {
                Advance::Solution(columns) if solution(columns).is_break() => break,
                Advance::Solution(_) | Advance::Paused => {}
                Advance::End => break,
            }
            is_late = control.is_time_up();
        }
        walked.is_late = is_late;
    }
    Ok(walked)
}
