//! Reads bytes one at a time and tracks line and column.

use std::borrow::Cow;
use std::io::{BufRead, ErrorKind};

use super::ReadError;

/// Place in a document, both numbers from 1; the column counts characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Position {
    /// From 1.
    pub line: u64,
    /// In characters, from 1.
    pub column: u64,
}

/// Input with the place of its next byte. It stores no text: memory is the caller's buffer.
pub struct Scanner<R> {
    input: R,
    at: Position,
    /// `true` after the end, since reading a terminal again would wait for more.
    ended: bool,
}

impl<R: BufRead> Scanner<R> {
    /// Creates a scanner at the start of a document.
    pub fn new(input: R) -> Self {
        let at = Position { line: 1, column: 1 };
        Self {
            input,
            at,
            ended: false,
        }
    }

    /// Returns the place of the next byte.
    pub fn position(&self) -> Position {
        self.at
    }

    /// Returns the next byte without consuming it; `None` at the end.
    pub fn peek(&mut self) -> Result<Option<u8>, ReadError> {
        while !self.ended {
            match self.input.fill_buf() {
                Ok([first, ..]) => return Ok(Some(*first)),
                Ok([]) => self.ended = true,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => return Err(error.into()),
            }
        }
        Ok(None)
    }

    /// Consumes one byte.
    pub fn next_byte(&mut self) -> Result<Option<u8>, ReadError> {
        let next = self.peek()?;
        if let Some(byte) = next {
            self.input.consume(1);
            match byte {
                b'\n' => {
                    self.at.line += 1;
                    self.at.column = 1;
                }
                // Continuation bytes of a character do not count as columns.
                0x80..0xc0 => {}
                _ => self.at.column += 1,
            }
        }
        Ok(next)
    }

    /// Consumes the next byte if it is `byte`.
    pub fn accept(&mut self, byte: u8) -> Result<bool, ReadError> {
        let found = self.peek()? == Some(byte);
        if found {
            self.next_byte()?;
        }
        Ok(found)
    }

    /// Consumes the bytes of `word`, which is ASCII.
    pub(crate) fn word(&mut self, word: &'static str) -> Result<(), ReadError> {
        for &byte in word.as_bytes() {
            if !self.accept(byte)? {
                return Err(self.unexpected(word));
            }
        }
        Ok(())
    }

    /// Consumes one UTF-8 character.
    pub(crate) fn next_char(&mut self) -> Result<Option<char>, ReadError> {
        let at = self.at;
        let Some(first) = self.next_byte()? else {
            return Ok(None);
        };
        if first.is_ascii() {
            return Ok(Some(first.into()));
        }
        let mut bytes = [first, 0, 0, 0];
        let mut len = 1;
        while len < 4
            && let Some(later @ 0x80..0xc0) = self.peek()?
        {
            bytes[len] = later;
            len += 1;
            self.next_byte()?;
            if let Ok(text) = std::str::from_utf8(&bytes[..len]) {
                return Ok(text.chars().next());
            }
        }
        Err(not_utf8(at, first))
    }

    /// Passes the buffered bytes to `take`, which returns the number of bytes it consumed:
    /// ASCII without line ends. Returns `true` if bytes remain in the buffer or the input has
    /// ended, so that `take` is finished.
    pub(crate) fn feed(
        &mut self,
        take: impl FnOnce(&[u8]) -> Result<usize, ReadError>,
    ) -> Result<bool, ReadError> {
        if self.peek()?.is_none() {
            return Ok(true);
        }
        let chunk = self.input.fill_buf()?;
        let (used, len) = (take(chunk)?, chunk.len());
        self.input.consume(used);
        self.at.column += used as u64;
        Ok(used < len)
    }

    /// Passes the buffered bytes to `take`, which returns the numbers of bytes and of
    /// characters it consumed, without line ends.
    pub(crate) fn feed_characters(
        &mut self,
        take: impl FnOnce(&[u8]) -> (usize, u64),
    ) -> Result<(), ReadError> {
        if self.peek()?.is_some() {
            let (used, characters) = take(self.input.fill_buf()?);
            self.input.consume(used);
            self.at.column += characters;
        }
        Ok(())
    }

    /// Skips spaces, tabs and line ends; returns `true` at the end of the input.
    pub fn skip_blank(&mut self) -> Result<bool, ReadError> {
        while let Some(b' ' | b'\t' | b'\r' | b'\n') = self.peek()? {
            self.next_byte()?;
        }
        Ok(self.peek()?.is_none())
    }

    /// Skips the byte order mark U+FEFF that some editors put before the first character.
    pub fn skip_byte_order_mark(&mut self) -> Result<(), ReadError> {
        if self.peek()? != Some(0xef) {
            return Ok(());
        }
        let at = self.at;
        match self.next_char()? {
            Some('\u{feff}') => {
                self.at = at;
                Ok(())
            }
            other => Err(ReadError::malformed(
                at,
                "the beginning of a board",
                other.map_or_else(String::new, |found| format!("{found:?}")),
            )),
        }
    }

    /// Returns `true` if the input has ended and was one empty line.
    pub(crate) fn was_one_empty_line(&mut self) -> Result<bool, ReadError> {
        let below = Position { line: 2, column: 1 };
        Ok(self.peek()?.is_none() && self.at == below)
    }

    /// Skips blanks inside of a line.
    pub fn skip_spaces(&mut self) -> Result<(), ReadError> {
        while let Some(b' ' | b'\t') = self.peek()? {
            self.next_byte()?;
        }
        Ok(())
    }

    /// Returns `true` at the end of the line or of the input.
    pub fn at_line_end(&mut self) -> Result<bool, ReadError> {
        Ok(matches!(self.peek()?, None | Some(b'\n' | b'\r')))
    }

    /// Consumes a line end: a line feed, with or without a carriage return before it, or the
    /// end of the input.
    pub fn line_end(&mut self, expected: impl Into<Cow<'static, str>>) -> Result<(), ReadError> {
        let at = self.at;
        match self.peek()? {
            Some(b'\r') => {
                self.next_byte()?;
                if !self.accept(b'\n')? {
                    return Err(ReadError::malformed(at, expected, "'\\r'"));
                }
            }
            Some(b'\n') => {
                self.next_byte()?;
            }
            None => {}
            Some(_) => return Err(self.unexpected(expected)),
        }
        Ok(())
    }

    /// Creates the error for an unexpected next character, which it consumes.
    pub fn unexpected(&mut self, expected: impl Into<Cow<'static, str>>) -> ReadError {
        let at = self.at;
        let found = match self.next_char() {
            Ok(None) => "the end of the input".to_owned(),
            Ok(Some('\n')) => "the end of the line".to_owned(),
            Ok(Some('\r')) if matches!(self.peek(), Ok(Some(b'\n'))) => {
                "the end of the line".to_owned()
            }
            Ok(Some(other)) => format!("{other:?}"),
            Err(error) => return error,
        };
        ReadError::malformed(at, expected, found)
    }

    /// Reads the rest of the input as text.
    #[cfg(feature = "svg")]
    pub(crate) fn rest(&mut self) -> Result<String, ReadError> {
        let mut bytes = Vec::new();
        self.input.read_to_end(&mut bytes)?;
        self.ended = true;
        String::from_utf8(bytes).map_err(|error| {
            let valid = error.utf8_error().valid_up_to();
            let text = String::from_utf8_lossy(&error.as_bytes()[..valid]);
            not_utf8(place_after(self.at, &text), error.as_bytes()[valid])
        })
    }
}

/// Returns the place after `text`, which begins at `start`.
#[cfg(feature = "svg")]
pub(crate) fn place_after(start: Position, text: &str) -> Position {
    let line_ends = text.bytes().filter(|&byte| byte == b'\n').count() as u64;
    let last_line = text.rsplit('\n').next().unwrap_or(text).chars().count() as u64;
    let before = if line_ends == 0 { start.column } else { 1 };
    Position {
        line: start.line + line_ends,
        column: before + last_line,
    }
}

fn not_utf8(at: Position, byte: u8) -> ReadError {
    ReadError::malformed(at, "text in UTF-8", format!("the byte 0x{byte:02x}"))
}
