//! Text as lines and lists in brackets, and lines of numbers that are too long to be kept.

use super::lists::{Lists, Part};
use super::numbers::{NumberLine, Numbers};

/// Longest line that is read as one. A longer one is a board if it is numbers, and other text if not.
const MAX_LINE_BYTES: usize = 1 << 20;
/// Longest beginning of a line that is kept as text.
pub(super) const MAX_TEXT_BYTES: usize = 400;

/// Part of a text.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    /// A line without its lists.
    Line { text: &'a [u8], has_list: bool },
    /// A long line of nothing but numbers.
    Numbers(Numbers),
    /// Beginning of another long line.
    Long(&'a [u8]),
    /// Part of a list.
    Part(Part),
    /// A list that is never closed.
    Unclosed,
}

/// Splitter of a text that comes in pieces of any size.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Number of line ends so far.
    pub(super) ends: u64,
    buffer: Vec<u8>,
    /// True after a carriage return, whose line feed is no other line.
    after_return: bool,
    /// Beginning of a line that is too long to be kept.
    long: Option<Vec<u8>>,
    numbers: NumberLine,
    lists: Option<Lists>,
    /// True if the line has a list.
    has_list: bool,
}

impl Lines {
    /// Reads the next bytes of the text, and passes on each part with its line, from 1.
    pub(super) fn read(&mut self, mut rest: &[u8], take: &mut dyn FnMut(u64, Piece)) {
        while !rest.is_empty() {
            if let Some(mut lists) = self.lists.take() {
                let (used, is_closed) = lists.read(rest);
                self.ends += u64::from(rest[used - 1] == b'\n');
                rest = &rest[used..];
                for part in std::mem::take(&mut lists.parts) {
                    take(self.ends + 1, Piece::Part(part));
                }
                self.lists = (!is_closed).then_some(lists);
                continue;
            }
            let is_stop = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'[' | b'(' | b'{');
            let Some(at) = rest.iter().position(is_stop) else {
                return self.keep(rest);
            };
            let (head, stop) = (&rest[..at], rest[at]);
            rest = &rest[at + 1..];
            self.after_return &= head.is_empty();
            match stop {
                b'\n' if std::mem::take(&mut self.after_return) => {}
                b'\n' | b'\r' => {
                    self.end(head, take);
                    self.after_return = stop == b'\r';
                }
                _ => {
                    self.keep(head);
                    match self.long.is_none() && self.opens_list(stop) {
                        true => {
                            self.lists = Some(Lists::new(stop, self.ends + 1));
                            self.has_list = true;
                        }
                        false => self.keep(&[stop]),
                    }
                }
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.after_return &= bytes.is_empty();
        if self.long.is_none() && self.buffer.len() + bytes.len() > MAX_LINE_BYTES {
            self.numbers.clear();
            self.numbers.read(&self.buffer);
            self.buffer.truncate(MAX_TEXT_BYTES);
            self.long = Some(std::mem::take(&mut self.buffer));
        }
        match self.long {
            Some(_) if self.numbers.is_other => self.numbers.numbers = Numbers::default(),
            Some(_) => self.numbers.read(bytes),
            None => self.buffer.extend_from_slice(bytes),
        }
    }

    /// Returns true if a bracket opens a list: not that of `f(x)` or `place(0, 1)`.
    fn opens_list(&self, byte: u8) -> bool {
        let before = self.buffer.last();
        let in_word = before.is_some_and(|&byte| byte.is_ascii_alphanumeric() || byte >= 0x80);
        // `vec![1, 3, 0, 2]` and `queens=[…]` are lists.
        !in_word || byte == b'[' && !before.is_some_and(u8::is_ascii_alphabetic)
    }

    fn end(&mut self, head: &[u8], take: &mut dyn FnMut(u64, Piece)) {
        self.ends += 1;
        let line = self.ends;
        let has_list = std::mem::take(&mut self.has_list);
        if self.buffer.is_empty() && self.long.is_none() {
            let text = head;
            return take(line, Piece::Line { text, has_list });
        }
        self.keep(head);
        if let Some(start) = self.long.take() {
            let mut numbers = std::mem::take(&mut self.numbers);
            return match numbers.finish() {
                true => take(line, Piece::Numbers(numbers.numbers)),
                false => take(line, Piece::Long(&start)),
            };
        }
        let text = &self.buffer[..];
        take(line, Piece::Line { text, has_list });
        self.buffer.clear();
    }

    /// Ends the text.
    pub(super) fn finish(&mut self, take: &mut dyn FnMut(u64, Piece)) {
        if self.lists.take().is_some() {
            take(self.ends + 1, Piece::Unclosed);
        }
        if !self.buffer.is_empty() || self.long.is_some() || self.has_list {
            self.end(&[], take);
        }
    }
}
