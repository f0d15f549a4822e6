//! Boards as the columns of their rows, which may count from 0 or 1 and may begin with n.
//!
//! A board with a 0, or with its number of rows, shows the numbering; those before are held until one does. Of a line
//! such as `4 2 4 1 3` (n and four columns, or five columns), the meaning in which all lines are solutions wins; if
//! there is none, the text is ambiguous.

use super::board::Board;
use super::numbers::Numbers;
use super::{Hints, Item, NotRead};

/// Most boards, and numbers in them, that wait.
const MAX_HELD: usize = 4096;
const MAX_HELD_NUMBERS: usize = 1 << 20;
/// Longest beginning of an ambiguous line.
const MAX_EXCERPT: usize = 40;

/// Boards that wait for the numbering.
#[derive(Debug, Default)]
pub(super) struct Columns {
    pub(super) hints: Hints,
    pub(super) base: Option<u32>,
    held: Vec<(u64, Numbers)>,
    held_numbers: usize,
    /// True if lines begin with n.
    pub(super) n_first: Option<bool>,
    /// The text has two meanings.
    pub(super) ambiguous: Option<NotRead>,
    /// Number of items of the last board.
    pub(super) last_size: usize,
    /// True if the number that counts the boards is behind their columns, false if it is before them.
    counter_is_last: Option<bool>,
}

impl Columns {
    /// Adds a list of columns.
    pub(super) fn push(&mut self, line: u64, numbers: &mut Numbers, out: &mut Vec<Item>) {
        self.last_size = numbers.len();
        if let Some(n) = self.hints.n {
            return match self.without_counter(numbers, n) {
                Some(mut columns) => self.numbered(line, &mut columns, out),
                None => self.numbered(line, numbers, out),
            };
        }
        if self.n_first.is_none() {
            match may_begin_with_n(numbers) && self.hints.are_columns != Some(true) {
                false => {
                    self.n_first = Some(false);
                    self.release(out);
                }
                true if self.hints.base == Some(1) => self.n_first = Some(true),
                true => return self.hold(line, numbers, out),
            }
        }
        match self.n_first == Some(true) && may_begin_with_n(numbers) {
            true => self.numbered(line, &mut without_first(numbers), out),
            false => self.numbered(line, numbers, out),
        }
    }

    /// Returns the columns of a board of n rows without a number that counts the boards, before or behind them, or
    /// without n before them.
    fn without_counter(&mut self, numbers: &Numbers, n: u32) -> Option<Numbers> {
        if numbers.len() as u64 != u64::from(n) + 1 {
            return None;
        }
        let (start, rest) = (without_last(numbers), without_first(numbers));
        let is_n_first = numbers.values[0] == n;
        let is_last = match (start.is_permutation(), is_n_first || rest.is_permutation()) {
            (false, false) => return None,
            // Both are boards: the first one in order begins with its number, 1, and none ends with it.
            (true, true) => {
                return Some(match self.counter_is_last.unwrap_or(!is_n_first) {
                    true => start,
                    false => rest,
                });
            }
            (is_last, _) => is_last,
        };
        self.counter_is_last = Some(is_last);
        Some(if is_last { start } else { rest })
    }

    fn hold(&mut self, line: u64, numbers: &mut Numbers, out: &mut Vec<Item>) {
        self.held_numbers += numbers.len();
        self.held.push((line, std::mem::take(numbers)));
        if self.held.len() > MAX_HELD || self.held_numbers > MAX_HELD_NUMBERS {
            self.decide(out);
        }
    }

    /// Passes a board on if the numbering is known, or holds it.
    fn numbered(&mut self, line: u64, numbers: &mut Numbers, out: &mut Vec<Item>) {
        let known = self.hints.base.or(self.base);
        let n = self.size(numbers);
        let base = known.or_else(|| numbers.shows_base(n));
        if base.is_none() {
            return self.hold(line, numbers, out);
        }
        if known.is_none() && n > 1 {
            self.base = base;
            self.release(out);
        }
        self.emit(line, numbers, out);
    }

    fn size(&self, numbers: &Numbers) -> u32 {
        self.hints.n.unwrap_or(numbers.len() as u32)
    }

    fn emit(&mut self, line: u64, numbers: &Numbers, out: &mut Vec<Item>) {
        let n = self.size(numbers);
        let known = self.hints.base.or(self.base);
        let base = known.or_else(|| numbers.shows_base(n));
        let mut board = Board::of_columns(line, n, numbers, base.unwrap_or(0));
        board.shows_base = base;
        out.push(Item::Board(board));
    }

    /// Passes on the boards that wait.
    fn release(&mut self, out: &mut Vec<Item>) {
        self.held_numbers = 0;
        for (line, numbers) in std::mem::take(&mut self.held) {
            self.emit(line, &numbers, out);
        }
    }

    fn decide(&mut self, out: &mut Vec<Item>) {
        if self.n_first.is_none() && self.hints.n.is_none() {
            let are_solutions = |first: usize| {
                self.held.iter().all(|(_, numbers)| match first {
                    0 => is_solution(numbers),
                    _ => is_solution(&without_first(numbers)),
                })
            };
            let n_first = are_solutions(1);
            if n_first == are_solutions(0)
                && let Some((line, numbers)) = self.held.first()
            {
                let words = (0..numbers.len().min(MAX_EXCERPT)).filter_map(|at| numbers.get(at));
                let words: Vec<_> = words.map(|word| word.to_string()).collect();
                let (line, text) = (*line, words.join(" "));
                self.ambiguous = Some(NotRead::Ambiguous { line, text });
                self.held.clear();
                return;
            }
            self.n_first = Some(n_first);
            if n_first {
                for (_, numbers) in &mut self.held {
                    *numbers = without_first(numbers);
                }
                let shows =
                    |(_, numbers): &(u64, Numbers)| numbers.shows_base(numbers.len() as u32);
                self.base = self.base.or_else(|| self.held.iter().find_map(shows));
            }
        }
        self.base = self.base.or(self.hints.base).or(Some(0));
        self.release(out);
    }

    /// Passes on all boards.
    pub(super) fn finish(&mut self, out: &mut Vec<Item>) {
        if !self.held.is_empty() {
            self.decide(out);
        }
    }
}

/// Returns true if a list may be n and the columns of n rows.
fn may_begin_with_n(numbers: &Numbers) -> bool {
    let Some((&first, rest)) = numbers.values.split_first() else {
        return false;
    };
    let is_column = |&column: &u32| column <= first;
    first >= 2 && rest.len() == first as usize && rest.iter().all(is_column)
}

fn without_last(numbers: &Numbers) -> Numbers {
    let mut start = numbers.clone();
    start.values.pop();
    start
}

fn without_first(numbers: &Numbers) -> Numbers {
    let mut rest = numbers.clone();
    rest.values.remove(0);
    rest
}

fn is_solution(numbers: &Numbers) -> bool {
    let n = numbers.len() as u32;
    let base = numbers.shows_base(n).unwrap_or(0);
    numbers.is_permutation()
        && Board::of_columns(1, n, numbers, base)
            .fault(false)
            .is_none()
}
