//! Arguments of `bezzel random`.

use bezzel_run::{MAX_QUEENS, RandomMethod};
use clap::{Args, ValueEnum};

use super::{ConstraintArgs, Engines, Writing, sizes_to, whole, whole_number};

/// Draw random solutions.
///
/// Up to n = 20, every solution is equally likely, and bezzel counts the solutions first. For larger
/// n, a randomised local search (min-conflicts) finds solutions in linear time, and some solutions
/// are more likely than others. With placed queens or blocked squares, every completion of the board
/// is equally likely, for n up to 32. If the count would take more than an hour of CPU time, bezzel
/// starts it only with `--method uniform`. GPUs take part in the count, but the CPU draws. The exit
/// code is 1 if there is no solution.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel random 8 --notation unicode\n  \
    bezzel random 16 --count 1000 --seed 1\n  \
    bezzel random 12 --queen 0,0 --block 5,5\n  \
    bezzel random 1000000 | bezzel check")]
pub(crate) struct Random {
    /// Number of queens, rows and columns.
    #[arg(value_name = "N", value_parser = sizes_to(MAX_QUEENS), allow_negative_numbers = true)]
    #[arg(required_unless_present = "board_file")]
    pub(crate) n: Option<u32>,
    /// Number of solutions, 1 to 1000000.
    #[arg(long, short, value_name = "K", default_value_t = 1, value_parser = whole(1..=1_000_000), allow_negative_numbers = true)]
    pub(crate) count: u32,
    /// Seed; the same seed and method give the same solutions, whatever the backend and the number of
    /// threads [default: random].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Method [default: uniform up to n = 20 and with constraints, otherwise min-conflicts].
    #[arg(long, short, value_name = "METHOD", value_enum)]
    pub(crate) method: Option<DrawMethod>,
    #[command(flatten)]
    pub(crate) engines: Engines,
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,
    #[command(flatten)]
    pub(crate) writing: Writing,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DrawMethod {
    Uniform,
    MinConflicts,
}

impl From<DrawMethod> for RandomMethod {
    fn from(method: DrawMethod) -> Self {
        match method {
            DrawMethod::Uniform => Self::Uniform,
            DrawMethod::MinConflicts => Self::MinConflicts,
        }
    }
}
