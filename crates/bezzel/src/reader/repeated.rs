//! A board that is shown twice: as a list, and as a drawing or with the other numbering. It is passed on once.

use super::board::Board;
use super::{Family, Item};

/// The last board, until it is known whether the next one is the same in another form.
#[derive(Debug, Default)]
pub(super) struct Repeated {
    pub(super) last: Option<Board>,
    /// Number of boards that were shown twice.
    pub(super) count: u64,
}

impl Repeated {
    /// Passes on the board before this one, or one board of both if they are the same.
    pub(super) fn push(&mut self, board: Board, may_turn: bool, out: &mut Vec<Item>) {
        let Some(last) = self.last.take() else {
            self.last = Some(board);
            return;
        };
        let is_drawn = |board: &Board| board.family == Family::Drawing;
        let are_pairs = last.family == Family::Pairs;
        let turned = || {
            let turned = board.squares().map(|(row, column)| (column, row));
            let mut turned: Vec<_> = turned.collect();
            turned.sort_unstable();
            last.squares().eq(turned)
        };
        let is_same = || last.squares().eq(board.squares()) || are_pairs && turned();
        if is_drawn(&last) == is_drawn(&board) || !is_same() {
            out.push(Item::Board(last));
            self.last = Some(board);
            return;
        }
        self.count += 1;
        let line = last.line;
        // Only a drawing shows which of two numbers is the row.
        out.push(Item::Board(match (are_pairs, may_turn) {
            (false, _) => last,
            (true, false) => Board { line, ..board },
            (true, true) => Board {
                line,
                ..board.transposed()
            },
        }));
    }

    /// Passes on the board that waits.
    pub(super) fn release(&mut self, out: &mut Vec<Item>) {
        out.extend(self.last.take().map(Item::Board));
    }
}
