//! Boards as the columns of their rows, which may count from 0 or 1 and may begin with n.
//!
//! A board with a 0, or with its number of rows, shows the numbering; those before are held until one does. Of a line
//! such as `4 2 4 1 3` (n and four columns, or five columns), the meaning in which all lines are solutions wins; if
//! there is none, the text is ambiguous.

use super::board::Board;
use super::cells::{is_bar, is_between};
use super::numbers::Numbers;
use super::words::Numbered;
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
            true => self.numbered(line, &mut without(numbers, 0), out),
            false => self.numbered(line, numbers, out),
        }
    }

    /// Returns the columns of a board of n rows without a number that counts the boards, before or behind them, or
    /// without n before them.
    fn without_counter(&mut self, numbers: &Numbers, n: u32) -> Option<Numbers> {
        if numbers.len() as u64 != u64::from(n) + 1 {
            return None;
        }
        let (start, rest) = (without(numbers, n as usize), without(numbers, 0));
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
                    _ => is_solution(&without(numbers, 0)),
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
                    *numbers = without(numbers, 0);
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

fn without(numbers: &Numbers, at: usize) -> Numbers {
    let mut rest = numbers.clone();
    rest.values.remove(at);
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

/// Returns the columns of a line with one digit or letter for each row, such as `2413` and `b d a c`: each is there once.
pub(super) fn glued_columns(text: &str, hints: &Hints) -> Option<Numbers> {
    let column = |letter: char| match letter {
        '0'..='9' => letter.to_digit(10).map(i128::from),
        'a'..='z' | 'A'..='Z' => Some(i128::from(u32::from(letter) % 32)),
        _ => None,
    };
    let is_gap = |letter: char| is_between(letter) || is_bar(letter);
    let words = text.split(is_gap).filter(|word| !word.is_empty());
    let is_one = words.clone().nth(1).is_none();
    let words = words.take(33);
    let are_letters = words
        .clone()
        .all(|word| is_one && word.len() < 33 || word.len() == 1);
    let letters = words.flat_map(str::chars).filter(|_| are_letters);
    let columns: Numbers = letters
        .map(|letter| column(letter).map(Some))
        .collect::<Option<_>>()?;
    let size = columns.len() as u32;
    let fits = (4..27).contains(&size) && hints.n.is_none_or(|n| n == size);
    // Letters, or numbers with gaps, that count up are above the columns of a drawing.
    let may_be_head = text
        .trim()
        .contains(|letter: char| !letter.is_ascii_digit());
    let counts_up = may_be_head && columns.values.is_sorted();
    (fits && !hints.is_puzzle() && !counts_up && columns.is_permutation()).then_some(columns)
}

/// Returns the columns of the boards on a line with one digit for each row: `2413  3142`, ` 1: 2413   2: 3142`.
pub(super) fn several_columns(text: &str, hints: &Hints) -> Option<Vec<Numbers>> {
    let words = text.split_whitespace();
    let words = words.filter(|word| !word.ends_with([':', '.', ')', '、']));
    let board = |word: &str| {
        let word = word.rsplit(':').next()?.trim_end_matches([',', ';']);
        let are_digits = word.bytes().all(|byte| byte.is_ascii_digit());
        are_digits.then(|| glued_columns(word, hints))?
    };
    let boards: Vec<_> = words.map(board).collect::<Option<_>>()?;
    let are_equal = boards.windows(2).all(|two| two[0].len() == two[1].len());
    (boards.len() > 1 && are_equal).then_some(boards)
}

/// Returns the columns of a line with one more number, which counts the boards: `2 4 1 3 (1)`, `1、2 4 1 3`, `2413 --1`.
pub(super) fn counted_columns(text: &str, n: Option<u32>) -> Option<Numbers> {
    let Numbered { numbers, texts } = Numbered::of(text);
    let all: Numbers = numbers.iter().copied().map(Some).collect();
    let is_known = n.is_some();
    let n = n.map_or(numbers.len().saturating_sub(1), |n| n as usize);
    let has_gap = n > 3 && numbers.len() > n && (texts[1] != texts[2] || texts[n] != texts[1]);
    if n < 4 || !is_known && !has_gap && all.is_permutation() {
        return None;
    }
    let board = |columns: &[i128]| {
        let columns: Numbers = columns.iter().copied().map(Some).collect();
        let is_board = columns.len() == n && columns.is_permutation();
        (is_board && !columns.values.is_sorted()).then_some(columns)
    };
    if let [first, last] = numbers[..] {
        // A column 0 may be the first digit.
        let digits = |number: i128| -> Vec<i128> {
            let digits = format!("{number:0n$}");
            digits.bytes().map(|digit| (digit - b'0').into()).collect()
        };
        // Beside words, as in `2413 is number 1`, the board is at one end.
        let ends_at = |text: &str| !text.contains(char::is_alphanumeric);
        let first = board(&digits(first)).filter(|_| ends_at(texts[0]));
        return first.or_else(|| board(&digits(last)).filter(|_| ends_at(texts[2])));
    }
    if numbers.len() != n + 1 {
        return None;
    }
    let have_one_gap = |gaps: &[&str]| {
        let is_gap = !gaps[0].contains(char::is_alphanumeric);
        is_gap && gaps.iter().all(|gap| *gap == gaps[0])
    };
    let is_named = texts[0].contains(char::is_alphabetic);
    let is_first = have_one_gap(&texts[2..=n]) && (is_named || texts[1] != texts[2]);
    let is_last = have_one_gap(&texts[1..n]) && texts[n] != texts[1];
    let first = is_first.then(|| board(&numbers[1..])).flatten();
    first.or_else(|| is_last.then(|| board(&numbers[..n])).flatten())
}
