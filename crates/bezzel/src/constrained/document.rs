//! Boards as text: read in any form, and drawn with `.` for a free square, `Q` for a queen and `x` for a blocked square.

use std::fmt;
use std::io::{BufRead, Read};
use std::str::FromStr;

use super::ConstrainedBoard;
use super::json;
use crate::reader::{Expect, Hints, NotRead, one_board};
use crate::{Error, MAX_DRAWN_SIZE, ReadError, Square};

/// Longest JSON of one board.
const MAX_JSON_BYTES: u64 = 1 << 26;

impl ConstrainedBoard {
    /// Reads one board in any form that the [reader](crate::reader) reads, and JSON ([`JsonBoard`](super::JsonBoard)).
    ///
    /// Fails if the document is not one board or cannot be read. Contradictory boards are read.
    ///
    /// ```
    /// use bezzel::ConstrainedBoard;
    /// let drawn = ConstrainedBoard::read(&b".Q..\n....\n....\nx...\n"[..])?;
    /// for document in ["1Q2/4/4/x3", r#"{"n":4,"queens":[[0,1]],"blocked":[[3,0]]}"#] {
    ///     assert_eq!(ConstrainedBoard::read(document.as_bytes())?, drawn);
    /// }
    /// let placed = ConstrainedBoard::read(&b"1 3 - -\n"[..])?;
    /// assert_eq!(placed.queens().count(), 2);
    /// # Ok::<(), bezzel::Error>(())
    /// ```
    pub fn read(mut input: impl BufRead) -> Result<Self, Error> {
        let mut start = Vec::new();
        let read = input.by_ref().take(1 << 16).read_to_end(&mut start);
        read.map_err(ReadError::from)?;
        if start.trim_ascii_start().starts_with(b"{") {
            let read = input.by_ref().take(MAX_JSON_BYTES).read_to_end(&mut start);
            read.map_err(ReadError::from)?;
            if let Some(board) = json::read(&String::from_utf8_lossy(&start)) {
                return board;
            }
        }
        let hints = Hints {
            expect: Expect::Constraints,
            ..Hints::default()
        };
        let board = match one_board(start.as_slice().chain(input), hints) {
            // The board of one free square in one word.
            Err(ReadError::NotRead(NotRead::NumbersOnly { number: 1, .. })) => return Self::new(1),
            read => read?,
        };
        match board.fault(true) {
            None | Some(crate::reader::BoardFault::Attack { .. }) => board.constrained(),
            Some(fault) => Err(ReadError::Fault {
                line: board.line,
                n: board.n,
                fault,
            }
            .into()),
        }
    }
}

impl FromStr for ConstrainedBoard {
    type Err = ReadError;

    /// Reads one board in any form, as [`read`](Self::read) does.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        Self::read(text.as_bytes()).map_err(|error| match error {
            Error::Read(error) => error,
            other => ReadError::Content {
                line: None,
                message: other.text().unwrap_or_else(|| {
                    let message = other.to_string();
                    (message.clone(), message).into()
                }),
            },
        })
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
