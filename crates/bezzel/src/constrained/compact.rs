//! Boards in one word, like the piece placement of Forsyth–Edwards notation in chess.
//!
//! ```text
//!   Q . . .
//!   . . x .      Q3/2x1/4/1x2
//!   . . . .
//!   . x . .
//! ```

use std::fmt::Write;

use super::ConstrainedBoard;
use super::lines::{BlockedLine, Lines};
use crate::printable::printable;
use crate::{Contradiction, Error, MAX_DRAWN_SIZE, ReadError, Square};

impl ConstrainedBoard {
    /// Returns the same board with fewer constraints: squares that a placed queen attacks are not
    /// blocked. If every other square of a diagonal is blocked, the whole diagonal is. The
    /// completions are the same, unless a placed queen is on a blocked square.
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// let mut board = ConstrainedBoard::new(4)?;
    /// board.place(Square::new(0, 1))?.block(Square::new(0, 2))?.block(Square::new(3, 0))?;
    /// let reduced = board.reduced();
    /// assert_eq!(reduced.blocked_squares().count(), 0);
    /// assert!(reduced.blocked_diagonals().eq([3]));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn reduced(&self) -> Self {
        let n = self.n;
        let attacked = Lines::of_queens(self.queens());
        let is_blocked = |square: &Square| !attacked.contain(*square) && self.is_blocked(*square);
        let mut reduced = Self {
            n,
            queens: self.queens.clone(),
            blocked: self.blocked.iter().copied().filter(is_blocked).collect(),
            blocked_lines: Default::default(),
        };
        for line in &self.blocked_lines {
            reduced.blocked.extend(line.squares(n).filter(is_blocked));
        }
        let touched: std::collections::BTreeSet<BlockedLine> = reduced
            .blocked
            .iter()
            .flat_map(|square| BlockedLine::through(*square))
            .collect();
        let is_whole = |line: &BlockedLine| {
            let mut squares = line.squares(n);
            squares.all(|square| attacked.contain(square) || reduced.blocked.contains(&square))
        };
        reduced.blocked_lines = touched.into_iter().filter(is_whole).collect();
        let lines = &reduced.blocked_lines;
        let is_alone = |square: &Square| {
            let mut through = BlockedLine::through(*square).into_iter();
            !through.any(|line| lines.contains(&line))
        };
        reduced.blocked.retain(is_alone);
        reduced
    }

    /// Returns the board in one word: its rows from the top, separated by `/`, with `Q` for a
    /// queen, `x` for a blocked square and numbers for runs of free squares.
    ///
    /// Fails for boards of more than [`MAX_DRAWN_SIZE`] rows, and if a placed queen is on a blocked
    /// square: the word would be that of a board without this contradiction.
    ///
    /// ```
    /// use bezzel::ConstrainedBoard;
    /// let board: ConstrainedBoard = "Q...\n..x.\n....\n.x..\n".parse()?;
    /// assert_eq!(board.to_compact()?, "Q3/2x1/4/1x2");
    /// assert_eq!(ConstrainedBoard::from_compact("Q3/2x1/4/1x2")?, board);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn to_compact(&self) -> Result<String, Error> {
        if self.n > MAX_DRAWN_SIZE {
            return Err(Error::TooLarge {
                n: self.n.into(),
                what: "a board in one word",
                max: MAX_DRAWN_SIZE,
            });
        }
        if let Some(square) = self.queen_on_blocked() {
            return Err(Contradiction::QueenOnBlockedSquare { square }.into());
        }
        let mut text = String::new();
        for row in 0..self.n {
            if row > 0 {
                text.push('/');
            }
            let mut free = 0;
            for square in (0..self.n).map(|column| Square::new(row, column)) {
                let mark = match (self.queens.contains(&square), self.is_blocked(square)) {
                    (true, _) => 'Q',
                    (false, true) => 'x',
                    (false, false) => {
                        free += 1;
                        continue;
                    }
                };
                push_number(&mut text, &mut free);
                text.push(mark);
            }
            push_number(&mut text, &mut free);
        }
        Ok(text)
    }

    /// Reads a board in one word, as [`to_compact`](Self::to_compact) writes it, and with `.` or `-`
    /// for a free square. Blocked squares are read one by one.
    ///
    /// Fails if the text is not such a board, or has more than [`MAX_DRAWN_SIZE`] rows.
    pub fn from_compact(text: &str) -> Result<Self, ReadError> {
        Self::of_word(text).ok_or_else(|| {
            let text = printable(text);
            let message = (
                format!("expected a board in one word such as Q3/2x1/4/1x2, found '{text}'"),
                format!("棋盘应写成一串字符，例如 Q3/2x1/4/1x2；实际为“{text}”"),
            );
            ReadError::Content {
                line: None,
                message: message.into(),
            }
        })
    }

    fn of_word(text: &str) -> Option<Self> {
        let rows: Vec<_> = match text {
            "" => Vec::new(),
            _ => text.split('/').map(row).collect::<Option<_>>()?,
        };
        let n = rows.len() as u32;
        if n > MAX_DRAWN_SIZE || rows.iter().any(|(.., width)| *width != n) {
            return None;
        }
        let mut board = Self::new(n).ok()?;
        for (row, (queens, blocked, _)) in (0..).zip(rows) {
            let square = |column| Square::new(row, column);
            board.queens.extend(queens.into_iter().map(square));
            board.blocked.extend(blocked.into_iter().map(square));
        }
        Some(board)
    }
}

/// Widest row that is read; no row overflows.
const MAX_WIDTH: u32 = 1 << 20;

/// Reads one row: returns the columns of its queens and of its blocked squares, and its width.
/// `None` if a character is no part of a row.
pub(crate) fn row(text: &str) -> Option<(Vec<u32>, Vec<u32>, u32)> {
    let (mut queens, mut blocked) = (Vec::new(), Vec::new());
    let (mut column, mut free) = (0_u32, 0_u32);
    for letter in text.chars() {
        if let Some(digit) = letter.to_digit(10) {
            free = (10 * free + digit).min(MAX_WIDTH);
            continue;
        }
        column = (column + std::mem::take(&mut free)).min(MAX_WIDTH);
        match letter {
            'Q' | 'q' => queens.push(column),
            'x' | 'X' => blocked.push(column),
            '.' | '-' => {}
            _ => return None,
        }
        column += 1;
    }
    Some((queens, blocked, column + free))
}

/// Writes a number of free squares, unless it is 0, and sets it to 0.
fn push_number(text: &mut String, free: &mut u32) {
    if *free > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{free}");
        *free = 0;
    }
}
