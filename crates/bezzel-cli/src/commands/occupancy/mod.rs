//! `bezzel occupancy`: on how many solutions each square has a queen.

#[cfg(feature = "plot")]
mod heat_map;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Instant;

use bezzel::{ConstrainedBoard, counted};
use bezzel_count::{MAX_COUNT_SIZE, Occupancy, Total};
use bezzel_run::OccupancyJob;
use clap::Args;
use serde::Serialize;

use crate::args::{ConstraintArgs, Engines, OutputFile, TableFormat, whole};
use crate::commands::constraints::write_contradiction;
use crate::commands::count::by_black_queens;
use crate::commands::ledger::note_faults;
use crate::exit::ExitCode;
use crate::job;
use crate::language::either;
use crate::output::write_note;

#[derive(Serialize)]
struct OccupancyReport {
    n: u32,
    solutions: String,
    /// Row by row, as strings: they may exceed the integer range of JSON parsers.
    occupancy: Vec<Vec<String>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    by_black_queens: Option<BTreeMap<usize, String>>,
    seconds: f64,
}

/// Count, for each square, the solutions with a queen on it.
///
/// bezzel prints a table with a line for each row of the board. Before that, it checks that each row
/// and each column of the table adds up to the number of solutions. The command takes about 10 times
/// as long as `bezzel count N`. GPUs count only the total; the CPU counts each square.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel occupancy 8\n  \
    bezzel occupancy 16 --format csv --output occupancy-16.csv\n  \
    bezzel occupancy 12 --svg heat-map.svg\n  \
    bezzel occupancy 12 --queen 0,0 --block 5,5     (of the solutions of this board)\n  \
    bezzel occupancy 22 --save occupancy-22.csv     (run it again to resume)")]
pub(crate) struct OccupancyArgs {
    /// Number of queens, rows and columns: 0 to 32.
    #[arg(value_name = "N", value_parser = whole(0..=MAX_COUNT_SIZE), allow_negative_numbers = true)]
    #[arg(required_unless_present = "board_file")]
    n: Option<u32>,
    #[command(flatten)]
    engines: Engines,
    /// Count by two routes, which make different lists of placements, and compare. This takes twice
    /// as long.
    #[arg(long)]
    double_check: bool,
    /// Store the sums of the finished parts in FILE and resume from it.
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    /// Also print the solutions by number of queens on squares whose row + column is even.
    #[arg(long)]
    by_colour: bool,
    /// Draw a heat map in this SVG file.
    #[cfg(feature = "plot")]
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    #[command(flatten)]
    output: OutputFile,
    /// Output format: text, CSV (row,column,solutions), or JSON as described in docs/json.md.
    #[arg(long, value_enum, default_value_t = TableFormat::Text)]
    format: TableFormat,
    #[command(flatten)]
    constraints: ConstraintArgs,
}

pub(crate) fn run(args: &OccupancyArgs) -> anyhow::Result<ExitCode> {
    let board = args.constraints.board(args.n)?;
    // Fails before hours of counting rather than after them.
    let out = args.output.open()?;
    #[cfg(feature = "plot")]
    let picture = args.output.force.open(args.svg.as_deref())?;
    let started = Instant::now();
    let (occupancy, total) = square_counts(args, &board)?;
    let seconds = started.elapsed().as_secs_f64();
    #[cfg(feature = "plot")]
    if let Some(out) = picture {
        out.finish_with_picture("heat map", |picture| {
            heat_map::draw(&occupancy, total.solutions, picture)
        })?;
    }
    let written = match args.format {
        TableFormat::Text => text(args, &occupancy, &total),
        TableFormat::Csv => csv(&occupancy),
        TableFormat::Json => json(args, &occupancy, &total, seconds)?,
    };
    out.finish_with(&written)?;
    if args.format == TableFormat::Text {
        let (solutions, n) = (total.solutions, board.size());
        let agree = match args.double_check {
            true => either!("; both routes agree", "；两条路线一致"),
            false => String::new(),
        };
        write_note(either!(
            "{all} for {queens} in {seconds:.3} s; each row and each column adds up to {solutions}{agree}",
            "{n} 个皇后共 {solutions} 个解，用时 {seconds:.3} 秒；每行、每列之和都是 {solutions}{agree}",
            all = counted(solutions, "solution"),
            queens = counted(n, "queen")
        ));
    }
    write_contradiction(&board);
    Ok(ExitCode::SUCCESS)
}

/// Counts the squares.
fn square_counts(
    args: &OccupancyArgs,
    board: &ConstrainedBoard,
) -> anyhow::Result<(Occupancy, Total)> {
    let mut job = OccupancyJob::new(board.clone(), args.engines.selection());
    job.double_check = args.double_check;
    job.path.clone_from(&args.save);
    let counted = job::run(&mut job);
    if let (Some(path), Some(faults)) = (&args.save, job.faults()) {
        note_faults(path, faults, false);
    }
    counted
}

fn text(args: &OccupancyArgs, occupancy: &Occupancy, total: &Total) -> String {
    let numbers: Vec<Vec<String>> = strings(occupancy);
    let width = numbers.iter().flatten().map(String::len).max().unwrap_or(0);
    let mut text = String::new();
    for row in &numbers {
        let cells: Vec<String> = row
            .iter()
            .map(|number| format!("{number:>width$}"))
            .collect();
        text += &(cells.join(" ") + "\n");
    }
    if args.by_colour {
        for (black, count) in by_black_queens(total) {
            text += &format!("{black} on even squares: {count}\n");
        }
    }
    text
}

fn csv(occupancy: &Occupancy) -> String {
    let mut text = "row,column,solutions\n".to_owned();
    for (row, numbers) in strings(occupancy).iter().enumerate() {
        for (column, number) in numbers.iter().enumerate() {
            text += &format!("{row},{column},{number}\n");
        }
    }
    text
}

fn json(
    args: &OccupancyArgs,
    occupancy: &Occupancy,
    total: &Total,
    seconds: f64,
) -> anyhow::Result<String> {
    let report = OccupancyReport {
        n: occupancy.size(),
        solutions: total.solutions.to_string(),
        occupancy: strings(occupancy),
        by_black_queens: args.by_colour.then(|| by_black_queens(total)),
        seconds,
    };
    Ok(serde_json::to_string(&report)? + "\n")
}

fn strings(occupancy: &Occupancy) -> Vec<Vec<String>> {
    let row = |row| occupancy.row(row).iter().map(u128::to_string).collect();
    (0..occupancy.size()).map(row).collect()
}
