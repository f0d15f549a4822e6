//! `bezzel count --save`: a count whose results are in a ledger, which it creates or continues.

use std::path::Path;

use anyhow::bail;
use bezzel::{ConstrainedBoard, counted};
use bezzel_count::Plan;
use bezzel_run::{Error, JobError, Ledger, LedgerError, UnitTotal};

use super::{Count, board, counted_with, print, write_contradiction};
use crate::commands::ledger::opened;
use crate::exit::ExitCode;
use crate::input::shown;
use crate::interrupt::Interrupted;
use crate::language::either;
use crate::output::write_note;

/// Counts the open units of the ledger at this path. The file alone says what it counts; what the
/// arguments say must agree with it.
pub(super) fn run(args: &Count, n: Option<u32>, path: &Path) -> anyhow::Result<ExitCode> {
    // Before a file is created.
    super::engines(args).check()?;
    let given = match n.is_some() || args.constraints.any() {
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
    let finished = match ended {
        Ok(finished) => finished,
        Err(JobError::TimeUp) => {
            let state = state(path)?;
            write_note(either!("time limit reached: {state}", "时间到：{state}"));
            return Ok(ExitCode::SUCCESS);
        }
        Err(JobError::Cancelled) => bail!(Interrupted(Some(state(path)?))),
        Err(JobError::Failed(Error::Ledger(LedgerError::Unfinished {
            conflicts: units @ 1..,
            ..
        }))) => {
            write_note(either!(
                "all units are counted, but {units} in conflict: resolve them with `bezzel \
                 ledger verify {file} --resolve`",
                "工作单元都已完成，但有冲突（{units}）；用 `bezzel ledger verify {file} --resolve` 解决"
            ));
            return Ok(ExitCode::NO);
        }
        Err(JobError::Failed(error)) => bail!(error),
    };
    print(args, &board, &finished)?;
    if let Some(units) = &finished.result.units {
        write_confirmed(&file, units);
    }
    write_contradiction(&board);
    Ok(ExitCode::SUCCESS)
}

/// Says how far the ledger is that a stopped count leaves, and how to continue.
fn state(path: &Path) -> anyhow::Result<String> {
    let file = shown(path);
    let ledger = Ledger::open_to_read(path)?;
    let (done, all) = (ledger.counted(), ledger.plan().len());
    let percent = 100.0 * ledger.status()?.fraction;
    Ok(either!(
        "{done} of {units} counted ({percent:.2}% of the work); \
         `bezzel count --save {file}` continues the count",
        "{all} 个工作单元中完成了 {done} 个（预计工作量的 {percent:.2}%）；\
         要继续计数，请运行 `bezzel count --save {file}`",
        units = counted(all, "unit")
    ))
}

/// Says how many units are confirmed, and how to count some of the others again.
fn write_confirmed(file: &str, units: &UnitTotal) {
    let confirmed = units.confirmed.unwrap_or(0);
    let verify = format!("`bezzel ledger verify {file} --fraction 5%`");
    let again = match confirmed < units.units {
        true => either!(
            "; {verify} counts some of them again",
            "；用 {verify} 重算一部分"
        ),
        false => String::new(),
    };
    let all = units.units;
    write_note(either!(
        "{file}: {units}, {confirmed} confirmed{again}",
        "{file}：{all} 个工作单元，{confirmed} 个已确认{again}",
        units = counted(all, "unit")
    ));
}
