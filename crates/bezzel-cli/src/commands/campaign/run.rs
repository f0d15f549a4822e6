//! `bezzel campaign run`: counts the remaining units.

use std::process::ExitCode;
use std::sync::{Arc, Mutex};

use bezzel::counted;
use bezzel_campaign::{Error as LedgerError, ProcessInfo};
use bezzel_run::{EnginePool, Error, Job, JobError, LedgerJob};

use super::{CONFLICT, opened, print_total, program};
use crate::args::Run;
use crate::interrupt::{self, held};
use crate::job::JobDisplay;
use crate::stderr::write_note;

pub(super) fn run(args: &Run) -> anyhow::Result<ExitCode> {
    let key = args.signing.read()?;
    let mut pool = EnginePool::start(args.engines.open()?);
    let ledger = opened(&args.file)?;
    let mut display = JobDisplay::naming(ledger.units().clone());
    let ledger = Arc::new(Mutex::new(ledger));
    let job = LedgerJob::new(&ledger, &mut pool, ProcessInfo::current(&program()));
    let control = match args.time_limit {
        Some(time) => interrupt::control().within(time),
        None => interrupt::control(),
    };
    let ended = job
        .signed(key)
        .run(&control, &mut |progress| display.show(progress));
    drop(display);
    drop(pool);
    let ledger = held(&ledger);
    let file = args.file.display();
    let units = ledger.units().plan().len();
    match ended {
        Ok(found) => {
            print_total(&ledger, &found, args.format.is_json())?;
            return Ok(ExitCode::SUCCESS);
        }
        Err(JobError::TimeUp) => {
            let done = ledger.counted();
            write_note(format_args!(
                "time limit reached: {done} of {} counted; run the same command again to resume",
                counted(units, "unit")
            ));
            return Ok(ExitCode::SUCCESS);
        }
        Err(JobError::Failed(Error::Conflict { units, .. })) => write_note(format_args!(
            "all units are counted, but {units} are in conflict: resolve them with `bezzel \
             campaign verify {file} --resolve`"
        )),
        Err(JobError::Failed(Error::Campaign(LedgerError::PolicyUnmet { missing, .. }))) => {
            write_note(format_args!(
                "all units are counted, {missing} of {} without the results that the policy of the \
                 campaign demands ({}): `bezzel campaign export {file}` writes them for other authors, \
                 `bezzel campaign verify {file} --lacking` counts them here by both routes",
                counted(units, "unit"),
                ledger.policy()
            ));
        }
        Err(error) => interrupt::answer(Err(error), || {
            format!("results so far are in {file}; run the same command again to resume")
        })?,
    }
    Ok(ExitCode::from(CONFLICT))
}
