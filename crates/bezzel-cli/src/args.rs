//! The flags: what can be asked, and the values that are accepted.

#[cfg(feature = "serve")]
use std::net::IpAddr;
mod campaign;

use std::path::PathBuf;

use bezzel::MAX_SIZE;
use bezzel::methods::Method;
use bezzel::notation::Notation;
use bezzel_gpu::BackendSet;
#[cfg(feature = "serve")]
use bezzel_server::Token;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::named;
pub(crate) use campaign::*;

/// The n queens problem: count, list, check, compare and watch.
///
/// In how many ways can n queens stand on an n×n board so that none attacks another?
/// Numbers of rows and columns count from 0 unless a flag or a notation says otherwise.
#[derive(Debug, Parser)]
#[command(
    name = "bezzel",
    version,
    long_version = crate::version::long(),
    max_term_width = 100,
    propagate_version = true,
    after_help = "Examples:\n  \
        bezzel count 12                       14200\n  \
        bezzel list 8 --fundamental           the 12 essentially different boards\n  \
        bezzel list 6 --notation unicode      boards for the terminal\n  \
        bezzel show 8 --method bitmask        watch a method, forwards and backwards\n  \
        bezzel compare 8 9 --plot times.svg   all methods against each other\n  \
        bezzel first 1000000 | bezzel check   one solution for a million queens"
)]
pub(crate) struct Cli {
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    Count(Count),
    List(List),
    First(First),
    Check(Check),
    Compare(Compare),
    #[cfg(feature = "show")]
    Show(Show),
    Methods(Methods),
    Bench(Bench),
    #[cfg(feature = "serve")]
    Serve(Serve),
    Campaign(Campaign),
    Work(Work),
    Completions(Completions),
    Man(Man),
}

/// Count the solutions.
///
/// Prints the number on stdout; time, rate, method and threads on stderr. From n = 12 on the
/// record counter is used, which counts by colour, up to n = 32; `--method` chooses one of the
/// classic methods instead.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel count 12\n  \
    bezzel count 10 --unique\n  \
    bezzel count 14 --method linked-columns --threads 1 --format json\n  \
    bezzel count 22 --save q22.bezzel       (the same command goes on where it stopped)\n  \
    bezzel count 27 --sample 20             (what it would give, and take)\n  \
    bezzel count 22 --backend cuda          (on all graphics cards)\n  \
    bezzel count 18 --by-colour --double-check")]
pub(crate) struct Count {
    #[command(flatten)]
    pub(crate) board: Board,
    /// The method [default: the fastest for this n]. See `bezzel methods`.
    #[arg(long, short, value_name = "METHOD", value_parser = named::method())]
    pub(crate) method: Option<Method>,
    /// Threads of the processor, 1 to 1024 [default: all].
    #[arg(long, short, value_name = "T", value_parser = clap::value_parser!(u32).range(1..=1024))]
    pub(crate) threads: Option<u32>,
    /// Also count fundamental solutions (up to turns and mirrors) and their symmetry classes.
    #[arg(long)]
    pub(crate) unique: bool,
    #[command(flatten)]
    pub(crate) record: Record,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// What only the record counter can do.
#[derive(Debug, Args)]
#[command(next_help_heading = "Record counter")]
pub(crate) struct Record {
    /// What counts: a vector unit of the processor [default: its fastest], graphics cards (all, or
    /// one as cuda:0), or several with commas, as cuda,avx512.
    #[arg(long, value_name = "BACKEND", value_parser = named::backends(), conflicts_with = "method")]
    pub(crate) backend: Option<BackendSet>,
    /// Keep what is counted in this file, and go on from it: a campaign of one machine.
    #[arg(long, value_name = "FILE", conflicts_with = "method")]
    pub(crate) save: Option<PathBuf>,
    /// Count every unit a second time with rows and columns exchanged.
    #[arg(long, conflicts_with = "method")]
    pub(crate) double_check: bool,
    /// Also give the solutions by number of queens on black squares.
    #[arg(long, conflicts_with = "method")]
    pub(crate) by_colour: bool,
    /// Count only K random units, or 'all', and estimate solutions and time of the whole.
    #[arg(
        long,
        value_name = "K",
        value_parser = sample_size,
        allow_negative_numbers = true,
        conflicts_with_all = ["method", "save", "double_check", "by_colour", "unique"]
    )]
    pub(crate) sample: Option<u64>,
    /// The seed of the sample [default: another one each time].
    #[arg(long, value_name = "SEED", requires = "sample")]
    pub(crate) seed: Option<u64>,
}

/// List the solutions, or one of each orbit.
///
/// Solutions come in the method's natural order (for the default method: lexicographic). A
/// gallery (svg) is laid out first, so that all boards are found twice.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel list 8 --limit 3\n  \
    bezzel list 8 --fundamental --notation unicode\n  \
    bezzel list 8 --notation svg --output boards.svg\n  \
    bezzel list 16 | head")]
pub(crate) struct List {
    #[command(flatten)]
    pub(crate) board: Board,
    /// Stop after K boards.
    #[arg(long, short, value_name = "K", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// Only fundamental solutions: the least board of each orbit of turns and mirrors.
    #[arg(long, short)]
    pub(crate) fundamental: bool,
    /// The method that searches [default: bitmask].
    #[arg(long, short, value_name = "METHOD", value_parser = named::method())]
    pub(crate) method: Option<Method>,
    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// Print one solution for any n, by an explicit construction.
///
/// Works up to n = 2147483647 in constant memory. For n = 2 and n = 3 none exists.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel first 8 --notation unicode\n  \
    bezzel first 100000000 | bezzel check")]
pub(crate) struct First {
    #[command(flatten)]
    pub(crate) board: Board,
    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// Check boards: is each one a solution, and if not, which queens attack each other?
///
/// Reads whatever `list` writes. Each board gets a line; exit code 1 if any board is wrong.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel list 8 --notation grid | bezzel check\n  \
    echo '0 4 7 5 2 6 3 1' | bezzel check\n  \
    bezzel check boards.svg --format json")]
pub(crate) struct Check {
    /// The file to read, or - for stdin.
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// How the boards are written [default: guessed from the beginning].
    #[arg(long, short, value_name = "NOTATION", value_parser = named::notation())]
    pub(crate) notation: Option<Notation>,
    /// Columns of `positions` count from 1.
    #[arg(long)]
    pub(crate) one_based: bool,
    /// Accept boards that lack queens as long as no two attack each other.
    #[arg(long)]
    pub(crate) partial: bool,
    /// Print only wrong boards and the summary.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Compare methods on the same boards, in one interleaved run.
///
/// Gives count, median time, ratio to the fastest and work counters for each method and n,
/// and what the tutorials claim about them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel compare 8 9\n  \
    bezzel compare 8 10 12 --methods bitmask,linked-columns --plot times.svg")]
pub(crate) struct Compare {
    /// Numbers of queens.
    #[arg(value_name = "N", required = true, value_parser = board_size, allow_negative_numbers = true)]
    pub(crate) sizes: Vec<u32>,
    /// The methods, separated by commas [default: all].
    #[arg(long, short, value_name = "METHODS", value_delimiter = ',', value_parser = named::method())]
    pub(crate) methods: Vec<Method>,
    /// How often each is timed, 1 to 1000.
    #[arg(long, short, value_name = "K", default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) repeat: u32,
    /// Skip what would take longer than this for one run, in seconds. The work is counted in
    /// one more run of each method, which is slower.
    #[arg(long, short, value_name = "SECONDS", default_value = "10", value_parser = seconds, allow_negative_numbers = true)]
    pub(crate) budget: f64,
    /// Draw time against n into this SVG file.
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[cfg(feature = "plot")]
    #[command(flatten)]
    pub(crate) force: Force,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Watch a method step by step in the terminal, forwards and backwards.
///
/// Without a terminal the first steps are printed as text.
#[cfg(feature = "show")]
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel show 8\n  \
    bezzel show 6 --method linked-columns\n  \
    bezzel show 5 --method slope-test | head -40")]
pub(crate) struct Show {
    #[command(flatten)]
    pub(crate) board: Board,
    /// The method to watch.
    #[arg(long, short, value_name = "METHOD", default_value = "bitmask", value_parser = named::method())]
    pub(crate) method: Method,
    /// Without a terminal: how many steps to print.
    #[arg(long, short, value_name = "K", default_value_t = 20)]
    pub(crate) steps: usize,
}

/// Show the table of methods.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel methods --format json")]
pub(crate) struct Methods {
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Measure the record counter on fixed units of n = 18 … 28.
///
/// Each unit is counted by both routes, which must agree. The result is joined pairs per
/// second and nanoseconds per joined pair, on one thread or on graphics cards.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        bezzel bench\n  \
        bezzel bench 20 24 --backend avx2 --format json\n  \
        bezzel bench --list                    (the backends that there are)\n  \
        bezzel bench 24 --backend cuda:0")]
pub(crate) struct Bench {
    /// Numbers of queens, 4 to 32 [default: 18 to 28].
    #[arg(value_name = "N", value_parser = clap::value_parser!(u32).range(4..=32), allow_negative_numbers = true)]
    pub(crate) sizes: Vec<u32>,
    /// How many units of each n, 1 to 1000 [default: 3, or as many as cards count at once].
    #[arg(long, short, value_name = "K", value_parser = clap::value_parser!(u32).range(1..=1000))]
    pub(crate) units: Option<u32>,
    /// What counts: a vector unit of the processor [default: its fastest], or graphics cards.
    #[arg(long, value_name = "BACKEND", value_parser = named::backends())]
    pub(crate) backend: Option<BackendSet>,
    /// Measure nothing, but list the backends of this machine.
    #[arg(long, conflicts_with_all = ["sizes", "units", "backend"])]
    pub(crate) list: bool,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Open a local page: watch methods, play the board, race, count and learn.
///
/// Prints the address of the page on stdout, and serves it until Ctrl-C. Nothing is fetched
/// from any network.
#[cfg(feature = "serve")]
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel serve --open\n  \
    bezzel serve --port 0                          (any free port)\n  \
    bezzel serve --campaigns .                     (to open and continue *.bezzel here)\n  \
    bezzel serve --listen 0.0.0.0 --token-file F   (for other machines)")]
pub(crate) struct Serve {
    /// The port; 0 takes any that is free.
    #[arg(
        long,
        short,
        value_name = "P",
        default_value_t = 1848,
        allow_negative_numbers = true
    )]
    pub(crate) port: u16,
    /// Open the page in the browser.
    #[arg(long)]
    pub(crate) open: bool,
    /// A folder of campaigns: the page opens and continues its files named *.bezzel, and no others.
    #[arg(long, value_name = "DIR")]
    pub(crate) campaigns: Option<PathBuf>,
    /// The address of this machine to listen on. Beyond this machine a token is needed.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,
    /// Let in only who has this secret: 16 to 256 letters, digits, '-' and '_'. The list of
    /// processes shows it; --token-file and the environment variable BEZZEL_TOKEN keep it from
    /// other users of the machine.
    #[arg(long, value_name = "TOKEN")]
    pub(crate) token: Option<Token>,
    /// Read the secret from the first line of this file.
    #[arg(long, value_name = "FILE")]
    pub(crate) token_file: Option<PathBuf>,
}

/// Print a completion script for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
    bezzel completions bash > ~/.local/share/bash-completion/completions/bezzel")]
pub(crate) struct Completions {
    /// The shell.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// Print the manual page, or write the pages of all commands into a directory.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  bezzel man | man -l -\n  bezzel man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// The directory to write into; it must exist.
    #[arg(value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

/// The size of the board.
#[derive(Debug, Args)]
pub(crate) struct Board {
    /// The number of queens, and of rows and columns.
    #[arg(value_name = "N", value_parser = board_size, allow_negative_numbers = true)]
    pub(crate) n: u32,
}

/// How boards are written, and where to.
#[derive(Debug, Args)]
pub(crate) struct Writing {
    /// How boards are written [default: positions].
    #[arg(long, short, value_name = "NOTATION", value_parser = named::notation())]
    pub(crate) notation: Option<Notation>,
    /// Count the columns of `positions` from 1.
    #[arg(long)]
    pub(crate) one_based: bool,
    /// Draw the lines along which queens attack (svg).
    #[arg(long)]
    pub(crate) attack_lines: bool,
    /// Write to this file, which appears only when it is complete (- for stdout).
    #[arg(long, short, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Whether an output may replace any file.
#[derive(Debug, Args)]
pub(crate) struct Force {
    /// Replace the output file even if it is not one of the same kind that bezzel wrote.
    #[arg(long)]
    pub(crate) force: bool,
}

/// Text for people or JSON for programs.
#[derive(Debug, Args)]
pub(crate) struct Format {
    /// Text, or JSON as described in docs/json.md.
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

fn board_size(text: &str) -> Result<u32, String> {
    match text.parse() {
        Ok(n) if n <= MAX_SIZE => Ok(n),
        _ => Err(format!("accepted are whole numbers from 0 to {MAX_SIZE}")),
    }
}

/// The largest sample that is taken.
pub(crate) const MAX_SAMPLE: u64 = 1_000_000;
/// All units, however many there are.
const ALL_UNITS: u64 = u64::MAX;

fn sample_size(text: &str) -> Result<u64, String> {
    if text.eq_ignore_ascii_case("all") {
        return Ok(ALL_UNITS);
    }
    match text.parse() {
        Ok(units) if (1..=MAX_SAMPLE).contains(&units) => Ok(units),
        _ => Err(format!("accepted are 1 to {MAX_SAMPLE} and 'all'")),
    }
}

fn whole_number(text: &str) -> Result<u64, String> {
    let accepted = |_| format!("accepted are whole numbers from 0 to {}", u64::MAX);
    text.parse().map_err(accepted)
}

fn seconds(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(seconds) if (0.0..=1e9).contains(&seconds) => Ok(seconds),
        _ => Err("accepted are seconds from 0 to 1000000000".to_owned()),
    }
}
