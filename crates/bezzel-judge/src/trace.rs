//! Moves that a program reports: lines `place R C`, `remove R C` and `solution`, checked one by one.

mod steps;

use std::fmt;

use bezzel::methods::{Event, StepKind};
use bezzel::{Conflict, Square};
use serde::Serialize;

pub(crate) use steps::Player;

/// Largest number of moves that are kept and checked; later ones are only counted.
const MAX_KEPT_MOVES: usize = 1_000_000;

/// Kind of a move.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum MoveKind {
    /// The program places a queen.
    Place,
    /// The program removes a queen.
    Remove,
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
    #[cfg_attr(feature = "schema", schema(value_type = String))]
    pub kind: MoveKind,
    /// Row of the queen, counted from 0; 0 for a solution.
    pub row: i64,
    /// Column of the queen, counted from 0; 0 for a solution.
    pub column: i64,
}

impl ReportedMove {
    /// Reads a line such as `place 0 1`, `place(0, 1)` or `solution`.
    fn read(line: u64, text: &str) -> Option<Self> {
        let mut words = text
            .split(|letter: char| letter.is_whitespace() || "(),".contains(letter))
            .filter(|word| !word.is_empty());
        let kind = match words.next()? {
            "place" => MoveKind::Place,
            "remove" => MoveKind::Remove,
            "solution" => MoveKind::Solution,
            _ => return None,
        };
        let mut number = || match kind {
            MoveKind::Solution => Some(0),
            _ => words.next()?.parse::<i64>().ok(),
        };
        let (row, column) = (number()?, number()?);
        words.next().is_none().then_some(Self {
            line,
            kind,
            row,
            column,
        })
    }

    /// Counts from 0.
    fn counted(self, base: u32) -> Self {
        let base = match self.kind {
            MoveKind::Solution => 0,
            _ => i64::from(base),
        };
        Self {
            row: self.row.saturating_sub(base),
            column: self.column.saturating_sub(base),
            ..self
        }
    }

    /// Returns its square, unless a number is negative or too large.
    fn square(&self) -> Option<Square> {
        let [row, column] = [self.row, self.column].map(u32::try_from);
        Some(Square::new(row.ok()?, column.ok()?))
    }
}

impl fmt::Display for ReportedMove {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (row, column) = (self.row, self.column);
        match self.kind {
            MoveKind::Place => write!(f, "place {row} {column}"),
            MoveKind::Remove => write!(f, "remove {row} {column}"),
            MoveKind::Solution => f.write_str("solution"),
        }
    }
}

/// Move that is not possible.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
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

/// What a move does, or why it is not possible.
type Played = Result<(StepKind, Event), TraceFault>;

/// Moves of a program, possible or not.
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
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Trace {
    n: u32,
    /// The moves as printed, since later lines may show that they count from 1.
    moves: Vec<ReportedMove>,
    all: u64,
}

impl Trace {
    /// Creates an empty list of moves on a board of n rows.
    pub fn new(n: u32) -> Self {
        Self {
            n,
            ..Self::default()
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
        let mut trace = Self::default();
        for (line, text) in (1..).zip(text.lines()) {
            trace.read_line(line, text);
        }
        let largest = trace.numbers().max().unwrap_or(0).max(0);
        let largest = u32::try_from(largest).unwrap_or(u32::MAX - 1);
        let has_zero = trace.numbers().any(|number| number == 0);
        trace.n = stated.unwrap_or(largest + u32::from(has_zero));
        trace
    }

    /// Adds the move of a line; returns false if the line is none.
    pub fn read_line(&mut self, line: u64, text: &str) -> bool {
        let Some(read) = ReportedMove::read(line, text) else {
            return false;
        };
        self.all += 1;
        if self.moves.len() < MAX_KEPT_MOVES {
            self.moves.push(read);
        }
        true
    }

    /// Returns the rows and columns of all queens, as printed.
    fn numbers(&self) -> impl Iterator<Item = i64> + '_ {
        let queens = self.moves.iter();
        let queens = queens.filter(|made| made.kind != MoveKind::Solution);
        queens.flat_map(|made| [made.row, made.column])
    }

    /// Plays the moves, counted from 0, and tells what each of them does, or why it is not possible and changes
    /// nothing.
    fn replay(&self, mut tell: impl FnMut(u64, ReportedMove, Played, &Player)) {
        let mut player = Player::default();
        for (index, made) in (0..).zip(self.reported()) {
            let played = self.play(&mut player, made);
            tell(index, made, played, &player);
        }
    }

    fn play(&self, player: &mut Player, made: ReportedMove) -> Played {
        let ReportedMove {
            kind, row, column, ..
        } = made;
        if kind == MoveKind::Solution
            && let Some(fault) = player.solution_fault(self.n)
        {
            return Err(fault);
        }
        let is_inside =
            |square: &Square| kind == MoveKind::Solution || square.row.max(square.column) < self.n;
        let square = made.square().filter(is_inside);
        let square = square.ok_or(TraceFault::Outside { row, column })?;
        player.play(kind, square).ok_or(match kind {
            MoveKind::Place => TraceFault::Occupied { square },
            _ => TraceFault::Empty { square },
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
        let has = |wanted: i64| self.numbers().any(|number| number == wanted);
        u32::from(has(self.n.into()) && !has(0))
    }

    /// Iterates over the moves, at most a million, also after a fault.
    pub fn reported(&self) -> impl Iterator<Item = ReportedMove> + '_ {
        let base = self.base();
        self.moves.iter().map(move |read| read.counted(base))
    }

    /// Iterates over the moves as the program reports them, at most a million, also after a fault.
    pub fn lines(&self) -> impl Iterator<Item = String> + '_ {
        self.moves.iter().map(ReportedMove::to_string)
    }

    /// Returns the first move that is not possible.
    pub fn error(&self) -> Option<TraceError> {
        self.errors().into_iter().next()
    }

    /// Returns the moves that are not possible. They change nothing on the board.
    pub fn errors(&self) -> Vec<TraceError> {
        let mut errors = Vec::new();
        self.replay(|index, ReportedMove { line, .. }, played, _| {
            errors.extend(played.err().map(|fault| TraceError { index, line, fault }));
        });
        errors
    }

    /// Returns the queens on the board at each solution that is reported, with its line, numbered as the program does.
    pub(crate) fn boards(&self) -> Vec<(u64, Vec<(i64, i64)>)> {
        let base = i64::from(self.base());
        let mut boards = Vec::new();
        self.replay(|_, made, _, player| {
            if made.kind == MoveKind::Solution {
                let queens = player.sorted_queens().into_iter();
                let queens = queens
                    .map(|queen| (base + i64::from(queen.row), base + i64::from(queen.column)));
                boards.push((made.line, queens.collect()));
            }
        });
        boards
    }
}

/// Returns true for the line of a move, and for the line `n 8` that may be before all of them.
pub(crate) fn is_move(text: &str) -> bool {
    let size = text.trim().strip_prefix("n ");
    ReportedMove::read(0, text).is_some()
        || size.is_some_and(|size| size.trim().parse::<u32>().is_ok())
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
        let faults: Vec<_> = trace.errors().iter().map(|error| error.index).collect();
        assert_eq!(faults, [1, 2, 3, 6]);
        assert_eq!(trace.steps(0, 9).steps.len(), 1);
    }

    #[test]
    fn squares_count_from_0_or_from_1() {
        let from_one = "place 1 2\nplace 2 4\nplace(3, 1)\nplace 4,3\nsolution\n";
        let trace = Trace::read_text(from_one);
        assert_eq!((trace.size(), trace.base(), trace.error()), (4, 1, None));
        let first = trace.reported().next();
        assert_eq!(first, ReportedMove::read(1, "place 0 1"));
        assert_eq!(Trace::read_text("place 0 1\nplace 1 3\n").size(), 4);
    }
}
