//! The text format of puzzles: one line a row with a letter for the region of each square, and
//! optionally, after an empty line, the marks as `.`, `Q` and `x`. Lines before and after the
//! puzzle that begin with `#` are comments. Another puzzle follows after an empty line or a comment.
//! After an empty line, what begins with `Q` or `x` is marks, not letters of regions.
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

use std::collections::HashSet;
use std::io::BufRead;

use bezzel::notation::ReadError;
use bezzel::shared::{Position, Scanner, drawing};
use bezzel::{Square, counted};

use crate::{MAX_SIZE, MIN_SIZE, Marks, Puzzle, PuzzleError};

/// Reads the regions and the marks, unless a comment, JSON or another puzzle follows.
///
/// Returns also true if there is an empty line after the puzzle.
pub(crate) fn puzzle<R: BufRead>(
    scanner: &mut Scanner<R>,
) -> Result<(Puzzle, Marks, bool), ReadError> {
    let first_line = scanner.position().line;
    let (n, letters) = letters(scanner)?;
    let puzzle = Puzzle::new(n, &letters).map_err(|error| {
        let place = |square: Square| Position {
            line: first_line + u64::from(square.row),
            column: u64::from(square.column) + 1,
        };
        misplaced(&error, n, &letters, place)
    })?;
    let line = scanner.position().line;
    scanner.skip_blank()?;
    let gap = scanner.position().line > line;
    let is_other = match scanner.peek()? {
        Some(b'#' | b'{' | b'[') => true,
        Some(letter) => letter.is_ascii_alphabetic() && !matches!(letter, b'Q' | b'x'),
        None => true,
    };
    if is_other {
        return Ok((puzzle, Marks::new(n), gap));
    }
    let marks = Marks::from(&drawing(scanner, Some(n))?);
    Ok((puzzle, marks, false))
}

/// Reads the letters of all squares.
fn letters<R: BufRead>(scanner: &mut Scanner<R>) -> Result<(u32, Vec<u32>), ReadError> {
    let first = scanner.position();
    let mut letters = Vec::new();
    let mut n = None;
    loop {
        let row = letters.len() as u32 / n.unwrap_or(1);
        let width = n.unwrap_or(MAX_SIZE);
        for column in 0..width {
            match scanner.peek()? {
                Some(letter) if letter.is_ascii_alphabetic() => {
                    letters.push(letter.to_ascii_uppercase().into());
                    scanner.next_byte()?;
                }
                _ if n.is_none() && column >= MIN_SIZE && scanner.at_line_end()? => break,
                _ if n.is_none() && column > 0 && scanner.at_line_end()? => {
                    return Err(wrong_size(first, format!("rows of {column}")));
                }
                next if n.is_some() && column == 0 => {
                    let expected = format!("row {row} of a board of {}", counted(width, "row"));
                    return Err(match next {
                        // Not consumed: another puzzle may begin here.
                        Some(byte @ (b'#' | b'{' | b'[')) => {
                            let found = format!("{:?}", char::from(byte));
                            ReadError::malformed(scanner.position(), expected, found)
                        }
                        _ => scanner.unexpected(expected),
                    });
                }
                _ => return Err(scanner.unexpected("the letter of a region")),
            }
        }
        let is_letter = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphabetic());
        if n.is_none() && is_letter(scanner.peek()?) {
            return Err(wrong_size(first, format!("a row of more than {MAX_SIZE}")));
        }
        let n = *n.get_or_insert(letters.len() as u32);
        scanner.line_end(format!("the end of a row of {}", counted(n, "square")))?;
        if letters.len() as u32 == n * n {
            return Ok((n, letters));
        }
    }
}

/// Returns the error for a first row that is too short or too long.
fn wrong_size(first: Position, found: String) -> ReadError {
    let expected = format!("{MIN_SIZE} to {MAX_SIZE} rows of as many letters");
    ReadError::malformed(first, expected, found)
}

/// Returns the error with its place in the document. Of too many regions, that is the first square
/// of the first region too many; of too few, the last square.
pub(crate) fn misplaced(
    error: &PuzzleError,
    n: u32,
    regions: &[u32],
    place: impl Fn(Square) -> Position,
) -> ReadError {
    let message = error.to_string();
    let (expected, found) = message
        .strip_prefix("expected ")
        .and_then(|message| message.split_once(", found "))
        .unwrap_or(("a puzzle", &message));
    let square = match *error {
        PuzzleError::Disconnected { second, .. } => second,
        PuzzleError::RegionCount { .. } => {
            let mut names = HashSet::new();
            let is_too_many = |name| names.insert(name) && names.len() > n as usize;
            let too_many = regions.iter().position(is_too_many);
            let at = too_many.unwrap_or(regions.len() - 1) as u32;
            Square::new(at / n, at % n)
        }
        _ => Square::new(0, 0),
    };
    ReadError::malformed(place(square), expected.to_owned(), found)
}
