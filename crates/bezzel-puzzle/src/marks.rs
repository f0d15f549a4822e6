//! Queens and crosses of a player.

use std::fmt;

use bezzel::methods::Text;
use bezzel::{Placement, Square, counted, texts};

use crate::{Puzzle, Unit, at, touch};

/// The content of a square.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mark {
    /// No mark: the square is open.
    #[default]
    Free,
    /// A queen of the player.
    Queen,
    /// A cross: no queen is here.
    Cross,
}

/// Queens and crosses on the board of a puzzle.
///
/// Marks may be wrong; [`Puzzle::mistake`] finds marks that break a rule.
///
/// ```
/// use bezzel::Square;
/// use bezzel_puzzle::{Mark, Marks, Puzzle};
/// let puzzle: Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
/// let mut marks = Marks::new(puzzle.size());
/// marks.set(Square::new(0, 2), Mark::Queen);
/// assert_eq!(puzzle.mistake(&marks), None);
/// marks.set(Square::new(1, 1), Mark::Queen);
/// assert_eq!(
///     puzzle.mistake(&marks).unwrap().to_string(),
///     "expected queens that do not touch, found row 0 column 2 and row 1 column 1"
/// );
/// # Ok::<(), bezzel::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Marks {
    n: u32,
    marks: Vec<Mark>,
}

/// Marks that break a rule of the puzzle.
///
/// ```
/// use bezzel::Square;
/// use bezzel_puzzle::{Mark, Marks, Mistake, Unit};
/// # let puzzle: bezzel_puzzle::Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
/// let mut marks = Marks::new(5);
/// for column in [0, 4] {
///     marks.set(Square::new(2, column), Mark::Queen);
/// }
/// let mistake = puzzle.mistake(&marks).unwrap();
/// assert!(matches!(mistake, Mistake::SharedUnit { unit: Unit::Row(2), .. }));
/// # Ok::<(), bezzel::ReadError>(())
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
#[non_exhaustive]
pub enum Mistake {
    /// Two queens in one unit.
    SharedUnit {
        /// The row, column or region that both queens are in.
        unit: Unit,
        /// The first queen in reading order.
        first: Square,
        /// The second queen.
        second: Square,
    },
    /// Two queens on touching squares.
    Touching {
        /// The first queen in reading order.
        first: Square,
        /// The second queen.
        second: Square,
    },
    /// A unit without a queen or a free square.
    NoSquareLeft(Unit),
    /// Marks for a board of another size.
    Size {
        /// Number of rows of the puzzle.
        expected: u32,
        /// Number of rows of the marks.
        found: u32,
    },
}

impl Mistake {
    /// Returns the message in both languages. Rows and columns count from 0.
    pub fn text(&self) -> Text {
        match self {
            Self::SharedUnit {
                unit,
                first,
                second,
            } => texts!(
                [unit = unit.text(), first = at(*first), second = at(*second)],
                "expected one queen in {unit}, found queens at {first} and {second}",
                "{unit}有两个皇后：{first}和{second}"
            ),
            Self::Touching { first, second } => texts!(
                [first = at(*first), second = at(*second)],
                "expected queens that do not touch, found {first} and {second}",
                "{first}与{second}的皇后相邻"
            ),
            Self::NoSquareLeft(unit) => texts!(
                [unit = unit.text()],
                "expected a queen or a free square in {unit}, found neither",
                "{unit}既没有皇后，也没有可用的格子"
            ),
            Self::Size { expected, found } => texts!(
                "expected marks on {rows}, found {found}",
                "标记应有 {expected} 行，实际有 {found} 行",
                rows = counted(*expected, "row")
            ),
        }
    }
}

impl fmt::Display for Mistake {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text().english)
    }
}

impl std::error::Error for Mistake {}

impl Marks {
    /// Creates a board of n rows without marks. Panics if n is above
    /// [`MAX_SIZE`](crate::MAX_SIZE).
    pub fn new(n: u32) -> Self {
        assert!(n <= crate::MAX_SIZE, "n = {n} is too large for a puzzle");
        Self {
            n,
            marks: vec![Mark::Free; (n * n) as usize],
        }
    }

    /// Returns the number n of rows.
    pub fn size(&self) -> u32 {
        self.n
    }

    fn index(&self, square: Square) -> usize {
        assert!(
            square.row < self.n && square.column < self.n,
            "{square} is outside"
        );
        (square.row * self.n + square.column) as usize
    }

    /// Returns the mark on a square. Panics if the square is not on the board.
    pub fn get(&self, square: Square) -> Mark {
        self.marks[self.index(square)]
    }

    /// Replaces the mark on a square and returns the old one. Panics if the square is not on the
    /// board.
    pub fn set(&mut self, square: Square, mark: Mark) -> Mark {
        let index = self.index(square);
        std::mem::replace(&mut self.marks[index], mark)
    }

    /// Returns the squares with this mark in reading order.
    pub fn squares_with(&self, mark: Mark) -> impl Iterator<Item = Square> + '_ {
        Square::all(self.n).filter(move |&square| self.get(square) == mark)
    }

    /// Returns the marks that differ from a solution, in reading order: queens on other squares, and
    /// crosses on its queens.
    ///
    /// ```
    /// use bezzel::Square;
    /// use bezzel_puzzle::{Mark, Marks, Puzzle, SolutionCount};
    /// let puzzle: Puzzle = "AABBB\nAAAAC\nADDDC\nDDDDC\nDDDEC\n".parse()?;
    /// let SolutionCount::One(solution) = puzzle.solve() else { panic!("not a proper puzzle") };
    /// let mut marks = Marks::new(5);
    /// marks.set(Square::new(0, 0), Mark::Queen);
    /// marks.set(Square::new(1, 1), Mark::Cross);
    /// assert_eq!(marks.wrong(&solution).collect::<Vec<_>>(), [Square::new(0, 0)]);
    /// # Ok::<(), bezzel::ReadError>(())
    /// ```
    pub fn wrong(&self, solution: &Placement) -> impl Iterator<Item = Square> {
        Square::all(self.n).filter(move |&square| {
            let has_queen = solution.queen(square.row) == Some(square.column);
            match self.get(square) {
                Mark::Free => false,
                Mark::Queen => !has_queen,
                Mark::Cross => has_queen,
            }
        })
    }
}

impl From<&Placement> for Marks {
    /// Creates the marks of a solution: its queens. Panics if the board is too large.
    fn from(placement: &Placement) -> Self {
        let mut marks = Self::new(placement.size());
        for queen in placement.queens() {
            marks.set(queen, Mark::Queen);
        }
        marks
    }
}

impl Puzzle {
    /// Returns the first rule that the marks break, if there is one. Marks that break no rule may
    /// still differ from the solution.
    pub fn mistake(&self, marks: &Marks) -> Option<Mistake> {
        if marks.size() != self.size() {
            return Some(Mistake::Size {
                expected: self.size(),
                found: marks.size(),
            });
        }
        let queens: Vec<Square> = marks.squares_with(Mark::Queen).collect();
        for (at, &second) in queens.iter().enumerate() {
            for &first in &queens[..at] {
                let shared = [
                    (first.row == second.row, Unit::Row(first.row)),
                    (first.column == second.column, Unit::Column(first.column)),
                    (
                        self.region(first) == self.region(second),
                        Unit::Region(self.region(first)),
                    ),
                ];
                if let Some(&(_, unit)) = shared.iter().find(|(shared, _)| *shared) {
                    return Some(Mistake::SharedUnit {
                        unit,
                        first,
                        second,
                    });
                }
                if touch(first, second) {
                    return Some(Mistake::Touching { first, second });
                }
            }
        }
        self.units()
            .find(|&unit| {
                self.squares_of(unit)
                    .all(|square| marks.get(square) == Mark::Cross)
            })
            .map(Mistake::NoSquareLeft)
    }

    /// Returns true if the queens among the marks solve the puzzle.
    pub fn is_solved(&self, marks: &Marks) -> bool {
        self.mistake(marks).is_none()
            && marks.squares_with(Mark::Queen).count() == self.size() as usize
    }
}

impl fmt::Display for Marks {
    /// Draws the marks, one line a row: `.`, `Q` and `x`.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.marks.chunks(self.n.max(1) as usize) {
            let line: String = row
                .iter()
                .map(|mark| match mark {
                    Mark::Free => '.',
                    Mark::Queen => 'Q',
                    Mark::Cross => 'x',
                })
                .collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}

impl fmt::Display for Puzzle {
    /// Writes the letters of the regions, one line a row.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in self.regions.chunks(self.n as usize) {
            let line: String = row
                .iter()
                .map(|&region| crate::letter(region.into()))
                .collect();
            writeln!(f, "{line}")?;
        }
        Ok(())
    }
}
