//! Sentences about the run; those of its steps come from the library.

use bezzel::methods::{Method, Run, Step, counted_from};
use bezzel::{ConstrainedBoard, counted};

use super::player::Notice;

/// Describes a step of a run on this board.
pub(crate) fn sentence(board: &ConstrainedBoard, method: Method, step: &Step) -> String {
    let run = Run::new(method, board).expect("the run was checked");
    counted_from(0, &run.view(step).sentence.english)
}

pub(crate) fn notice(notice: Notice, step: Option<&Step>) -> String {
    match (notice, step) {
        (Notice::Ended, Some(step)) => ended(step.index + 1, step.counters.solutions),
        (Notice::Ended, None) => empty_run().into(),
        (Notice::NoLaterSolution, _) => "no solution after this step".into(),
        (Notice::NoEarlierSolution, _) => "no solution before this step".into(),
    }
}

pub(crate) fn ended(steps: u64, solutions: u64) -> String {
    format!(
        "the run has ended after {}: {}",
        counted(steps, "step"),
        counted(solutions, "solution")
    )
}

/// Returns the message for a board on which symmetry leaves nothing to search.
pub(crate) fn empty_run() -> &'static str {
    "this method has nothing to search on this board, which has no solution"
}
