//! The puzzle of a day: the date determines size, grade and seed.

use std::fmt;
use std::str::FromStr;

use bezzel::counted;
use bezzel::methods::Text;
use thiserror::Error;

use crate::{Generator, Grade};

/// Sizes and grades from Monday to Sunday.
const WEEK: [(u32, Grade); 7] = [
    (6, Grade::Easy),
    (7, Grade::Easy),
    (7, Grade::Medium),
    (8, Grade::Medium),
    (8, Grade::Hard),
    (9, Grade::Medium),
    (9, Grade::Hard),
];

const MONTHS: u32 = 12;

/// A date of the Gregorian calendar, from 0001-01-01 to 9999-12-31, with its puzzle.
///
/// The puzzle is the same everywhere and in every version of this crate.
///
/// ```
/// use bezzel_puzzle::{Day, Grade};
/// let day: Day = "2026-11-22".parse()?; // a Sunday
/// assert_eq!((day.size_and_grade(), day.seed()), ((9, Grade::Hard), 20261122));
/// let puzzle = day.generator().next().unwrap();
/// assert_eq!((puzzle.puzzle.size(), puzzle.grade), (9, Grade::Hard));
///
/// let error = "2026-02-29".parse::<Day>().unwrap_err();
/// assert_eq!(
///     error.to_string(),
///     "expected a date such as 2026-11-22, found '2026-02-29': 2026-02 has 28 days"
/// );
/// # Ok::<(), bezzel_puzzle::DayError>(())
/// ```
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Day {
    year: u32,
    month: u32,
    day: u32,
}

/// A text that is not a date.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("{}", text.english)]
pub struct DayError {
    text: Text,
}

impl DayError {
    /// Returns what was expected and what was found, in both languages.
    pub fn text(&self) -> Text {
        self.text.clone()
    }
}

impl Day {
    /// Returns the seed of the puzzle: the digits of the date.
    pub fn seed(self) -> u64 {
        (10_000 * self.year + 100 * self.month + self.day).into()
    }

    /// Returns the generator whose first puzzle is that of the day.
    pub fn generator(self) -> Generator {
        let (n, grade) = self.size_and_grade();
        let generator = Generator::new(n, self.seed()).expect("a size of the generator");
        generator.with_grade(grade)
    }

    /// Returns the size and the grade of the puzzle.
    pub fn size_and_grade(self) -> (u32, Grade) {
        let years = self.year - 1;
        let before = 365 * years + years / 4 - years / 100 + years / 400;
        let months = (1..self.month).map(|month| days_of_month(self.year, month));
        // 0001-01-01 was a Monday.
        WEEK[((before + months.sum::<u32>() + self.day - 1) % 7) as usize]
    }
}

fn days_of_month(year: u32, month: u32) -> u32 {
    let is_leap = year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400));
    match month {
        4 | 6 | 9 | 11 => 30,
        2 => 28 + u32::from(is_leap),
        _ => 31,
    }
}

impl FromStr for Day {
    type Err = DayError;

    /// Reads a date as YYYY-MM-DD.
    fn from_str(text: &str) -> Result<Self, DayError> {
        let error = |reason: &str, reason_zh: &str| {
            let found: String = text.chars().take(40).collect();
            let english = format!("expected a date such as 2026-11-22, found '{found}'{reason}");
            let chinese = format!("应为 2026-11-22 这样的日期，实际为“{found}”{reason_zh}");
            DayError {
                text: (english, chinese).into(),
            }
        };
        let digits = |part: Option<&str>, length: usize| {
            let part = part.filter(|part| part.len() == length)?;
            let is_number = part.bytes().all(|byte| byte.is_ascii_digit());
            is_number.then(|| part.parse::<u32>().ok()).flatten()
        };
        let mut parts = text.split('-');
        let (year, month, day) = (
            digits(parts.next(), 4),
            digits(parts.next(), 2),
            digits(parts.next(), 2),
        );
        let (Some(year @ 1..), Some(month @ 1..=MONTHS), Some(day), None) =
            (year, month, day, parts.next())
        else {
            return Err(error("", ""));
        };
        let days = days_of_month(year, month);
        if !(1..=days).contains(&day) {
            return Err(error(
                &format!(": {year:04}-{month:02} has {}", counted(days, "day")),
                &format!("：{year:04} 年 {month} 月有 {days} 天"),
            ));
        }
        Ok(Self { year, month, day })
    }
}

impl fmt::Display for Day {
    /// Writes the date as YYYY-MM-DD.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { year, month, day } = self;
        write!(f, "{year:04}-{month:02}-{day:02}")
    }
}
