//! Lines and lists as boards, puzzles, numbers, moves and other text.
//!
//! A line is decided by the first recogniser that takes it: numbers, moves, frames, then [`Recogniser::words`], first as
//! it is and then without its label. A list in brackets is a line, too. Lines that are only a part of a board wait in
//! [`Block`] (rows), [`Steps`] (row and column of one queen) or as single numbers, until the board is complete.

use super::block::{Block, Found, MAX_ROWS};
use super::board::Board;
use super::cells::{Row, cells, framed, is_rule};
use super::columns::Columns;
use super::lines::{MAX_TEXT_BYTES, Piece};
use super::numbers::{MAX_NUMBERS, NumberLine, Numbers};
use super::repeated::Repeated;
use super::summary::Summary;
use super::waiting::{Ordinals, Steps};
use super::walls::Walls;
use super::words::{self, Numbered};
use super::{Expect, Family, Hints, Item, Rank};

/// Most lines that wait for the lines after them.
pub(super) const MAX_WAITING: usize = 4096;

#[derive(Debug, Default)]
pub(super) struct Recogniser {
    pub(super) hints: Hints,
    pub(super) out: Vec<Item>,
    numbers: NumberLine,
    /// First line with more numbers than are read.
    too_long: Option<u64>,
    /// True if a list on this line was read, and was a board.
    pub(super) list_is_board: bool,
    columns: Columns,
    pub(super) block: Block,
    /// Sign and length of the edge above the next line.
    edge: Option<(char, usize)>,
    pub(super) singles: Vec<(u64, i128)>,
    /// True if there were too many numbers alone on their lines to be a board.
    many_singles: bool,
    pub(super) steps: Steps,
    walls: Walls,
    pub(super) repeated: Repeated,
    ordinals: Ordinals,
    /// Number from which pairs count.
    pub(super) base: Option<u32>,
    /// Lines that are not empty, and lists.
    contents: u64,
    /// Text and number of the label before the last row that had one.
    row_label: (String, i128),
}

impl Recogniser {
    pub(super) fn new(hints: Hints) -> Self {
        let mut reader = Self {
            hints,
            ..Self::default()
        };
        reader.block.signs.hints = hints;
        (reader.columns.hints, reader.columns.base) = (hints, hints.base);
        reader
    }

    /// Reads a part of the text.
    pub(super) fn read(&mut self, line: u64, piece: Piece) {
        match piece {
            Piece::Part(part) => self.part(part),
            Piece::Line { text, has_list } => {
                self.contents += u64::from(has_list || !text.trim_ascii().is_empty());
                match has_list {
                    true => self.rest_of_line(line, text),
                    false => self.line(line, text),
                }
            }
            Piece::Numbers(mut numbers) => {
                self.contents += 1;
                match numbers.len() > MAX_NUMBERS {
                    true => self.too_long = Some(line),
                    false => self.columns_row(line, &mut numbers),
                }
            }
            Piece::Long(text) => {
                self.contents += 1;
                self.other(line, &String::from_utf8_lossy(text));
            }
            Piece::Unclosed => {
                // As of a program that was stopped: the last board is not whole.
                if self.steps.are_lists {
                    self.steps = Steps::default();
                }
                self.block.drop_list();
                self.other(line, "[…");
            }
        }
    }

    /// Ends the text after so many line ends.
    pub(super) fn finish(&mut self, line_ends: u64) {
        if self.contents < 2 && self.hints.n.is_none() && !self.hints.is_puzzle() {
            self.smallest(line_ends);
        }
        self.flush();
        self.columns.finish(&mut self.out);
        self.release();
        if let Some((line, text)) = self.ordinals.first.take() {
            self.state(line, &text);
        }
    }

    /// Reads the boards of n = 0 and n = 1: one empty line, and `0`.
    fn smallest(&mut self, line_ends: u64) {
        let base = self.hints.base.unwrap_or(0);
        let (line, numbers): (u64, Numbers) = match (self.contents, &self.singles[..]) {
            (0, _) if line_ends == 1 => (1, Numbers::default()),
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
        summary.repeated = self.repeated.count;
        let signs = &self.block.signs;
        let roles = signs.roles.iter();
        summary.signs = roles
            .map(|(&sign, &role)| (signs.names.text(sign), role))
            .collect();
    }

    /// Ends all that waits for more lines.
    pub(super) fn flush(&mut self) {
        self.flush_lines();
        if !self.block.is_empty() {
            let found = self.block.flush();
            self.found(found);
        }
    }

    /// Ends the lines that wait, but for rows.
    pub(super) fn flush_lines(&mut self) {
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

    /// Reads what a line has beside its lists.
    fn rest_of_line(&mut self, line: u64, bytes: &[u8]) {
        let is_board = std::mem::take(&mut self.list_is_board);
        if self.steps.end_with(line, self.hints.n) {
            self.flush_steps();
        }
        let text = String::from_utf8_lossy(bytes);
        if !is_board && text.contains(char::is_alphanumeric) {
            self.words(line, &text);
        }
    }

    fn line(&mut self, line: u64, bytes: &[u8]) {
        let mut all = std::mem::take(&mut self.numbers);
        all.clear();
        all.read(bytes);
        let is_plain = all.finish() && !self.hints.is_puzzle();
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
        let found = self.block.blank();
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
                if let Some((cells, group)) = cells(&text, &mut self.block.signs.names, true) {
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

    pub(super) fn columns_row(&mut self, line: u64, numbers: &mut Numbers) {
        self.flush();
        self.release();
        let before = self.out.len();
        self.repeated.list(numbers);
        self.columns.push(line, numbers, &mut self.out);
        // The drawing of the same board may follow.
        if let Some(Item::Board(board)) = self.out.get(before) {
            self.repeated.last_is_list(board);
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

    /// Reads a line that is more than numbers.
    fn line_of_text(&mut self, line: u64, text: &str) {
        self.many_singles = false;
        let is_puzzle = self.hints.is_puzzle();
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
            Some(framed) if framed.len() <= 8 * MAX_ROWS => {
                let text = shortened(text);
                let row = Row {
                    line,
                    cells: framed.clone(),
                    framed: Some(framed),
                    group: 0,
                    text,
                };
                let found = self.block.push(row, false);
                self.found(found);
            }
            _ => self.words(line, text),
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
    pub(super) fn words(&mut self, line: u64, text: &str) {
        let is_puzzle = self.hints.is_puzzle();
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
        if let Some((cells, group)) = cells(text, &mut self.block.signs.names, is_puzzle)
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
                self.numbers_row(line, &mut numbers, rest.as_bytes());
            }
            return is_board;
        }
        let Some((cells, group)) = cells(rest, &mut self.block.signs.names, false) else {
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
        if self.block.is_empty() && !self.block.may_begin(cells) {
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

    pub(super) fn row(
        &mut self,
        line: u64,
        cells: Vec<char>,
        group: usize,
        text: &str,
        is_numeric: bool,
    ) {
        if cells.len() > MAX_ROWS {
            return self.other(line, text);
        }
        self.flush_lines();
        let row = Row {
            line,
            cells,
            framed: None,
            group,
            text: shortened(text),
        };
        let found = self.block.push(row, is_numeric);
        self.found(found);
    }

    pub(super) fn found(&mut self, found: Vec<Found>) {
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
                    self.out.extend(self.block.signs.grid(line, &signs));
                }
            }
            Err(lines) => lines
                .iter()
                .for_each(|(line, text)| self.words(*line, text)),
        }
    }

    fn board(&mut self, board: Board) {
        // The tutorial's picture in a border of `*` has x, the first number and the column, downwards.
        let is_tutorial = self.edge.is_some_and(|(sign, _)| sign == '*');
        let base = self.columns.base.unwrap_or(0);
        self.repeated.push(board, base, is_tutorial, &mut self.out);
    }

    /// Passes on the board that waits for its drawing.
    pub(super) fn release(&mut self) {
        self.repeated.release(&mut self.out);
    }

    pub(super) fn number(&mut self, line: u64, value: i128, rank: Rank) {
        self.release();
        self.out.push(Item::Number { line, value, rank });
    }

    /// Takes note of other text, which ends a board, and of the number that it may state.
    pub(super) fn other(&mut self, line: u64, text: &str) {
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
