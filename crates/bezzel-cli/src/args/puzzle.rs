//! Arguments of `bezzel puzzle`.

use std::path::PathBuf;
use std::time::{Duration, Instant, SystemTime};

use bezzel_puzzle::{Day, MAX_GENERATED_SIZE, MIN_GENERATED_SIZE};
use clap::{Args, Subcommand};

use super::numbers::{time, whole, whole_number};
use super::{Force, Format, OutputFile};
use crate::language::say;
use crate::named::{self, WantedGrade};

/// Make, solve, grade and draw queens with regions, the daily puzzle.
///
/// The board is divided into n regions. Place one queen in every row, column and region so that no
/// two queens touch, not even at a corner. Two queens may share a long diagonal. A puzzle has
/// exactly one solution. A file contains a line of letters for each row and, after an empty line, a
/// player's marks as `.`, `Q` and `x`, or the same as JSON (docs/json.md). An empty line, or a
/// comment that begins with #, separates puzzles; JSON may be an array of them.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle new 8 --seed 1 > puzzle.txt\n  \
    bezzel puzzle new --day today\n  \
    bezzel puzzle show puzzle.txt\n  \
    bezzel puzzle hint puzzle.txt\n  \
    bezzel puzzle solve puzzle.txt | bezzel puzzle show\n  \
    bezzel puzzle new 9 --grade hard --count 12 | bezzel puzzle show --sheet sheet.html")]
pub(crate) struct Puzzle {
    #[command(subcommand)]
    pub(crate) command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
pub(crate) enum PuzzleCommand {
    New(NewPuzzle),
    Solve(SolvePuzzle),
    Grade(GradePuzzle),
    Hint(HintPuzzle),
    Show(ShowPuzzle),
}

/// Make puzzles with exactly one solution.
///
/// The same size, grade and seed always give the same puzzles. A grade that is rare for its size
/// takes longer: an easy or expert puzzle of 16 rows takes about ten seconds. The puzzle of a day
/// is the same everywhere, also on the page.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle new 8\n  \
    bezzel puzzle new --day today\n  \
    bezzel puzzle new --day 2026-11-22 --output puzzle.txt\n  \
    bezzel puzzle new 10 --grade hard --seed 7 --count 3\n  \
    bezzel puzzle new 6 --seed 1 --format json")]
pub(crate) struct NewPuzzle {
    /// Number of rows, columns, regions and queens: 5 to 16.
    #[arg(value_name = "N", value_parser = whole(MIN_GENERATED_SIZE..=MAX_GENERATED_SIZE), allow_negative_numbers = true, required_unless_present = "day")]
    pub(crate) n: Option<u32>,
    /// Hardest rule that the puzzle needs: easy, medium, hard, expert, or any.
    #[arg(long, short, value_name = "GRADE", default_value = "any", value_parser = named::wanted_grade())]
    pub(crate) grade: WantedGrade,
    /// Seed; the same seed gives the same puzzles [default: random].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
    /// Make the puzzle of this date, such as 2026-11-22, or of `today`.
    #[arg(long, value_name = "DATE", value_parser = day, conflicts_with_all = ["n", "grade", "seed", "count"])]
    pub(crate) day: Option<Day>,
    /// Number of puzzles, 1 to 100000.
    #[arg(long, short, value_name = "K", default_value_t = 1, value_parser = whole(1..=100_000), allow_negative_numbers = true)]
    pub(crate) count: u32,
    #[command(flatten)]
    pub(crate) output: OutputFile,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Solve puzzles and count their solutions.
///
/// Prints each puzzle with a solution, and with a second solution if there are several. Marks in
/// the file restrict the solutions, and bezzel names wrong marks. The exit code is 1 unless every
/// puzzle has exactly one solution, and 2 if a puzzle cannot be read or is not solved within the
/// time limit.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle solve puzzle.txt\n  \
    bezzel puzzle new 12 | bezzel puzzle solve --format json")]
pub(crate) struct SolvePuzzle {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleFile,
    /// Stop counting after K solutions, 2 to 1000000000.
    #[arg(long, short, value_name = "K", default_value_t = 1000, value_parser = whole(2..=1_000_000_000), allow_negative_numbers = true)]
    pub(crate) limit: u32,
    #[command(flatten)]
    pub(crate) time_limit: TimeLimit,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Grade puzzles by the hardest rule of deduction that they need.
///
/// An easy puzzle needs only these rules: a queen rules out squares, a line has one free square
/// left, and the free squares of a line are all inside another line. A line is a row, a column or a
/// region. A medium puzzle also needs squares that attack a whole line, a hard puzzle needs sets of
/// lines, and an expert puzzle needs contradictions. The exit code is 1 if a puzzle has no grade,
/// because it has no solution or several.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle grade puzzle.txt\n  \
    bezzel puzzle new 8 --count 100 | bezzel puzzle grade")]
pub(crate) struct GradePuzzle {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleFile,
    #[command(flatten)]
    pub(crate) time_limit: TimeLimit,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Explain the next step of a puzzle: the simplest rule that makes progress.
///
/// Rows and columns are numbered from 0. The exit code is 1 if the marks contain a mistake, if the
/// puzzle does not have exactly one solution, or if no rule makes progress.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle hint puzzle.txt\n  \
    bezzel puzzle hint puzzle.txt --steps 5 --format json")]
pub(crate) struct HintPuzzle {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleFile,
    /// Number of steps, 1 to 1000.
    #[arg(long, short, value_name = "K", default_value_t = 1, value_parser = whole(1..=1000), allow_negative_numbers = true)]
    pub(crate) steps: u32,
    #[command(flatten)]
    pub(crate) time_limit: TimeLimit,
    #[command(flatten)]
    pub(crate) format: Format,
}

/// Draw puzzles in the terminal, as a picture, or as a sheet to print.
///
/// In a terminal the regions are coloured unless the environment variable NO_COLOR is set. Lines
/// and letters show them too. Rows and columns are numbered from 0.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle show puzzle.txt\n  \
    bezzel puzzle show puzzle.txt --svg puzzle.svg\n  \
    bezzel puzzle new 8 --count 8 | bezzel puzzle show --sheet sheet.html")]
pub(crate) struct ShowPuzzle {
    #[command(flatten)]
    pub(crate) puzzle: PuzzleFile,
    /// Draw one puzzle as SVG in this file (- for stdout).
    #[arg(long, value_name = "FILE")]
    pub(crate) svg: Option<PathBuf>,
    /// Write an HTML page to print: four puzzles on each A4 page, then the solutions, sixteen on
    /// each page (- for stdout).
    #[arg(long, value_name = "FILE", conflicts_with = "svg")]
    pub(crate) sheet: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) force: Force,
}

/// The time for each puzzle.
#[derive(Debug, Args)]
pub(crate) struct TimeLimit {
    /// Stop after TIME for each puzzle: seconds, or a time such as 90s or 5m.
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
}

impl TimeLimit {
    /// Returns the end of the time for a puzzle that begins now.
    pub(crate) fn end(&self) -> Option<Instant> {
        let limit = self.time_limit?;
        Some(Instant::now() + limit)
    }
}

/// The puzzles of a command. Faulty ones are named, and the others read.
#[derive(Debug, Args)]
pub(crate) struct PuzzleFile {
    /// File of puzzles of 4 to 24 rows, or - for stdin.
    #[arg(value_name = "FILE", default_value = "-")]
    pub(crate) file: PathBuf,
}

/// Parses a date, or `today`: the date in the time zone of this machine, as on the page.
fn day(text: &str) -> Result<Day, String> {
    let date = match text {
        // `Local::now` panics if the clock is before 1970.
        "today" => chrono::DateTime::<chrono::Local>::from(SystemTime::now())
            .date_naive()
            .to_string(),
        date => date.to_owned(),
    };
    date.parse()
        .map_err(|error: bezzel_puzzle::DayError| say(&error.text()).to_owned())
}
