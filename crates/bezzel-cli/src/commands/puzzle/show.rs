//! `bezzel puzzle show`: puzzles in the terminal, as a picture, or as a sheet to print.

use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};

use anyhow::bail;
use bezzel_puzzle::{Marks, SolutionCount, sheet};
use clap::Args;

use super::terminal::drawn;
use super::{Entry, PuzzleFile, for_each, solved, write_each};
use crate::args::Force;
use crate::exit::ExitCode;
use crate::language::{either, reading};
use crate::output::Output;

/// Maximum number of puzzles on a sheet.
const MAX_ON_SHEET: u64 = 1000;

/// Draw puzzles in the terminal, as a picture, or as a sheet to print.
///
/// Lines and letters show the regions. In a terminal, colours show them too, unless the environment
/// variable NO_COLOR is set. Rows and columns are numbered from 0.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle show puzzle.txt\n  \
    bezzel puzzle show puzzle.txt --svg puzzle.svg\n  \
    bezzel puzzle new 8 --count 8 | bezzel puzzle show --sheet sheet.html")]
pub(super) struct ShowPuzzle {
    #[command(flatten)]
    puzzle: PuzzleFile,
    /// Draw one puzzle as SVG in this file (- for stdout).
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// Write an HTML page to print: four puzzles on each A4 page, then the solutions, sixteen on
    /// each page (- for stdout).
    #[arg(long, value_name = "FILE", conflicts_with = "svg")]
    sheet: Option<PathBuf>,
    #[command(flatten)]
    force: Force,
}

pub(crate) fn run(args: &ShowPuzzle) -> anyhow::Result<ExitCode> {
    if let Some(path) = &args.svg {
        return picture(args, path);
    }
    if let Some(path) = &args.sheet {
        return print_sheet(args, path);
    }
    let is_unwanted = std::env::var_os("NO_COLOR").is_some_and(|value| !value.is_empty());
    let coloured = io::stdout().is_terminal() && !is_unwanted;
    write_each(&args.puzzle, |out, entry| {
        let gap = if entry.number > 1 { "\n" } else { "" };
        let drawing = drawn(&entry.puzzle, &entry.marks, coloured);
        write!(out, "{gap}{drawing}")?;
        Ok(true)
    })
}

fn picture(args: &ShowPuzzle, path: &Path) -> anyhow::Result<ExitCode> {
    let mut picture = None;
    let faulty = for_each(&args.puzzle, |entry| {
        if entry.number > 1 {
            bail!(either!(
                "expected one puzzle with --svg, found more: use --sheet",
                "--svg 只画一道谜题，实际有多道；请用 --sheet"
            ));
        }
        picture = Some(entry.puzzle.svg(&entry.marks));
        Ok(())
    })?;
    write(args, path, faulty, || picture.unwrap_or_default())
}

fn print_sheet(args: &ShowPuzzle, path: &Path) -> anyhow::Result<ExitCode> {
    let mut puzzles = Vec::new();
    let faulty = for_each(&args.puzzle, |entry| {
        let Entry { number, puzzle, .. } = entry;
        if number > MAX_ON_SHEET {
            bail!(either!(
                "expected at most {MAX_ON_SHEET} puzzles on a sheet, found more",
                "练习页最多 {MAX_ON_SHEET} 道谜题，实际超过了"
            ));
        }
        let found = match solved(&puzzle, &Marks::new(puzzle.size()), None)? {
            SolutionCount::One(solution) => {
                let grade = puzzle.grade();
                let grade = grade.map_or(String::new(), |grade| {
                    either!(", {grade}", "（{chinese}）", chinese = grade.chinese())
                });
                let caption = either!("Puzzle {number}{grade}", "谜题 {number}{grade}");
                puzzles.push((puzzle, solution, caption));
                return Ok(());
            }
            SolutionCount::None => either!("none", "无解"),
            SolutionCount::Several(..) => either!("several", "有多个解"),
        };
        bail!(either!(
            "expected puzzles with exactly one solution on a sheet, found {found} for puzzle {number}",
            "练习页上的谜题应恰好有一个解，第 {number} 道谜题{found}"
        ));
    })?;
    write(args, path, faulty, || sheet(&puzzles, reading()))
}

/// Writes a file, unless a puzzle is faulty.
fn write(
    args: &ShowPuzzle,
    path: &Path,
    faulty: u64,
    text: impl FnOnce() -> String,
) -> anyhow::Result<ExitCode> {
    if faulty > 0 {
        return Ok(ExitCode::BAD_INPUT);
    }
    Output::to(Some(path), args.force.force)?.finish_with(text())?;
    Ok(ExitCode::SUCCESS)
}
