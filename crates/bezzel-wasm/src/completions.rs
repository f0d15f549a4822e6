//! Completions of a board: one completion and their number, or the reason why none exists.

use std::ops::ControlFlow;

use bezzel::methods::Text;
use bezzel::{Conflict, ConstrainedBoard, Square};
use serde::Serialize;

use crate::Host;
use crate::board::Board;
use crate::host::Deadline;
use crate::limits;
use crate::problem::Problem;

/// One completion of a board, and how many there are.
#[derive(Debug, Default, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct Completion {
    /// Attacking pairs. A board with such a pair has no completion.
    conflicts: Vec<Conflict>,
    /// Reason why there is no completion, if it is found without a search.
    contradiction: Option<Text>,
    /// Column of each row in one completion.
    first: Option<Vec<u32>>,
    /// Square for the next queen.
    hint: Option<Square>,
    /// Number of completions found.
    count: String,
    /// True if all completions were found; otherwise `count` is a lower bound.
    certain: bool,
    /// Proof that there is no completion; null if there is one, if `contradiction` is the reason, and if the proof
    /// has more than 500 deductions and cases or takes too long.
    proof: Option<WrittenProof>,
}

/// A proof, in words, that a board has no completion.
#[derive(Debug, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub(crate) struct WrittenProof {
    /// Number of deductions and cases.
    length: usize,
    /// A line for each, with cases indented.
    text: Text,
}

/// Returns one completion of a board and the number of completions.
pub(crate) fn complete(board: &Board, host: &dyn Host) -> Result<Completion, Problem> {
    let conflicts = conflicts(&board.squares()?);
    let board = board.constrained()?;
    let contradiction = board.contradiction().map(|reason| reason.text());
    if contradiction.is_some() {
        return Ok(Completion {
            conflicts,
            contradiction,
            count: "0".into(),
            certain: true,
            ..Completion::default()
        });
    }
    let deadline = Deadline::new(host, limits::SEARCH_SECONDS);
    let is_over = || deadline.is_over();
    let (mut first, mut count) = (None, 0u64);
    let flow = board.visit_completions(&is_over, &mut |columns| {
        first.get_or_insert_with(|| columns.to_vec());
        count += 1;
        ControlFlow::Continue(())
    })?;
    let hint = first.as_ref().and_then(|columns| hint(&board, columns));
    let is_impossible = first.is_none() && flow.is_continue();
    let proof = is_impossible
        .then(|| board.prove_impossible(&is_over).ok())
        .flatten();
    Ok(Completion {
        conflicts,
        contradiction,
        first,
        hint,
        count: count.to_string(),
        certain: flow.is_continue(),
        proof: proof
            .filter(|proof| proof.len() <= limits::MAX_PROOF_STEPS)
            .map(|proof| WrittenProof {
                length: proof.len(),
                text: proof.text(),
            }),
    })
}

/// Returns the attacking pairs, at most one for each line of each queen.
fn conflicts(squares: &[Square]) -> Vec<Conflict> {
    let mut found = Vec::new();
    for (at, &below) in squares.iter().enumerate() {
        let mut lines = Vec::with_capacity(4);
        for &above in squares[..at].iter().rev() {
            let Some(conflict) = Conflict::between(above, below) else {
                continue;
            };
            if !lines.contains(&conflict.line) {
                lines.push(conflict.line);
                found.push(conflict);
            }
        }
    }
    found
}

/// Returns the queen of the completion in the row with the fewest free squares.
fn hint(board: &ConstrainedBoard, completion: &[u32]) -> Option<Square> {
    let n = board.size();
    let is_free = |square: &Square| {
        !board.is_blocked(*square)
            && board
                .queens()
                .all(|queen| queen != *square && queen.line_to(*square).is_none())
    };
    let row = (0..n)
        .filter(|&row| board.queens().all(|queen| queen.row != row))
        .min_by_key(|&row| {
            let squares = (0..n).map(|column| Square::new(row, column));
            squares.filter(is_free).count()
        })?;
    Some(Square::new(row, completion[row as usize]))
}
