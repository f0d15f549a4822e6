//! `bezzel puzzle new`: random puzzles with exactly one solution.

use std::io::Write;
use std::process::ExitCode;

use anyhow::{Context, bail};
use bezzel::puzzle::{GeneratedPuzzle, Generator, Puzzle};
use serde::Serialize;

use crate::args::NewPuzzle;
use crate::interrupt::{self, Interrupted};
use crate::output::Output;
use crate::progress::Progress;

/// A puzzle, printed in this form with `--format json`.
#[derive(Serialize)]
struct Made<'a> {
    #[serde(flatten)]
    puzzle: &'a Puzzle,
    grade: &'static str,
    queens: Vec<Option<u32>>,
    seed: u64,
    number: u32,
}

pub(crate) fn run(args: &NewPuzzle) -> anyhow::Result<ExitCode> {
    // Seeds of 32 bits are short, and exact in every JSON parser.
    let seed = args.seed.unwrap_or_else(|| fastrand::u32(..).into());
    let mut generator = Generator::new(args.n, seed)?;
    if let Some(grade) = args.grade {
        generator = generator.with_grade(grade);
    }
    let mut out = Output::stdout();
    let failed = out.describe();
    let mut progress = Progress::new("making puzzles");
    let mut attempts = 0;
    for number in 1..=args.count {
        let made = loop {
            if interrupt::stop_requested() {
                out.finish()?;
                bail!(Interrupted(format!("{} puzzles made", number - 1)));
            }
            attempts += 1;
            progress.show(None, attempts, "attempts");
            if let Some(made) = generator.attempt() {
                break made;
            }
        };
        write(&mut out, args, &made, seed, number).context(failed.clone())?;
        if args.count > 1 {
            out.flush().context(failed.clone())?;
        }
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

fn write(
    out: &mut Output,
    args: &NewPuzzle,
    made: &GeneratedPuzzle,
    seed: u64,
    number: u32,
) -> std::io::Result<()> {
    let GeneratedPuzzle {
        puzzle,
        solution,
        grade,
    } = made;
    if args.format.is_json() {
        let made = Made {
            puzzle,
            grade: grade.name(),
            queens: solution.rows().collect(),
            seed,
            number,
        };
        serde_json::to_writer(&mut *out, &made)?;
        return writeln!(out);
    }
    // The same seed with a wanted grade gives other puzzles.
    let wanted = args
        .grade
        .map_or(String::new(), |grade| format!(" of grade {grade}"));
    let gap = if number > 1 { "\n" } else { "" };
    write!(
        out,
        "{gap}# {grade}; puzzle {number}{wanted} with seed {seed}\n{puzzle}"
    )
}
