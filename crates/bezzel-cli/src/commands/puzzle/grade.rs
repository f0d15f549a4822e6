//! `bezzel puzzle grade`: the most complex rule that a puzzle needs.

use std::io::Write;

use anyhow::bail;
use bezzel::counted;
use bezzel::methods::Text;
use bezzel_puzzle::{Grade, Marks, Puzzle, Rule, Step};
use serde::Serialize;

use super::{Entry, Fault, Undecided, exit_code, fault, for_each, in_language, run_until, which};
use crate::args::GradePuzzle;
use crate::exit::ExitCode;
use crate::language::either;
use crate::output::Output;

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

pub(crate) fn run(args: &GradePuzzle) -> anyhow::Result<ExitCode> {
    let mut out = Output::stdout();
    let mut all_graded = true;
    let graded = for_each(&args.puzzle, |entry| {
        let graded = grade(&entry, args)?;
        all_graded &= graded.grade.is_some();
        let line = match args.format.is_json() {
            true => serde_json::to_string(&graded)?,
            false => which(entry.number, entry.has_others) + &sentence(&graded),
        };
        Ok(writeln!(out, "{line}").and_then(|()| out.flush())?)
    });
    out.finish()?;
    Ok(exit_code(graded?, all_graded))
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
    let steps = run_until(end, move || count_steps(&copy))?;
    let Some((counts, queens)) = steps else {
        bail!(Undecided::late());
    };
    let used = counts.into_iter().filter(|&(_, count)| count > 0);
    let hardest = used.clone().map(|(rule, _)| rule).max();
    let grade = hardest
        .filter(|_| queens == puzzle.size())
        .map(Grade::of_rule);
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
    if let Some(reason) = &graded.reason {
        return either(
            format!("no grade: {reason}"),
            format!("无法评定难度：{reason}"),
        );
    }
    let rules: Vec<String> = Rule::ALL
        .into_iter()
        .filter_map(|rule| {
            let steps = graded.rules.get(rule.name())?;
            Some(either(
                format!("{rule} {steps}"),
                format!("{} {steps}", rule.chinese()),
            ))
        })
        .collect();
    let (grade, grade_zh) = graded.grade.map_or(("no grade", "无难度"), |grade| {
        (grade.name(), grade.chinese())
    });
    either(
        format!(
            "{grade}, {}: {}",
            counted(graded.steps, "step"),
            rules.join(", ")
        ),
        format!("{grade_zh}，共 {} 步：{}", graded.steps, rules.join("，")),
    )
}
