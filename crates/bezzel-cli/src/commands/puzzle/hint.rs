//! `bezzel puzzle hint`: the next steps with their reasons.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use bezzel::Square;
use bezzel::puzzle::{Hint, Marks, Puzzle, Rule, Step, Unit};

use super::{Fault, exit_code, fault, for_each};
use crate::args::HintPuzzle;
use crate::interrupt;
use crate::output::Output;

pub(crate) fn run(args: &HintPuzzle) -> anyhow::Result<ExitCode> {
    let mut out = Output::stdout();
    let failed = out.describe();
    let mut all_good = true;
    let hinted = for_each(&args.puzzle, |_, puzzle, marks| {
        let (lines, is_good) = lines(args, &puzzle, marks)?;
        all_good &= is_good;
        for line in lines {
            writeln!(out, "{line}").context(failed.clone())?;
        }
        Ok(())
    });
    out.finish()?;
    hinted?;
    Ok(exit_code(all_good))
}

/// Returns the lines to print, and false if there is a mistake or no step.
fn lines(
    args: &HintPuzzle,
    puzzle: &Puzzle,
    mut marks: Marks,
) -> anyhow::Result<(Vec<String>, bool)> {
    let is_json = args.format.is_json();
    let without_hint = |message: String| match is_json {
        true => serde_json::json!({ "hint": null, "reason": message }).to_string(),
        false => message,
    };
    if let Some(fault) = fault(puzzle, &marks)? {
        let message = match fault {
            Fault::Puzzle(fault) => fault.to_owned(),
            Fault::Marks(mistake) => format!("mistake: {mistake}"),
        };
        return Ok((vec![without_hint(message)], false));
    }
    let mut lines = Vec::new();
    for _ in 0..args.steps {
        let (of, on) = (puzzle.clone(), marks.clone());
        let next = move || of.hint(&on);
        let hint = interrupt::run_interruptible("no hint was found", next)??;
        let Some(hint) = hint else {
            let is_solved = puzzle.is_solved(&marks);
            let message = if is_solved {
                "solved"
            } else {
                "no rule makes progress"
            };
            lines.push(without_hint(message.to_owned()));
            return Ok((lines, is_solved));
        };
        lines.push(match is_json {
            true => serde_json::to_string(&hint)?,
            false => sentence(&hint),
        });
        marks.apply(&hint);
    }
    Ok((lines, true))
}

/// Writes rule, reason and step in words.
fn sentence(hint: &Hint) -> String {
    let units = |units: &[Unit]| list(units.iter().map(Unit::to_string));
    let squares = |squares: &[Square]| list(squares.iter().map(Square::to_string));
    let k = hint.units.len() / 2;
    let reason = match hint.rule {
        Rule::Queen => format!(
            "the queen at {} rules out {} and the squares around it",
            squares(&hint.because),
            units(&hint.units)
        ),
        Rule::Single => format!("{} has one free square", units(&hint.units)),
        Rule::Inside | Rule::Sets => format!(
            "all free squares of {} are in {}",
            units(&hint.units[..k]),
            units(&hint.units[k..])
        ),
        Rule::AttacksAll => format!(
            "a queen here would rule out every free square of {}",
            units(&hint.units)
        ),
        Rule::Contradiction => format!(
            "a queen at {} would leave {} without a square",
            squares(&hint.because),
            units(&hint.units)
        ),
    };
    let step = match &hint.step {
        Step::Place(square) => format!("place a queen at {square}"),
        Step::RuleOut(ruled_out) => format!("rule out {}", squares(ruled_out)),
    };
    format!("{}: {reason}; {step}", hint.rule)
}

fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, others)) => format!("{} and {last}", others.join(", ")),
        None => String::new(),
    }
}
