//! Lists in brackets, as all languages print them: with quotes or without, over several lines, with commas or blanks,
//! as rows, columns, pairs, or objects with keys.
//!
//! Each board is passed on when its bracket is closed, so that a list of any number of boards needs the memory of one.

use super::board::Numbers;
use super::cells::{Names, glued};

/// Most words of a list that are kept; a board of numbers may have more.
const MAX_WORDS: usize = 1 << 16;
const MAX_WORD_BYTES: usize = 1 << 13;
/// Deeper brackets are only counted.
const MAX_DEPTH: usize = 64;

/// Content of a list that was closed.
#[derive(Debug, Clone, PartialEq)]
pub(super) enum Content {
    /// The column of each row; with n, if they are those of an object of bezzel's, which count from 0.
    Columns(Numbers, Option<u32>),
    /// Row and column of each queen.
    Pairs(Vec<(i64, i64)>),
    /// The signs of a board or puzzle.
    Grid(Vec<Vec<char>>),
    /// A row of a board, in the innermost brackets of a line, and true if it is one of numbers.
    Row(Vec<char>, bool, String),
    /// Two numbers.
    Pair(i64, i64),
    /// One number.
    Number(i128),
    /// A line of words, such as names of squares.
    Words(String),
    /// An empty list: no solution, or an empty board.
    Empty,
    /// Something else.
    Text(String),
}

/// Reader of one list and the lists in it.
#[derive(Debug)]
pub(super) struct Nested {
    n: Option<usize>,
    /// True if lists of numbers are rows of a puzzle.
    kinds: bool,
    frames: Vec<Frame>,
    /// Brackets that are too deep.
    deeper: u64,
    word: Vec<u8>,
    quote: Option<u8>,
    line: u64,
    pub(super) contents: Vec<(u64, Content)>,
}

/// List that is not closed yet.
#[derive(Debug, Default)]
struct Frame {
    line: u64,
    is_round: bool,
    numbers: Numbers,
    /// The first number of a list.
    first: Option<i128>,
    words: Vec<String>,
    /// True if a word is not drawn: of letters, say.
    keys: Vec<String>,
    /// Keys of the numbers of an object.
    number_keys: Vec<Option<i64>>,
    pairs: Vec<(i64, i64)>,
    rows: Vec<Vec<char>>,
    /// True if the rows were lists of numbers.
    rows_are_numbers: bool,
    empty_lists: u64,
    has_boards: bool,
}

impl Frame {
    fn has_key(&self, key: &str) -> bool {
        self.keys
            .iter()
            .any(|other| other.eq_ignore_ascii_case(key))
    }
}

impl Nested {
    /// Begins a list at its bracket.
    pub(super) fn new(bracket: u8, line: u64, n: Option<u32>, kinds: bool) -> Self {
        let mut nested = Self {
            n: n.map(|n| n as usize),
            kinds,
            frames: Vec::new(),
            deeper: 0,
            word: Vec::new(),
            quote: None,
            line,
            contents: Vec::new(),
        };
        nested.open(bracket);
        nested
    }

    /// Reads bytes up to the end of the outer list, or of a line; returns their number, and true if the list is closed.
    pub(super) fn read(&mut self, bytes: &[u8], names: &mut Names) -> (usize, bool) {
        for (at, &byte) in bytes.iter().enumerate() {
            self.byte(byte, names);
            if self.frames.is_empty() || byte == b'\n' {
                return (at + 1, self.frames.is_empty());
            }
        }
        (bytes.len(), false)
    }

    fn byte(&mut self, byte: u8, names: &mut Names) {
        if byte == b'\n' {
            self.line += 1;
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
                self.end_word(false);
                self.open(byte);
            }
            b']' | b')' | b'}' => {
                self.end_word(false);
                self.close(names);
            }
            b',' | b';' => self.end_word(false),
            // `0: 1`, `"n": 4`, `0 => 1`, `a = 3`.
            b':' | b'=' => self.end_key(),
            b'>' if self.word.is_empty() => {}
            _ if byte.is_ascii_whitespace() => self.end_word(false),
            _ if self.word.len() < MAX_WORD_BYTES => self.word.push(byte),
            _ => {}
        }
    }

    fn open(&mut self, bracket: u8) {
        if self.frames.len() >= MAX_DEPTH {
            self.deeper += 1;
            return;
        }
        self.frames.push(Frame {
            line: self.line,
            is_round: bracket == b'(',
            ..Frame::default()
        });
    }

    /// Makes the word before a colon a key.
    fn end_key(&mut self) {
        let quoted = self.word.is_empty();
        self.end_word(false);
        let Some(frame) = self.frames.last_mut() else {
            return;
        };
        let number = match quoted && !frame.words.is_empty() {
            true => None,
            false => {
                if !frame.keys.is_empty() {
                    frame.number_keys.pop();
                }
                frame.numbers.values.pop()
            }
        };
        let key = number
            .map(|number| number.to_string())
            .or_else(|| frame.words.pop());
        if let Some(key) = key.filter(|_| frame.keys.len() < MAX_WORDS) {
            frame.keys.push(key);
        }
    }

    fn end_word(&mut self, is_quoted: bool) {
        if self.word.is_empty() && !is_quoted {
            return;
        }
        let Some(frame) = self.frames.last_mut() else {
            return self.word.clear();
        };
        let word = String::from_utf8_lossy(&self.word);
        let number = match (is_quoted, &*word) {
            (true, _) => None,
            (false, "null" | "None" | "nil" | "undefined" | "-" | "NaN" | "Nothing") => Some(None),
            (false, "True" | "true") => Some(Some(1)),
            (false, "False" | "false") => Some(Some(0)),
            (false, word) => {
                let whole = word
                    .split_once('.')
                    .filter(|(_, rest)| rest.bytes().all(|b| b == b'0'));
                whole
                    .map_or(word, |(whole, _)| whole)
                    .parse::<i128>()
                    .ok()
                    .map(Some)
            }
        };
        if let Some(number) = number {
            frame.first = frame.first.or(number);
            if !frame.keys.is_empty() {
                let key = frame.keys.last().map_or("", String::as_str);
                let digits = key.trim_start_matches(|letter: char| !letter.is_ascii_digit());
                frame.number_keys.push(digits.parse().ok());
            }
            frame.numbers.push(number);
        } else if frame.words.len() < MAX_WORDS {
            frame.words.push(word.into_owned());
        }
        self.word.clear();
    }

    fn close(&mut self, names: &mut Names) {
        if self.deeper > 0 {
            self.deeper -= 1;
            return;
        }
        let Some(frame) = self.frames.pop() else {
            return;
        };
        let (line, depth) = (frame.line, self.frames.len());
        let closed = self.meaning(frame, depth, names);
        let parent = self.frames.last_mut();
        match (closed, parent) {
            (Closed::Content(mut contents), parent) => {
                // bezzel's own objects, whose columns count from 0.
                let is_own = parent.as_ref().is_some_and(|parent| {
                    parent.has_key("n") && parent.keys.last().is_some_and(|key| key == "queens")
                });
                if let [Content::Columns(_, size)] = &mut contents[..]
                    && let Some(parent) = parent.as_ref().filter(|_| is_own)
                {
                    *size = parent.first.and_then(|n| u32::try_from(n).ok());
                }
                let is_board = |content: &Content| {
                    matches!(
                        content,
                        Content::Columns(..) | Content::Pairs(_) | Content::Grid(_)
                    )
                };
                if let Some(parent) = parent {
                    parent.has_boards |= contents.iter().any(is_board);
                }
                self.contents
                    .extend(contents.into_iter().map(|content| (line, content)));
            }
            (Closed::Row(row, is_numeric, _), Some(parent)) => {
                if parent.rows.len() < MAX_WORDS {
                    parent.rows.push(row);
                    parent.rows_are_numbers = is_numeric;
                }
            }
            (Closed::Row(row, is_numeric, text), None) => {
                self.contents
                    .push((line, Content::Row(row, is_numeric, text)));
            }
            (Closed::Pair(first, second), Some(parent)) => {
                if parent.pairs.len() < MAX_WORDS {
                    parent.pairs.push((first, second));
                }
            }
            (Closed::Pair(first, second), None) => {
                self.contents.push((line, Content::Pair(first, second)));
            }
            (Closed::Empty, Some(parent)) => parent.empty_lists += 1,
            (Closed::Empty, None) => self.contents.push((line, Content::Empty)),
            (Closed::Container, parent) => {
                if let Some(parent) = parent {
                    parent.has_boards = true;
                }
            }
        }
    }

    fn meaning(&self, frame: Frame, depth: usize, names: &mut Names) -> Closed {
        let one = |content| Closed::Content(vec![content]);
        if !frame.rows.is_empty() {
            return self.rows(frame);
        }
        if !frame.pairs.is_empty() {
            let is_list = |n| Some(n) == self.n || self.n.is_none();
            return match frame.pairs.len() {
                // A list of boards of two rows.
                _ if self.n == Some(2) && depth == 0 && !frame.is_round => {
                    let columns = |&(a, b): &(i64, i64)| {
                        let mut numbers = Numbers::default();
                        numbers.push(Some(a.into()));
                        numbers.push(Some(b.into()));
                        Content::Columns(numbers, None)
                    };
                    Closed::Content(frame.pairs.iter().map(columns).collect())
                }
                pairs if is_list(pairs) || depth > 0 || pairs > 0 => {
                    one(Content::Pairs(frame.pairs))
                }
                _ => Closed::Container,
            };
        }
        if frame.has_boards {
            return Closed::Container;
        }
        if frame.has_key("queens") && frame.first == Some(0) && frame.empty_lists > 0 {
            return one(Content::Columns(Numbers::default(), Some(0)));
        }
        if !frame.keys.is_empty() && frame.words.is_empty() {
            return self.object(frame);
        }
        if frame.empty_lists > 0 && frame.numbers.len() == 0 && frame.words.is_empty() {
            // Copies of one list that was emptied.
            let boards = 0..frame.empty_lists.min(MAX_WORDS as u64);
            return Closed::Content(
                boards
                    .map(|_| Content::Columns(Numbers::default(), None))
                    .collect(),
            );
        }
        match frame.words.is_empty() {
            true => self.numbers(frame, depth, names),
            false => self.words(frame, names),
        }
    }

    fn rows(&self, frame: Frame) -> Closed {
        let (rows, width) = (frame.rows.len(), frame.rows[0].len());
        let size = self.n.unwrap_or(width);
        if !frame.rows_are_numbers || rows == size || self.kinds {
            return Closed::Content(vec![Content::Grid(frame.rows)]);
        }
        // Columns of boards, and not rows of one.
        let board = |row: &Vec<char>| {
            let mut numbers = Numbers::default();
            row.iter()
                .for_each(|sign| numbers.push(sign.to_digit(10).map(i128::from)));
            Content::Columns(numbers, None)
        };
        Closed::Content(frame.rows.iter().map(board).collect())
    }

    /// Reads an object whose keys are numbers of rows: `{0: 1, 1: 3}`, `{'Q1': 2, 'Q2': 4}`.
    fn object(&self, frame: Frame) -> Closed {
        let numbers = &frame.numbers;
        let keys: Option<Vec<i64>> = frame.number_keys.iter().copied().collect();
        let keys = keys.filter(|keys| keys.len() == numbers.len() && !keys.is_empty());
        // `{"row": 1, "col": 3}`; in answers about puzzles, these are squares of hints.
        if let ([row, column], [Some(first), Some(second)]) = (
            &frame.keys[..],
            [0, 1].map(|at| (at < numbers.len()).then(|| numbers.get(at))?),
        ) && numbers.len() == 2
            && !self.kinds
            && is_axis(row)
            && is_axis(column)
        {
            return Closed::Pair(first, second);
        }
        let Some(keys) = keys else {
            let is_total = |key: &&String| {
                let key = key.to_lowercase();
                ["solution", "count", "total"]
                    .iter()
                    .any(|word| key.contains(word))
            };
            return match (
                frame.keys.iter().position(|key| is_total(&key)),
                numbers.len(),
            ) {
                (Some(at), _) if at < numbers.len() => match numbers.get(at) {
                    Some(number) => Closed::Content(vec![Content::Number(number.into())]),
                    None => Closed::Empty,
                },
                _ => Closed::Content(vec![Content::Text(frame.keys.join(" "))]),
            };
        };
        let mut rows: Vec<(i64, usize)> = keys.into_iter().zip(0..).collect();
        rows.sort_unstable();
        let counts_up = rows[0].0 < 2 && rows.windows(2).all(|two| two[1].0 == two[0].0 + 1);
        if !counts_up {
            return Closed::Content(vec![Content::Text(frame.keys.join(" "))]);
        }
        let mut columns = Numbers::default();
        rows.iter()
            .for_each(|&(_, at)| columns.push(numbers.get(at).map(i128::from)));
        Closed::Content(vec![Content::Columns(columns, None)])
    }

    /// Reads words: the rows of a board, or the squares of a row.
    fn words(&self, frame: Frame, names: &mut Names) -> Closed {
        let words = &frame.words;
        let text = || words.join(" ");
        if frame.numbers.len() > 0 && frame.keys.is_empty() {
            let is_cell = self.kinds && words.len() + frame.numbers.len() > 3;
            return match is_cell {
                true => Closed::Empty,
                false => Closed::Content(vec![Content::Text(text())]),
            };
        }
        let single = words
            .iter()
            .all(|word| word.chars().nth(1).is_none() && !word.is_empty());
        if single && words.len() > 1 {
            return Closed::Row(
                words.iter().flat_map(|word| word.chars()).collect(),
                false,
                text(),
            );
        }
        let rows: Option<Vec<Vec<char>>> =
            words.iter().map(|word| glued(word, self.kinds)).collect();
        match rows {
            Some(mut rows) if rows.len() == 1 && self.n != Some(1) && rows[0].len() > 1 => {
                Closed::Row(rows.remove(0), false, text())
            }
            Some(rows) => Closed::Content(vec![Content::Grid(rows)]),
            None if self.kinds && words.len() > 3 => {
                let cells: Option<Vec<char>> = words.iter().map(|word| names.sign(word)).collect();
                cells.map_or(Closed::Container, |cells| Closed::Row(cells, false, text()))
            }
            None => Closed::Content(vec![Content::Words(text())]),
        }
    }

    /// Reads numbers: columns, a pair, a row of 0 and 1, or one number.
    fn numbers(&self, frame: Frame, depth: usize, names: &mut Names) -> Closed {
        let numbers = frame.numbers;
        let size = numbers.len();
        let is_bit = |&value: &u32| value < 2;
        let row = || {
            let text = |at| {
                numbers
                    .get(at)
                    .map_or("-".to_owned(), |number| number.to_string())
            };
            let words: Vec<String> = (0..size).map(text).collect();
            (words.join(" "), words)
        };
        // The solution of a puzzle in an object of bezzel's: no marks of a player.
        let is_solution = |parent: &Frame| parent.keys.last().is_some_and(|key| key == "queens");
        match (size, self.n) {
            (0, _) => Closed::Empty,
            _ if self.kinds && self.frames.last().is_some_and(is_solution) => Closed::Container,
            (_, _) if self.kinds && size > 2 => {
                let (text, words) = row();
                let cells: Option<Vec<char>> = words.iter().map(|word| names.sign(word)).collect();
                cells.map_or(Closed::Container, |cells| Closed::Row(cells, true, text))
            }
            (1, n) if n.is_some_and(|n| n != 1) || frame.first.is_some_and(|first| first > 1) => {
                let number = Content::Number(frame.first.unwrap_or(0));
                match depth {
                    0 => Closed::Content(vec![number]),
                    _ => Closed::Content(vec![Content::Columns(numbers, None)]),
                }
            }
            (2, n) if n != Some(2) || frame.is_round => match (numbers.get(0), numbers.get(1)) {
                (Some(first), Some(second)) => Closed::Pair(first, second),
                _ => Closed::Content(vec![Content::Columns(numbers, None)]),
            },
            (_, n)
                if size > 1
                    && n.is_none_or(|n| n == size)
                    && numbers.values.iter().all(is_bit)
                    && size < MAX_WORDS =>
            {
                let (text, words) = row();
                Closed::Row(words.concat().chars().collect(), true, text)
            }
            _ => Closed::Content(vec![Content::Columns(numbers, None)]),
        }
    }
}

/// Returns true for the name of a row or column.
fn is_axis(key: &str) -> bool {
    let key = key.to_lowercase();
    matches!(&*key, "r" | "c" | "x" | "y" | "i" | "j" | "行" | "列")
        || ["row", "col", "rank", "file"]
            .iter()
            .any(|name| key.starts_with(name))
}

/// Meaning of a closed list for the list around it.
enum Closed {
    Content(Vec<Content>),
    /// A row, true if it was a list of 0 and 1, and its text.
    Row(Vec<char>, bool, String),
    Pair(i64, i64),
    Empty,
    Container,
}
