//! `bezzel puzzle new`: random puzzles with exactly one solution.

use std::io::{self, Write};
use std::time::SystemTime;

use anyhow::bail;
use bezzel::counted;
use bezzel_puzzle::{
    Day, DayError, Generator, Grade, MAX_GENERATED_SIZE, MIN_GENERATED_SIZE, Puzzle,
};
use clap::Args;
use serde::Serialize;

use crate::args::{Format, OutputFile, whole, whole_number};
use crate::exit::ExitCode;
use crate::interrupt::{self, Interrupted};
use crate::language::{either, say};
use crate::named;
use crate::output::Output;
use crate::progress::ProgressLine;

/// A puzzle and its place in the sequence, printed in this form with `--format json`.
#[derive(Serialize)]
struct Made<'a> {
    #[serde(flatten)]
    puzzle: &'a Puzzle,
    grade: &'static str,
    queens: Vec<Option<u32>>,
    seed: u64,
    number: u32,
}

/// Make puzzles with exactly one solution.
///
/// The same size, grade and seed always give the same puzzles. A grade that is rare for its size
/// takes longer: an easy or expert puzzle of 16 rows often takes some seconds. The puzzle of a day
/// is the same everywhere, also on the page.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel puzzle new 8\n  \
    bezzel puzzle new --day today\n  \
    bezzel puzzle new --day 2026-11-22 --output puzzle.txt\n  \
    bezzel puzzle new 10 --grade hard --seed 7 --count 3\n  \
    bezzel puzzle new 6 --seed 1 --format json")]
pub(super) struct NewPuzzle {
    /// Number of rows, columns, regions and queens: 5 to 16.
    #[arg(value_name = "N", value_parser = whole(MIN_GENERATED_SIZE..=MAX_GENERATED_SIZE), allow_negative_numbers = true, required_unless_present = "day")]
    n: Option<u32>,
    /// Hardest rule that the puzzle needs: easy, medium, hard or expert [default: any of them].
    #[arg(long, short, value_name = "GRADE", value_parser = named::grade())]
    grade: Option<Grade>,
    /// Seed; the same seed gives the same puzzles [default: random].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Make the puzzle of this date, such as 2026-11-22, or of `today`.
    #[arg(long, value_name = "DATE", value_parser = day, conflicts_with_all = ["n", "grade", "seed", "count"])]
    day: Option<Day>,
    /// Number of puzzles, 1 to 100000.
    #[arg(long, short, value_name = "K", default_value_t = 1, value_parser = whole(1..=100_000), allow_negative_numbers = true)]
    count: u32,
    #[command(flatten)]
    output: OutputFile,
    #[command(flatten)]
    format: Format,
}

pub(crate) fn run(args: &NewPuzzle) -> anyhow::Result<ExitCode> {
    // Seeds of 32 bits are short, and exact in every JSON parser.
    let seed = args.seed.unwrap_or_else(|| fastrand::u32(..).into());
    let (mut generator, seed, grade) = match (args.day, args.n) {
        (Some(day), _) => (day.generator(), day.seed(), Some(day.size_and_grade().1)),
        (None, n) => {
            let generator = Generator::new(n.unwrap_or_default(), seed)?;
            let generator = match args.grade {
                Some(grade) => generator.with_grade(grade),
                None => generator,
            };
            (generator, seed, args.grade)
        }
    };
    let mut out = args.output.open()?;
    let mut progress = ProgressLine::new(either!("making puzzles", "正在生成谜题"));
    let mut attempts = 0;
    for number in 1..=args.count {
        let made = loop {
            if interrupt::stop_requested() {
                out.finish()?;
                let made = number - 1;
                bail!(Interrupted(Some(either!(
                    "{puzzles} made",
                    "已生成 {made} 道谜题",
                    puzzles = counted(made, "puzzle")
                ))));
            }
            attempts += 1;
            progress.show(None, attempts, "attempt");
            if let Some(made) = generator.attempt() {
                break made;
            }
        };
        let made = Made {
            puzzle: &made.puzzle,
            grade: made.grade.name(),
            queens: made.solution.rows().collect(),
            seed,
            number,
        };
        match args.format.is_json() {
            true => out.write_json(&made)?,
            false => made.write(&mut out, args.day, grade)?,
        }
        if args.count > 1 {
            out.flush()?;
        }
    }
    out.finish()?;
    Ok(ExitCode::SUCCESS)
}

impl Made<'_> {
    fn write(&self, out: &mut Output, day: Option<Day>, wanted: Option<Grade>) -> io::Result<()> {
        let Self {
            puzzle,
            grade,
            seed,
            number,
            ..
        } = self;
        // The same seed with a wanted grade gives other puzzles.
        let wanted = wanted.map_or(String::new(), |grade| format!(" of grade {grade}"));
        let day = day.map_or(String::new(), |day| format!("puzzle of {day}; "));
        let gap = if *number > 1 { "\n" } else { "" };
        write!(
            out,
            "{gap}# {day}{grade}; puzzle {number}{wanted} with seed {seed}\n{puzzle}"
        )
    }
}

/// Parses a date, or `today`: the date in the time zone of this machine, as on the page.
fn day(text: &str) -> Result<Day, String> {
    let date = match text {
        // `Local::now` panics if the clock is before 1970.
        "today" => chrono::DateTime::<chrono::Local>::from(SystemTime::now())
            .date_naive()
            .to_string(),
        date => date.to_owned(),
    };
    date.parse()
        .map_err(|error: DayError| say(&error.text()).to_owned())
}
