//! A board as it was written: its queens, and its first fault.

use crate::methods::{Number, Text};
use crate::{Conflict, ConstrainedBoard, Line, MAX_DRAWN_SIZE, Placement, Square, counted};

use super::Family;

/// First fault of a board that was read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "json", derive(serde::Serialize))]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[cfg_attr(feature = "json", serde(rename_all = "kebab-case", tag = "fault"))]
pub enum BoardFault {
    /// Another number of rows, columns or queens than n.
    Size {
        /// Number found.
        found: u64,
    },
    /// A row of a drawing has another number of squares than the board has rows.
    Width {
        /// Row, from 0.
        row: u32,
        /// Its squares.
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
    /// Its queens.
    pub queens: Queens,
    /// Its blocked squares.
    pub blocked: Vec<Square>,
    /// The way in which it is written.
    pub family: Family,
    /// Number from which its rows or columns count, if the board itself shows it.
    pub shows_base: Option<u32>,
    pub(super) fault: Option<BoardFault>,
}

/// Queens as numbers that may be anything.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Shape {
    /// Column of each row; [`EMPTY`] for an empty row.
    Columns(Numbers),
    /// Two numbers for each queen.
    Pairs(Vec<(i64, i64)>),
}

/// Numbers of a list, in four bytes each.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) values: Vec<u32>,
    /// First number that is no column of any board.
    huge: Option<i64>,
}

/// An empty row.
pub(super) const EMPTY: u32 = u32::MAX;
const HUGE: u32 = u32::MAX - 1;

impl Numbers {
    pub(super) fn clear(&mut self) {
        self.values.clear();
        self.huge = None;
    }

    /// Makes this a copy, in the memory that it has.
    pub(super) fn copy_from(&mut self, other: &Self) {
        self.values.clone_from(&other.values);
        self.huge = other.huge;
    }

    pub(super) fn push(&mut self, number: Option<i128>) {
        let value = match number {
            None | Some(-1) => EMPTY,
            Some(number) => match u32::try_from(number) {
                Ok(number) if number < HUGE => number,
                _ => {
                    let clamped = number.clamp(i64::MIN.into(), i64::MAX.into());
                    self.huge.get_or_insert(clamped as i64);
                    HUGE
                }
            },
        };
        self.values.push(value);
    }

    pub(super) fn get(&self, at: usize) -> Option<i64> {
        match self.values[at] {
            EMPTY => None,
            HUGE => self.huge,
            value => Some(value.into()),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns true if each of 0 to n − 1, or of 1 to n, is there once.
    pub(super) fn is_permutation(&self) -> bool {
        let n = self.values.len();
        let Some(&least) = self.values.iter().min().filter(|&&least| least < 2) else {
            return false;
        };
        let mut seen = vec![false; n];
        let mut columns = self.values.iter().map(|&value| (value - least) as usize);
        columns.all(|column| column < n && !std::mem::replace(&mut seen[column], true))
    }

    /// Returns the number from which columns count, if they show it: they have 0, or the number of rows.
    pub(super) fn shows_base(&self, n: u32) -> Option<u32> {
        let mut has_n = false;
        for &value in &self.values {
            if value == 0 {
                return Some(0);
            }
            has_n |= value == n;
        }
        has_n.then_some(1)
    }
}

impl Board {
    /// Creates a board of n rows from the columns of rows, which count from `base`.
    pub(super) fn of_columns(line: u64, n: u32, numbers: &Numbers, base: u32) -> Self {
        match placement(numbers, base).filter(|_| numbers.len() == n as usize) {
            None => Self::from_shape(
                line,
                n,
                &Shape::Columns(numbers.clone()),
                base,
                Family::List,
            ),
            Some(placement) => Board {
                line,
                n,
                queens: Queens::Placement(placement),
                blocked: Vec::new(),
                family: Family::List,
                shows_base: numbers.shows_base(n),
                fault: None,
            },
        }
    }

    /// Creates a board of n rows from numbers that count from `base`.
    fn from_shape(line: u64, n: u32, shape: &Shape, base: u32, family: Family) -> Self {
        let (items, shows_base) = match shape {
            Shape::Columns(numbers) => (numbers.len(), numbers.shows_base(n)),
            Shape::Pairs(pairs) => (pairs.len(), pairs_base(pairs, n)),
        };
        let mut board = Board {
            line,
            n,
            queens: Queens::Squares(Vec::new()),
            blocked: Vec::new(),
            family,
            shows_base,
            fault: None,
        };
        let squares = squares(shape, base);
        let is_outside = |number: &i64| *number < 0 || *number >= i64::from(n);
        let numbers = squares.iter().flat_map(|&(row, column)| [row, column]);
        let outside = numbers.into_iter().find(is_outside);
        board.fault = match outside {
            _ if items != n as usize => Some(BoardFault::Size {
                found: items as u64,
            }),
            Some(number) => Some(BoardFault::Outside {
                number: number.saturating_add(base.into()),
                base,
            }),
            None => None,
        };
        board.queens = match outside {
            None => of_squares(n, squares),
            Some(_) => Queens::Squares(squares),
        };
        board
    }

    /// Creates a board of n rows from row and column of each queen, which count from `base` or from what they show.
    pub fn of_pairs(line: u64, n: u32, pairs: Vec<(i64, i64)>, base: Option<u32>) -> Self {
        let base = base.or_else(|| pairs_base(&pairs, n)).unwrap_or(0);
        Self::from_pairs(line, n, pairs, base, Family::Pairs)
    }

    pub(super) fn from_pairs(
        line: u64,
        n: u32,
        pairs: Vec<(i64, i64)>,
        base: u32,
        family: Family,
    ) -> Self {
        Self::from_shape(line, n, &Shape::Pairs(pairs), base, family)
    }

    /// Creates a board from the columns of the queens in each row of a drawing.
    pub(super) fn drawn(line: u64, n: u32, rows: &[Vec<u32>], blocked: Vec<Square>) -> Self {
        let squares = (0..)
            .zip(rows)
            .flat_map(|(row, columns)| columns.iter().map(move |&column| (row, column.into())));
        let size = BoardFault::Size {
            found: rows.len() as u64,
        };
        Board {
            line,
            n,
            queens: of_squares(n, squares.collect()),
            blocked,
            family: Family::Drawing,
            shows_base: None,
            fault: (rows.len() != n as usize).then_some(size),
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
    pub(super) fn transposed(self, line: u64) -> Self {
        let mut squares: Vec<_> = self.squares().map(|(row, column)| (column, row)).collect();
        squares.sort_unstable();
        let queens = of_squares(self.n, squares);
        Self {
            line,
            queens,
            ..self
        }
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
        let mut rows = vec![vec![b'.'; n]; n];
        let blocked = self.blocked.iter();
        let blocked = blocked.map(|square| ((square.row.into(), square.column.into()), b'x'));
        for ((row, column), sign) in blocked.chain(self.squares().map(|square| (square, b'Q'))) {
            let row = usize::try_from(row).ok().and_then(|row| rows.get_mut(row));
            let column = usize::try_from(column).ok();
            if let Some(square) = row
                .zip(column)
                .and_then(|(row, column)| row.get_mut(column))
            {
                *square = sign;
            }
        }
        let rows: Vec<_> = rows
            .into_iter()
            .map(|row| String::from_utf8(row).expect("ASCII"))
            .collect();
        rows.join("\n")
    }
}

/// Returns the placement of columns that count from `base`, if all are on the board.
fn placement(numbers: &Numbers, base: u32) -> Option<Placement> {
    let n = numbers.len() as u32;
    let fits = |&value: &u32| value == EMPTY || value >= base && value - base < n;
    if !numbers.values.iter().all(fits) {
        return None;
    }
    let column = |&value: &u32| (value != EMPTY).then(|| value - base);
    Placement::from_rows(numbers.values.iter().map(column)).ok()
}

fn of_squares(n: u32, squares: Vec<(i64, i64)>) -> Queens {
    let one_each = squares.windows(2).all(|two| two[0].0 < two[1].0);
    if !one_each {
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

/// Returns the squares, counted from 0. The number that ascends is the row; a set of solutions is the same
/// either way.
fn squares(shape: &Shape, base: u32) -> Vec<(i64, i64)> {
    let base = i64::from(base);
    match shape {
        Shape::Columns(numbers) => (0..numbers.len())
            .filter_map(|row| Some((row as i64, numbers.get(row)?.saturating_sub(base))))
            .collect(),
        Shape::Pairs(pairs) => {
            let ascends = |number: fn(&(i64, i64)) -> i64| {
                pairs
                    .windows(2)
                    .all(|two| number(&two[0]) < number(&two[1]))
            };
            let rows_second = !ascends(|pair| pair.0) && ascends(|pair| pair.1);
            let ordered = |&(a, b): &(i64, i64)| if rows_second { (b, a) } else { (a, b) };
            let shift =
                |(row, column): (i64, i64)| (row.saturating_sub(base), column.saturating_sub(base));
            let mut squares: Vec<_> = pairs.iter().map(ordered).map(shift).collect();
            squares.sort_unstable();
            squares
        }
    }
}

impl BoardFault {
    /// Describes the fault of a board on which n queens are expected.
    pub fn text(&self, n: u32) -> Text {
        match self {
            BoardFault::Size { found } => texts(
                format!(
                    "a board of {} is expected, but {} {} printed",
                    counted(n, "row"),
                    counted(*found, "row"),
                    if *found == 1 { "is" } else { "are" }
                ),
                format!("应输出 {n} 行的棋盘，实际为 {found} 行"),
            ),
            BoardFault::Width { row, found } => {
                let row = Number::of(*row);
                texts(
                    format!("row {row} has {}, not {n}", counted(*found, "square")),
                    format!("第 {row} 行有 {found} 格，应为 {n} 格"),
                )
            }
            BoardFault::Outside { number, base } => {
                let last = (n + base).saturating_sub(1);
                texts(
                    format!(
                        "{number} is outside the board, whose rows and columns are {base} to {last}"
                    ),
                    format!("{number} 超出棋盘，行号和列号应为 {base} 到 {last}"),
                )
            }
            BoardFault::EmptyRow { row } => {
                let row = Number::of(*row);
                texts(
                    format!("row {row} has no queen"),
                    format!("第 {row} 行没有皇后"),
                )
            }
            BoardFault::Attack { pair } => attack(pair),
        }
    }
}

fn texts(english: String, chinese: String) -> Text {
    (english, chinese).into()
}

fn attack(pair: &Conflict) -> Text {
    let Conflict {
        first,
        second,
        line,
    } = *pair;
    let line_zh = match line {
        Line::Row => "行",
        Line::Column => "列",
        Line::Diagonal => "条主对角线",
        Line::AntiDiagonal => "条副对角线",
    };
    let at = |square: Square| (Number::of(square.row), Number::of(square.column));
    let ((a, b), (c, d)) = (at(first), at(second));
    texts(
        format!(
            "the queens at row {a} column {b} and row {c} column {d} attack each other along one {line}"
        ),
        format!("第 {a} 行第 {b} 列与第 {c} 行第 {d} 列的皇后在同一{line_zh}上，互相攻击"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(shape: Shape, base: u32) -> Board {
        Board::from_shape(1, 4, &shape, base, Family::List)
    }

    fn columns(columns: &[i128]) -> Shape {
        let mut numbers = Numbers::default();
        columns
            .iter()
            .for_each(|&column| numbers.push(Some(column)));
        Shape::Columns(numbers)
    }

    #[test]
    fn numbers_count_from_0_or_from_1() {
        for (shape, base) in [(columns(&[1, 3, 0, 2]), 0), (columns(&[2, 4, 1, 3]), 1)] {
            let board = read(shape, base);
            assert_eq!((board.shows_base, board.fault(false)), (Some(base), None));
            assert!(board.squares().map(|(_, column)| column).eq([1, 3, 0, 2]));
        }
        let outside = BoardFault::Outside { number: 4, base: 0 };
        assert_eq!(read(columns(&[2, 4, 1, 3]), 0).fault(true), Some(outside));
    }

    #[test]
    fn a_pair_is_row_and_column_or_x_and_y() {
        let rows_first = vec![(1, 2), (2, 4), (3, 1), (4, 3)];
        let columns_first = vec![(2, 1), (4, 2), (1, 3), (3, 4)];
        for pairs in [rows_first, columns_first] {
            let board = read(Shape::Pairs(pairs), 1);
            assert!(board.squares().map(|(_, column)| column).eq([1, 3, 0, 2]));
        }
    }

    #[test]
    fn each_fault_is_found() {
        let fault = |shape| read(shape, 0).fault(false);
        assert_eq!(
            fault(columns(&[1, 3, 0])),
            Some(BoardFault::Size { found: 3 })
        );
        let attack = fault(columns(&[0, 1, 3, 2]));
        assert!(matches!(attack, Some(BoardFault::Attack { pair }) if pair.line == Line::Diagonal));
        assert_eq!(
            fault(columns(&[1, 3, -1, -1])),
            Some(BoardFault::EmptyRow { row: 2 })
        );
        let two = Board::drawn(1, 4, &[vec![0, 2], vec![], vec![], vec![]], Vec::new());
        let attack = two.fault(true);
        assert!(matches!(attack, Some(BoardFault::Attack { pair }) if pair.line == Line::Row));
    }
}
