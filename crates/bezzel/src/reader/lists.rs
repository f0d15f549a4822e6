//! Lists in brackets, as all languages print them: with quotes or without, over several lines, with commas or blanks, or
//! objects with keys. A list without lists in it is passed on as soon as it is closed, as a line of its own.

use super::block::MAX_ROWS;
use super::cells::only_sign;
use super::lines::is_time;
use super::numbers::{EMPTY, MAX_NUMBERS, Numbers, value};
use super::signs::FREE;
use super::words::{has, square_places};

/// Most words of a list that are kept.
const MAX_WORDS: usize = 1 << 16;
/// A row of more squares than a drawing may have is still too long when it is cut here.
const MAX_WORD_BYTES: usize = 8 * MAX_ROWS;
/// Stands for a number or word of several signs.
const NO_SIGN: char = '\0';
/// Deeper brackets are only counted.
const MAX_DEPTH: usize = 64;

/// Part of a list, when it is closed.
#[derive(Debug)]
pub(super) enum Part {
    /// A list without lists in it.
    Leaf(Leaf),
    /// The end of a list of empty lists, and their number.
    Empties(u64, u64),
    /// The end of a list of other lists, with its line and the number of solutions that it states.
    End(u64, Option<i64>),
}

/// A list without lists in it.
#[derive(Debug, Default)]
pub(super) struct Leaf {
    pub(super) line: u64,
    pub(super) is_round: bool,
    pub(super) numbers: Numbers,
    pub(super) words: Vec<String>,
    pub(super) keys: Vec<String>,
    /// Number of the lists around it.
    pub(super) depth: usize,
    /// Key of the list, or of one around it, in an object.
    pub(super) key: String,
    /// The board size in the object around it, if that is one of bezzel's, whose columns count from 0.
    pub(super) own_n: Option<u32>,
    /// The signs of a square such as `[Q]`, or of a row such as `[ ,Q, , ]` and `[ |Q| | ]`.
    pub(super) signs: Vec<char>,
    last_is_number: bool,
    /// The sign of each number and word, if they have one: not all of a long list.
    order: Vec<char>,
    empty_lists: u64,
    has_lists: bool,
    /// The same before the list that has just ended in it.
    had_lists: bool,
    /// True for the argument of a call, such as `Some(1)` or `np.int64(3)`.
    is_call: bool,
}

impl Leaf {
    /// Gives the last key a number, if it has none: each key has its number at the same place.
    fn end_value(&mut self) {
        if self.numbers.len() < self.keys.len() {
            self.numbers.push(None);
        }
    }

    /// Returns the columns of rows whose numbers, from 0 or 1, are the keys. Few rows may be left out, which have no
    /// queen: the object was cut.
    pub(super) fn keyed(&self) -> Option<Numbers> {
        let row = |key: &String| {
            let start = key.find(|letter: char| letter.is_ascii_digit())?;
            key[start..].parse().ok()
        };
        let rows: Vec<i64> = self.keys.iter().map(row).collect::<Option<_>>()?;
        let mut rows: Vec<_> = rows.into_iter().zip(&self.numbers.values).collect();
        rows.sort_unstable();
        let (first, last) = (rows.first()?.0, rows.last()?.0);
        let size = last.checked_sub(first)?.checked_add(1)?;
        let columns = (0..self.numbers.len()).filter_map(|at| self.numbers.get(at));
        let is_whole = size == rows.len() as i64;
        let is_cut = size < 2 * rows.len() as i64
            && columns.clone().all(|column| (0..=size).contains(&column));
        let are_rows = rows.windows(2).all(|two| two[0].0 < two[1].0);
        let is_object = self.numbers.len() == self.keys.len() && columns.count() > 0;
        if !is_object || first > 1 || !are_rows || !is_whole && !is_cut {
            return None;
        }
        let mut all = self.numbers.clone();
        let at = |row: i64| rows.binary_search_by_key(&row, |&(row, _)| row).ok();
        let value = |row| at(row).map_or(EMPTY, |at| *rows[at].1);
        all.values = (first..=last).map(value).collect();
        Some(all)
    }

    /// Returns row and column of an object such as `{"row": 1, "col": 3}`, and its region in a puzzle.
    pub(super) fn square(&self) -> Option<((i64, i64), Option<String>)> {
        // `(row 1, column 3)` has words, and not keys.
        let names = match self.keys.is_empty() {
            true => &self.words,
            false => &self.keys,
        };
        let may_be_axes = self.numbers.len() > 1 && !names.first()?.ends_with(char::is_numeric);
        let ([row, column], region) = may_be_axes.then(|| square_places(names))??;
        let pair = self.numbers.get(row).zip(self.numbers.get(column))?;
        let number = |at| self.numbers.get(at).map(|number| number.to_string());
        let name = region.and_then(|at| number(at).or_else(|| self.words.last().cloned()));
        Some((pair, name))
    }

    /// Returns the squares of a row in which some are numbers and some words, such as `[0, 'Q', 0, 0]`.
    pub(super) fn mixed_row(&self) -> Option<&[char]> {
        let (numbers, words) = (self.numbers.len(), self.words.len());
        let is_whole = self.order.len() == numbers + words && self.keys.is_empty();
        let are_signs = self.order.iter().all(|&sign| sign != NO_SIGN);
        let is_mixed = numbers > 0 && words > 0 && numbers.max(words - 1) > 1;
        (is_whole && are_signs && is_mixed).then_some(&self.order)
    }

    /// Returns the number of an object whose key has one of these words.
    fn number_of(&self, words: &str) -> Option<i64> {
        let is_key = |key: &String| has(&key.to_lowercase(), words);
        self.numbers.get(self.keys.iter().position(is_key)?)
    }

    /// Returns the number of the solutions that are listed in an object: `{"count": 2, "solutions": [...]}`.
    fn count(&self) -> Option<i64> {
        let lists = |key: &String| key.to_lowercase().contains("solutions");
        let number = self.number_of("count|total");
        number.filter(|_| self.keys.iter().any(lists))
    }

    /// Returns the number of solutions that an object states.
    pub(super) fn total(&self) -> Option<i64> {
        self.number_of("solution|count|total")
    }
}

/// Reader of one list and the lists in it.
#[derive(Debug, Default)]
pub(super) struct Lists {
    /// Lists that are not closed yet.
    open: Vec<Leaf>,
    /// Brackets that are too deep.
    deeper: u64,
    word: Vec<u8>,
    quote: Option<u8>,
    line: u64,
    /// Line on which the list begins, from 1.
    pub(super) first_line: u64,
    /// Its beginning, to be said if it is never closed.
    pub(super) start: Vec<u8>,
    pub(super) parts: Vec<Part>,
    /// The part that has just ended, which is none if it is a key.
    ended: Option<Part>,
}

impl Lists {
    /// Begins a list at its bracket.
    pub(super) fn new(bracket: u8, line: u64) -> Self {
        let mut lists = Self {
            line,
            first_line: line,
            start: vec![bracket],
            ..Self::default()
        };
        lists.open(bracket);
        lists
    }

    /// Reads bytes up to the end of the outer list, or of a line; returns their number.
    pub(super) fn read(&mut self, bytes: &[u8]) -> usize {
        let end = bytes.iter().position(|&byte| {
            self.byte(byte);
            self.is_closed() || byte == b'\n'
        });
        let used = end.map_or(bytes.len(), |at| at + 1);
        let room = MAX_WORD_BYTES.saturating_sub(self.start.len());
        self.start.extend_from_slice(&bytes[..used.min(room)]);
        // R's `[,1]` names a column, and LaTeX's `{|c|c|}` or `{cc}` sets the table.
        // A log begins with `[12:00:01]`, R's rows with `[1,]`.
        if self.is_closed() && is_mark(&self.start) {
            self.parts.clear();
        }
        // MiniZinc's `[| 1, 2 | 2, 1 |]`.
        if self.is_closed() && self.start.starts_with(b"[|") && self.start.contains(&b',') {
            let rows = String::from_utf8_lossy(&self.start[2..]).replace('\n', " ");
            let mut lists = Lists::new(b'[', self.first_line);
            lists.read(format!("[{}]", rows.replace('|', "],[")).as_bytes());
            self.parts = lists.parts;
        }
        if self.is_closed()
            && let Some(Part::Leaf(leaf)) = self.parts.last_mut()
        {
            leaf.signs = signs(&self.start).unwrap_or_default();
        }
        used
    }

    pub(super) fn is_closed(&self) -> bool {
        self.open.is_empty()
    }

    fn byte(&mut self, byte: u8) {
        self.line += u64::from(byte == b'\n');
        if byte != b'=' && !byte.is_ascii_whitespace() {
            self.parts.extend(self.ended.take());
        }
        if let Some(quote) = self.quote {
            if byte == quote {
                self.quote = None;
                self.end_word(true);
            } else if self.word.len() < MAX_WORD_BYTES {
                self.word.push(byte);
            }
            return;
        }
        match byte {
            b'"' | b'\'' | b'`' if self.word.is_empty() => self.quote = Some(byte),
            b'[' | b'(' | b'{' => {
                let is_named = byte == b'(' && is_collection(&self.word);
                let is_call = !is_named
                    && byte == b'('
                    && self.word.last().is_some_and(u8::is_ascii_alphanumeric);
                match is_call || is_named {
                    true => self.word.clear(),
                    false => self.end_word(false),
                }
                self.open(if is_named { b'[' } else { byte });
                if let Some(list) = self.open.last_mut() {
                    list.is_call = is_call;
                }
            }
            b']' | b')' | b'}' => {
                self.end_word(false);
                self.close();
            }
            // `0: 1`, `"n": 4`, `0 => 1`, `a = 3`, and PHP's `[0] => 1`.
            b':' | b'=' => self.end_key(),
            b'>' if self.word.is_empty() => {}
            b',' | b';' => self.end_word(false),
            _ if byte.is_ascii_whitespace() => self.end_word(false),
            _ if self.word.len() < MAX_WORD_BYTES => self.word.push(byte),
            _ => {}
        }
    }

    fn open(&mut self, bracket: u8) {
        if self.open.len() >= MAX_DEPTH {
            self.deeper += 1;
            return;
        }
        let mut leaf = Leaf {
            line: self.line,
            is_round: bracket == b'(',
            depth: self.open.len(),
            ..Leaf::default()
        };
        if let Some(parent) = self.open.last() {
            leaf.key = parent.keys.last().unwrap_or(&parent.key).clone();
            let n = parent.keys.iter().position(|key| key == "n");
            let n = n.filter(|_| leaf.key == "queens");
            leaf.own_n = n.and_then(|at| parent.numbers.get(at)?.try_into().ok());
        }
        self.open.push(leaf);
    }

    fn end_key(&mut self) {
        let Some(list) = self.open.last_mut() else {
            return;
        };
        let is_number = |part: &mut Part| match part {
            Part::Leaf(leaf) => leaf.numbers.len() == 1 && leaf.words.is_empty(),
            _ => false,
        };
        let word = std::mem::take(&mut self.word);
        let key = if !word.is_empty() {
            Some(String::from_utf8_lossy(&word).into_owned())
        } else if let Some(Part::Leaf(leaf)) = self.ended.take_if(is_number) {
            list.has_lists = list.had_lists;
            leaf.numbers.get(0).map(|key| key.to_string())
        } else if list.last_is_number {
            list.numbers.values.pop().map(|key| key.to_string())
        } else {
            list.words.pop()
        };
        list.end_value();
        list.keys
            .extend(key.filter(|_| list.keys.len() < MAX_WORDS));
    }

    fn end_word(&mut self, is_quoted: bool) {
        let Some(list) = self.open.last_mut() else {
            return;
        };
        if self.word.is_empty() && !is_quoted {
            return;
        }
        let word = String::from_utf8_lossy(&self.word);
        if list.order.len() < MAX_ROWS {
            let sign = match value(&word) {
                Some(None) => Some(' '),
                _ => only_sign(&word),
            };
            list.order.push(sign.unwrap_or(NO_SIGN));
        }
        // `(行1, 列3)`
        let digits = word.trim_start_matches(['行', '列', '第']);
        let (name, word) = match digits.len() < word.len() && !is_quoted {
            true => (word[..word.len() - digits.len()].to_owned(), digits.into()),
            false => (String::new(), word),
        };
        list.words
            .extend(Some(name).filter(|name| !name.is_empty()));
        let is_text = is_quoted && !word.starts_with("0b");
        let number = if is_text { None } else { value(&word) };
        list.last_is_number = number.is_some();
        match number {
            Some(number) if list.numbers.len() < MAX_NUMBERS => list.numbers.push(number),
            None if list.words.len() < MAX_WORDS => list.words.push(word.into_owned()),
            _ => {}
        }
        self.word.clear();
    }

    fn close(&mut self) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let Some(mut list) = self.open.pop() else {
            return;
        };
        list.end_value();
        // `(0 . 1)` in Lisp.
        if list.is_round && list.numbers.len() == 2 && list.words == ["."] {
            list.words.clear();
        }
        let has_number = match list.keys.is_empty() {
            true => list.numbers.len() > 0,
            false => (0..list.numbers.len()).any(|at| list.numbers.get(at).is_some()),
        };
        let is_empty = !has_number && list.words.is_empty();
        if let Some(parent) = self.open.last_mut() {
            if list.is_call && list.numbers.len() == 1 && list.words.is_empty() && !list.has_lists {
                parent.last_is_number = true;
                parent.numbers.push(list.numbers.get(0).map(i128::from));
                return;
            }
            // The list of a board of no rows is read.
            if is_empty && !list.has_lists && list.empty_lists == 0 && list.own_n.is_none() {
                parent.empty_lists += 1;
                return;
            }
            parent.had_lists = std::mem::replace(&mut parent.has_lists, true);
        }
        let part = match list.empty_lists {
            _ if list.has_lists => Part::End(list.line, list.count().filter(|_| list.depth == 0)),
            0 => Part::Leaf(list),
            _ if !is_empty => Part::Leaf(list),
            empties => Part::Empties(list.line, empties.min(MAX_WORDS as u64)),
        };
        match self.open.is_empty() {
            true => self.parts.push(part),
            false => self.ended = Some(part),
        }
    }
}

/// Longest name that [`is_collection`] looks for.
pub(super) const LONGEST_COLLECTION: usize = 6;

/// Returns true if a text ends with the name of a collection in Scala, R or Kotlin: `List(2, 4, 1, 3)`, `c(2, 4, 1, 3)`,
/// `intArrayOf(2, 4, 1, 3)`.
pub(super) fn is_collection(text: &[u8]) -> bool {
    let names = ["List", "Vector", "Array", "Buffer", "Set", "Seq", "Of"];
    let mut names = names.iter();
    let start = text.iter().rposition(|byte| !byte.is_ascii_alphanumeric());
    let word = &text[start.map_or(0, |at| at + 1)..];
    names.any(|name| word.ends_with(name.as_bytes())) || matches!(word, b"c" | b"list" | b"of")
}

/// Returns true for the start of a line in a log, such as `[12:00:01]` and `[00:01]`, or R's name of a row or column.
fn is_mark(list: &[u8]) -> bool {
    let inner = &list[1..list.len().max(2) - 1];
    let first = inner.split(u8::is_ascii_whitespace).next().unwrap_or(inner);
    let digits = |text: &[u8]| !text.is_empty() && text.iter().all(u8::is_ascii_digit);
    match list {
        [b'[', b',', b'0'..=b'9', ..] | [b'{', b'|', ..] => true,
        [b'{', ..] => !inner.is_empty() && inner.iter().all(|byte| b"lcr|".contains(byte)),
        [b'[', .., b',', b']'] => digits(&inner[..inner.len() - 1]),
        [b'[', a, b, b':', c, d, b']'] => digits(&[*a, *b, *c, *d]),
        _ => is_time(&String::from_utf8_lossy(first)),
    }
}

/// Returns the signs of the squares in a list on one line: one sign, several between bars, or blanks and at most one
/// other between commas.
fn signs(list: &[u8]) -> Option<Vec<char>> {
    let inner = str::from_utf8(&list[1..list.len() - 1]).ok()?;
    if list.len() == MAX_WORD_BYTES || inner.contains('\n') {
        return None;
    }
    let items = inner.split([',', '|']);
    let signs = items
        .map(|item| only_sign(item.trim()))
        .collect::<Option<Vec<_>>>()?;
    let others = signs.iter().filter(|&&sign| sign != ' ').count();
    let is_free = |&sign: &char| sign != '0' && FREE.contains(sign);
    let is_row = others < 2 || inner.contains('|') && signs.iter().any(is_free);
    (signs.len() == 1 || signs.len() > 2 && is_row).then_some(signs)
}
