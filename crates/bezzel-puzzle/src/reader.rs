//! Documents of puzzles, as text or JSON.

use std::io::BufRead;
use std::str::FromStr;

use bezzel::notation::ReadError;
use bezzel::shared::{Scanner, end_of_document};

use crate::{Marks, Puzzle, json, text};

/// Reads the puzzles of a document and their marks, one after another.
///
/// Each puzzle is text (see [`Puzzle::read`]) or a JSON object, alone or in an array. Lines that
/// begin with `#` are comments. An empty line or a comment separates puzzles as text. After an empty
/// line, what begins with `Q` or `x` is marks; after a comment, all letters name regions.
///
/// After a faulty puzzle, reading continues with the next one: after an empty line or comment, or in JSON
/// after the object. Only an error of the input, or an array that is not well-formed, ends it.
///
/// ```
/// use bezzel_puzzle::Reader;
/// let document = "AAAB\nACBB\nCCCB\nDDCC\n\nAAAB\nACBB\nCCCB\nDDCC\n";
/// let puzzles: Vec<_> = Reader::new(document.as_bytes()).collect::<Result<_, _>>()?;
/// assert_eq!(puzzles[0], puzzles[1]);
/// # Ok::<(), bezzel::notation::ReadError>(())
/// ```
pub struct Reader<R> {
    scanner: Scanner<R>,
    read: u64,
    /// True if an empty line ended the last puzzle.
    separated: bool,
    in_array: bool,
    /// True if the faulty puzzle has been read to its end.
    is_past_fault: bool,
    failed: bool,
}

impl<R: BufRead> Reader<R> {
    /// Creates the reader of a document.
    pub fn new(input: R) -> Self {
        Self {
            scanner: Scanner::new(input),
            read: 0,
            separated: true,
            in_array: false,
            is_past_fault: false,
            failed: false,
        }
    }

    /// Skips what may be between puzzles. Returns false at the end of the document.
    fn find_next(&mut self) -> Result<bool, ReadError> {
        if self.read == 0 {
            self.scanner.skip_byte_order_mark()?;
        }
        let line = self.scanner.position().line;
        loop {
            let ended = self.scanner.skip_blank()?;
            if self.in_array {
                return self.next_in_array();
            }
            if ended {
                return Ok(false);
            }
            self.separated |= self.scanner.position().line > line;
            match self.scanner.peek()? {
                Some(b'#') => self.separated = true,
                Some(b'[') => {
                    self.scanner.next_byte()?;
                    self.in_array = true;
                    self.scanner.skip_blank()?;
                    return match self.scanner.peek()? {
                        Some(b'{') => Ok(true),
                        _ => Err(self.scanner.unexpected("a puzzle as a JSON object")),
                    };
                }
                Some(b'{') => return Ok(true),
                _ if self.separated => return Ok(true),
                _ => {
                    let expected = "the end of the board or an empty line";
                    return Err(self.scanner.unexpected(expected));
                }
            }
            while !self.scanner.at_line_end()? {
                self.scanner.next_byte()?;
            }
        }
    }

    /// Skips the comma before the next object of an array, or the end of the array.
    fn next_in_array(&mut self) -> Result<bool, ReadError> {
        if self.scanner.accept(b',')? {
            self.scanner.skip_blank()?;
            return match self.scanner.peek()? {
                Some(b'{') => Ok(true),
                _ => Err(self.scanner.unexpected("a puzzle as a JSON object")),
            };
        }
        if !self.scanner.accept(b']')? {
            return Err(self.scanner.unexpected("',' or ']'"));
        }
        self.in_array = false;
        self.find_next()
    }

    pub(crate) fn next_puzzle(&mut self) -> Result<Option<(Puzzle, Marks)>, ReadError> {
        if !self.find_next()? {
            return match self.read {
                0 => Err(ReadError::NoBoard {
                    expected: "rows of letters, one letter for each region".to_owned(),
                }),
                _ => Ok(None),
            };
        }
        let (puzzle, marks) = match self.scanner.peek()? {
            Some(b'{') => {
                self.separated = false;
                let contents = json::puzzle(&mut self.scanner)?;
                self.is_past_fault = contents.is_err();
                contents?
            }
            _ => {
                let (puzzle, marks, separated) = text::puzzle(&mut self.scanner)?;
                self.separated = separated;
                (puzzle, marks)
            }
        };
        self.read += 1;
        Ok(Some((puzzle, marks)))
    }

    /// Skips the rest of a faulty puzzle. Returns false if no puzzle can follow.
    fn skip_fault(&mut self, error: &ReadError) -> Result<bool, ReadError> {
        if std::mem::take(&mut self.is_past_fault) {
            return Ok(true);
        }
        let ReadError::Malformed { line, column, .. } = error else {
            return Ok(false);
        };
        if self.in_array {
            return Ok(false);
        }
        self.separated = true;
        let at = self.scanner.position();
        // The fault may be the empty line itself, which has been read.
        let is_past_empty_line = (at.line, at.column, *column) == (line + 1, 1, 1);
        if !is_past_empty_line {
            if at.column > 1 {
                self.skip_line()?;
            }
            self.skip_lines()?;
        }
        self.scanner.skip_blank()?;
        // Marks of the faulty puzzle.
        if let Some(b'.' | b'Q' | b'x') = self.scanner.peek()? {
            self.skip_lines()?;
        }
        Ok(self.scanner.peek()?.is_some())
    }

    /// Skips lines up to an empty one, a comment or JSON.
    fn skip_lines(&mut self) -> Result<(), ReadError> {
        loop {
            self.scanner.skip_spaces()?;
            let next = self.scanner.peek()?;
            if self.scanner.at_line_end()? || matches!(next, Some(b'#' | b'{' | b'[')) {
                return Ok(());
            }
            self.skip_line()?;
        }
    }

    fn skip_line(&mut self) -> Result<(), ReadError> {
        while !matches!(self.scanner.next_byte()?, None | Some(b'\n')) {}
        Ok(())
    }

    /// Reads the only puzzle of the document.
    pub(crate) fn only(mut self) -> Result<(Puzzle, Marks), ReadError> {
        let puzzle = self.next_puzzle()?.expect("the first puzzle or an error");
        if self.find_next()? {
            return Err(self.scanner.unexpected("the end of the only puzzle"));
        }
        end_of_document(&mut self.scanner)?;
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
        if let Err(error) = &next {
            self.read += 1;
            self.failed = !self.skip_fault(error).unwrap_or(false);
        }
        next.transpose()
    }
}

impl Puzzle {
    /// Reads a puzzle and its marks, as text or as JSON. Letters may be upper or lower case. Without
    /// marks, all squares are free.
    ///
    /// Fails with line and column for text that is not a puzzle of [`MIN_SIZE`](crate::MIN_SIZE) to [`MAX_SIZE`](crate::MAX_SIZE)
    /// rows with connected regions. Marks that break a rule are read.
    ///
    /// ```
    /// use bezzel_puzzle::Puzzle;
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

impl FromStr for Puzzle {
    type Err = ReadError;

    /// Reads a puzzle and drops its marks.
    fn from_str(text: &str) -> Result<Self, ReadError> {
        Ok(Self::read(text.as_bytes())?.0)
    }
}
