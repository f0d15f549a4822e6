//! Documents of puzzles, as text or JSON.

use std::io::BufRead;

use super::{Marks, Puzzle, json, text};
use crate::constrained;
use crate::notation::ReadError;
use crate::notation::scanner::Scanner;

/// Reads the puzzles of a document and their marks, one after another.
///
/// Each puzzle is text (see [`Puzzle::read`]) or a JSON object. Lines that begin with `#` are
/// comments; between two puzzles as text there must be one, because the first may have no marks.
/// After an error there are no further puzzles.
///
/// ```
/// use bezzel::puzzle::Reader;
/// let document = "AAAB\nACBB\nCCCB\nDDCC\n# the same again\nAAAB\nACBB\nCCCB\nDDCC\n";
/// let puzzles: Vec<_> = Reader::new(document.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(puzzles[0], puzzles[1]);
/// # Ok::<(), bezzel::notation::ReadError>(())
/// ```
pub struct Reader<R> {
    scanner: Scanner<R>,
    read: u64,
    failed: bool,
}

impl<R: BufRead> Reader<R> {
    /// Creates the reader of a document.
    pub fn new(input: R) -> Self {
        Self {
            scanner: Scanner::new(input),
            read: 0,
            failed: false,
        }
    }

    /// Skips what may be between puzzles. Returns false at the end of the document.
    fn find_next(&mut self) -> Result<bool, ReadError> {
        if self.read == 0 {
            self.scanner.skip_byte_order_mark()?;
        }
        let mut separated = self.read == 0;
        loop {
            if self.scanner.skip_blank()? {
                return Ok(false);
            }
            match self.scanner.peek()? {
                Some(b'#') => separated = true,
                Some(b'{') => return Ok(true),
                _ if separated => return Ok(true),
                _ => return Err(self.scanner.unexpected("the end of the board")),
            }
            while !self.scanner.at_line_end()? {
                self.scanner.next()?;
            }
        }
    }

    pub(super) fn next_puzzle(&mut self) -> Result<Option<(Puzzle, Marks)>, ReadError> {
        if !self.find_next()? {
            return match self.read {
                0 => Err(ReadError::NoBoard {
                    expected: "rows of letters, one letter for each region".to_owned(),
                }),
                _ => Ok(None),
            };
        }
        let puzzle = match self.scanner.peek()? {
            Some(b'{') => json::puzzle(&mut self.scanner)?,
            _ => text::puzzle(&mut self.scanner)?,
        };
        self.read += 1;
        Ok(Some(puzzle))
    }

    /// Reads the only puzzle of the document.
    pub(super) fn only(mut self) -> Result<(Puzzle, Marks), ReadError> {
        let puzzle = self.next_puzzle()?.expect("the first puzzle or an error");
        if self.find_next()? {
            return Err(self.scanner.unexpected("the end of the only puzzle"));
        }
        constrained::text::end(&mut self.scanner)?;
        Ok(puzzle)
    }
}

impl<R: BufRead> Iterator for Reader<R> {
    type Item = Result<(Puzzle, Marks), ReadError>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.failed {
            return None;
        }
        let next = self.next_puzzle();
        self.failed = next.is_err();
        next.transpose()
    }
}
