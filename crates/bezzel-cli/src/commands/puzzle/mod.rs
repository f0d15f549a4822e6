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
const WRONG: u8 = 1;

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
    ExitCode::from(if is_good { 0 } else { WRONG })
}

/// Finds out if there is no solution, exactly one, or more.
fn solved(puzzle: &Puzzle, marks: &Marks) -> anyhow::Result<SolutionCount> {
    let (puzzle, marks) = (puzzle.clone(), marks.clone());
    let solve = move || puzzle.solve_with(&marks);
    interrupt::run_interruptible("the puzzle was not solved", solve)
}

/// Describes what is wrong with a puzzle or its marks; `None` if there is exactly one solution.
fn fault(puzzle: &Puzzle, marks: &Marks) -> anyhow::Result<Option<String>> {
    let empty = Marks::new(puzzle.size());
    Ok(match solved(puzzle, &empty)? {
        SolutionCount::None => Some("the puzzle has no solution".to_owned()),
        SolutionCount::Several(..) => Some("the puzzle has several solutions".to_owned()),
        SolutionCount::One(solution) => {
            let has_queen = |square: &Square| solution.queen(square.row) == Some(square.column);
            let wrong_queen = marks
                .squares_with(Mark::Queen)
                .find(|square| !has_queen(square));
            let wrong_cross = marks.squares_with(Mark::Cross).find(has_queen);
            match (wrong_queen, wrong_cross) {
                (Some(square), _) => Some(format!("the queen at {square} is not in the solution")),
                (_, Some(square)) => Some(format!(
                    "the cross at {square} is on a queen of the solution"
                )),
                _ => None,
            }
        }
    })
}
