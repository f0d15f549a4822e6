//! `bezzel puzzle hint`: the next steps with their reasons.

use std::io::Write;

use anyhow::bail;
use bezzel::methods::Text;
use bezzel_puzzle::{Hint, Puzzle};
use serde::Serialize;

use super::{Entry, Fault, Undecided, exit_code, fault, for_each, in_language, run_until};
use crate::args::HintPuzzle;
use crate::exit::ExitCode;
use crate::language::say;
use crate::output::Output;

/// A hint, printed in this form with `--format json`.
#[derive(Serialize)]
struct Hinted<'a> {
    #[serde(flatten)]
    puzzle: &'a Puzzle,
    number: u64,
    #[serde(flatten)]
    answer: &'a Answer,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Answer {
    Hint(Hint),
    NoHint {
        /// Always `None`.
        hint: Option<Hint>,
        reason: String,
    },
}

impl Answer {
    fn none(reason: impl Into<String>) -> Self {
        Self::NoHint {
            hint: None,
            reason: reason.into(),
        }
    }
}

pub(crate) fn run(args: &HintPuzzle) -> anyhow::Result<ExitCode> {
    let mut out = Output::stdout();
    let mut all_good = true;
    let hinted = for_each(&args.puzzle, |mut entry| {
        let (answers, is_good) = answers(args, &mut entry)?;
        all_good &= is_good;
        Ok(write(&mut out, args, &entry, &answers).and_then(|()| out.flush())?)
    });
    out.finish()?;
    Ok(exit_code(hinted?, all_good))
}

/// Writes the answers for a puzzle, with its number if there are others.
fn write(
    out: &mut Output,
    args: &HintPuzzle,
    entry: &Entry,
    answers: &[Answer],
) -> std::io::Result<()> {
    let (is_json, number) = (args.format.is_json(), entry.number);
    if entry.has_others && !is_json {
        let gap = if number > 1 { "\n" } else { "" };
        writeln!(out, "{gap}# puzzle {number}")?;
    }
    for answer in answers {
        match answer {
            _ if is_json => {
                let puzzle = &entry.puzzle;
                let hinted = Hinted {
                    puzzle,
                    number,
                    answer,
                };
                serde_json::to_writer(&mut *out, &hinted)?;
                writeln!(out)?;
            }
            Answer::Hint(hint) => writeln!(out, "{}", say(&hint.text()))?,
            Answer::NoHint { reason, .. } => writeln!(out, "{reason}")?,
        }
    }
    Ok(())
}

/// Returns what to print, and false if there is a mistake or no step.
fn answers(args: &HintPuzzle, entry: &mut Entry) -> anyhow::Result<(Vec<Answer>, bool)> {
    let Entry { puzzle, marks, .. } = entry;
    let (end, is_json) = (args.time_limit.end(), args.format.is_json());
    if let Some(fault) = fault(puzzle, marks, end)? {
        let answer = match fault {
            Fault::Puzzle(fault) => Answer::none(in_language(fault, is_json)),
            Fault::Marks(Text { english, chinese }) => {
                let text = (
                    format!("mistake: {english}"),
                    format!("标记有误：{chinese}"),
                );
                Answer::none(in_language(text.into(), is_json))
            }
        };
        return Ok((vec![answer], false));
    }
    let mut answers = Vec::new();
    for _ in 0..args.steps {
        let (of, on) = (puzzle.clone(), marks.clone());
        let next = move || of.hint(&on);
        let Some(hint) = run_until(end, next)? else {
            bail!(Undecided::late());
        };
        let Some(hint) = hint? else {
            let is_solved = puzzle.is_solved(marks);
            answers.push(Answer::none(match is_solved {
                true => in_language(Text::new("solved", "已解出"), is_json),
                false => in_language(
                    Text::new("no rule makes progress", "用这六条规则已推不出下一步"),
                    is_json,
                ),
            }));
            return Ok((answers, is_solved));
        };
        marks.apply(&hint);
        answers.push(Answer::Hint(hint));
    }
    Ok((answers, true))
}
