//! A board that is shown twice: as a list, and as a drawing of it. It is passed on once.

use super::board::{Board, Queens};
use super::numbers::Numbers;
use super::{Family, Item};

/// Largest board that is looked for again.
const MAX_SIZE: u32 = 32;

/// The last board, until it is known if the next one is its drawing.
#[derive(Debug, Default)]
pub(super) struct Repeated {
    last: Option<Board>,
    /// True if the last board was not passed on.
    is_held: bool,
    /// Line and n of the last board, if that was a list of columns.
    last_list: Option<(u64, u32)>,
    numbers: Numbers,
    /// Number of boards that were shown twice.
    pub(super) count: u64,
}

impl Repeated {
    /// Takes note of the columns of a board.
    pub(super) fn list(&mut self, numbers: &Numbers) {
        if numbers.len() <= MAX_SIZE as usize {
            self.numbers.clone_from(numbers);
        }
    }

    /// Takes note that these columns were a board, which is passed on.
    pub(super) fn last_is_list(&mut self, &Board { line, n, .. }: &Board) {
        self.last_list = Some((line, n)).filter(|_| n <= MAX_SIZE);
    }

    /// Waits with a board until it is known whether its drawing follows.
    pub(super) fn hold(&mut self, board: Board) {
        (self.last, self.is_held) = (Some(board), true);
    }

    /// Passes a board on, unless it is the drawing of the list before it.
    pub(super) fn push(&mut self, board: Board, base: u32, may_turn: bool, out: &mut Vec<Item>) {
        let list = self.last_list.take();
        let list = list.map(|(line, n)| Board::of_columns(line, n, &self.numbers, base));
        if let Some(last) = self.last.take().or(list) {
            let is_drawn = |board: &Board| board.family == Family::Drawing;
            let mut turned: Vec<_> = board.squares().map(|(row, column)| (column, row)).collect();
            turned.sort_unstable();
            let are_pairs = last.family == Family::Pairs;
            let is_same =
                last.squares().eq(board.squares()) || are_pairs && last.squares().eq(turned);
            if is_drawn(&last) != is_drawn(&board) && is_same {
                self.count += 1;
                if std::mem::take(&mut self.is_held) {
                    let board = match may_turn && are_pairs {
                        true => board.transposed(),
                        false => board,
                    };
                    let line = last.line;
                    out.push(Item::Board(Board { line, ..board }));
                }
                return;
            }
            self.last = Some(last);
            self.release(out);
        }
        let is_small = board.n <= MAX_SIZE || matches!(board.queens, Queens::Squares(_));
        self.last = is_small.then(|| board.clone());
        out.push(Item::Board(board));
    }

    /// Passes on the board that waits for its drawing.
    pub(super) fn release(&mut self, out: &mut Vec<Item>) {
        self.last_list = None;
        let last = self.last.take();
        if std::mem::take(&mut self.is_held) {
            out.extend(last.map(Item::Board));
        }
    }
}
