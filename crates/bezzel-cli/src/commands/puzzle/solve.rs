//! `bezzel puzzle solve`: solutions and their number.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, bail};
use bezzel::puzzle::{Marks, Puzzle, SolutionCount};
use bezzel::{Advance, Placement};
use serde::Serialize;

use super::{Fault, exit_code, fault, for_each, solved};
use crate::args::SolvePuzzle;
use crate::interrupt::{self, Interrupted};
use crate::output::Output;

/// Steps of the search between two checks for Ctrl-C.
const STEPS_PER_STOP_CHECK: u64 = 1 << 14;

/// A solved puzzle, printed in this form with `--format json`.
#[derive(Serialize)]
struct Solved<'a> {
    #[serde(flatten)]
    puzzle: &'a Puzzle,
    solutions: String,
    complete: bool,
    unique: bool,
    queens: Option<Vec<u32>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    second: Option<Vec<u32>>,
    /// The mark that no solution has, if there is none because of it.
    #[serde(skip_serializing_if = "Option::is_none")]
    mistake: Option<String>,
}

pub(crate) fn run(args: &SolvePuzzle) -> anyhow::Result<ExitCode> {
    let mut out = Output::stdout();
    let failed = out.describe();
    let mut all_unique = true;
    let read = for_each(&args.puzzle, |number, puzzle, marks| {
        let solved = solve(&puzzle, &marks, args.limit.into())?;
        all_unique &= solved.unique;
        let written = match args.format.is_json() {
            true => serde_json::to_writer(&mut out, &solved)
                .map_err(Into::into)
                .and_then(|()| writeln!(out)),
            false => write(&mut out, number, &solved),
        };
        written.context(failed.clone())
    });
    // The puzzles before the malformed place first.
    out.finish()?;
    read?;
    Ok(exit_code(all_unique))
}

fn solve<'a>(puzzle: &'a Puzzle, marks: &Marks, limit: u64) -> anyhow::Result<Solved<'a>> {
    let mut search = puzzle.solutions(marks);
    let (mut first, mut second, mut found, mut complete) = (None, None, 0u64, false);
    while found < limit {
        match search.advance(STEPS_PER_STOP_CHECK) {
            Advance::Solution(columns) => {
                found += 1;
                match found {
                    1 => first = Some(columns.to_vec()),
                    2 => second = Some(columns.to_vec()),
                    _ => {}
                }
            }
            Advance::Paused => {}
            Advance::End => {
                complete = true;
                break;
            }
        }
        if interrupt::stop_requested() {
            bail!(Interrupted(format!("{found} solutions found")));
        }
    }
    let mistake = match found {
        0 => mistake(puzzle, marks)?,
        _ => None,
    };
    Ok(Solved {
        puzzle,
        solutions: found.to_string(),
        complete,
        unique: complete && found == 1,
        queens: first,
        second,
        mistake,
    })
}

/// Explains why the marks leave no solution; `None` if the puzzle has none without them.
fn mistake(puzzle: &Puzzle, marks: &Marks) -> anyhow::Result<Option<String>> {
    Ok(match fault(puzzle, marks)? {
        Some(Fault::Marks(mistake)) => Some(mistake),
        _ if matches!(
            solved(puzzle, &Marks::new(puzzle.size()))?,
            SolutionCount::None
        ) =>
        {
            None
        }
        _ => Some("the puzzle has solutions, but none with these marks".to_owned()),
    })
}

/// Writes the puzzle with each solution as marks, so that other commands can read it.
fn write(out: &mut Output, number: u64, solved: &Solved<'_>) -> std::io::Result<()> {
    let puzzle = solved.puzzle;
    if number > 1 {
        writeln!(out)?;
    }
    let count = match (solved.solutions.as_str(), solved.complete) {
        ("0", _) => {
            let mistake = solved.mistake.iter().map(|text| format!(": {text}"));
            let mistake: String = mistake.collect();
            return write!(out, "# no solution{mistake}\n{puzzle}");
        }
        ("1", true) => "exactly one solution".to_owned(),
        (count, true) => format!("{count} solutions; the first"),
        (count, false) => format!("at least {count} solutions; the first"),
    };
    let mut drawn = |title: &str, columns: &Option<Vec<u32>>| match columns {
        Some(columns) => {
            let columns = columns.iter().copied();
            let solution = Placement::from_columns(columns).map_err(std::io::Error::other)?;
            write!(out, "# {title}\n{puzzle}\n{}", Marks::from(&solution))
        }
        None => Ok(()),
    };
    drawn(&count, &solved.queens)?;
    drawn("another solution", &solved.second)
}
