//! `bezzel count --first-row`: the solutions by the column of the queen in row 0.

use std::time::Instant;

use bezzel::counted;
use bezzel_run::{EngineSelection, FirstRowJob, Job};
use serde::Serialize;

use crate::args::{Count, TableFormat};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::job::JobDisplay;
use crate::output;
use crate::stderr::write_note;

#[derive(Serialize)]
struct FirstRowReport {
    n: u32,
    solutions: String,
    first_row: Vec<String>,
    seconds: f64,
}

pub(super) fn run(args: &Count, n: u32) -> anyhow::Result<ExitCode> {
    let started = Instant::now();
    let engines = EngineSelection::new(args.counter.backend.clone(), args.threads);
    let mut display = JobDisplay::default();
    let mut job = FirstRowJob::new(n, engines);
    let row = job.run(&interrupt::control(), &mut |progress| {
        display.show(progress)
    });
    drop(display);
    let row = interrupt::answer(row, || "nothing was printed".to_owned())?;
    let seconds = started.elapsed().as_secs_f64();
    let columns: Vec<String> = row.columns.iter().map(u128::to_string).collect();
    if args.format == TableFormat::Json {
        let report = FirstRowReport {
            n,
            solutions: row.solutions.to_string(),
            first_row: columns,
            seconds,
        };
        output::print_json(&report)?;
        return Ok(ExitCode::SUCCESS);
    }
    output::print(columns.join(" ") + "\n")?;
    write_note(format_args!(
        "{} for {} by the column of the queen in row 0, in {seconds:.3} s",
        counted(row.solutions, "solution"),
        counted(n, "queen")
    ));
    Ok(ExitCode::SUCCESS)
}
