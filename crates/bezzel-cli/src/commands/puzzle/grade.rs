//! `bezzel puzzle grade`: the most complex rule that a puzzle needs.

use std::io::Write;

use bezzel::counted;
use bezzel::methods::Text;
use bezzel_puzzle::{Grade, Marks, Puzzle, Rule, Step};
use clap::Args;
use serde::Serialize;

use super::{
    Entry, Fault, PuzzleFile, TimeLimit, fault, in_language, run_until, which, write_each,
};
use crate::args::Format;
use crate::exit::ExitCode;
use crate::language::either;

/// A graded puzzle, printed in this form with `--format json`.
#[derive(Serialize)]
struct Graded<'a> {
    #[serde(flatten)]
    puzzle: &'a Puzzle,
    number: u64,
    grade: Option<Grade>,
    steps: u32,
    rules: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
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
pub(super) struct GradePuzzle {
    #[command(flatten)]
    puzzle: PuzzleFile,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &GradePuzzle) -> anyhow::Result<ExitCode> {
    write_each(&args.puzzle, |out, entry| {
        let graded = grade(&entry, args)?;
        match args.format.is_json() {
            true => out.write_json(&graded)?,
            false => {
                let which = which(entry.number, entry.has_others);
                writeln!(out, "{which}{}", sentence(&graded))?;
            }
        }
        Ok(graded.grade.is_some())
    })
}

/// Counts the steps by each rule, and the queens that they place.
fn count_steps(puzzle: &Puzzle) -> ([(Rule, u32); Rule::ALL.len()], u32) {
    let (mut counts, mut queens) = (Rule::ALL.map(|rule| (rule, 0)), 0);
    for hint in puzzle.steps() {
        counts[hint.rule as usize].1 += 1;
        queens += u32::from(matches!(hint.step, Step::Place(_)));
    }
    (counts, queens)
}

fn grade<'a>(entry: &'a Entry, args: &GradePuzzle) -> anyhow::Result<Graded<'a>> {
    let end = args.time_limit.end();
    let puzzle = &entry.puzzle;
    let copy = puzzle.clone();
    let (counts, queens) = run_until(end, move || count_steps(&copy))?;
    let used = counts.into_iter().filter(|&(_, count)| count > 0);
    let hardest = used.clone().map(|(rule, _)| rule).max();
    let is_solved = queens == puzzle.size();
    let grade = hardest.filter(|_| is_solved).map(Grade::of_rule);
    let reason = match grade {
        Some(_) => None,
        None => {
            let fault = match fault(puzzle, &Marks::new(puzzle.size()), end)? {
                Some(Fault::Puzzle(fault)) => fault,
                _ => Text::new(
                    "the rules of deduction do not solve the puzzle",
                    "用这六条规则解不出此谜题",
                ),
            };
            Some(in_language(fault, args.format.is_json()))
        }
    };
    Ok(Graded {
        puzzle,
        number: entry.number,
        grade,
        steps: counts.iter().map(|(_, count)| count).sum(),
        rules: used
            .map(|(rule, count)| (rule.name().to_owned(), count.into()))
            .collect(),
        reason,
    })
}

fn sentence(graded: &Graded<'_>) -> String {
    let Some(grade) = graded.grade else {
        let reason = graded.reason.as_deref().unwrap_or_default();
        return either!("no grade: {reason}", "无法评定难度：{reason}");
    };
    let rule = |rule: Rule| {
        let steps = graded.rules.get(rule.name())?;
        Some(either!(
            "{rule} {steps}",
            "{chinese} {steps} 步",
            chinese = rule.chinese()
        ))
    };
    let rules: Vec<_> = Rule::ALL.into_iter().filter_map(rule).collect();
    let number = graded.steps;
    either!(
        "{grade}, {steps}: {rules}",
        "{chinese}，共 {number} 步：{rules}",
        chinese = grade.chinese(),
        steps = counted(number, "step"),
        rules = rules.join(&either!(", ", "，"))
    )
}
