//! A board with constraints, for counts that join any of the four quarters.
//!
//! The [constraint](super::constraint) of a plain count has an encoding for each kind of constraint,
//! which depends on the quarters that are joined: OO and EO. The occupancies join the other quarters
//! too. Here every constraint becomes blocked squares, also a placed queen, which blocks all squares
//! that it attacks: each row and each column has a queen, so only its own square remains.

use bezzel::{ConstrainedBoard, Square, Symmetry};

use super::constraint::{AllowedSets, SymmetryGroup, reserved};
use super::quarter::Quarter;

/// The squares of a board that may have a queen, divided into quarters.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct GivenSquares {
    n: u32,
    /// The blocked columns of each row, by the parity of row and column: EE, EO, OE, OO.
    blocked: [[u16; 16]; 4],
    /// The rows and columns of placed queens.
    queens: [[u32; 2]; 4],
    symmetries: SymmetryGroup,
}

impl GivenSquares {
    /// Divides a board of at most 32 rows that does not contradict itself.
    pub fn new(board: &ConstrainedBoard) -> Self {
        let n = board.size();
        let mut given = Self {
            n,
            blocked: [[0; 16]; 4],
            queens: [[0; 2]; 4],
            symmetries: SymmetryGroup::new(&board.stabiliser()),
        };
        let attacked = |square: Square| {
            let mut queens = board.queens();
            queens.any(|queen| queen.line_to(square).is_some())
        };
        let squares = Square::all(n);
        for square in squares.filter(|&square| board.is_blocked(square) || attacked(square)) {
            given.blocked[index(square)][square.row as usize / 2] |= 1 << (square.column / 2);
        }
        for queen in board.queens() {
            let [rows, columns] = &mut given.queens[index(queen)];
            *rows |= 1 << (queen.row / 2);
            *columns |= 1 << (queen.column / 2);
        }
        given
    }

    /// Returns the symmetries that leave the board unchanged.
    pub fn symmetries(&self) -> impl Iterator<Item = Symmetry> {
        self.symmetries.members()
    }

    /// Returns the quarter of these parities of rows and columns, with its blocked squares.
    pub fn quarter(&self, odd: [bool; 2]) -> Quarter {
        let blocked = self.blocked[number(odd)];
        Quarter::new(self.n, odd[0], odd[1]).with_blocked(blocked, Self::initial(odd))
    }

    /// Returns the bit that every start word of a quarter contains.
    pub fn initial(odd: [bool; 2]) -> u64 {
        reserved(odd[0] != odd[1])
    }

    /// Returns the row sets that the placed queens allow on a quarter.
    pub fn rows(&self, odd: [bool; 2]) -> AllowedSets {
        let other = self.queens[number([odd[0], !odd[1]])];
        AllowedSets::new(self.queens[number(odd)][0], other[0])
    }

    /// Returns the column sets that the placed queens allow on a quarter.
    pub fn columns(&self, odd: [bool; 2]) -> AllowedSets {
        let other = self.queens[number([!odd[0], odd[1]])];
        AllowedSets::new(self.queens[number(odd)][1], other[1])
    }
}

fn number(odd: [bool; 2]) -> usize {
    2 * usize::from(odd[0]) + usize::from(odd[1])
}

fn index(square: Square) -> usize {
    number([square.row % 2 == 1, square.column % 2 == 1])
}
