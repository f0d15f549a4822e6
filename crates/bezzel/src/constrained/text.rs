//! Drawings of boards: one line a row, `.` for a free square, `Q` for a queen, `x` for a blocked
//! square.
//!
//! A document holds one board. Empty lines before and after it are skipped, except that a
//! document of one empty line is the board of n = 0. Blanks at the end of a row are skipped.

use std::fmt;
use std::io::BufRead;
use std::str::FromStr;

use super::ConstrainedBoard;
use crate::notation::ReadError;
use crate::notation::scanner::Scanner;
use crate::{MAX_DRAWN_SIZE, Square, counted};

const SQUARES: &str = "'.', 'Q' or 'x'";

impl ConstrainedBoard {
    /// Reads a drawing of `.`, `Q` and `x`, one line a row.
    ///
    /// Fails with line and column where the text is not a square board of at most
    /// [`MAX_DRAWN_SIZE`] rows. Contradictory boards are read.
    ///
    /// ```
    /// use bezzel::{ConstrainedBoard, Square};
    /// let board = ConstrainedBoard::read(&b"Q...\n..x.\n....\n.x..\n"[..])?;
    /// assert_eq!(board.queens().collect::<Vec<_>>(), [Square::new(0, 0)]);
    /// assert_eq!(board.to_string(), "Q...\n..x.\n....\n.x..\n");
    ///
    /// let error = ConstrainedBoard::read(&b"Q.\n.#\n"[..]).unwrap_err();
    /// assert_eq!(error.to_string(), "line 2, column 2: expected '.', 'Q' or 'x', found '#'");
    /// # Ok::<(), bezzel::notation::ReadError>(())
    /// ```
    pub fn read(input: impl BufRead) -> Result<Self, ReadError> {
        let mut scanner = Scanner::new(input);
        scanner.skip_byte_order_mark()?;
        let board = drawing(&mut scanner, None)?;
        end(&mut scanner)?;
        Ok(board)
    }
}

/// Reads the drawing of one board of `size` rows, or of any size if that is not given.
pub fn drawing<R: BufRead>(
    scanner: &mut Scanner<R>,
    size: Option<u32>,
) -> Result<ConstrainedBoard, ReadError> {
    let empty = ConstrainedBoard::new(0).expect("a small board");
    if scanner.skip_blank()? {
        return match scanner.was_one_empty_line()? && size.is_none_or(|size| size == 0) {
            true => Ok(empty),
            false => Err(ReadError::NoBoard {
                expected: "rows of '.', 'Q' and 'x'".to_owned(),
            }),
        };
    }
    let mut board = empty;
    board.n = size.unwrap_or(0);
    // In ascending order, of which a set is built faster than by insertion.
    let (mut queens, mut blocked) = (Vec::new(), Vec::new());
    let mut row = 0;
    loop {
        let mut column = 0;
        while !scanner.at_line_end()? {
            if row == 0 && size.is_none() && column == MAX_DRAWN_SIZE {
                let what = format!("the end of a row of at most {MAX_DRAWN_SIZE} squares");
                return Err(scanner.unexpected(what));
            }
            let is_blank = matches!(scanner.peek()?, Some(b' ' | b'\t'));
            if (row > 0 || size.is_some()) && column == board.n && !is_blank {
                let what = format!("the end of a row of {}", counted(column, "square"));
                return Err(scanner.unexpected(what));
            }
            let square = Square::new(row, column);
            match scanner.peek()? {
                Some(b'.') => {}
                Some(b'Q') => queens.push(square),
                Some(b'x') => blocked.push(square),
                Some(b' ' | b'\t') if column > 0 => break,
                _ => return Err(scanner.unexpected(SQUARES)),
            }
            scanner.next_byte()?;
            column += 1;
        }
        if row == 0 && size.is_none() {
            board.n = column;
        }
        if column < board.n {
            let what = match column {
                0 => format!("row {row} of a board of {}", counted(board.n, "row")),
                _ => format!("{SQUARES} in a row of {}", counted(board.n, "square")),
            };
            return Err(scanner.unexpected(what));
        }
        row += 1;
        scanner.skip_spaces()?;
        scanner.line_end("the end of the row")?;
        if row == board.n {
            board.queens = queens.into_iter().collect();
            board.blocked = blocked.into_iter().collect();
            return Ok(board);
        }
    }
}

/// Checks that only blank lines are left.
pub fn end<R: BufRead>(scanner: &mut Scanner<R>) -> Result<(), ReadError> {
    match scanner.skip_blank()? {
        true => Ok(()),
        false => Err(scanner.unexpected("the end of the board")),
    }
}

impl FromStr for ConstrainedBoard {
    type Err = ReadError;

    /// Reads a drawing, as [`read`](Self::read) does.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        Self::read(text.as_bytes())
    }
}

impl fmt::Display for ConstrainedBoard {
    /// Draws the board, one line a row. Squares of blocked diagonals are drawn as `x`, a queen on
    /// a blocked square as `Q`. Fails for boards of more than [`MAX_DRAWN_SIZE`] rows.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.n > MAX_DRAWN_SIZE {
            return Err(fmt::Error);
        }
        let mut line = String::with_capacity(self.n as usize + 1);
        for row in 0..self.n {
            line.clear();
            line.extend((0..self.n).map(|column| {
                let square = Square::new(row, column);
                match (self.queens.contains(&square), self.is_blocked(square)) {
                    (true, _) => 'Q',
                    (false, true) => 'x',
                    (false, false) => '.',
                }
            }));
            line.push('\n');
            f.write_str(&line)?;
        }
        if self.n == 0 {
            f.write_str("\n")?;
        }
        Ok(())
    }
}
