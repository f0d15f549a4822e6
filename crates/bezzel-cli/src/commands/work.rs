//! `bezzel work`: counts a part of the units, for job schedulers.

use std::path::PathBuf;

use anyhow::bail;
use bezzel_count::{MAX_COUNT_SIZE, Plan, Route, plan_line, result_line};
use bezzel_run::{EnginePool, Ledger, Store, UnitNews, UnitState, this_process};
use clap::Args;

use super::constraints::no_solution;
use super::engines;
use super::ledger::{opened, opened_to_read, program};
use crate::args::{ConstraintArgs, Engines, whole};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::job::JobDisplay;
use crate::language::either;
use crate::output;

/// Compute one part of a large count, for job schedulers.
///
/// Each job writes its results to a ledger of its own, or to stdout. `bezzel ledger merge` joins the
/// results. With `--output`, you can run the same command again to resume after a crash or Ctrl-C. If
/// you give a ledger instead of N, bezzel counts only the units that have no result in it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel work 24 --part 3/100 --output part-3.bezzel\n  \
    bezzel ledger merge q24.bezzel part-*.bezzel\n  \
    bezzel work q24.bezzel --part 3/100 --output more-3.bezzel\n  \
    bezzel work q24.bezzel --exchanged > recounts")]
pub(crate) struct Work {
    /// Number of queens, 0 to 32, or a ledger.
    #[arg(value_name = "N|FILE", required_unless_present = "board_file")]
    #[arg(value_parser = target, allow_negative_numbers = true)]
    target: Option<Target>,
    /// Ledger to which bezzel appends the results; bezzel creates it if it does not exist.
    #[arg(long, short, value_name = "FILE")]
    output: Option<PathBuf>,
    /// Count part K of M: every M-th unit, beginning with the K-th.
    #[arg(long, value_name = "K/M", value_parser = part)]
    part: Option<Part>,
    /// Count with rows and columns exchanged, to confirm results of the direct route.
    #[arg(long)]
    exchanged: bool,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    constraints: ConstraintArgs,
}

/// What `bezzel work` counts.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Target {
    Size(u32),
    File(PathBuf),
}

fn target(text: &str) -> Result<Target, String> {
    let is_number = |byte: u8| byte.is_ascii_digit() || b"-+.".contains(&byte);
    match !text.is_empty() && text.bytes().all(is_number) {
        true => whole(0..=MAX_COUNT_SIZE)(text).map(Target::Size),
        false => Ok(Target::File(text.into())),
    }
}

/// One of several equal parts of the units: its number, from 1, and the number of parts.
type Part = (u64, u64);

fn part(text: &str) -> Result<Part, String> {
    let parse = || {
        let (number, of) = text.split_once('/')?;
        let (number, of) = (number.parse().ok()?, of.parse().ok()?);
        (1..=of).contains(&number).then_some((number, of))
    };
    parse().ok_or_else(|| {
        either!(
            "expected a part such as 3/100, from 1/100 to 100/100",
            "应为 3/100 这样的一部分，从 1/100 到 100/100"
        )
    })
}

pub(crate) fn run(args: &Work) -> anyhow::Result<ExitCode> {
    let route = match args.exchanged {
        true => Route::Exchanged,
        false => Route::Direct,
    };
    let engines = args.engines.open()?;
    let Some((plan, mut units)) = open_units(args, route)? else {
        return Ok(ExitCode::NO);
    };
    let (number, of) = args.part.unwrap_or((1, 1));
    units.retain(|unit| unit % of == number - 1);
    let cost = |unit: &u64| plan.unit(*unit).map_or(0.0, |unit| unit.cost());
    units.sort_by(|a, b| cost(b).total_cmp(&cost(a)).then(a.cmp(b)));
    let process = this_process(&program());
    let mut pool = EnginePool::start(engines);
    let mut display = JobDisplay::default();
    let mut count = |mut store: Store, print: &dyn Fn(&UnitNews) -> anyhow::Result<()>| {
        engines::count(&mut pool, &mut store, &mut |progress| {
            display.show(progress);
            progress.units.as_ref().map_or(Ok(()), print)
        })
    };
    match args.output.clone().filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            let mut ledger = opened(move || Ledger::open_or_create(&path, plan))?;
            units.retain(|unit| ledger.results(*unit).all(|stored| stored.route != route));
            let store = Store::again(&mut ledger, process, units, &[route]);
            count(store, &|_| Ok(()))?;
        }
        None => {
            output::print(plan_line(&plan) + "\n")?;
            let units = units.iter().filter_map(|unit| plan.unit(*unit)).collect();
            count(Store::of_list(units, route, process), &|news| {
                let lines = news.stored.iter().map(|stored| result_line(&plan, stored));
                lines
                    .into_iter()
                    .try_for_each(|line| output::print(line? + "\n"))
            })?;
        }
    }
    Ok(ExitCode::SUCCESS)
}

/// Returns what is counted and the units that are open by this route; nothing if the board has none, after
/// saying why.
fn open_units(args: &Work, route: Route) -> anyhow::Result<Option<(Plan, Vec<u64>)>> {
    match &args.target {
        Some(Target::File(_)) if args.constraints.any() => bail!(either!(
            "expected N with --queen, --block and --board, found a ledger, which says what it counts",
            "--queen、--block 和 --board 要与 N 一起使用；计数文件已说明棋盘"
        )),
        Some(Target::File(path)) => {
            let ledger = opened_to_read(path)?;
            let units = match route {
                Route::Direct => ledger.units_in(UnitState::Open),
                Route::Exchanged => ledger.without_route(route),
            };
            Ok(Some((ledger.plan().clone(), units)))
        }
        target => {
            let n = target.as_ref().and_then(|target| match target {
                Target::Size(n) => Some(*n),
                Target::File(_) => None,
            });
            let board = args.constraints.board(n)?;
            if board.contradiction().is_some() {
                no_solution(&board);
                return Ok(None);
            }
            let plan = move || Plan::constrained(&board);
            let plan = interrupt::run_interruptible(plan)??;
            let units = (0..plan.len()).collect();
            Ok(Some((plan, units)))
        }
    }
}
