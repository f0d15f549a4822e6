//! `bezzel ledger status`: shows the progress.

use bezzel::counted;
use bezzel_count::Clock;
use bezzel_run::Status;

use super::{UNAFFECTED, opened_to_read, run_interruptible};
use crate::args;
use crate::exit::ExitCode;
use crate::output;
use crate::progress::duration;

pub(super) fn run(args: &args::Status) -> anyhow::Result<ExitCode> {
    let ledger = opened_to_read(&args.file)?;
    let (_, status) = run_interruptible(UNAFFECTED, ledger, |ledger| ledger.status())?;
    if args.format.is_json() {
        output::print_json(&status)?;
    } else {
        output::print(text(&status))?;
    }
    Ok(ExitCode::SUCCESS)
}

fn text(status: &Status) -> String {
    let units = status.units;
    let mut text = format!(
        "{}: {:.2} % of the expected cost, {} of {}\n\
         open {}, being counted {}, counted once {}, confirmed {} ({} by both routes), conflict {}\n",
        title(status),
        100.0 * status.fraction,
        status.counted_once + status.confirmed + status.conflicts,
        counted(units, "unit"),
        status.open,
        status.leased,
        status.counted_once,
        status.confirmed,
        status.confirmed_by_exchange,
        status.conflicts,
    );
    let taken = taken(status.cpu_seconds, status.wall_seconds);
    text += &format!("counting took {taken} so far");
    let left = [
        (status.cpu_seconds_left, Clock::Cpu),
        (status.wall_seconds_left, Clock::Wall),
    ];
    let left: Vec<_> = left
        .into_iter()
        .filter_map(|(left, clock)| Some(time(left?, clock)))
        .collect();
    if status.fraction < 1.0 && !left.is_empty() {
        text += &format!(", about {} are left", left.join(" or "));
    }
    text.push('\n');
    if let Some(left) = status.seconds_left.filter(|_| status.fraction < 1.0) {
        text += &format!("about {} left at the present rate\n", duration(left));
    }
    for machine in &status.machines {
        text += &format!(
            "{}: {}, {} ({}, {})\n",
            machine.host,
            counted(machine.results, "result"),
            self::taken(machine.cpu_seconds, machine.wall_seconds),
            machine.backend,
            machine.program
        );
    }
    for conflict in &status.conflicting {
        text += &format!("CONFLICT: {}\n", conflict.unit);
        for line in &conflict.results {
            text += &format!("  {line}\n");
        }
    }
    let more = status.conflicts - status.conflicting.len() as u64;
    if more > 0 {
        text +=
            &format!("CONFLICT: {more} more, resolve them with `bezzel ledger verify --resolve`\n");
    }
    for conflict in &status.resolved {
        let right = conflict.accepted.as_deref().unwrap_or_default();
        text += &format!(
            "resolved: {} is {right}, another result was rejected\n",
            conflict.unit
        );
    }
    text
}

fn title(status: &Status) -> String {
    match &status.board {
        None => format!("n = {}", status.n),
        Some(board) => format!("n = {}, board {board}", status.n),
    }
}

/// Formats the times by both clocks, without those that are zero.
fn taken(cpu_seconds: f64, wall_seconds: f64) -> String {
    let cpu = time(cpu_seconds, Clock::Cpu);
    let wall = time(wall_seconds, Clock::Wall);
    match (cpu_seconds > 0.0, wall_seconds > 0.0) {
        (true, true) => format!("{cpu} and {wall}"),
        (false, true) => wall,
        _ => cpu,
    }
}

fn time(seconds: f64, clock: Clock) -> String {
    format!("{} of {} time", duration(seconds), clock.name())
}
