//! Lines and lists as boards, puzzles, numbers, moves and other text.
//!
//! A line is decided by the first recogniser that takes it: numbers, moves, frames, then [`Recogniser::words`], first as
//! it is and then without its label. A list in brackets is a line, too. Lines that are only a part of a board wait in
//! [`Block`] (rows), [`Steps`] (row and column of one queen) or as single numbers, until the board is complete.

use super::block::{Block, Found};
use super::board::{Board, BoardFault};
use super::cells::{Row, cells, framed, glued, is_rule};
use super::columns::Columns;
use super::lists::{Leaf, Lists, Part};
use super::numbers::{MAX_NUMBERS, NumberLine, Numbers};
use super::summary::Summary;
use super::waiting::{Ordinals, Steps, singles_as_columns};
use super::walls::Walls;
use super::words::{self, Numbered};
use super::{Expect, Family, Hints, Item, Queens, Rank};

/// Longest line that is read as one. A longer one is a board if it is numbers, and other text if not.
const MAX_LINE_BYTES: usize = 1 << 20;
/// Longest beginning of a line that is kept as text.
const MAX_TEXT_BYTES: usize = 400;
/// Most lines that wait for the lines after them.
pub(super) const MAX_WAITING: usize = 4096;

#[derive(Debug, Default)]
pub(super) struct Recogniser {
    hints: Hints,
    pub(super) out: Vec<Item>,
    line: u64,
    buffer: Vec<u8>,
    /// True after a carriage return, whose line feed is no other line.
    after_return: bool,
    /// Beginning of a line that is too long to be kept.
    long: Option<Vec<u8>>,
    numbers: NumberLine,
    /// First line with more numbers than are read.
    too_long: Option<u64>,
    lists: Option<Lists>,
    /// True if a list on this line was read, and if it was a board.
    has_list: bool,
    list_is_board: bool,
    columns: Columns,
    block: Block,
    /// Sign and length of the edge above the next line.
    edge: Option<(char, usize)>,
    singles: Vec<(u64, i128)>,
    /// True if there were too many numbers alone on their lines to be a board.
    many_singles: bool,
    steps: Steps,
    walls: Walls,
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
    /// Text and number of the label before the last row that had one.
    row_label: (String, i128),
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
    pub(super) fn text(&mut self, mut rest: &[u8]) {
        while !rest.is_empty() {
            if let Some(mut lists) = self.lists.take() {
                let (used, is_closed) = lists.read(rest);
                self.line += u64::from(rest[used - 1] == b'\n');
                rest = &rest[used..];
                for part in std::mem::take(&mut lists.parts) {
                    self.part(part);
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
                    self.end_line(head);
                    self.after_return = stop == b'\r';
                }
                _ => {
                    self.keep(head);
                    match self.long.is_none() && self.opens_list(stop) {
                        true => {
                            self.lists = Some(Lists::new(stop, self.line));
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

    fn end_line(&mut self, head: &[u8]) {
        let line = self.line;
        self.line += 1;
        if self.buffer.is_empty() && self.long.is_none() {
            return self.whole_line(line, head);
        }
        self.keep(head);
        if let Some(start) = self.long.take() {
            self.contents += 1;
            let mut numbers = std::mem::take(&mut self.numbers);
            return match numbers.finish() {
                true if numbers.numbers.len() > MAX_NUMBERS => self.too_long = Some(line),
                true => self.columns_row(line, &mut numbers.numbers),
                false => self.other(line, &String::from_utf8_lossy(&start)),
            };
        }
        let mut buffer = std::mem::take(&mut self.buffer);
        self.whole_line(line, &buffer);
        buffer.clear();
        self.buffer = buffer;
    }

    pub(super) fn finish(&mut self) {
        if self.lists.take().is_some() {
            // A list that was never closed, as of a program that was stopped: its last board is not whole.
            if self.steps.are_lists {
                self.steps = Steps::default();
            }
            self.block.drop_list();
            self.other(self.line, "[…");
        }
        if !self.buffer.is_empty() || self.long.is_some() || self.has_list {
            self.end_line(&[]);
        }
        if self.contents < 2 && self.hints.n.is_none() && self.hints.expect != Expect::Puzzles {
            self.smallest();
        }
        self.flush();
        self.columns.finish(&self.hints, &mut self.out);
        self.release();
        if let Some((line, text)) = self.ordinals.first.take() {
            self.state(line, &text);
        }
    }

    /// Reads the boards of n = 0 and n = 1: one empty line, and `0`.
    fn smallest(&mut self) {
        let base = self.hints.base.unwrap_or(0);
        let (line, numbers): (u64, Numbers) = match (self.contents, &self.singles[..]) {
            (0, _) if self.line == 2 => (1, Numbers::default()),
            (1, &[(line, value)]) if value == i128::from(base) => {
                (line, [Some(value)].into_iter().collect())
            }
            _ => return,
        };
        self.singles.clear();
        let n = numbers.len() as u32;
        self.out
            .push(Item::Board(Board::of_columns(line, n, &numbers, base)));
    }

    /// Adds what the whole text showed.
    pub(super) fn describe(&self, summary: &mut Summary) {
        summary.base = self.columns.base.or(self.base);
        summary.n_first = self.columns.n_first == Some(true);
        summary.ambiguous = self.columns.ambiguous.clone();
        summary.too_long = self.too_long;
        summary.repeated = self.repeated;
        let names = &self.block.names;
        let signs = self.block.signs.iter();
        summary.signs = signs
            .map(|(&sign, &role)| (names.text(sign), role))
            .collect();
    }

    /// Ends all that waits for more lines.
    fn flush(&mut self) {
        self.flush_lines();
        if !self.block.is_empty() {
            let found = self.block.flush(&self.hints);
            self.found(found);
        }
    }

    /// Ends the lines that wait, but for rows.
    fn flush_lines(&mut self) {
        if !self.walls.is_empty() {
            self.flush_walls();
        }
        if !self.singles.is_empty() {
            self.flush_singles();
        }
        if !self.steps.is_empty() {
            self.flush_steps();
        }
    }

    fn whole_line(&mut self, line: u64, bytes: &[u8]) {
        let has_list = std::mem::take(&mut self.has_list);
        self.contents += u64::from(has_list || !bytes.trim_ascii().is_empty());
        if has_list {
            let is_board = std::mem::take(&mut self.list_is_board);
            if self.steps.end_with(line, self.hints.n) {
                self.flush_steps();
            }
            let text = String::from_utf8_lossy(bytes);
            if !is_board && text.contains(char::is_alphanumeric) {
                self.words(line, &text);
            }
            return;
        }
        let mut all = std::mem::take(&mut self.numbers);
        all.clear();
        all.read(bytes);
        let is_plain = all.finish() && self.hints.expect != Expect::Puzzles;
        let numbers = &mut all.numbers;
        match numbers.len() {
            0 if is_plain => self.blank(),
            1.. if !all.is_other && self.hints.are_columns == Some(true) => {
                self.columns_row(line, numbers)
            }
            1 if is_plain => self.single(line, bytes),
            2.. if is_plain => self.numbers_row(line, numbers, bytes),
            _ => {
                let text = String::from_utf8_lossy(bytes);
                match text.trim().is_empty() {
                    true => self.blank(),
                    false => self.line_of_text(line, &text),
                }
            }
        }
        self.numbers = all;
    }

    fn blank(&mut self) {
        if !self.walls.is_empty() {
            self.flush_walls();
        }
        if !self.singles.is_empty() {
            self.flush_singles();
        }
        // Empty lines may be between sentences.
        if self.steps.are_lists {
            self.flush_steps();
        }
        let found = self.block.blank(&self.hints);
        self.found(found);
    }

    /// Reads a line of several numbers: a row of a drawing, the numbers of columns above one, two of one queen, the size
    /// and its number of solutions, or the columns of a board.
    fn numbers_row(&mut self, line: u64, numbers: &mut Numbers, bytes: &[u8]) {
        let k = numbers.len();
        let n = self.hints.n.map(|n| n as usize);
        if self.hints.are_columns != Some(true) && k <= 2048 {
            let values = &numbers.values;
            let zeros = values.iter().filter(|&&value| value == 0).count();
            let is_row = values.iter().all(|&value| value < 2)
                || k > 2 && zeros >= k - 1
                || self.hints.are_columns == Some(false);
            let fits = n.is_none_or(|n| n == k);
            let counts_up = values[0] < 2
                && (3..64).contains(&k)
                && values
                    .windows(2)
                    .all(|two| two[0].wrapping_add(1) == two[1]);
            let is_labelled = !self.block.is_empty() && values[1..].iter().all(|&v| v < 2);
            let is_pair = k == 2 && n.is_none();
            if is_row && fits && !is_pair || counts_up || is_labelled && !fits {
                let text = String::from_utf8_lossy(bytes);
                if let Some((cells, group)) = cells(&text, &mut self.block.names, true) {
                    return self.row(line, cells, group, &text, is_row || counts_up);
                }
            }
            if k == 2
                && n != Some(2)
                && let (Some(a), Some(b)) = (numbers.get(0), numbers.get(1))
            {
                if n.is_some_and(|n| n as i64 == a && self.steps.len() + 1 < n) {
                    self.flush();
                    return self.number(line, b.into(), Rank::Named);
                }
                return self.step(line, " ", (a, b), &String::from_utf8_lossy(bytes));
            }
        }
        self.columns_row(line, numbers);
    }

    fn columns_row(&mut self, line: u64, numbers: &mut Numbers) {
        self.flush();
        self.release();
        let before = self.out.len();
        let is_small = numbers.len() <= 32;
        if is_small {
            self.last_numbers.clone_from(numbers);
        }
        self.columns.push(line, numbers, &self.hints, &mut self.out);
        // The drawing of the same board may follow.
        if let Some(Item::Board(Board { line, n, .. })) = self.out.get(before).filter(|_| is_small)
        {
            self.last_list = Some((*line, *n));
        }
    }

    /// Reads a number that is alone on its line.
    fn single(&mut self, line: u64, bytes: &[u8]) {
        let text = String::from_utf8_lossy(bytes);
        let word = text.trim();
        let digits = word.len();
        let is_size = self.hints.n.is_none_or(|n| n as usize == digits);
        if digits > 1 && is_size && word.bytes().all(|byte| b"01".contains(&byte)) {
            return self.row(line, word.chars().collect(), 0, word, true);
        }
        let digit = |letter: char| letter.to_digit(10).map(i128::from);
        let mut glued: Numbers = word.chars().take(16).map(digit).collect();
        if (4..11).contains(&digits) && is_size && glued.is_permutation() {
            return self.columns_row(line, &mut glued);
        }
        let Ok(value) = word.parse::<i128>() else {
            return self.flush();
        };
        if self.many_singles {
            return self.number(line, value, Rank::Alone);
        }
        if self.singles.is_empty() {
            self.flush();
        }
        self.singles.push((line, value));
        if self.singles.len() >= MAX_WAITING {
            self.many_singles = true;
            self.flush_singles();
        }
    }

    fn flush_singles(&mut self) {
        let singles = std::mem::take(&mut self.singles);
        if let Some(mut numbers) = singles_as_columns(&singles, self.hints.n) {
            return self.columns_row(singles[0].0, &mut numbers);
        }
        for (line, value) in singles {
            self.number(line, value, Rank::Alone);
        }
    }

    /// Reads a line that is more than numbers.
    fn line_of_text(&mut self, line: u64, text: &str) {
        self.many_singles = false;
        let is_puzzle = self.hints.expect == Expect::Puzzles;
        if text.contains(['"', '\'']) && !is_puzzle {
            let bare = text.replace(['"', '\''], " ");
            if let Some(mut numbers) = Numbers::of(&bare).filter(|numbers| numbers.len() > 1) {
                return self.numbers_row(line, &mut numbers, bare.as_bytes());
            }
        }
        if self.hints.is_move.is_some_and(|is_move| is_move(text)) {
            self.flush();
            self.release();
            let text = shortened(text);
            return self.out.push(Item::Move { line, text });
        }
        if is_puzzle && self.walls.push(line, text) {
            return;
        }
        if !self.walls.is_empty() {
            self.flush_walls();
        }
        if self.rule(text) {
            return;
        }
        match framed(text, self.edge) {
            Some(framed) => {
                let text = shortened(text);
                let row = Row {
                    line,
                    cells: framed.clone(),
                    framed: Some(framed),
                    group: 0,
                    text,
                };
                let found = self.block.push(row, false, &self.hints);
                self.found(found);
            }
            None => self.words(line, text),
        }
    }

    /// Reads the edge of a frame, or a line between boards.
    fn rule(&mut self, text: &str) -> bool {
        let solid = text.trim();
        let first = solid.chars().next().unwrap_or(' ');
        let is_run = "*#+=-_~".contains(first)
            && solid.chars().all(|letter| letter == first)
            && solid.len() > 2;
        if !is_run && !is_rule(text) {
            return false;
        }
        let cells: Vec<char> = solid.chars().collect();
        if is_run {
            // An empty row of a board that is not complete, unless a frame begins here.
            let is_given = self.hints.expect == Expect::Constraints && self.hints.n != Some(0);
            let begins_frame = self.block.is_empty() && "*#".contains(first);
            let may_be_row = is_given && "-_*#".contains(first) && !begins_frame;
            if self.block.continues(&cells) || may_be_row {
                return false;
            }
        }
        let ends_frame = self.edge.is_some() && self.block.is_framed();
        if ends_frame || !text.contains(['+', '┼', '├', '|', '│', '─', '-', '╟', '╠']) {
            self.flush();
        }
        self.edge = Some((first, cells.len()));
        true
    }

    /// Reads a line in words, or the rest of one with a list: as it is, then without its label.
    fn words(&mut self, line: u64, text: &str) {
        let is_puzzle = self.hints.expect == Expect::Puzzles;
        if is_puzzle && words::is_comment(text) {
            return self.flush();
        }
        if !is_puzzle && words::is_prose(text) {
            return self.other(line, text);
        }
        let behind = words::unlabelled(text).map(|(_, rest)| rest);
        if std::iter::once(text)
            .chain(behind)
            .any(|text| self.named_board(line, text))
        {
            return;
        }
        if let Some((cells, group)) = cells(text, &mut self.block.names, is_puzzle)
            && self.is_row(&cells, group)
            && !words::is_counter(text.trim())
        {
            return self.row(line, cells, group, text, false);
        }
        let all = Numbered::of(text);
        if let Some(mut columns) = all.columns(self.hints.n, self.columns.last_size) {
            return self.columns_row(line, &mut columns);
        }
        if let Some(pairs) = all.pairs() {
            self.flush();
            return self.pairs_board(line, pairs);
        }
        if let Some(pair) = all.pair() {
            return self.step(line, &all.skeleton(), pair, text);
        }
        let labelled = |(label, rest)| self.labelled(line, label, rest);
        if !words::unlabelled(text).any(labelled) {
            self.other(line, text);
        }
    }

    /// Reads a board in FEN, as names of squares or as a model of a SAT solver.
    fn named_board(&mut self, line: u64, text: &str) -> bool {
        if let Some(fen) = words::fen(text) {
            self.flush();
            let n = self.hints.n.unwrap_or(fen.rows.len() as u32);
            let mut board = Board::drawn(line, n, &fen.rows, fen.blocked);
            board.family = Family::Fen;
            board.fault = board.fault.or(fen.fault);
            self.board(board);
            return true;
        }
        let is_board = |squares: &Vec<_>| squares.len() > 1 || self.hints.n == Some(1);
        let (n, squares, family) = match words::squares(text).filter(is_board) {
            Some(squares) => {
                let most = squares.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
                let n = (most + 1).max(squares.len() as i64) as u32;
                (self.hints.n.unwrap_or(n), squares, Family::Squares)
            }
            None => match words::model(text) {
                Some((n, squares)) => (n, squares, Family::Pairs),
                None => return false,
            },
        };
        self.flush();
        let board = Board::of_pairs(line, n, squares, Some(0));
        self.board(Board {
            family,
            shows_base: None,
            ..board
        });
        true
    }

    /// Reads the board, or its first row, that follows a label or a prompt on the same line.
    fn labelled(&mut self, line: u64, label: &str, rest: &str) -> bool {
        if let Some(mut numbers) = Numbers::of(rest) {
            let size = self.hints.n.map_or(self.columns.last_size, |n| n as usize);
            let is_board = numbers.len() > 1
                && (numbers.len() == size || self.hints.n.is_none() && numbers.is_permutation());
            if is_board {
                self.columns_row(line, &mut numbers);
            }
            return is_board;
        }
        let Some((cells, group)) = cells(rest, &mut self.block.names, false) else {
            return false;
        };
        let fits = self.hints.n.is_none_or(|n| n as usize == cells.len());
        let has_sign = cells.iter().any(|cell| ".-_·–—□⬜".contains(*cell)) || cells.len() == 1;
        let is_long = cells.len() > 1 || self.hints.n == Some(1);
        if !fits || !is_long || !has_sign || !self.is_row(&cells, group) {
            return false;
        }
        // `Row 0:`, `Row 1:`, … are beside the rows of one board.
        let label = Numbered::of(label);
        let label = (label.skeleton(), label.numbers.last().copied().unwrap_or(0));
        let (before, count) = &self.row_label;
        if *before != label.0 || (label.1 - count).abs() != 1 {
            self.flush();
        }
        self.row_label = label;
        self.row(line, cells, group, rest.trim(), false);
        true
    }

    /// Returns true if cells are those of a row, and not letters or signs of other text.
    fn is_row(&self, cells: &[char], group: usize) -> bool {
        if self.block.is_empty() && !self.block.may_begin(cells, &self.hints) {
            return false;
        }
        match self.hints.n {
            Some(1) => {
                cells.len() == 1 && !"=-_~+".contains(cells[0])
                    || cells.len() < 4 && cells.iter().any(|cell| "Q♛♕👑".contains(*cell))
            }
            Some(n) => {
                let n = n as usize;
                (n..=n + 2).contains(&cells.len()) || group == n || !self.block.is_empty()
            }
            None => true,
        }
    }

    fn row(&mut self, line: u64, cells: Vec<char>, group: usize, text: &str, is_numeric: bool) {
        self.flush_lines();
        let row = Row {
            line,
            cells,
            framed: None,
            group,
            text: shortened(text),
        };
        let found = self.block.push(row, is_numeric, &self.hints);
        self.found(found);
    }

    fn found(&mut self, found: Vec<Found>) {
        for found in found {
            match found {
                Found::Item(Item::Board(board)) => self.board(board),
                Found::Item(item) => {
                    self.release();
                    self.out.push(item);
                }
                Found::Text(line, text) => self.other(line, &text),
                Found::Numbers(line, text) => {
                    let mut numbers = Numbers::of(&text).unwrap_or_default();
                    match numbers.len() {
                        1 => {
                            let value = text.trim().parse().unwrap_or(i128::MAX);
                            self.number(line, value, Rank::Alone);
                        }
                        _ => self.columns_row(line, &mut numbers),
                    }
                }
            }
        }
    }

    fn flush_walls(&mut self) {
        match std::mem::take(&mut self.walls).read() {
            Ok((regions, line, signs)) => {
                self.out.extend(regions.map(Item::Regions));
                if let Some(signs) = signs {
                    self.out.extend(self.block.grid(line, signs, &self.hints));
                }
            }
            Err(lines) => lines
                .iter()
                .for_each(|(line, text)| self.words(*line, text)),
        }
    }

    /// Adds a line with two numbers to those with the same words.
    fn step(&mut self, line: u64, skeleton: &str, pair: (i64, i64), text: &str) {
        if !self.steps.continues(skeleton, pair) {
            self.flush();
        }
        self.steps.push(line, skeleton, pair, text);
        if self.hints.n.is_some_and(|n| n as usize == self.steps.len()) {
            self.flush_steps();
        }
    }

    fn flush_steps(&mut self) {
        let steps = std::mem::take(&mut self.steps);
        if steps.are_board(self.hints.n) {
            return self.pairs_board(steps.lines[0].0, steps.pairs);
        }
        for (line, text) in steps.lines {
            match Numbers::of(&text) {
                Some(mut numbers) => self.columns_row(line, &mut numbers),
                None => self.other(line, &text),
            }
        }
    }

    fn pairs_board(&mut self, line: u64, pairs: Vec<(i64, i64)>) {
        let most = pairs.iter().map(|&(a, b)| a.max(b)).max().unwrap_or(0);
        let count = pairs.len() as i64;
        let has_zero = pairs.iter().any(|&(a, b)| a == 0 || b == 0);
        let size = count
            .max(most.saturating_add(i64::from(has_zero)))
            .min(1 << 16);
        let n = self.hints.n.unwrap_or(size as u32);
        self.release();
        let mut board = Board::of_pairs(line, n, pairs, self.hints.base.or(self.base));
        if n > 1 {
            self.base = self.base.or(board.shows_base);
        }
        // Fewer queens than rows: a board that is not complete.
        if self.hints.n.is_none() && size > count {
            board.fault = board
                .fault
                .filter(|fault| !matches!(fault, BoardFault::Size { .. }));
        }
        self.last = Some(board);
        self.is_held = true;
    }

    /// Reads a part of a list.
    fn part(&mut self, part: Part) {
        match part {
            Part::Leaf(leaf) => self.leaf(leaf),
            Part::Empties(..) if self.hints.expect == Expect::Puzzles => {}
            Part::Empties(line, number) => {
                // Copies of one list that was emptied.
                (0..number).for_each(|_| self.columns_row(line, &mut Numbers::default()));
            }
            Part::End => {
                self.flush_lines();
                self.end_list();
            }
        }
    }

    fn end_list(&mut self) {
        let found = self.block.end_list(&self.hints);
        self.found(found);
    }

    /// Reads a list without lists in it.
    fn leaf(&mut self, mut leaf: Leaf) {
        let (line, size) = (leaf.line, leaf.numbers.len());
        let is_puzzle = self.hints.expect == Expect::Puzzles;
        self.list_is_board = true;
        if !leaf.words.is_empty() {
            return self.list_of_words(&leaf);
        }
        if !leaf.keys.is_empty() {
            return self.object(&mut leaf);
        }
        let n = self.hints.n.map(|n| n as usize);
        let is_bits = leaf.numbers.values.iter().all(|&value| value < 2);
        let pair = leaf
            .numbers
            .get(0)
            .zip(leaf.numbers.get(1))
            .filter(|_| size == 2);
        match (leaf.own_n, pair) {
            // The solution of a puzzle in an object of bezzel's: no marks of a player.
            _ if is_puzzle && leaf.key == "queens" => {}
            (Some(n), _) if pair.is_none() || n == 2 => {
                self.flush();
                self.release();
                let n = self.hints.n.unwrap_or(n);
                self.out
                    .push(Item::Board(Board::of_columns(line, n, &leaf.numbers, 0)));
            }
            _ if size == 0 => self.out.push(Item::EmptyList),
            _ if is_puzzle && size > 2 => self.list_of_cells(&leaf),
            (_, Some(pair)) if n != Some(2) || leaf.is_round && leaf.depth > 1 => {
                self.list_pair(line, pair)
            }
            _ if size == 1 && leaf.depth == 0 && (n.is_some_and(|n| n != 1) || !is_bits) => {
                self.flush();
                self.number(line, leaf.numbers.get(0).unwrap_or(0).into(), Rank::Alone);
            }
            _ if is_bits
                && size > 1
                && n.is_none_or(|n| n == size)
                && self.hints.are_columns != Some(true) =>
            {
                self.list_of_cells(&leaf);
            }
            _ => self.columns_row(line, &mut leaf.numbers),
        }
    }

    fn list_pair(&mut self, line: u64, pair: (i64, i64)) {
        if !self.steps.are_lists {
            self.flush();
        }
        self.steps.push_list(line, pair);
    }

    /// Reads an object with numbers: the columns of rows, row and column of a queen, or a total.
    fn object(&mut self, leaf: &mut Leaf) {
        let is_puzzle = self.hints.expect == Expect::Puzzles;
        if let Some(pair) = leaf.axes().filter(|_| !is_puzzle) {
            return self.list_pair(leaf.line, pair);
        }
        if let Some(mut numbers) = leaf.keyed() {
            return self.columns_row(leaf.line, &mut numbers);
        }
        self.list_is_board = leaf.keys.len() > 1;
        match leaf.total() {
            Some(number) => {
                self.flush();
                self.number(leaf.line, number.into(), Rank::Alone);
            }
            None if self.list_is_board => self.other(leaf.line, &leaf.keys.join(" ")),
            None => {}
        }
    }

    /// Reads a list of words: rows of a board, the squares of a row, or other text.
    fn list_of_words(&mut self, leaf: &Leaf) {
        let (line, words) = (leaf.line, &leaf.words);
        let is_puzzle = self.hints.expect == Expect::Puzzles;
        let is_single = |word: &String| word.chars().nth(1).is_none() && !word.is_empty();
        let text = words.join(" ");
        if leaf.numbers.len() > 0 && leaf.keys.is_empty() {
            if !is_puzzle || words.len() + leaf.numbers.len() < 4 {
                self.other(line, &text);
            }
            return;
        }
        if words.len() > 1 && words.iter().all(is_single) {
            return self.list_row(leaf, words.concat().chars().collect(), &text, false);
        }
        let rows: Option<Vec<Vec<char>>> =
            words.iter().map(|word| glued(word, is_puzzle)).collect();
        match rows {
            Some(mut rows) if rows.len() == 1 && self.hints.n != Some(1) && rows[0].len() > 1 => {
                self.list_row(leaf, rows.remove(0), &text, false);
            }
            Some(rows) => {
                self.flush();
                self.block.in_list = true;
                for (row, text) in rows.into_iter().zip(words) {
                    self.list_row(leaf, row, text, false);
                }
                self.end_list();
            }
            None if is_puzzle && words.len() > 3 => self.list_of_cells(leaf),
            None => self.words(line, &text),
        }
    }

    /// Adds a row whose cells are the words or the numbers of a list.
    fn list_of_cells(&mut self, leaf: &Leaf) {
        let number = |at| {
            leaf.numbers
                .get(at)
                .map_or("-".to_owned(), |number| number.to_string())
        };
        let numbers: Vec<String> = (0..leaf.numbers.len()).map(number).collect();
        let words = if leaf.words.is_empty() {
            &numbers
        } else {
            &leaf.words
        };
        let cells: Option<Vec<char>> = words
            .iter()
            .map(|word| self.block.names.sign(word))
            .collect();
        if let Some(cells) = cells {
            self.list_row(leaf, cells, &words.join(" "), leaf.words.is_empty());
        }
    }

    /// Adds a row, which belongs to the list around it if there is one.
    fn list_row(&mut self, leaf: &Leaf, cells: Vec<char>, text: &str, is_numeric: bool) {
        if leaf.depth > 0 && !self.block.in_list {
            self.flush();
            self.block.in_list = true;
        }
        self.row(leaf.line, cells, 0, text, is_numeric);
    }

    /// Passes a board on, unless it is the drawing of the list before it.
    fn board(&mut self, board: Board) {
        let list = self.last_list.take().map(|(line, n)| {
            let base = self.columns.base.unwrap_or(0);
            Board::of_columns(line, n, &self.last_numbers, base)
        });
        if let Some(last) = self.last.take().or(list) {
            let is_drawn = |board: &Board| board.family == Family::Drawing;
            let mut turned: Vec<_> = board.squares().map(|(row, column)| (column, row)).collect();
            turned.sort_unstable();
            let is_turned = last.family == Family::Pairs && last.squares().eq(turned);
            let is_same = last.squares().eq(board.squares()) || is_turned;
            if is_drawn(&last) != is_drawn(&board) && is_same {
                self.repeated += 1;
                if std::mem::take(&mut self.is_held) {
                    // The tutorial's picture in a border of `*` has x, the first number and the column, downwards.
                    let is_tutorial = self.edge.is_some_and(|(sign, _)| sign == '*');
                    let board = match is_tutorial && last.family == Family::Pairs {
                        true => board.transposed(),
                        false => board,
                    };
                    self.out.push(Item::Board(Board {
                        line: last.line,
                        ..board
                    }));
                }
                return;
            }
            self.last = Some(last);
            self.release();
        }
        let is_small = board.n <= 32 || matches!(board.queens, Queens::Squares(_));
        self.last = is_small.then(|| board.clone());
        self.out.push(Item::Board(board));
    }

    /// Passes on the board that waits for its drawing.
    fn release(&mut self) {
        self.last_list = None;
        let last = self.last.take();
        if std::mem::take(&mut self.is_held) {
            self.out.extend(last.map(Item::Board));
        }
    }

    fn number(&mut self, line: u64, value: i128, rank: Rank) {
        self.release();
        self.out.push(Item::Number { line, value, rank });
    }

    /// Takes note of other text, which ends a board, and of the number that it may state.
    fn other(&mut self, line: u64, text: &str) {
        self.flush();
        self.release();
        self.edge = None;
        let (before, is_ordinal) = self.ordinals.see(line, text);
        if let Some((line, text)) = before {
            self.state(line, &text);
        }
        if !is_ordinal {
            self.state(line, text);
        }
    }

    fn state(&mut self, line: u64, text: &str) {
        if let Some((value, rank)) = words::stated(text, self.hints.n) {
            self.out.push(Item::Number { line, value, rank });
            if rank == Rank::Named {
                return;
            }
        }
        let text = shortened(text);
        self.out.push(Item::Text { line, text });
    }
}

/// Returns the beginning of a text.
pub(super) fn shortened(text: &str) -> String {
    let mut end = text.len().min(MAX_TEXT_BYTES);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    text[..end].to_owned()
}
