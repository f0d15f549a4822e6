//! Lines and lists as boards, puzzles, numbers, moves and other text.

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

    /// Reads a line that is more than numbers.
    fn line_of_text(&mut self, line: u64, text: &str, out: &mut Vec<Item>) {
        self.many_singles = false;
        if text.contains(['"', '\'']) && self.hints.expect != Expect::Puzzles {
            let bare = text.replace(['"', '\''], " ");
            let mut numbers = Numbers::default();
            if plain_numbers(bare.as_bytes(), &mut numbers) && numbers.len() > 1 {
                return self.numbers_row(line, &numbers, bare.as_bytes(), out);
            }
        }
        if self.hints.is_move.is_some_and(|is_move| is_move(text)) {
            self.flush(out);
            self.release(out);
            let text = shortened(text);
            return out.push(Item::Move { line, text });
        }
        if self.hints.expect == Expect::Puzzles
            && walls::is_part(text)
            && self.walls.len() < MAX_WALLS
        {
            if self.walls.is_empty() {
                self.walls_line = line;
            }
            return self.walls.push(text.to_owned());
        }
        self.flush_walls(out);
        if self.rule(text, out) {
            return;
        }
        if let Some(framed) = framed(text, self.edge) {
            let row = Row {
                line,
                cells: framed.clone(),
                framed: Some(framed),
                group: 0,
                text: shortened(text),
            };
            let found = self.block.push(row, false, &self.hints);
            return self.found(found, out);
        }
        if let Some(literals) = text.strip_prefix("v ")
            && let Some(literals) = literals
                .split_whitespace()
                .map(|word| word.parse().ok())
                .collect::<Option<Vec<i64>>>()
        {
            let literals: Vec<i64> = literals
                .into_iter()
                .filter(|&literal| literal != 0)
                .collect();
            if let Some((n, squares)) = words::model(&literals) {
                self.flush(out);
                return self.squares(line, n, squares, Family::Pairs, out);
            }
        }
        self.words(line, text, out);
    }

    /// Reads the edge of a frame, or a line between boards.
    fn rule(&mut self, text: &str, out: &mut Vec<Item>) -> bool {
        let solid = text.trim();
        let letters = solid.chars().count();
        let first = solid.chars().next().unwrap_or(' ');
        let is_run =
            letters > 2 && solid.chars().all(|letter| letter == first) && "*#+=-_~".contains(first);
        let is_row = is_run && self.block.continues(&solid.chars().collect::<Vec<_>>());
        if is_row || !(is_run || is_rule(text)) {
            return false;
        }
        let cells: Vec<char> = solid.chars().collect();
        if is_run
            && self.hints.expect == Expect::Constraints
            && self.block.may_begin(&cells, &self.hints)
            && "-_*#".contains(first)
        {
            // An empty row of a board that is not complete, unless a frame begins here.
            if self.block.is_empty() && !"*#".contains(first) || !self.block.is_empty() {
                return false;
            }
        }
        let ends_frame = self.edge.is_some() && !self.block.is_empty() && self.block.is_framed();
        if ends_frame || !text.contains(['+', '┼', '├', '|', '│', '─', '-', '╟', '╠']) {
            self.flush(out);
        }
        self.edge = Some((first, letters));
        true
    }

    /// Reads a line in words, or the rest of one with a list.
    fn words(&mut self, line: u64, text: &str, out: &mut Vec<Item>) {
        let kinds = self.hints.expect == Expect::Puzzles;
        if kinds && is_comment(text) {
            return self.flush(out);
        }
        let behind = words::unlabelled(text).map(|(_, rest)| rest);
        if std::iter::once(text)
            .chain(behind)
            .any(|text| self.named_board(line, text, out))
        {
            return;
        }
        if let Some((cells, group)) = cells(text, &mut self.block.names, kinds)
            && self.is_row(&cells, group)
            && !words::is_counter(text.trim())
        {
            return self.row(line, cells, group, text, false, out);
        }
        let all = Numbered::of(text);
        if let Some(columns) = all.columns(self.hints.n.map(|n| n as usize), self.columns.last_size)
        {
            let mut numbers = Numbers::default();
            columns
                .iter()
                .for_each(|&column| numbers.push(Some(column)));
            return self.columns_row(line, &numbers, out);
        }
        if let Some(pairs) = all.pairs() {
            self.flush(out);
            return self.pairs_board(line, pairs, out);
        }
        if let [first, second] = all.numbers[..]
            && !words::is_about_totals(&all.texts[1].to_lowercase())
            && !words::is_about_totals(all.texts[0])
            && let (Ok(first), Ok(second)) = (i64::try_from(first), i64::try_from(second))
        {
            return self.step(line, &all.skeleton(), (first, second), text, out);
        }
        if self.after_label(line, text, out) {
            return;
        }
        self.other(line, text, out);
    }

    /// Reads a board in FEN or as names of squares.
    fn named_board(&mut self, line: u64, text: &str, out: &mut Vec<Item>) -> bool {
        if let Some(fen) = words::fen(text) {
            self.flush(out);
            let n = self.hints.n.unwrap_or(fen.rows.len() as u32);
            let mut board = Board::drawn(line, n, &fen.rows, fen.blocked);
            board.family = Family::Fen;
            board.fault = board.fault.or(fen.fault);
            self.board(board, out);
            return true;
        }
        let squares = words::squares(text);
        let squares = squares.filter(|squares| squares.len() > 1 || self.hints.n == Some(1));
        let Some(squares) = squares else {
            return false;
        };
        self.flush(out);
        let n = self.hints.n.unwrap_or_else(|| {
            let most = squares.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
            most.max(squares.len() as i64) as u32
        });
        let squares = squares
            .into_iter()
            .map(|(row, column)| (row - 1, column - 1));
        self.squares(line, n, squares.collect(), Family::Squares, out);
        true
    }

    /// Reads the board, or its first row, that follows a label or a prompt on the same line.
    fn after_label(&mut self, line: u64, text: &str, out: &mut Vec<Item>) -> bool {
        words::unlabelled(text).any(|(label, rest)| self.labelled(line, label, rest, out))
    }

    fn labelled(&mut self, line: u64, label: &str, rest: &str, out: &mut Vec<Item>) -> bool {
        let mut numbers = Numbers::default();
        if plain_numbers(rest.as_bytes(), &mut numbers) {
            let size = self.hints.n.map_or(self.columns.last_size, |n| n as usize);
            let is_board = numbers.len() > 1
                && (numbers.len() == size || self.hints.n.is_none() && numbers.is_permutation());
            if is_board {
                self.columns_row(line, &numbers, out);
            }
            return is_board;
        }
        let Some((cells, group)) = cells(rest, &mut self.block.names, false) else {
            return false;
        };
        let fits = self.hints.n.is_none_or(|n| n as usize == cells.len());
        let has_sign = cells.iter().any(|cell| ".-_·–—□⬜".contains(*cell)) || cells.len() == 1;
        if !fits
            || cells.len() < 2 && self.hints.n != Some(1)
            || !has_sign
            || !self.is_row(&cells, group)
        {
            return false;
        }
        // `Row 0:`, `Row 1:`, … are beside the rows of one board.
        let label = Numbered::of(label);
        let number = label.numbers.last().copied();
        let label = (label.skeleton(), number.unwrap_or(0));
        let (before, count) = &self.row_label;
        if *before != label.0 || (label.1 - count).abs() != 1 {
            self.flush(out);
        }
        self.row_label = label;
        self.row(line, cells, group, rest.trim(), false, out);
        true
    }

    /// Returns true if cells are those of a row, and not letters or signs of other text.
    fn is_row(&self, cells: &[char], group: usize) -> bool {
        let n = self.hints.n.map(|n| n as usize);
        if self.block.is_empty() && !self.block.may_begin(cells, &self.hints) {
            return false;
        }
        match n {
            Some(1) => {
                cells.len() == 1 && !"=-_~+".contains(cells[0])
                    || cells.len() < 4 && cells.iter().any(|cell| "Q♛♕👑".contains(*cell))
            }
            Some(n) => (n..=n + 2).contains(&cells.len()) || group == n || !self.block.is_empty(),
            None => true,
        }
    }

    fn row(
        &mut self,
        line: u64,
        cells: Vec<char>,
        group: usize,
        text: &str,
        is_numeric: bool,
        out: &mut Vec<Item>,
    ) {
        self.flush_pairs(out);
        if !self.singles.is_empty() {
            self.flush_singles(out);
        }
        if !self.steps.lines.is_empty() {
            self.flush_steps(out);
        }
        let row = Row {
            line,
            cells,
            framed: None,
            group,
            text: shortened(text),
        };
        let found = self.block.push(row, is_numeric, &self.hints);
        self.found(found, out);
    }

    fn found(&mut self, found: Vec<Found>, out: &mut Vec<Item>) {
        for found in found {
            match found {
                Found::Item(Item::Board(board)) => self.board(board, out),
                Found::Item(item) => {
                    self.release(out);
                    out.push(item);
                }
                Found::Text(line, text) => self.other(line, &text, out),
                Found::Numbers(line, text) => {
                    let mut numbers = Numbers::default();
                    let words = text.split(|c: char| c.is_whitespace() || ",;".contains(c));
                    let words: Vec<&str> = words.filter(|word| !word.is_empty()).collect();
                    match words[..] {
                        [word] => {
                            let value = word.parse().unwrap_or(i128::MAX);
                            self.number(line, value, Rank::Alone, out);
                        }
                        _ => {
                            words
                                .iter()
                                .for_each(|word| numbers.push(word.parse().ok()));
                            self.columns_row(line, &numbers, out);
                        }
                    }
                }
            }
        }
    }

    /// Adds a line with two numbers to those with the same words.
    fn step(
        &mut self,
        line: u64,
        skeleton: &str,
        pair: (i64, i64),
        text: &str,
        out: &mut Vec<Item>,
    ) {
        let begins_again = self
            .steps
            .pairs
            .first()
            .is_some_and(|first| first.0 == pair.0);
        if skeleton != self.steps.skeleton || begins_again || self.steps.lines.len() >= MAX_WAITING
        {
            self.flush(out);
            self.steps.skeleton = skeleton.to_owned();
        }
        self.steps.pairs.push(pair);
        self.steps.lines.push((line, text.to_owned()));
        if self
            .hints
            .n
            .is_some_and(|n| n as usize == self.steps.lines.len())
        {
            self.flush_steps(out);
        }
    }

    fn flush_steps(&mut self, out: &mut Vec<Item>) {
        let pairs = std::mem::take(&mut self.steps.pairs);
        let lines = std::mem::take(&mut self.steps.lines);
        let first = pairs.first().map_or(0, |pair| pair.0);
        let size = pairs.len() as i64;
        let on_board = pairs
            .iter()
            .all(|pair| (first..first + size).contains(&pair.1));
        let is_size = self.hints.n.map_or(size > 1, |n| i64::from(n) == size);
        if is_size && on_board && words::counts_up(&pairs) {
            return self.pairs_board(lines[0].0, pairs, out);
        }
        for (line, text) in lines {
            let mut numbers = Numbers::default();
            match plain_numbers(text.as_bytes(), &mut numbers) {
                true => self.columns_row(line, &numbers, out),
                false => self.other(line, &text, out),
            }
        }
    }

    /// Reads what a list contains.
    fn content(&mut self, line: u64, content: Content, out: &mut Vec<Item>) {
        let is_board = !matches!(
            content,
            Content::Number(_) | Content::Empty | Content::Text(_) | Content::Words(_)
        );
        self.list_is_board |= is_board;
        match content {
            Content::Columns(numbers, size) => {
                let from_zero = size.is_some();
                if from_zero || numbers.len() < 2 {
                    self.flush(out);
                    self.release(out);
                    let n = self.hints.n.or(size).unwrap_or(numbers.len() as u32);
                    let shown = || {
                        self.columns
                            .base
                            .or_else(|| numbers.shows_base(n))
                            .unwrap_or(0)
                    };
                    let base = if from_zero { 0 } else { shown() };
                    return out.push(Item::Board(Board::of_columns(line, n, &numbers, base)));
                }
                self.columns_row(line, &numbers, out);
            }
            Content::Pairs(pairs) => {
                self.flush(out);
                self.pairs_board(line, pairs, out);
            }
            Content::Grid(grid) => {
                self.flush(out);
                let text: String = grid.iter().take(8).flatten().take(40).collect();
                match self.block.grid(line, grid, &self.hints) {
                    Some(Item::Board(board)) => self.board(board, out),
                    Some(item) => out.push(item),
                    None => self.other(line, &text, out),
                }
            }
            Content::Row(cells, is_numeric, text) => {
                match self.hints.are_columns == Some(true) && is_numeric {
                    true => {
                        let mut numbers = Numbers::default();
                        cells
                            .iter()
                            .for_each(|cell| numbers.push(cell.to_digit(10).map(i128::from)));
                        self.columns_row(line, &numbers, out);
                    }
                    false => self.row(line, cells, 0, &text, is_numeric, out),
                }
            }
            Content::Pair(first, second) => {
                if self.pairs.is_empty() {
                    self.pairs_line = line;
                }
                if self.pairs.len() < MAX_WAITING {
                    self.pairs.push((first, second));
                }
                self.pairs_on_line += 1;
            }
            Content::Number(number) => {
                self.list_is_board = true;
                self.number(line, number, Rank::Alone, out);
            }
            Content::Words(text) => {
                self.list_is_board = true;
                self.words(line, &text, out);
            }
            Content::Empty => {
                self.list_is_board = true;
                out.push(Item::EmptyList);
            }
            Content::Text(text) => {
                if text.contains(char::is_whitespace) {
                    self.list_is_board = true;
                    self.other(line, &text, out);
                }
            }
        }
    }

    fn flush_pairs(&mut self, out: &mut Vec<Item>) {
        let pairs = std::mem::take(&mut self.pairs);
        if !pairs.is_empty() {
            self.pairs_board(self.pairs_line, pairs, out);
        }
    }

    fn pairs_board(&mut self, line: u64, pairs: Vec<(i64, i64)>, out: &mut Vec<Item>) {
        let most = pairs.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
        let count = pairs.len() as i64;
        let has_zero = pairs.iter().any(|&(a, b)| a == 0 || b == 0);
        let size = count.max(most + i64::from(has_zero)).min(1 << 16);
        let n = self.hints.n.unwrap_or(size as u32);
        let known = self.hints.base.or(self.base);
        let shown = pairs_base(&pairs, n);
        let base = known.or(shown).unwrap_or(0);
        if n > 1 {
            self.base = self.base.or(shown);
        }
        self.release(out);
        let mut board = Board::from_pairs(line, n, pairs, base, Family::Pairs);
        if self.hints.n.is_none() && board.fault.is_some() && size > count {
            // Fewer queens than rows: a board that is not complete.
            board = Board {
                fault: None,
                ..board
            };
        }
        self.last = Some(board);
        self.is_held = true;
    }

    fn squares(
        &mut self,
        line: u64,
        n: u32,
        squares: Vec<(i64, i64)>,
        family: Family,
        out: &mut Vec<Item>,
    ) {
        let mut board = Board::from_pairs(line, n, squares, 0, family);
        board.shows_base = None;
        self.board(board, out);
    }

    /// Passes a board on, unless it is the drawing of the list before it.
    fn board(&mut self, board: Board, out: &mut Vec<Item>) {
        let list = self.last_list.take().map(|(line, n)| {
            let base = self.columns.base.unwrap_or(0);
            Board::of_columns(line, n, &self.last_numbers, base)
        });
        let last = self.last.take().or(list);
        let is_list = |family| {
            matches!(
                family,
                Family::List | Family::Pairs | Family::Squares | Family::Fen
            )
        };
        if let Some(last) = last {
            let differs = is_list(last.family) != is_list(board.family);
            let mut turned: Vec<_> = board.squares().map(|(row, column)| (column, row)).collect();
            turned.sort_unstable();
            let is_turned = last.family == Family::Pairs && last.squares().eq(turned);
            if differs && (last.squares().eq(board.squares()) || is_turned) {
                self.repeated += 1;
                let was_held = std::mem::take(&mut self.is_held);
                if was_held {
                    let line = last.line;
                    // The tutorial's picture in a border of `*` has x, the first number and the column, downwards.
                    let is_tutorial = self.edge.is_some_and(|(sign, _)| sign == '*');
                    out.push(Item::Board(
                        match is_tutorial && last.family == Family::Pairs {
                            true => board.transposed(line),
                            false => Board { line, ..board },
                        },
                    ));
                }
                return;
            }
            self.last = Some(last);
            self.release(out);
        }
        let is_small = board.n <= 32 || matches!(board.queens, Queens::Squares(_));
        self.last = is_small.then(|| board.clone());
        out.push(Item::Board(board));
    }

    /// Passes on the board that waits for its drawing.
    fn release(&mut self, out: &mut Vec<Item>) {
        self.last_list = None;
        let last = self.last.take();
        if std::mem::take(&mut self.is_held) {
            out.extend(last.map(Item::Board));
        }
    }

    fn number(&mut self, line: u64, value: i128, rank: Rank, out: &mut Vec<Item>) {
        self.release(out);
        out.push(Item::Number { line, value, rank });
    }

    /// Takes note of other text, which ends a board, and of the number that it may state.
    fn other(&mut self, line: u64, text: &str, out: &mut Vec<Item>) {
        self.flush(out);
        self.release(out);
        self.edge = None;
        let all = Numbered::of(text);
        if let [number] = all.numbers[..] {
            let skeleton = all.skeleton();
            let ordinals = &mut self.ordinals;
            if skeleton == ordinals.skeleton
                && (number == ordinals.last + 1 || number == ordinals.last && ordinals.counts_up)
            {
                ordinals.last = number;
                ordinals.counts_up = true;
                ordinals.first = None;
                return;
            }
            let waiting = ordinals.first.take();
            if (0..2).contains(&number) && !ordinals.counts_up {
                ordinals.skeleton = skeleton;
                ordinals.last = number;
                ordinals.first = Some((line, shortened(text)));
                if let Some((line, text)) = waiting {
                    self.state(line, &text, out);
                }
                return;
            }
            if let Some((line, text)) = waiting {
                self.state(line, &text, out);
            }
        }
        self.state(line, text, out);
    }

    fn state(&mut self, line: u64, text: &str, out: &mut Vec<Item>) {
        if let Some((value, rank)) = words::stated(text, self.hints.n) {
            out.push(Item::Number { line, value, rank });
            if rank == Rank::Named {
                return;
            }
        }
        let text = shortened(text);
        out.push(Item::Text { line, text });
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
