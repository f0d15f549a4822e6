//! Input of the rules of deduction: units and attacks as sets of squares.

use bezzel::Square;

use crate::square_set::SquareSet;
use crate::{Mark, Marks, Puzzle, Unit};

/// A puzzle with its units and attacks as sets.
pub(crate) struct Reasoner {
    n: u32,
    /// Rows, then columns, then regions.
    pub(crate) units: Vec<(Unit, SquareSet)>,
    /// The squares that a queen on each square attacks.
    pub(crate) attacks: Vec<SquareSet>,
    /// The region of each square.
    regions: Vec<u32>,
}

/// Queens, and the squares that are neither occupied nor ruled out.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Knowledge {
    pub(crate) queens: SquareSet,
    pub(crate) free: SquareSet,
}

impl Reasoner {
    pub(crate) fn new(puzzle: &Puzzle) -> Self {
        let index = |square| puzzle.index(square);
        let of_unit = |unit| (unit, puzzle.squares_of(unit).map(index).collect());
        let attacked_from = |queen| {
            let squares = puzzle.squares();
            squares
                .filter(|&square| puzzle.attack(queen, square))
                .map(index)
                .collect()
        };
        Self {
            n: puzzle.size(),
            units: puzzle.units().map(of_unit).collect(),
            attacks: puzzle.squares().map(attacked_from).collect(),
            regions: puzzle.regions().collect(),
        }
    }

    pub(crate) fn state(&self, marks: &Marks) -> Knowledge {
        let set = |mark| -> SquareSet {
            let squares = marks.squares_with(mark);
            squares.map(|square| self.index(&square)).collect()
        };
        Knowledge {
            queens: set(Mark::Queen),
            free: set(Mark::Free),
        }
    }

    pub(crate) fn square(&self, index: usize) -> Square {
        Square::new(index as u32 / self.n, index as u32 % self.n)
    }

    pub(crate) fn squares(&self, set: SquareSet) -> Vec<Square> {
        set.iter().map(|index| self.square(index)).collect()
    }

    pub(crate) fn index(&self, square: &Square) -> usize {
        (square.row * self.n + square.column) as usize
    }

    /// Returns the row, column and region of a square by their places in `units`.
    pub(crate) fn units_of(&self, index: usize) -> [usize; 3] {
        let Square { row, column } = self.square(index);
        let n = self.n;
        [row, n + column, 2 * n + self.regions[index]].map(|unit| unit as usize)
    }

    /// Returns the units without a queen and their free squares.
    pub(crate) fn open_units(&self, state: &Knowledge) -> impl Iterator<Item = (Unit, SquareSet)> {
        let Knowledge { queens, free } = *state;
        self.units
            .iter()
            .filter(move |(_, squares)| squares.and(&queens).is_empty())
            .map(move |(unit, squares)| (*unit, squares.and(&free)))
    }

    /// Returns the free squares that are attacked from each square of `from`, which is not empty.
    pub(crate) fn attacked_by_all(&self, from: SquareSet, free: &SquareSet) -> SquareSet {
        let mut common = *free;
        for index in from.iter() {
            common = common.and(&self.attacks[index]);
            if common.is_empty() {
                break;
            }
        }
        common
    }

    /// Places a queen and rules out what it attacks.
    pub(crate) fn place(&self, state: &mut Knowledge, index: usize) {
        state.queens.insert(index);
        state.free.remove(index);
        state.free = state.free.without(&self.attacks[index]);
    }

    /// Applies the rules below [`Rule::Sets`](crate::Rule) as long as they make progress, and returns
    /// a unit that is left without a square. The queens' attacks must be ruled out already.
    ///
    /// `AttacksAll` includes `Inside`: squares of one line all attack the rest of this line.
    pub(crate) fn empty_unit(&self, state: &mut Knowledge) -> Option<Unit> {
        loop {
            let mut progress = false;
            for (unit, squares) in &self.units {
                if !squares.and(&state.queens).is_empty() {
                    continue;
                }
                let free = squares.and(&state.free);
                let Some(first) = free.first() else {
                    return Some(*unit);
                };
                if free.count() == 1 {
                    self.place(state, first);
                    progress = true;
                    continue;
                }
                let common = self.attacked_by_all(free, &state.free);
                progress |= !common.is_empty();
                state.free = state.free.without(&common);
            }
            if !progress {
                return None;
            }
        }
    }
}
