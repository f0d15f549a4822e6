//! Lines and lists as boards, puzzles, numbers, moves and other text.

mod contents;
mod text;

use super::block::{Block, Found};
use super::board::{Board, Numbers, pairs_base};
use super::cells::{Row, cells, framed, is_rule};
use super::columns::Columns;
use super::nested::{Content, Nested};
use super::summary::Summary;
use super::walls;
use super::words::{self, Numbered};
use super::{Expect, Family, Hints, Item, Queens, Rank, Regions};

/// Longest line that is read as one. A longer one is a board if it is numbers, and other text if not.
const MAX_LINE_BYTES: usize = 1 << 20;
/// Longest beginning of a line that is kept as text.
const MAX_TEXT_BYTES: usize = 400;
/// Most lines that wait for the lines after them.
const MAX_WAITING: usize = 4096;
/// Most lines of a puzzle with lines between regions.
const MAX_WALLS: usize = 256;
/// Totals of n = 1, 2, 3, …, which are no board.
const TOTALS: [i128; 8] = [1, 0, 0, 2, 10, 4, 40, 92];

#[derive(Debug, Default)]
pub(super) struct Recogniser {
    hints: Hints,
    line: u64,
    buffer: Vec<u8>,
    /// True after a carriage return, whose line feed is no other line.
    after_return: bool,
    /// Numbers of a line that is too long to be kept, or that is too long and is something else.
    long: Option<Long>,
    nested: Option<Nested>,
    /// True if a list on this line was read.
    has_list: bool,
    list_is_board: bool,
    numbers: Numbers,
    columns: Columns,
    block: Block,
    /// Sign and length of the edge above the next line.
    edge: Option<(char, usize)>,
    singles: Vec<(u64, i128)>,
    /// True if there were too many numbers alone on their lines to be a board.
    many_singles: bool,
    pairs: Vec<(i64, i64)>,
    pairs_line: u64,
    pairs_on_line: usize,
    steps: Steps,
    /// The last board, until it is known if the next one is its drawing.
    last: Option<Board>,
    is_held: bool,
    /// Line, n and columns of the last board, if that was a list.
    last_list: Option<(u64, u32)>,
    last_numbers: Numbers,
    repeated: u64,
    ordinals: Ordinals,
    base: Option<u32>,
    /// Lines that are not empty, and lists.
    contents: u64,
    /// Lines of a puzzle with lines between regions, and the number of the first.
    walls: Vec<String>,
    walls_line: u64,
    /// Text and number of the label before the last row that had one.
    row_label: (String, i128),
}

/// Lines with two numbers and the same words, such as `Queen 1 is placed at column 3`.
#[derive(Debug, Default)]
struct Steps {
    skeleton: String,
    pairs: Vec<(i64, i64)>,
    lines: Vec<(u64, String)>,
}

/// Headings with a number that counts up, such as `Solution 1:`, which is no total.
#[derive(Debug, Default)]
struct Ordinals {
    skeleton: String,
    last: i128,
    counts_up: bool,
    /// A heading with 0 or 1 that waits for the next one.
    first: Option<(u64, String)>,
}

#[derive(Debug, Default)]
struct Long {
    numbers: Numbers,
    number: Option<u64>,
    is_other: bool,
    start: Vec<u8>,
}

impl Long {
    fn read(&mut self, bytes: &[u8]) {
        for &byte in bytes {
            match byte {
                b'0'..=b'9' => {
                    let digit = u64::from(byte - b'0');
                    let number = self.number.unwrap_or(0).saturating_mul(10);
                    self.number = Some(number.saturating_add(digit));
                }
                b' ' | b'\t' | b',' => self.end_number(),
                b'-' => self.numbers.push(None),
                _ => self.is_other = true,
            }
        }
        if self.is_other {
            self.numbers = Numbers::default();
        }
    }

    fn end_number(&mut self) {
        if let Some(number) = self.number.take() {
            self.numbers.push(Some(number.into()));
        }
    }
}

impl Recogniser {
    pub(super) fn new(hints: Hints) -> Self {
        let mut reader = Self {
            hints,
            line: 1,
            ..Self::default()
        };
        reader.columns.base = hints.base;
        reader
    }

    /// Reads the next bytes of the text.
    pub(super) fn text(&mut self, mut rest: &[u8], out: &mut Vec<Item>) {
        while !rest.is_empty() {
            if let Some(nested) = &mut self.nested {
                let (used, is_closed) = nested.read(rest, &mut self.block.names);
                if rest[used - 1] == b'\n' {
                    self.line += 1;
                }
                rest = &rest[used..];
                let contents = std::mem::take(&mut nested.contents);
                if is_closed {
                    self.nested = None;
                }
                for (line, content) in contents {
                    self.content(line, content, out);
                }
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
                    self.after_return = stop == b'\r';
                    self.end_line(head, out);
                }
                _ => {
                    self.keep(head);
                    match self.long.is_none() && self.opens_list(stop) {
                        true => {
                            let kinds = self.hints.expect == Expect::Puzzles;
                            self.nested = Some(Nested::new(stop, self.line, self.hints.n, kinds));
                            self.has_list = true;
                        }
                        false => self.keep(&[stop]),
                    }
                }
            }
        }
    }

    fn keep(&mut self, bytes: &[u8]) {
        if !bytes.is_empty() {
            self.after_return = false;
        }
        if self.long.is_none() && self.buffer.len() + bytes.len() > MAX_LINE_BYTES {
            let mut long = Long::default();
            long.read(&self.buffer);
            self.buffer.truncate(MAX_TEXT_BYTES);
            long.start = std::mem::take(&mut self.buffer);
            self.long = Some(long);
        }
        match &mut self.long {
            Some(long) if !long.is_other => long.read(bytes),
            Some(_) => {}
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

    fn end_line(&mut self, head: &[u8], out: &mut Vec<Item>) {
        let line = self.line;
        self.line += 1;
        if self.long.is_some() {
            self.keep(head);
        }
        if let Some(mut long) = self.long.take() {
            long.end_number();
            self.contents += 1;
            return match long.is_other {
                false => self.columns_row(line, &long.numbers, out),
                true => self.other(line, &String::from_utf8_lossy(&long.start), out),
            };
        }
        if self.buffer.is_empty() {
            return self.bytes_line(line, head, out);
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        buffer.extend_from_slice(head);
        self.bytes_line(line, &buffer, out);
        buffer.clear();
        self.buffer = buffer;
    }

    pub(super) fn finish(&mut self, out: &mut Vec<Item>) {
        if self.nested.take().is_some() {
            // A list that was never closed, as of a program that was stopped.
            self.other(self.line, "[…", out);
        }
        if !self.buffer.is_empty() || self.long.is_some() || self.has_list {
            self.end_line(&[], out);
        }
        if self.contents < 2 && self.hints.n.is_none() && self.hints.expect != Expect::Puzzles {
            self.smallest(out);
        }
        self.flush_walls(out);
        self.flush(out);
        self.columns.finish(&self.hints, out);
        self.release(out);
        if let Some((line, text)) = self.ordinals.first.take() {
            self.state(line, &text, out);
        }
    }

    /// Reads the boards of n = 0 and n = 1: one empty line, and `0`.
    fn smallest(&mut self, out: &mut Vec<Item>) {
        let mut numbers = Numbers::default();
        let line = match (self.contents, &self.singles[..]) {
            (0, _) if self.line == 2 => 1,
            (1, &[(line, 0)]) => {
                self.singles.clear();
                numbers.push(Some(0));
                line
            }
            (1, &[(line, 1)]) if self.hints.base == Some(1) => {
                self.singles.clear();
                numbers.push(Some(1));
                line
            }
            _ => return,
        };
        let base = self.hints.base.unwrap_or(0);
        let n = numbers.len() as u32;
        out.push(Item::Board(Board::of_columns(line, n, &numbers, base)));
    }

    /// Adds what the whole text showed.
    pub(super) fn describe(&self, summary: &mut Summary) {
        summary.base = self.columns.base.or(self.base);
        summary.n_first = self.columns.n_first == Some(true);
        summary.ambiguous = self.columns.ambiguous.clone();
        summary.repeated = self.repeated;
        let signs = self.block.signs.iter();
        summary.signs = signs
            .map(|(&sign, &role)| (self.block.names.text(sign), role))
            .collect();
    }

    /// Ends all that waits for more lines.
    fn flush(&mut self, out: &mut Vec<Item>) {
        self.flush_pairs(out);
        if !self.singles.is_empty() {
            self.flush_singles(out);
        }
        if !self.steps.lines.is_empty() {
            self.flush_steps(out);
        }
        if !self.block.is_empty() {
            let found = self.block.flush(&self.hints);
            self.found(found, out);
        }
    }

    fn bytes_line(&mut self, line: u64, bytes: &[u8], out: &mut Vec<Item>) {
        self.contents += u64::from(self.has_list || !bytes.trim_ascii().is_empty());
        let has_list = std::mem::take(&mut self.has_list);
        let list_is_board = std::mem::take(&mut self.list_is_board);
        let pairs = std::mem::take(&mut self.pairs_on_line);
        if has_list {
            if self.pairs.len() as u64 >= self.hints.n.map_or(u64::MAX, u64::from) || pairs > 1 {
                self.flush_pairs(out);
            }
            let text = String::from_utf8_lossy(bytes);
            let is_heading = list_is_board || pairs > 0;
            if !is_heading && text.contains(char::is_alphanumeric) {
                self.words(line, &text, out);
            }
            return;
        }
        let mut numbers = std::mem::take(&mut self.numbers);
        let is_plain = self.hints.expect != Expect::Puzzles && plain_numbers(bytes, &mut numbers);
        if self.hints.are_columns == Some(true)
            && numbers.len() > 0
            && (is_plain || is_dashes(bytes))
        {
            self.columns_row(line, &numbers, out);
            self.numbers = numbers;
            return;
        }
        match is_plain {
            false => {
                let text = String::from_utf8_lossy(bytes);
                match text.trim().is_empty() {
                    true => self.blank(out),
                    false => self.line_of_text(line, &text, out),
                }
            }
            true if numbers.len() == 0 => self.blank(out),
            true if numbers.len() == 1 => self.single(line, bytes, out),
            true => self.numbers_row(line, &numbers, bytes, out),
        }
        self.numbers = numbers;
    }

    /// Reads the lines of a puzzle with lines between regions.
    fn flush_walls(&mut self, out: &mut Vec<Item>) {
        if self.walls.is_empty() {
            return;
        }
        let lines = std::mem::take(&mut self.walls);
        let line = self.walls_line;
        let Some(found) = walls::read(&lines) else {
            for (line, text) in (line..).zip(&lines) {
                self.words(line, text, out);
            }
            return;
        };
        let n = found.regions.len();
        let regions = found
            .regions
            .iter()
            .flatten()
            .max()
            .map_or(0, |&last| last as usize + 1);
        // Each square in a frame of its own: letters name the regions.
        if regions < n * n {
            let rows = found.regions;
            out.push(Item::Regions(Regions { line, rows }));
        }
        if found.signs.iter().flatten().any(|&sign| sign != ' ') {
            out.extend(self.block.grid(line, found.signs, &self.hints));
        }
    }

    fn blank(&mut self, out: &mut Vec<Item>) {
        self.flush_walls(out);
        self.flush_pairs(out);
        if !self.singles.is_empty() {
            self.flush_singles(out);
        }
        // Empty lines may be between sentences.
        let found = self.block.blank(&self.hints);
        self.found(found, out);
    }

    /// Reads a line of several numbers.
    fn numbers_row(&mut self, line: u64, numbers: &Numbers, bytes: &[u8], out: &mut Vec<Item>) {
        let k = numbers.len();
        if self.hints.are_columns != Some(true) && k <= 2048 {
            let zeros = numbers.values.iter().filter(|&&value| value == 0).count();
            let is_matrix_row = numbers.values.iter().all(|&value| value < 2)
                || k > 2 && zeros >= k - 1
                || self.hints.are_columns == Some(false);
            let fits = self.hints.n.is_none_or(|n| n as usize == k);
            let counts_up = numbers.values[0] < 2
                && k < 64
                && numbers
                    .values
                    .windows(2)
                    .all(|two| two[0].wrapping_add(1) == two[1]);
            let is_labelled = !self.block.is_empty() && numbers.values[1..].iter().all(|&v| v < 2);
            let is_pair = k == 2 && self.hints.n.is_none();
            if is_matrix_row && fits && !is_pair || counts_up && k > 2 || is_labelled && !fits {
                let text = String::from_utf8_lossy(bytes).into_owned();
                if let Some((cells, group)) = cells(&text, &mut self.block.names, true) {
                    return self.row(line, cells, group, &text, is_matrix_row || counts_up, out);
                }
            }
            if k == 2 && self.hints.n != Some(2) {
                if let (Some(n), Some(second)) = (self.hints.n, numbers.get(1))
                    && numbers.values[0] == n
                    && self.steps.lines.len() as u64 + 1 < u64::from(n)
                {
                    self.flush(out);
                    return self.number(line, second.into(), Rank::Named, out);
                }
                if let (Some(a), Some(b)) = (numbers.get(0), numbers.get(1)) {
                    return self.step(line, " ", (a, b), &String::from_utf8_lossy(bytes), out);
                }
            }
        }
        self.columns_row(line, numbers, out);
    }

    fn columns_row(&mut self, line: u64, numbers: &Numbers, out: &mut Vec<Item>) {
        self.flush(out);
        self.release(out);
        let before = out.len();
        self.columns.push(line, numbers, &self.hints, out);
        // The drawing of the same board may follow.
        if let Some(Item::Board(Board { line, n, .. })) =
            out.get(before).filter(|_| numbers.len() <= 32)
        {
            self.last_list = Some((*line, *n));
            self.last_numbers.copy_from(numbers);
        }
    }

    /// Reads a number that is alone on its line.
    fn single(&mut self, line: u64, bytes: &[u8], out: &mut Vec<Item>) {
        let text = String::from_utf8_lossy(bytes);
        let word = text.trim();
        let digits = word.len();
        let n = self.hints.n.map(|n| n as usize);
        let is_size = n.is_none_or(|n| n == digits);
        let is_bits = digits > 1 && word.bytes().all(|byte| byte == b'0' || byte == b'1');
        if is_bits && is_size {
            return self.row(line, word.chars().collect(), 0, word, true, out);
        }
        let mut glued = Numbers::default();
        word.chars()
            .take(16)
            .for_each(|digit| glued.push(digit.to_digit(10).map(i128::from)));
        if digits > 3 && digits < 11 && is_size && glued.is_permutation() {
            return self.columns_row(line, &glued, out);
        }
        let Ok(value) = word.parse::<i128>() else {
            self.flush(out);
            return;
        };
        if self.many_singles {
            return self.number(line, value, Rank::Alone, out);
        }
        if self.singles.is_empty() {
            self.flush(out);
        }
        self.singles.push((line, value));
        if self.singles.len() >= MAX_WAITING {
            self.many_singles = true;
            self.flush_singles(out);
        }
    }

    /// Reads numbers one a line as the columns of a board, if they can be that.
    fn flush_singles(&mut self, out: &mut Vec<Item>) {
        let singles = std::mem::take(&mut self.singles);
        let values: Vec<i128> = singles.iter().map(|&(_, value)| value).collect();
        let n = self.hints.n.map(|n| n as usize);
        let size = n.unwrap_or(
            if values
                .first()
                .is_some_and(|&first| first == values.len() as i128 - 1)
            {
                values.len() - 1
            } else {
                values.len()
            },
        );
        let columns = match values.len() {
            length if length == size => Some(&values[..]),
            length if length == size + 1 && values[0] == size as i128 => Some(&values[1..]),
            _ => None,
        };
        let may_be = |columns: &&[i128]| {
            let mut sorted = columns.to_vec();
            sorted.sort_unstable();
            sorted.dedup();
            let is_table = TOTALS.iter().zip(columns.iter()).all(|(a, b)| a == b);
            size > 3
                && !is_table
                && sorted.len() + 2 >= size
                && sorted
                    .iter()
                    .all(|&column| (0..=size as i128).contains(&column))
        };
        if let Some(columns) = columns.filter(may_be) {
            let mut numbers = Numbers::default();
            columns
                .iter()
                .for_each(|&column| numbers.push(Some(column)));
            return self.columns_row(singles[0].0, &numbers, out);
        }
        for (line, value) in singles {
            self.number(line, value, Rank::Alone, out);
        }
    }
}

/// Reads a line of nothing but numbers and `-`, between blanks and commas. Returns false for another line.
fn plain_numbers(bytes: &[u8], numbers: &mut Numbers) -> bool {
    numbers.clear();
    let mut number: Option<i128> = None;
    let mut is_negative = false;
    let mut is_item = false;
    for &byte in bytes {
        match byte {
            b'0'..=b'9' => {
                let digit = i128::from(byte - b'0');
                number = Some(number.unwrap_or(0).saturating_mul(10).saturating_add(digit));
                is_item = true;
            }
            b' ' | b'\t' | b',' | b';' if is_item => {
                let value = number.take();
                numbers.push(if is_negative {
                    value.map(|value| -value)
                } else {
                    value
                });
                (is_item, is_negative) = (false, false);
            }
            b' ' | b'\t' | b',' | b';' => {}
            b'-' if !is_item => (is_item, is_negative) = (true, true),
            _ => return false,
        }
    }
    if is_item {
        numbers.push(if is_negative {
            number.map(|value| -value)
        } else {
            number
        });
    }
    // Dashes alone are a row of a drawing, or a line between boards.
    numbers
        .values
        .iter()
        .any(|&value| value != super::board::EMPTY)
        || numbers.len() == 0
}

/// Returns true for a line of dashes with blanks between, as of a board without queens.
fn is_dashes(bytes: &[u8]) -> bool {
    bytes
        .trim_ascii()
        .split(u8::is_ascii_whitespace)
        .all(|word| word == b"-")
}

/// Returns true for a comment in a document of puzzles, and false for colours such as `#ff0000`.
fn is_comment(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let digits = first
        .trim_end_matches(',')
        .strip_prefix('#')
        .unwrap_or_default();
    let is_colour =
        matches!(digits.len(), 3 | 6) && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    first.starts_with("//") || first.starts_with('#') && !is_colour
}

/// Returns the beginning of a text.
fn shortened(text: &str) -> String {
    let mut end = text.len().min(MAX_TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_owned()
}
