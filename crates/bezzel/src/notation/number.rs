//! Decimal numbers that may be larger than any board.

use std::cmp::Ordering;
use std::io::BufRead;

use super::ReadError;
use super::scanner::{Position, Scanner};

/// Number and its place. Numbers beyond 64 bits saturate, as no notation accepts either.
#[derive(Clone, Copy)]
pub(super) struct Number {
    pub(super) value: u64,
    pub(super) at: Position,
}

impl Number {
    /// Creates the number of one ASCII digit.
    pub(super) fn new(digit: u8, at: Position) -> Self {
        Self {
            value: u64::from(digit - b'0'),
            at,
        }
    }

    /// Appends a digit.
    pub(super) fn then(self, digit: u8) -> Self {
        let value = self.value.saturating_mul(10);
        Self {
            value: value.saturating_add(u64::from(digit - b'0')),
            ..self
        }
    }

    /// Reads the digits at this place.
    pub(super) fn scan<R: BufRead>(
        scanner: &mut Scanner<R>,
        expected: &'static str,
    ) -> Result<Self, ReadError> {
        let at = scanner.position();
        let Some(first @ b'0'..=b'9') = scanner.peek()? else {
            return Err(scanner.unexpected(expected));
        };
        scanner.next_byte()?;
        let mut number = Self::new(first, at);
        while let Some(digit @ b'0'..=b'9') = scanner.peek()? {
            scanner.next_byte()?;
            number = number.then(digit);
        }
        Ok(number)
    }

    /// Creates the error for a number that is not in `first` to `last`.
    pub(super) fn outside(self, what: &str, first: u64, last: u64) -> ReadError {
        let expected = match first.cmp(&last) {
            Ordering::Less => format!("a {what} from {first} to {last}"),
            Ordering::Equal => format!("the {what} {first}"),
            Ordering::Greater => format!("no {what}"),
        };
        self.instead_of(expected)
    }

    /// Creates the error for this number in place of `expected`.
    pub(super) fn instead_of(self, expected: String) -> ReadError {
        let found = match self.value {
            u64::MAX => "a number of 20 digits or more".to_owned(),
            value => value.to_string(),
        };
        ReadError::malformed(self.at, expected, found)
    }
}

/// Largest number so far: the first one outside the board if the size is smaller.
#[derive(Default)]
pub(super) struct Largest(Option<Number>);

impl Largest {
    pub(super) fn see(&mut self, number: Number) {
        if self.0.is_none_or(|known| number.value > known.value) {
            self.0 = Some(number);
        }
    }

    pub(super) fn number(&self) -> Option<Number> {
        self.0
    }

    /// Fails if a number is above `last`.
    pub(super) fn check(&self, what: &str, first: u64, last: u64) -> Result<(), ReadError> {
        match self.0 {
            Some(number) if number.value > last => Err(number.outside(what, first, last)),
            _ => Ok(()),
        }
    }
}
