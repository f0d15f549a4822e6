//! `bezzel count --save`: a count whose results are in a ledger, which it creates or continues.

use std::path::Path;

use bezzel::{ConstrainedBoard, counted};
use bezzel_count::Plan;
use bezzel_run::{Error, JobError, Ledger};

use super::{board, counted_with, print, write_contradiction};
use crate::args::Count;
use crate::commands::ledger::opened;
use crate::exit::ExitCode;
use crate::input::shown;
use crate::interrupt;
use crate::stderr::write_note;

/// Counts the open units of the ledger at this path. The file alone says what it counts; what the
/// arguments say must agree with it.
pub(super) fn run(args: &Count, n: Option<u32>, path: &Path) -> anyhow::Result<ExitCode> {
    // Before a file is created.
    super::engines(args).check()?;
    let given = match n.is_some() || args.constraints.file.is_some() {
        true => Some(board(args, n)?),
        false => None,
    };
    if let Some(board) = given
        .as_ref()
        .filter(|board| board.contradiction().is_some())
    {
        // It has no units that a file could store.
        return super::one(args, board);
    }
    let place = path.to_owned();
    let ledger = opened(move || match given {
        Some(board) => Ledger::open_or_create(&place, Plan::constrained(&board)?),
        None => Ledger::open(&place),
    })?;
    let plan = ledger.plan();
    let board = match plan.board() {
        Some(board) => board,
        None => ConstrainedBoard::new(plan.n())?,
    };
    let ended = counted_with(args, &board, Some(ledger))?;
    let file = shown(path);
    let (finished, orbits) = match ended {
        Ok(counted) => counted,
        Err(JobError::TimeUp) => {
            let ledger = Ledger::open_to_read(path)?;
            write_note(format_args!(
                "time limit reached: {} of {} counted; `bezzel count --save {file}` continues",
                ledger.counted(),
                counted(ledger.plan().len(), "unit")
            ));
            return Ok(ExitCode::SUCCESS);
        }
        Err(JobError::Failed(Error::Conflict { units, .. })) => {
            write_note(format_args!(
                "all units are counted, but {units} in conflict: resolve them with `bezzel ledger \
                 verify {file} --resolve`"
            ));
            return Ok(ExitCode::NO);
        }
        Err(error) => {
            let state =
                || format!("results so far are in {file}; `bezzel count --save {file}` continues");
            interrupt::answer(Err(error), state)?
        }
    };
    print(args, &board, &finished, orbits)?;
    if let Some(units) = &finished.result.units {
        let confirmed = units.confirmed.unwrap_or(0);
        write_note(format_args!(
            "{file}: {}, {confirmed} confirmed{}",
            counted(units.units, "unit"),
            match confirmed < units.units {
                true =>
                    format!("; `bezzel ledger verify {file} --fraction PERCENT` counts units again"),
                false => String::new(),
            }
        ));
    }
    write_contradiction(&board);
    Ok(ExitCode::SUCCESS)
}
