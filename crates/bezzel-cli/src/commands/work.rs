//! `bezzel work`: counts a part of the units, for job schedulers.

use std::cell::RefCell;

use bezzel_count::{Plan, Route, plan_line, result_line};
use bezzel_run::{
    Control, EnginePool, Job, Ledger, Store, UnitNews, UnitState, UnitsJob, this_process,
};

use super::constraints::no_solution;
use super::ledger::{opened, opened_to_read, program};
use crate::args::{Shard, Target, Work};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::job::JobDisplay;
use crate::language::either;
use crate::output;

pub(crate) fn run(args: &Work) -> anyhow::Result<ExitCode> {
    let route = match args.exchanged {
        true => Route::Exchanged,
        false => Route::Direct,
    };
    let engines = args.engines.open()?;
    let (plan, mut units) = match &args.target {
        Some(Target::File(path)) => {
            let ledger = opened_to_read(path)?;
            let units = match route {
                Route::Direct => ledger.units_in(UnitState::Open),
                Route::Exchanged => ledger.without_route(route),
            };
            (ledger.plan().clone(), units)
        }
        target => {
            let n = target.as_ref().and_then(|target| match target {
                Target::Size(n) => Some(*n),
                Target::File(_) => None,
            });
            let board = args.constraints.board(n)?;
            if board.contradiction().is_some() {
                return Ok(no_solution(&board));
            }
            let plan = move || Plan::constrained(&board);
            let outcome = either("nothing was counted", "没有得到结果");
            let plan = interrupt::run_interruptible(&outcome, plan)??;
            let units = (0..plan.len()).collect();
            (plan, units)
        }
    };
    let Shard { number, of } = args.part.unwrap_or(Shard { number: 1, of: 1 });
    units.retain(|unit| unit % of == number - 1);
    let cost = |unit: &u64| plan.unit(*unit).map_or(0.0, |unit| unit.cost());
    units.sort_by(|a, b| cost(b).total_cmp(&cost(a)).then(a.cmp(b)));
    let process = this_process(&program());
    let mut pool = EnginePool::start(engines);
    let mut display = JobDisplay::default();
    let failed = RefCell::new(None);
    let is_stopped = || failed.borrow().is_some() || interrupt::stop_requested();
    let mut count = |mut store: Store, print: &dyn Fn(&UnitNews) -> anyhow::Result<()>| {
        let mut job = UnitsJob::new(&mut store, &mut pool);
        job.run(&Control::new(&is_stopped), &mut |progress| {
            display.show(progress);
            let printed = progress.units.as_ref().map_or(Ok(()), print);
            if let Err(error) = printed {
                failed.borrow_mut().get_or_insert(error);
            }
        })
    };
    let ended = match args.output.clone().filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            let mut ledger = opened(move || Ledger::open_or_create(&path, plan))?;
            units.retain(|unit| ledger.results(*unit).all(|stored| stored.route != route));
            let store = Store::again(&mut ledger, process, units, &[route]);
            count(store, &|_| Ok(()))
        }
        None => {
            output::print(plan_line(&plan) + "\n")?;
            let units = units.iter().filter_map(|unit| plan.unit(*unit)).collect();
            count(Store::of_list(units, route, process), &|news| {
                let lines = news.stored.iter().map(|stored| result_line(&plan, stored));
                lines
                    .into_iter()
                    .try_for_each(|line| output::print(line? + "\n"))
            })
        }
    };
    drop(display);
    if let Some(error) = failed.into_inner() {
        return Err(error);
    }
    interrupt::answer(ended, || {
        either(
            "the results that were written are complete",
            "已写出的结果都是完整的",
        )
    })?;
    Ok(ExitCode::SUCCESS)
}
