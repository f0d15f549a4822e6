//! `bezzel occupancy`: on how many solutions each square has a queen.

#[cfg(feature = "plot")]
mod heat_map;

use std::collections::BTreeMap;
use std::time::Instant;

use bezzel::{ConstrainedBoard, counted};
use bezzel_count::{Occupancy, Total};
use bezzel_run::{EngineSelection, Job, OccupancyJob};
use serde::Serialize;

use crate::args::{self, TableFormat};
use crate::commands::constraints::write_contradiction;
use crate::commands::count::occurring;
use crate::commands::ledger::note_faults;
use crate::exit::ExitCode;
use crate::input::shown;
use crate::interrupt;
use crate::job::JobDisplay;
use crate::language::either;
use crate::output;
use crate::stderr::write_note;

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

pub(crate) fn run(args: &args::Occupancy) -> anyhow::Result<ExitCode> {
    let board = args.constraints.board(args.n)?;
    // Fails before hours of counting rather than after them.
    let out = args.output.open()?;
    #[cfg(feature = "plot")]
    let picture = (args.svg.as_deref())
        .map(|path| output::Output::to(Some(path), args.output.force.force))
        .transpose()?;
    let started = Instant::now();
    let (occupancy, total) = square_counts(args, &board)?;
    let seconds = started.elapsed().as_secs_f64();
    #[cfg(feature = "plot")]
    if let Some(out) = picture {
        heat_map::draw(&occupancy, total.solutions, out)?;
    }
    let written = match args.format {
        TableFormat::Text => text(args, &occupancy, &total),
        TableFormat::Csv => csv(&occupancy),
        TableFormat::Json => json(args, &occupancy, &total, seconds)?,
    };
    out.finish_with(&written)?;
    if args.format == TableFormat::Text {
        let (solutions, n) = (total.solutions, board.size());
        let (agree, agree_zh) = match args.double_check {
            true => ("; both routes agree", "；两条路线一致"),
            false => ("", ""),
        };
        write_note(either(
            format!(
                "{} for {} in {seconds:.3} s; each row and each column adds up to them{agree}",
                counted(solutions, "solution"),
                counted(n, "queen"),
            ),
            format!(
                "{n} 个皇后共 {solutions} 个解，用时 {seconds:.3} 秒；每行、每列之和都是 {solutions}{agree_zh}"
            ),
        ));
    }
    write_contradiction(&board);
    Ok(ExitCode::SUCCESS)
}

/// Counts the squares.
fn square_counts(
    args: &args::Occupancy,
    board: &ConstrainedBoard,
) -> anyhow::Result<(Occupancy, Total)> {
    let engines = EngineSelection::new(args.engines.backend.clone(), args.engines.threads);
    let mut job = OccupancyJob::new(board.clone(), engines);
    job.double_check = args.double_check;
    job.path.clone_from(&args.save);
    let mut display = JobDisplay::default();
    let ended = job.run(&interrupt::control(), &mut |progress| {
        display.show(progress)
    });
    drop(display);
    if let (Some(path), Some(faults)) = (&args.save, job.faults()) {
        note_faults(path, faults, false);
    }
    interrupt::answer(ended, || match &args.save {
        Some(path) => format!(
            "the units so far are in {}; run the same command again to resume",
            shown(path)
        ),
        None => "nothing was printed".to_owned(),
    })
}

fn text(args: &args::Occupancy, occupancy: &Occupancy, total: &Total) -> String {
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
        for (black, count) in occurring(total) {
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
    args: &args::Occupancy,
    occupancy: &Occupancy,
    total: &Total,
    seconds: f64,
) -> anyhow::Result<String> {
    let by_colour = || occurring(total).map(|(black, count)| (black, count.to_string()));
    let report = OccupancyReport {
        n: occupancy.size(),
        solutions: total.solutions.to_string(),
        occupancy: strings(occupancy),
        by_black_queens: args.by_colour.then(|| by_colour().collect()),
        seconds,
    };
    Ok(serde_json::to_string(&report)? + "\n")
}

fn strings(occupancy: &Occupancy) -> Vec<Vec<String>> {
    let row = |row| occupancy.row(row).iter().map(u128::to_string).collect();
    (0..occupancy.size()).map(row).collect()
}
