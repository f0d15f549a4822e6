//! `bezzel puzzle solve`: solutions and their number.

use std::io::{self, Write};
use std::time::Instant;

use anyhow::bail;
use bezzel::methods::Text;
use bezzel::{Placement, counted};
use bezzel_puzzle::{Marks, Puzzle, SolutionCount};
use clap::Args;
use serde::Serialize;

use super::{
    Entry, Fault, FoundSolutions, PuzzleFile, TimeLimit, Undecided, count, fault, in_language,
    solved, write_each,
};
use crate::args::{Format, whole};
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

/// Solve puzzles and count their solutions.
///
/// bezzel prints each puzzle with a solution, and with a second solution if there are several. If
/// the file contains a player's marks, bezzel finds solutions that agree with them, and names wrong
/// marks. The exit code is 0 if every puzzle has exactly one solution, and otherwise 1. It is 2 if
/// bezzel cannot read a puzzle, or does not solve it within the time limit.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle solve puzzle.txt\n  \
    bezzel puzzle new 12 | bezzel puzzle solve --format json")]
pub(super) struct SolvePuzzle {
    #[command(flatten)]
    puzzle: PuzzleFile,
    /// Stop counting after K solutions, 2 to 1000000000.
    #[arg(long, short, value_name = "K", default_value_t = 1000, value_parser = whole(2..=1_000_000_000), allow_negative_numbers = true)]
    limit: u32,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &SolvePuzzle) -> anyhow::Result<ExitCode> {
    write_each(&args.puzzle, |out, entry| {
        let Entry { puzzle, marks, .. } = &entry;
        let end = args.time_limit.end();
        let count = count(puzzle, marks, args.limit.into(), end)?;
        if count.is_late && count.found == 0 {
            bail!(Undecided::late());
        }
        let mistake = match count.found {
            0 => mistake(puzzle, marks, end)?
                .map(|mistake| in_language(mistake, args.format.is_json())),
            _ => None,
        };
        let unique = count.is_complete && count.found == 1;
        let columns = |solution: &Placement| solution.rows().flatten().collect();
        match args.format.is_json() {
            true => out.write_json(&Solved {
                puzzle,
                number: entry.number,
                solutions: count.found.to_string(),
                complete: count.is_complete,
                unique,
                queens: count.first.first().map(columns),
                second: count.first.get(1).map(columns),
                mistake,
            })?,
            false => write(out, &entry, &count, mistake)?,
        }
        Ok(unique)
    })
}

/// Explains why the marks leave no solution; `None` if the puzzle has none without them.
fn mistake(puzzle: &Puzzle, marks: &Marks, end: Option<Instant>) -> anyhow::Result<Option<Text>> {
    if let Some(Fault::Marks(mistake)) = fault(puzzle, marks, end)? {
        return Ok(Some(mistake));
    }
    Ok(match solved(puzzle, &Marks::new(puzzle.size()), end)? {
        SolutionCount::None => None,
        _ => Some(Text::new(
            "all solutions of the puzzle differ from them",
            "此谜题的解都与这些标记不符",
        )),
    })
}

/// Writes the puzzle with each solution as marks, so that other commands can read it.
fn write(
    out: &mut Output,
    entry: &Entry,
    count: &FoundSolutions,
    mistake: Option<String>,
) -> io::Result<()> {
    let puzzle = &entry.puzzle;
    if entry.number > 1 {
        writeln!(out)?;
    }
    let Some(first) = count.first.first() else {
        let title = match mistake {
            Some(why) => either!(
                "no solution with these marks: {why}",
                "按这些标记无解：{why}"
            ),
            None => either!("no solution", "无解"),
        };
        return write!(out, "# {title}\n{puzzle}");
    };
    write!(out, "# {}\n{puzzle}\n{}", title(count), Marks::from(first))?;
    let Some(second) = count.first.get(1) else {
        return Ok(());
    };
    let title = either!("the second", "第二个解：");
    write!(out, "# {title}\n{puzzle}\n{}", Marks::from(second))
}

/// Says how many solutions there are, before the first one.
fn title(count: &FoundSolutions) -> String {
    let late = match count.is_late {
        true => either!(" within the time limit", "限定时间内"),
        false => String::new(),
    };
    let found = count.found;
    let all = counted(found, "solution");
    match (found, count.is_complete) {
        (1, true) => either!("exactly one solution", "恰好有一个解"),
        (1, false) => either!("at least one solution{late}", "{late}至少有一个解"),
        (_, true) => either!("{all}; the first", "共 {found} 个解，第一个是："),
        (_, false) => either!(
            "at least {all}{late}; the first",
            "{late}至少有 {found} 个解，第一个是："
        ),
    }
}
