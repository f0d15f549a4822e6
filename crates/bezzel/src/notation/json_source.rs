//! JSON out of a [`Scanner`], read by [`serde_json`].
//!
//! The parser takes the bytes of one value and none beyond it, so that whatever follows can be
//! read as something else. Its errors are turned into ours: their place becomes one in the whole
//! document, in characters.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};

use serde_json::Deserializer;
use serde_json::de::IoRead;
use serde_json::error::Category;

use super::ReadError;
use super::json_message::explained;
use super::scanner::{Position, Scanner};

/// A character that was given in full and takes one column.
const NOTHING: (char, usize) = ('\0', 1);

/// The input of the parser, which visitors can ask where it is.
pub(super) struct Source<'a, R> {
    scanner: RefCell<&'a mut Scanner<R>>,
    start: Position,
    /// The character whose bytes are being given, and how many of them were.
    letter: Cell<(char, usize)>,
    /// The last line with characters of several bytes, and by how many bytes it is longer than
    /// it has columns so far: the parser counts bytes.
    longer: Cell<(u64, u64)>,
    closed: Cell<bool>,
}

impl<'a, R: BufRead> Source<'a, R> {
    /// The source of a value that begins here with the byte `open`.
    pub(super) fn open(scanner: &'a mut Scanner<R>, open: u8) -> Result<Self, ReadError> {
        if scanner.peek()? != Some(open) {
            return Err(scanner.unexpected(format!("{:?}", char::from(open))));
        }
        Ok(Self {
            start: scanner.position(),
            scanner: RefCell::new(scanner),
            letter: Cell::new(NOTHING),
            longer: Cell::new((0, 0)),
            closed: Cell::new(false),
        })
    }

    /// Where the value begins.
    pub(super) fn start(&self) -> Position {
        self.start
    }

    /// The line of the last byte that was taken. A seed that is asked to read an item of a list
    /// sees the line on which the item begins: its first byte is all that was taken.
    pub(super) fn line(&self) -> u64 {
        self.scanner.borrow().position().line
    }

    /// Ends the input for the parser, which otherwise looks at what follows even if its visitor
    /// wants no more.
    pub(super) fn close(&self) {
        self.closed.set(true);
    }

    pub(super) fn is_closed(&self) -> bool {
        self.closed.get()
    }

    /// Reads the value with `value`.
    pub(super) fn read<T>(
        &self,
        value: impl FnOnce(&mut Deserializer<IoRead<&Self>>) -> serde_json::Result<T>,
    ) -> Result<T, ReadError> {
        value(&mut Deserializer::from_reader(self)).map_err(|error| match error.classify() {
            Category::Io => io::Error::from(error)
                .downcast::<ReadError>()
                .unwrap_or_else(ReadError::Io),
            Category::Syntax | Category::Data | Category::Eof => self.malformed(&error),
        })
    }

    fn malformed(&self, error: &serde_json::Error) -> ReadError {
        // The place is in the message too, but relative to this value.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&place).unwrap_or(&message);
        let (expected, found) = explained(message);
        ReadError::malformed(self.place(error), expected, found)
    }

    /// The place of an error in the document.
    fn place(&self, error: &serde_json::Error) -> Position {
        let lines_before = (error.line() as u64).saturating_sub(1);
        let line = self.start.line + lines_before;
        let mut column = error.column() as u64;
        if lines_before == 0 {
            column += self.start.column - 1;
        }
        // What is missing at the end is missing behind the last byte.
        column += u64::from(error.is_eof());
        column = column.saturating_sub(self.longer_by(line));
        // A line end is column 0 of the line below it.
        let column = column.max(1);
        Position { line, column }
    }

    fn longer_by(&self, line: u64) -> u64 {
        let (same, bytes) = self.longer.get();
        if same == line { bytes } else { 0 }
    }

    fn lengthen(&self, line: u64, bytes: usize) {
        if bytes > 0 {
            let bytes = self.longer_by(line) + bytes as u64;
            self.longer.set((line, bytes));
        }
    }
}

/// Gives single bytes: the parser asks for no more, and what follows is not for it. An error of
/// the scanner travels through the parser as an [`io::Error`].
impl<R: BufRead> Read for &Source<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let Some(slot) = buffer.first_mut().filter(|_| !self.closed.get()) else {
            return Ok(0);
        };
        let (mut letter, mut given) = self.letter.replace(NOTHING);
        if given == letter.len_utf8() {
            let mut scanner = self.scanner.borrow_mut();
            self.lengthen(scanner.position().line, given - 1);
            match scanner.next_char().map_err(io::Error::other)? {
                Some(next) => (letter, given) = (next, 0),
                None => return Ok(0),
            }
        }
        *slot = letter.encode_utf8(&mut [0; 4]).as_bytes()[given];
        self.letter.set((letter, given + 1));
        Ok(1)
    }
}
