//! The text format of puzzles: one line a row with a letter for the region of each square, and
//! optionally, after an empty line, the marks as `.`, `Q` and `x`. Lines before and after the
//! puzzle that begin with `#` are comments.
//!
//! ```text
//! AABBB
//! AAAAC
//! ADDDC
//! DDDDC
//! DDDEC
//!
//! xxQxx
//! .xxx.
//! .....
//! .....
//! .....
//! ```

use std::io::BufRead;
use std::str::FromStr;

use super::{MAX_SIZE, MIN_SIZE, Marks, Puzzle, PuzzleError, Reader};
use crate::Square;
use crate::constrained::text;
use crate::notation::ReadError;
use crate::notation::scanner::{Position, Scanner};

impl Puzzle {
    /// Reads a puzzle and its marks, as text or as JSON. Letters may be upper or lower case. Without
    /// marks, all squares are free.
    ///
    /// Fails with line and column for text that is not a puzzle of [`MIN_SIZE`] to [`MAX_SIZE`]
    /// rows with connected regions. Marks that break a rule are read.
    ///
    /// ```
    /// use bezzel::puzzle::Puzzle;
    /// let text = "AAAB\nACBB\nCCCB\nDDCC\n\n.Q..\n....\n....\n....\n";
    /// let (puzzle, marks) = Puzzle::read(text.as_bytes())?;
    /// assert_eq!(format!("{puzzle}\n{marks}"), text);
    ///
    /// let error = "AAAB\nAABB\nCCC?\n".parse::<Puzzle>().unwrap_err();
    /// assert_eq!(error.to_string(), "line 3, column 4: expected the letter of a region, found '?'");
    /// # Ok::<(), bezzel::notation::ReadError>(())
    /// ```
    pub fn read(input: impl BufRead) -> Result<(Self, Marks), ReadError> {
        Reader::new(input).only()
    }
}

/// Reads the regions and, unless a comment or JSON follows, the marks.
pub(super) fn puzzle<R: BufRead>(scanner: &mut Scanner<R>) -> Result<(Puzzle, Marks), ReadError> {
    let first_line = scanner.position().line;
    let (n, letters) = letters(scanner)?;
    let puzzle = Puzzle::new(n, &letters).map_err(|error| {
        let place = |square: Square| Position {
            line: first_line + u64::from(square.row),
            column: u64::from(square.column) + 1,
        };
        misplaced(&error, place)
    })?;
    let has_marks = !scanner.skip_blank()? && !matches!(scanner.peek()?, Some(b'#' | b'{'));
    let marks = if has_marks {
        Marks::from(&text::drawing(scanner, Some(n))?)
    } else {
        Marks::new(n)
    };
    Ok((puzzle, marks))
}

/// Reads the letters of all squares.
fn letters<R: BufRead>(scanner: &mut Scanner<R>) -> Result<(u32, Vec<u32>), ReadError> {
    let mut letters = Vec::new();
    let mut n = None;
    loop {
        let row = letters.len() as u32 / n.unwrap_or(1);
        let width = n.unwrap_or(MAX_SIZE);
        for column in 0..width {
            match scanner.peek()? {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    letters.push(letter.to_ascii_uppercase().into());
                    scanner.next()?;
                }
                _ if n.is_none() && column >= MIN_SIZE && scanner.at_line_end()? => break,
                _ if n.is_some() && column == 0 => {
                    return Err(scanner.unexpected(format!("row {row} of a board of {width} rows")));
                }
                _ => return Err(scanner.unexpected("the letter of a region")),
            }
        }
        let n = *n.get_or_insert(letters.len() as u32);
        scanner.line_end(format!("the end of a row of {n} squares"))?;
        if letters.len() as u32 == n * n {
            return Ok((n, letters));
        }
    }
}

/// Returns the error with its place in the document.
pub(super) fn misplaced(error: &PuzzleError, place: impl Fn(Square) -> Position) -> ReadError {
    let message = error.to_string();
    let (expected, found) = message
        .strip_prefix("expected ")
        .and_then(|message| message.split_once(", found "))
        .unwrap_or(("a puzzle", &message));
    let square = match *error {
        PuzzleError::Disconnected { second, .. } => second,
        _ => Square::new(0, 0),
    };
    ReadError::malformed(place(square), expected.to_owned(), found)
}

impl FromStr for Puzzle {
    type Err = ReadError;

    /// Reads a puzzle and drops its marks.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        Ok(Self::read(text.as_bytes())?.0)
    }
}
