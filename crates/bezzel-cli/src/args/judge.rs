//! Arguments of `bezzel judge`.

use std::ffi::OsString;
use std::path::PathBuf;
use std::time::Duration;

use bezzel_judge::Mode;
use clap::Args;

use super::numbers::{at_least_one, time, whole};
use super::{Force, Format};

/// Judge a program that solves n queens.
///
/// Runs the program for n = 1, 2, 3, …, with n as the last argument and on standard input, and
/// judges what it prints: the number of solutions, or solutions in any usual form. bezzel names
/// each bug with its line and, if a common bug explains all outputs, the likely cause. The exit
/// code is 1 if the program is wrong.
///
/// Programs run with your rights. bezzel kills a program that exceeds a limit, but nothing isolates
/// it. Run programs that you do not trust in a container.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel judge -- python3 queens.py\n  \
    bezzel judge -- ./queens --size {N}            ({N} is replaced by the number)\n  \
    bezzel judge --one --to 20 -- node queens.js\n  \
    bezzel judge --each 'submissions/*/run.sh'\n  \
    bezzel judge --each 'submissions/*.py' -- python3 {file}\n  \
    bezzel judge --leetcode Solution.java\n  \
    bezzel judge --trace moves.txt -- python3 queens.py && bezzel show --trace moves.txt")]
pub(crate) struct Judge {
    /// Command to run. {N} in it is replaced by the number of queens, {file} by a file of --each.
    #[arg(value_name = "COMMAND", last = true, required_unless_present_any = ["each", "leetcode"])]
    pub(crate) command: Vec<OsString>,
    /// Expect one solution of each set of rotated and reflected solutions, or their number.
    #[arg(long, short, conflicts_with = "one")]
    pub(crate) fundamental: bool,
    /// Expect any one solution.
    #[arg(long)]
    pub(crate) one: bool,
    /// Judge each file that matches, as a program, or as {file} in the command.
    #[arg(long, value_name = "GLOB")]
    pub(crate) each: Option<String>,
    /// Judge an answer to LeetCode 51 or 52: call its totalNQueens or solveNQueens as LeetCode
    /// does.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["command", "each", "fundamental", "one", "trace", "least", "to"])]
    pub(crate) leetcode: Option<PathBuf>,
    /// Largest n (1 to 16) for which exceeding a limit makes the program wrong [default: 6].
    #[arg(long, value_name = "N", value_parser = whole(1..=16), allow_negative_numbers = true)]
    pub(crate) least: Option<u32>,
    /// Largest n to judge, 1 to 32.
    #[arg(long, value_name = "N", value_parser = whole(1..=32), default_value_t = 16, allow_negative_numbers = true)]
    pub(crate) to: u32,
    /// Time limit for one n. After a run of more than a second, bezzel tries no larger n
    /// [default: 10s].
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    pub(crate) time_limit: Option<Duration>,
    /// Memory of the program and all its processes, in MiB.
    #[arg(long, value_name = "MIB", value_parser = at_least_one, default_value_t = 1024, allow_negative_numbers = true)]
    pub(crate) memory_limit: u64,
    /// Output for one n, and size of each file that it writes, in MiB.
    #[arg(long, value_name = "MIB", value_parser = at_least_one, default_value_t = 64, allow_negative_numbers = true)]
    pub(crate) output_limit: u64,
    /// Number of processes at the same time.
    #[arg(long, value_name = "K", value_parser = at_least_one, default_value_t = 64, allow_negative_numbers = true)]
    pub(crate) process_limit: u64,
    /// Write the moves that the program reports, for the largest n up to 8, to this file. If it reports none and is in
    /// Python, write each line that it runs with its variables, for the largest n up to 6.
    #[arg(long, value_name = "FILE", conflicts_with = "each")]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
    #[command(flatten)]
    pub(crate) format: Format,
}

impl Judge {
    /// Returns the expected output.
    pub(crate) fn mode(&self) -> Mode {
        match (self.fundamental, self.one) {
            (true, _) => Mode::Fundamental,
            (_, true) => Mode::One,
            _ => Mode::All,
        }
    }
}
