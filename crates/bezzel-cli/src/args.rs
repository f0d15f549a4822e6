//! Command-line arguments: the commands, what several of them accept, and accepted values.

mod constraints;
mod numbers;

use std::path::PathBuf;

use bezzel::notation::Notation;
use bezzel_gpu::BackendSet;
use clap::{Args, Parser, Subcommand, ValueEnum};

use crate::commands::*;
use crate::language::Language;
use crate::named;
use crate::show;
pub(crate) use constraints::*;
pub(crate) use numbers::*;

/// Version, commit, compiler and target, determined by `build.rs`.
const VERSION: &str = concat!(
    env!("CARGO_PKG_VERSION"),
    "\ncommit: ",
    env!("BEZZEL_COMMIT"),
    "\ncompiler: ",
    env!("BEZZEL_COMPILER"),
    "\ntarget: ",
    env!("BEZZEL_TARGET"),
);

/// Solve the n-queens problem: count, list, check, judge, compare and watch.
///
/// Place n queens on an n×n board so that no two attack each other. Rows and columns are
/// numbered from 0 unless an option or a notation states otherwise.
#[derive(Debug, Parser)]
#[command(
    name = "bezzel",
    version,
    long_version = VERSION,
    max_term_width = 100,
    propagate_version = true,
    after_help = "Examples:\n  \
        bezzel count 12                       14200\n  \
        bezzel list 8 --fundamental           the 12 fundamental solutions\n  \
        bezzel list 6 --notation unicode      boards drawn in the terminal\n  \
        bezzel show 8 --method bitmask        step through a method, forwards and backwards\n  \
        bezzel compare 8 9 --plot times.svg   compare all methods\n  \
        bezzel first 1000000 | bezzel check   one solution for a million queens"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
    /// Language of sentences [default: the language of the variable LANG].
    // Read before the arguments are parsed: see `language`.
    #[arg(long, global = true, value_name = "LANG", value_enum)]
    pub(crate) lang: Option<Language>,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Count(count::Count),
    List(list::List),
    Complete(complete::Complete),
    Generate(generate::Generate),
    First(first::First),
    Random(random::Random),
    Occupancy(occupancy::OccupancyArgs),
    Check(check::Check),
    Judge(judge::Judge),
    Compare(compare::Compare),
    Puzzle(puzzle::PuzzleArgs),
    Show(show::Show),
    Methods(methods::Methods),
    Backends(backends::Backends),
    Bench(bench::Bench),
    #[cfg(feature = "serve")]
    Serve(serve::Serve),
    Ledger(ledger::LedgerArgs),
    Work(work::Work),
    Completions(shell_files::Completions),
    Man(shell_files::Man),
}

/// Notation and destination of boards.
#[derive(Debug, Args)]
pub(crate) struct Writing {
    /// Notation of the boards [default: positions].
    #[arg(long, short, value_name = "NOTATION", value_parser = named::notation())]
    #[arg(hide_possible_values = true, long_help = notations("positions"))]
    pub(crate) notation: Option<Notation>,
    /// Number the columns from 1 (only for `positions`).
    #[arg(long)]
    pub(crate) one_based: bool,
    /// Draw the lines of attack (only for `svg`).
    #[arg(long)]
    pub(crate) attack_lines: bool,
    #[command(flatten)]
    pub(crate) output: OutputFile,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Returns the help of `--notation`.
fn notations(default: &str) -> String {
    format!(
        "Notation of the boards [default: {default}]:\n\
         - positions: the column of each row, from 0: 1 3 0 2\n\
         - coordinates: pairs (x, y) from 1, and a board with x downwards: (2, 1)(4, 2)…\n\
         - grid: a line of '.' and 'Q' for each row\n\
         - leetcode: the lists of strings of LeetCode 51: [[\".Q..\",…]]; check also reads [1,3,0,2]\n\
         - json: an object for each board: {{\"n\":4,\"queens\":[1,3,0,2],…}}\n\
         - unicode: a chequered board for the terminal\n\
         - svg: a picture\n\
         - fen: one string in the FEN notation of chess programs: 1Q2/3Q/Q3/2Q1"
    )
}

/// Engines of a run.
#[derive(Debug, Args)]
pub(crate) struct Engines {
    #[arg(long, short, value_name = "T", help = threads_help(), value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<u32>,
    #[arg(long, value_name = "BACKEND", help = backend_help(), value_parser = named::backends())]
    pub(crate) backend: Option<BackendSet>,
}

/// Format of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum TableFormat {
    Text,
    Csv,
    Json,
}

/// The file to which a command writes its data.
#[derive(Debug, Args)]
pub(crate) struct OutputFile {
    /// Write to this file, which appears only when it is complete (- for stdout).
    #[arg(id = "output", long = "output", short, value_name = "FILE")]
    pub(crate) path: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

/// Permission to replace an output file.
#[derive(Debug, Args)]
pub(crate) struct Force {
    /// Replace the output file if it exists.
    #[arg(long)]
    pub(crate) force: bool,
}

/// The output format of a command without tables.
#[derive(Debug, Args)]
pub(crate) struct Format {
    /// Output format: text, or JSON as described in docs/json.md.
    #[arg(long, value_enum, default_value_t = OutputFormat::Text)]
    pub(crate) format: OutputFormat,
}

impl Format {
    pub(crate) fn is_json(&self) -> bool {
        self.format == OutputFormat::Json
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum OutputFormat {
    Text,
    Json,
}
