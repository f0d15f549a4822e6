//! Contradictions that are found without a search.

use std::collections::HashMap;
use std::hash::Hash;

use super::lines::{BlockedLine, Lines};
use super::{ConstrainedBoard, Square};
use crate::{Conflict, Contradiction, Symmetry};

impl ConstrainedBoard {
    /// Returns a contradiction between the constraints, if one is found without a search. A
    /// board without such a contradiction may still have no completion.
    ///
    /// Takes O(n + k) for k constraints, and O(n²) only if k ≥ n/3.
    pub fn contradiction(&self) -> Option<Contradiction> {
        if let Some(square) = self.queen_on_blocked() {
            return Some(Contradiction::QueenOnBlockedSquare { square });
        }
        self.first_attack()
            .map(Contradiction::Attack)
            .or_else(|| {
                let row = self.first_full_row()?;
                Some(Contradiction::FullRow { row })
            })
            .or_else(|| {
                let column = self.image(Symmetry::Transpose).first_full_row()?;
                Some(Contradiction::FullColumn { column })
            })
    }

    pub(super) fn queen_on_blocked(&self) -> Option<Square> {
        self.queens().find(|&queen| self.is_blocked(queen))
    }

    /// Returns the first queen in reading order that an earlier one attacks, with that one.
    fn first_attack(&self) -> Option<Conflict> {
        fn attacker<K: Hash + Eq>(
            seen: &mut HashMap<K, Square>,
            line: K,
            queen: Square,
        ) -> Option<Square> {
            let earlier = *seen.entry(line).or_insert(queen);
            (earlier != queen).then_some(earlier)
        }
        let (mut rows, mut columns, mut diagonals) =
            (HashMap::new(), HashMap::new(), HashMap::new());
        self.queens().find_map(|queen| {
            let [diagonal, anti_diagonal] = BlockedLine::through(queen);
            attacker(&mut rows, queen.row, queen)
                .or_else(|| attacker(&mut columns, queen.column, queen))
                .or_else(|| attacker(&mut diagonals, diagonal, queen))
                .or_else(|| attacker(&mut diagonals, anti_diagonal, queen))
                .and_then(|earlier| Conflict::between(earlier, queen))
        })
    }

    fn first_full_row(&self) -> Option<u32> {
        let n = self.n as usize;
        // In a row without a queen, a line takes one square and a queen up to three.
        let taken_by_lines = 3 * self.queens.len() + self.blocked_lines.len();
        if taken_by_lines + self.blocked.len() < n {
            return None;
        }
        let mut lines = Lines::of_queens(self.queens());
        lines.add(&self.blocked_lines);
        (0..self.n).find(|&row| {
            let blocked = self
                .blocked
                .range(Square::new(row, 0)..=Square::new(row, self.n));
            !lines.contain_row(row)
                && taken_by_lines + blocked.clone().count() >= n
                && (0..self.n)
                    .map(|column| Square::new(row, column))
                    .all(|square| self.blocked.contains(&square) || lines.contain(square))
        })
    }
}
