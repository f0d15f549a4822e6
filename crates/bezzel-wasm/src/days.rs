//! The puzzles of days that the page has stored, from the first day to the last.
//!
//! `bezzel puzzle new --day DATE` makes the same puzzles. In the document each puzzle is one string: the
//! number of its grade, from 0 for easy, and the letters of its regions.

use std::iter;

use bezzel_puzzle::Day;

/// First stored day.
pub const FIRST_DAY: &str = "2026-11-22";
/// Last stored day.
pub const LAST_DAY: &str = "2027-12-31";

/// Returns the stored days.
pub fn days() -> impl Iterator<Item = Day> {
    let [first, last] = [FIRST_DAY, LAST_DAY].map(|date| date.parse::<Day>().expect("a date"));
    iter::successors(Some(first), |day| day.next()).take_while(move |&day| day <= last)
}

/// Returns the document of the page.
pub fn document() -> String {
    let lines: Vec<String> = days().map(|day| format!("    \"{}\"", line(day))).collect();
    format!(
        "{{\n  \"first\": \"{FIRST_DAY}\",\n  \"puzzles\": [\n{}\n  ]\n}}\n",
        lines.join(",\n")
    )
}

/// Returns the puzzle of a day.
pub fn line(day: Day) -> String {
    let made = day.generator().next().expect("endless");
    let letters: String = made.puzzle.to_string().lines().collect();
    format!("{}{letters}", made.grade as u8)
}
