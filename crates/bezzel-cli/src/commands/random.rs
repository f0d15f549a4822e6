//! `bezzel random`: random solutions, uniform or by local search.

use bezzel_run::{DrawFrom, DrawJob, EngineSelection, Job, RandomMethod};

use super::board_output;
use super::constraints::no_solution;
use crate::args::{DrawMethod, Random};
use crate::exit::ExitCode;
use crate::interrupt;
use crate::job::JobDisplay;
use crate::language::either;
use crate::stderr::write_note;

pub(crate) fn run(args: &Random) -> anyhow::Result<ExitCode> {
    let board = args.constraints.board(args.n)?;
    let n = board.size();
    let is_constrained = !board.is_unconstrained();
    let notation = board_output::notation(&args.writing, n)?;
    let seed = args.seed.unwrap_or_else(bezzel_run::random_seed);
    let engines = EngineSelection::new(args.engines.backend.clone(), args.engines.threads);
    let mut job = DrawJob::new(
        board.clone(),
        from(args),
        engines,
        args.count as usize,
        seed,
    )?;
    let out = args.writing.output.open()?;
    let mut display = JobDisplay::default();
    let drawn = job.run(&interrupt::control(), &mut |progress| {
        display.show(progress)
    });
    drop(display);
    let solutions = interrupt::answer(drawn, || "nothing was written".to_owned())?;
    if solutions.is_empty() {
        return Ok(no_solution(&board));
    }
    let boards = solutions.len() as u64;
    let mut writer = board_output::writer(&args.writing, out, notation, boards);
    for columns in &solutions {
        writer.write_columns(columns.iter().copied())?;
    }
    writer.finish(Some(boards))?.finish()?;
    let [english, chinese] = match job.method() {
        RandomMethod::Uniform if is_constrained => [
            "uniform: all completions of the board have the same probability",
            "uniform：抽中每种补全方案的概率相等",
        ],
        RandomMethod::Uniform => [
            "uniform: all solutions have the same probability",
            "uniform：抽中每个解的概率相等",
        ],
        RandomMethod::MinConflicts => [
            "min-conflicts: not uniform",
            "min-conflicts：抽中各个解的概率不相等",
        ],
    };
    write_note(either(
        format!("seed {seed}, {english}"),
        format!("种子 {seed}，{chinese}"),
    ));
    Ok(ExitCode::SUCCESS)
}

/// Returns where the solutions come from.
fn from(args: &Random) -> DrawFrom {
    match args.method {
        Some(DrawMethod::MinConflicts) => DrawFrom::LocalSearch,
        Some(DrawMethod::Uniform) => DrawFrom::AllSolutions,
        None => DrawFrom::Default,
    }
}
