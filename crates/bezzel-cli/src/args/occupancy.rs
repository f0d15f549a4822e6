//! Arguments of `bezzel occupancy`.

use std::path::PathBuf;

use bezzel_count::MAX_COUNT_SIZE;
use bezzel_gpu::BackendSet;
use clap::{Args, ValueEnum};

use super::ConstraintArgs;
#[cfg(feature = "plot")]
use super::Force;
use super::numbers::whole;
use crate::named;

/// Count, for each square, the solutions with a queen on it.
///
/// Prints one line a row. Before anything is printed, every row and every column must add up to
/// the number of solutions, and the black squares to the queens of the count by colour. Takes about
/// 10 times as long as `bezzel count N`. With placed queens or blocked squares, the exit code is 1 if
/// there is no solution.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel occupancy 8\n  \
    bezzel occupancy 16 --format csv > occupancy-16.csv\n  \
    bezzel occupancy 12 --svg heat-map.svg\n  \
    bezzel occupancy 12 --queen 0,0 --block 5,5     (of the solutions of this board)\n  \
    bezzel occupancy 22 --save occupancy-22.csv     (run it again to resume)")]
pub(crate) struct Occupancy {
    /// Number of queens, rows and columns: 0 to 32.
    #[arg(value_name = "N", value_parser = whole(0..=MAX_COUNT_SIZE), allow_negative_numbers = true)]
    #[arg(required_unless_present = "board_file")]
    pub(crate) n: Option<u32>,
    /// Number of CPU threads, 1 to 1024 [default: all].
    #[arg(long, short, value_name = "T", value_parser = whole(1..=1024), allow_negative_numbers = true)]
    pub(crate) threads: Option<u32>,
    /// Backends of the record counter, as for `bezzel count` [default: the fastest CPU backend]. GPUs
    /// count the total only.
    #[arg(long, value_name = "BACKEND", value_parser = named::backends())]
    pub(crate) backend: Option<BackendSet>,
    /// Count by two routes, which share no intermediate result, and compare. Takes twice as long.
    #[arg(long)]
    pub(crate) double_check: bool,
    /// Store the sums of the finished parts in FILE and resume from it.
    #[arg(long, value_name = "FILE")]
    pub(crate) save: Option<PathBuf>,
    /// Also print the solutions by number of queens on squares whose row + column is even.
    #[arg(long)]
    pub(crate) by_colour: bool,
    /// Draw a heat map in this SVG file.
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    #[cfg(feature = "plot")]
    #[command(flatten)]
    pub(crate) force: Force,
    /// Output format: text, CSV (row,column,solutions), or JSON as described in docs/json.md.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,
}

/// Format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Text,
    Csv,
    Json,
}
