//! Moves that a program reports: lines `place R C`, `remove R C` and `solution`, checked one by one.

mod steps;

use bezzel::{Conflict, Square};
use serde::Serialize;

/// Largest number of moves that are kept; later ones are still checked.
const MAX_KEPT_MOVES: usize = 1_000_000;
/// Largest number of faults that are kept.
const MAX_KEPT_FAULTS: usize = 1 << 16;

/// Move that a program reported, and that is possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "move")]
pub enum Move {
    /// The program places a queen.
    Place {
        /// Square of the queen.
        square: Square,
    },
    /// The program removes a queen.
    Remove {
        /// Square of the queen.
        square: Square,
    },
    /// The queens on the board are a solution.
    Solution,
}

/// Move as it was reported, possible or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ReportedMove {
    /// Line on which it is, from 1.
    pub line: u64,
    /// Its kind: `place`, `remove` or `solution`.
    pub kind: &'static str,
    /// Row of the queen, counted from 0; 0 for a solution.
    pub row: i64,
    /// Column of the queen, counted from 0; 0 for a solution.
    pub column: i64,
}

/// Move that is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TraceError {
    /// Number of moves before it.
    pub index: u64,
    /// Line on which it is, from 1.
    pub line: u64,
    /// Why it is not possible.
    pub fault: TraceFault,
}

/// Why a move is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "fault")]
pub enum TraceFault {
    /// The program places a second queen on a square.
    Occupied {
        /// The square of this move.
        square: Square,
    },
    /// The program removes a queen from an empty square.
    Empty {
        /// The square of this move.
        square: Square,
    },
    /// The square is outside the board.
    Outside {
        /// Its row, counted from 0.
        row: i64,
        /// Its column, counted from 0.
        column: i64,
    },
    /// A solution is reported with this number of queens.
    QueensMissing {
        /// Number of queens on the board at this move.
        queens: u32,
    },
    /// A solution is reported with two queens that attack each other.
    Attack {
        /// The attacking pair that was placed first.
        pair: Conflict,
    },
}

/// Moves of a program, checked while they are added.
///
/// ```
/// use bezzel_judge::{Trace, TraceFault};
/// use bezzel::Square;
///
/// let mut trace = Trace::new(4);
/// for (line, text) in [(1, "place 0 1"), (2, "place 0 1")] {
///     assert!(trace.read_line(line, text));
/// }
/// let error = trace.error().unwrap();
/// assert_eq!(error.line, 2);
/// assert_eq!(error.fault, TraceFault::Occupied { square: Square::new(0, 1) });
/// ```
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Trace {
    n: u32,
    /// Moves with the line of each.
    moves: Vec<(u64, RawMove)>,
    all: u64,
    /// Lines of the first square that is counted from 0 and from 1.
    has_zero: bool,
    has_n: bool,
    queens: Vec<(i64, i64)>,
    /// Impossible moves: number of moves before, and line.
    faults: Vec<(u64, u64, RawFault)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RawMove {
    Place(i64, i64),
    Remove(i64, i64),
    Solution,
}

/// Fault with squares as printed, since later lines may show that they are counted from 1.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum RawFault {
    Occupied(i64, i64),
    Empty(i64, i64),
    Outside(i64, i64),
    QueensMissing(u32),
    Attack((i64, i64), (i64, i64)),
}

impl Trace {
    /// Creates an empty list of moves on a board of n rows.
    pub fn new(n: u32) -> Self {
        Self {
            n,
            moves: Vec::new(),
            all: 0,
            has_zero: false,
            has_n: false,
            queens: Vec::new(),
            faults: Vec::new(),
        }
    }

    /// Reads a trace whose size is not known: a line `n N` or the largest row or column shows it.
    /// Lines that are no moves are ignored.
    ///
    /// ```
    /// use bezzel_judge::Trace;
    /// let trace = Trace::read_text("n 4\nplace 0 1\nplace 1 3\nplace 2 0\nplace 3 2\nsolution\n");
    /// assert_eq!((trace.size(), trace.len(), trace.error()), (4, 5, None));
    /// ```
    pub fn read_text(text: &str) -> Self {
        let stated = text.lines().find_map(|line| {
            let number = line.trim().strip_prefix("n ")?;
            number.trim().parse().ok()
        });
        let (rows, has_zero) = size_of(text);
        let mut trace = Self::new(stated.unwrap_or(rows));
        trace.has_zero = has_zero;
        for (number, line) in (1..).zip(text.lines()) {
            trace.read_line(number, line);
        }
        trace
    }

    /// Adds the move of a line; returns false if the line is none.
    pub fn read_line(&mut self, line: u64, text: &str) -> bool {
        let Some(read) = raw_move(text) else {
            return false;
        };
        self.add(line, read);
        true
    }

    fn add(&mut self, line: u64, read: RawMove) {
        self.all += 1;
        if self.moves.len() < MAX_KEPT_MOVES {
            self.moves.push((line, read));
        }
        if let RawMove::Place(row, column) | RawMove::Remove(row, column) = read {
            self.has_zero |= row == 0 || column == 0;
            self.has_n |= [row, column].contains(&i64::from(self.n));
        }
        if let Some(fault) = self.play(read)
            && self.faults.len() < MAX_KEPT_FAULTS
        {
            self.faults.push((self.all - 1, line, fault));
        }
    }

    /// Plays a move and returns its fault. Squares that are outside for every numbering are not played.
    fn play(&mut self, read: RawMove) -> Option<RawFault> {
        let last = i64::from(self.n);
        let is_outside = |row: i64, column: i64| {
            let largest = row.max(column);
            row.min(column) < 0 || largest > last || (largest == last && self.has_zero)
        };
        match read {
            RawMove::Place(row, column) | RawMove::Remove(row, column)
                if is_outside(row, column) =>
            {
                Some(RawFault::Outside(row, column))
            }
            RawMove::Place(row, column) if self.queens.contains(&(row, column)) => {
                Some(RawFault::Occupied(row, column))
            }
            RawMove::Place(row, column) => {
                self.queens.push((row, column));
                None
            }
            RawMove::Remove(row, column) => {
                let found = self
                    .queens
                    .iter()
                    .rposition(|&queen| queen == (row, column));
                match found {
                    Some(at) => {
                        self.queens.remove(at);
                        None
                    }
                    None => Some(RawFault::Empty(row, column)),
                }
            }
            RawMove::Solution if self.queens.len() as u64 != u64::from(self.n) => {
                Some(RawFault::QueensMissing(self.queens.len() as u32))
            }
            RawMove::Solution => self.attack(),
        }
    }

    fn attack(&self) -> Option<RawFault> {
        let queens = &self.queens;
        (0..queens.len()).find_map(|at| {
            let (row, column) = queens[at];
            let attacks = |&&(r, c): &&(i64, i64)| {
                r == row || c == column || (r - row).abs() == (c - column).abs()
            };
            let first = queens[..at].iter().find(attacks)?;
            Some(RawFault::Attack(*first, queens[at]))
        })
    }

    /// Returns the number n of rows and columns.
    pub fn size(&self) -> u32 {
        self.n
    }

    /// Returns the number of moves, also of those that are not kept.
    pub fn len(&self) -> u64 {
        self.all
    }

    /// Returns true without a move.
    pub fn is_empty(&self) -> bool {
        self.all == 0
    }

    /// Returns the number from which the program counts rows and columns, as far as its moves show
    /// it: 1 if one is n and none is 0, else 0.
    pub fn base(&self) -> u32 {
        u32::from(self.has_n && !self.has_zero)
    }

    /// Returns the moves with the line of each, at most a million, up to the first fault.
    pub fn moves(&self) -> Vec<(u64, Move)> {
        let possible = self.faults.first().map_or(self.all, |&(index, ..)| index);
        let kept = self.moves.iter().take(possible as usize);
        kept.map(|&(line, read)| (line, self.counted(read)))
            .collect()
    }

    /// Iterates over the moves, at most a million, also after a fault.
    pub fn reported(&self) -> impl Iterator<Item = ReportedMove> + '_ {
        let base = i64::from(self.base());
        self.moves.iter().map(move |&(line, read)| {
            let (kind, row, column) = match read {
                RawMove::Place(row, column) => ("place", row, column),
                RawMove::Remove(row, column) => ("remove", row, column),
                RawMove::Solution => ("solution", base, base),
            };
            ReportedMove {
                line,
                kind,
                row: row.saturating_sub(base),
                column: column.saturating_sub(base),
            }
        })
    }

    /// Iterates over the moves as the program reports them, at most a million, also after a fault.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.moves.iter().map(|(_, read)| match read {
            RawMove::Place(row, column) => format!("place {row} {column}"),
            RawMove::Remove(row, column) => format!("remove {row} {column}"),
            RawMove::Solution => "solution".to_owned(),
        })
    }

    /// Returns the first move that is not possible.
    pub fn error(&self) -> Option<TraceError> {
        self.errors().next()
    }

    /// Iterates over the moves that are not possible, at most 65,536. They change nothing on the board.
    pub fn errors(&self) -> impl Iterator<Item = TraceError> + '_ {
        self.faults.iter().map(|&(index, line, fault)| TraceError {
            index,
            line,
            fault: self.fault(fault),
        })
    }

    /// Returns the queens on the board at each solution that is reported, with its line, numbered as the program does.
    pub(crate) fn boards(&self) -> Vec<(u64, Vec<(i64, i64)>)> {
        let mut replay = Self {
            has_zero: self.has_zero,
            ..Self::new(self.n)
        };
        let mut boards = Vec::new();
        for &(line, read) in &self.moves {
            replay.play(read);
            if read == RawMove::Solution {
                let mut queens = replay.queens.clone();
                queens.sort_unstable();
                boards.push((line, queens));
            }
        }
        boards
    }

    fn fault(&self, fault: RawFault) -> TraceFault {
        let base = i64::from(self.base());
        match fault {
            RawFault::Occupied(row, column) => TraceFault::Occupied {
                square: self.square(row, column),
            },
            RawFault::Empty(row, column) => TraceFault::Empty {
                square: self.square(row, column),
            },
            RawFault::Outside(row, column) => TraceFault::Outside {
                row: row.saturating_sub(base),
                column: column.saturating_sub(base),
            },
            RawFault::QueensMissing(queens) => TraceFault::QueensMissing { queens },
            RawFault::Attack(first, second) => {
                let square = |(row, column)| self.square(row, column);
                let pair = Conflict::between(square(first), square(second));
                TraceFault::Attack {
                    pair: pair.expect("the queens attack each other"),
                }
            }
        }
    }

    fn counted(&self, read: RawMove) -> Move {
        match read {
            RawMove::Place(row, column) => Move::Place {
                square: self.square(row, column),
            },
            RawMove::Remove(row, column) => Move::Remove {
                square: self.square(row, column),
            },
            RawMove::Solution => Move::Solution,
        }
    }

    /// Counts a square from 0. A number below the first one stays what it is.
    fn square(&self, row: i64, column: i64) -> Square {
        let base = i64::from(self.base());
        let number = |value: i64| u32::try_from(value - base).unwrap_or(u32::MAX);
        Square::new(number(row), number(column))
    }
}

/// Returns the number of rows that the moves need, and true if they count from 0.
fn size_of(text: &str) -> (u32, bool) {
    let (mut largest, mut has_zero) = (0, false);
    for line in text.lines() {
        if let Some(RawMove::Place(row, column) | RawMove::Remove(row, column)) = raw_move(line) {
            largest = largest.max(row).max(column);
            has_zero |= row == 0 || column == 0;
        }
    }
    let rows = u32::try_from(largest).unwrap_or(u32::MAX - 1) + u32::from(has_zero);
    (rows, has_zero)
}

/// Reads a line such as `place 0 1`, `place(0, 1)` or `solution`.
/// Returns true for the line of a move, and for the line `n 8` that may be before all of them.
pub(crate) fn is_move(text: &str) -> bool {
    let size = text.trim().strip_prefix("n ");
    raw_move(text).is_some() || size.is_some_and(|size| size.trim().parse::<u32>().is_ok())
}

fn raw_move(text: &str) -> Option<RawMove> {
    let mut words = text
        .split(|letter: char| letter.is_whitespace() || "(),".contains(letter))
        .filter(|word| !word.is_empty());
    let name = words.next()?;
    let mut number = || words.next()?.parse::<i64>().ok();
    let read = match name {
        "place" => RawMove::Place(number()?, number()?),
        "remove" => RawMove::Remove(number()?, number()?),
        "solution" => RawMove::Solution,
        _ => return None,
    };
    words.next().is_none().then_some(read)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fault(text: &str) -> Option<(u64, TraceFault)> {
        let error = Trace::read_text(text).error();
        error.map(|error| (error.line, error.fault))
    }

    #[test]
    fn the_first_impossible_move_is_named() {
        let square = Square::new(1, 2);
        let occupied = TraceFault::Occupied { square };
        assert_eq!(fault("n 4\nplace 1 2\nplace 1 2\n"), Some((3, occupied)));
        let empty = TraceFault::Empty { square };
        assert_eq!(fault("n 4\nplace 0 0\nremove 1 2\n"), Some((3, empty)));
        let missing = TraceFault::QueensMissing { queens: 1 };
        assert_eq!(fault("n 4\nplace 0 0\nsolution\n"), Some((3, missing)));
        for (text, row, column) in [
            ("n 4\nplace 0 0\nplace 0 4\n", 0, 4),
            ("n 4\nplace 4 1\nplace 0 0\n", 4, 1),
            ("n 4\nplace 0 0\nplace -1 2\n", -1, 2),
        ] {
            let outside = TraceFault::Outside { row, column };
            assert_eq!(fault(text).map(|(_, fault)| fault), Some(outside), "{text}");
        }
        let Some((6, TraceFault::Attack { pair })) =
            fault("n 4\nplace 1 1\nplace 2 2\nplace 3 4\nplace 4 3\nsolution\n")
        else {
            panic!("two queens attack each other")
        };
        assert_eq!(
            (pair.first, pair.second),
            (Square::new(0, 0), Square::new(1, 1))
        );
    }

    #[test]
    fn all_impossible_moves_are_named_and_change_nothing() {
        let trace = Trace::read_text(
            "n 4\nplace 0 1\nplace 0 1\nremove 2 2\nplace 4 0\nplace 1 1\nremove 0 1\nremove 0 1\n",
        );
        let faults: Vec<_> = trace.errors().map(|error| error.index).collect();
        assert_eq!(faults, [1, 2, 3, 6]);
        assert_eq!(trace.moves().len(), 1);
    }

    #[test]
    fn squares_count_from_0_or_from_1() {
        let from_one = "place 1 2\nplace 2 4\nplace(3, 1)\nplace 4,3\nsolution\n";
        let trace = Trace::read_text(from_one);
        assert_eq!((trace.size(), trace.base(), trace.error()), (4, 1, None));
        let square = Square::new(0, 1);
        assert_eq!(trace.moves()[0], (1, Move::Place { square }));
        assert_eq!(Trace::read_text("place 0 1\nplace 1 3\n").size(), 4);
    }
}
