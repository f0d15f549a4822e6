//! `bezzel random`: random solutions, uniform or by local search.

use bezzel_run::{DrawJob, MAX_QUEENS, RandomMethod};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use super::board_output;
use super::constraints::no_solution;
use crate::args::{ConstraintArgs, Engines, Writing, whole, whole_number};
use crate::exit::ExitCode;
use crate::job;
use crate::language::either;
use crate::output::write_note;

/// Draw random solutions.
///
/// Up to n = 20, every solution is equally likely, and bezzel counts the solutions first. For larger
/// n, a randomised local search (min-conflicts) finds solutions in linear time, and some solutions
/// are more likely than others. With placed queens or blocked squares, every completion of the board
/// is equally likely, for n up to 32. bezzel estimates the time of the count on one idle core with
/// AVX-512. If the estimate is more than an hour, bezzel starts the count only with
/// `--method uniform`. GPUs help only with the count. The exit code is 1 if there is no solution.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  \
    bezzel random 8 --notation unicode\n  \
    bezzel random 16 --count 1000 --seed 1\n  \
    bezzel random 12 --queen 0,0 --block 5,5\n  \
    bezzel random 1000000 | bezzel check")]
pub(crate) struct Random {
    /// Number of queens, rows and columns.
    #[arg(value_name = "N", value_parser = whole(0..=MAX_QUEENS), allow_negative_numbers = true)]
    #[arg(required_unless_present = "board_file")]
    n: Option<u32>,
    /// Number of solutions, 1 to 1000000.
    #[arg(long, short, value_name = "K", default_value_t = 1, value_parser = whole(1..=1_000_000), allow_negative_numbers = true)]
    count: u32,
    /// Seed of the random numbers. The same seed and method give the same solutions, on any backend
    /// and any number of threads [default: random].
    #[arg(long, value_name = "SEED", value_parser = whole_number, allow_negative_numbers = true)]
    seed: Option<u64>,
    /// Method [default: uniform up to n = 20 and with constraints, otherwise min-conflicts].
    #[arg(long, short, value_name = "METHOD", value_parser = draw_method())]
    method: Option<RandomMethod>,
    #[command(flatten)]
    engines: Engines,
    #[command(flatten)]
    constraints: ConstraintArgs,
    #[command(flatten)]
    writing: Writing,
}

fn draw_method() -> impl TypedValueParser<Value = RandomMethod> {
    let names = PossibleValuesParser::new(RandomMethod::ALL.map(RandomMethod::name));
    names.map(|name| {
        let mut methods = RandomMethod::ALL.into_iter();
        let method = methods.find(|method| method.name() == name);
        method.expect("a name of a method")
    })
}

pub(crate) fn run(args: &Random) -> anyhow::Result<ExitCode> {
    let board = args.constraints.board(args.n)?;
    let n = board.size();
    let is_constrained = !board.is_unconstrained();
    let notation = board_output::notation(&args.writing, n)?;
    let seed = args.seed.unwrap_or_else(bezzel_run::random_seed);
    let (engines, count) = (args.engines.selection(), args.count as usize);
    let mut job = DrawJob::new(board.clone(), args.method, engines, count, seed)?;
    let out = args.writing.output.open()?;
    let solutions = job::run(&mut job)?;
    if solutions.is_empty() {
        return Ok(no_solution(&board));
    }
    board_output::write(&args.writing, out, notation, &solutions, true)?;
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
    write_note(either!("seed {seed}, {english}", "种子 {seed}，{chinese}"));
    Ok(ExitCode::SUCCESS)
}
