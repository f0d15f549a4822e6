//! Command-line arguments: commands, options and their accepted values.

mod complete;
mod constraints;
mod generate;
mod judge;
mod ledger;
mod numbers;
mod occupancy;
mod puzzle;
mod random;
mod sizes;

#[cfg(feature = "serve")]
use std::net::IpAddr;
use std::path::PathBuf;
use std::time::Duration;

use bezzel::MAX_SIZE;
use bezzel::methods::{Method, Tutorial};
use bezzel::notation::Notation;
use bezzel_gpu::BackendSet;
#[cfg(feature = "serve")]
use bezzel_server::Token;
use clap::{Args, Parser, Subcommand, ValueEnum};
use clap_complete::Shell;

use crate::language::{Language, either};
use crate::named;
pub(crate) use complete::*;
pub(crate) use constraints::*;
pub(crate) use generate::*;
pub(crate) use judge::*;
pub(crate) use ledger::*;
pub(crate) use numbers::MAX_SAMPLE;
use numbers::{
    at_least_one, backend_help, count_size, method_size, sample_size, sizes_to, threads,
    threads_help, time, whole, whole_number,
};
pub(crate) use occupancy::*;
pub(crate) use puzzle::*;
pub(crate) use random::*;
pub(crate) use sizes::Sizes;
use sizes::sizes;

/// Solve the n-queens problem: count, list, check, judge, compare and watch.
///
/// Place n queens on an n×n board so that no two attack each other. Rows and columns are
/// numbered from 0 unless an option or a notation states otherwise.
#[derive(Debug, Parser)]
#[command(
    name = "bezzel",
    version,
    long_version = crate::version::long(),
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
    Count(Count),
    List(List),
    Complete(Complete),
    Generate(Generate),
    First(First),
    Random(Random),
    Occupancy(Occupancy),
    Check(Check),
    Judge(Judge),
    Compare(Compare),
    Puzzle(Puzzle),
    Show(Show),
    Methods(Methods),
    Backends(Backends),
    Bench(Bench),
    #[cfg(feature = "serve")]
    Serve(Serve),
    Ledger(Ledger),
    Work(Work),
    Completions(Completions),
    Man(Man),
}

/// Count the solutions.
///
/// Prints the total on stdout, and run time, rate, method and threads on stderr. For n = 12 to 32,
/// bezzel uses the colour-split counter, which counts even and odd squares separately. `--method`
/// selects another method.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel count 12\n  \
    bezzel count 1-12                       (a table)\n  \
    bezzel count 8 9 10 --fundamental --format csv\n  \
    bezzel count 10 --fundamental\n  \
    bezzel count 14 --method linked-columns --threads 1 --format json\n  \
    bezzel count 24 --save q24.bezzel       (stores each result)\n  \
    bezzel count --save q24.bezzel          (continues the count)\n  \
    bezzel count 27 --sample 20             (estimate total and run time)\n  \
    bezzel count 22 --backend cuda          (on all NVIDIA GPUs)\n  \
    bezzel count 18 --by-colour --double-check\n  \
    bezzel count 12 --queen 0,0 --block 5,5\n  \
    bezzel count --board Q3/2x1/4/1x2       (or a file)")]
pub(crate) struct Count {
    /// Number of queens, rows and columns: 0 to 32, or the limit of the method. Several numbers, or
    /// a range such as 1-12, print a table.
    #[arg(value_name = "N", value_parser = sizes(count_size), allow_negative_numbers = true)]
    #[arg(required_unless_present_any = ["board_file", "save"])]
    pub(crate) sizes: Vec<Sizes>,
    /// Method [default: the fastest for this n]; `bezzel methods` lists them. Not with placed
    /// queens or blocked squares, which bezzel counts by the faster of a search and the
    /// colour-split counter.
    #[arg(long, short, value_name = "METHOD", value_parser = named::method())]
    pub(crate) method: Option<Method>,
    #[arg(long, short, value_name = "T", help = threads_help(), value_parser = threads, allow_negative_numbers = true)]
    pub(crate) threads: Option<u32>,
    /// Also count the fundamental solutions: one of each set of rotated and reflected solutions.
    /// Not with placed queens or blocked squares.
    #[arg(long, short)]
    pub(crate) fundamental: bool,
    #[command(flatten)]
    pub(crate) counter: CounterArgs,
    /// Output format: text, CSV (n,solutions), or JSON as described in docs/json.md.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    pub(crate) format: TableFormat,
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,
}

const COLOUR_SPLIT_COUNTER: &str = "Colour-split counter";

/// Options of the colour-split counter.
#[derive(Debug, Args)]
pub(crate) struct CounterArgs {
    #[arg(help_heading = COLOUR_SPLIT_COUNTER, long, value_name = "BACKEND", help = backend_help(), value_parser = named::backends(), conflicts_with = "method")]
    pub(crate) backend: Option<BackendSet>,
    /// Store each result in FILE, a ledger, and continue the count that it contains. An existing
    /// ledger says what it counts, so you need not give N.
    #[arg(help_heading = COLOUR_SPLIT_COUNTER, long, value_name = "FILE", conflicts_with = "method")]
    pub(crate) save: Option<PathBuf>,
    /// Start no new units after TIME: seconds, or a time such as 45m, 8h or 2d. Needs --save FILE.
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true, requires = "save")]
    pub(crate) time_limit: Option<Duration>,
    /// Count every unit again with rows and columns exchanged.
    #[arg(help_heading = COLOUR_SPLIT_COUNTER, long, conflicts_with = "method")]
    pub(crate) double_check: bool,
    /// Also print the solutions by number of queens on even squares (row + column even).
    #[arg(help_heading = COLOUR_SPLIT_COUNTER, long, conflicts_with = "method")]
    pub(crate) by_colour: bool,
    /// Count K random units, or 'all', and estimate the total and the run time.
    #[arg(
        help_heading = COLOUR_SPLIT_COUNTER,
        long,
        value_name = "K",
        value_parser = sample_size,
        allow_negative_numbers = true,
        conflicts_with_all = ["method", "save", "double_check", "by_colour", "fundamental"]
    )]
    pub(crate) sample: Option<u64>,
    /// Seed of the sample [default: random].
    #[arg(help_heading = COLOUR_SPLIT_COUNTER, long, value_name = "SEED", requires = "sample", value_parser = whole_number)]
    #[arg(allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

/// List the solutions.
///
/// Solutions appear in the order in which the method finds them (lexicographic for the default
/// method). With svg, bezzel searches twice, because the picture depends on the number of
/// solutions. The exit code is 1 if there is no solution.
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
    pub(crate) n: Option<u32>,
    /// Stop after K boards.
    #[arg(long, short, value_name = "K", value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) limit: Option<u64>,
    /// List only fundamental solutions: the lexicographically smallest one of each set of rotated
    /// and reflected solutions. Not with placed queens or blocked squares.
    #[arg(long, short)]
    pub(crate) fundamental: bool,
    /// Method of the search [default: bitmask]; `bezzel methods` lists them. Only bitmask searches
    /// boards with placed queens or blocked squares.
    #[arg(long, short, value_name = "METHOD", value_parser = named::method())]
    pub(crate) method: Option<Method>,
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,
    #[command(flatten)]
    pub(crate) writing: Writing,
}

/// Print one solution for any n except 2 and 3.
///
/// bezzel uses a formula instead of a search, so it needs constant memory for any n up to
/// 2147483647. The exit code is 1 for n = 2 and 3, which have no solution.
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

/// Check boards and report the first error of each.
///
/// bezzel reads boards in any form: drawings with any signs, lists of columns or squares, boards in
/// one word, FEN and JSON. It says what it read, and prints a line for each board. The exit code is
/// 1 if a board is wrong, and 2 if bezzel does not understand the text.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel list 8 --notation grid | bezzel check\n  \
    echo '0 4 7 5 2 6 3 1' | bezzel check\n  \
    echo '[2, 4, 1, 3]' | bezzel check --show\n  \
    bezzel check boards.txt --format json")]
pub(crate) struct Check {
    /// File to read, or - for stdin.
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
    /// How to read lines of numbers: `positions` as columns, any other notation as rows of a
    /// drawing.
    #[arg(long, short, value_name = "NOTATION", value_parser = named::notation())]
    #[arg(hide_possible_values = true)]
    pub(crate) notation: Option<Notation>,
    /// Number rows and columns from 1 where the text does not show it.
    #[arg(long)]
    pub(crate) one_based: bool,
    /// Draw each board after its line.
    #[arg(long)]
    pub(crate) show: bool,
    /// Accept partial placements in which no two queens attack each other.
    #[arg(long)]
    pub(crate) partial: bool,
    /// Print only wrong boards and the summary.
    #[arg(long, short)]
    pub(crate) quiet: bool,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Measure methods on the same boards, in alternating runs.
///
/// For each method and n, prints the number of solutions, the median time, its ratio to the fastest
/// method, and work counters. From n = 12 on, bezzel also measures what the tutorials claim for
/// sizes up to n; from n = 14 on, it measures all their claims.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel compare 8 9\n  \
    bezzel compare 8 10 12 --method bitmask,linked-columns --plot times.svg")]
pub(crate) struct Compare {
    /// Numbers of queens, or ranges such as 8-10.
    #[arg(value_name = "N", required = true, value_parser = sizes(method_size), allow_negative_numbers = true)]
    pub(crate) sizes: Vec<Sizes>,
    /// Methods, comma-separated [default: all].
    #[arg(id = "method", long = "method", short, value_name = "METHOD", value_delimiter = ',', value_parser = named::method())]
    pub(crate) methods: Vec<Method>,
    /// Number of timed runs of each method, 1 to 1000.
    #[arg(long, short, value_name = "K", default_value_t = 3, value_parser = whole(1..=1000), allow_negative_numbers = true)]
    pub(crate) repeat: u32,
    /// Skip methods whose estimated time per run exceeds TIME: seconds, or a time such as 5m (work
    /// counters need one more, slower run).
    #[arg(long, short, value_name = "TIME", default_value = "10s", value_parser = time, allow_negative_numbers = true)]
    pub(crate) budget: Duration,
    /// Plot time against n in this SVG file.
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE")]
    pub(crate) plot: Option<PathBuf>,
    #[cfg(feature = "plot")]
    #[command(flatten)]
    pub(crate) force: Force,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Step through a method in the terminal, forwards and backwards.
///
/// Without a terminal, prints the first steps as text.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel show 8\n  \
    bezzel show 6 --method linked-columns\n  \
    bezzel show 5 --method slope-test | head -40\n  \
    bezzel show 8 --queen 0,3 --queen 1,6\n  \
    bezzel show 6 --method slope-test --names tutorial\n  \
    bezzel show --trace moves.txt          (a program, from bezzel judge --trace)")]
pub(crate) struct Show {
    /// Number of queens, rows and columns.
    #[arg(value_name = "N", value_parser = method_size, allow_negative_numbers = true)]
    #[arg(required_unless_present_any = ["board_file", "trace"])]
    pub(crate) n: Option<u32>,
    /// Method to step through; `bezzel methods` lists them. Only bitmask searches boards with
    /// placed queens or blocked squares.
    #[arg(long, short, value_name = "METHOD", default_value = "bitmask", value_parser = named::method())]
    pub(crate) method: Method,
    /// Variable names in the listing: a, b, c or d for the names of a tutorial (docs/tutorials.md),
    /// or 'tutorial' for the first tutorial that has the method.
    #[arg(long, value_name = "NAMES", conflicts_with = "trace")]
    names: Option<String>,
    /// Number of steps to print without a terminal.
    #[arg(long, short, value_name = "K", default_value_t = 20, value_parser = at_least_one, allow_negative_numbers = true)]
    pub(crate) steps: u64,
    /// Seed of a method that draws random numbers [default: the seed in its listings].
    #[arg(long, value_name = "SEED", allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Play a program: a file of bezzel judge --trace, or lines 'place R C', 'remove R C' and 'solution' after 'n N'.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["n", "seed", "ConstraintArgs"])]
    pub(crate) trace: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) constraints: ConstraintArgs,
}

impl Show {
    /// Returns the tutorial whose names the listing of a method has.
    pub(crate) fn names(&self, method: Method) -> anyhow::Result<Option<Tutorial>> {
        let Some(name) = &self.names else {
            return Ok(None);
        };
        let tutorials = method.tutorials();
        let asked = match &**name {
            "tutorial" => tutorials.first().copied(),
            name => Some(name.parse()?),
        };
        let known: Vec<_> = tutorials.iter().map(|tutorial| tutorial.name()).collect();
        match asked.filter(|asked| tutorials.contains(asked)) {
            Some(tutorial) => Ok(Some(tutorial)),
            None if known.is_empty() => {
                anyhow::bail!(either(
                    format!(
                        "expected no --names with {method}, which no tutorial has, found '{name}'"
                    ),
                    format!("没有教程讲 {method}，所以不能用 --names {name}"),
                ))
            }
            None => {
                let known = known.join(", ");
                anyhow::bail!(either(
                    format!("expected --names tutorial, {known} with {method}, found '{name}'"),
                    format!("{method} 的 --names 应为 tutorial, {known}，实际为 '{name}'"),
                ))
            }
        }
    }
}

/// List the methods: idea, time, memory, the largest n, and the source.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel methods --format json")]
pub(crate) struct Methods {
    #[command(flatten)]
    pub(crate) format: Format,
}

/// List the backends of this machine.
///
/// Each line begins with a name that `--backend` accepts. CPU backends come first, with the CPU
/// features that they use; the last of them is the default. GPUs follow. On stderr, bezzel names
/// the backends that this CPU cannot run, and missing drivers.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  bezzel backends --format json")]
pub(crate) struct Backends {
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Measure the colour-split counter on fixed units of n = 18 to 28.
///
/// bezzel spreads the units over the expected time of the complete count. On one thread, it prints
/// the nanoseconds per joined pair and the estimated time of the complete count, in total and for
/// each number a of queens on even rows and columns. It counts the cheapest unit of each a by both
/// routes, which must agree. GPUs count all units together, by both routes.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
        bezzel bench\n  \
        bezzel bench 20 24 --backend avx2 --format json\n  \
        bezzel bench 24 --backend cuda:0")]
pub(crate) struct Bench {
    /// Numbers of queens, 4 to 32 [default: 18 to 28].
    #[arg(value_name = "N", value_parser = whole(4..=32), allow_negative_numbers = true)]
    pub(crate) sizes: Vec<u32>,
    /// Number of units of each n, 1 to 1000 [default: 5, or one batch of all GPUs].
    #[arg(long, short, value_name = "K", value_parser = whole(1..=1000), allow_negative_numbers = true)]
    pub(crate) units: Option<u32>,
    #[arg(long, value_name = "BACKEND", help = backend_help(), value_parser = named::backends())]
    pub(crate) backend: Option<BackendSet>,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Serve the page for the browser: lesson, methods, board, puzzles, your program, race and counts.
///
/// Prints the address of the page on stdout and serves the page until Ctrl-C. The page makes no
/// external requests.
#[cfg(feature = "serve")]
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel serve --open\n  \
    bezzel serve --port 0                          (any free port)\n  \
    bezzel serve --ledgers .                       (open and resume *.bezzel here)\n  \
    bezzel serve --listen 0.0.0.0                  (for other machines, with BEZZEL_TOKEN)\n  \
    bezzel serve --export site                     (files that need no server)")]
pub(crate) struct Serve {
    /// Port; 0 selects any free one.
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
    /// Let the page open and resume the ledgers *.bezzel in this directory.
    #[arg(long, value_name = "DIR")]
    pub(crate) ledgers: Option<PathBuf>,
    /// Address to listen on; other machines need a token.
    #[arg(long, value_name = "ADDRESS", default_value = "127.0.0.1")]
    pub(crate) listen: IpAddr,
    /// Require this access token: 16 to 256 letters, digits, '-' or '_'. Anyone who can
    /// list processes sees it; the variable BEZZEL_TOKEN keeps it secret.
    #[arg(long, value_name = "TOKEN")]
    pub(crate) token: Option<Token>,
    /// Write the page as files that need no server, and exit. bezzel creates the directory if it is
    /// missing, and keeps the other files in it.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["port", "open", "ledgers", "listen", "token"])]
    pub(crate) export: Option<PathBuf>,
    /// Let --export replace files that have the same names.
    #[arg(long, conflicts_with_all = ["port", "open", "ledgers", "listen", "token"])]
    pub(crate) force: bool,
}

/// Print a completion script for a shell.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  \
    bezzel completions bash > ~/.local/share/bash-completion/completions/bezzel")]
pub(crate) struct Completions {
    /// Shell for which to print the script.
    #[arg(value_name = "SHELL")]
    pub(crate) shell: Shell,
}

/// Print the manual page, or write the manual pages of all commands to a directory.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  bezzel man | man -l -\n  bezzel man ~/.local/share/man/man1")]
pub(crate) struct Man {
    /// Existing directory for the manual pages.
    #[arg(value_name = "DIR")]
    pub(crate) directory: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

/// The size of the board.
#[derive(Debug, Args)]
pub(crate) struct Board {
    /// Number of queens, rows and columns.
    #[arg(value_name = "N", value_parser = sizes_to(MAX_SIZE), allow_negative_numbers = true)]
    pub(crate) n: u32,
}

/// Notation and destination of boards.
#[derive(Debug, Args)]
pub(crate) struct Writing {
    /// Notation of the boards [default: positions].
    #[arg(long, short, value_name = "NOTATION", value_parser = named::notation())]
    #[arg(hide_possible_values = true, long_help = notations("positions"))]
    pub(crate) notation: Option<Notation>,
    /// Number the columns of `positions` from 1.
    #[arg(long)]
    pub(crate) one_based: bool,
    /// Draw the lines of attack (svg).
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
         - fen: the squares in one word, as chess programs write them: 1Q2/3Q/Q3/2Q1"
    )
}

/// The file to which a command writes its data.
#[derive(Debug, Args)]
pub(crate) struct OutputFile {
    /// Output file, which appears only when it is complete (- for stdout).
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

#[cfg(test)]
mod tests {
    use clap::CommandFactory;

    use super::*;

    /// Options that have the same meaning in every command.
    const GENERAL: [&str; 10] = [
        "attack-lines",
        "force",
        "format",
        "help",
        "notation",
        "one-based",
        "output",
        "threads",
        "time-limit",
        "version",
    ];

    fn all(command: &clap::Command) -> Vec<&clap::Command> {
        let below = command.get_subcommands().flat_map(all);
        std::iter::once(command).chain(below).collect()
    }

    #[test]
    fn general_options_stand_under_the_general_heading() {
        let mut cli = Cli::command();
        cli.build();
        let mut found = std::collections::BTreeSet::new();
        for command in all(&cli) {
            for option in command.get_arguments() {
                let Some(name) = option.get_long() else {
                    continue;
                };
                if GENERAL.contains(&name) {
                    found.insert(name);
                    let heading = option.get_help_heading();
                    assert_eq!(heading, None, "{}: --{name}", command.get_name());
                }
            }
        }
        assert!(found.iter().eq(&GENERAL), "{found:?}");
    }
}
