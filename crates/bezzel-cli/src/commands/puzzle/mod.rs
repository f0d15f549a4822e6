//! `bezzel puzzle`: one module per subcommand, and their common functions.

mod grade;
mod hint;
mod new;
mod show;
mod solve;
mod terminal;

use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, bail};
use bezzel::Square;
use bezzel::puzzle::{Mark, Marks, Puzzle, Reader, SolutionCount};

use super::check::{malformed, open};
use crate::args::{Puzzle as Args, PuzzleCommand, PuzzleFile};
use crate::interrupt::{self, Interrupted};

/// Exit code if a puzzle does not have what the command looks for.
const NOT_FOUND_CODE: u8 = 1;

pub(crate) fn run(args: &Args) -> anyhow::Result<ExitCode> {
    match &args.command {
        PuzzleCommand::New(args) => new::run(args),
        PuzzleCommand::Solve(args) => solve::run(args),
        PuzzleCommand::Grade(args) => grade::run(args),
        PuzzleCommand::Hint(args) => hint::run(args),
        PuzzleCommand::Show(args) => show::run(args),
    }
}

/// Reads the puzzles of a file one by one. `each` gets the number of the puzzle, from 1.
fn for_each(
    args: &PuzzleFile,
    mut each: impl FnMut(u64, Puzzle, Marks) -> anyhow::Result<()>,
) -> anyhow::Result<()> {
    let name = match args.file == Path::new("-") {
        true => "standard input".to_owned(),
        false => args.file.display().to_string(),
    };
    let input = open(&args.file).with_context(|| format!("cannot read {name}"))?;
    for (number, read) in (1..).zip(Reader::new(input)) {
        if interrupt::stop_requested() {
            bail!(Interrupted(format!("{} puzzles done", number - 1)));
        }
        let (puzzle, marks) = read.map_err(|error| malformed(error, &name))?;
        each(number, puzzle, marks)?;
    }
    Ok(())
}

fn exit_code(is_good: bool) -> ExitCode {
    ExitCode::from(if is_good { 0 } else { NOT_FOUND_CODE })
}

/// Finds out if there is no solution, exactly one, or more.
fn solved(puzzle: &Puzzle, marks: &Marks) -> anyhow::Result<SolutionCount> {
    let (puzzle, marks) = (puzzle.clone(), marks.clone());
    let solve = move || puzzle.solve_with(&marks);
    interrupt::run_interruptible("the puzzle was not solved", solve)
}

/// A fault of a puzzle or its marks.
enum Fault {
    /// The puzzle does not have exactly one solution.
    Puzzle(&'static str),
    /// A mark that is not that of the solution.
    Marks(String),
}

/// Finds out what is wrong with a puzzle or its marks; `None` if there is exactly one solution.
fn fault(puzzle: &Puzzle, marks: &Marks) -> anyhow::Result<Option<Fault>> {
    if let Some(mistake) = puzzle.mistake(marks) {
        return Ok(Some(Fault::Marks(mistake.to_string())));
    }
    let empty = Marks::new(puzzle.size());
    Ok(match solved(puzzle, &empty)? {
        SolutionCount::None => Some(Fault::Puzzle("the puzzle has no solution")),
        SolutionCount::Several(..) => Some(Fault::Puzzle("the puzzle has several solutions")),
        SolutionCount::One(solution) => {
            let mut wrong: Vec<Square> = marks.wrong(&solution).collect();
            // Queens first, since a wrong queen may have caused wrong crosses.
            wrong.sort_by_key(|&square| marks.get(square) == Mark::Cross);
            wrong.first().map(|&square| {
                Fault::Marks(match marks.get(square) {
                    Mark::Cross => format!("the cross at {square} is on a queen of the solution"),
                    _ => format!("the queen at {square} is not in the solution"),
                })
            })
        }
    })
}
