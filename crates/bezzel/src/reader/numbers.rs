//! Lists of numbers, such as the columns of a board, in four bytes each.

use crate::Placement;

/// Most numbers of a list; [`NotRead::TooLong`](super::NotRead::TooLong) names it.
pub(super) const MAX_NUMBERS: usize = 1 << 27;
/// Column of a row without a queen.
pub(super) const EMPTY: u32 = u32::MAX;
const NO_COLUMN: u32 = u32::MAX - 1;

/// Numbers of a list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Numbers {
    pub(super) values: Vec<u32>,
    /// First number that is no column of any board: negative, or too large.
    no_column: Option<i64>,
    /// True if these are the columns of bit masks.
    pub(super) are_masks: bool,
}

impl FromIterator<Option<i128>> for Numbers {
    fn from_iter<I: IntoIterator<Item = Option<i128>>>(numbers: I) -> Self {
        let mut all = Self::default();
        numbers.into_iter().for_each(|number| all.push(number));
        all
    }
}

impl Numbers {
    /// Reads a line of nothing but values between blanks, commas and quotes.
    pub(super) fn of(text: &str) -> Option<Self> {
        let mut numbers = Self::default();
        let are_values = numbers.extend(text, value);
        (are_values && numbers.has_number()).then_some(numbers)
    }

    /// Adds the values of a text. Returns false if it has something else.
    pub(super) fn extend(&mut self, text: &str, read: fn(&str) -> Option<Option<i128>>) -> bool {
        let is_between = |letter: char| {
            matches!(letter, ' ' | ',' | ';' | '\'' | '"' | '`') || letter.is_whitespace()
        };
        // All numbers with a point, or none: `1.` may count.
        let mut points = None;
        let mut rest = text.trim_start_matches(is_between);
        while !rest.is_empty() {
            // Boards of millions of queens are columns alone: read them without decoding letters.
            let (digits, column) = leading_number(rest);
            let next = rest[digits..].chars().next();
            let is_column = next.is_none_or(is_between);
            let end = match is_column {
                true => digits,
                false => rest.find(is_between).unwrap_or(rest.len()),
            };
            let (word, behind) = rest.split_at(end);
            rest = behind.trim_start_matches(is_between);
            let column = Some(column).filter(|_| is_column);
            let has_point = column.is_none() && word.contains('.');
            if *points.get_or_insert(has_point) != has_point {
                return false;
            }
            match column {
                _ if self.len() > MAX_NUMBERS => {}
                Some(column) => self.values.push(column),
                None => match read(word) {
                    Some(number) => self.push(number),
                    None => return false,
                },
            }
        }
        true
    }

    /// Returns false for dashes alone, which are a row of a drawing, or a line between boards.
    pub(super) fn has_number(&self) -> bool {
        self.values.iter().any(|&value| value != EMPTY)
    }

    pub(super) fn push(&mut self, number: Option<i128>) {
        let value = match number {
            None => EMPTY,
            Some(number) => match u32::try_from(number) {
                Ok(number) if number < NO_COLUMN => number,
                _ => {
                    let clamped = number.clamp(i64::MIN.into(), i64::MAX.into());
                    self.no_column.get_or_insert(clamped as i64);
                    NO_COLUMN
                }
            },
        };
        self.values.push(value);
    }

    pub(super) fn get(&self, at: usize) -> Option<i64> {
        match *self.values.get(at)? {
            EMPTY => None,
            NO_COLUMN => self.no_column,
            value => Some(value.into()),
        }
    }

    pub(super) fn len(&self) -> usize {
        self.values.len()
    }

    /// Returns true if each of 0 to n − 1, or of 1 to n, is there once.
    pub(super) fn is_permutation(&self) -> bool {
        let n = self.values.len();
        let Some(&least) = self.values.iter().min().filter(|&&least| least < 2) else {
            return false;
        };
        let mut seen = vec![false; n];
        let mut columns = self.values.iter().map(|&value| (value - least) as usize);
        columns.all(|column| column < n && !std::mem::replace(&mut seen[column], true))
    }

    /// Returns true for the squares of a row: 0 and 1, also with negative numbers if half of them are 0, or a number at most once
    /// among zeros, dashes or negative numbers.
    pub(super) fn is_row(&self) -> bool {
        let values = &self.values;
        let free = |value: u32| values.iter().filter(|&&other| other == value).count();
        let most = free(0).max(free(NO_COLUMN)).max(free(EMPTY));
        let has_blocked = values.contains(&NO_COLUMN) && 2 * free(0) >= values.len().max(3);
        let is_square = |&value: &u32| value < 2 || has_blocked && value == NO_COLUMN;
        values.iter().all(is_square) || values.len() > 2 && most + 1 >= values.len()
    }

    /// Returns the number of rows if these are the squares of all rows, with one queen in each.
    pub(super) fn board_size(&self, n: Option<u32>) -> Option<usize> {
        let size = n.map_or(self.len().isqrt(), |n| n as usize);
        let queens = self.values.iter().filter(|&&value| value == 1).count();
        let is_board = (n.is_some() || queens == size) && self.is_row();
        (size > 2 && is_board && self.len() == size * size).then_some(size)
    }

    /// Returns the columns, from 1, of rows that are bit masks, if a mask is too large for a column.
    pub(super) fn unmasked(&self, n: Option<u32>) -> Option<Self> {
        let size = self.values.len() as u32;
        if n.is_some_and(|n| n != size) || self.values.iter().all(|&value| value <= size) {
            return None;
        }
        let is_mask = |value: &u32| value.is_power_of_two() && value.ilog2() < size;
        let are_masks = self.values.iter().all(is_mask);
        let column = |value: &u32| Some(i128::from(value.ilog2()) + 1);
        let columns = || self.values.iter().map(column).collect::<Self>();
        let mut columns = are_masks.then(columns)?;
        columns.are_masks = true;
        (n.is_some() || columns.is_permutation()).then_some(columns)
    }

    /// Returns the number from which columns count, if they show it: they have 0, or the number of rows.
    pub(super) fn shows_base(&self, n: u32) -> Option<u32> {
        let mut has_n = false;
        for &value in &self.values {
            if value == 0 {
                return Some(0);
            }
            has_n |= value == n;
        }
        has_n.then_some(1)
    }

    /// Returns the placement of columns that count from `base`, if all are on the board.
    pub(super) fn placement(&self, base: u32) -> Option<Placement> {
        let n = self.len() as u32;
        let fits = |&value: &u32| value == EMPTY || value >= base && value - base < n;
        if !self.values.iter().all(fits) {
            return None;
        }
        let column = |&value: &u32| (value != EMPTY).then(|| value - base);
        Placement::from_rows(self.values.iter().map(column)).ok()
    }
}

/// Returns the number that a word is in any language; `Some(None)` for that of a row without a queen.
pub(super) fn value(word: &str) -> Option<Option<i128>> {
    match word {
        "null" | "None" | "nil" | "undefined" | "-" | "NaN" | "Nothing" => Some(None),
        "True" | "true" | "TRUE" => Some(Some(1)),
        "False" | "false" | "FALSE" => Some(Some(0)),
        _ => {
            // `1.`, `1.0`, and NumPy's `1.000000000000000000e+00`.
            let is_zero = |rest: &str| {
                let rest = rest.trim_end_matches("e+00");
                rest.bytes().all(|byte| byte == b'0')
            };
            let whole = word.split_once('.').filter(|(_, rest)| is_zero(rest));
            let digits =
                |prefix, radix| i128::from_str_radix(word.strip_prefix(prefix)?, radix).ok();
            let number = whole.map_or(word, |(whole, _)| whole).parse().ok();
            let number = number.or_else(|| digits("0b", 2).or_else(|| digits("0x", 16)));
            number.map(Some)
        }
    }
}

/// Returns how many digits a text begins with, at most nine, and their value.
fn leading_number(text: &str) -> (usize, u32) {
    let digits = text.bytes().take(9).take_while(u8::is_ascii_digit);
    digits.fold((0, 0), |(length, value), digit| {
        (length + 1, 10 * value + u32::from(digit - b'0'))
    })
}

/// Returns the number that a word is, as [`value`] does. One of any length is a number, since rows of digits may be long.
pub(super) fn long_value(word: &str) -> Option<Option<i128>> {
    let digits = word.strip_prefix('-');
    let most = digits.map_or(i128::MAX, |_| i128::MIN);
    let is_number = digits
        .unwrap_or(word)
        .bytes()
        .all(|byte| byte.is_ascii_digit());
    value(word).or_else(|| is_number.then_some(Some(most)))
}
