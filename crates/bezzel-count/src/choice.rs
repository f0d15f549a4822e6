//! The choice between search and colour-split counter for boards with constraints.
//!
//! The time of a search grows with the number of completions, that of the colour-split counter with
//! its square root or so. The nodes of the search are estimated from random paths, the time of the
//! colour-split counter by the costs of its units.

use bezzel::{ConstrainedBoard, MAX_COMPLETED};

use crate::{MAX_COUNT_SIZE, Plan};

/// Nanoseconds of the search per node, relative to the costs of units. Five boards of n = 14 to 22 took
/// 31 to 44 ns, on a busy machine where units took 1.9 times their cost. Intel VM (model 167), 2026-11-22.
const NODE_NS: f64 = 30.0;

/// Nodes up to which the search is always used: it takes less time than to plan the colour-split
/// counter.
const MIN_NODES: f64 = 5e5;

/// Nodes from which the colour-split counter is always used: the search would take years.
const MAX_NODES: f64 = 1e16;

/// Largest n that is planned for the choice: 0.2 s of CPU time without symmetry, 0.6 s for n = 30. Intel
/// VM (model 167), 2026-11-22.
const MAX_PLANNED_N: u32 = 28;

/// Most hours of CPU time that a search for all completions is expected to take where solutions are drawn
/// from a list.
pub const MAX_LISTING_HOURS: f64 = 1.0;

/// Returns the CPU time that the search is expected to take, in nanoseconds; infinite for boards that it
/// does not accept.
fn search_ns(board: &ConstrainedBoard) -> f64 {
    NODE_NS * board.estimated_nodes().unwrap_or(f64::INFINITY)
}

/// Returns true if random completions are drawn from a list of all, because that is expected to be
/// faster than to count units.
///
/// ```
/// use bezzel::{ConstrainedBoard, Square};
/// let mut board = ConstrainedBoard::new(18)?;
/// assert!(!bezzel_count::lists_completions(&board));
/// for row in 0..8 {
///     board.place(Square::new(row, 2 * row + 1))?;
/// }
/// assert!(bezzel_count::lists_completions(&board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn lists_completions(board: &ConstrainedBoard) -> bool {
    board.size() <= MAX_COMPLETED
        && search_ns(board) <= 3.6e12 * MAX_LISTING_HOURS
        && !prefers_colour_split_counter(board)
}

/// Returns true if the colour-split counter is expected to be faster than the search.
///
/// ```
/// use bezzel::ConstrainedBoard;
/// let prefers = |n| Ok::<_, bezzel::Error>(bezzel_count::prefers_colour_split_counter(&ConstrainedBoard::new(n)?));
/// assert!(!prefers(8)? && prefers(20)?);
/// # Ok::<(), bezzel::Error>(())
/// ```
pub fn prefers_colour_split_counter(board: &ConstrainedBoard) -> bool {
    if board.size() > MAX_COUNT_SIZE {
        return false;
    }
    let search = search_ns(board);
    let is_planned = search > NODE_NS * MIN_NODES && board.size() <= MAX_PLANNED_N;
    let is_faster = |plan: Plan| plan.cost() < search;
    search > NODE_NS * MAX_NODES || (is_planned && Plan::constrained(board).is_ok_and(is_faster))
}

#[cfg(test)]
mod tests {
    use bezzel::{RandomModel, Square};

    use super::*;

    #[test]
    fn few_completions_are_searched_and_many_counted() {
        let prefers = |n, queens: &[(u32, u32)]| {
            let mut board = ConstrainedBoard::new(n).unwrap();
            for &(row, column) in queens {
                board.place(Square::new(row, column)).unwrap();
            }
            prefers_colour_split_counter(&board)
        };
        assert!(!prefers(12, &[(0, 0)]));
        assert!(prefers(18, &[(0, 0)]));
        assert!(prefers(20, &[(0, 0), (1, 2)]));
        let first: Vec<u32> = bezzel::first(32).unwrap().unwrap().collect();
        let queens: Vec<(u32, u32)> = (0..).zip(first).take(24).collect();
        assert!(!prefers(32, &queens));
        assert!(
            !prefers(40, &[]),
            "above the limit of the colour-split counter"
        );
        let model = RandomModel::excluded_diagonals(22);
        let board = ConstrainedBoard::random(22, model, 22).unwrap();
        assert!(
            !prefers_colour_split_counter(&board),
            "much free, but no completion"
        );
    }
}
