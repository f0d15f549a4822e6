//! Text as lines and lists in brackets.

use std::borrow::Cow;

use super::lists::{LONGEST_COLLECTION, Lists, Part, is_collection};
use super::numbers::NumberLine;

/// Longest line that is kept. A longer one is a board if it is numbers, and other text if not.
const MAX_LINE_BYTES: usize = 1 << 20;
/// Longest beginning of a line that is kept as text.
pub(super) const MAX_TEXT_BYTES: usize = 400;

/// Sign that stands for a list in its line.
pub(super) const LIST: char = '\u{1}';

/// Part of a text.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    /// A line without its lists, or the beginning of a long one, and its numbers.
    Line {
        text: &'a [u8],
        numbers: &'a mut NumberLine,
        is_long: bool,
        has_list: bool,
    },
    /// Part of a list.
    Part(Part),
    /// Beginning of a list that is never closed.
    Unclosed(&'a [u8]),
}

/// Splitter of a text that comes in pieces of any size.
#[derive(Debug, Default)]
pub(super) struct Lines {
    /// Number of line ends so far.
    pub(super) ends: u64,
    buffer: Vec<u8>,
    /// True after a carriage return, whose line feed is no other line.
    after_return: bool,
    /// True if the line is too long to be kept.
    is_long: bool,
    numbers: NumberLine,
    lists: Option<Lists>,
    /// True if the line has a list.
    has_list: bool,
}

impl Lines {
    /// Reads the next bytes of the text, and passes on each part with its line, from 1.
    pub(super) fn read(&mut self, mut rest: &[u8], take: &mut dyn FnMut(u64, Piece)) {
        while !rest.is_empty() {
            if let Some(lists) = &mut self.lists {
                let used = lists.read(rest);
                self.ends += u64::from(rest[used - 1] == b'\n');
                rest = &rest[used..];
                for part in lists.parts.drain(..) {
                    take(self.ends + 1, Piece::Part(part));
                }
                self.lists.take_if(|lists| lists.is_closed());
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
                    match self.opened(stop).filter(|_| !self.is_long) {
                        Some(bracket) => {
                            self.lists = Some(Lists::new(bracket, self.ends + 1));
                            self.has_list = true;
                            self.keep(&[LIST as u8]);
                        }
                        None => self.keep(&[stop]),
                    }
                }
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        self.after_return &= bytes.is_empty();
        self.numbers.read(bytes);
        self.is_long |= self.buffer.len() + bytes.len() > MAX_LINE_BYTES;
        match self.is_long {
            true => self.buffer.truncate(MAX_TEXT_BYTES),
            false => self.buffer.extend_from_slice(bytes),
        }
    }

    /// Returns the bracket of the list that begins here. `f(x)` and `place(0, 1)` begin none.
    fn opened(&self, byte: u8) -> Option<u8> {
        let end = &self.buffer[self.buffer.len().saturating_sub(LONGEST_COLLECTION)..];
        if byte == b'(' && is_collection(end) {
            return Some(b'[');
        }
        let before = String::from_utf8_lossy(end).chars().last();
        // Also PuLP's `x_(0,_1)`.
        let in_word = before.is_some_and(|letter| {
            letter.is_alphabetic() || letter.is_ascii_digit() || letter == '_' && byte == b'('
        });
        // `vec![1, 3, 0, 2]` and `queens=[…]` are lists.
        let is_list =
            !in_word || byte == b'[' && !before.is_some_and(|letter| letter.is_ascii_alphabetic());
        is_list.then_some(byte)
    }

    fn end(&mut self, head: &[u8], take: &mut dyn FnMut(u64, Piece)) {
        self.ends += 1;
        let is_whole = self.buffer.is_empty();
        match is_whole {
            true => self.numbers.read(head),
            false => self.keep(head),
        }
        let piece = Piece::Line {
            text: &plain(if is_whole { head } else { &self.buffer }),
            numbers: &mut self.numbers,
            is_long: std::mem::take(&mut self.is_long),
            has_list: std::mem::take(&mut self.has_list),
        };
        take(self.ends, piece);
        self.buffer.clear();
        self.numbers.clear();
    }

    /// Ends the text.
    pub(super) fn finish(&mut self, take: &mut dyn FnMut(u64, Piece)) {
        if let Some(lists) = self.lists.take() {
            take(lists.first_line, Piece::Unclosed(&lists.start));
        }
        if !self.buffer.is_empty() || self.has_list {
            self.end(&[], take);
        }
    }
}

/// Returns true for a date, a time of day or both, as logs have them: `2026-11-28`, `10:20:00,123`, `2026-11-28T10:20:00Z`.
pub(super) fn is_time(word: &[u8]) -> bool {
    let shape: Vec<u8> = word
        .iter()
        .map(|byte| if byte.is_ascii_digit() { b'0' } else { *byte })
        .collect();
    let rest = match &shape[..] {
        [
            b'0',
            b'0',
            b'0',
            b'0',
            a,
            b'0',
            b'0',
            b,
            b'0',
            b'0',
            rest @ ..,
        ] if a == b && b"-/.".contains(a) => rest,
        rest => rest,
    };
    let has_date = rest.len() < shape.len();
    let time = rest
        .strip_prefix(b"T")
        .or(rest.strip_prefix(b" "))
        .unwrap_or(rest);
    match time.strip_prefix(b"00:00:00") {
        Some(end) => end.iter().all(|byte| b"0.,Z+:-".contains(byte)),
        None => has_date && rest.is_empty(),
    }
}

/// Returns a line without the date and time at its start, and with Chinese numbers behind `第` in digits.
fn plain(line: &[u8]) -> Cow<'_, [u8]> {
    let mut rest = line;
    loop {
        let start = rest.trim_ascii_start();
        let end = start.iter().position(u8::is_ascii_whitespace);
        match end.filter(|&end| is_time(&start[..end])) {
            Some(end) => rest = &start[end..],
            None => break,
        }
    }
    match std::str::from_utf8(rest) {
        Ok(text) if text.contains('第') => Cow::Owned(with_digits(text).into_bytes()),
        _ => Cow::Borrowed(rest),
    }
}

/// Returns a text with numbers such as 二十一 behind `第` in digits.
fn with_digits(text: &str) -> String {
    let mut parts = text.split('第');
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        plain.push('第');
        let rest = part.trim_start_matches(is_numeral);
        let numeral = &part[..part.len() - rest.len()];
        let digit = |text: &str| text.chars().next().and_then(numeral_value);
        let number = match numeral.split_once('十') {
            Some((tens, units)) => Some(10 * digit(tens).unwrap_or(1) + digit(units).unwrap_or(0)),
            None => digit(numeral),
        };
        plain.extend(number.map(|number| number.to_string()));
        plain += rest;
    }
    plain
}

fn is_numeral(letter: char) -> bool {
    letter == '十' || numeral_value(letter).is_some()
}

/// Returns the value of a Chinese digit from 1.
pub(super) fn numeral_value(letter: char) -> Option<usize> {
    let at = "一二三四五六七八九"
        .chars()
        .position(|digit| digit == letter);
    at.map(|at| at + 1)
}
