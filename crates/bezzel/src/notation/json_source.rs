//! JSON out of a [`Scanner`], read by [`serde_json`].
//!
//! The parser takes the bytes of one value and none beyond it, so that whatever follows can be
//! read as something else. Its errors are turned into ours: their place becomes the one where
//! the value or the character that is wrong begins, in the whole document, in characters.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};

use serde_json::Deserializer;
use serde_json::de::IoRead;
use serde_json::error::Category;

use super::ReadError;
use super::json_message::{Fault, Problem};
use super::scanner::{Position, Scanner};

/// A character that was given in full.
const NOTHING: (char, usize) = ('\0', 1);

/// The input of the parser, which visitors can ask where it is.
pub(super) struct Source<'a, R> {
    scanner: RefCell<&'a mut Scanner<R>>,
    start: Position,
    /// The character whose bytes are being given, and how many of them were.
    letter: Cell<(char, usize)>,
    seen: Cell<Seen>,
    /// What had been seen at the first error: the parser still closes the lists around it.
    settled: Cell<Option<Seen>>,
    /// Where a visitor that is not content saw why.
    blamed: Cell<Option<Position>>,
    /// What a visitor expected, where the parser has words of its own.
    wanted: Cell<Option<&'static str>>,
    closed: Cell<bool>,
}

/// How far the parser has come.
#[derive(Clone, Copy)]
struct Seen {
    /// The character taken last.
    last: (Position, char),
    /// The first character of the value or field name that began last. A list and an object
    /// begin with their brackets.
    token: (Position, char),
    within: Within,
    /// Whether the string that began last has escapes.
    escapes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    /// A number or a name such as `null`.
    Word,
    String,
    /// A string, behind a backslash.
    Escape,
}

impl Seen {
    /// Takes the next character.
    fn then(mut self, at: Position, letter: char) -> Self {
        self.last = (at, letter);
        self.within = match (self.within, letter) {
            (Within::Escape, _) => Within::String,
            (Within::String, '\\') => {
                self.escapes = true;
                Within::Escape
            }
            (Within::String, '"') => Within::Nothing,
            (Within::String, _) => Within::String,
            (_, ' ' | '\t' | '\r' | '\n' | ',' | ':' | ']' | '}') => Within::Nothing,
            (Within::Word, letter) if !matches!(letter, '"' | '[' | '{') => Within::Word,
            (_, letter) => {
                self.token = self.last;
                self.escapes = false;
                match letter {
                    '"' => Within::String,
                    '[' | '{' => Within::Nothing,
                    _ => Within::Word,
                }
            }
        };
        self
    }
}

impl<'a, R: BufRead> Source<'a, R> {
    /// The source of a value that begins here with the byte `open`.
    pub(super) fn open(scanner: &'a mut Scanner<R>, open: u8) -> Result<Self, ReadError> {
        let open = char::from(open);
        if scanner.peek()?.map(char::from) != Some(open) {
            return Err(scanner.unexpected(format!("{open:?}")));
        }
        let start = scanner.position();
        Ok(Self {
            start,
            scanner: RefCell::new(scanner),
            letter: Cell::new(NOTHING),
            seen: Cell::new(Seen {
                last: (start, open),
                token: (start, open),
                within: Within::Nothing,
                escapes: false,
            }),
            settled: Cell::new(None),
            blamed: Cell::new(None),
            wanted: Cell::new(None),
            closed: Cell::new(false),
        })
    }

    /// Where the value begins.
    pub(super) fn start(&self) -> Position {
        self.start
    }

    /// Where the last character that was taken stands. A seed that is asked to read an item of a
    /// list sees where the item begins: its first character is all that was taken.
    pub(super) fn here(&self) -> Position {
        self.seen.get().last.0
    }

    /// Where the last value began that is no list and no object, or is one just opened.
    pub(super) fn value(&self) -> Position {
        self.seen.get().token.0
    }

    /// Where a character of the last string stands, or the string if escapes hide the place.
    pub(super) fn in_string(&self, index: u64) -> Position {
        let Seen { token, escapes, .. } = self.seen.get();
        let mut at = token.0;
        if !escapes {
            at.column += 1 + index;
        }
        at
    }

    /// The error that follows is to be reported at `at`.
    pub(super) fn blame(&self, at: Position) {
        self.blamed.set(Some(at));
    }

    /// If this is an error about a value, `wanted` was expected instead of it.
    pub(super) fn wanting<T, E>(&self, wanted: &'static str, read: Result<T, E>) -> Result<T, E> {
        if read.is_err() {
            self.wanted.set(Some(wanted));
        }
        read
    }

    /// Passes on what a visitor of a list or an object returns. If that is an error, it
    /// remembers the place, since the parser goes on to look for the closing bracket.
    pub(super) fn settle<T, E>(&self, read: Result<T, E>) -> Result<T, E> {
        if read.is_err() && self.settled.get().is_none() {
            self.settled.set(Some(self.seen.get()));
        }
        read
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
        // The place is in the message too, but relative to this value, and in bytes.
        let place = format!(" at line {} column {}", error.line(), error.column());
        let message = error.to_string();
        let message = message.strip_suffix(&place).unwrap_or(&message);
        let Seen { last, token, .. } = self.settled.get().unwrap_or(self.seen.get());
        let Problem {
            fault,
            mut expected,
            mut found,
        } = Problem::explained(message, last.1);
        if let Some(wanted) = self.wanted.get().filter(|_| fault.is_of_a_value()) {
            expected = wanted.to_owned();
            if fault != Fault::Value {
                found = format!("{:?}", token.1);
            }
        }
        let at = match fault {
            Fault::End => self.scanner.borrow().position(),
            Fault::Value => self.blamed.get().unwrap_or(token.0),
            Fault::Word if self.wanted.get().is_some() => token.0,
            Fault::Word | Fault::NoValue | Fault::Character => last.0,
        };
        ReadError::malformed(at, expected, found)
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
            let at = scanner.position();
            match scanner.next_char().map_err(io::Error::other)? {
                Some(next) => (letter, given) = (next, 0),
                None => return Ok(0),
            }
            self.seen.set(self.seen.get().then(at, letter));
        }
        *slot = letter.encode_utf8(&mut [0; 4]).as_bytes()[given];
        self.letter.set((letter, given + 1));
        Ok(1)
    }
}
