//! A board as it was written: its queens, and its first fault.

use crate::error::attack;
use crate::methods::{Number, Text};
use crate::{Conflict, ConstrainedBoard, MAX_DRAWN_SIZE, Placement, Square, counted};

use super::Family;
use super::numbers::Numbers;

/// First fault of a board that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, serde::Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "kebab-case", tag = "fault")]
pub enum BoardFault {
    /// Another number of rows, columns or queens than n.
    Size {
        /// Number of rows, columns or queens that was found.
        found: u64,
    },
    /// A row of a drawing has another number of squares than the board has rows.
    Width {
        /// Row, from 0.
        row: u32,
        /// Number of squares of this row.
        found: u64,
    },
    /// A queen outside the board.
    Outside {
        /// The number that is no row or column, as printed.
        number: i64,
        /// First number that is one: 0 or 1.
        base: u32,
    },
    /// A row without a queen.
    EmptyRow {
        /// Row, from 0.
        row: u32,
    },
    /// Two queens that attack each other.
    Attack {
        /// The first attacking pair.
        pair: Conflict,
    },
}

/// Queens of a board that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Queens {
    /// At most one queen in each row, all of them on the board.
    Placement(Placement),
    /// Row and column of each queen, from 0, in ascending order. They may be outside of the board.
    Squares(Vec<(i64, i64)>),
}

/// A board that was read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Board {
    /// Line on which it begins, from 1.
    pub line: u64,
    /// Number of rows that it has or should have.
    pub n: u32,
    /// The queens, even if they are no solution.
    pub queens: Queens,
    /// Blocked squares; empty if the text marks none.
    pub blocked: Vec<Square>,
    /// How the text writes the board.
    pub family: Family,
    /// Number from which its rows or columns count, if the board or one before it shows it.
    pub shows_base: Option<u32>,
    pub(super) fault: Option<BoardFault>,
}

/// Most queens that are kept of a board that is no placement.
const MAX_LOOSE: usize = 1 << 17;

impl Board {
    /// Creates a board of n rows from the columns of rows, which count from `base`.
    pub(super) fn of_columns(line: u64, n: u32, numbers: &Numbers, base: u32) -> Self {
        let placement = numbers.placement(base);
        let placement = placement.filter(|_| numbers.len() == n as usize);
        let column = |row| Some((row as i64, numbers.get(row)?.saturating_sub(base.into())));
        let squares = (0..numbers.len()).filter_map(column);
        let mut board = match placement {
            Some(placement) => Self::new(line, n, Queens::Placement(placement)),
            None => Self::of_numbers(line, n, squares, numbers.len(), base),
        };
        board.family = match numbers.are_masks {
            true => Family::Masks,
            false => Family::List,
        };
        board.shows_base = numbers.shows_base(n);
        board
    }

    /// Creates a board of n rows from row and column of each queen, which count from `base` or from what they show.
    /// The number that ascends is the row; a set of solutions is the same either way.
    pub fn of_pairs(line: u64, n: u32, mut pairs: Vec<(i64, i64)>, base: Option<u32>) -> Self {
        let shows_base = pairs_base(&pairs, n);
        let base = base.or(shows_base).unwrap_or(0);
        let ascends =
            |number: fn(&(i64, i64)) -> i64| pairs.is_sorted_by(|a, b| number(a) < number(b));
        let rows_second = !ascends(|pair| pair.0) && ascends(|pair| pair.1);
        for (row, column) in &mut pairs {
            if rows_second {
                std::mem::swap(row, column);
            }
            *row = row.saturating_sub(base.into());
            *column = column.saturating_sub(base.into());
        }
        pairs.sort_unstable();
        let count = pairs.len();
        let mut board = Self::of_numbers(line, n, pairs.into_iter(), count, base);
        (board.family, board.shows_base) = (Family::Pairs, shows_base);
        board
    }

    /// Creates a board of so many rows or queens from squares that may be anywhere.
    fn of_numbers(
        line: u64,
        n: u32,
        squares: impl Iterator<Item = (i64, i64)> + Clone,
        found: usize,
        base: u32,
    ) -> Self {
        let is_outside = |number: &i64| *number < 0 || *number >= i64::from(n);
        let mut numbers = squares.clone().flat_map(|(row, column)| [row, column]);
        let outside = numbers.find(is_outside);
        let found = found as u64;
        let size = (found != u64::from(n)).then_some(BoardFault::Size { found });
        let mut board = match outside {
            None => {
                let squares = squares.take(MAX_LOOSE.max(n as usize));
                Self::new(line, n, of_squares(n, squares.collect()))
            }
            Some(_) => Self::new(line, n, Queens::Squares(squares.take(MAX_LOOSE).collect())),
        };
        let fault = outside.map(|number| BoardFault::Outside {
            number: number.saturating_add(base.into()),
            base,
        });
        let is_negative = matches!(fault, Some(BoardFault::Outside { number: ..0, .. }));
        board.fault = if is_negative { fault } else { size.or(fault) };
        board
    }

    /// Creates a board from the columns of the queens in each row of a drawing.
    pub(super) fn drawn(line: u64, n: u32, rows: &[Vec<u32>], blocked: Vec<Square>) -> Self {
        let columns = |(row, columns): (i64, &Vec<u32>)| -> Vec<_> {
            columns.iter().map(|&column| (row, column.into())).collect()
        };
        let squares = (0..).zip(rows).flat_map(columns).collect();
        let found = rows.len() as u64;
        Self {
            blocked,
            fault: (found != u64::from(n)).then_some(BoardFault::Size { found }),
            ..Self::new(line, n, of_squares(n, squares))
        }
    }

    fn new(line: u64, n: u32, queens: Queens) -> Self {
        Self {
            line,
            n,
            queens,
            blocked: Vec::new(),
            family: Family::Drawing,
            shows_base: None,
            fault: None,
        }
    }

    /// Returns the first fault: of its size, a queen outside, an attacking pair, or, unless the board may be
    /// partial, a row without a queen. O(n) for one queen in each row.
    pub fn fault(&self, partial: bool) -> Option<BoardFault> {
        if self.fault.is_some() {
            return self.fault;
        }
        let attack = |pair| BoardFault::Attack { pair };
        match &self.queens {
            Queens::Placement(placement) => {
                let pair = placement.first_conflict().map(attack);
                let empty = || placement.first_empty_row().filter(|_| !partial);
                pair.or_else(|| empty().map(|row| BoardFault::EmptyRow { row }))
            }
            Queens::Squares(squares) => {
                let at = |&(row, column): &(i64, i64)| Square::new(row as u32, column as u32);
                let squares: Vec<_> = squares.iter().map(at).collect();
                // Some row has two queens, so that the search ends after few rows.
                squares.iter().enumerate().find_map(|(at, &square)| {
                    let mut before = squares[..at].iter();
                    before
                        .find_map(|&before| Conflict::between(before, square))
                        .map(attack)
                })
            }
        }
    }

    /// Returns row and column of each queen, from 0, in ascending order; they may be outside of the board.
    pub fn squares(&self) -> impl Iterator<Item = (i64, i64)> + '_ {
        let (placement, squares) = match &self.queens {
            Queens::Placement(placement) => (Some(placement), &[][..]),
            Queens::Squares(squares) => (None, &squares[..]),
        };
        let placed = placement.into_iter().flat_map(Placement::queens);
        let placed = placed.map(|queen| (queen.row.into(), queen.column.into()));
        placed.chain(squares.iter().copied())
    }

    /// Returns the board mirrored at its main diagonal.
    pub(super) fn transposed(self) -> Self {
        let mut squares: Vec<_> = self.squares().map(|(row, column)| (column, row)).collect();
        squares.sort_unstable();
        let queens = of_squares(self.n, squares);
        Self { queens, ..self }
    }

    /// Returns the board with its constraints, to complete it.
    pub fn constrained(&self) -> Result<ConstrainedBoard, crate::Error> {
        if self.n > MAX_DRAWN_SIZE && self.family == Family::Drawing {
            return Err(crate::Error::TooLarge {
                n: self.n.into(),
                what: "a drawing",
                max: MAX_DRAWN_SIZE,
            });
        }
        let mut board = ConstrainedBoard::new(self.n)?;
        for (row, column) in self.squares() {
            board.place(Square::new(row as u32, column as u32))?;
        }
        for &square in &self.blocked {
            board.block(square)?;
        }
        Ok(board)
    }

    /// Draws the board: `Q` for a queen, `x` for a blocked square and `.` for the others. Queens outside are left out.
    pub fn drawing(&self) -> String {
        let n = self.n.min(MAX_DRAWN_SIZE) as usize;
        let mut rows = vec![vec!['.'; n]; n];
        let blocked = self.blocked.iter();
        let blocked = blocked.map(|square| ((square.row.into(), square.column.into()), 'x'));
        for ((row, column), sign) in blocked.chain(self.squares().map(|square| (square, 'Q'))) {
            let row = usize::try_from(row).ok().and_then(|row| rows.get_mut(row));
            let column = usize::try_from(column).ok();
            if let Some(square) = column.zip(row).and_then(|(at, row)| row.get_mut(at)) {
                *square = sign;
            }
        }
        let rows: Vec<String> = rows.into_iter().map(String::from_iter).collect();
        rows.join("\n")
    }
}

fn of_squares(n: u32, squares: Vec<(i64, i64)>) -> Queens {
    let one_each = squares.windows(2).all(|two| two[0].0 < two[1].0);
    // A short text may name any n, for which no rows are made.
    if !one_each || n as usize > MAX_LOOSE.max(squares.len()) {
        return Queens::Squares(squares);
    }
    let mut rows = vec![None; n as usize];
    for &(row, column) in &squares {
        match rows.get_mut(row as usize) {
            Some(place) => *place = Some(column as u32),
            None => return Queens::Squares(squares),
        }
    }
    Placement::from_rows(rows).map_or(Queens::Squares(squares), Queens::Placement)
}

/// Returns the number from which pairs count, if they show it.
pub(super) fn pairs_base(pairs: &[(i64, i64)], n: u32) -> Option<u32> {
    let mut numbers = pairs.iter().flat_map(|&(a, b)| [a, b]);
    if numbers.clone().any(|number| number == 0) {
        return Some(0);
    }
    numbers.any(|number| number == i64::from(n)).then_some(1)
}

impl BoardFault {
    /// Describes the fault of a board on which n queens are expected.
    pub fn text(&self, n: u32) -> Text {
        let (english, chinese) = match *self {
            BoardFault::Size { found } => {
                let (rows, found_rows) = (counted(n, "row"), counted(found, "row"));
                let are = if found == 1 { "is" } else { "are" };
                (
                    format!("a board of {rows} is expected, but {found_rows} {are} printed"),
                    format!("应输出 {n} 行的棋盘，实际为 {found} 行"),
                )
            }
            BoardFault::Width { row, found } => {
                let (row, squares) = (Number::of(row), counted(found, "square"));
                (
                    format!("row {row} has {squares}, not {n}"),
                    format!("第 {row} 行有 {found} 格，应为 {n} 格"),
                )
            }
            BoardFault::Outside { number, base } => {
                let last = (n + base).saturating_sub(1);
                match number {
                    ..0 => (
                        format!(
                            "{number} is a negative number, expected {base} to {last}, or - for a row without a queen"
                        ),
                        format!("{number} 是负数，应为 {base} 到 {last}，没有皇后的行写作 -"),
                    ),
                    _ => (
                        format!(
                            "{number} is outside the board, whose rows and columns are {base} to {last}"
                        ),
                        format!("{number} 超出棋盘，行号和列号应为 {base} 到 {last}"),
                    ),
                }
            }
            BoardFault::EmptyRow { row } => {
                let row = Number::of(row);
                (
                    format!("row {row} has no queen"),
                    format!("第 {row} 行没有皇后"),
                )
            }
            BoardFault::Attack { pair } => attack(pair),
        };
        (english, chinese).into()
    }
}
