//! `bezzel random`: random solutions, uniform or by local search.

use std::process::ExitCode;

use anyhow::{anyhow, bail};
use bezzel::notation::Writer;
use bezzel_run::{RandomMethod, RandomProgress, RandomRequest};

use super::constraints::{no_solution, no_solution_because};
use super::writing;
use crate::args::Random;
use crate::interrupt::{self, Interrupted, Interruptible, UntilInterrupted};
use crate::progress::Progress;
use crate::stderr::write_note;

pub(crate) fn run(args: &Random) -> anyhow::Result<ExitCode> {
    let board = args.constraints.board(args.n)?;
    let n = board.size();
    let is_constrained = !board.is_unconstrained();
    let notation = writing::notation(&args.writing, n)?;
    let seed = args.seed.unwrap_or_else(RandomRequest::random_seed);
    let mut request = RandomRequest::of_board(board.clone(), seed);
    request.count = args.count as usize;
    request.method = args.method.map(RandomMethod::from);
    request.ledger = args.ledger.clone();
    request.backends = args.engines.backend.clone();
    request.threads = args.engines.threads;
    let out = writing::output(&args.writing)?;
    let mut display = Progress::new("drawing");
    let drawn = request.run(&mut |progress| {
        match progress {
            RandomProgress::Counting(fraction) => display.show(Some(0.5 * fraction), 0, "board"),
            RandomProgress::Drawing(done) => {
                let fraction = done as f64 / f64::from(args.count);
                display.show(Some(0.5 + 0.5 * fraction), done as u128, "board");
            }
        }
        !interrupt::stop_requested()
    });
    drop(display);
    let Some(solutions) = drawn? else {
        bail!(Interrupted("nothing was written".to_owned()));
    };
    if solutions.is_empty() {
        return Ok(match request.ledger {
            None => no_solution(&board),
            Some(_) => no_solution_because("the ledger has none"),
        });
    }
    let failed = out.describe();
    let boards = solutions.len() as u64;
    let options = writing::options(&args.writing, boards);
    let mut writer = Writer::new(Interruptible(out), notation, options);
    let written = solutions.iter().try_for_each(|columns| {
        let columns = columns.iter().copied();
        writer.write_columns(UntilInterrupted(columns))
    });
    let finished = written.and_then(|()| writer.finish(Some(boards)));
    interrupt::check("the output is not complete")?;
    finished
        .map_err(|error| anyhow!(error).context(failed))?
        .0
        .finish()?;
    write_note(format_args!(
        "seed {seed}, {}",
        match request.method() {
            RandomMethod::Uniform if request.ledger.is_some() => {
                "uniform: all solutions of the ledger have the same probability"
            }
            RandomMethod::Uniform if is_constrained => {
                "uniform: all completions of the board have the same probability"
            }
            RandomMethod::Uniform => "uniform: all solutions have the same probability",
            RandomMethod::MinConflicts => "min-conflicts: not uniform",
        }
    ));
    Ok(ExitCode::SUCCESS)
}
