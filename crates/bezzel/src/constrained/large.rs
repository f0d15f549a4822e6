//! Completions of boards that do not fit the bit masks, up to n = 1000.
//!
//! A local search finds completions of boards with much freedom at once, where the exact-cover search
//! may lose itself among bad first queens. When it finds no further completion, the exact-cover search
//! takes over, which also proves that there is none.

use std::collections::HashSet;
use std::ops::ControlFlow;

use super::ConstrainedBoard;
use crate::min_conflicts::LocalSearch;
use crate::{Advance, Error};

/// Steps of the exact-cover search between two calls of a stop check, which take less than 10 ms.
const STEPS_PER_STOP_CHECK: u64 = 1 << 12;

/// Calls `each` with every completion, as
/// [`visit_completions`](ConstrainedBoard::visit_completions) does.
pub(super) fn visit(
    board: &ConstrainedBoard,
    should_stop: &dyn Fn() -> bool,
    each: &mut dyn FnMut(&[u32]) -> ControlFlow<()>,
) -> Result<ControlFlow<()>, Error> {
    board.check_covered()?;
    if board.contradiction().is_some() {
        return Ok(ControlFlow::Continue(()));
    }
    let mut known = HashSet::new();
    let mut local = LocalSearch::<true>::new(board, 0);
    while local.attempt(should_stop) || local.climb(should_stop) {
        if !known.insert(local.columns.clone()) {
            break;
        }
        if each(&local.columns).is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    let (problem, squares) = board.exact_cover()?;
    let mut search = problem.search();
    let mut columns = vec![0; board.size() as usize];
    while !should_stop() {
        match search.advance(STEPS_PER_STOP_CHECK) {
            Advance::Solution(options) => {
                for &option in options {
                    let square = squares[option as usize];
                    columns[square.row as usize] = square.column;
                }
                if !known.contains(&columns) && each(&columns).is_break() {
                    break;
                }
            }
            Advance::Paused => {}
            Advance::End => return Ok(ControlFlow::Continue(())),
        }
    }
    Ok(ControlFlow::Break(()))
}
