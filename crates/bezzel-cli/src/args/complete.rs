//! Arguments of `complete`.

use std::time::Duration;

use bezzel::MAX_COVERED_SIZE;
use clap::Args;

use super::{ConstraintArgs, Writing, at_least_one, sizes_to, time};

/// Complete a board, or prove that it has no completion.
///
/// A completion is a solution that contains the given queens and avoids the blocked squares. Prints
/// one completion; the exit code is 1 if there is none. bezzel searches boards up to n = 32 with
/// bit masks, and larger boards, up to n = 1000, with a local search and exact cover.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel complete 8 --queen 0,3 --queen 2,2\n  \
    bezzel complete 8 --queen 0,0 --all\n  \
    bezzel complete --board board.txt --unique\n  \
    bezzel complete 6 --queen 0,0 --why            (a proof that there is none)\n  \
    bezzel complete 200 --queen 0,0 --time-limit 10s")]
pub(crate) struct Complete {
    /// Number of queens, rows and columns: 0 to 1000.
    #[arg(value_name = "N", value_parser = sizes_to(MAX_COVERED_SIZE), allow_negative_numbers = true)]
    #[arg(required_unless_present = "board_file")]
    pub(crate) n: Option<u32>,
    /// Print all completions, in lexicographic order up to n = 32.
    #[arg(long)]
    pub(crate) all: bool,
    /// Stop after K completions of --all, from 1.
    #[arg(long, short, value_name = "K", value_parser = at_least_one)]
    #[arg(allow_negative_numbers = true, requires = "all")]
    pub(crate) limit: Option<u64>,
    /// Check that there is exactly one completion. Prints it (exit code 0), or prints two
    /// completions, or says that there is none (exit code 1).
    #[arg(long, conflicts_with_all = ["all", "why"])]
    pub(crate) unique: bool,
    /// Explain why there is no completion, step by step (n up to 32).
    #[arg(long, conflicts_with = "all")]
    pub(crate) why: bool,
    /// Stop after TIME, which includes reading the board: seconds, or a time such as 90s or 5m.
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,
    #[command(flatten)]
    pub(crate) writing: Writing,
}
