//! Sentences about the run; those of its steps come from the library.

use bezzel::counted;
use bezzel::methods::Step;

use super::player::Notice;
use super::source::Source;

pub(crate) fn notice(notice: Notice, step: Option<&Step>, source: &Source) -> String {
    match (notice, step) {
        (Notice::Ended, Some(step)) => {
            let ended = ended(step.index + 1, step.counters.solutions);
            source
                .fault()
                .map_or(ended, |fault| format!("the moves end: {fault}"))
        }
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
