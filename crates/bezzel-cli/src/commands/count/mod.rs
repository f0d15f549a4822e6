//! `bezzel count`: the total on stdout, method and run time on stderr.

mod display;
mod sample;
mod saved;
mod speed;
mod table;

use std::collections::BTreeMap;
use std::time::Instant;

use anyhow::{anyhow, bail};
use bezzel::{ConstrainedBoard, OrbitCounts, counted};
use bezzel_count::Total;
use bezzel_run::{
    CountJob, CountResult, CountUnits, EngineSelection, Job, JobError, Ledger, Storage,
    this_process,
};
use serde::Serialize;

use crate::args::{Count, Sizes, TableFormat};
use crate::commands::constraints::{no_solution, write_contradiction};
use crate::commands::ledger::program;
use crate::exit::ExitCode;
use crate::interrupt;
use crate::language::{self, either};
use crate::output;
use crate::progress::per_second;
use crate::stderr::write_note;
use display::Display;

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
    #[serde(skip_serializing_if = "Option::is_none")]
    orbits: Option<Orbits>,
}

/// Orbits by symmetry, as strings: they may exceed the integer range of JSON parsers.
#[derive(Serialize)]
struct Orbits {
    fundamental: String,
    without_symmetry: String,
    half_turn: String,
    quarter_turn: String,
}

struct Finished {
    result: CountResult,
    seconds: f64,
}

impl Finished {
    /// Writes run time, rate, method and threads to stderr.
    fn write_note(&self, n: u32) {
        let Self { result, seconds } = self;
        let (algorithm, seconds) = (&result.algorithm, *seconds);
        let units = result.units.as_ref();
        let names = units.map_or(&[][..], |units| &units.backends[..]);
        let backends = match names {
            [] => String::new(),
            // CPU threads, and no device.
            [name] if algorithm.threads() > 0 => {
                either(format!(" ({name})"), format!("（{name}）"))
            }
            _ => either(
                format!(" on {}", names.join(", ")),
                format!("（{}）", names.join("、")),
            ),
        };
        let threads = match algorithm.threads() {
            0 => String::new(),
            threads => format!(", {}", counted(threads, "thread")),
        };
        let method = algorithm.name();
        if language::is_chinese() {
            let threads = match algorithm.threads() {
                0 => String::new(),
                threads => format!("，{threads} 个线程"),
            };
            write_note(format_args!(
                "{n} 个皇后：共有 {} 种摆法，用时 {seconds:.3} 秒，{method}{backends}{threads}",
                result.solutions
            ));
            return;
        }
        write_note(format_args!(
            "{} in {seconds:.3} s, {}, {method}{backends}{threads}",
            counted(n, "queen"),
            match units {
                Some(units) =>
                    per_second(units.total.joined, seconds).replace("/s", " joined pairs/s"),
                None => per_second(result.solutions, seconds),
            },
        ));
    }
}

pub(crate) fn run(args: &Count) -> anyhow::Result<ExitCode> {
    let sizes = Sizes::all(&args.sizes);
    if sizes.len() > 1 && args.format != TableFormat::Json || args.format == TableFormat::Csv {
        return match sizes[..] {
            [] => table::run(args, &[board(args, None)?.size()]),
            _ => table::run(args, &sizes),
        };
    }
    if let (Some(path), 0..2) = (&args.counter.save, sizes.len()) {
        return saved::run(args, sizes.first().copied(), path);
    }
    if sizes.len() < 2 {
        return one(args, &board(args, sizes.first().copied())?);
    }
    if args.counter.save.is_some() {
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
    anyhow!(either(
        format!("expected one N with {option}, found {found}"),
        format!("使用 {option} 时只能给出一个 N，实际给出 {found} 个"),
    ))
}

/// Returns the board of a count. Fails if an option does not accept it.
fn board(args: &Count, n: Option<u32>) -> anyhow::Result<ConstrainedBoard> {
    let board = args.constraints.board(n)?;
    if !board.is_unconstrained() && args.fundamental {
        bail!(either(
            "expected an empty board with --fundamental, found placed queens or blocked squares",
            "--fundamental 只用于空棋盘，这个棋盘有给定的皇后或禁用的格子",
        ));
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
    if let Some(units) = args.counter.sample {
        return sampled(args, board, units);
    }
    let (finished, orbits) = finished(args, board)?;
    print(args, board, &finished, orbits)?;
    write_contradiction(board);
    Ok(ExitCode::SUCCESS)
}

fn finished(
    args: &Count,
    board: &ConstrainedBoard,
) -> anyhow::Result<(Finished, Option<OrbitCounts>)> {
    interrupt::answer(counted_with(args, board, None)?, || {
        either("nothing was counted", "没有得到结果")
    })
}

/// A count with its orbits, or why it ended without an answer.
type Counted = Result<(Finished, Option<OrbitCounts>), JobError>;

/// Counts a board, in memory or in its ledger.
fn counted_with(
    args: &Count,
    board: &ConstrainedBoard,
    ledger: Option<Ledger>,
) -> anyhow::Result<Counted> {
    let started = Instant::now();
    let is_saved = ledger.is_some();
    let mut display = Display::new(board, ledger.as_ref());
    let mut job = job(args, board.clone(), ledger)?;
    let control = match args.counter.time_limit {
        Some(time) => interrupt::control().within(time),
        None => interrupt::control(),
    };
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
        write_note(either(
            format!(
                "double check: {confirmed} of {} confirmed by the exchanged route",
                counted(all, "unit")
            ),
            format!("复核：{all} 个工作单元中有 {confirmed} 个由交换路线确认"),
        ));
    }
    let (n, solutions) = (board.size(), result.solutions);
    let orbits = match args.fundamental {
        true => Some(interrupt::run_interruptible(
            "nothing was printed",
            move || OrbitCounts::of(n, solutions),
        )??),
        false => None,
    };
    Ok(Ok((Finished { result, seconds }, orbits)))
}

/// Returns the count that the arguments ask for: by a method, by units, or by what is fastest.
fn job(args: &Count, board: ConstrainedBoard, ledger: Option<Ledger>) -> anyhow::Result<CountJob> {
    let counter = &args.counter;
    let by_units =
        counter.by_colour || counter.backend.is_some() || counter.double_check || ledger.is_some();
    Ok(match args.method {
        Some(method) => CountJob::by_method(board, method, args.threads)?,
        None if by_units => {
            let mut units = CountUnits::new(engines(args));
            units.double_check = counter.double_check;
            let ledger = ledger.map(|ledger| Storage::Ledger(Box::new(ledger)));
            units.storage = ledger.unwrap_or_default();
            units.process = this_process(&program());
            CountJob::by_units(board, units)?
        }
        None => CountJob::fastest(board, args.threads)?,
    })
}

fn engines(args: &Count) -> EngineSelection {
    EngineSelection::new(args.counter.backend.clone(), args.threads)
}

fn sampled(args: &Count, board: &ConstrainedBoard, units: u64) -> anyhow::Result<ExitCode> {
    if board.contradiction().is_some() {
        // There is no unit that could be drawn.
        return Ok(no_solution(board));
    }
    let seed = args
        .counter
        .seed
        .unwrap_or_else(|| fastrand::u64(..1 << 53));
    let report = sample::run(board.clone(), units, seed, &engines(args))?;
    if args.format == TableFormat::Json {
        output::print_json(&report.json())?;
    } else {
        output::print(report.text())?;
    }
    Ok(ExitCode::SUCCESS)
}

fn print(
    args: &Count,
    board: &ConstrainedBoard,
    finished: &Finished,
    orbits: Option<OrbitCounts>,
) -> anyhow::Result<()> {
    let n = board.size();
    let Finished { result, seconds } = finished;
    let (algorithm, seconds) = (&result.algorithm, *seconds);
    let total = result.units.as_ref().map(|units| &units.total);
    let by_black = total.filter(|_| args.counter.by_colour);
    if args.format == TableFormat::Json {
        let report = CountReport {
            n,
            solutions: result.solutions.to_string(),
            method: algorithm.name(),
            backend: result.units.as_ref().map(|units| units.backends.join(", ")),
            threads: algorithm.threads(),
            seconds,
            contradiction: board.contradiction().map(|reason| reason.to_string()),
            joined_pairs: total.map(|total| total.joined.to_string()),
            units: result.units.as_ref().map(|units| units.units),
            confirmed_units: result.units.as_ref().and_then(|units| units.confirmed),
            by_black_queens: by_black.map(|total| {
                occurring(total)
                    .map(|(black, count)| (black, count.to_string()))
                    .collect()
            }),
            orbits: orbits.map(Orbits::from),
        };
        return output::print_json(&report);
    }
    let mut text = format!("{}\n", result.solutions);
    if let Some(orbits) = orbits {
        text += &orbits_text(n, orbits);
    }
    if let Some(total) = by_black {
        for (black, count) in occurring(total) {
            text += &language::either(
                format!("{black} on even squares: {count}\n"),
                format!("偶格上 {black} 个：{count}\n"),
            );
        }
    }
    output::print(text)?;
    finished.write_note(n);
    Ok(())
}

/// Returns the numbers of black queens that occur, each with its solutions.
pub(crate) fn occurring(total: &Total) -> impl Iterator<Item = (usize, u128)> + '_ {
    let counts = total.by_black_queens.iter().copied().enumerate();
    counts.filter(|(_, count)| *count > 0)
}

impl From<OrbitCounts> for Orbits {
    fn from(orbits: OrbitCounts) -> Self {
        Self {
            fundamental: orbits.fundamental.to_string(),
            without_symmetry: orbits.none.to_string(),
            half_turn: orbits.half_turn.to_string(),
            quarter_turn: orbits.quarter_turn.to_string(),
        }
    }
}

fn orbits_text(n: u32, orbits: OrbitCounts) -> String {
    let last = if n <= 1 { 1 } else { 2 };
    let OrbitCounts {
        fundamental,
        none,
        half_turn,
        quarter_turn,
        ..
    } = orbits;
    language::either(
        format!(
            "fundamental: {fundamental}\n\
             without symmetry: {none} (orbits of 8)\n\
             half-turn symmetry: {half_turn} (orbits of 4)\n\
             quarter-turn symmetry: {quarter_turn} (orbits of {last})\n"
        ),
        format!(
            "基本解：{fundamental}\n\
             没有对称性：{none}（各有 8 个对称像）\n\
             旋转 180° 不变：{half_turn}（各有 4 个对称像）\n\
             旋转 90° 不变：{quarter_turn}（各有 {last} 个对称像）\n"
        ),
    )
}
