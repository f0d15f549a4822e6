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
use crate::{CompactError, Contradiction, Error, MAX_DRAWN_SIZE, Square};

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

    /// Reads a board in one word, as [`to_compact`](Self::to_compact) writes it. Blocked squares
    /// are read one by one.
    ///
    /// Fails with [`CompactError::TooManyRows`], [`CompactError::Length`] or
    /// [`CompactError::Character`] if the text is not such a board.
    pub fn from_compact(text: &str) -> Result<Self, CompactError> {
        let rows = match text {
            "" => 0,
            _ => text.split('/').count(),
        };
        if rows > MAX_DRAWN_SIZE as usize {
            return Err(CompactError::TooManyRows { rows });
        }
        let n = rows as u32;
        let mut board = Self::new(n).expect("a small board");
        for (row, text) in (0..n).zip(text.split('/')) {
            board.read_row(row, text)?;
        }
        Ok(board)
    }

    fn read_row(&mut self, row: u32, text: &str) -> Result<(), CompactError> {
        let expected = self.n;
        let length = |is_longer| CompactError::Length {
            row,
            expected,
            is_longer,
        };
        let (mut column, mut number): (u32, Option<u32>) = (0, None);
        for found in text.chars() {
            if let Some(digit) = found.to_digit(10) {
                let free = 10 * number.unwrap_or(0) + digit;
                number = Some(free);
                if free > expected {
                    return Err(length(true));
                }
                continue;
            }
            column += number.take().unwrap_or(0);
            if column >= expected {
                return Err(length(true));
            }
            let square = Square::new(row, column);
            match found {
                'Q' => drop(self.queens.insert(square)),
                'x' => drop(self.blocked.insert(square)),
                _ => return Err(CompactError::Character { row, found }),
            }
            column += 1;
        }
        column += number.unwrap_or(0);
        match column.cmp(&expected) {
            std::cmp::Ordering::Equal => Ok(()),
            other => Err(length(other.is_gt())),
        }
    }
}

/// Writes a number of free squares, unless it is 0, and sets it to 0.
fn push_number(text: &mut String, free: &mut u32) {
    if *free > 0 {
        // Writing to a string cannot fail.
        let _ = write!(text, "{free}");
        *free = 0;
    }
}
