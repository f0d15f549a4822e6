//! `bezzel puzzle hint`: the next steps with their reasons.

use std::io::{self, Write};

use bezzel::methods::Text;
use bezzel::texts;
use bezzel_puzzle::{Hint, Puzzle};
use clap::Args;
use serde::Serialize;

use super::{Entry, Fault, PuzzleFile, TimeLimit, fault, run_until, write_each};
use crate::args::{Format, whole};
use crate::exit::ExitCode;
use crate::language::{in_english, say};
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
        /// Written as `null`.
        hint: (),
        #[serde(serialize_with = "in_english")]
        reason: Text,
    },
}

impl Answer {
    fn none(reason: Text) -> Self {
        Self::NoHint { hint: (), reason }
    }
}

/// Explain the next step of a puzzle: the simplest rule that makes progress.
///
/// Rows and columns are numbered from 0. The exit code is 1 if the marks contain a mistake, if the
/// puzzle does not have exactly one solution, or if no rule makes progress.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle hint puzzle.txt\n  \
    bezzel puzzle hint puzzle.txt --steps 5 --format json")]
pub(super) struct HintPuzzle {
    #[command(flatten)]
    puzzle: PuzzleFile,
    /// Number of steps, 1 to 1000.
    #[arg(long, short, value_name = "K", default_value_t = 1, value_parser = whole(1..=1000), allow_negative_numbers = true)]
    steps: u32,
    #[command(flatten)]
    time_limit: TimeLimit,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &HintPuzzle) -> anyhow::Result<ExitCode> {
    write_each(&args.puzzle, |out, mut entry| {
        let (answers, is_good) = answers(args, &mut entry)?;
        write(out, args.format.is_json(), &entry, &answers)?;
        Ok(is_good)
    })
}

/// Writes the answers for a puzzle, with its number if there are others.
fn write(out: &mut Output, is_json: bool, entry: &Entry, answers: &[Answer]) -> io::Result<()> {
    let number = entry.number;
    if entry.has_others && !is_json {
        let gap = if number > 1 { "\n" } else { "" };
        writeln!(out, "{gap}# puzzle {number}")?;
    }
    for answer in answers {
        match answer {
            _ if is_json => out.write_json(&Hinted {
                puzzle: &entry.puzzle,
                number,
                answer,
            })?,
            Answer::Hint(hint) => writeln!(out, "{}", say(&hint.text()))?,
            Answer::NoHint { reason, .. } => writeln!(out, "{}", say(reason))?,
        }
    }
    Ok(())
}

/// Returns what to print, and false if there is a mistake or no step.
fn answers(args: &HintPuzzle, entry: &mut Entry) -> anyhow::Result<(Vec<Answer>, bool)> {
    let Entry { puzzle, marks, .. } = entry;
    let end = args.time_limit.end();
    match fault(puzzle, marks, end)? {
        Some(Fault::Puzzle(fault)) => return Ok((vec![Answer::none(fault)], false)),
        Some(Fault::Marks(fault)) => {
            let mistake = texts!([fault], "mistake: {fault}", "标记有误：{fault}");
            return Ok((vec![Answer::none(mistake)], false));
        }
        None => {}
    }
    let mut answers = Vec::new();
    for _ in 0..args.steps {
        let (of, on) = (puzzle.clone(), marks.clone());
        let Some(hint) = run_until(end, move || of.hint(&on))?? else {
            let is_solved = puzzle.is_solved(marks);
            answers.push(Answer::none(match is_solved {
                true => Text::new("solved", "已解出"),
                false => Text::new("no rule makes progress", "用这六条规则已推不出下一步"),
            }));
            return Ok((answers, is_solved));
        };
        marks.apply(&hint);
        answers.push(Answer::Hint(hint));
    }
    Ok((answers, true))
}
