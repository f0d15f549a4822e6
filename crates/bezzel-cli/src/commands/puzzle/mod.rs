//! `bezzel puzzle`: one module per subcommand, and their common functions.

mod grade;
mod hint;
mod new;
mod show;
mod solve;
mod terminal;

use std::time::Instant;

use anyhow::bail;
use bezzel::methods::Text;
use bezzel::{Advance, Placement, ReadError, Square};
use bezzel_puzzle::{Mark, Marks, Puzzle, Reader, SolutionCount};
use bezzel_run::{Control, JobError, detached};
use thiserror::Error;

use crate::args::{Puzzle as Args, PuzzleCommand, PuzzleFile};
use crate::exit::ExitCode;
use crate::failure::in_words;
use crate::input;
use crate::language::{either, say};
use crate::progress::ProgressLine;
use crate::stderr::write_note;

/// Steps of a search between two looks at the time.
const STEPS_PER_STOP_CHECK: u64 = 1 << 14;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
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
    let mut puzzles = (1..).zip(Reader::new(input)).peekable();
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
                let said = either(format!("{name}: {error}"), format!("{name}：{error}"));
                Err(Undecided(said).into())
            }
            Err(error) => Err(input::malformed(error, &name)),
        };
        match done {
            Err(error) if error.is::<Undecided>() => {
                faulty += 1;
                let which = which(number, has_others);
                write_note(either(
                    format!("error: {which}{error}"),
                    format!("错误：{which}{error}"),
                ));
            }
            done => done?,
        }
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
        true => either(
            format!("puzzle {number}: "),
            format!("第 {number} 个谜题："),
        ),
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

/// Returns the exit code after `faulty` puzzles without an answer; `is_good` is false if another puzzle does
/// not have what the command looks for.
fn exit_code(faulty: u64, is_good: bool) -> ExitCode {
    match faulty {
        0 => ExitCode::of_answer(is_good),
        _ => ExitCode::BAD_INPUT,
    }
}

/// The first solutions of a puzzle and their number.
struct FoundSolutions {
    first: Option<Placement>,
    second: Option<Placement>,
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
    let mut progress = ProgressLine::new(either("solving", "正在求解"));
    let mut count = FoundSolutions {
        first: None,
        second: None,
        found: 0,
        is_complete: false,
        is_late: false,
    };
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
                    let place = if count.found == 1 {
                        &mut count.first
                    } else {
                        &mut count.second
                    };
                    *place = Some(solution);
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

/// Runs work on its own thread; returns `None` if it takes longer than until `end`.
fn run_until<T: Send + 'static>(
    end: Option<Instant>,
    work: impl FnOnce() -> T + Send + 'static,
) -> anyhow::Result<Option<T>> {
    match detached(&Control::never().until(end), work) {
        Err(JobError::TimeUp) => Ok(None),
        ended => Ok(Some(ended?)),
    }
}

/// Finds out if there is no solution, exactly one, or more. Fails as undecided at `end`.
fn solved(puzzle: &Puzzle, marks: &Marks, end: Option<Instant>) -> anyhow::Result<SolutionCount> {
    let count = count(puzzle, marks, 2, end)?;
    Ok(match (count.first, count.second) {
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
                let text = match marks.get(square) {
                    Mark::Cross => (
                        format!("the cross at {square} is on a queen of the solution"),
                        format!("第 {row} 行第 {column} 列打了叉，解在这里有皇后"),
                    ),
                    _ => (
                        format!("the queen at {square} is not in the solution"),
                        format!("第 {row} 行第 {column} 列的皇后不在解中"),
                    ),
                };
                Fault::Marks(text.into())
            })
        }
    })
}
