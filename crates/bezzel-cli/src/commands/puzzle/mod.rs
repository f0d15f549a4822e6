//! `bezzel puzzle`: one module per subcommand, and their common functions.

mod grade;
mod hint;
mod new;
mod show;
mod solve;
mod terminal;

use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::bail;
use bezzel::methods::Text;
use bezzel::{Advance, Placement, ReadError, Square, texts};
use bezzel_puzzle::{Mark, Marks, Puzzle, Reader, SolutionCount};
use bezzel_run::{Control, JobError, detached};
use clap::{Args, Subcommand};
use thiserror::Error;

use crate::args::time;
use crate::exit::ExitCode;
use crate::failure::in_words;
use crate::input;
use crate::language::{either, say};
use crate::output::{Output, write_note};
use crate::progress::ProgressLine;

/// Steps of a search between two looks at the time.
const STEPS_PER_STOP_CHECK: u64 = 1 << 14;

/// Make, solve, grade and draw puzzles of the kind queens with regions.
///
/// The board is divided into n regions. Place one queen in every row, column and region so that no
/// two queens touch, not even at a corner. Two queens may share a diagonal if they do not touch. A
/// puzzle has exactly one solution. A file contains the regions, as a line of letters for each row or
/// in another common form, and may then contain a player's marks: a line of `.`, `Q` and `x` for each
/// row. Separate puzzles by empty lines or by comments, which begin with #. A file may also contain a
/// puzzle, or an array of puzzles, as JSON (docs/json.md).
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle new 8 --seed 1 > puzzle.txt\n  \
    bezzel puzzle new --day today\n  \
    bezzel puzzle show puzzle.txt\n  \
    bezzel puzzle hint puzzle.txt\n  \
    bezzel puzzle solve puzzle.txt | bezzel puzzle show\n  \
    bezzel puzzle new 9 --grade hard --count 12 | bezzel puzzle show --sheet sheet.html")]
pub(crate) struct PuzzleArgs {
    #[command(subcommand)]
    command: PuzzleCommand,
}

#[derive(Debug, Subcommand)]
enum PuzzleCommand {
    New(new::NewPuzzle),
    Solve(solve::SolvePuzzle),
    Grade(grade::GradePuzzle),
    Hint(hint::HintPuzzle),
    Show(show::ShowPuzzle),
}

/// The time for each puzzle.
#[derive(Debug, Args)]
struct TimeLimit {
    /// Stop after TIME for each puzzle: seconds, or a time such as 90s or 5m.
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true)]
    time_limit: Option<Duration>,
}

impl TimeLimit {
    /// Returns the end of the time for a puzzle that begins now.
    fn end(&self) -> Option<Instant> {
        let limit = self.time_limit?;
        Some(Instant::now() + limit)
    }
}

/// The puzzles of a command.
#[derive(Debug, Args)]
struct PuzzleFile {
    /// File of puzzles of 4 to 24 rows, or - for stdin.
    #[arg(value_name = "FILE", default_value = "-")]
    file: PathBuf,
}

pub(crate) fn run(args: &PuzzleArgs) -> anyhow::Result<ExitCode> {
    match &args.command {
        PuzzleCommand::New(args) => new::run(args),
        PuzzleCommand::Solve(args) => solve::run(args),
        PuzzleCommand::Grade(args) => grade::run(args),
        PuzzleCommand::Hint(args) => hint::run(args),
        PuzzleCommand::Show(args) => show::run(args),
    }
}

struct Entry {
    /// Its number, from 1.
    number: u64,
    /// False if the file has no other puzzle.
    has_others: bool,
    puzzle: Puzzle,
    marks: Marks,
}

/// Reads the puzzles of a file one by one. Names those that are faulty, and goes on; returns their number.
fn for_each(
    args: &PuzzleFile,
    mut each: impl FnMut(Entry) -> anyhow::Result<()>,
) -> anyhow::Result<u64> {
    let name = input::name(&args.file);
    let input = input::open(&args.file)?;
    let mut faulty = 0;
    let mut reader = Reader::new(input);
    let mut puzzles = (1..).zip(&mut reader).peekable();
    while let Some((number, read)) = puzzles.next() {
        let is_last = puzzles.peek().is_none();
        let has_others = number > 1 || !is_last;
        let done = match read {
            Ok((puzzle, marks)) => {
                if let Some(parts) = puzzle.parts_text() {
                    write_note(which(number, has_others) + say(&parts));
                }
                each(Entry {
                    number,
                    has_others,
                    puzzle,
                    marks,
                })
            }
            Err(error @ ReadError::Content { .. }) => {
                let error = in_words(&error);
                let said = either!("{name}: {error}", "{name}：{error}");
                Err(Undecided(said).into())
            }
            Err(error) => Err(input::malformed(error, &name)),
        };
        match done {
            Err(error) if error.is::<Undecided>() => {
                faulty += 1;
                let which = which(number, has_others);
                write_note(either!("error: {which}{error}", "错误：{which}{error}"));
            }
            done => done?,
        }
    }
    if let Some(text) = reader.other_text().filter(|_| faulty == 0) {
        write_note(say(&text));
    }
    Ok(faulty)
}

/// A reason why a command goes on with the next puzzle: this one is malformed, or the time limit ended.
#[derive(Debug, Error)]
#[error("{0}")]
struct Undecided(String);

impl Undecided {
    fn late() -> Self {
        Self(super::complete::late())
    }
}

/// Names a puzzle in a message if the file has others.
fn which(number: u64, has_others: bool) -> String {
    match has_others {
        true => either!("puzzle {number}: ", "第 {number} 道谜题："),
        false => String::new(),
    }
}

/// Returns the sentence of the language; JSON is English.
fn in_language(text: Text, is_json: bool) -> String {
    match is_json {
        true => text.english.into_owned(),
        false => say(&text).to_owned(),
    }
}

/// Writes something about each puzzle, and returns the exit code. `each` returns false if a puzzle does not
/// have what the command looks for.
fn write_each(
    args: &PuzzleFile,
    mut each: impl FnMut(&mut Output, Entry) -> anyhow::Result<bool>,
) -> anyhow::Result<ExitCode> {
    let mut out = Output::stdout();
    let mut is_good = true;
    let faulty = for_each(args, |entry| {
        is_good &= each(&mut out, entry)?;
        Ok(out.flush()?)
    });
    // The puzzles before an error first.
    out.finish()?;
    Ok(match faulty? {
        0 => ExitCode::of_answer(is_good),
        _ => ExitCode::BAD_INPUT,
    })
}

/// The first solutions of a puzzle and their number.
#[derive(Default)]
struct FoundSolutions {
    /// At most two.
    first: Vec<Placement>,
    found: u64,
    /// True if there are no others.
    is_complete: bool,
    /// True if the time limit ended the search.
    is_late: bool,
}

/// Counts up to `limit` solutions, until `end`.
fn count(
    puzzle: &Puzzle,
    marks: &Marks,
    limit: u64,
    end: Option<Instant>,
) -> anyhow::Result<FoundSolutions> {
    let mut search = puzzle.solutions(marks);
    let mut progress = ProgressLine::new(either!("solving", "正在求解"));
    let mut count = FoundSolutions::default();
    while count.found < limit {
        if end.is_some_and(|end| Instant::now() >= end) {
            count.is_late = true;
            break;
        }
        match search.advance(STEPS_PER_STOP_CHECK) {
            Advance::Solution(columns) => {
                count.found += 1;
                if count.found <= 2 {
                    let solution = Placement::from_columns(columns.iter().copied())?;
                    count.first.push(solution);
                }
            }
            Advance::Paused => {}
            Advance::End => {
                count.is_complete = true;
                break;
            }
        }
        progress.show(None, count.found.into(), "solution");
    }
    Ok(count)
}

/// Runs work on its own thread. Fails as undecided at `end`.
fn run_until<T: Send + 'static>(
    end: Option<Instant>,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<T> {
    match detached(&Control::never().until(end), work) {
        Err(JobError::TimeUp) => bail!(Undecided::late()),
        ended => Ok(ended?),
    }
}

/// Finds out if there is no solution, exactly one, or more. Fails as undecided at `end`.
fn solved(puzzle: &Puzzle, marks: &Marks, end: Option<Instant>) -> anyhow::Result<SolutionCount> {
    let count = count(puzzle, marks, 2, end)?;
    let mut first = count.first.into_iter();
    Ok(match (first.next(), first.next()) {
        (Some(first), Some(second)) => SolutionCount::Several(first, second),
        _ if count.is_late => bail!(Undecided::late()),
        (Some(only), None) => SolutionCount::One(only),
        _ => SolutionCount::None,
    })
}

enum Fault {
    /// The puzzle does not have exactly one solution.
    Puzzle(Text),
    /// A mark that is not that of the solution.
    Marks(Text),
}

/// Finds out what is wrong with a puzzle or its marks; `None` if there is exactly one solution.
fn fault(puzzle: &Puzzle, marks: &Marks, end: Option<Instant>) -> anyhow::Result<Option<Fault>> {
    if let Some(mistake) = puzzle.mistake(marks) {
        return Ok(Some(Fault::Marks(mistake.text())));
    }
    let empty = Marks::new(puzzle.size());
    Ok(match solved(puzzle, &empty, end)? {
        SolutionCount::None => Some(Fault::Puzzle(Text::new(
            "the puzzle has no solution",
            "此谜题无解",
        ))),
        SolutionCount::Several(..) => Some(Fault::Puzzle(Text::new(
            "the puzzle has several solutions",
            "此谜题有多个解",
        ))),
        SolutionCount::One(solution) => {
            let mut wrong: Vec<Square> = marks.wrong(&solution).collect();
            // Queens first, since a wrong queen may have caused wrong crosses.
            wrong.sort_by_key(|&square| marks.get(square) == Mark::Cross);
            wrong.first().map(|&square| {
                let Square { row, column } = square;
                Fault::Marks(match marks.get(square) {
                    Mark::Cross => texts!(
                        "the cross at {square} is on a queen of the solution",
                        "第 {row} 行第 {column} 列打了叉，但解中这一格有皇后"
                    ),
                    _ => texts!(
                        "the queen at {square} is not in the solution",
                        "第 {row} 行第 {column} 列的皇后不在解中"
                    ),
                })
            })
        }
    })
}
