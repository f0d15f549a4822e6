//! `bezzel puzzle new`: random puzzles with exactly one solution.

use std::io::Write;

use anyhow::bail;
use bezzel::counted;
use bezzel_puzzle::{GeneratedPuzzle, Generator, Grade, Puzzle};
use serde::Serialize;

use crate::args::NewPuzzle;
use crate::exit::ExitCode;
use crate::interrupt::{self, Interrupted};
use crate::language::either;
use crate::output::Output;
use crate::progress::ProgressLine;

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
    let (mut generator, seed, grade) = match (args.day, args.n) {
        (Some(day), _) => (day.generator(), day.seed(), Some(day.grade())),
        (None, n) => {
            let generator = Generator::new(n.unwrap_or_default(), seed)?;
            let generator = match args.grade.0 {
                Some(grade) => generator.with_grade(grade),
                None => generator,
            };
            (generator, seed, args.grade.0)
        }
    };
    let mut out = args.output.open()?;
    let mut progress = ProgressLine::new(either("making puzzles", "正在生成谜题"));
    let mut attempts = 0;
    for number in 1..=args.count {
        let made = loop {
            if interrupt::stop_requested() {
                out.finish()?;
                let made = number - 1;
                bail!(Interrupted(either(
                    format!("{} made", counted(made, "puzzle")),
                    format!("已生成 {made} 个谜题"),
                )));
            }
            attempts += 1;
            progress.show(None, attempts, "attempt");
            if let Some(made) = generator.attempt() {
                break made;
            }
        };
        let puzzle = Numbered {
            made,
            wanted: grade,
            seed,
            number,
        };
        puzzle.write(&mut out, args)?;
        if args.count > 1 {
            out.flush()?;
        }
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

/// A puzzle and its place in the sequence.
struct Numbered {
    made: GeneratedPuzzle,
    wanted: Option<Grade>,
    seed: u64,
    number: u32,
}

impl Numbered {
    fn write(&self, out: &mut Output, args: &NewPuzzle) -> std::io::Result<()> {
        let GeneratedPuzzle {
            puzzle,
            solution,
            grade,
        } = &self.made;
        let Self { seed, number, .. } = *self;
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
        let wanted = self
            .wanted
            .map_or(String::new(), |grade| format!(" of grade {grade}"));
        let day = args
            .day
            .map_or(String::new(), |day| format!("puzzle of {day}; "));
        let gap = if number > 1 { "\n" } else { "" };
        write!(
            out,
            "{gap}# {day}{grade}; puzzle {number}{wanted} with seed {seed}\n{puzzle}"
        )
    }
}
