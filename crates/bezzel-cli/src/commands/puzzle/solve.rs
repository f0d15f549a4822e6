//! `bezzel puzzle solve`: solutions and their number.

use std::io::Write;
use std::time::Instant;

use anyhow::bail;
use bezzel::methods::Text;
use bezzel::{Placement, counted};
use bezzel_puzzle::{Marks, Puzzle, SolutionCount};
use serde::Serialize;

use super::{
    Entry, Fault, FoundSolutions, Undecided, count, exit_code, fault, for_each, in_language, solved,
};
use crate::args::SolvePuzzle;
use crate::exit::ExitCode;
use crate::language::either;
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
            0 => mistake(&entry.puzzle, &entry.marks, end)?
                .map(|mistake| in_language(mistake, args.format.is_json())),
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
fn mistake(puzzle: &Puzzle, marks: &Marks, end: Option<Instant>) -> anyhow::Result<Option<Text>> {
    Ok(match fault(puzzle, marks, end)? {
        Some(Fault::Marks(mistake)) => Some(mistake),
        _ if matches!(
            solved(puzzle, &Marks::new(puzzle.size()), end)?,
            SolutionCount::None
        ) =>
        {
            None
        }
        _ => Some(Text::new(
            "the puzzle has solutions, but none with these marks",
            "此谜题有解，但没有一个符合这些标记",
        )),
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
        let title = either("no solution", "无解");
        let mistake = mistake.map_or(String::new(), |text| either(": ", "：") + &text);
        return write!(out, "# {title}{mistake}\n{puzzle}");
    };
    write!(out, "# {}\n{puzzle}\n{}", title(count), Marks::from(first))?;
    let Some(second) = &count.second else {
        return Ok(());
    };
    let title = either("another solution", "另一个解");
    write!(out, "# {title}\n{puzzle}\n{}", Marks::from(second))
}

/// Says how many solutions there are, before the first one.
fn title(count: &FoundSolutions) -> String {
    let (late, late_zh) = match count.is_late {
        true => (" within the time limit", "限定时间内"),
        false => ("", ""),
    };
    let found = count.found;
    let all = counted(found, "solution");
    match (found, count.is_complete) {
        (1, true) => either("exactly one solution", "恰好有一个解"),
        (1, false) => either(
            format!("at least one solution{late}"),
            format!("{late_zh}至少有一个解"),
        ),
        (_, true) => either(
            format!("{all}; the first"),
            format!("共 {found} 个解；第一个"),
        ),
        (_, false) => either(
            format!("at least {all}{late}; the first"),
            format!("{late_zh}至少有 {found} 个解；第一个"),
        ),
    }
}
