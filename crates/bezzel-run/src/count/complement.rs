//! Boards with one or two blocked squares, counted by their complement.
//!
//! A blocked square takes most symmetries away, so that almost eight times as much is counted as
//! for Q(n). The solutions with a queen on that square are far fewer:
//!
//! ```text
//!   one square     solutions − solutions with a queen on it
//!   two squares    solutions − with a queen on the first − on the second + on both
//! ```

use bezzel::{ConstrainedBoard, Square, counted};
use bezzel_count::{Error, Plan, Total};

/// Most blocked squares of a board that is counted so.
const MAX_SQUARES: usize = 2;

/// A count that is added or subtracted.
pub(super) struct Term {
    pub(super) plan: Plan,
    pub(super) is_subtracted: bool,
}

/// Returns the terms of the complement if they are expected to cost less than this plan of the
/// board.
pub(super) fn cheaper_terms(
    board: &ConstrainedBoard,
    direct: &Plan,
) -> Result<Option<Vec<Term>>, Error> {
    let mut terms = Vec::new();
    for (board, is_subtracted) in boards(board) {
        if board.contradiction().is_none() {
            let plan = Plan::constrained(&board)?;
            terms.push(Term {
                plan,
                is_subtracted,
            });
        }
    }
    let cost: f64 = terms.iter().map(|term| term.plan.cost()).sum();
    Ok((!terms.is_empty() && cost < direct.cost()).then_some(terms))
}

/// Returns the boards without blocked squares, and whether their numbers are subtracted; none if
/// the board has other numbers of blocked squares.
fn boards(board: &ConstrainedBoard) -> Vec<(ConstrainedBoard, bool)> {
    let n = board.size();
    let attacks = |square| {
        let mut queens = board.queens();
        queens.any(move |queen| queen == square || queen.line_to(square).is_some())
    };
    let squares = Square::all(n);
    let blocked: Vec<Square> = squares
        .filter(|&square| board.is_blocked(square) && !attacks(square))
        .take(MAX_SQUARES + 1)
        .collect();
    if blocked.is_empty() || blocked.len() > MAX_SQUARES {
        return Vec::new();
    }
    let subsets = 0..1_u32 << blocked.len();
    let placed = subsets.map(|subset| {
        let mut placed = ConstrainedBoard::new(n).expect("the size of a board");
        let chosen = (0..).zip(&blocked).filter(|(at, _)| subset >> at & 1 == 1);
        let chosen = chosen.map(|(_, square)| *square);
        for queen in board.queens().chain(chosen) {
            placed.place(queen).expect("a square of the board");
        }
        (placed, subset.count_ones() % 2 == 1)
    });
    placed.collect()
}

/// Adds up the totals of the terms. Fails if more is subtracted than added.
pub(super) fn sum(n: u32, totals: &[(&Total, bool)]) -> Result<Total, Error> {
    let of = |get: &dyn Fn(&Total) -> u128| {
        let part = |subtracted| -> u128 {
            let totals = totals
                .iter()
                .filter(|(_, negative)| *negative == subtracted);
            totals.map(|(total, _)| get(total)).sum()
        };
        let (added, subtracted) = (part(false), part(true));
        added.checked_sub(subtracted).ok_or(Error::Inconsistent {
            n,
            what: format!(
                "expected at most {} with queens on blocked squares, found {subtracted}",
                counted(added, "solution")
            ),
        })
    };
    let by_black = (0..=n as usize).map(|black| of(&|total| total.by_black_queens[black]));
    Ok(Total {
        solutions: of(&|total| total.solutions)?,
        by_black_queens: by_black.collect::<Result<_, _>>()?,
        joined: totals.iter().map(|(total, _)| total.joined).sum(),
    })
}
