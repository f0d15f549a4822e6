//! `bezzel count`: the total on stdout, method and run time on stderr.

mod sample;
mod saved;
mod speed;
mod table;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use anyhow::{anyhow, bail};
use bezzel::methods::Method;
use bezzel::{ConstrainedBoard, OrbitCounts, counted};
use bezzel_count::Total;
use bezzel_gpu::BackendSet;
use bezzel_run::{
    CountJob, CountResult, CountUnits, EngineSelection, Job, JobError, Ledger, Storage,
    this_process,
};
use clap::Args;
use serde::{Serialize, Serializer};

use crate::args::*;
use crate::commands::constraints::{no_solution, write_contradiction};
use crate::commands::ledger::program;
use crate::commands::list::not_empty;
use crate::exit::ExitCode;
use crate::interrupt;
use crate::job::JobDisplay;
use crate::language::either;
use crate::named;
use crate::output::{self, write_note};
use crate::progress::per_second;

#[derive(Serialize)]
struct CountReport {
    n: u32,
    solutions: String,
    method: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    backend: Option<String>,
    threads: u32,
    seconds: f64,
    #[serde(skip_serializing_if = "Option::is_none")]
    contradiction: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    joined_pairs: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    units: Option<u64>,
    /// Units on which two routes or two kinds of device agree.
    #[serde(skip_serializing_if = "Option::is_none")]
    confirmed_units: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_black_queens: Option<BTreeMap<usize, String>>,
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "by_name")]
    orbits: Option<[String; ORBITS.len()]>,
}

/// Names of the numbers of orbits.
const ORBITS: [&str; 4] = [
    "fundamental",
    "without_symmetry",
    "half_turn",
    "quarter_turn",
];

/// Returns the numbers of orbits as strings: they may exceed the integer range of JSON parsers.
fn strings(orbits: &OrbitCounts) -> [String; ORBITS.len()] {
    let (none, half, quarter) = (orbits.none, orbits.half_turn, orbits.quarter_turn);
    [orbits.fundamental, none, half, quarter].map(|count| count.to_string())
}

fn by_name<S: Serializer>(
    orbits: &Option<[String; ORBITS.len()]>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_map(orbits.iter().flat_map(|counts| ORBITS.iter().zip(counts)))
}

struct Finished {
    result: CountResult,
    seconds: f64,
    /// Earlier runs counted some of the units.
    is_continued: bool,
    orbits: Option<OrbitCounts>,
}

impl Finished {
    /// Writes run time, rate, method and threads to stderr.
    fn write_note(&self, n: u32) {
        let Self {
            result,
            seconds,
            is_continued,
            ..
        } = self;
        let (method, seconds) = (result.algorithm, *seconds);
        let units = result.units.as_ref();
        let names = units.map_or(&[][..], |units| &units.backends[..]);
        let backends = match names {
            [] => String::new(),
            // CPU threads, and no device.
            [name] if result.threads > 0 => {
                either!(" ({name})", "（{name}）")
            }
            _ => either!(
                " on {names}",
                "（{names}）",
                names = names.join(&either!(", ", "、"))
            ),
        };
        let (rate, taken) = match units {
            _ if *is_continued => (" of this run".to_owned(), "本次用时"),
            Some(units) => {
                let rate = per_second(units.total.joined, seconds);
                (format!(", {rate} joined pairs/s"), "用时")
            }
            None => {
                let rate = per_second(result.solutions, seconds);
                (format!(", {rate} solutions/s"), "用时")
            }
        };
        let threads = match result.threads {
            0 => String::new(),
            number => either!(
                ", {threads}",
                "，{number} 个线程",
                threads = counted(number, "thread")
            ),
        };
        let (queens, solutions) = (counted(n, "queen"), result.solutions);
        write_note(either!(
            "{queens} in {seconds:.3} s{rate}, {method}{backends}{threads}",
            "{n} 个皇后：共有 {solutions} 种摆法，{taken} {seconds:.3} 秒，{method}{backends}{threads}"
        ));
    }
}

const COLOUR_SPLIT_COUNTER: &str = "Colour-split counter";

/// Count the solutions.
///
/// bezzel prints the total on stdout, and the run time, the speed, the method and the threads on
/// stderr. For n = 12 to 32, it uses the colour-split counter, which counts the placements on even
/// and odd squares separately. `--method` selects another method.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel count 12\n  \
    bezzel count 1-12                       (a table)\n  \
    bezzel count 8 9 10 --fundamental --format csv\n  \
    bezzel count 10 --fundamental\n  \
    bezzel count 14 --method linked-columns --threads 1 --format json\n  \
    bezzel count 24 --save q24.bezzel       (stores each result)\n  \
    bezzel count --save q24.bezzel          (continues the count)\n  \
    bezzel count 27 --sample 20             (estimate total and run time)\n  \
    bezzel count 22 --backend cuda          (on all NVIDIA GPUs)\n  \
    bezzel count 18 --by-colour --double-check\n  \
    bezzel count 12 --queen 0,0 --block 5,5\n  \
    bezzel count --board Q3/2x1/4/1x2       (or a file)")]
pub(crate) struct Count {
    /// Number of queens, rows and columns: 0 to 32, or the limit of the method. If you give several
    /// numbers, or a range such as 1-12, bezzel prints a table.
    #[arg(value_name = "N", value_parser = sizes(count_size), allow_negative_numbers = true)]
    #[arg(required_unless_present_any = ["board_file", "save"])]
    sizes: Vec<Sizes>,
    /// Count by this method [default: the fastest for this n]; `bezzel methods` lists them. For a
    /// board with placed queens or blocked squares, you cannot choose a method: bezzel uses the
    /// faster of a search and the colour-split counter.
    #[arg(long, short, value_name = "METHOD", value_parser = named::counting_method())]
    method: Option<Method>,
    #[arg(long, short, value_name = "T", help = threads_help(), value_parser = threads, allow_negative_numbers = true)]
    threads: Option<u32>,
    /// Also count the fundamental solutions: one of each set of rotated and reflected solutions. The
    /// board must be empty.
    #[arg(long, short)]
    fundamental: bool,
    #[arg(help_heading = COLOUR_SPLIT_COUNTER, long, value_name = "BACKEND", help = backend_help(), value_parser = named::backends(), conflicts_with = "method")]
    backend: Option<BackendSet>,
    /// Store each result in FILE, a ledger, and continue the count that it contains. An existing
    /// ledger says what it counts, so you need not give N.
    #[arg(help_heading = COLOUR_SPLIT_COUNTER, long, value_name = "FILE", conflicts_with = "method")]
    save: Option<PathBuf>,
    /// Stop after TIME, when the current units are counted: seconds, or a time such as 45m, 8h or
    /// 2d. This option needs --save FILE.
    #[arg(long, value_name = "TIME", value_parser = time, allow_negative_numbers = true, requires = "save")]
    time_limit: Option<Duration>,
    /// Count every unit again with rows and columns exchanged.
    #[arg(help_heading = COLOUR_SPLIT_COUNTER, long, conflicts_with = "method")]
    double_check: bool,
    /// Also print how many solutions have how many queens on even squares (row + column even).
    #[arg(help_heading = COLOUR_SPLIT_COUNTER, long, conflicts_with = "method")]
    by_colour: bool,
    /// Count K random units, or 'all', and estimate the total and the run time.
    #[arg(
        help_heading = COLOUR_SPLIT_COUNTER,
        long,
        value_name = "K",
        value_parser = sample_size,
        allow_negative_numbers = true,
        conflicts_with_all = ["method", "save", "double_check", "by_colour", "fundamental"]
    )]
    sample: Option<u64>,
    /// Seed of the sample [default: random].
    #[arg(help_heading = COLOUR_SPLIT_COUNTER, long, value_name = "SEED", requires = "sample", value_parser = whole_number)]
    #[arg(allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Output format: text, CSV (n,solutions), or JSON as described in docs/json.md.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    format: TableFormat,
    #[command(flatten)]
    constraints: ConstraintArgs,
}

pub(crate) fn run(args: &Count) -> anyhow::Result<ExitCode> {
    let sizes = Sizes::all(&args.sizes);
    if sizes.len() > 1 && args.format != TableFormat::Json || args.format == TableFormat::Csv {
        return match sizes[..] {
            [] => table::run(args, &[board(args, None)?.size()]),
            _ => table::run(args, &sizes),
        };
    }
    if let (Some(path), 0..2) = (&args.save, sizes.len()) {
        return saved::run(args, sizes.first().copied(), path);
    }
    if sizes.len() < 2 {
        return one(args, &board(args, sizes.first().copied())?);
    }
    if args.save.is_some() {
        bail!(one_size("--save", sizes.len()));
    }
    let boards: Vec<_> = (sizes.into_iter())
        .map(|n| board(args, Some(n)))
        .collect::<Result<_, _>>()?;
    for board in &boards {
        one(args, board)?;
    }
    Ok(ExitCode::SUCCESS)
}

/// The error of an option that counts one size only.
fn one_size(option: &str, found: usize) -> anyhow::Error {
    anyhow!(either!(
        "expected one N with {option}, found {found} numbers",
        "使用 {option} 时只能给出一个 N，实际给出 {found} 个"
    ))
}

/// Returns the board of a count. Fails if an option does not accept it.
fn board(args: &Count, n: Option<u32>) -> anyhow::Result<ConstrainedBoard> {
    let board = args.constraints.board(n)?;
    if !board.is_unconstrained() && args.fundamental {
        bail!(not_empty());
    }
    if let Some(method) = args.method {
        // Fails before the head of a table is printed.
        CountJob::by_method(board.clone(), method, args.threads)?;
    }
    if args.fundamental {
        // Fails before hours of counting rather than after them.
        OrbitCounts::check_size(board.size())?;
    }
    Ok(board)
}

/// Counts one board and prints the result.
fn one(args: &Count, board: &ConstrainedBoard) -> anyhow::Result<ExitCode> {
    if let Some(units) = args.sample {
        return sampled(args, board, units);
    }
    print(args, board, &finished(args, board)?)?;
    write_contradiction(board);
    Ok(ExitCode::SUCCESS)
}

fn finished(args: &Count, board: &ConstrainedBoard) -> anyhow::Result<Finished> {
    interrupt::answer(counted_with(args, board, None)?)
}

/// Counts a board, in memory or in its ledger. Returns why the count ended if it has no answer.
fn counted_with(
    args: &Count,
    board: &ConstrainedBoard,
    ledger: Option<Ledger>,
) -> anyhow::Result<Result<Finished, JobError>> {
    let started = Instant::now();
    let is_saved = ledger.is_some();
    let is_continued = ledger.as_ref().is_some_and(|ledger| ledger.counted() > 0);
    let mut display = JobDisplay::of_count(board.size(), ledger.as_ref());
    let mut job = job(args, board.clone(), ledger)?;
    let end = args.time_limit.and_then(|time| started.checked_add(time));
    let control = interrupt::control().until(end);
    let ended = job.run(&control, &mut |progress| display.show(progress));
    drop(display);
    let result = match ended {
        Ok(result) => result,
        Err(error) => return Ok(Err(error)),
    };
    let seconds = started.elapsed().as_secs_f64();
    if let Some(units) = &result.units
        && let Some(confirmed) = units.confirmed
        && !is_saved
    {
        let all = units.units;
        write_note(either!(
            "double check: {confirmed} of {units} confirmed by the exchanged route",
            "复核：{all} 个工作单元中，{confirmed} 个由两条路线确认",
            units = counted(all, "unit")
        ));
    }
    let (n, solutions) = (board.size(), result.solutions);
    let orbits = match args.fundamental {
        true => Some(interrupt::run_interruptible(move || {
            OrbitCounts::of(n, solutions)
        })??),
        false => None,
    };
    Ok(Ok(Finished {
        result,
        seconds,
        is_continued,
        orbits,
    }))
}

/// Returns the count that the arguments ask for: by a method, by units, or by what is fastest.
fn job(args: &Count, board: ConstrainedBoard, ledger: Option<Ledger>) -> anyhow::Result<CountJob> {
    let by_units =
        args.by_colour || args.backend.is_some() || args.double_check || ledger.is_some();
    Ok(match args.method {
        Some(method) => CountJob::by_method(board, method, args.threads)?,
        None if by_units => {
            let mut units = CountUnits::new(engines(args));
            units.double_check = args.double_check;
            units.process = this_process(&program());
            let storage = match ledger {
                Some(ledger) => Storage::Ledger(Box::new(ledger)),
                None => Storage::Board(board),
            };
            CountJob::by_units(storage, units)?
        }
        None => CountJob::fastest(board, args.threads)?,
    })
}

fn engines(args: &Count) -> EngineSelection {
    EngineSelection::new(args.backend.clone(), args.threads)
}

fn sampled(args: &Count, board: &ConstrainedBoard, units: u64) -> anyhow::Result<ExitCode> {
    if board.contradiction().is_some() {
        // There is no unit that could be drawn.
        return Ok(no_solution(board));
    }
    let seed = args.seed;
    let seed = seed.unwrap_or_else(|| fastrand::u64(..1 << 53));
    let report = sample::run(board.clone(), units, seed, &engines(args))?;
    match args.format {
        TableFormat::Json => output::print_json(&report.json())?,
        _ => output::print(report.text())?,
    }
    Ok(ExitCode::SUCCESS)
}

fn print(args: &Count, board: &ConstrainedBoard, finished: &Finished) -> anyhow::Result<()> {
    let n = board.size();
    let Finished {
        result,
        seconds,
        orbits,
        ..
    } = finished;
    let total = result.units.as_ref().map(|units| &units.total);
    let by_black = total.filter(|_| args.by_colour);
    if args.format == TableFormat::Json {
        let report = CountReport {
            n,
            solutions: result.solutions.to_string(),
            method: result.algorithm,
            backend: result.units.as_ref().map(|units| units.backends.join(", ")),
            threads: result.threads,
            seconds: *seconds,
            contradiction: board.contradiction().map(|reason| reason.to_string()),
            joined_pairs: total.map(|total| total.joined.to_string()),
            units: result.units.as_ref().map(|units| units.units),
            confirmed_units: result.units.as_ref().and_then(|units| units.confirmed),
            by_black_queens: by_black.map(by_black_queens),
            orbits: orbits.as_ref().map(strings),
        };
        return output::print_json(&report);
    }
    let mut text = format!("{}\n", result.solutions);
    if let Some(orbits) = orbits {
        text += &orbits_text(n, orbits);
    }
    if let Some(total) = by_black {
        for (black, count) in by_black_queens(total) {
            text += &either!(
                "{black} on even squares: {count}\n",
                "偶格上有 {black} 个皇后：{count}\n"
            );
        }
    }
    output::print(text)?;
    finished.write_note(n);
    Ok(())
}

/// Returns the numbers of black queens that occur, each with its solutions.
pub(crate) fn by_black_queens(total: &Total) -> BTreeMap<usize, String> {
    let counts = total.by_black_queens.iter().enumerate();
    let counts = counts.filter(|(_, count)| **count > 0);
    counts
        .map(|(black, count)| (black, count.to_string()))
        .collect()
}

fn orbits_text(n: u32, orbits: &OrbitCounts) -> String {
    let last = if n <= 1 { 1 } else { 2 };
    let [fundamental, none, half, quarter] = strings(orbits);
    either!(
        "fundamental: {fundamental}\n\
             without symmetry: {none} (8 solutions each)\n\
             half-turn symmetry: {half} (4 solutions each)\n\
             quarter-turn symmetry: {quarter} ({solutions} each)\n",
        "基本解：{fundamental}\n\
             没有对称性：{none}（各有 8 个对称像）\n\
             旋转 180° 不变：{half}（各有 4 个对称像）\n\
             旋转 90° 不变：{quarter}（各有 {last} 个对称像）\n",
        solutions = counted(last, "solution")
    )
}
