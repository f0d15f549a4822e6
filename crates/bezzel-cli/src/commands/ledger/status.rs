//! `bezzel ledger status`: shows the progress.

use std::path::PathBuf;

use bezzel::counted;
use bezzel_count::Clock;
use bezzel_run::Status;
use clap::Args;

use super::{conflict, opened_to_read, run_interruptible};
use crate::args::Format;
use crate::exit::ExitCode;
use crate::language::either;
use crate::progress::duration;

/// Show the progress of a count.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel ledger status q24.bezzel\n  \
    bezzel ledger status q24.bezzel --format json")]
pub(super) struct StatusArgs {
    /// Ledger whose progress to show.
    #[arg(value_name = "FILE")]
    file: PathBuf,
    #[command(flatten)]
    format: Format,
}

pub(super) fn run(args: &StatusArgs) -> anyhow::Result<ExitCode> {
    let ledger = opened_to_read(&args.file)?;
    let (_, status) = run_interruptible(ledger, |ledger| ledger.status())?;
    args.format.print(&status, || text(&status))?;
    Ok(ExitCode::SUCCESS)
}

/// Counts the units in each state.
fn states(status: &Status) -> String {
    let Status {
        units,
        open,
        leased,
        counted_once: once,
        confirmed,
        confirmed_by_exchange: by_both,
        conflicts,
        ..
    } = status;
    let (title, percent) = (title(status), 100.0 * status.fraction);
    let (all, done) = (counted(units, "unit"), once + confirmed + conflicts);
    let order = match done < *units {
        true => either!(" (the largest first)", "（先数大的）"),
        false => String::new(),
    };
    either!(
        "{title}: {percent:.2}% of the work, {done} of {all}{order}\n\
             open {open}, being counted {leased}, counted once {once}, \
             confirmed {confirmed} ({by_both} by both routes), conflict {conflicts}\n",
        "{title}：已完成预计工作量的 {percent:.2}%，共 {units} 个工作单元，已数 {done} 个{order}\n\
             未数 {open}，计算中 {leased}，数过一次 {once}，已确认 {confirmed}（两条路线一致的 {by_both}），冲突 {conflicts}\n"
    )
}

/// Writes a line for each machine.
fn machines(status: &Status) -> String {
    let mut text = String::new();
    for machine in &status.machines {
        let (host, results) = (&machine.host, machine.results);
        let (backend, program) = (&machine.backend, &machine.program);
        let taken = taken(machine.cpu_seconds, machine.wall_seconds);
        text += &either!(
            "{host}: {all}, {taken} ({backend}, {program})\n",
            "{host}：{results} 个结果，{taken}（{backend}，{program}）\n",
            all = counted(results, "result"),
            taken = taken.trim_start()
        );
    }
    text
}

fn text(status: &Status) -> String {
    let mut text = states(status);
    let taken = taken(status.cpu_seconds, status.wall_seconds);
    text += &either!("counting took {taken} so far", "至今已用{taken}");
    let left = [
        (status.cpu_seconds_left, Clock::Cpu),
        (status.wall_seconds_left, Clock::Wall),
    ];
    let left = left.into_iter();
    let left: Vec<_> = left
        .filter_map(|(left, clock)| Some(time(left?, clock)))
        .collect();
    if status.fraction < 1.0 && !left.is_empty() {
        text += &either!(
            ", about {left} are left",
            "，约还需{left}",
            left = left.join(&either!(" or ", "或"))
        );
    }
    text.push('\n');
    if let Some(left) = status.seconds_left.filter(|_| status.fraction < 1.0) {
        let left = duration(left);
        text += &either!(
            "about {left} left at the present rate\n",
            "按现在的速度，约还需 {left}\n"
        );
    }
    text += &machines(status);
    for one in &status.conflicting {
        text += &conflict(&one.unit);
        for line in &one.results {
            text += &format!("  {line}\n");
        }
    }
    let more = status.conflicts - status.conflicting.len() as u64;
    if more > 0 {
        text += &either!(
            "CONFLICT: {more} more, resolve them with `bezzel ledger verify --resolve`\n",
            "冲突：还有 {more} 个，用 `bezzel ledger verify --resolve` 解决\n"
        );
    }
    for conflict in &status.resolved {
        let right = conflict.accepted.as_deref().unwrap_or_default();
        let unit = &conflict.unit;
        text += &either!(
            "resolved: {unit} is {right}, another result was rejected\n",
            "已解决：{unit} 的值是 {right}，不采用另一个结果\n"
        );
    }
    text
}

fn title(status: &Status) -> String {
    match &status.board {
        None => format!("n = {}", status.n),
        Some(board) => either!(
            "n = {n}, board {board}",
            "n = {n}，棋盘 {board}",
            n = status.n
        ),
    }
}

/// Formats the times by both clocks, without those that are zero.
fn taken(cpu_seconds: f64, wall_seconds: f64) -> String {
    let cpu = time(cpu_seconds, Clock::Cpu);
    let wall = time(wall_seconds, Clock::Wall);
    match (cpu_seconds > 0.0, wall_seconds > 0.0) {
        (true, true) => either!("{cpu} and {wall}", "{cpu}和{wall}"),
        (false, true) => wall,
        _ => cpu,
    }
}

fn time(seconds: f64, clock: Clock) -> String {
    let time = duration(seconds);
    match clock {
        Clock::Cpu => either!("{time} of CPU time", " CPU 时间 {time}"),
        Clock::Wall => either!("{time} of wall time", "实际时间 {time}"),
    }
}
