//! `bezzel puzzle solve`: solutions and their number.

use std::io::Write;
use std::time::Instant;

use anyhow::bail;
use bezzel::{Placement, counted};
use bezzel_puzzle::{Marks, Puzzle, SolutionCount};
use serde::Serialize;

use super::{Entry, Fault, FoundSolutions, Undecided, count, exit_code, fault, for_each, solved};
use crate::args::SolvePuzzle;
use crate::exit::ExitCode;
use crate::output::Output;

/// A solved puzzle, printed in this form with `--format json`.
#[derive(Serialize)]
struct Solved<'a> {
    #[serde(flatten)]
    puzzle: &'a Puzzle,
    number: u64,
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
    let mut all_unique = true;
    let read = for_each(&args.puzzle, |entry| {
        let end = args.time_limit.end();
        let count = count(&entry.puzzle, &entry.marks, args.limit.into(), end)?;
        if count.is_late && count.found == 0 {
            bail!(Undecided::late());
        }
        let mistake = match count.found {
            0 => mistake(&entry.puzzle, &entry.marks, end)?,
            _ => None,
        };
        all_unique &= count.is_complete && count.found == 1;
        match args.format.is_json() {
            true => write_json(&mut out, &entry, &count, mistake)?,
            false => write(&mut out, &entry, &count, mistake)?,
        }
        Ok(out.flush()?)
    });
    // The puzzles before an error first.
    out.finish()?;
    Ok(exit_code(read?, all_unique))
}

/// Explains why the marks leave no solution; `None` if the puzzle has none without them.
fn mistake(puzzle: &Puzzle, marks: &Marks, end: Option<Instant>) -> anyhow::Result<Option<String>> {
    Ok(match fault(puzzle, marks, end)? {
        Some(Fault::Marks(mistake)) => Some(mistake.english.into_owned()),
        _ if matches!(
            solved(puzzle, &Marks::new(puzzle.size()), end)?,
            SolutionCount::None
        ) =>
        {
            None
        }
        _ => Some("the puzzle has solutions, but none with these marks".to_owned()),
    })
}

fn write_json(
    out: &mut Output,
    entry: &Entry,
    count: &FoundSolutions,
    mistake: Option<String>,
) -> std::io::Result<()> {
    let columns = |solution: &Placement| solution.rows().flatten().collect();
    let solved = Solved {
        puzzle: &entry.puzzle,
        number: entry.number,
        solutions: count.found.to_string(),
        complete: count.is_complete,
        unique: count.is_complete && count.found == 1,
        queens: count.first.as_ref().map(columns),
        second: count.second.as_ref().map(columns),
        mistake,
    };
    serde_json::to_writer(&mut *out, &solved)?;
    writeln!(out)
}

/// Writes the puzzle with each solution as marks, so that other commands can read it.
fn write(
    out: &mut Output,
    entry: &Entry,
    count: &FoundSolutions,
    mistake: Option<String>,
) -> std::io::Result<()> {
    let puzzle = &entry.puzzle;
    if entry.number > 1 {
        writeln!(out)?;
    }
    let Some(first) = &count.first else {
        let mistake = mistake.map_or(String::new(), |text| format!(": {text}"));
        return write!(out, "# no solution{mistake}\n{puzzle}");
    };
    let late = if count.is_late {
        " within the time limit"
    } else {
        ""
    };
    let title = match (count.found, count.is_complete) {
        (1, true) => "exactly one solution".to_owned(),
        (1, false) => format!("at least one solution{late}"),
        (found, true) => format!("{}; the first", counted(found, "solution")),
        (found, false) => format!("at least {}{late}; the first", counted(found, "solution")),
    };
    write!(out, "# {title}\n{puzzle}\n{}", Marks::from(first))?;
    match &count.second {
        Some(second) => write!(out, "# another solution\n{puzzle}\n{}", Marks::from(second)),
        None => Ok(()),
    }
}
