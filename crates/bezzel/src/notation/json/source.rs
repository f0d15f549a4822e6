//! Feeds JSON from a [`Scanner`] to [`serde_json`].
//!
//! The parser receives the bytes of one value and none beyond it, so whatever follows can be
//! read differently. Its errors are converted: their place becomes the start of the wrong value
//! or character, relative to the whole document, in characters.

use std::cell::{Cell, RefCell};
use std::io::{self, BufRead, Read};

use serde::de;
use serde_json::Deserializer;
use serde_json::de::IoRead;
use serde_json::error::Category;

use super::super::ReadError;
use super::super::scanner::{Position, Scanner};
use super::message::{Fault, Problem};

/// Character whose bytes have all been delivered.
const NOTHING: (char, usize) = ('\0', 1);

/// Input of the parser; visitors read the current place from it.
pub struct Source<'a, R> {
    scanner: RefCell<&'a mut Scanner<R>>,
    start: Position,
    /// Character being delivered, and the number of its bytes delivered so far.
    letter: Cell<(char, usize)>,
    seen: Cell<Seen>,
    /// State at the first error: the parser still closes the lists around it.
    settled: Cell<Option<Seen>>,
    /// Place of the fault that a visitor reported.
    blamed: Cell<Option<Position>>,
    /// Text that a visitor expected, which replaces that of the parser.
    wanted: Cell<Option<&'static str>>,
    closed: Cell<bool>,
    /// Error of a visitor that already has its place.
    failure: Cell<Option<ReadError>>,
}

/// Progress of the parser.
#[derive(Clone, Copy)]
struct Seen {
    /// Last delivered character.
    last: (Position, char),
    /// First character of the last value or field name. A list or object begins with its
    /// bracket.
    token: (Position, char),
    within: Within,
    /// `true` if the last string contains escapes.
    escapes: bool,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Within {
    Nothing,
    /// A number or a name such as `null`.
    Word,
    String,
    /// A string, after a backslash.
    Escape,
}

impl Seen {
    /// Returns the state after the next character.
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
    /// Creates the source of a value that begins here with the byte `open`.
    pub fn open(scanner: &'a mut Scanner<R>, open: u8) -> Result<Self, ReadError> {
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
            failure: Cell::new(None),
        })
    }

    /// Returns the start of the value.
    pub fn start(&self) -> Position {
        self.start
    }

    /// Returns the place of the last delivered character. A seed that reads an item of a list
    /// gets the start of the item: only its first character has been delivered.
    pub fn here(&self) -> Position {
        self.seen.get().last.0
    }

    /// Returns the start of the last value that is a scalar or a list or object just opened.
    pub fn value(&self) -> Position {
        self.seen.get().token.0
    }

    /// Returns the place of a character of the last string, or of the string if it has escapes.
    pub fn in_string(&self, index: u64) -> Position {
        let Seen { token, escapes, .. } = self.seen.get();
        let mut at = token.0;
        if !escapes {
            at.column += 1 + index;
        }
        at
    }

    /// Sets the place of the error that the caller returns next.
    pub fn blame(&self, at: Position) {
        self.blamed.set(Some(at));
    }

    /// Sets `wanted` as the expected text if `read` failed at a value.
    pub(crate) fn wanting<T, E>(&self, wanted: &'static str, read: Result<T, E>) -> Result<T, E> {
        if read.is_err() {
            self.wanted.set(Some(wanted));
        }
        read
    }

    /// Returns the result of a visitor of a list or an object. On an error it records the
    /// place, since the parser continues to the closing bracket.
    pub fn settle<T, E>(&self, read: Result<T, E>) -> Result<T, E> {
        if read.is_err() && self.settled.get().is_none() {
            self.settled.set(Some(self.seen.get()));
        }
        read
    }

    /// Ends the input, because the parser reads on even if its visitor is finished.
    pub(crate) fn close(&self) {
        self.closed.set(true);
    }

    /// Records an error that has its place, and returns the one with which the visitor fails.
    pub(crate) fn fail<E: de::Error>(&self, error: ReadError) -> E {
        let failed = E::custom(&error);
        self.failure.set(Some(error));
        failed
    }

    pub(crate) fn is_closed(&self) -> bool {
        self.closed.get()
    }

    /// Reads the value with the function `value`.
    pub fn read<T>(
        &self,
        value: impl FnOnce(&mut Deserializer<IoRead<&Self>>) -> serde_json::Result<T>,
    ) -> Result<T, ReadError> {
        value(&mut Deserializer::from_reader(self)).map_err(|error| {
            if let Some(failure) = self.failure.take() {
                return failure;
            }
            match error.classify() {
                Category::Io => io::Error::from(error)
                    .downcast::<ReadError>()
                    .unwrap_or_else(ReadError::from),
                Category::Syntax | Category::Data | Category::Eof => self.malformed(&error),
            }
        })
    }

    fn malformed(&self, error: &serde_json::Error) -> ReadError {
        // The message contains the place too, but relative to this value and in bytes.
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

/// Delivers single bytes: the parser needs no more, and must not consume what follows. An error
/// of the scanner passes through the parser as an [`io::Error`].
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
