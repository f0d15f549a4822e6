//! `bezzel work`: counts a part of the units, for job schedulers.

use std::cell::RefCell;

use bezzel_count::{Plan, Route};
use bezzel_run::{
    EnginePool, Job, Ledger, LedgerError, LedgerStore, ListStore, Store, UnitState, UnitsJob,
    plan_line, result_line, this_process,
};

use super::constraints::no_solution;
use super::ledger::{opened, opened_to_read, program};
use crate::args::{Shard, Target, Work};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::job::JobDisplay;
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
            let plan = interrupt::run_interruptible("nothing was counted", plan)??;
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
    let mut count = |store: &mut dyn Store| {
        let mut job = UnitsJob::new(store, &mut pool);
        job.run(&interrupt::control(), &mut |progress| {
            display.show(progress)
        })
    };
    let failed = RefCell::new(None);
    let ended = match args.output.clone().filter(|path| path.as_os_str() != "-") {
        Some(path) => {
            let mut ledger = opened(move || Ledger::open_or_create(&path, plan))?;
            units.retain(|unit| ledger.results(*unit).all(|stored| stored.route != route));
            count(&mut LedgerStore::again(
                &mut ledger,
                process,
                units,
                &[route],
            ))
        }
        None => {
            output::print(plan_line(&plan) + "\n")?;
            let units = units
                .into_iter()
                .filter_map(|unit| plan.unit(unit))
                .collect();
            count(&mut ListStore::new(units, route, process, |results| {
                for stored in results {
                    let line = result_line(&plan, stored)? + "\n";
                    if let Err(error) = output::print(line) {
                        let what = error.to_string();
                        failed.borrow_mut().get_or_insert(error);
                        return Err(LedgerError::Storage("standard output".into(), what));
                    }
                }
                Ok(())
            }))
        }
    };
    drop(display);
    if let Some(error) = failed.into_inner() {
        return Err(error);
    }
    interrupt::answer(ended, || {
        "the results that were written are complete".to_owned()
    })?;
    Ok(ExitCode::SUCCESS)
}
