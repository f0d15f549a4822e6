//! `bezzel puzzle hint`: the next steps with their reasons.

use std::io::Write;
use std::process::ExitCode;

use anyhow::Context;
use bezzel::puzzle::{Marks, Puzzle};

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
            false => hint.to_string(),
        });
        marks.apply(&hint);
    }
    Ok((lines, true))
}
