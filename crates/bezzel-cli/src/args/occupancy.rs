//! Arguments of `bezzel occupancy`.

use std::path::PathBuf;

use bezzel_count::MAX_COUNT_SIZE;
use clap::{Args, ValueEnum};

use super::numbers::whole;
use super::{ConstraintArgs, Engines, OutputFile};

/// Count, for each square, the solutions with a queen on it.
///
/// Prints one line for each row of the board. Before that, bezzel checks that each row and each
/// column of the table adds up to the number of solutions. The count takes about 10 times as long
/// as `bezzel count N`. GPUs count only the number of all solutions; the CPU counts each square.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel occupancy 8\n  \
    bezzel occupancy 16 --format csv --output occupancy-16.csv\n  \
    bezzel occupancy 12 --svg heat-map.svg\n  \
    bezzel occupancy 12 --queen 0,0 --block 5,5     (of the solutions of this board)\n  \
    bezzel occupancy 22 --save occupancy-22.csv     (run it again to resume)")]
pub(crate) struct Occupancy {
    /// Number of queens, rows and columns: 0 to 32.
    #[arg(value_name = "N", value_parser = whole(0..=MAX_COUNT_SIZE), allow_negative_numbers = true)]
    #[arg(required_unless_present = "board_file")]
    pub(crate) n: Option<u32>,
    #[command(flatten)]
    pub(crate) engines: Engines,
    /// Count by two routes, which share no intermediate list, and compare. This takes twice as
    /// long.
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
    #[command(flatten)]
    pub(crate) output: OutputFile,
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
