//! `bezzel occupancy`: on how many solutions each square has a queen.

#[cfg(feature = "plot")]
mod heat_map;

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::path::Path;
use std::time::Instant;

use bezzel::{ConstrainedBoard, counted};
use bezzel_count::{Occupancy, Route, Total};
use bezzel_run::{Control, EngineSelection, FinishedUnits, Job, OccupancyJob, SavedOccupancy};
use serde::Serialize;

use crate::args::{self, TableFormat};
use crate::commands::constraints::write_contradiction;
use crate::commands::ledger::note_faults;
use crate::exit::ExitCode;
use crate::input::shown;
use crate::interrupt;
use crate::job::JobDisplay;
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
        write_note(format_args!(
            "{} for {} in {seconds:.3} s; each row and each column adds up to them{}",
            counted(total.solutions, "solution"),
            counted(board.size(), "queen"),
            if args.double_check {
                "; both routes agree"
            } else {
                ""
            }
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
    // A contradiction has no units that a file could store.
    let save = args
        .save
        .as_deref()
        .filter(|_| board.contradiction().is_none());
    let mut saved = save
        .map(|path| opened(path, board, args.double_check))
        .transpose()?;
    job.resume_from = saved
        .iter()
        .flat_map(SavedOccupancy::stored)
        .cloned()
        .collect();
    let failed = RefCell::new(None);
    let mut display = JobDisplay::default();
    let is_stopped = || failed.borrow().is_some() || interrupt::stop_requested();
    let ended = job.run(&Control::new(&is_stopped), &mut |progress| {
        display.show(progress);
        if let Some(saved) = &mut saved
            && !progress.occupancy.is_empty()
            && let Err(error) = saved.update(progress.occupancy, false)
        {
            *failed.borrow_mut() = Some(error);
        }
    });
    drop(display);
    if let Some(error) = failed.into_inner() {
        return Err(error.into());
    }
    if let Some(saved) = &mut saved {
        saved.update(&job.resume_from, true)?;
    }
    interrupt::answer(ended, || match &args.save {
        Some(path) => format!(
            "the units so far are in {}; run the same command again to resume",
            shown(path)
        ),
        None => "nothing was printed".to_owned(),
    })
}

/// Opens the file with the parts that were counted before, or creates it.
fn opened(
    path: &Path,
    board: &ConstrainedBoard,
    both_routes: bool,
) -> anyhow::Result<SavedOccupancy> {
    let (place, planned) = (path.to_owned(), board.clone());
    let saved = interrupt::run_interruptible("nothing was counted", move || {
        let routes = [Route::Direct, Route::Exchanged].into_iter();
        let none = |route| {
            let plan = OccupancyJob::plan(&planned, route)?;
            Ok(FinishedUnits::none(&plan, route))
        };
        let routes = routes.take(1 + usize::from(both_routes));
        let none = routes.map(none).collect::<Result<_, bezzel_run::Error>>()?;
        SavedOccupancy::open(&place, &planned, none).map_err(bezzel_run::Error::from)
    })??;
    note_faults(path, saved.faults(), false);
    Ok(saved)
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

/// Returns the numbers of black queens that occur, each with its solutions.
fn occurring(total: &Total) -> impl Iterator<Item = (usize, u128)> + '_ {
    let counts = total.by_black_queens.iter().copied().enumerate();
    counts.filter(|(_, count)| *count > 0)
}
