//! Lists in brackets, such as LeetCode's `[[".Q..","...Q","Q...","..Q."]]`, as the languages print
//! them: with single or double quotes or none, over several lines, as rows, columns or pairs.
//!
//! Each board is passed on when its bracket is closed, so that a list of any number of boards needs
//! the memory of one.

use super::drawn;
use crate::board::Shape;

/// Most items of a list that are kept: more than a board has rows.
const MAX_ITEMS: usize = 1 << 16;
const MAX_WORD_BYTES: usize = 1 << 12;

/// Content of a list that was closed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Item {
    /// A board.
    Board(Shape),
    /// A row of a board, in the innermost brackets of a line: the columns of its queens.
    Row(Vec<u32>),
    /// Two numbers.
    Pair(i64, i64),
    /// One number.
    Number(i128),
    /// An empty list: no solution, or an empty board.
    Empty,
    /// Something else.
    Text(String),
}

/// Reader of one list and the lists in it.
#[derive(Debug)]
pub(crate) struct Nested {
    n: u32,
    frames: Vec<Frame>,
    word: String,
    /// Quote that ends the word.
    quote: Option<char>,
    /// Bytes of an unfinished character.
    partial: Vec<u8>,
    line: u64,
    items: Vec<(u64, Item)>,
}

/// List that is not closed yet.
#[derive(Debug, Default)]
struct Frame {
    line: u64,
    round: bool,
    numbers: Vec<Option<i64>>,
    strings: Vec<String>,
    pairs: Vec<(i64, i64)>,
    rows: Vec<Vec<u32>>,
    /// True if the rows were lists of 0 and 1.
    rows_are_numbers: bool,
    empty_lists: u64,
    has_boards: bool,
    other: Option<String>,
}

impl Frame {
    fn is_plain(&self) -> bool {
        self.pairs.is_empty() && self.rows.is_empty() && !self.has_boards
    }
}

impl Nested {
    /// Begins a list at its bracket.
    pub(crate) fn new(bracket: u8, line: u64, n: u32) -> Self {
        let mut nested = Self {
            n,
            frames: Vec::new(),
            word: String::new(),
            quote: None,
            partial: Vec::new(),
            line,
            items: Vec::new(),
        };
        nested.open(bracket == b'(');
        nested
    }

    /// Returns what was completed since the last call, with the line of each.
    pub(crate) fn take(&mut self) -> Vec<(u64, Item)> {
        std::mem::take(&mut self.items)
    }

    /// Reads a byte; returns true if it closes the outer list.
    pub(crate) fn byte(&mut self, byte: u8) -> bool {
        self.partial.push(byte);
        match std::str::from_utf8(&self.partial) {
            Ok(text) => {
                let letter = text.chars().next().expect("one character");
                self.partial.clear();
                self.letter(letter)
            }
            Err(error) if error.error_len().is_none() && self.partial.len() < 4 => false,
            Err(_) => {
                self.partial.clear();
                self.letter('\u{fffd}')
            }
        }
    }

    fn letter(&mut self, letter: char) -> bool {
        if letter == '\n' {
            self.line += 1;
        }
        if let Some(quote) = self.quote {
            if letter == quote {
                self.quote = None;
                self.end_word(true);
            } else if self.word.len() < MAX_WORD_BYTES {
                self.word.push(letter);
            }
            return false;
        }
        match letter {
            '"' | '\'' => self.quote = Some(letter),
            '[' | '(' | '{' => {
                self.end_word(false);
                self.open(letter == '(');
            }
            ']' | ')' | '}' => {
                self.end_word(false);
                self.close();
            }
            ',' | ';' => self.end_word(false),
            letter if letter.is_whitespace() => self.end_word(false),
            _ if self.word.len() < MAX_WORD_BYTES => self.word.push(letter),
            _ => {}
        }
        self.frames.is_empty()
    }

    fn open(&mut self, round: bool) {
        // A program that prints opening brackets only.
        const MAX_DEPTH: usize = 64;
        if self.frames.len() < MAX_DEPTH {
            self.frames.push(Frame {
                line: self.line,
                round,
                ..Frame::default()
            });
        }
    }

    fn end_word(&mut self, is_quoted: bool) {
        if self.word.is_empty() && !is_quoted {
            return;
        }
        let word = std::mem::take(&mut self.word);
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        if frame.numbers.len() + frame.strings.len() >= MAX_ITEMS {
            return;
        }
        let number = word.parse::<i64>();
        match (is_quoted, number) {
            (false, Ok(number)) => frame.numbers.push((number >= 0).then_some(number)),
            (false, _) if matches!(&*word, "null" | "None" | "-" | "nil" | "undefined") => {
                frame.numbers.push(None);
            }
            _ if drawn::is_drawn(&word) => frame.strings.push(word),
            _ => {
                frame.other.get_or_insert(word);
            }
        }
    }

    fn close(&mut self) {
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let line = frame.line;
        let depth = self.frames.len();
        match meaning(self.n, frame, depth) {
            Closed::Items(items) => {
                let boards = items.iter().any(|item| matches!(item, Item::Board(_)));
                if let (true, Some(parent)) = (boards, self.frames.last_mut()) {
                    parent.has_boards = true;
                }
                self.items
                    .extend(items.into_iter().map(|item| (line, item)));
            }
            Closed::Row(row, are_numbers) => match self.frames.last_mut() {
                Some(parent) if parent.rows.len() < MAX_ITEMS => {
                    parent.rows.push(row);
                    parent.rows_are_numbers = are_numbers;
                }
                Some(_) => {}
                None => self.items.push((line, Item::Row(row))),
            },
            Closed::Pair(first, second) => match self.frames.last_mut() {
                Some(parent) if parent.pairs.len() < MAX_ITEMS => {
                    parent.pairs.push((first, second));
                }
                Some(_) => {}
                None => self.items.push((line, Item::Pair(first, second))),
            },
            Closed::Empty => match self.frames.last_mut() {
                Some(parent) => parent.empty_lists += 1,
                None => self.items.push((line, Item::Empty)),
            },
            Closed::Container => {
                if let Some(parent) = self.frames.last_mut() {
                    parent.has_boards = true;
                }
            }
        }
    }
}

/// Meaning of a closed list for the list around it.
enum Closed {
    Items(Vec<Item>),
    /// A row, and true if it was a list of 0 and 1.
    Row(Vec<u32>, bool),
    Pair(i64, i64),
    Empty,
    Container,
}

fn meaning(n: u32, frame: Frame, depth: usize) -> Closed {
    let size = n as usize;
    let board = |shape| Closed::Items(vec![Item::Board(shape)]);
    if let (Some(text), true) = (&frame.other, frame.is_plain()) {
        return Closed::Items(vec![Item::Text(text.clone())]);
    }
    if frame.empty_lists > 0 && frame.is_plain() && frame.numbers.is_empty() {
        // Copies of one list that was emptied.
        let boards = (0..frame.empty_lists).map(|_| Item::Board(Shape::Columns(Vec::new())));
        return Closed::Items(boards.collect());
    }
    if frame.rows.len() != size && frame.rows_are_numbers {
        // Columns of boards, and not rows of one.
        let column = |row: &Vec<u32>, column| Some(i64::from(row.contains(&column)));
        let columns = |row| (0..n).map(|at| column(row, at)).collect();
        let boards = frame.rows.iter().map(columns);
        return Closed::Items(boards.map(|c| Item::Board(Shape::Columns(c))).collect());
    }
    if !frame.rows.is_empty() {
        return board(Shape::Drawn(frame.rows));
    }
    if !frame.pairs.is_empty() {
        return match (frame.pairs.len() == size, n) {
            // A list of boards of two rows.
            (_, 2) if depth == 0 => {
                let boards = frame.pairs.iter().map(|&(a, b)| vec![Some(a), Some(b)]);
                Closed::Items(boards.map(|c| Item::Board(Shape::Columns(c))).collect())
            }
            _ => board(Shape::Pairs(frame.pairs)),
        };
    }
    if frame.has_boards {
        return Closed::Container;
    }
    if !frame.strings.is_empty() {
        return strings(size, &frame.strings);
    }
    numbers(size, frame, depth)
}

/// Reads strings: the rows of a board, or the squares of a row.
fn strings(size: usize, strings: &[String]) -> Closed {
    let single = strings.iter().all(|string| string.chars().count() == 1);
    if single && size > 1 {
        let row: String = strings.concat();
        return match drawn::queens(&row, drawn::queen_symbol(&[row.as_str()])) {
            Some(queens) => Closed::Row(queens, false),
            None => Closed::Items(vec![Item::Text(row)]),
        };
    }
    let rows: Vec<_> = strings.iter().map(String::as_str).collect();
    match drawn::board(&rows) {
        Some(rows) => Closed::Items(vec![Item::Board(Shape::Drawn(rows))]),
        None => Closed::Items(vec![Item::Text(strings.join(" "))]),
    }
}

/// Reads numbers: columns, a pair, a row of 0 and 1, or one number.
fn numbers(size: usize, frame: Frame, depth: usize) -> Closed {
    let numbers = frame.numbers;
    let zero_or_one = |number: &Option<i64>| matches!(number, Some(0 | 1));
    match numbers[..] {
        [] => Closed::Empty,
        [Some(number)] if size != 1 && depth == 0 => {
            Closed::Items(vec![Item::Number(number.into())])
        }
        [Some(first), Some(second)] if size != 2 || frame.round => Closed::Pair(first, second),
        _ if numbers.len() == size && size > 1 && numbers.iter().all(zero_or_one) => {
            let row = (0..)
                .zip(&numbers)
                .filter(|(_, number)| **number == Some(1));
            Closed::Row(row.map(|(column, _)| column).collect(), true)
        }
        _ => Closed::Items(vec![Item::Board(Shape::Columns(numbers))]),
    }
}
