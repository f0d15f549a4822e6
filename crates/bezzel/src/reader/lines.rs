//! Text as lines and lists in brackets.

use std::borrow::Cow;

use super::lists::{LONGEST_COLLECTION, Lists, Part, is_collection};
use super::numbers::{Numbers, long_value};
use super::recogniser::shortened;

/// Longest line that is kept. A longer one is a board if it is numbers, and other text if not.
const MAX_LINE_BYTES: usize = 1 << 20;

/// Sign that stands for a list in its line.
pub(super) const LIST: &str = "\u{1}";

/// Part of a text.
#[derive(Debug)]
pub(super) enum Piece<'a> {
    /// A line without its lists.
    Line { text: &'a str, has_list: bool },
    /// The beginning of a long line, and its numbers if it is nothing else.
    Long {
        text: &'a str,
        numbers: Option<Numbers>,
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
    buffer: String,
    /// True after a carriage return, whose line feed is no other line.
    after_return: bool,
    /// Of a line that is too long to be kept, its beginning, and its numbers before the buffer if it is nothing else.
    long: Option<(String, Option<Numbers>)>,
    lists: Option<Lists>,
    /// True if the line has a list.
    has_list: bool,
}

impl Lines {
    /// Reads the next part of the text, and passes on each part with its line, from 1.
    pub(super) fn read(&mut self, mut rest: &str, take: &mut dyn FnMut(u64, Piece)) {
        while !rest.is_empty() {
            if let Some(lists) = &mut self.lists {
                let used = lists.read(rest.as_bytes());
                self.ends += u64::from(rest[..used].ends_with('\n'));
                rest = &rest[used..];
                for part in lists.parts.drain(..) {
                    take(self.ends + 1, Piece::Part(part));
                }
                self.lists.take_if(|lists| lists.is_closed());
                continue;
            }
            let is_stop = |byte: &u8| matches!(byte, b'\n' | b'\r' | b'[' | b'(' | b'{');
            let Some(at) = rest.as_bytes().iter().position(is_stop) else {
                return self.keep(rest);
            };
            let (head, stop) = rest[..=at].split_at(at);
            rest = &rest[at + 1..];
            self.after_return &= head.is_empty();
            match stop {
                "\n" if std::mem::take(&mut self.after_return) => {}
                "\n" | "\r" => {
                    self.end(head, take);
                    self.after_return = stop == "\r";
                }
                _ => {
                    self.keep(head);
                    match self
                        .opened(stop.as_bytes()[0])
                        .filter(|_| self.long.is_none())
                    {
                        Some(bracket) => {
                            self.lists = Some(Lists::new(bracket, self.ends + 1));
                            self.has_list = true;
                            self.keep(LIST);
                        }
                        None => self.keep(stop),
                    }
                }
            }
        }
    }

    fn keep(&mut self, text: &str) {
        self.after_return &= text.is_empty();
        self.buffer.push_str(text);
        if self.buffer.len() <= MAX_LINE_BYTES {
            return;
        }
        let (_, numbers) = self
            .long
            .get_or_insert_with(|| (shortened(&self.buffer), Some(Numbers::default())));
        // A word of this length is no number.
        let end = self.buffer.rfind([' ', '\t', ',', ';']).unwrap_or(0);
        numbers.take_if(|numbers| end == 0 || !numbers.extend(&self.buffer[..end], long_value));
        match numbers {
            Some(_) => drop(self.buffer.drain(..end)),
            None => self.buffer.clear(),
        }
    }

    /// Returns the bracket of the list that begins here. `f(x)` and `place(0, 1)` begin none.
    fn opened(&self, byte: u8) -> Option<u8> {
        let end = self.buffer.len().saturating_sub(LONGEST_COLLECTION);
        if byte == b'(' && is_collection(&self.buffer.as_bytes()[end..]) {
            return Some(b'[');
        }
        let before = self.buffer.chars().next_back();
        // Also PuLP's `x_(0,_1)`.
        let in_word = before.is_some_and(|letter| {
            letter.is_alphabetic() || letter.is_ascii_digit() || letter == '_' && byte == b'('
        });
        // `vec![1, 3, 0, 2]` and `queens=[…]` are lists.
        let is_list =
            !in_word || byte == b'[' && !before.is_some_and(|letter| letter.is_ascii_alphabetic());
        is_list.then_some(byte)
    }

    fn end(&mut self, head: &str, take: &mut dyn FnMut(u64, Piece)) {
        self.ends += 1;
        let is_whole = self.buffer.is_empty() && self.long.is_none();
        if !is_whole {
            self.keep(head);
        }
        let has_list = std::mem::take(&mut self.has_list);
        let (beginning, numbers) = self.long.take().unzip();
        let text = if is_whole { head } else { &self.buffer };
        let text = beginning.as_deref().unwrap_or(text);
        let piece = match numbers.filter(|_| !has_list) {
            Some(before) => {
                let all = before.map(|mut all| all.extend(&self.buffer, long_value).then_some(all));
                let numbers = all.flatten();
                Piece::Long { text, numbers }
            }
            None => Piece::Line { text, has_list },
        };
        take(self.ends, piece);
        self.buffer.clear();
    }

    /// Ends the text.
    pub(super) fn finish(&mut self, take: &mut dyn FnMut(u64, Piece)) {
        if let Some(lists) = self.lists.take() {
            take(lists.first_line, Piece::Unclosed(&lists.start));
        }
        if !self.buffer.is_empty() || self.long.is_some() || self.has_list {
            self.end("", take);
        }
    }
}

/// Returns true for a date, a time of day or both, as logs have them: `2026-11-28`, `10:20:00,123`, `2026-11-28T10:20:00Z`.
pub(super) fn is_time(word: &str) -> bool {
    let shape = word.replace(|letter: char| letter.is_ascii_digit(), "0");
    let dates = ["0000-00-00", "0000/00/00", "0000.00.00"];
    let behind_date = dates.iter().find_map(|date| shape.strip_prefix(date));
    let rest = behind_date.unwrap_or(&shape);
    let time = rest.strip_prefix(['T', ' ']).unwrap_or(rest);
    match time.strip_prefix("00:00:00") {
        Some(end) => end.chars().all(|letter| "0.,Z+:-".contains(letter)),
        None => behind_date == Some(""),
    }
}

/// Returns a line without the date and time at its start, and with Chinese numbers behind `第` in digits.
pub(super) fn plain(line: &str) -> Cow<'_, str> {
    let mut rest = line;
    loop {
        let start = rest.trim_ascii_start();
        let end = start.find(|letter: char| letter.is_ascii_whitespace());
        match end.filter(|&end| is_time(&start[..end])) {
            Some(end) => rest = &start[end..],
            None => break,
        }
    }
    match rest.contains('第') {
        true => Cow::Owned(with_digits(rest)),
        false => Cow::Borrowed(rest),
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
