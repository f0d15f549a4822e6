//! `bezzel puzzle grade`: the most complex rule that a puzzle needs.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, bail};
use bezzel::puzzle::{Grade, Marks, Puzzle, Rule, Step};
use serde::Serialize;

use super::{Fault, exit_code, fault, for_each};
use crate::args::GradePuzzle;
use crate::interrupt::{self, Interrupted};
use crate::output::Output;

/// A graded puzzle, printed in this form with `--format json`.
#[derive(Serialize)]
struct Graded {
    n: u32,
    grade: Option<&'static str>,
    steps: u32,
    /// Number of steps by each rule.
    rules: serde_json::Map<String, serde_json::Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
}

pub(crate) fn run(args: &GradePuzzle) -> anyhow::Result<ExitCode> {
    let mut out = Output::stdout();
    let failed = out.describe();
    let mut all_graded = true;
    let graded = for_each(&args.puzzle, |_, puzzle, _| {
        let graded = grade(&puzzle)?;
        all_graded &= graded.grade.is_some();
        let line = match args.format.is_json() {
            true => serde_json::to_string(&graded)?,
            false => sentence(&graded),
        };
        writeln!(out, "{line}").context(failed.clone())
    });
    out.finish()?;
    graded?;
    Ok(exit_code(all_graded))
}

fn grade(puzzle: &Puzzle) -> anyhow::Result<Graded> {
    let mut counts = Rule::ALL.map(|rule| (rule, 0u32));
    let mut queens = 0;
    for hint in puzzle.steps() {
        if interrupt::stop_requested() {
            bail!(Interrupted("the puzzle was not graded".to_owned()));
        }
        counts[hint.rule as usize].1 += 1;
        queens += u32::from(matches!(hint.step, Step::Place(_)));
    }
    let used = counts.into_iter().filter(|&(_, count)| count > 0);
    let hardest = used.clone().map(|(rule, _)| rule).max();
    let grade = hardest
        .filter(|_| queens == puzzle.size())
        .map(Grade::of_rule);
    let reason = match grade {
        Some(_) => None,
        None => Some(match fault(puzzle, &Marks::new(puzzle.size()))? {
            Some(Fault::Puzzle(fault)) => fault.to_owned(),
            _ => "the rules of deduction do not solve the puzzle".to_owned(),
        }),
    };
    Ok(Graded {
        n: puzzle.size(),
        grade: grade.map(Grade::name),
        steps: counts.iter().map(|(_, count)| count).sum(),
        rules: used
            .map(|(rule, count)| (rule.name().to_owned(), count.into()))
            .collect(),
        reason,
    })
}

fn sentence(graded: &Graded) -> String {
    if let Some(reason) = &graded.reason {
        return format!("no grade: {reason}");
    }
    let rules: Vec<String> = Rule::ALL
        .into_iter()
        .filter_map(|rule| Some(format!("{rule} {}", graded.rules.get(rule.name())?)))
        .collect();
    format!(
        "{}, {} steps: {}",
        graded.grade.unwrap_or("no grade"),
        graded.steps,
        rules.join(", ")
    )
}
