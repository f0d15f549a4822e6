//! The puzzles of days, which the page has stored.
//!
//! The puzzle of a day is that of the command
//! `bezzel puzzle new N --grade GRADE --seed YYYYMMDD`; the day of the week determines N and GRADE.
//! The page needs no server for them: with each puzzle it has the steps to its solution.
//!
//! A puzzle is written as its size, its letters, and its steps, each after `!`: the first letter of
//! the rule, the units, a space, the squares of the argument, a space, the squares of the step. A
//! unit (rows, columns, regions) or square (in reading order) is one printable character.

use bezzel::Square;
use bezzel::puzzle::{Generator, Grade, Hint, Puzzle, Rule, Step, Unit};

/// First stored day, as days since 1970-01-01: 2026-11-22.
pub const FIRST_DAY: u32 = 20_779;
/// Number of stored days: to 2027-12-31.
pub const DAYS: u32 = 405;

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

/// Returns the document of the page.
pub fn document() -> String {
    let lines: Vec<String> = (FIRST_DAY..FIRST_DAY + DAYS).map(line).collect();
    let quoted = lines.iter().map(|line| format!("    {line:?}"));
    format!(
        "{{\n  \"first\": {FIRST_DAY},\n  \"puzzles\": [\n{}\n  ]\n}}\n",
        quoted.collect::<Vec<_>>().join(",\n")
    )
}

/// Returns the puzzle of a day, given as days since 1970-01-01.
pub fn line(day: u32) -> String {
    // 1970-01-01 was a Thursday.
    let (n, grade) = WEEK[(day as usize + 3) % 7];
    let generator = Generator::new(n, date(day).into()).expect("a size of the generator");
    let made = generator.with_grade(grade).generate(&|| false);
    let puzzle = made.expect("no stop").puzzle;
    let letters: String = puzzle.to_string().lines().collect();
    let steps: Vec<String> = puzzle.steps().map(|step| written(&step, &puzzle)).collect();
    format!("{n}{letters}!{}", steps.join("!"))
}

fn written(hint: &Hint, puzzle: &Puzzle) -> String {
    let n = puzzle.size();
    let rule = match hint.rule {
        Rule::Queen => 'q',
        Rule::Single => 's',
        Rule::Inside => 'i',
        Rule::AttacksAll => 'a',
        Rule::Sets => 'k',
        Rule::Contradiction => 'c',
    };
    let unit = |unit: &Unit| match *unit {
        Unit::Row(row) => character(row),
        Unit::Column(column) => character(n + column),
        Unit::Region(region) => character(2 * n + region),
    };
    let square = |square: &Square| character(square.row * n + square.column);
    let step = match &hint.step {
        Step::Place(place) => square(place).to_string(),
        Step::RuleOut(squares) => squares.iter().map(square).collect(),
    };
    format!(
        "{rule}{} {} {step}",
        hint.units.iter().map(unit).collect::<String>(),
        hint.because.iter().map(square).collect::<String>()
    )
}

/// Returns the printable character of a number below 90, without space, `!`, `"` and `\`.
fn character(number: u32) -> char {
    let code = 35 + number + u32::from(number >= 57);
    assert!(code < 127, "{number} has no character");
    char::from(code as u8)
}

/// Returns a day since 1970-01-01 as YYYYMMDD in the Gregorian calendar.
fn date(day: u32) -> u32 {
    // Years begin in March, so that the leap day is the last one; eras have 400 years.
    let day = day + 719_468;
    let (era, day) = (day / 146_097, day % 146_097);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day_of_month = day - (153 * month + 2) / 5 + 1;
    let (month, next) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    10_000 * (year + 400 * era + next) + 100 * month + day_of_month
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates() {
        let known = [
            (0, 19_700_101),
            (11_016, 20_000_229),
            (FIRST_DAY, 20_261_122),
        ];
        for (day, expected) in known {
            assert_eq!(date(day), expected);
        }
        assert_eq!(date(FIRST_DAY + DAYS - 1), 20_271_231);
    }
}
