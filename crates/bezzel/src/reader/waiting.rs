//! Lines that mean something only together: numbers one a line, two numbers of each queen, headings that count up.

use std::collections::BTreeSet;

use super::block::MAX_ROWS;
use super::board::{Board, BoardFault};
use super::cells::{group, is_doubled};
use super::columns::glued_columns;
use super::numbers::Numbers;
use super::recogniser::{MAX_WAITING, Recogniser, shortened};
use super::signs::MIN_REGIONS;
use super::words::{Numbered, counts_up, names_rows};
use super::{Item, Rank};

/// Row and column of each queen, one after another: in lines with the same words, such as `Queen 1 is placed at
/// column 3`, or in brackets.
#[derive(Debug, Default)]
pub(super) struct Steps {
    skeleton: String,
    /// True if the pairs were in brackets: then they are those of a board, in any order.
    pub(super) are_lists: bool,
    /// True if a search may have placed these queens, one after another: they are a board if there is one in each row.
    pub(super) are_moves: bool,
    /// True if the pairs are beside words.
    pub(super) are_named: bool,
    /// The queens' own numbers, or their rows.
    numbers: Vec<i128>,
    /// True if the queens have their own numbers: then their rows are in any order.
    are_numbered: bool,
    pub(super) pairs: Vec<(i64, i64)>,
    pub(super) lines: Vec<(u64, String)>,
}

impl Steps {
    pub(super) fn len(&self) -> usize {
        self.pairs.len()
    }

    /// Returns true if a line has the same words as those before, and does not begin another board.
    pub(super) fn continues(&self, skeleton: &str, number: i128) -> bool {
        let begins_again = self.numbers.first() == Some(&number);
        !self.are_lists
            && self.skeleton == skeleton
            && !begins_again
            && self.pairs.len() < MAX_WAITING
    }

    pub(super) fn push(
        &mut self,
        line: u64,
        skeleton: &str,
        number: Option<i128>,
        pair: (i64, i64),
        text: &str,
    ) {
        if self.pairs.is_empty() {
            self.skeleton = skeleton.to_owned();
        }
        self.are_numbered = number.is_some();
        self.numbers.push(number.unwrap_or(pair.0.into()));
        self.pairs.push(pair);
        self.lines.push((line, shortened(text)));
    }

    /// Adds a pair that was in brackets.
    pub(super) fn push_list(&mut self, line: u64, pair: (i64, i64)) {
        self.are_lists = true;
        if self.pairs.len() < 1 << 16 {
            self.push(line, "", None, pair, "");
        }
    }

    /// Returns true if pairs in brackets end with this line.
    pub(super) fn end_with(&self, line: u64, n: Option<u32>) -> bool {
        let on_line = self.lines.iter().rev().take_while(|other| other.0 == line);
        self.are_lists && (on_line.count() > 1 || n.is_some_and(|n| self.len() >= n as usize))
    }

    /// Returns true if the pairs are a board, and not numbers in some text.
    pub(super) fn are_board(&self, n: Option<u32>) -> bool {
        let size = self.pairs.len() as i64;
        let is_size = n.map_or(size > 1, |n| i64::from(n) == size);
        // A wrong program may put a numbered queen just outside the board. Larger numbers are no rows and columns.
        let places = match self.pairs.first() {
            Some(&(first, _)) if !self.are_numbered => first..first.saturating_add(size),
            _ => 0..size + 1,
        };
        let on_board =
            |&(row, column): &(i64, i64)| places.contains(&row) && places.contains(&column);
        let are_places = self.pairs.iter().all(on_board);
        self.are_lists && !(self.are_moves && n.is_some())
            || is_size && are_places && counts_up(self.numbers.iter().copied())
    }
}

/// Returns the columns of a board that has one number a line, with n before them or without.
fn singles_as_columns(singles: &[(u64, i128)], n: Option<u32>) -> Option<Numbers> {
    let values: Vec<i128> = singles.iter().map(|&(_, value)| value).collect();
    let numbers: Numbers = values.iter().copied().map(Some).collect();
    if let Some(columns) = n.and_then(|_| numbers.unmasked(n)) {
        return Some(columns);
    }
    let (&first, rest) = values.split_first()?;
    let may_have_n = n.map_or(!numbers.is_permutation(), |n| n as usize == rest.len());
    let has_n = may_have_n && first == rest.len() as i128;
    let columns = if has_n { rest } else { &values };
    let size = n.map_or(columns.len(), |n| n as usize);
    let mut sorted = columns.to_vec();
    sorted.sort_unstable();
    sorted.dedup();
    // The totals of n = 1 to 4.
    let is_table = columns == [1, 0, 0, 2];
    let fits = |column: &i128| (0..=size as i128).contains(column);
    let is_board = size > 3 && columns.len() == size && sorted.len() + 2 >= size;
    (is_board && !is_table && sorted.iter().all(fits))
        .then(|| columns.iter().copied().map(Some).collect())
}

/// Headings with a number that counts up, such as `Solution 1:`, which is no total.
#[derive(Debug, Default)]
pub(super) struct Ordinals {
    skeleton: String,
    last: i128,
    counts_up: bool,
    /// A heading with 0 or 1 that waits for the next one.
    pub(super) first: Option<(u64, String)>,
}

impl Ordinals {
    /// Takes note of a line of text. Returns the heading before it, if that did not count, and true if this line counts
    /// or waits for the next one.
    pub(super) fn see(&mut self, line: u64, text: &str) -> (Option<(u64, String)>, bool) {
        if !text.contains(|letter: char| letter.is_ascii_digit()) {
            return (None, false);
        }
        let all = Numbered::of(text);
        let [number] = all.numbers[..] else {
            return (None, false);
        };
        let skeleton = all.skeleton();
        let is_next = number == self.last + 1 || number == self.last && self.counts_up;
        if skeleton == self.skeleton && is_next {
            self.last = number;
            self.counts_up = true;
            self.first = None;
            return (None, true);
        }
        let before = self.first.take();
        let may_be_first = (0..2).contains(&number) && !self.counts_up;
        if may_be_first {
            self.skeleton = skeleton;
            self.last = number;
            self.first = Some((line, shortened(text)));
        }
        (before, may_be_first)
    }
}

impl Recogniser {
    /// Reads a number that is alone on its line.
    pub(super) fn single(&mut self, line: u64, text: &str, numbers: &Numbers) {
        let word = text.trim();
        if let Some(mut bits) = self.bits(word) {
            return self.columns_row(line, &mut bits);
        }
        if self.is_bits(word) {
            return self.row(line, word.chars().collect(), 0, word, true);
        }
        if let Some(mut columns) = glued_columns(word, &self.hints) {
            return self.columns_row(line, &mut columns);
        }
        let Some(value) = word.parse().ok().or_else(|| numbers.get(0).map(i128::from)) else {
            return self.other(line, text);
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

    /// Returns true for a row such as `0100` or `00110000`.
    pub(super) fn is_bits(&self, word: &str) -> bool {
        let cells: Vec<char> = word.chars().take(MAX_ROWS).collect();
        let digits = cells.len();
        let is_size = |n| n as usize == digits || 2 * n as usize == digits && is_doubled(&cells);
        let fits = digits > 1 && self.hints.n.is_none_or(is_size);
        fits && cells.iter().all(|cell| "01".contains(*cell))
    }

    /// Returns the squares of all rows in one line such as `0100 0001 1000 0010`.
    pub(super) fn bits(&self, text: &str) -> Option<Numbers> {
        let words = text.split([' ', ',']).filter(|word| !word.is_empty());
        let digits = words.clone().map(str::len).sum::<usize>();
        let count = words.clone().count();
        let size = match count {
            1 if digits > 15 => digits.isqrt(),
            _ => count,
        };
        let size = self.hints.n.map_or(size, |n| n as usize);
        let are_bits = size > 2 && digits == size * size && digits > words.clone().count();
        let bits = words.flat_map(str::chars);
        let bit = |letter: char| letter.to_digit(2).map(|digit| Some(i128::from(digit)));
        bits.map(|letter| bit(letter).filter(|_| are_bits))
            .collect()
    }

    pub(super) fn flush_singles(&mut self) {
        let singles = std::mem::take(&mut self.singles);
        if let Some(mut numbers) = singles_as_columns(&singles, self.hints.n) {
            return self.columns_row(singles[0].0, &mut numbers);
        }
        for (line, value) in singles {
            self.number(line, value, Rank::Alone);
        }
    }

    /// Reads the boards of n = 0 and n = 1: one empty line, and `0`.
    pub(super) fn smallest(&mut self, line_ends: u64) {
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

    /// Keeps the numbers behind a label of rows or columns that count up, which no solution does, for the next line.
    pub(super) fn begins_head(&mut self, line: u64, label: &str, numbers: &mut Numbers) -> bool {
        let is_head = names_rows(label).is_some() && counts_up(numbers.values.iter().copied());
        if is_head {
            self.flush();
            self.head = Some((line, std::mem::take(numbers), label.to_owned()));
        }
        is_head
    }

    /// Reads the numbers on the line before `next`: the numbers of columns if that line is a number and two signs, those
    /// of rows or columns if that line has the other ones, else a board.
    pub(super) fn read_head(&mut self, next: &str) {
        let Some((_, numbers, label)) = &self.head else {
            return;
        };
        let is_of_rows = names_rows(label);
        let is_other = names_rows(next)
            .zip(is_of_rows)
            .is_some_and(|(next, head)| next != head);
        if is_other && Numbered::of(next).numbers.len() == numbers.len() {
            self.head = None;
            return;
        }
        let mut signs = next
            .chars()
            .filter(|&sign| !sign.is_whitespace() && !"|[]".contains(sign));
        let is_labelled = matches!(signs.next(), Some('0'..='2')) && signs.count() == 2;
        if let Some((line, numbers, text)) =
            self.head.take_if(|_| is_labelled && is_of_rows.is_none())
        {
            let cells = self.signs_of(&numbers);
            self.row(line, cells, group(&text), &text, true);
        }
        self.flush_head();
    }

    pub(super) fn flush_head(&mut self) {
        if let Some((line, mut numbers, _)) = self.head.take() {
            self.columns_row(line, &mut numbers);
        }
    }

    /// Adds a line with two numbers to those with the same words.
    pub(super) fn step(
        &mut self,
        line: u64,
        skeleton: &str,
        number: Option<i128>,
        pair: (i64, i64),
        text: &str,
    ) {
        if !self
            .steps
            .continues(skeleton, number.unwrap_or(pair.0.into()))
        {
            self.flush();
        }
        self.steps.push(line, skeleton, number, pair, text);
        if self.hints.n.is_some_and(|n| n as usize == self.steps.len()) {
            self.flush_steps();
        }
    }

    pub(super) fn flush_steps(&mut self) {
        if self.steps.pairs.is_empty() {
            return;
        }
        let steps = std::mem::take(&mut self.steps);
        if let ([pair], false, true) = (&steps.pairs[..], steps.are_named, steps.are_lists) {
            return self.lone_pair(Some((steps.lines[0].0, *pair)));
        }
        if steps.are_board(self.hints.n) {
            return self.pairs_board(steps.lines[0].0, steps.pairs);
        }
        for (line, text) in steps.lines {
            match Numbers::of(&text) {
                Some(mut numbers) if self.hints.n != Some(1) => {
                    self.columns_row(line, &mut numbers)
                }
                _ => self.other(line, &text),
            }
        }
    }

    /// Keeps a pair alone on its line: it may be the shape of an array. The one before it is a board if there is no other.
    pub(super) fn lone_pair(&mut self, pair: Option<(u64, (i64, i64))>) {
        if let Some((line, (a, b))) = std::mem::replace(&mut self.shape, pair) {
            match self.has_board || self.columns.last_size > 0 {
                true => self.other(line, &format!("({a}, {b})")),
                false => self.pairs_board(line, vec![(a, b)]),
            }
        }
    }

    pub(super) fn pairs_board(&mut self, line: u64, pairs: Vec<(i64, i64)>) {
        if self.hints.is_puzzle() {
            return self.region(line, None, pairs);
        }
        let numbers = pairs.iter().flat_map(|&(a, b)| [a, b]);
        let most = numbers.clone().max().unwrap_or(0);
        let has_zero = numbers.clone().any(|number| number == 0);
        let count = pairs.len() as i64;
        let size = most.saturating_add(i64::from(has_zero));
        let size = count.max(size).min(1 << 16);
        let n = self.hints.n.unwrap_or(size as u32);
        let mut board = Board::of_pairs(line, n, pairs, self.hints.base.or(self.base));
        if n > 1 {
            self.base = self.base.or(board.shows_base);
        }
        board.shows_base = board.shows_base.or(self.base);
        // Fewer queens than rows: a board that is not complete.
        let is_partial = self.hints.n.is_none() && size > count;
        if is_partial && matches!(board.fault, Some(BoardFault::Size { .. })) {
            board.fault = None;
        }
        self.board(board);
    }

    /// Takes squares of a region, which may have a name, and passes on the puzzle that n regions of n² squares are.
    pub(super) fn region(&mut self, line: u64, name: Option<&str>, squares: Vec<(i64, i64)>) {
        if self.regions.len() > MAX_WAITING {
            self.regions.clear();
        }
        let unnamed = char::from_u32(0xe000 + self.regions.len() as u32);
        let sign = name.map_or(unnamed, |name| self.block.signs.names.sign(name));
        let sign = sign.unwrap_or(' ');
        let squares = squares.into_iter().map(|square| (square, sign, line));
        self.regions.extend(squares);
        let n = self.regions.len().isqrt();
        let signs = || self.regions.iter().map(|(_, sign, _)| *sign);
        if n < MIN_REGIONS
            || n * n != self.regions.len()
            || signs().collect::<BTreeSet<_>>().len() != n
        {
            return;
        }
        self.regions.sort_unstable();
        let ((row, column), _, line) = self.regions[0];
        let place = |at: usize| {
            let (below, right) = ((at / n) as i64, (at % n) as i64);
            (row.wrapping_add(below), column.wrapping_add(right))
        };
        let mut squares = self.regions.iter().enumerate();
        // The first regions of more may have as many squares.
        if squares.all(|(at, (square, ..))| *square == place(at)) {
            let all = std::mem::take(&mut self.regions).into_iter();
            self.row(line, all.map(|(_, sign, _)| sign).collect(), 0, "", false);
            self.flush();
        }
    }
}
