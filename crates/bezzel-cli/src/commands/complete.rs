//! `bezzel complete`: one completion of a board, all, exactly one, or a proof that no completion exists.

use std::ops::ControlFlow;
use std::time::{Duration, Instant};

use anyhow::bail;
use bezzel::proof::{NoProof, Proof};
use bezzel::{ConstrainedBoard, MAX_COVERED_SIZE, counted};
use bezzel_run::Control;
use clap::Args;
use serde::Serialize;

use super::board_output;
use super::constraints::no_solution;
use super::list::{self, Listing};
use crate::args::{ConstraintArgs, Writing, at_least_one, time, whole};
use crate::exit::ExitCode;
use crate::interrupt::{self, Interrupted};
use crate::language::{either, sentence};
use crate::output::{self, write_note};

/// Complete a board, or prove that it has no completion.
///
/// A completion is a solution that contains the given queens and avoids the blocked squares. bezzel
/// prints one completion. The exit code is 1 if no completion exists. bezzel searches boards up to n = 32
/// with bit masks, and larger boards, up to n = 1000, with a local search and exact cover.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel complete 8 --queen 0,3 --queen 2,2\n  \
    bezzel complete 8 --queen 0,0 --all\n  \
    bezzel complete --board board.txt --unique\n  \
    bezzel complete 6 --queen 0,0 --why            (a proof that no completion exists)\n  \
    bezzel complete 200 --queen 0,0 --time-limit 10s")]
pub(crate) struct Complete {
    /// Number of queens, rows and columns: 0 to 1000.
    #[arg(value_name = "N", value_parser = whole(0..=MAX_COVERED_SIZE), allow_negative_numbers = true)]
    #[arg(required_unless_present = "board_file")]
    n: Option<u32>,
    /// Print all completions, in lexicographic order up to n = 32.
    #[arg(long)]
    all: bool,
    /// With --all: stop after K completions.
    #[arg(long, short, value_name = "K", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true, requires = "all")]
    limit: Option<u64>,
    /// Check that there is exactly one completion. If so, bezzel prints it, and the exit code is 0.
    /// Otherwise, it prints two completions or says that no completion exists, and the exit code is 1.
    #[arg(long, conflicts_with_all = ["all", "why"])]
    unique: bool,
    /// Explain why there is no completion, step by step (n up to 32).
    #[arg(long, conflicts_with = "all")]
    why: bool,
    /// Stop after TIME: seconds, or a time such as 90s or 5m. The time to read the board counts, too.
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
    #[command(flatten)]
    constraints: ConstraintArgs,
    #[command(flatten)]
    writing: Writing,
}

#[derive(Serialize)]
struct Uniqueness {
    n: u32,
    unique: bool,
    /// At most two.
    completions: Vec<Vec<u32>>,
}

#[derive(Serialize)]
struct Explanation {
    n: u32,
    queens: Option<Vec<u32>>,
    proof: Option<Proof>,
}

pub(crate) fn run(args: &Complete) -> anyhow::Result<ExitCode> {
    // The time limit includes the time to read the board.
    let end = args
        .time_limit
        .and_then(|time| Instant::now().checked_add(time));
    let board = args.constraints.board(args.n)?;
    let control = interrupt::control().until(end);
    let n = board.size();
    list::check_completed(n)?;
    if args.all {
        let listing = Listing {
            board: &board,
            method: None,
            fundamental: false,
            limit: args.limit,
            control,
        };
        return list::write(&listing, &args.writing);
    }
    // Fails before the search rather than after it.
    board_output::notation(&args.writing, n)?;
    if args.why {
        return why(&board, control, &args.writing);
    }
    if args.unique {
        return unique(&board, control, &args.writing);
    }
    let found = find(&board, 1, control)?;
    if found.is_empty() {
        return Ok(no_solution(&board));
    }
    write(&found, n, &args.writing)?;
    Ok(ExitCode::SUCCESS)
}

/// Finds some completions, or all if there are fewer.
fn find(board: &ConstrainedBoard, limit: usize, control: Control) -> anyhow::Result<Vec<Vec<u32>>> {
    let should_stop = || control.check().is_err();
    let mut found = Vec::new();
    let flow = board.visit_completions(&should_stop, &mut |columns| {
        found.push(columns.to_vec());
        match found.len() < limit {
            true => ControlFlow::Continue(()),
            false => ControlFlow::Break(()),
        }
    })?;
    if flow.is_break() && found.len() < limit {
        let (found, some) = (found.len(), counted(found.len() as u64, "completion"));
        if interrupt::stop_requested() {
            bail!(Interrupted(Some(format!("{some} found"))));
        }
        bail!(either!(
            "found {some} within the time limit, but there may be others: raise --time-limit",
            "限定时间内找到 {found} 种补全方案，还不能确定是否全部找到；请增大 --time-limit"
        ));
    }
    Ok(found)
}

/// Says that the time limit ended a search.
pub(super) fn late() -> String {
    either!(
        "expected an answer within the time limit, found none: raise --time-limit",
        "限定时间内没有得出答案，请增大 --time-limit"
    )
}

fn write(boards: &[Vec<u32>], n: u32, args: &Writing) -> anyhow::Result<()> {
    let notation = board_output::notation(args, n)?;
    board_output::write(args, args.output.open()?, notation, boards, false)
}

fn unique(board: &ConstrainedBoard, control: Control, args: &Writing) -> anyhow::Result<ExitCode> {
    let n = board.size();
    let found = find(board, 2, control)?;
    let unique = found.len() == 1;
    if args.format.is_json() {
        let report = Uniqueness {
            n,
            unique,
            completions: found.clone(),
        };
        output::print_json(&report)?;
    } else if !found.is_empty() {
        write(&found, n, args)?;
    }
    match found.len() {
        0 => return Ok(no_solution(board)),
        1 => write_note(either!(
            "unique: the board has exactly one completion",
            "唯一：棋盘只有一种补全方案"
        )),
        _ => write_note(either!(
            "not unique: the board has several completions, two of them above",
            "不唯一：棋盘有多种补全方案，上面是其中两种"
        )),
    }
    Ok(ExitCode::of_answer(unique))
}

fn why(board: &ConstrainedBoard, control: Control, args: &Writing) -> anyhow::Result<ExitCode> {
    let n = board.size();
    let should_stop = || control.check().is_err();
    let (queens, proof) = match board.prove_impossible(&should_stop) {
        Ok(proof) => (None, Some(proof)),
        Err(NoProof::Completion(columns)) => (Some(columns), None),
        Err(NoProof::Stopped) => {
            interrupt::check()?;
            bail!(late());
        }
        Err(error) => return Err(error.into()),
    };
    let is_impossible = proof.is_some();
    if args.format.is_json() {
        let report = Explanation { n, queens, proof };
        output::print_json(&report)?;
    } else if let Some(proof) = &proof {
        output::print(sentence(0, &proof.text()))?;
    } else if let Some(columns) = &queens {
        write(std::slice::from_ref(columns), n, args)?;
        write_note(either!(
            "the board has a completion, so there is nothing to prove",
            "棋盘有补全方案，所以不能证明无解"
        ));
    }
    Ok(ExitCode::of_answer(!is_impossible))
}
